package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Cost is the cost of reads of a store: statements, and the rows that they returned.
type Cost struct{ Statements, Rows int }

// costed is a store that counts the cost of its reads.
type costed struct {
	trace.Store
	cost Cost
	view func(ctx context.Context, cost *Cost, fn func(trace.Reader) error) error
}

func (c *costed) View(ctx context.Context, fn func(trace.Reader) error) error {
	return c.view(ctx, &c.cost, fn)
}

func (c *costed) LotCodes(ctx context.Context, q trace.LotCodes) (codes []string, err error) {
	err = c.View(ctx, func(r trace.Reader) error {
		codes, err = r.LotCodes(ctx, q)
		return err
	})
	return codes, err
}

func (c *costed) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	return c.View(ctx, func(r trace.Reader) error { return r.EachLotRow(ctx, q, fn) })
}

func (c *costed) EachOfHarvests(ctx context.Context, k *kind.Kind, within trace.Reach, at time.Time, fn func(*trace.Record) error) error {
	return c.View(ctx, func(r trace.Reader) error { return r.EachOfHarvests(ctx, k, within, at, fn) })
}

// remembering remembers every card.
type remembering map[harvests.State]*harvests.Card

func (m remembering) Get(s harvests.State) (*harvests.Card, bool) {
	card, ok := m[s]
	return card, ok
}
func (m remembering) Put(s harvests.State, card *harvests.Card) { m[s] = card }

// ReadCosts checks that reads of the service stay within a number of statements and rows. view runs
// fn over a snapshot of a store and adds to cost what it reads.
func ReadCosts(t *testing.T, open Open, view func(ctx context.Context, s trace.Store, cost *Cost, fn func(trace.Reader) error) error) {
	ctx := context.Background()
	service := func(t *testing.T) (*app.App, *costed) {
		t.Helper()
		c := &costed{Store: open(t)}
		c.view = func(ctx context.Context, cost *Cost, fn func(trace.Reader) error) error {
			return view(ctx, c.Store, cost, fn)
		}
		svc, err := newService(c)
		if err != nil {
			t.Fatal(err)
		}
		return svc, c
	}

	t.Run("a page of harvests takes as many statements however many are on it", func(t *testing.T) {
		svc, s := service(t)
		const found = 60
		validation := validationKind()
		var all []trace.Record
		for i := range found {
			harvest := fmt.Sprintf("H-%02d", i)
			// A lot that a stranger claims too, one that an organisation of the same name
			// as the owner claims, and a validation that names a neighbour's lot.
			all = append(all, identified(t, harvest, "own", "OWN-"+harvest, 10*i), identified(t, harvest, "Coop", "SHARED-"+harvest, 10*i+1))
			named := record(t, validation, harvest, 10*i+2)
			named.Payload, named.ValidationCode = fmt.Appendf(nil, `{"lotes":["OWN-H-%02d"]}`, (i+1)%found), fmt.Sprintf("CODE%04d", i)
			all = append(all, named)
		}
		for i := range found {
			harvest := fmt.Sprintf("H-%02d", i)
			all = append(all, identified(t, "ZZ", "stranger", "OWN-"+harvest, 1000+i), identified(t, "ZZ", "Coop", "SHARED-"+harvest, 2000+i))
		}
		write(t, s, all...)
		memory := remembering{}
		list := func(size int) (Cost, []*harvests.Card) {
			t.Helper()
			before := s.cost
			page, err := svc.Harvests(ctx, everybody, harvests.Query{Prefix: "H-"}, trace.Paging{Size: size}, memory)
			if err != nil || len(page.Cards) != size {
				t.Fatalf("a page of %d has %d, %v", size, len(page.Cards), err)
			}
			return Cost{s.cost.Statements - before.Statements, s.cost.Rows - before.Rows}, page.Cards
		}
		_, cards := list(found)
		// Each is in dispute about its own lot, and names one of another: two alerts, and
		// the neighbour's citation is behind the claim.
		alone, err := svc.HarvestCard(ctx, everybody, "H-07", "", memory)
		if err != nil {
			t.Fatal(err)
		}
		for _, card := range cards {
			if card.Found.Summary != alone.Found.Summary || card.Worst == nil {
				t.Errorf("%s counts %+v on the page, %s counts %+v alone", card.HarvestID, card.Found.Summary, alone.HarvestID, alone.Found.Summary)
			}
		}
		rules := reviewed(t, svc, "H-07")
		if rules["LOTE_DISPUTADO"] != 1 || rules["LOTE_DE_OUTRA_SAFRA"] != 1 {
			t.Errorf("the review of one harvest finds %v", rules)
		}
		list(2) // the first cursor reads the key that seals it
		few, _ := list(2)
		many, _ := list(found - 1)
		t.Logf("2 harvests: %+v, %d harvests: %+v", few, found-1, many)
		if few.Statements != many.Statements || many.Statements > 11 {
			t.Errorf("a page of 2 harvests takes %d statements, one of %d takes %d", few.Statements, found-1, many.Statements)
		}
	})

	t.Run("lots of a limited key cost what it may see", func(t *testing.T) {
		svc, s := service(t)
		var own []trace.Record
		for i := range 40 {
			own = append(own, identified(t, "MINE", "me", fmt.Sprintf("L-%05d-MINE", 100*i), i))
		}
		write(t, s, own...)
		limited := &trace.Key{Name: "erp", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"MINE"}}
		list := func() (cost Cost, codes []string) {
			t.Helper()
			before := s.cost
			for cursor := ""; ; {
				page, next, err := svc.FindLots(ctx, limited, "L-", cursor, 15)
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range page {
					codes = append(codes, one.Code)
				}
				if cursor = next; cursor == "" {
					return Cost{s.cost.Statements - before.Statements, s.cost.Rows - before.Rows}, codes
				}
			}
		}
		alone, before := list()
		for range 4 {
			var others []trace.Record
			for i := range 1000 {
				others = append(others, identified(t, fmt.Sprintf("THEIRS-%d", i%7), "them", fmt.Sprintf("L-%05d-%d", i*4, len(own)), i))
			}
			write(t, s, others...)
			own = append(own, others...)
		}
		beside, after := list()
		t.Logf("alone: %+v, next to 4000 lots of others: %+v", alone, beside)
		if len(before) != 40 || !slices.Equal(before, after) {
			t.Errorf("listed %d lots, then %d", len(before), len(after))
		}
		if alone != beside {
			t.Errorf("its lots cost %+v alone, and %+v next to 4000 lots of others", alone, beside)
		}
	})
}
