package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

func (r reader) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	told := 0
	if !q.From.Light() {
		err := r.eachEntry(ctx, q, func(row *lot.Row) error {
			told++
			return fn(row)
		})
		if err != nil {
			return err
		}
	}
	if !q.To.Light() || told == q.Limit {
		return nil
	}
	q.From, q.Limit = max(q.From, lot.FirstLight), q.Limit-told
	return r.eachMention(ctx, q, fn)
}

// lotConditions are those of a query that both kinds of row have.
func (r reader) lotConditions(q *trace.LotQuery) *builder {
	b := &builder{dialect: r.dialect}
	if len(q.Lots) == 1 {
		b.conds = append(b.conds, `lot = `+b.bind(q.Lots[0]))
	} else {
		b.bind(r.dialect.Lots.List(q.Lots))
		b.conds = append(b.conds, r.dialect.Lots.IsOf)
	}
	b.conds = append(b.conds, `role >= `+b.bind(int16(q.From)), `role <= `+b.bind(int16(q.To)))
	return b
}

// eachEntry gives the rows that are kept whole.
func (r reader) eachEntry(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	b := r.lotConditions(&q)
	order := ""
	if len(q.Lots) == 1 {
		order = ` ORDER BY role, id, version`
	}
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

// LotCodes merges the codes of whole rows and of light ones.
func (r reader) LotCodes(ctx context.Context, q trace.LotCodes) ([]string, error) {
	whole, err := r.codesIn(ctx, `lot_entry`, q)
	if err != nil {
		return nil, err
	}
	light, err := r.codesIn(ctx, `lot_mention`, q)
	if err != nil {
		return nil, err
	}
	codes := append(whole, light...)
	slices.Sort(codes)
	codes = slices.Compact(codes)
	if q.Down {
		slices.Reverse(codes)
	}
	return codes[:min(len(codes), q.Limit)], nil
}

// codesIn leaps from code to code of a table, however many rows each has.
func (r reader) codesIn(ctx context.Context, table string, q trace.LotCodes) ([]string, error) {
	pick, first, next := `min`, ` >= `, ` > `
	if q.Down {
		pick, first, next = `max`, ` <= `, ` < `
	}
	if q.After {
		first = next
	}
	rows, err := r.conn.Query(r.context(ctx), `WITH RECURSIVE code (lot) AS (
		SELECT (SELECT `+pick+`(lot) FROM `+table+` WHERE lot`+first+`$1)
		UNION ALL SELECT (SELECT `+pick+`(e.lot) FROM `+table+` e WHERE e.lot`+next+`code.lot) FROM code WHERE code.lot IS NOT NULL)
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
	sql := r.dialect.SelectRecord() + r.dialect.Lots.OfHarvests + ` AND kind = ` + b.bind(k.Code)
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
