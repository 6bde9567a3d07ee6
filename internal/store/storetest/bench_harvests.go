package storetest

import (
	"context"
	"sync"
	"testing"

	"rastro/internal/harvests"
	"rastro/internal/trace"
)

// cards is a cache that never evicts.
type cards struct{ sync.Map }

func (c *cards) Get(s harvests.State) (*harvests.Card, bool) {
	card, ok := c.Load(s)
	if !ok {
		return nil, false
	}
	return card.(*harvests.Card), true
}

func (c *cards) Put(s harvests.State, card *harvests.Card) { c.Store(s, card) }

// benchHarvestPages measures the list of harvests. A page must cost about the same whatever their
// number: its cost depends on the records of its ten harvests, and is far lower if nothing in them
// changed since the last request.
func benchHarvestPages(b *testing.B, store trace.Store, found, each int) {
	ctx := context.Background()
	svc := benchService(b, store)
	fillJournal(b, store, found*each, found)
	list := func(b *testing.B, cursor string, memory harvests.Memory) harvests.Page {
		page, err := svc.Harvests(ctx, everybody, harvests.Query{}, trace.Paging{Size: harvests.DefaultPage, Cursor: cursor}, memory)
		if err != nil || len(page.Cards) != harvests.DefaultPage {
			b.Fatal(len(page.Cards), err)
		}
		return page
	}
	known := &cards{}
	first := list(b, "", known)
	deep := first
	for range found/harvests.DefaultPage - 2 {
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
