package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// identified returns version 1 of a record with which an author claims a lot.
func identified(tb testing.TB, harvestID, author, lot string, n int) trace.Record {
	tb.Helper()
	r := record(tb, identification, harvestID, n)
	r.Payload, r.CreatedBy, r.UpdatedBy = fmt.Appendf(nil, `{"codigoLote":%q}`, lot), author, author
	return r
}

// renamed makes the next version of an identification, of another lot.
func renamed(r trace.Record, lot string) trace.Record {
	by := r.UpdatedBy
	r = next(r, trace.Updated)
	r.Payload, r.UpdatedBy = fmt.Appendf(nil, `{"codigoLote":%q}`, lot), by
	return r
}

// ownerOf returns the harvest that owns a lot, "" for none.
func ownerOf(tb testing.TB, s trace.Reader, realm ownership.Realm, code string) ownership.Owner {
	tb.Helper()
	found, err := s.Owners(context.Background(), realm, []string{code, "another"})
	switch {
	case err != nil:
		tb.Fatalf("Owners(%q): %v", code, err)
	case len(found) == 0:
		return ownership.Owner{}
	case len(found) > 1:
		tb.Fatalf("Owners(%q) = %v; want one", code, found)
	}
	return found[0]
}

func wantOwner(tb testing.TB, when string, s trace.Reader, code, want string) {
	tb.Helper()
	if got := ownerOf(tb, s, ownership.Lots, code); got.HarvestID != want {
		tb.Errorf("%s lot %s belongs to %q, want %q", when, code, got.HarvestID, want)
	}
}

// wantRivals compares who claims which lot that another harvest owns, as "harvest>owner lot".
func wantRivals(tb testing.TB, when string, s trace.Reader, q ownership.RivalQuery, want ...string) {
	tb.Helper()
	q.Limit = 100
	found, err := s.Rivals(context.Background(), q)
	var got []string
	for _, h := range found {
		got = append(got, h.HarvestID+">"+h.Against+" "+h.Text)
	}
	if err != nil || !slices.Equal(got, want) {
		tb.Errorf("%s rivals are %v, %v; want %v", when, got, err, want)
	}
}

var ownershipCases = []namedCase{
	{"a lot belongs to the harvest that first identified it", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		first, second := identified(t, "VIT", "Vítima", "VIT-L-9", 1), identified(t, "ATK", "Outra", "vit-l-9", 2)
		wantOwner(t, "before all", s, "VIT-L-9", "")
		write(t, s, first)
		write(t, s, second)
		wantOwner(t, "after a rival", s, "VIT-L-9", "VIT")
		if o := ownerOf(t, s, ownership.Lots, "VIT-L-9"); o.ID != first.ID || o.Since != first.UpdatedAt.UnixMilli() || o.Settled != 0 {
			t.Errorf("the owner is %+v, want by record %s", o, first.ID)
		}
		wantRivals(t, "all", s, ownership.RivalQuery{}, "ATK>VIT VIT-L-9")
		wantRivals(t, "of the rival", s, ownership.RivalQuery{HarvestIDs: []string{"ATK"}}, "ATK>VIT VIT-L-9")
		wantRivals(t, "of the owner", s, ownership.RivalQuery{Against: []string{"VIT"}}, "ATK>VIT VIT-L-9")
		wantRivals(t, "by the owner", s, ownership.RivalQuery{HarvestIDs: []string{"VIT"}})
		held, err := s.Holders(ctx, ownership.Code{Realm: ownership.Lots, Text: "VIT-L-9"}, "", 10)
		if err != nil || len(held) != 2 || held[0].HarvestID != "VIT" || held[1].Author != "Outra" || held[1].ID != second.ID || held[1].Live != 1 {
			t.Errorf("Holders = %+v, %v", held, err)
		}
		if one, err := s.Holders(ctx, held[0].Code, "ATK", 10); err != nil || !slices.Equal(one, held[1:]) {
			t.Errorf("Holders of one harvest = %+v, %v", one, err)
		}
	}},
	{"an update of an older record takes no lot over", func(t *testing.T, s trace.Store) {
		old := identified(t, "ATK", "Outra", "ATK-1", 1)
		write(t, s, old, identified(t, "VIT", "Vítima", "VIT-L-9", 2))
		write(t, s, renamed(old, "VIT-L-9"))
		wantOwner(t, "after the update", s, "VIT-L-9", "VIT")
		wantOwner(t, "the attacker's own", s, "ATK-1", "ATK")
		wantRivals(t, "all", s, ownership.RivalQuery{}, "ATK>VIT VIT-L-9")
	}},
	{"a record that only refers to a lot claims nothing", func(t *testing.T, s trace.Store) {
		r := record(t, receipt, "ATK", 1)
		r.Payload = []byte(`{"loteOrigem":"VIT-L-9"}`)
		dried := record(t, kind.ByPrefix(kind.PostHarvest), "ATK", 2)
		dried.Payload = []byte(`{"loteEntrada":"VIT-L-9","loteSaida":"ATK-2"}`)
		write(t, s, r, dried)
		wantOwner(t, "received and consumed", s, "VIT-L-9", "")
		wantOwner(t, "made", s, "ATK-2", "ATK")
		write(t, s, identified(t, "VIT", "Vítima", "VIT-L-9", 3))
		wantOwner(t, "identified later", s, "VIT-L-9", "VIT")
		wantRivals(t, "all", s, ownership.RivalQuery{})
	}},
	{"a corrected mistake frees the code, a deletion with nobody new does not lose it", func(t *testing.T, s trace.Store) {
		typo := identified(t, "A", "a", "L-10", 1)
		write(t, s, typo)
		write(t, s, renamed(typo, "L-01"))
		wantOwner(t, "after the correction", s, "L-10", "A") // nobody else claims it
		write(t, s, identified(t, "B", "b", "L-10", 5))
		wantOwner(t, "claimed by another", s, "L-10", "B")
		wantRivals(t, "all", s, ownership.RivalQuery{})

		owned, rival := identified(t, "A", "a", "L-20", 6), identified(t, "B", "b", "L-20", 7)
		write(t, s, owned, rival)
		write(t, s, next(owned, trace.Deleted))
		wantOwner(t, "deleted while a rival claims it", s, "L-20", "A")
		change := renamed(rival, "L-20")
		change.Payload = []byte(`{"codigoLote":"L-20","variedade":"outra"}`)
		write(t, s, change)
		wantOwner(t, "after the rival's update", s, "L-20", "A")
		write(t, s, identified(t, "A", "a", "L-20", 8))
		wantOwner(t, "created again", s, "L-20", "A")
		wantRivals(t, "all", s, ownership.RivalQuery{}, "B>A L-20")
	}},
	{"when the owner gives a code up, all others are rivals of the new owner", func(t *testing.T, s trace.Store) {
		owned := identified(t, "A", "a", "L", 1)
		write(t, s, owned, identified(t, "B", "b", "L", 2))
		write(t, s, renamed(owned, "M"))
		write(t, s, identified(t, "C", "c", "L", 3))
		wantOwner(t, "after it was given up", s, "L", "C")
		wantRivals(t, "all", s, ownership.RivalQuery{}, "B>C L")
		wantRivals(t, "of the new owner", s, ownership.RivalQuery{Against: []string{"C"}}, "B>C L")
	}},
	{"an administrator settles it for good", func(t *testing.T, s trace.Store) {
		first, second := identified(t, "A", "a", "L", 1), identified(t, "B", "b", "L", 2)
		write(t, s, first, second)
		code := ownership.Code{Realm: ownership.Lots, Text: "L"}
		update(t, s, func(w trace.Writer) error {
			return w.Settle(context.Background(), ownership.Owner{Code: code, HarvestID: "B", ID: second.ID, Since: 5, Settled: 9})
		})
		if o := ownerOf(t, s, ownership.Lots, "L"); o.HarvestID != "B" || o.Settled != 9 || o.ID != second.ID {
			t.Errorf("settled: %+v", o)
		}
		wantRivals(t, "all", s, ownership.RivalQuery{}, "A>B L")
		write(t, s, next(second, trace.Deleted), identified(t, "C", "c", "L", 3))
		wantOwner(t, "a settled code is not free", s, "L", "B")
	}},
	{"an erased record leaves no code behind", func(t *testing.T, s trace.Store) {
		owned, rival := identified(t, "A", "a", "L", 1), identified(t, "B", "b", "L", 2)
		alone := identified(t, "A", "a", "ALONE", 3)
		write(t, s, owned, rival, alone)
		erase(t, s, alone, false)
		wantOwner(t, "erased", s, "ALONE", "")
		erase(t, s, owned, false)
		wantOwner(t, "erased next to a rival", s, "L", "B")
		wantRivals(t, "all", s, ownership.RivalQuery{})
		gone := next(rival, trace.Deleted)
		write(t, s, gone)
		erase(t, s, gone, true)
		wantOwner(t, "deleted, then erased", s, "L", "")
	}},
	{"two who claim at once: one owns it, the other is a rival", func(t *testing.T, s trace.Store) {
		const rounds, claimants = 8, 4
		for round := range rounds {
			lot := fmt.Sprintf("RACE-%d", round)
			var all sync.WaitGroup
			for i := range claimants {
				r := identified(t, fmt.Sprintf("H-%d", i), fmt.Sprintf("k-%d", i), lot, round)
				all.Go(func() { write(t, s, r) })
			}
			all.Wait()
			owner := ownerOf(t, s, ownership.Lots, lot)
			held, err := s.Holders(context.Background(), owner.Code, "", 10)
			if err != nil || len(held) != claimants {
				t.Fatalf("%s has %d holders, %v; want %d", lot, len(held), err, claimants)
			}
			for _, h := range held {
				if want := owner.HarvestID; h.Live != 1 || h.HarvestID == want && h.Against != "" || h.HarvestID != want && h.Against != want {
					t.Errorf("%s belongs to %s, but has the holder %+v", lot, want, h)
				}
			}
		}
	}},
	{"one group of many claims", func(t *testing.T, s trace.Store) {
		var all []trace.Record
		for i := range 40 {
			all = append(all, identified(t, fmt.Sprintf("H-%d", i%4), "k", fmt.Sprintf("G-%d", i%8), i))
		}
		write(t, s, all...)
		for i := range 8 {
			wantOwner(t, "in one transaction", s, fmt.Sprintf("G-%d", i), fmt.Sprintf("H-%d", i%4))
			held, err := s.Holders(context.Background(), ownership.Code{Realm: ownership.Lots, Text: fmt.Sprintf("G-%d", i)}, "", 10)
			if err != nil || len(held) != 1 || held[0].Live != 5 {
				t.Errorf("G-%d is held by %+v, %v; want 5 records of one harvest", i, held, err)
			}
		}
	}},
	{"the journal notes a settlement, and says itself who owns what", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		first, second := identified(t, "A", "a", "L", 1), identified(t, "B", "b", "L", 2)
		typo := identified(t, "A", "a", "M", 3)
		for _, r := range []trace.Record{first, second, typo, renamed(typo, "N"), identified(t, "B", "b", "M", 4), identified(t, "C", "c", "N", 100_000)} {
			write(t, s, r)
		}
		if got := create(t, svc, validationKind().Prefix, "A", `{"gtin":"7891234567895"}`); got.ValidationCode == "" {
			t.Fatal("no validation")
		}
		code := ownership.Code{Realm: ownership.Lots, Text: "L"}
		_, err = svc.SettleOwnership(ctx, everybody, nil, func(r ownership.Reader) (ownership.Owner, []byte, error) {
			held, err := r.Holders(ctx, code, "B", 1)
			if err != nil {
				return ownership.Owner{}, nil, err
			}
			return ownership.Owner{Code: code, HarvestID: "B", ID: held[0].ID, Since: held[0].Since}, []byte(`{"lote":"L","safraId":"B","safraAnterior":"A","motivo":"contrato"}`), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		drain(t, s, svc, 8)
		page, err := svc.Trail(ctx, everybody, proof.TrailQuery{Size: 1})
		if err != nil || len(page.Entries) != 1 || page.Entries[0].Kind != kind.Settlement || page.Entries[0].Note.HarvestID != "B" || page.Entries[0].Note.Reason != "contrato" {
			t.Errorf("the trail ends with %+v, %v", page.Entries, err)
		}
		replay := evidence.NewOwnershipReplay()
		if err := s.EachLogged(ctx, 0, 100, func(r *trace.Record) error { replay.Add(r); return nil }); err != nil {
			t.Fatal(err)
		}
		codes := 0
		replay.Each(func(want ownership.Owner, live map[string]int64) {
			codes++
			stored := ownerOf(t, s, want.Realm, want.Text)
			if !replay.Explains(stored) || stored.HarvestID != want.HarvestID {
				t.Errorf("stored %+v, replayed %+v", stored, want)
			}
			held, err := s.Holders(ctx, want.Code, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range held {
				if h.Live != live[h.HarvestID] {
					t.Errorf("%s: %d records of %s claim it, replayed %d", h.Text, h.Live, h.HarvestID, live[h.HarvestID])
				}
			}
		})
		if codes != 4 {
			t.Errorf("%d codes, want L, M, N and the GTIN", codes)
		}
	}},
	{"rivals are read in pages", func(t *testing.T, s trace.Store) {
		var all []trace.Record
		for i := range 7 {
			lot := fmt.Sprintf("P-%d", i)
			all = append(all, identified(t, "A", "a", lot, i), identified(t, "B", "b", lot, 10+i), identified(t, "C", "c", lot, 20+i))
		}
		write(t, s, all...)
		var seen []string
		q := ownership.RivalQuery{Limit: 4}
		for {
			page, err := s.Rivals(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range page {
				seen = append(seen, h.Text+" "+h.HarvestID)
			}
			if len(page) < q.Limit {
				break
			}
			q.After = page[len(page)-1]
		}
		if len(seen) != 14 || !slices.IsSorted(seen) || len(slices.Compact(slices.Clone(seen))) != 14 {
			t.Errorf("read %v", seen)
		}
	}},
}

// CarryOwners opens a store as left by builds before ownership. open reopens the store.
func CarryOwners(t *testing.T, e Engine, open func() trace.Store) {
	ctx := context.Background()
	item := trace.TradeItem{GTIN: "07891234567895"}
	validation := func(harvestID string, n int) trace.Record {
		v := record(t, validationKind(), harvestID, n)
		v.Payload, v.CreatedBy, v.UpdatedBy = []byte(`{"gtin":"7891234567895"}`), "key of "+harvestID, "key of "+harvestID
		return v
	}
	first, rival, typo := identified(t, "A", "a", "L", 1), identified(t, "B", "b", "L", 2), identified(t, "A", "a", "M", 3)
	theirs, others := validation("A", 5), validation("B", 6)
	write(t, e.Store, first, rival, typo)
	write(t, e.Store, renamed(typo, "N"), identified(t, "B", "b", "M", 4), theirs, others)
	update(t, e.Store, func(w trace.Writer) error {
		return errors.Join(w.PutItems(ctx, theirs.ID, "A", []trace.TradeItem{item}), w.PutItems(ctx, others.ID, "B", []trace.TradeItem{item}))
	})
	var before, after []ownership.Holder
	read := func(s trace.Reader) (all []ownership.Holder) {
		for _, code := range []ownership.Code{{Realm: ownership.Lots, Text: "L"}, {Realm: ownership.Lots, Text: "M"}, {Realm: ownership.Lots, Text: "N"}, {Realm: ownership.GTINs, Text: item.GTIN}} {
			held, err := s.Holders(ctx, code, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, held...)
		}
		return all
	}
	before = read(e.Store)
	undo(t, e, 12)
	s := open()
	if after = read(s); !slices.Equal(before, after) || len(after) != 6 {
		t.Errorf("holders after the migration\n%+v\nwant\n%+v", after, before)
	}
	wantOwner(t, "carried over,", s, "L", "A")
	wantOwner(t, "carried over,", s, "M", "B")
	wantOwner(t, "carried over,", s, "N", "A")
	if o := ownerOf(t, s, ownership.GTINs, item.GTIN); o.HarvestID != "A" {
		t.Errorf("the GTIN belongs to %q", o.HarvestID)
	}
	if ids, err := s.NamedBy(ctx, item, "A", 10); err != nil || !slices.Equal(ids, []trace.ID{theirs.ID}) {
		t.Errorf("NamedBy after the migration = %v, %v", ids, err)
	}
}
