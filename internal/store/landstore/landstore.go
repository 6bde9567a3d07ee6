// Package landstore keeps public layers in tables of both engines.
package landstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/geo"
	"rastro/internal/landlayer"
	"rastro/internal/store/sqlconn"
)

// Reader implements landlayer.Reader.
type Reader struct {
	Conn sqlconn.Conn
	// Context replaces the callers' contexts, unless it is nil.
	Context context.Context
}

func (r Reader) query(ctx context.Context, each func(sqlconn.Rows) error, sql string, args ...any) error {
	if r.Context != nil {
		ctx = r.Context
	}
	rows, err := r.Conn.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

const layerColumns = `num, name, kind, date, source, sha256, bytes, polygons, broken, elsewhere, earlier, imported_at, state, how`

var errKind = errors.New("a layer has a kind that this build does not know")

// Layers implements landlayer.Reader.
func (r Reader) Layers(ctx context.Context, every bool) (all []landlayer.Layer, err error) {
	where := ` WHERE state = ` + strconv.Itoa(int(landlayer.Current))
	if every {
		where = ``
	}
	err = r.query(ctx, func(rows sqlconn.Rows) error {
		var l landlayer.Layer
		var kind string
		var at, state int64
		if err := rows.Scan(&l.Num, &l.Name, &kind, &l.Date, &l.Source, &l.SHA256, &l.Bytes, &l.Polygons, &l.Broken, &l.Elsewhere, &l.Earlier, &at, &state, &l.Read); err != nil {
			return err
		}
		if l.Kind = landlayer.KindOf(kind); l.Kind == nil {
			return fmt.Errorf("%w: %q", errKind, kind)
		}
		l.ImportedAt, l.State = time.UnixMilli(at).UTC(), landlayer.State(state)
		all = append(all, l)
		return nil
	}, `SELECT `+layerColumns+` FROM land_layer`+where)
	slices.SortFunc(all, func(a, b landlayer.Layer) int {
		return cmp.Or(cmp.Compare(slices.Index(landlayer.Kinds, a.Kind), slices.Index(landlayer.Kinds, b.Kind)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Num, b.Num))
	})
	return all, err
}

// EachPiece implements landlayer.Reader.
func (r Reader) EachPiece(ctx context.Context, q landlayer.Query, fn func(*landlayer.Piece) error) error {
	if len(q.Layers) == 0 || len(q.Cells) == 0 {
		return nil
	}
	var args []any
	bind := func(v int64) string {
		args = append(args, v)
		return `$` + strconv.Itoa(len(args))
	}
	// Pad the number of marks to the next power of two, so that there are few distinct statements.
	list := func(n int, at func(int) int64) string {
		size := 1
		for size < n {
			size *= 2
		}
		marks := make([]string, size)
		for i := range marks {
			marks[i] = bind(at(min(i, n-1)))
		}
		return strings.Join(marks, ", ")
	}
	cells := list(len(q.Cells), func(i int) int64 { return int64(q.Cells[i]) })
	layers := list(len(q.Layers), func(i int) int64 { return q.Layers[i] })
	w := q.Within
	return r.query(ctx, func(rows sqlconn.Rows) error {
		var p landlayer.Piece
		e := &p.Extent
		if err := rows.Scan(&p.Layer, &p.Num, &p.Polygon, &p.Name, &p.Day, &e.West, &e.South, &e.East, &e.North, &p.Shape); err != nil {
			return err
		}
		return fn(&p)
	}, `SELECT layer, num, polygon, name, day, west, south, east, north, shape FROM land_piece WHERE cell IN (`+cells+`) AND layer IN (`+layers+`)
		AND west < `+bind(w.East)+` AND east > `+bind(w.West)+` AND south < `+bind(w.North)+` AND north > `+bind(w.South)+` LIMIT `+bind(int64(q.Limit)), args...)
}

// LastPiece implements landlayer.Reader.
func (r Reader) LastPiece(ctx context.Context, layer int64) (last int64, err error) {
	err = r.query(ctx, func(rows sqlconn.Rows) error { return rows.Scan(&last) }, `SELECT coalesce(max(num), 0) FROM land_piece WHERE layer = $1`, layer)
	return last, err
}

// Writer implements landlayer.Writer in a transaction.
type Writer struct {
	landlayer.Reader
	// Later runs a statement that must change a number of rows; any number if it is negative.
	Later func(want int64, sql string, args ...any) error
}

// On returns a Writer of a transaction.
func On(r landlayer.Reader, later func(want int64, sql string, args ...any) error) Writer {
	return Writer{r, later}
}

const anyRows = -1

// AddLayer implements landlayer.Writer.
func (w Writer) AddLayer(_ context.Context, l *landlayer.Layer) error {
	return w.Later(1, `INSERT INTO land_layer (`+layerColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		l.Num, l.Name, l.Kind.Code, l.Date, l.Source, l.SHA256, l.Bytes, l.Polygons, l.Broken, l.Elsewhere, l.Earlier, l.ImportedAt.UnixMilli(), int64(l.State), l.Read)
}

// AddPiece implements landlayer.Writer.
func (w Writer) AddPiece(_ context.Context, p *landlayer.Piece, cell geo.Cell) error {
	e := p.Extent
	return w.Later(1, `INSERT INTO land_piece (layer, num, cell, polygon, name, day, west, south, east, north, shape) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		p.Layer, p.Num, int64(cell), p.Polygon, p.Name, p.Day, e.West, e.South, e.East, e.North, p.Shape)
}

// MoveLayer implements landlayer.Writer.
func (w Writer) MoveLayer(_ context.Context, l *landlayer.Layer, before landlayer.State) error {
	return w.Later(1, `UPDATE land_layer SET state = $1, polygons = $2, broken = $3, elsewhere = $4, earlier = $5, imported_at = $6 WHERE num = $7 AND state = $8`,
		int64(l.State), l.Polygons, l.Broken, l.Elsewhere, l.Earlier, l.ImportedAt.UnixMilli(), l.Num, int64(before))
}

// DropPieces implements landlayer.Writer.
func (w Writer) DropPieces(_ context.Context, layer, upTo int64) error {
	return w.Later(anyRows, `DELETE FROM land_piece WHERE layer = $1 AND num <= $2`, layer, upTo)
}

// DropLayer implements landlayer.Writer.
func (w Writer) DropLayer(_ context.Context, layer int64) error {
	return w.Later(1, `DELETE FROM land_layer WHERE num = $1`, layer)
}
