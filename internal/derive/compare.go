package derive

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/trace"
)

// Difference is a row that differs from the journal.
type Difference struct {
	Table *Table
	Key   []any
	// Record is the record that the row comes from, or claims to.
	Record         trace.ID
	Missing, Extra bool // neither: it was changed
}

func (d *Difference) String() string {
	said := d.Table.name(d.Key) + ": " + d.Table.What
	switch {
	case d.Table.Stray != "":
		said += d.Table.Stray
	case d.Missing:
		said += " is missing"
	case d.Extra:
		said += " that no record makes"
	default:
		said += " was changed"
	}
	return said + " (adulterado)"
}

// uneven is a version whose own columns do not follow.
type uneven struct {
	id      trace.ID
	version int64
	what    []string
	// told: proof.VerifyStore reports it too.
	told bool
}

func (u *uneven) String() string {
	return "journal id " + u.id.String() + " version " + itoa(u.version) + ": its " + strings.Join(u.what, ", its ") + " changed (adulterado)"
}

// How many rows of a table are looked at one by one at once: enough to name the
// first differences, and more where each is restored. About a kilobyte each.
const (
	heldToName    = 5_000
	heldToRestore = 50_000
)

// comparison is the result of comparing tables with the journal.
type comparison struct {
	differences []Difference
	unevens     []uneven
	unfilled    []string // tables that do not have all versions yet
	more        bool     // there are more differences than these
	held        int      // how many rows of a table are looked at one by one
	sound       bool     // require that the journal is as it was written
	claims      *claims  // where owners were compared
}

// compare derives tables from the journal and compares them with what is stored.
func compare(ctx context.Context, r Reader, tables []*Table, versions bool, c *comparison) (*comparison, error) {
	held := c.held
	tables, err := c.filled(ctx, r, tables)
	if err != nil {
		return nil, err
	}
	whole := tables
	tables = slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool { return t.Of == nil })
	if len(tables) < len(whole) {
		c.claims = newClaims(maxClaims)
	}
	digests := map[*Table]*digest{}
	for _, t := range tables {
		digests[t] = newDigest()
	}
	w := &walk{tables: tables, claims: c.claims, sound: c.sound, emit: func(t *Table, row Row) { digests[t].take(row, false) }}
	if versions {
		w.onInconsistent = c.uneven
	}
	if err := w.run(ctx, r); err != nil {
		return nil, err
	}
	picks := map[*Table]map[uint32]bool{}
	for _, t := range tables {
		err := r.EachRow(ctx, t, func(row Row) error {
			digests[t].take(w.lasting(t, row), true)
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
		picked, left := digests[t].differing(held)
		if len(picked) > 0 {
			picks[t] = picked
		}
		c.more = c.more || left
	}
	if len(picks) > 0 {
		if err := c.look(ctx, r, tables, digests, picks); err != nil {
			return nil, err
		}
	}
	if c.claims == nil {
		return c, nil
	}
	return c, c.owners(ctx, r, c.claims, whole)
}

// filled omits the tables that are still being filled.
func (c *comparison) filled(ctx context.Context, r Reader, tables []*Table) ([]*Table, error) {
	var whole []*Table
	for _, t := range tables {
		if t.Filled != nil {
			filled, err := t.Filled(ctx, r)
			if err != nil {
				return nil, err
			}
			if !filled {
				c.unfilled = append(c.unfilled, t.Name)
				continue
			}
		}
		whole = append(whole, t)
	}
	return whole, nil
}

// lasting returns a stored row in the form in which it is compared: what an erasure left is
// compared unchanged.
func (w *walk) lasting(t *Table, row Row) Row {
	if t.Lasts == nil {
		return row
	}
	id := t.Record(row)
	if !w.erased[id] {
		return row
	}
	if left, ok := t.Lasts(id, &row); ok {
		return left
	}
	return row
}

// look compares the rows of the picked buckets one by one.
func (c *comparison) look(ctx context.Context, r Reader, tables []*Table, digests map[*Table]*digest, picks map[*Table]map[uint32]bool) error {
	tables = slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool { return picks[t] == nil })
	derived := map[*Table]map[string]Row{}
	for _, t := range tables {
		derived[t] = map[string]Row{}
	}
	w := &walk{tables: tables, emit: func(t *Table, row Row) {
		if picks[t][digests[t].bucketOf(row.Key)] {
			derived[t][string(encode(nil, row.Key))] = row
		}
	}}
	if err := w.run(ctx, r); err != nil {
		return err
	}
	for _, t := range tables {
		var found []Difference
		err := r.EachRow(ctx, t, func(stored Row) error {
			row := w.lasting(t, stored)
			if !picks[t][digests[t].bucketOf(row.Key)] {
				return nil
			}
			key := string(encode(nil, row.Key))
			want, ok := derived[t][key]
			delete(derived[t], key)
			switch {
			case !ok:
				found = append(found, t.difference(stored, false, true))
			case string(encode(nil, want.Value)) != string(encode(nil, row.Value)):
				found = append(found, t.difference(want, false, false))
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, row := range derived[t] {
			found = append(found, t.difference(row, true, false))
		}
		t.sort(found)
		c.differences = append(c.differences, found...)
	}
	return nil
}

func (t *Table) sort(found []Difference) {
	slices.SortFunc(found, func(a, b Difference) int { return strings.Compare(t.name(a.Key), t.name(b.Key)) })
}

func (t *Table) difference(row Row, missing, extra bool) Difference {
	d := Difference{Table: t, Key: row.Key, Missing: missing, Extra: extra}
	if t.Record != nil {
		d.Record = t.Record(row)
	}
	return d
}

// uneven notes a version whose own columns do not follow.
func (c *comparison) uneven(v *Version, want Version) {
	if len(c.unevens) == c.held {
		c.more = true
		return
	}
	u := uneven{id: v.ID, version: v.Version, told: true}
	if v.Created != want.Created {
		u.what, u.told = append(u.what, "creation time"), false
	}
	if v.Until != want.Until {
		u.what = append(u.what, "end time")
	}
	if string(v.Findings) != string(want.Findings) {
		u.what, u.told = append(u.what, "findings"), u.told && !v.Gone() && !v.Intact()
	}
	c.unevens = append(c.unevens, u)
}
