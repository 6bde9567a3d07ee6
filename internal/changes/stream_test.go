package changes_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// patience is longer than any test waits.
const patience = 10 * time.Minute

func same(by *trace.Key) changes.Again {
	return func() (*trace.Key, error) { return by.Fresh(), nil }
}

// look passes what was written on to those who wait.
func (s *site) look() {
	s.Helper()
	s.log()
	if err := s.app.Changes.Look(s.Context()); err != nil {
		s.Fatal(err)
	}
}

// listener is a reader of a stream in a goroutine of its own.
type listener struct {
	pieces chan string
	ended  chan error
	stop   context.CancelFunc
}

func (s *site) listen(by *trace.Key, q changes.Query, after int64, again changes.Again) *listener {
	s.Helper()
	stream, err := s.app.Changes.Open(s.Context(), by, q, after)
	if err != nil {
		s.Fatal(err)
	}
	ctx, stop := context.WithCancel(s.Context())
	l := &listener{make(chan string, 100), make(chan error, 1), stop}
	go func() {
		err := stream.Run(ctx, again, func(piece []byte) error {
			l.pieces <- string(piece)
			return nil
		})
		stream.Close() // first: the test then counts who still waits
		l.ended <- err
	}()
	return l
}

// next returns the next event, without the signed states: its type and id.
func (l *listener) next() string {
	for {
		piece := <-l.pieces
		var names []string
		for block := range strings.SplitSeq(piece, "\n\n") {
			if id, rest, ok := strings.Cut(block, "\nevent: rastro."); ok && !strings.HasPrefix(rest, "prova") {
				name, _, _ := strings.Cut(rest, "\n")
				names = append(names, strings.TrimPrefix(id, "id: ")+" "+name)
			} else if strings.Contains(block, "event: fim") {
				names = append(names, strings.ReplaceAll(block, "\n", " "))
			}
		}
		if len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
}

func TestStream(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		page, _ := s.page(s.root, changes.Query{Start: changes.Start{Now: true}})
		from := page.Size
		l := s.listen(s.root, changes.Query{Start: changes.Start{Now: true}}, -1, same(s.root))
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-2"}
		other := s.listen(&limited, changes.Query{Start: changes.Start{Now: true}}, -1, same(&limited))
		whole := s.listen(s.root, changes.Query{Start: changes.Start{Now: true}, Full: true, HarvestID: "S-2"}, -1, same(s.root))
		s.look() // from now on it is in memory
		s.create(s.root, kind.Plan, "S-1", `{}`)
		s.look()
		if got, want := l.next(), fmt.Sprintf("%d registro.criado", from); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		s.create(s.root, kind.Plan, "S-1", `{}`)
		s.create(s.root, kind.Plan, "S-2", `{"cultivar":"NS 7901"}`)
		s.look()
		if got, want := l.next(), fmt.Sprintf("%d registro.criado, %d registro.criado", from+1, from+2); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := other.next(), fmt.Sprintf("%d registro.criado", from+2); got != want {
			t.Errorf("limited: %s, want %s", got, want)
		}
		if got, want := whole.next(), fmt.Sprintf("%d registro.criado", from+2); got != want {
			t.Errorf("whole: %s, want %s", got, want)
		}
		// A reader that resumes gets what it missed, then what follows.
		again := s.listen(s.root, changes.Query{}, from, same(s.root))
		if got, want := again.next(), fmt.Sprintf("%d registro.criado, %d registro.criado", from+1, from+2); got != want {
			t.Errorf("continued: %s, want %s", got, want)
		}
		s.create(s.root, kind.Plan, "S-1", `{}`)
		s.look()
		if got, want := again.next(), fmt.Sprintf("%d registro.criado", from+3); got != want {
			t.Errorf("continued: %s, want %s", got, want)
		}
		if n := s.app.Changes.Waiting(); n != 4 {
			t.Errorf("%d wait, want 4", n)
		}
		again.stop()
		if err := <-again.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		s.app.Changes.Close()
		for name, l := range map[string]*listener{"all": l, "limited": other, "whole": whole} {
			for got := ""; !strings.Contains(got, "event: fim"); {
				got = l.next()
			}
			if err := <-l.ended; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := s.app.Changes.Waiting(); n != 0 {
			t.Errorf("%d wait", n)
		}
	})
}

// A key that was deactivated, or may no longer read, gets nothing more.
func TestAttackStreamOfADeadKey(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		alive := make(chan bool, 1)
		alive <- true
		dead := func() (*trace.Key, error) {
			select {
			case <-alive:
				return s.root, nil
			default:
				return nil, trace.Fail(trace.CodeUnauthenticated)
			}
		}
		l := s.listen(s.root, changes.Query{Start: changes.Start{Now: true}}, -1, dead)
		<-l.pieces // the beginning
		s.create(s.root, kind.Plan, "S-1", `{}`)
		s.look()
		if got := l.next(); !strings.Contains(got, "event: fim") || !strings.Contains(got, string(trace.CodeUnauthenticated)) {
			t.Errorf("after the key's end: %s", got)
		}
		if err := <-l.ended; err != nil {
			t.Error(err)
		}
	})
}

// Revoking a share ends what a stream reports.
func TestAttackStreamOfARevokedShare(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Alfa")
		s.register("Beta")
		mine, other := s.inside("Alfa"), s.inside("Beta")
		s.create(mine.Fresh(), kind.Plan, "A-1", `{}`)
		s.create(other.Fresh(), kind.Plan, "B-1", `{}`)
		if _, err := s.app.ShareHarvest(t.Context(), mine.Fresh(), "A-1", "Beta", reach.Read); err != nil {
			t.Fatal(err)
		}
		s.log()
		l := s.listen(other, changes.Query{Start: changes.Start{Now: true}, Types: []changes.Type{changes.RecordCreated}}, -1, same(other))
		s.look()
		s.create(mine.Fresh(), kind.Plan, "A-1", `{}`)
		s.look()
		if got := l.next(); !strings.HasSuffix(got, "registro.criado") {
			t.Errorf("shared: %s", got)
		}
		if _, err := s.app.ShareHarvest(t.Context(), mine.Fresh(), "A-1", "Beta", reach.None); err != nil {
			t.Fatal(err)
		}
		s.create(mine.Fresh(), kind.Plan, "A-1", `{}`)
		last := s.create(other.Fresh(), kind.Plan, "B-1", `{}`)
		s.look()
		piece := <-l.pieces
		if strings.Count(piece, "event: ") != 1 || !strings.Contains(piece, last.ID.String()) {
			t.Errorf("after the share was revoked: %s", piece)
		}
		l.stop()
		<-l.ended
	})
}

func TestWait(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		page, _ := s.page(s.root, changes.Query{Start: changes.Start{Now: true}})
		type answer struct {
			page changes.Page
			err  error
		}
		wait := func(q changes.Query) chan answer {
			got := make(chan answer, 1)
			go func() {
				page, err := s.app.Changes.Wait(t.Context(), s.root, q, patience, same(s.root))
				got <- answer{page, err}
			}()
			return got
		}
		one := wait(changes.Query{Start: changes.Start{From: page.Size}, Size: 10, HarvestID: "S-2"})
		for s.app.Changes.Waiting() < 1 {
			s.look()
		}
		s.create(s.root, kind.Plan, "S-1", `{}`) // not what it waits for
		s.look()
		s.create(s.root, kind.Plan, "S-2", `{}`)
		s.look()
		got := <-one
		if got.err != nil || got.page.Len() != 1 || got.page.Next != page.Size+2 {
			t.Errorf("%d events, next %d, %v", got.page.Len(), got.page.Next, got.err)
		}
		// Nothing comes: the page is empty, and says where to continue.
		short, err := s.app.Changes.Wait(t.Context(), s.root, changes.Query{Start: changes.Start{Now: true}}, time.Millisecond, same(s.root))
		if err != nil || short.Len() != 0 || short.Next != short.Size {
			t.Errorf("%+v, %v", short, err)
		}
		// The server stops: whoever waits gets an answer.
		last := wait(changes.Query{Start: changes.Start{Now: true}})
		for s.app.Changes.Waiting() < 1 {
			s.look()
		}
		s.app.Changes.Close()
		if got := <-last; got.err != nil || got.page.Len() != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// Readers beyond the limits are refused, and those who leave make room.
func TestPlaces(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		feed := changes.New(changes.NewPort(s.app.LogKeeper.Store()), s.app.LogKeeper, changes.Limits{Streams: 3, PerKey: 2})
		other, third := *s.root, *s.root
		other.AccessKey, third.AccessKey = "rk_other", "rk_third"
		open := func(by *trace.Key) (*changes.Stream, error) {
			return feed.Open(t.Context(), by, changes.Query{Start: changes.Start{Now: true}}, -1)
		}
		first, err := open(s.root)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := open(s.root); err != nil {
			t.Fatal(err)
		}
		if _, err := open(s.root); !trace.Is(err, trace.CodeTooManyStreams) {
			t.Errorf("a third of one key: %v", err)
		}
		if _, err := open(&other); err != nil {
			t.Errorf("another key: %v", err)
		}
		if _, err := open(&third); !trace.Is(err, trace.CodeTooManyStreams) {
			t.Errorf("a fourth in all: %v", err)
		}
		first.Close()
		if _, err := open(&third); err != nil {
			t.Errorf("after one left: %v", err)
		}
	})
}

// A reader that is further behind than the memory reaches misses nothing.
func TestFarBehind(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		feed := changes.New(changes.NewPort(s.app.LogKeeper.Store()), s.app.LogKeeper, changes.Limits{Ring: 3})
		page, _ := s.page(s.root, changes.Query{Start: changes.Start{Now: true}})
		stream, err := feed.Open(t.Context(), s.root, changes.Query{Start: changes.Start{Now: true}, Types: []changes.Type{changes.RecordCreated}}, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Close()
		look := func() {
			s.log()
			if err := feed.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		look()
		for range 2 {
			for range 5 {
				s.create(s.root, kind.Plan, "S-1", `{}`)
			}
			look()
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		next := page.Size
		err = stream.Run(ctx, same(s.root), func(piece []byte) error {
			for ; strings.Contains(string(piece), fmt.Sprintf("id: %d\nevent: rastro.registro.criado", next)); next++ {
			}
			if next == page.Size+10 {
				stop()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || next != page.Size+10 {
			t.Errorf("up to %d of %d, %v", next, page.Size+10, err)
		}
	})
}
