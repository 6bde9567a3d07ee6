package derive

import (
	"bytes"
	"context"
	"math"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// restoreCodes restores who owns codes and who claims them.
func restoreCodes(ctx context.Context, store Store, found *comparison, done *Rebuilt, progress func(Rebuilt)) error {
	var codes []ownership.Code
	for i := range found.differences {
		if d := &found.differences[i]; d.Table.Of == nil {
			codes = append(codes, codeOf(Row{Key: d.Key}))
		}
	}
	rows := len(codes)
	slices.SortFunc(codes, compareCodes)
	codes = slices.Compact(codes)
	for some := range slices.Chunk(codes, batch) {
		err := store.UpdateRows(ctx, func(w Writer) error {
			if err := w.HoldCodes(ctx); err != nil {
				return err
			}
			read := eventsRead{}
			for _, code := range some {
				if err := mendCode(ctx, w, found.claims, read, code); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		progress(*done)
	}
	done.Rows += rows
	progress(*done)
	return nil
}

// eventsRead caches what the most recently read records did to codes: a record may claim thousands.
type eventsRead map[trace.ID]map[ownership.Code][]claimEvent

// maxEventsRead bounds the records that are kept.
const maxEventsRead = 16

// of returns what a record did to each code.
func (m eventsRead) of(ctx context.Context, r trace.Reader, known *claims, id trace.ID) (map[ownership.Code][]claimEvent, error) {
	if events, ok := m[id]; ok {
		return events, nil
	}
	versions, err := r.Versions(ctx, id)
	if err != nil {
		return nil, err
	}
	c := known.alone()
	for i := range versions {
		if err := c.place(ctx, r, &versions[i]); err != nil {
			return nil, err
		}
	}
	if len(m) == maxEventsRead {
		clear(m)
	}
	m[id] = map[ownership.Code][]claimEvent{}
	for _, e := range c.events {
		m[id][e.Code] = append(m[id][e.Code], e)
	}
	return m[id], nil
}

// alone returns claims without events, with the known erasures.
func (c *claims) alone() *claims {
	one := newClaims(math.MaxInt)
	one.erased, one.gone, one.upgraded, one.history = c.erased, c.gone, c.upgraded, c.erasures()
	return one
}

// mendCode recomputes the owner of a code, while claims are locked, and writes the differences.
// known has the erasures. An owner that the journal allows is kept.
func mendCode(ctx context.Context, w Writer, known *claims, read eventsRead, code ownership.Code) error {
	c := known.alone()
	if err := c.gather(ctx, w, read, code); err != nil {
		return err
	}
	if len(c.events) == 0 {
		return dropCode(ctx, w, code)
	}
	c.codes()
	s := c.standing(c.events)
	owner, err := mendOwner(ctx, w, c, s, code)
	if err != nil {
		return err
	}
	return mendHolders(ctx, w, c, s, code, owner)
}

// gather reads the versions that bear on a code: the tables that lead to them have been restored
// before that.
func (c *claims) gather(ctx context.Context, w Writer, read eventsRead, code ownership.Code) error {
	var ids []trace.ID
	take := func(row Row) error {
		ids = append(ids, row.Key[2].(trace.ID))
		return nil
	}
	prefixes := map[string][][]any{"lot_entry": {{code.Text, int64(1)}, {code.Text, int64(2)}}}
	if code.Realm == ownership.GTINs {
		prefixes = map[string][][]any{"trade_item": {{code.Text, ""}}}
	}
	for name, keys := range prefixes {
		for _, key := range keys {
			if err := w.RowsOf(ctx, tableNamed(name), key, take); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range slices.Compact(ids) {
		events, err := read.of(ctx, w, c, id)
		if err != nil {
			return err
		}
		c.events = append(c.events, events[code]...)
	}
	var notes []trace.Record
	err := w.EachNote(ctx, kind.Settlement, func(v *trace.Record) error {
		if of, _, ok := v.Settled(); ok && of == code {
			notes = append(notes, *v)
		}
		return nil
	})
	for i := range notes {
		if err == nil {
			err = c.place(ctx, w, &notes[i])
		}
	}
	return err
}

// place adds a version with its place in the log.
func (c *claims) place(ctx context.Context, r trace.Reader, v *trace.Record) error {
	place, err := r.LogIndex(ctx, v.ID, v.Version)
	if trace.Is(err, trace.CodeNotLogged) {
		place, err = noPlace, nil
	}
	if err == nil {
		c.take(&Version{Record: *v, Place: place})
	}
	return err
}

func mendOwner(ctx context.Context, w Writer, c *claims, s *ownership.Standing, code ownership.Code) (string, error) {
	t := tableNamed("code_owner")
	row, there, err := w.RowAt(ctx, t, []any{int64(code.Realm), code.Text})
	if err != nil {
		return "", err
	}
	if there && c.ownerFits(s, c.events, ownerOf(row)) {
		return ownerOf(row).HarvestID, nil
	}
	o, _ := s.Owner()
	if !s.Needs() {
		return "", w.DropRow(ctx, t, []any{int64(code.Realm), code.Text})
	}
	if o.Settled != 0 { // it replaces the claim that it was decided for
		for i := range c.events {
			if e := &c.events[i]; e.what == gained && e.HarvestID == o.HarvestID {
				o.ID, o.Since = e.ID, e.Since
				break
			}
		}
	}
	return o.HarvestID, w.PutRow(ctx, t, ownerRow(&o))
}

func mendHolders(ctx context.Context, w Writer, c *claims, s *ownership.Standing, code ownership.Code, owner string) error {
	t := tableNamed("code_holder")
	stored := map[ownership.Party]ownership.Holder{}
	err := w.RowsOf(ctx, t, []any{int64(code.Realm), code.Text}, func(row Row) error {
		h := holderOf(row)
		stored[ownership.Party{HarvestID: h.HarvestID, Author: h.Author}] = h
		return nil
	})
	if err != nil {
		return err
	}
	s.Holders(func(want ownership.Holder) {
		party := ownership.Party{HarvestID: want.HarvestID, Author: want.Author}
		had, there := stored[party]
		delete(stored, party)
		if err != nil || there && c.holderFits(c.events, &want, &had, owner) || !there && want.Live <= 0 {
			return
		}
		if there && c.claimFits(c.events, &want, &had) {
			want.ID, want.Since = had.ID, had.Since
		}
		want.Against = against(&want, owner)
		err = w.PutRow(ctx, t, holderRow(&want))
	})
	for _, h := range stored {
		if err == nil {
			err = w.DropRow(ctx, t, holderRow(&h).Key)
		}
	}
	return err
}

// dropCode deletes what is stored about a code that nobody claims.
func dropCode(ctx context.Context, w Writer, code ownership.Code) error {
	for _, name := range []string{"code_owner", "code_holder"} {
		t := tableNamed(name)
		var keys [][]any
		err := w.RowsOf(ctx, t, []any{int64(code.Realm), code.Text}, func(row Row) error {
			keys = append(keys, row.Key)
			return nil
		})
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := w.DropRow(ctx, t, key); err != nil {
				return err
			}
		}
	}
	return nil
}
