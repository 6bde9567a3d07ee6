package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rastro/internal/find/term"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// SearchDialect is what differs between the engines in looking terms up.
type SearchDialect struct {
	// Names is a table with the column safra_id of the names in a list, given its placeholder.
	Names func(list string) string
	// Of is the query of the rows of a table, t, that meet a condition, harvest by harvest with
	// an index of that table, up to a limit.
	Of func(harvests, table, index, where, order, limit string) string
}

// manyTerms limits the rows for limited readers, which arrive harvest by harvest and are sorted
// here. If more of their records contain a plate, the search finds some of them, not necessarily
// the newest.
const manyTerms = 2000

// someHarvests returns a table of the harvests within reach.
func (b *builder) someHarvests(within trace.Reach) string {
	list := ""
	if len(within.HarvestIDs) > 0 {
		list = b.bind(b.dialect.Lots.List(within.HarvestIDs))
	}
	if within.Organization == (reach.ID{}) {
		return b.dialect.Search.Names(list)
	}
	reached := `(SELECT safra_id FROM harvest_reach WHERE organization = ` + b.bind(b.dialect.ID(within.Organization)) + ` AND level > 0`
	if list != "" {
		reached += ` AND ` + b.dialect.Owners.IsAny(`safra_id`, list)
	}
	return reached + `)`
}

// starts returns the condition that a column begins with a text.
func (b *builder) starts(column, text string) string {
	cond := column + ` >= ` + b.bind(text)
	if end := prefixEnd(text); end != "" {
		cond += ` AND ` + column + ` < ` + b.bind(end)
	}
	return cond
}

func (r reader) Terms(ctx context.Context, q term.Query) ([]term.Hit, error) {
	b := &builder{dialect: r.dialect}
	is := func() string {
		cond := `t.realm = ` + b.bind(int16(q.Realm)) + ` AND `
		if q.Prefix {
			return cond + b.starts(`t.term`, q.Text)
		}
		return cond + `t.term = ` + b.bind(q.Text)
	}
	const order = `term, id DESC`
	sql := `SELECT term, id, safra_id FROM `
	if q.Reach.All() {
		sql += `search_term t WHERE ` + is() + ` ORDER BY ` + order + ` LIMIT ` + b.bind(int64(q.Limit))
	} else {
		harvests := b.someHarvests(q.Reach)
		sql += `(` + r.dialect.Search.Of(harvests, `search_term`, `search_term_of`, is(), order, b.bind(int64(manyTerms))) + `) found`
	}
	found, err := queryAll(ctx, r, func(rows Rows) (h term.Hit, err error) {
		return h, rows.Scan(&h.Text, (*[16]byte)(&h.ID), &h.HarvestID)
	}, sql, b.args...)
	slices.SortFunc(found, term.Hit.Order)
	return found[:min(len(found), q.Limit)], err
}

func (r reader) HarvestsNamed(ctx context.Context, text string, within trace.Reach, limit int) ([]string, error) {
	b := &builder{dialect: r.dialect}
	sql := `SELECT folded, safra_id FROM `
	if within.All() {
		sql += `search_harvest t WHERE ` + b.starts(`t.folded`, text) + ` ORDER BY folded, safra_id LIMIT ` + b.bind(int64(limit))
	} else {
		harvests := b.someHarvests(within)
		sql += `(` + r.dialect.Search.Of(harvests, `search_harvest`, `search_harvest_of`, b.starts(`t.folded`, text), `folded`, b.bind(int64(manyTerms))) + `) found`
	}
	type named struct{ folded, name string }
	found, err := queryAll(ctx, r, func(rows Rows) (h named, err error) { return h, rows.Scan(&h.folded, &h.name) }, sql, b.args...)
	slices.SortFunc(found, func(x, y named) int {
		return cmp.Or(strings.Compare(x.folded, y.folded), strings.Compare(x.name, y.name))
	})
	var names []string
	for _, h := range found[:min(len(found), limit)] {
		names = append(names, h.name)
	}
	return names, err
}

func (r reader) Reached(ctx context.Context, within trace.Reach, names []string) ([]string, error) {
	if len(within.HarvestIDs) > 0 {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(within.HarvestIDs, name) })
	}
	if len(names) == 0 || within.Organization == (reach.ID{}) {
		return names, nil
	}
	b := &builder{dialect: r.dialect}
	within.HarvestIDs = names
	return queryAll(ctx, r, func(rows Rows) (name string, err error) { return name, rows.Scan(&name) },
		`SELECT safra_id FROM `+b.someHarvests(within)+` own`, b.args...)
}

func (r reader) OrganizationsNamed(ctx context.Context, text string, limit int) ([]reach.ID, error) {
	b := &builder{dialect: r.dialect}
	found, err := queryAll(ctx, r, func(rows Rows) (id reach.ID, err error) { return id, rows.Scan(&id) },
		`SELECT id FROM organization_name WHERE `+b.starts(`name`, text)+` ORDER BY name LIMIT `+b.bind(int64(limit)), b.args...)
	var once []reach.ID
	for _, id := range found {
		once = trace.AppendOnce(once, id)
	}
	return once, err
}

func (r reader) TermsIndexed(ctx context.Context) (mark term.Mark, err error) {
	type number struct {
		name  string
		value int64
	}
	found, err := queryAll(ctx, r, func(rows Rows) (n number, err error) { return n, rows.Scan(&n.name, &n.value) },
		`SELECT name, value FROM meta WHERE name IN ('search_place', 'search_reader', 'search_renewed')`)
	for _, n := range found {
		switch n.name {
		case "search_place":
			mark.Place = n.value
		case "search_reader":
			mark.Reader = n.value
		default:
			mark.Renewed = n.value
		}
	}
	return mark, err
}

func (w *writer) PutTerms(ctx context.Context, from, to term.Mark, entries []term.Entry) error {
	if now, err := w.TermsIndexed(ctx); err != nil || now != from {
		return err
	}
	// Another server may be doing the same. Then this runs again and finds it done.
	if err := w.later(1, `UPDATE meta SET value = $1 WHERE name = 'search_place' AND value = $2`, to.Place, from.Place); err != nil {
		return err
	}
	if to.Reader != from.Reader || to.Renewed != from.Renewed {
		if err := w.later(2, `UPDATE meta SET value = CASE name WHEN 'search_reader' THEN CAST($1 AS bigint) ELSE CAST($2 AS bigint) END WHERE name IN ('search_reader', 'search_renewed')`, to.Reader, to.Renewed); err != nil {
			return err
		}
	}
	if err := w.putNames(entries); err != nil {
		return err
	}
	type row struct {
		*term.Entry
		term.Term
	}
	var rows []row
	for i := range entries {
		e := &entries[i]
		if !e.First {
			if err := w.dropTerms(e.ID); err != nil {
				return err
			}
		}
		for _, t := range e.Terms {
			rows = append(rows, row{e, t})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.Realm, b.Realm), strings.Compare(a.Text, b.Text)) }) // neighbours together
	for _, one := range rows {
		if err := w.later(anyRows, `INSERT INTO search_term (realm, term, id, safra_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			int16(one.Realm), one.Text, w.dialect.ID(one.ID), one.HarvestID); err != nil {
			return err
		}
	}
	if w.dialect.Plots.Filled != nil { // rows of this index are not records either
		w.dialect.Plots.Filled()
	}
	return nil
}

// putNames adds the names of the entries' harvests.
func (w *writer) putNames(entries []term.Entry) error {
	known := map[string]bool{}
	for i := range entries {
		name := entries[i].HarvestID
		if known[name] {
			continue
		}
		known[name] = true
		for _, folded := range term.Names(name) {
			if err := w.later(anyRows, `INSERT INTO search_harvest (folded, safra_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, folded, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) dropTerms(id trace.ID) error {
	return w.later(anyRows, `DELETE FROM search_term WHERE id = $1`, w.dialect.ID(id))
}
