package storetest

import (
	"context"
	"sync"
	"testing"

	"rastro/internal/trace"
)

// cards is a memory that forgets nothing.
type cards struct{ sync.Map }

func (c *cards) Recall(s trace.HarvestState) (*trace.HarvestCard, bool) {
	card, ok := c.Load(s)
	if !ok {
		return nil, false
	}
	return card.(*trace.HarvestCard), true
}

func (c *cards) Remember(s trace.HarvestState, card *trace.HarvestCard) { c.Store(s, card) }

// benchHarvestPages measures the list of harvests, of which a page must cost
// about the same whatever their number: by the records of its ten harvests, and
// far less where nothing in them changed since it was last asked for.
func benchHarvestPages(b *testing.B, store trace.Store, harvests, each int) {
	ctx := context.Background()
	svc := benchService(b, store)
	fillJournal(b, store, harvests*each, harvests)
	list := func(b *testing.B, cursor string, memory trace.HarvestMemory) trace.HarvestPage {
		page, err := svc.Harvests(ctx, everybody, trace.HarvestList{}, trace.Paging{Size: trace.DefaultHarvestPage, Cursor: cursor}, memory)
		if err != nil || len(page.Cards) != trace.DefaultHarvestPage {
			b.Fatal(len(page.Cards), err)
		}
		return page
	}
	known := &cards{}
	first := list(b, "", known)
	deep := first
	for range harvests/trace.DefaultHarvestPage - 2 {
		deep = list(b, deep.Next, known)
	}
	last := deep.Next
	list(b, last, known)
	for _, of := range []struct {
		name   string
		cursor string
		known  bool
	}{{"first page, new", "", false}, {"first page, again", "", true}, {"last page, again", last, true}} {
		b.Run(of.name, func(b *testing.B) {
			for b.Loop() {
				memory := known
				if !of.known {
					memory = &cards{}
				}
				list(b, of.cursor, memory)
			}
		})
	}
}
