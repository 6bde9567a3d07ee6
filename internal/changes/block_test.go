package changes_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// onRead is a key of a context: a func(string) that is called with the name of what is read.
type onRead struct{}

// watched is a reader that reports what it is asked.
type watched struct{ changes.Reader }

func report(ctx context.Context, what string) {
	if tell, ok := ctx.Value(onRead{}).(func(string)); ok {
		tell(what)
	}
}

func (w watched) EachLogged(ctx context.Context, from int64, limit int, fn func(*trace.Record) error) error {
	report(ctx, "entries")
	return w.Reader.EachLogged(ctx, from, limit, fn)
}

func (w watched) Log(ctx context.Context) (trace.LogState, error) {
	state, err := w.Reader.Log(ctx)
	report(ctx, "state")
	return state, err
}

// feed is another reader of the site's store, with nothing in memory.
func (s *site) feed(l changes.Limits) *changes.Feed {
	return changes.New(trace.NarrowRead(s.app.LogKeeper.Store(), func(r trace.Reader) changes.Reader {
		found, _ := r.(changes.Reader) // as in NewPort
		return watched{found}
	}), s.app.LogKeeper, l)
}

// plans writes a log with more places than a small page reads.
func (s *site) plans() {
	s.Helper()
	for i := range 60 {
		s.create(s.root, kind.Plan, fmt.Sprintf("S-%d", i%3), `{}`)
	}
	s.written()
}

// A small page does not read its whole block, but has the same content as a large page. A page that
// skips almost everything does not read the log in small pieces, and looking up an event at a place
// reads one place.
func TestSmallPages(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.plans()
		limited, clerk := *s.root, *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-2"}
		clerk.Person, clerk.Rights = "somebody", nil // may not see personal data
		kept := s.feed(changes.Limits{Block: 3})
		for _, by := range []*trace.Key{s.root, &limited, &clerk} {
			for _, q := range []changes.Query{{}, {Gaps: true}, {HarvestID: "S-2"}, {Lot: "MT25-S-002"}, {Types: []changes.Type{changes.RecallCreated}}} {
				for _, q.From = range []int64{0, 31, 58} {
					for _, q.Size = range []int{1, 4, 21} {
						want, failed := kept.Page(t.Context(), by.Fresh(), q)
						got, err := s.feed(changes.Limits{}).Page(t.Context(), by.Fresh(), q)
						if err != nil || failed != nil {
							t.Fatal(err, failed)
						}
						if a, b := string(got.Append(nil, ",")), string(want.Append(nil, ",")); a != b || got.Next != want.Next {
							t.Fatalf("%+v: next %d and %d\n%s\n%s", q, got.Next, want.Next, a, b)
						}
					}
				}
			}
		}
		reads := 0
		ctx := context.WithValue(t.Context(), onRead{}, func(what string) {
			if what == "entries" {
				reads++
			}
		})
		none := changes.Query{Lot: "NONE", Size: 1}
		if page, err := s.feed(changes.Limits{}).Page(ctx, s.root, none); err != nil || page.Len() != 0 || page.Next != page.Size || reads > 2 {
			t.Errorf("%d reads of the log up to %d of %d, %v; want 2", reads, page.Next, page.Size, err)
		}
		reads = 0
		if _, ok, err := s.feed(changes.Limits{}).At(ctx, s.root, none, 5, false); err != nil || ok || reads != 1 {
			t.Errorf("an event that is not selected: %t, %d reads, %v", ok, reads, err)
		}
		page, _ := s.page(s.root, changes.Query{})
		for e := range page.Events {
			at, ok, err := s.app.Changes.At(t.Context(), s.root, changes.Query{}, e.Place, e.Type == changes.CheckpointSigned)
			if err != nil || !ok || string(at.JSON) != string(e.JSON) {
				t.Errorf("at %d: %t, %v: %s, want %s", e.Place, ok, err, at.JSON, e.JSON)
			}
		}
	})
}

// A reader that waits until another has read a block leaves when its caller does.
func TestLeavesWhileBlockIsRead(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.plans()
		feed := s.feed(changes.Limits{})
		reading, goOn, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		go func() {
			_, err := feed.Page(context.WithValue(t.Context(), onRead{}, func(what string) {
				if what == "entries" {
					close(reading)
					<-goOn
				}
			}), s.root.Fresh(), changes.Query{Size: 100})
			ended <- err
		}()
		<-reading
		ctx, leave := context.WithCancel(t.Context())
		ctx = context.WithValue(ctx, onRead{}, func(string) { leave() }) // the last thing before it waits
		if _, err := feed.Page(ctx, s.root.Fresh(), changes.Query{Size: 100}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		close(goOn)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// What is erased leaves the memory of every server, even if nobody reads there any more.
func TestErasedLeavesMemory(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for name, wait := range map[string]func(*changes.Feed) func(){
			"idle":    func(*changes.Feed) func() { return func() {} },
			"waiting": (*changes.Feed).Join,
		} {
			record := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-001"}`)
			s.log()
			feed := s.feed(changes.Limits{})
			leave := wait(feed)
			look := func() int {
				if err := feed.Look(t.Context()); err != nil {
					t.Fatal(err)
				}
				return feed.Kept()
			}
			if _, err := feed.Page(t.Context(), s.root, changes.Query{Size: 100}); err != nil || look() == 0 {
				t.Fatalf("%s: nothing is kept, %v", name, err)
			}
			if _, err := s.app.Erase(t.Context(), s.root, record.Kind, record.ID.String(), "pedido"); err != nil {
				t.Fatal(err)
			}
			if n := look(); n != 0 {
				t.Errorf("%s: %d blocks are kept after an erasure", name, n)
			}
			leave()
		}
	})
}
