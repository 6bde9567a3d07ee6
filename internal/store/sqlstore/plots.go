package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// PlotDialect is what differs between the engines in keeping the index of plots.
type PlotDialect struct {
	// Append is the statement that inserts a row: PlotColumns in order, then what
	// Args adds to them.
	Append string
	// Fill inserts a row if it is missing and the version with the number after its values is
	// live, and locks that version until the end of the transaction: otherwise the row of a
	// version that ends meanwhile would stay.
	Fill string
	// Args are the values of a row's harvest, and of the engine's additional columns.
	Args func(ctx context.Context, tx Tx, c *trace.Claim) ([]any, error)
	// Harvest is the column that a row's harvest is read from; NotOf is the condition that it is
	// not a given one.
	Harvest string
	NotOf   func(placeholder string) string
	// Filled tells the engine that a transaction only indexed older records; it may be nil.
	Filled func()
}

// PlotColumns are the columns of the plot index that both engines have.
const PlotColumns = `season, cell, id, kind, west, south, east, north`

// plotArgs returns the values of a claim's rows.
func (w *writer) plotArgs(c *trace.Claim) ([][]any, error) {
	more, err := w.dialect.Plots.Args(w.ctx, w.tx, c)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, cell := range c.Cells() {
		row := []any{c.Season, int64(cell), w.dialect.ID(c.ID), c.Kind.Code, c.Extent.West, c.Extent.South, c.Extent.East, c.Extent.North}
		rows = append(rows, append(row, more...))
	}
	return rows, nil
}

// appendClaim replaces the previous version's claim with that of a version. A record that never had
// a plot costs no statement.
func (w *writer) appendClaim(r *trace.Record) error {
	if r.EndsClaim() {
		if err := w.dropClaims(r.ID); err != nil {
			return err
		}
	}
	claim := r.Claim()
	if claim == nil {
		return nil
	}
	rows, err := w.plotArgs(claim)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.later(anyRows, w.dialect.Plots.Append, row...); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) dropClaims(id trace.ID) error {
	args := []any{w.dialect.ID(id)}
	part := w.dialect.Part("$2")
	if part != "" {
		args = append(args, int16(id.Partition()))
	}
	return w.later(anyRows, `DELETE FROM plot_cell WHERE id = $1`+part, args...)
}

// fewCells and manyCells are the numbers of cells in the two prepared statements: enough for a plot
// or two, and for a large farm. A shorter list repeats its last cell.
const fewCells, manyCells = 32, 512

func (r reader) EachClaim(ctx context.Context, q trace.ClaimQuery, fn func(*trace.Claim) error) error {
	left := q.Limit
	for cells := q.Cells; len(cells) > 0 && left > 0; {
		n := min(manyCells, len(cells))
		read, err := r.claimsIn(ctx, q, cells[:n], left, fn)
		if err != nil {
			return err
		}
		cells, left = cells[n:], left-read
	}
	return nil
}

// claimsIn reads the claims in a few cells.
func (r reader) claimsIn(ctx context.Context, q trace.ClaimQuery, cells []geo.Cell, limit int, fn func(*trace.Claim) error) (read int, err error) {
	b := &builder{dialect: r.dialect}
	season := b.bind(q.Season)
	marks := make([]string, fewCells)
	if len(cells) > fewCells {
		marks = make([]string, manyCells)
	}
	for i := range marks {
		marks[i] = b.bind(int64(cells[min(i, len(cells)-1)]))
	}
	plots, within := &r.dialect.Plots, q.Within
	rows, err := r.conn.Query(r.context(ctx), `SELECT id, kind, `+plots.Harvest+`, west, south, east, north FROM plot_cell
		WHERE season = `+season+` AND cell IN (`+strings.Join(marks, ", ")+`) AND west < `+b.bind(within.East)+` AND east > `+b.bind(within.West)+`
		AND south < `+b.bind(within.North)+` AND north > `+b.bind(within.South)+` AND `+plots.NotOf(b.bind(q.Except))+` LIMIT `+b.bind(int64(limit)), b.args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	claim := trace.Claim{Season: q.Season}
	for ; rows.Next(); read++ {
		var code int16
		e := &claim.Extent
		if err := rows.Scan((*[16]byte)(&claim.ID), &code, &claim.HarvestID, &e.West, &e.South, &e.East, &e.North); err != nil {
			return read, fmt.Errorf("scanning a claim: %w", err)
		}
		if claim.Kind = kind.ByCode(code); claim.Kind == nil {
			return read, fmt.Errorf("record %s has kind %d, which this build does not know", claim.ID, code)
		}
		if err := fn(&claim); err != nil {
			return read, err
		}
	}
	return read, rows.Err()
}

func (r reader) ClaimsFilled(ctx context.Context) (trace.FillMark, error) {
	var mark trace.FillMark
	var done int64
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&mark.Kind, (*[16]byte)(&mark.ID), &done}, `SELECT kind, id, done FROM plot_state`)
	mark.Done = done != 0
	return mark, err
}

func (w *writer) FillClaims(ctx context.Context, from, to trace.FillMark, records []trace.Record) error {
	if now, err := w.ClaimsFilled(ctx); err != nil || now != from {
		return err
	}
	for i := range records {
		claim := records[i].Claim()
		if claim == nil {
			continue
		}
		rows, err := w.plotArgs(claim)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := w.later(anyRows, w.dialect.Plots.Fill, append(row, records[i].Version)...); err != nil {
				return err
			}
		}
	}
	if w.dialect.Plots.Filled != nil {
		w.dialect.Plots.Filled()
	}
	// Another server may be doing the same. Then this runs again and finds it done.
	return w.later(1, `UPDATE plot_state SET kind = $1, id = $2, done = $3 WHERE kind = $4 AND id = $5 AND done = 0`,
		to.Kind, w.dialect.ID(to.ID), bit(to.Done), from.Kind, w.dialect.ID(from.ID))
}
