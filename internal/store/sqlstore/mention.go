package sqlstore

import (
	"context"
	"fmt"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// A light row only records that a version names a lot in a role. It does not even record when it
// ends, since the version does. The facts are read from the version, which decides: if a later
// build no longer finds the lot there, the row does not count.

// saidColumns returns the columns of a version from which its rows in the lot graph are made, in
// the order of scanSaid. bareColumns omits the payload.
func (d *Dialect) saidColumns() string { return d.bareColumns(`dados, findings`) }

func (d *Dialect) bareColumns(said string) string {
	return `id, version, kind, operation, ` + d.Harvest + `, updated_at, coalesce(nullif(created_by, ''), updated_by), coalesce(until, 0), ` + said
}

// scanSaid reads such a version, and when it ended: 0 for a live one. head are
// columns before it.
func scanSaid(rows Rows, r *trace.Record, head ...any) (until int64, err error) {
	var code int16
	var operation, updatedAt int64
	err = rows.Scan(append(head, (*[16]byte)(&r.ID), &r.Version, &code, &operation, &r.HarvestID, &updatedAt, &r.CreatedBy, &until, &r.Payload, &r.Findings)...)
	if err != nil {
		return 0, fmt.Errorf("scanning what a version says: %w", err)
	}
	r.Operation, r.UpdatedAt = trace.Operation(operation), time.UnixMilli(updatedAt).UTC()
	if r.Kind = kind.ByCode(code); r.Kind == nil {
		return 0, fmt.Errorf("record %s has kind %d, which this build does not know", r.ID, code)
	}
	return until, nil
}

// lightRows reads light rows; those of a single lot in stored order.
func (r reader) lightRows(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) (page rowPage, err error) {
	b := r.lotConditions(&q)
	order := ``
	if len(q.Lots) == 1 {
		order = ` ORDER BY ` + r.dialect.Lots.MentionOrder
	}
	if continues(&q) {
		b.conds = append(b.conds, r.dialect.Lots.MentionAfter(b.bind(int16(q.After.Role)), b.bind(r.dialect.ID(q.After.ID)), b.bind(q.After.Version)))
	}
	switch {
	case q.Ever:
	case q.At.IsZero():
		b.conds = append(b.conds, `until IS NULL`)
	default:
		at := b.bind(q.At.UnixMilli())
		b.conds = append(b.conds, `updated_at <= `+at, `(until IS NULL OR until > `+at+`)`)
	}
	if len(q.HarvestIDs) > 0 { // payloads are long, so do not read those of other harvests
		b.conds = append(b.conds, r.dialect.Lots.OfHarvest(b.bind(r.dialect.Lots.List(q.HarvestIDs))))
	}
	if q.Organization != (reach.ID{}) {
		b.conds = append(b.conds, r.dialect.ReachedInOrder(b.bind(r.dialect.ID(q.Organization))))
	}
	columns := r.dialect.saidColumns()
	if q.RefsOnly {
		columns = r.dialect.bareColumns(`NULL, NULL`)
	}
	found, err := r.conn.Query(r.context(ctx), `SELECT lot, role, `+columns+` FROM `+r.dialect.Lots.Mentions+
		` WHERE `+b.where()+order+` LIMIT `+b.bind(int64(q.Limit)), b.args...)
	if err != nil {
		return page, err
	}
	defer found.Close()
	said := saidOnce{}
	for found.Next() {
		var v trace.Record
		var code string
		var role int16
		until, err := scanSaid(found, &v, &code, &role)
		if err != nil {
			return page, err
		}
		row := lot.Row{Lot: code, Role: lot.Role(role), Kind: v.Kind.Code, ID: v.ID, Version: v.Version, Since: v.UpdatedAt.UnixMilli()}
		row.HarvestID, row.By = v.HarvestID, v.CreatedBy
		page.looked, page.last = page.looked+1, row.Key()
		if !q.RefsOnly {
			says, ok := lot.RowOf(said.rows(&v), code, lot.Role(role))
			if !ok {
				continue
			}
			row = *says
		}
		row.Until = until
		if err := fn(&row); err != nil {
			return page, err
		}
	}
	return page, found.Err()
}

// saidOnce remembers versions that name several lots: a chunk of a walk meets the same
// inspection of five hundred lots again and again.
type saidOnce map[saidKey][]lot.Row

type saidKey struct {
	id      trace.ID
	version int64
}

// maxSaid bounds the versions remembered.
const maxSaid = 32

func (s saidOnce) rows(v *trace.Record) []lot.Row {
	key := saidKey{v.ID, v.Version}
	if rows, ok := s[key]; ok {
		return rows
	}
	rows := v.GraphRows()
	if len(rows) > 1 {
		if len(s) == maxSaid {
			clear(s)
		}
		s[key] = rows
	}
	return rows
}
