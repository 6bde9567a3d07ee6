package storetest

import (
	"bytes"
	"context"
	"maps"
	"testing"

	"rastro/internal/regular"
	"rastro/internal/trace"
)

var regularCases = []namedCase{
	{"networks in use are kept, moved forward, and forgotten", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		store := s.(regular.Store)
		holds := func(when string, want map[uint32]int64) {
			t.Helper()
			got, err := store.Regulars(ctx)
			if err != nil || !maps.Equal(got, want) {
				t.Errorf("%s: %v, %v; want %v", when, got, err, want)
			}
		}
		put := func(seen map[uint32]int64, before int64, most int) {
			t.Helper()
			if err := store.PutRegulars(ctx, seen, before, most); err != nil {
				t.Fatal(err)
			}
		}
		holds("at first", map[uint32]int64{})
		put(map[uint32]int64{0: 10, 7: 11, 1<<24 - 1: 12}, 0, 10)
		holds("written", map[uint32]int64{0: 10, 7: 11, 1<<24 - 1: 12})
		put(map[uint32]int64{0: 20, 7: 5}, 0, 10)
		holds("a day never moves back", map[uint32]int64{0: 20, 7: 11, 1<<24 - 1: 12})
		put(nil, 12, 10)
		holds("the old ones are forgotten", map[uint32]int64{0: 20, 1<<24 - 1: 12})
		put(map[uint32]int64{1: 13, 2: 14, 3: 15}, 0, 3)
		holds("of too many the oldest are forgotten", map[uint32]int64{0: 20, 2: 14, 3: 15})
	}},
	{"the key of the marks is random and stays", func(t *testing.T, s trace.Store) {
		store := s.(regular.Store)
		first, err := store.RegularKey(context.Background())
		if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
			t.Errorf("%x, %v", first, err)
		}
		if again, err := store.RegularKey(context.Background()); err != nil || !bytes.Equal(first, again) {
			t.Errorf("%x, then %x, %v", first, again, err)
		}
	}},
}
