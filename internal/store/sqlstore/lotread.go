package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

func (r reader) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	if len(q.Lots) != 1 {
		return r.eachOfLots(ctx, q, fn)
	}
	told := 0
	take := func(row *lot.Row) error {
		told++
		return fn(row)
	}
	if !q.From.Light() && !q.After.Role.Light() {
		if err := r.paged(ctx, q, r.wholeRows, take); err != nil {
			return err
		}
	}
	if !q.To.Light() || told == q.Limit {
		return nil
	}
	q.From, q.Limit = max(q.From, lot.FirstLight), q.Limit-told
	return r.paged(ctx, q, r.lightRows, take)
}

// eachOfLots reads the rows of several lots. It also counts the rows that it skips, because a
// skipped row must not hide that others were cut off.
func (r reader) eachOfLots(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	limit := q.Limit
	for _, kept := range []struct {
		read rowReader
		is   bool
	}{{r.wholeRows, !q.From.Light()}, {r.lightRows, q.To.Light()}} {
		if !kept.is {
			continue
		}
		part := q
		part.Limit = limit + 1
		page, err := kept.read(ctx, part, fn)
		if err != nil {
			return err
		}
		if limit -= page.looked; limit < 0 {
			return trace.ErrManyRows
		}
	}
	return nil
}

// rowReader reads a page of rows.
type rowReader func(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) (rowPage, error)

// rowPage records how many rows a page read, emitted or not, and the last of them.
type rowPage struct {
	looked int
	last   lot.RowKey
}

// rowPageSize is the number of rows per read when some may be left out: large enough to make the
// cost of a statement negligible, small enough not to waste reads.
const rowPageSize = 1024

// errEnough ends a page once it has emitted as many rows as requested.
var errEnough = errors.New("enough rows")

// paged reads up to Limit rows of a lot. Rows that are left out do not count, so it
// reads on, page by page, until it has found that many.
func (r reader) paged(ctx context.Context, q trace.LotQuery, read rowReader, fn func(*lot.Row) error) error {
	left, page := q.Limit, q
	if !q.All() {
		page.Limit = max(q.Limit, rowPageSize)
	}
	for left > 0 {
		got, err := read(ctx, page, func(row *lot.Row) error {
			if left == 0 {
				return errEnough
			}
			left--
			return fn(row)
		})
		switch {
		case err == errEnough || err == nil && got.looked < page.Limit:
			return nil
		case err != nil:
			return err
		}
		page.After, page.Limit = got.last, max(page.Limit, rowPageSize)
	}
	return nil
}

// lotConditions returns the conditions that apply to both kinds of row.
func (r reader) lotConditions(q *trace.LotQuery) *builder {
	b := &builder{dialect: r.dialect}
	if len(q.Lots) == 1 {
		b.conds = append(b.conds, `lot = `+b.bind(q.Lots[0]))
	} else {
		b.bind(r.dialect.Lots.List(q.Lots))
		b.conds = append(b.conds, r.dialect.Lots.IsOf)
	}
	if !continues(q) {
		b.conds = append(b.conds, `role >= `+b.bind(int16(q.From)))
	}
	b.conds = append(b.conds, `role <= `+b.bind(int16(q.To)))
	if q.Kind != 0 {
		// The plus keeps an engine without statistics from going over all records of the kind.
		b.conds = append(b.conds, `+kind = `+b.bind(q.Kind))
	}
	return b
}

// continues reports whether a query resumes in the middle of the rows of its kind. If so, the
// position of the last row is its only lower bound: given a bound on the role as well, SQLite would
// start at the role's first row and skip everything before.
func continues(q *trace.LotQuery) bool {
	return q.After.Role != 0 && q.After.Role >= q.From && q.After.Role.Light() == q.From.Light()
}

// wholeRows reads complete rows; those of a single lot in order.
func (r reader) wholeRows(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) (page rowPage, err error) {
	b := r.lotConditions(&q)
	order := ""
	if len(q.Lots) == 1 {
		order = ` ORDER BY role, id, version`
	}
	if continues(&q) {
		b.conds = append(b.conds, `(role, id, version) > (`+b.bind(int16(q.After.Role))+`, `+b.bind(r.dialect.ID(q.After.ID))+`, `+b.bind(q.After.Version)+`)`)
	}
	switch {
	case q.Ever:
	case q.At.IsZero():
		b.conds = append(b.conds, `until = 0`)
	default:
		at := b.bind(q.At.UnixMilli())
		b.conds = append(b.conds, `since <= `+at, `(until = 0 OR until > `+at+`)`)
	}
	rows, err := r.conn.Query(r.context(ctx), `SELECT `+LotColumns+` FROM lot_entry WHERE `+b.where()+order+` LIMIT `+b.bind(int64(q.Limit)), b.args...)
	if err != nil {
		return page, err
	}
	defer rows.Close()
	mine := harvestSet(q.HarvestIDs)
	held := heldRows{fn: fn, waits: q.Organization != reach.ID{}}
	// One row is reused; the callee copies what it keeps.
	var row lot.Row
	var role int16
	var body []byte
	for rows.Next() {
		row = lot.Row{}
		if err := rows.Scan(&row.Lot, &role, &row.ID, &row.Version, &row.Kind, &row.Since, &row.Until, &body); err != nil {
			return page, fmt.Errorf("scanning a row of the lot graph: %w", err)
		}
		row.Role = lot.Role(role)
		page.looked, page.last = page.looked+1, row.Key()
		if mine != nil {
			harvest, err := lot.HarvestOf(body)
			if err != nil {
				return page, fmt.Errorf("lot %s, record %s: %w", row.Lot, trace.ID(row.ID), err)
			}
			if !mine[string(harvest)] {
				continue
			}
		}
		if err := row.Fact.Decode(string(body)); err != nil {
			return page, fmt.Errorf("lot %s, record %s: %w", row.Lot, trace.ID(row.ID), err)
		}
		if err := held.take(&row); err != nil {
			return page, err
		}
	}
	if err := rows.Err(); err != nil {
		return page, err
	}
	rows.Close() // the connection is free again
	return page, held.emit(ctx, r, q.Organization)
}

// harvestSet returns a set of harvests, nil for all. A key may be limited to a thousand harvests,
// and a lot may have a million rows.
func harvestSet(harvestIDs []string) map[string]bool {
	if len(harvestIDs) == 0 {
		return nil
	}
	set := make(map[string]bool, len(harvestIDs))
	for _, harvestID := range harvestIDs {
		set[harvestID] = true
	}
	return set
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

// codesIn reads the distinct codes of a table by jumping from code to code, however many rows each
// has.
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

func (r reader) EachOfHarvests(ctx context.Context, k *kind.Kind, within trace.Reach, at time.Time, fn func(*trace.Record) error) error {
	if within.All() {
		return errors.New("records of all harvests are read in pages")
	}
	b := &builder{dialect: r.dialect}
	sql := r.dialect.SelectRecord() + b.ofHarvests(within) + ` AND kind = ` + b.bind(k.Code)
	if at.IsZero() {
		return r.each(ctx, fn, sql+` AND until IS NULL`, b.args...)
	}
	then := b.bind(at.UnixMilli())
	if err := r.each(ctx, fn, sql+` AND until IS NULL AND updated_at <= `+then, b.args...); err != nil {
		return err
	}
	return r.each(ctx, fn, sql+` AND until IS NOT NULL AND updated_at <= `+then+` AND until > `+then, b.args...)
}
