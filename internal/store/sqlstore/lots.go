package sqlstore

import (
	"context"
	"fmt"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// LotDialect is what differs between the engines in keeping the lot graph.
type LotDialect struct {
	// Append is the statement that inserts a row: LotColumns in order, then the
	// partition where the engine has one. Fill does so where it is not there yet.
	Append, Fill string
	// IsOf is the condition that a row is of one of the lots that List makes an
	// argument of.
	IsOf string
	List func(lots []string) any
	// OfHarvests is the journal, and the condition that a version is of one of the
	// harvests that List makes an argument of, so that they are looked up first.
	OfHarvests string
	// Filled tells the engine that a transaction filled in older versions alone;
	// nil where it does not care.
	Filled func()
}

// LotColumns are the columns of a row of the lot graph that both engines have.
const LotColumns = `lot, role, id, version, kind, since, until, body`

// lotArgs are the values of a row.
func (d *Dialect) lotArgs(row *lot.Row) []any {
	id := trace.ID(row.ID)
	args := []any{
		row.Lot, int16(row.Role), d.ID(id), row.Version, row.Kind, row.Since, row.Until, row.Fact.Append(make([]byte, 0, 96)),
	}
	if d.Part("") != "" {
		args = append(args, int16(id.Partition()))
	}
	return args
}

// appendLots brings a version into the lot graph.
func (w *writer) appendLots(r *trace.Record) error {
	if r.Kind.IsChange() || !r.Kind.NamesLots() {
		return nil
	}
	if r.Version > 1 {
		if err := w.endLots(r); err != nil {
			return err
		}
	}
	rows := r.LotRows()
	for i := range rows {
		if err := w.later(anyRows, w.dialect.Lots.Append, w.dialect.lotArgs(&rows[i])...); err != nil {
			return err
		}
	}
	return nil
}

// endLots ends the rows of the version before. Where it was not filled in yet it
// has none, and gets its end when it is.
func (w *writer) endLots(r *trace.Record) error {
	rows, known := r.Replaces()
	if !known {
		old, err := w.version(r.ID, r.Version-1)
		if err != nil {
			return err
		}
		rows = old.LotRows()
	}
	for i := range rows {
		args := []any{r.UpdatedAt.UnixMilli(), rows[i].Lot, int16(rows[i].Role), w.dialect.ID(r.ID), r.Version - 1}
		part := w.dialect.Part("$6")
		if part != "" {
			args = append(args, int16(r.ID.Partition()))
		}
		if err := w.later(anyRows, `UPDATE lot_entry SET until = $1 WHERE lot = $2 AND role = $3 AND id = $4 AND version = $5`+part, args...); err != nil {
			return err
		}
	}
	return nil
}

// version reads one version of a record, a zero one where there is none.
func (w *writer) version(id trace.ID, version int64) (trace.Record, error) {
	versions, err := w.Versions(w.ctx, id)
	for i := range versions {
		if versions[i].Version == version {
			return versions[i], err
		}
	}
	return trace.Record{Kind: kind.All[0]}, err
}

// eraseLots destroys what the versions of a record say of lots.
func (w *writer) eraseLots(id trace.ID) error {
	versions, err := w.Versions(w.ctx, id)
	if err != nil {
		return err
	}
	done := map[string]bool{}
	for i := range versions {
		for _, row := range versions[i].LotRows() {
			if done[row.Lot] {
				continue
			}
			done[row.Lot] = true
			if err := w.later(anyRows, `DELETE FROM lot_entry WHERE lot = $1 AND id = $2`, row.Lot, w.dialect.ID(id)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r reader) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	b := &builder{dialect: r.dialect}
	order := ""
	if len(q.Lots) == 1 {
		b.conds = append(b.conds, `lot = `+b.bind(q.Lots[0]))
		order = ` ORDER BY role, id, version`
	} else {
		b.bind(r.dialect.Lots.List(q.Lots))
		b.conds = append(b.conds, r.dialect.Lots.IsOf)
	}
	b.conds = append(b.conds, `role >= `+b.bind(int16(q.From)), `role <= `+b.bind(int16(q.To)))
	if q.At.IsZero() {
		b.conds = append(b.conds, `until = 0`)
	} else {
		at := b.bind(q.At.UnixMilli())
		b.conds = append(b.conds, `since <= `+at, `(until = 0 OR until > `+at+`)`)
	}
	rows, err := r.conn.Query(r.context(ctx), `SELECT `+LotColumns+` FROM lot_entry WHERE `+b.where()+order+` LIMIT `+b.bind(int64(q.Limit)), b.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var row lot.Row
		var role int16
		var body []byte
		if err := rows.Scan(&row.Lot, &role, &row.ID, &row.Version, &row.Kind, &row.Since, &row.Until, &body); err != nil {
			return fmt.Errorf("scanning a row of the lot graph: %w", err)
		}
		row.Role = lot.Role(role)
		if err := row.Fact.Decode(string(body)); err != nil {
			return fmt.Errorf("lot %s, record %s: %w", row.Lot, trace.ID(row.ID), err)
		}
		if err := fn(&row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// LotCodes leaps from code to code, however many rows each has.
func (r reader) LotCodes(ctx context.Context, q trace.LotCodes) ([]string, error) {
	pick, first, next := `min`, ` >= `, ` > `
	if q.Down {
		pick, first, next = `max`, ` <= `, ` < `
	}
	if q.After {
		first = next
	}
	rows, err := r.conn.Query(r.context(ctx), `WITH RECURSIVE code (lot) AS (
		SELECT (SELECT `+pick+`(lot) FROM lot_entry WHERE lot`+first+`$1)
		UNION ALL SELECT (SELECT `+pick+`(e.lot) FROM lot_entry e WHERE e.lot`+next+`code.lot) FROM code WHERE code.lot IS NOT NULL)
		SELECT lot FROM code WHERE lot IS NOT NULL LIMIT $2`, q.From, int64(q.Limit))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var codes []string
	for rows.Next() {
		var code string
		if err := rows.Scan(&code); err != nil {
			return nil, err
		}
		codes = append(codes, code)
	}
	return codes, rows.Err()
}

func (r reader) EachOfHarvests(ctx context.Context, k *kind.Kind, safraIDs []string, at time.Time, fn func(*trace.Record) error) error {
	if len(safraIDs) == 0 {
		return nil
	}
	b := &builder{dialect: r.dialect, args: []any{r.dialect.Lots.List(safraIDs)}}
	sql := r.dialect.selectRecord() + r.dialect.Lots.OfHarvests + ` AND kind = ` + b.bind(k.Code)
	if at.IsZero() {
		return r.each(ctx, fn, sql+` AND until IS NULL`, b.args...)
	}
	then := b.bind(at.UnixMilli())
	if err := r.each(ctx, fn, sql+` AND until IS NULL AND updated_at <= `+then, b.args...); err != nil {
		return err
	}
	return r.each(ctx, fn, sql+` AND until IS NOT NULL AND updated_at <= `+then+` AND until > `+then, b.args...)
}

func (r reader) LotsFilled(ctx context.Context) (bool, error) {
	done, err := r.number(r.context(ctx), `SELECT done FROM lot_state`)
	return done != 0, err
}
