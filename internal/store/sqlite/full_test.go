package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rastro/internal/trace"
)

// TestFullDisk has SQLite's own limit of pages stand in for a disk's: the error
// and its path are the same.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	pages := number(t, s, "PRAGMA page_count")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(context.Background(), fmt.Sprintf("%s?_pragma=max_page_count(%d)", path, pages+60))
	if err != nil {
		t.Fatal(err)
	}

	// Writes for which there is no room must not affect those for which there is.
	large, small := `{"x":"`+strings.Repeat("x", 1<<20)+`"}`, `{"x":"small"}`
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if i%5 == 0 {
				if _, err := put(s, "S", large); !trace.Is(err, trace.CodeStoreFull) {
					t.Errorf("large writer %d: %v, want full", i, err)
				}
			} else if _, err := put(s, "S", small); err != nil {
				t.Errorf("small writer %d: %v", i, err)
			}
		})
	}
	wg.Wait()

	written := 32
	for {
		_, err := put(s, "S", `{"x":"`+strings.Repeat("y", 3000)+`"}`)
		if trace.Is(err, trace.CodeStoreFull) {
			break
		}
		if err != nil {
			t.Fatalf("after %d records: %v, want full at last", written, err)
		}
		written++
	}
	sound := func(s *Store, want int) {
		t.Helper()
		if all, one := count(t, s), count(t, s, "S"); all != want || one != want {
			t.Errorf("counted %d in all and %d in the harvest, want the %d that were told so", all, one, want)
		}
		found, err := s.Records(context.Background(), trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 1000})
		if err != nil || len(found) != want {
			t.Errorf("read %d records, %v; want %d", len(found), err, want)
		}
		if bad := number(t, s, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"); bad > 0 {
			t.Errorf("the integrity check finds %d faults", bad)
		}
	}
	if !s.Health().WritesFail {
		t.Error("Health does not say that writes fail")
	}
	if _, err := s.KeyRevision(t.Context()); err != nil || !s.Health().WritesFail {
		t.Errorf("a read says something of writes: %v", err)
	}
	sound(s, written)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = openAt(t, path)
	sound(s, written)
	if _, err := put(s, "S", large); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if s.Health().WritesFail {
		t.Error("Health says that writes fail")
	}
	sound(s, written+1)
}

func number(t *testing.T, s *Store, query string) int {
	t.Helper()
	found, err := s.pool.Query(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var n int
	if !found.Next() {
		t.Fatalf("%s: no row, %v", query, found.Err())
	}
	if err := found.Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
