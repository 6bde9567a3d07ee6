package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Read is a read of a store.
type Read struct {
	Name string
	Run  func(trace.Reader) error
}

// BoundedReads fills a store with a few hundred records and returns the reads whose cost MUST NOT
// grow with it: an engine checks that their plans use its indexes.
func BoundedReads(tb testing.TB, s trace.Store) []Read {
	tb.Helper()
	const records, harvests = 600, 150
	batch := make([]trace.Record, records)
	for i := range batch {
		k := planting
		if i%3 == 0 {
			k = receipt
		}
		batch[i] = record(tb, k, fmt.Sprintf("S-%03d", i%harvests), i)
		if k.HasPlot() {
			batch[i].Payload = plotted(tb, k, "", i, square(i%60, i/60)).Payload
		}
	}
	write(tb, s, batch...)
	middle := batch[records/2+1]
	ctx := context.Background()

	page := func(name string, q trace.Query, after bool) Read {
		q.Kind, q.Limit = middle.Kind, 21
		if after {
			q.After = position(q.Order, middle)
		}
		return Read{name, func(r trace.Reader) error { _, err := r.Records(ctx, q); return err }}
	}
	harvest := []string{middle.HarvestID}
	org := organized(tb, s, batch)
	return append(append(searches(tb, s, batch, org), peopleReads(tb, s, middle.ID)...), []Read{
		{"what an organisation may do in a harvest", func(r trace.Reader) error { _, err := r.Grant(ctx, org, middle.HarvestID); return err }},
		{"who reaches a harvest", func(r trace.Reader) error { _, err := r.Grants(ctx, middle.HarvestID); return err }},
		{"harvests that nobody has, after a name", func(r trace.Reader) error { _, _, err := r.UnownedHarvests(ctx, "S-010", 5); return err }},
		{"whether an organisation lacks harvests", func(r trace.Reader) error { _, err := r.Claiming(ctx, org); return err }},
		{"one organisation", func(r trace.Reader) error { _, _, err := r.Organization(ctx, org); return err }},
		{"an organisation by a name", func(r trace.Reader) error { _, _, err := r.OrganizationNamed(ctx, "org 05"); return err }},
		{"a logo", func(r trace.Reader) error { _, _, err := r.Logo(ctx, "00"); return err }},
		{"a page of organisations", func(r trace.Reader) error {
			_, err := r.Organizations(ctx, reach.StoredOrganization{ID: org, Name: "Org 05"}, 3)
			return err
		}},
		{"harvests of an organisation, after a name", func(r trace.Reader) error {
			_, err := r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Reach{Organization: org}, Prefix: "S-", After: "S-010", Limit: 5, CountTo: 10})
			return err
		}},
		{"records of an organisation in some harvests", func(r trace.Reader) error {
			return r.EachOfHarvests(ctx, middle.Kind, trace.Reach{HarvestIDs: harvest, Organization: org}, time.Time{}, func(*trace.Record) error { return nil })
		}},
		{"count of an organisation", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind, Reach: trace.Reach{Organization: org}})
			return err
		}},
		page("list of an organisation"+Sorted, trace.Query{Reach: trace.Reach{Organization: org}, Order: trace.NewestFirst}, false),
		page("list of an organisation, by cursor"+Sorted, trace.Query{Reach: trace.Reach{Organization: org}, Order: trace.NewestFirst}, true),
		{"by id", func(r trace.Reader) error { _, err := r.Record(ctx, middle.ID); return err }},
		page("list, default order", trace.Query{Order: trace.NewestFirst}, false),
		page("list, default order, by cursor", trace.Query{Order: trace.NewestFirst}, true),
		page("list, oldest first, by cursor", trace.Query{Order: trace.OldestFirst}, true),
		page("by harvest", trace.Query{Reach: trace.Only(harvest...), Order: trace.OldestFirst}, false),
		page("by harvest, by cursor", trace.Query{Reach: trace.Only(harvest...), Order: trace.OldestFirst}, true),
		page("by harvest, newest first, by cursor", trace.Query{Reach: trace.Only(harvest...), Order: trace.NewestFirst}, true),
		{"a whole harvest, kind by kind, by cursor", func(r trace.Reader) error {
			_, err := r.Records(ctx, trace.Query{
				Reach: trace.Only(harvest...), Order: trace.Order{{Field: trace.ByKind}, {Field: trace.ByID}},
				After: trace.Position{int64(middle.Kind.Code), middle.ID}, Limit: 21,
			})
			return err
		}},
		{"harvests", func(r trace.Reader) error {
			_, err := r.Harvests(ctx, trace.HarvestQuery{Limit: 21, CountTo: 100})
			return err
		}},
		{"harvests by a prefix, by cursor", func(r trace.Reader) error {
			_, err := r.Harvests(ctx, trace.HarvestQuery{Prefix: "S-", After: middle.HarvestID, Limit: 21, CountTo: 100})
			return err
		}},
		{"harvests from the last on, by cursor", func(r trace.Reader) error {
			_, err := r.Harvests(ctx, trace.HarvestQuery{Prefix: "S-", Desc: true, After: middle.HarvestID, Limit: 21, CountTo: 100})
			return err
		}},
		{"when a harvest's last version ended", func(r trace.Reader) error { _, err := r.LastEnd(ctx, middle.HarvestID); return err }},
		{"count of a harvest", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind, Reach: trace.Only(harvest...)})
			return err
		}},
		{"count of some harvests", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind, Reach: trace.Only("S-001", "S-002")})
			return err
		}},
		{"count of a kind", func(r trace.Reader) error {
			_, err := r.Count(ctx, trace.Query{Kind: middle.Kind})
			return err
		}},
		{"claims of land", func(r trace.Reader) error {
			q := trace.ClaimQuery{Season: season, Cells: extentOf(tb, square(5, 5)).Around(), Within: extentOf(tb, square(5, 5)), Except: middle.HarvestID, Limit: 100}
			return r.EachClaim(ctx, q, func(*trace.Claim) error { return nil })
		}},
		{"records to take into the index of plots", func(r trace.Reader) error {
			_, err := r.Records(ctx, trace.Query{Kind: planting, Order: trace.Order{{Field: trace.ByID}}, After: trace.Position{middle.ID}, Limit: 21})
			return err
		}},
		{"by code", func(r trace.Reader) error {
			_, err := r.Validation(ctx, "NONE")
			return ignoring(err, trace.CodeCodeNotFound)
		}},
		{"validations of an item", func(r trace.Reader) error {
			_, err := r.NamedBy(ctx, trace.TradeItem{GTIN: "07891234567895", Lot: "L"}, "S", 20)
			return err
		}},
		{"imported rows", func(r trace.Reader) error {
			_, err := r.Imported(ctx, []trace.Mark{mark(1), mark(2), mark(3)})
			return err
		}},
		{"kept answer", func(r trace.Reader) error {
			_, err := r.Reply(ctx, "rk_none", "none")
			return ignoring(err, trace.CodeRecordNotFound)
		}},
		{"rows of a lot", func(r trace.Reader) error {
			return r.EachLotRow(ctx, trace.LotQuery{Lots: []string{"A-1"}, From: lot.Identified, To: lot.Validated, Limit: 100}, anyRow)
		}},
		{"rows of a lot after one", func(r trace.Reader) error {
			return r.EachLotRow(ctx, trace.LotQuery{Lots: []string{"A-1"}, From: lot.Identified, To: lot.Received, Limit: 100, After: lot.RowKey{Role: lot.Consumed, ID: middle.ID, Version: 1}}, anyRow)
		}},
		{"light rows of a lot after one", func(r trace.Reader) error {
			return r.EachLotRow(ctx, trace.LotQuery{Lots: []string{"M-1"}, From: lot.Identified, To: lot.Validated, Limit: 100, After: lot.RowKey{Role: lot.Documented, ID: middle.ID, Version: 1}}, anyRow)
		}},
		{"rows of a lot of some harvests", func(r trace.Reader) error {
			return r.EachLotRow(ctx, trace.LotQuery{Lots: []string{"M-1"}, From: lot.Identified, To: lot.Validated, Limit: 1, RefsOnly: true, Reach: trace.Only("S-001", "S-002")}, anyRow)
		}},
		{"rows of some lots as of an instant", func(r trace.Reader) error {
			return r.EachLotRow(ctx, trace.LotQuery{Lots: []string{"A-1", "B-2"}, From: lot.Identified, To: lot.Consumed, At: start, Limit: 100}, anyRow)
		}},
		{"codes of lots", func(r trace.Reader) error {
			_, err := r.LotCodes(ctx, trace.LotCodes{From: "A", Limit: 20})
			return err
		}},
		{"rivals of some harvests", func(r trace.Reader) error {
			_, err := r.Rivals(ctx, ownership.RivalQuery{HarvestIDs: []string{"S-001", "S-002"}, Limit: 20})
			return err
		}},
		{"rivals against some harvests", func(r trace.Reader) error {
			_, err := r.Rivals(ctx, ownership.RivalQuery{Against: []string{"S-001", "S-002"}, Limit: 20})
			return err
		}},
		{"rivals against a harvest after one", func(r trace.Reader) error {
			after := ownership.Holder{Code: ownership.Code{Realm: ownership.Lots, Text: "A-1"}, HarvestID: "S-003", Author: "x"}
			_, err := r.Rivals(ctx, ownership.RivalQuery{Against: []string{"S-001"}, After: after, Limit: 20})
			return err
		}},
		{"who holds codes in their owners' harvests", func(r trace.Reader) error {
			_, err := r.OwnHolders(ctx, ownership.Lots, []string{"A-1", "B-2"})
			return err
		}},
		{"a kind in some harvests", func(r trace.Reader) error {
			return r.EachOfHarvests(ctx, middle.Kind, trace.Only("S-001", "S-002"), time.Time{}, func(*trace.Record) error { return nil })
		}},
		{"a kind in some harvests as of an instant", func(r trace.Reader) error {
			return r.EachOfHarvests(ctx, middle.Kind, trace.Only("S-001", "S-002"), start, func(*trace.Record) error { return nil })
		}},
	}...)
}

// Sorted ends the names of reads that look at a bounded number of rows, harvest by harvest, and
// sort those.
const Sorted = ", sorted"

func anyRow(*lot.Row) error { return nil }

func ignoring(err error, code trace.Code) error {
	if trace.Is(err, code) {
		return nil
	}
	return err
}

// organized creates some organisations and gives each some of the harvests of records; it returns
// one of them.
func organized(tb testing.TB, s trace.Store, records []trace.Record) (one reach.ID) {
	tb.Helper()
	const many = 10
	err := s.Update(context.Background(), func(w trace.Writer) error {
		var err error
		for i := range many {
			id := reach.ID(records[i].ID)
			o := reach.StoredOrganization{ID: id, Version: 1, Name: fmt.Sprintf("Org %02d", i), Body: []byte(`{}`)}
			if i == many/2 {
				one = id
			}
			if err == nil {
				err = w.PutOrganization(context.Background(), o, []string{fmt.Sprintf("org %02d", i)})
			}
		}
		for i := range records {
			if err == nil {
				err = w.PutGrant(context.Background(), reach.Grant{Organization: reach.ID(records[i%many].ID), HarvestID: records[i].HarvestID, Level: reach.Read, Note: reach.ID(records[i].ID)})
			}
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return one
}
