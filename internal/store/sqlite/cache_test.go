package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/trace"
)

// servers opens one file several times, as several processes do: nothing is
// shared between them but the file and SQLite's memory next to it.
func servers(t *testing.T, n int) []*Store {
	path := fresh(t)
	var all []*Store
	for range n {
		all = append(all, openAt(t, path))
	}
	return all
}

// warm reads a record until it is cached.
func warm(t *testing.T, s *Store, id trace.ID) {
	t.Helper()
	for range 3 {
		if _, err := s.Record(context.Background(), id); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := s.writer.cache.records.GetIfPresent(id); !ok {
		t.Fatal("a record that is read again and again is not cached")
	}
}

// after writes the version that follows a record's live one.
func after(s *Store, id trace.ID, op trace.Operation, payload string) (int64, error) {
	ctx := context.Background()
	var version int64
	err := s.Update(ctx, func(w trace.Writer) error {
		old, err := w.Record(ctx, id)
		if err != nil {
			return err
		}
		r := *old
		r.Version, r.Operation, r.Payload = r.Version+1, op, []byte(payload)
		version = r.Version
		return w.Append(ctx, r)
	})
	return version, err
}

func TestCacheGivesNothingOld(t *testing.T) {
	ctx := context.Background()
	for name, tc := range map[string]struct{ reader, writer int }{"own changes": {0, 0}, "another server's": {0, 1}} {
		t.Run(name, func(t *testing.T) {
			all := servers(t, 2)
			reader, writer := all[tc.reader], all[tc.writer]
			id, err := put(writer, "S", `{"n":1}`)
			if err != nil {
				t.Fatal(err)
			}
			other, err := put(writer, "T", `{"n":1}`)
			if err != nil {
				t.Fatal(err)
			}
			warm(t, reader, id)
			warm(t, reader, other)
			for n := 2; n < 6; n++ {
				want := fmt.Sprintf(`{"n":%d}`, n)
				if _, err := after(writer, id, trace.Updated, want); err != nil {
					t.Fatal(err)
				}
				if r, err := reader.Record(ctx, id); err != nil || string(r.Payload) != want || r.Version != int64(n) {
					t.Fatalf("after version %d was written: %+v, %v", n, r, err)
				}
				warm(t, reader, id)
			}
			if r, err := reader.Record(ctx, other); err != nil || r.Version != 1 {
				t.Errorf("the record nobody changed: %+v, %v", r, err)
			}
			if _, err := after(writer, id, trace.Deleted, `{"n":5}`); err != nil {
				t.Fatal(err)
			}
			if r, err := reader.Record(ctx, id); !trace.Is(err, trace.CodeRecordNotFound) {
				t.Errorf("a deleted record: %+v, %v", r, err)
			}
		})
	}
}

// A commit of this process drops only what it changed.
func TestCacheKeepsWhatDidNotChange(t *testing.T) {
	s := servers(t, 1)[0]
	kept, err := put(s, "S", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	warm(t, s, kept)
	for range 10 {
		if _, err := put(s, "S", `{}`); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := s.writer.cache.records.GetIfPresent(kept); !ok || s.writer.cache.known.Load() != s.writer.cache.changes.Load() {
		t.Error("commits that did not touch a record dropped it")
	}
}

// Whatever several servers do at once, a read that begins after a write returned on any of them
// sees that write or a later one.
func TestCacheUnderFire(t *testing.T) {
	ctx := context.Background()
	all := servers(t, 3)
	const records, rounds = 4, 150
	var ids [records]trace.ID
	var written [records]atomic.Int64 // the newest version that is acknowledged
	for i := range ids {
		var err error
		if ids[i], err = put(all[0], "S", `{}`); err != nil {
			t.Fatal(err)
		}
		written[i].Store(1)
	}
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for n, s := range all {
		writers.Go(func() {
			for range rounds {
				i := rand.N(records)
				version, err := after(s, ids[i], trace.Updated, `{"by":"`+fmt.Sprint(n)+`"}`)
				if err != nil {
					t.Errorf("server %d: %v", n, err)
					return
				}
				for old := written[i].Load(); version > old && !written[i].CompareAndSwap(old, version); old = written[i].Load() {
				}
			}
		})
		for range 2 {
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}
					i := rand.N(records)
					atLeast := written[i].Load()
					r, err := s.Record(ctx, ids[i])
					if err != nil || r.Version < atLeast || r.ID != ids[i] {
						t.Errorf("server %d gave %v, %v; version %d was acknowledged", n, r, err, atLeast)
						return
					}
				}
			})
		}
	}
	writers.Wait()
	close(done)
	readers.Wait()
	for n, s := range all {
		for i := range ids {
			if r, err := s.Record(ctx, ids[i]); err != nil || r.Version != written[i].Load() {
				t.Errorf("server %d at the end: %v, %v; want version %d", n, r, err, written[i].Load())
			}
		}
	}
}
