package derive

import (
	"context"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

func tableNamed(name string) *Table {
	return Tables[slices.IndexFunc(Tables, func(t *Table) bool { return t.Name == name })]
}

func codeOf(row Row) ownership.Code {
	return ownership.Code{Realm: ownership.Realm(row.Key[0].(int64)), Text: row.Key[1].(string)}
}

func ownerOf(row Row) ownership.Owner {
	return ownership.Owner{Code: codeOf(row), HarvestID: row.Value[0].(string), ID: row.Value[1].(trace.ID), Since: row.Value[2].(int64), Settled: row.Value[3].(int64)}
}

func ownerRow(o *ownership.Owner) Row {
	return Row{[]any{int64(o.Realm), o.Text}, []any{o.HarvestID, trace.ID(o.ID), o.Since, o.Settled}}
}

func holderOf(row Row) ownership.Holder {
	return ownership.Holder{
		Code: codeOf(row), HarvestID: row.Key[2].(string), Author: row.Key[3].(string),
		ID: row.Value[0].(trace.ID), Since: row.Value[1].(int64), Live: row.Value[2].(int64), Against: row.Value[3].(string),
	}
}

func holderRow(h *ownership.Holder) Row {
	return Row{[]any{int64(h.Realm), h.Text, h.HarvestID, h.Author}, []any{trace.ID(h.ID), h.Since, h.Live, h.Against}}
}

// against returns the harvest that a holder is a rival of.
func against(h *ownership.Holder, owner string) string {
	if h.HarvestID == owner {
		return ""
	}
	return owner
}

// ownerFits reports whether the journal allows a stored owner.
func (c *claims) ownerFits(s *ownership.Standing, events []claimEvent, o ownership.Owner) bool {
	return s.Explains(o) && c.bears(events, o.HarvestID, nil, o.ID, o.Since)
}

// claimFits reports whether the claim that a stored holder names may have been its first: an
// erasure can remove the row, and the next claim then begins a new one.
func (c *claims) claimFits(events []claimEvent, want, stored *ownership.Holder) bool {
	if stored.ID == want.ID && stored.Since == want.Since {
		return true
	}
	return (stored.Since <= want.Since+ownership.Overlap || c.erased[stored.HarvestID]) && c.bears(events, stored.HarvestID, &stored.Author, stored.ID, stored.Since)
}

// judge compares one share of the codes with the owners and holders that are stored.
type judge struct {
	*claims
	codes  []codeEvents
	last   int // the code of the current standing, -1 for none
	at     *ownership.Standing
	report func(t *Table, row Row, missing, extra bool)
}

func (j *judge) find(code ownership.Code) (int, bool) {
	return slices.BinarySearchFunc(j.codes, code, func(g codeEvents, code ownership.Code) int {
		return compareCodes(j.events[g.from].Code, code)
	})
}

func (j *judge) of(i int) (*ownership.Standing, []claimEvent) {
	events := j.events[j.codes[i].from:j.codes[i].to]
	if j.last != i {
		j.at, j.last = j.standing(events), i
	}
	return j.at, events
}

// owners judges the owners that are stored, then those that are not.
func (j *judge) owners(ctx context.Context, r Reader, t *Table) error {
	err := r.EachRow(ctx, t, func(row Row) error {
		stored := ownerOf(row)
		if !j.holds(stored.Code) {
			return ctx.Err()
		}
		i, known := j.find(stored.Code)
		if !known {
			j.report(t, row, false, true)
			return nil
		}
		s, events := j.of(i)
		j.codes[i].stored, j.codes[i].owner = true, stored.HarvestID
		if !j.ownerFits(s, events, stored) {
			j.report(t, row, false, false)
			o, _ := s.Owner()
			j.codes[i].owner = o.HarvestID
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for i := range j.codes {
		if j.codes[i].stored {
			continue
		}
		if s, _ := j.of(i); s.Needs() {
			o, _ := s.Owner()
			j.codes[i].owner = o.HarvestID
			j.report(t, ownerRow(&o), true, false)
		}
	}
	return nil
}

// holders checks the stored holders, then the missing ones. A party that no longer claims a code
// may have no row, which changes nothing.
func (j *judge) holders(ctx context.Context, r Reader, t *Table) error {
	err := r.EachRow(ctx, t, func(row Row) error {
		stored := holderOf(row)
		if !j.claims.holds(stored.Code) {
			return ctx.Err()
		}
		i, known := j.find(stored.Code)
		var want ownership.Holder
		if known {
			s, _ := j.of(i)
			want, known = s.Holder(ownership.Party{HarvestID: stored.HarvestID, Author: stored.Author})
		}
		if !known {
			j.report(t, row, false, true)
			return nil
		}
		if want.Live > 0 {
			j.codes[i].holders++
		}
		if _, events := j.of(i); !j.holderFits(events, &want, &stored, j.codes[i].owner) {
			j.report(t, row, false, false)
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for i := range j.codes {
		if err := j.missing(ctx, r, t, i); err != nil {
			return err
		}
	}
	return nil
}

func (c *claims) holderFits(events []claimEvent, want, stored *ownership.Holder, owner string) bool {
	return stored.Live == want.Live && c.claimFits(events, want, stored) && (want.Live <= 0 || stored.Against == against(stored, owner))
}

// missing finds the parties that claim a code and have no row.
func (j *judge) missing(ctx context.Context, r Reader, t *Table, i int) (err error) {
	s, _ := j.of(i)
	live := 0
	s.Holders(func(h ownership.Holder) {
		if h.Live > 0 {
			live++
		}
	})
	if live == j.codes[i].holders {
		return nil
	}
	s.Holders(func(h ownership.Holder) {
		if h.Live <= 0 || err != nil {
			return
		}
		row := holderRow(&h)
		_, there, failed := r.RowAt(ctx, t, row.Key)
		if err = failed; err == nil && !there {
			j.report(t, row, true, false)
		}
	})
	return err
}

// owners compares who owns codes and who claims them, one share of the codes after
// the other.
func (c *comparison) owners(ctx context.Context, r Reader, gathered *claims, tables []*Table) error {
	for {
		j := &judge{claims: gathered, codes: gathered.codes(), last: -1}
		found := map[*Table][]Difference{}
		j.report = func(t *Table, row Row, missing, extra bool) {
			if len(found[t]) == c.held {
				c.more = true
				return
			}
			found[t] = append(found[t], t.difference(row, missing, extra))
		}
		owner, holder := pick(tables, "code_owner"), pick(tables, "code_holder")
		if err := j.owners(ctx, r, owner); err != nil {
			return err
		}
		if err := j.holders(ctx, r, holder); err != nil {
			return err
		}
		for _, t := range []*Table{owner, holder} {
			t.sort(found[t])
			c.differences = append(c.differences, found[t]...)
		}
		if gathered.next(); gathered.share >= gathered.among {
			return nil
		}
		w := &walk{emit: func(*Table, Row) {}, claims: gathered}
		if err := w.run(ctx, r); err != nil {
			return err
		}
	}
}

func pick(tables []*Table, name string) *Table {
	return tables[slices.IndexFunc(tables, func(t *Table) bool { return t.Name == name })]
}
