package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// HarvestRange is the part of the harvests' names that a page is taken from, with its values as
// placeholders.
type HarvestRange struct {
	// Above and Below bound the name, each with its comparison ("> $1"); Below
	// is "" if nothing does.
	Above, Below string
	// Names limits the result to these harvests; nil means all.
	Names []string
	// Organization limits the result to its harvests; "": any.
	Organization string
	Desc         bool
	// Page is the limit and the offset, Most up to how many versions are counted.
	Page, Most string
}

// Where returns the condition that a column is within the bounds.
func (r HarvestRange) Where(column string) string {
	if r.Below == "" {
		return column + r.Above
	}
	return column + r.Above + ` AND ` + column + r.Below
}

// Reached returns the condition that the organisation reaches the harvest that a column names; ""
// if there is none.
func (r HarvestRange) Reached(column string) string {
	if r.Organization == "" {
		return ""
	}
	return ` AND ` + Reached(r.Organization, column)
}

// Order returns the ORDER BY term for the column that holds the names.
func (r HarvestRange) Order(column string) string { return ` ORDER BY ` + column + direction(r.Desc) }

// Harvests walks the index of names, or of live records, one step per harvest. A harvest's
// versions are counted in its own ranges of the indexes of live and ended versions, and only up
// to the limit.
func (r reader) Harvests(ctx context.Context, q trace.HarvestQuery) ([]trace.Harvest, error) {
	b := &builder{dialect: r.dialect}
	within, some := b.within(q)
	if !some {
		return nil, nil
	}
	within.Page = ` LIMIT ` + b.bind(int64(q.Limit)) + ` OFFSET ` + b.bind(q.Offset)
	most := b.bind(q.CountTo)
	within.Most = most
	count := func(live string) string {
		return `(SELECT count(*) FROM (SELECT 1 FROM journal WHERE ` + r.dialect.OfPage + ` AND ` + live + ` LIMIT ` + most + `) counted)`
	}
	sql := r.dialect.HarvestPage(within, `SELECT page.safra_id, `+count("until IS NULL")+` + `+count("until IS NOT NULL")+` FROM `)
	rows, err := r.conn.Query(r.context(ctx), sql, b.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []trace.Harvest
	for rows.Next() {
		var h trace.Harvest
		if err := rows.Scan(&h.HarvestID, &h.Versions); err != nil {
			return nil, fmt.Errorf("scanning a harvest: %w", err)
		}
		found = append(found, h)
	}
	// The page is in order, but the outer query does not guarantee its own order.
	slices.SortFunc(found, func(x, y trace.Harvest) int {
		if q.Desc {
			x, y = y, x
		}
		return strings.Compare(x.HarvestID, y.HarvestID)
	})
	return found, rows.Err()
}

// within binds the bounds of a query: one for each end, so that an index can
// begin at it. some is false if no harvest can be within them.
func (b *builder) within(q trace.HarvestQuery) (_ HarvestRange, some bool) {
	low, above, high := q.Prefix, " >= ", prefixEnd(q.Prefix)
	if low == "" {
		above = " > " // no harvest has an empty name
	}
	switch {
	case q.After == "":
	case q.Desc:
		if high == "" || q.After < high {
			high = q.After
		}
	case q.After >= low:
		low, above = q.After, " > "
	}
	within := HarvestRange{Desc: q.Desc}
	if len(q.HarvestIDs) > 0 {
		var names []string
		for _, name := range slices.Compact(slices.Sorted(slices.Values(q.HarvestIDs))) {
			if (name > low || above == " >= " && name == low) && (high == "" || name < high) {
				names = append(names, b.bind(name))
			}
		}
		if within.Names = names; names == nil {
			return within, false
		}
	}
	if q.Organization != (reach.ID{}) {
		within.Organization = b.bind(b.dialect.ID(q.Organization))
	}
	within.Above = above + b.bind(low)
	if high != "" {
		within.Below = " < " + b.bind(high)
	}
	return within, true
}

// prefixEnd returns the smallest text above all that begin with a prefix, "" if there
// is none: both engines order texts by their code points.
func prefixEnd(prefix string) string {
	points := []rune(prefix)
	for n := len(points) - 1; n >= 0; n-- {
		switch next := points[n] + 1; {
		case next == 0xD800:
			return string(points[:n]) + "\uE000" // surrogates are not characters
		case next <= 0x10FFFF:
			return string(points[:n]) + string(next)
		}
	}
	return ""
}

func (r reader) LastEnd(ctx context.Context, harvestID string) (time.Time, error) {
	b := r.conditions(trace.Query{Reach: trace.Only(harvestID)}, "until IS NOT NULL")
	n, err := r.number(r.context(ctx), `SELECT coalesce(max(until), 0) FROM journal WHERE `+b.where(), b.args...)
	return instant(n), err
}

func (r reader) PhaseRevision(ctx context.Context) (int64, error) {
	return r.number(r.context(ctx), `SELECT CAST(coalesce(sum(version), 0) AS bigint) FROM phase`)
}

// NewestProfile looks for the live profile first, which an index has, then for the newest
// version that ended.
func (r reader) NewestProfile(ctx context.Context, harvestID string) (trace.Record, error) {
	for _, ended := range []string{`until IS NULL`, `until IS NOT NULL`} {
		b := r.conditions(trace.Query{Kind: kind.Profile, Reach: trace.Only(harvestID)}, ended)
		found, err := r.records(r.context(ctx), r.dialect.SelectRecord()+`FROM journal WHERE `+b.where()+` ORDER BY id DESC, version DESC LIMIT 1`, b.args...)
		if err != nil {
			return trace.Record{}, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return trace.Record{}, trace.Fail(trace.CodeRecordNotFound)
}
