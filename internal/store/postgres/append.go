package postgres

import "rastro/internal/store/sqlstore"

// Bulk is how rows that are inserted one by one, by the statement One, are inserted together.
type Bulk struct {
	One  string
	Many func(rows [][]any, queue func(sql string, args ...any))
}

// arrays inserts rows by a statement that takes each column as one array. For a group of
// creates that halves what the database has to do.
func arrays(one, many string, columns func(rows [][]any) []any) Bulk {
	return Bulk{one, func(rows [][]any, queue func(string, ...any)) {
		if len(rows) == 1 {
			queue(one, rows[0]...)
			return
		}
		queue(many, columns(rows)...)
	}}
}

// bulks are the rows of a group that are inserted together, in this order.
var bulks = []Bulk{
	arrays(dialect.Append, appendMany, columns),
	arrays(dialect.Lots.Append, appendLots, lotColumns),
	arrays(dialect.Lots.Mention, appendMentions, mentionColumns),
	arrays(dialect.Plots.Append, appendPlots, plotColumns),
	arrays(ownOne, ownMany, ownColumns),
	arrays(holdOne, holdMany, holdColumns),
	arrays(takeOne, takeMany, ownColumns),
}

// appendMany inserts several versions.
const appendMany = `INSERT INTO journal (` + sqlstore.AppendColumns + `, safra_id, part)
	SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
		$9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[], $14::bytea[], $15::bytea[], $16::bytea[], $17::text[], $18::smallint[])`

// columns converts the values of versions, as Append returns them, to those of appendMany.
func columns(rows [][]any) []any {
	return []any{
		column[[16]byte](rows, 0), column[int64](rows, 1), column[int16](rows, 2), column[int64](rows, 3), column[string](rows, 4),
		column[int64](rows, 5), column[int64](rows, 6), column[*int64](rows, 7), column[string](rows, 8), column[string](rows, 9), column[string](rows, 10),
		column[[]byte](rows, 11), column[[]byte](rows, 12), column[[]byte](rows, 13), column[[]byte](rows, 14), column[[]byte](rows, 15),
		column[string](rows, 16), column[int16](rows, 17),
	}
}

// appendLots inserts rows of the lot graph, appendMentions its light rows.
const appendLots = `INSERT INTO lot_entry (` + sqlstore.LotColumns + `, part)
	SELECT * FROM unnest($1::text[], $2::smallint[], $3::uuid[], $4::bigint[], $5::smallint[], $6::bigint[], $7::bigint[], $8::bytea[], $9::smallint[])`

func lotColumns(rows [][]any) []any {
	return []any{
		column[string](rows, 0), column[int16](rows, 1), column[[16]byte](rows, 2), column[int64](rows, 3), column[int16](rows, 4),
		column[int64](rows, 5), column[int64](rows, 6), column[[]byte](rows, 7), column[int16](rows, 8),
	}
}

const appendMentions = `INSERT INTO lot_mention (lot, role, id, version, part)
	SELECT * FROM unnest($1::text[], $2::smallint[], $3::uuid[], $4::bigint[], $5::smallint[])`

func mentionColumns(rows [][]any) []any {
	return []any{column[string](rows, 0), column[int16](rows, 1), column[[16]byte](rows, 2), column[int64](rows, 3), column[int16](rows, 4)}
}

// appendPlots inserts rows into the plot index.
const appendPlots = `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, safra_id, part)
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::smallint[])`

func plotColumns(rows [][]any) []any {
	return []any{
		column[string](rows, 0), column[int64](rows, 1), column[[16]byte](rows, 2), column[int16](rows, 3), column[int64](rows, 4),
		column[int64](rows, 5), column[int64](rows, 6), column[int64](rows, 7), column[string](rows, 8), column[int16](rows, 9),
	}
}

func column[T any](rows [][]any, i int) []T {
	values := make([]T, len(rows))
	for n, row := range rows {
		values[n] = row[i].(T)
	}
	return values
}
