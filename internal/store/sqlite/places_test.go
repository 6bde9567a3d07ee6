package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/trace"
)

func placeID(n uint64) (id trace.ID) {
	binary.BigEndian.PutUint64(id[8:], n)
	return id
}

// TestPlacesAreGuesses: find returns the newest place noted for an id, or for an id that shares its
// slot, or nothing.
func TestPlacesAreGuesses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := new(rowidHints)
		told := map[trace.ID]int64{}
		// Few buckets and few marks, so that they meet.
		ids := rapid.Custom(func(t *rapid.T) trace.ID {
			return placeID(rapid.Uint64Range(0, 2).Draw(t, "mark")<<placeBits | rapid.Uint64Range(0, 2).Draw(t, "bucket") | rapid.Uint64Range(0, 3).Draw(t, "beyond")<<60)
		})
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id, seq := ids.Draw(t, "id"), rapid.Int64Range(1, 1<<seqBits-1).Draw(t, "seq")
			p.remember(id, seq)
			told[id] = max(told[id], seq)
			if got := p.find(id); got < told[id] {
				t.Fatalf("%v was last told at %d, and is remembered at %d", id, told[id], got)
			}
		}
		p.remember(placeID(77), 1<<seqBits)
		p.remember(placeID(78), 0)
		if p.find(placeID(77)) != 0 || p.find(placeID(78)) != 0 {
			t.Fatal("a place that cannot be kept is kept")
		}
	})
}

// TestWrongPlaces: a store whose memory of places is wrong in every way answers
// as if it had none.
func TestWrongPlaces(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, other := openAt(t, path), openAt(t, path)
	var ids []trace.ID
	for i := range 4 {
		id, err := put(s, "S", fmt.Sprintf(`{"n":%d}`, i))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if _, err := after(other, ids[1], trace.Updated, `{"n":"other"}`); err != nil { // the place of a version that has ended
		t.Fatal(err)
	}
	if _, err := after(other, ids[2], trace.Deleted, `{"n":2}`); err != nil {
		t.Fatal(err)
	}
	s.places.remember(ids[0], s.places.find(ids[0])+2) // another record's
	s.places.remember(ids[3], 1_000_000)               // a place that no record has
	for i, want := range []string{`{"n":0}`, `{"n":"other"}`, "", `{"n":3}`} {
		for range 3 { // first from the file, then from the cache
			r, err := s.Record(ctx, ids[i])
			if missing, _ := errors.AsType[*trace.Error](err); want == "" {
				if missing == nil || missing.Code != trace.CodeRecordNotFound {
					t.Errorf("a deleted record: %+v, %v", r, err)
				}
			} else if err != nil || string(r.Payload) != want {
				t.Errorf("record %d: %+v, %v; want %s", i, r, err, want)
			}
		}
	}
}

// TestPlacesAreLearnt: soon after a store is opened, it knows where the newest version of each
// record is.
func TestPlacesAreLearnt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s := openAt(t, path)
	var ids []trace.ID
	for i := range 50 {
		id, err := put(s, "S", fmt.Sprintf(`{"n":%d}`, i))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if _, err := after(s, ids[7], trace.Updated, `{"n":"new"}`); err != nil {
		t.Fatal(err)
	}
	again := &Store{pool: openAt(t, path).pool, places: new(rowidHints)} // with nothing learned in the background
	last := trace.ID{0xff}
	if n, err := again.learnBefore(&last); n < len(ids)+1 || err != nil { // the versions, and what opening wrote
		t.Fatalf("learnt %d places: %v", n, err)
	}
	for i, id := range ids {
		if got, want := again.places.find(id), s.places.find(id); got != want || got == 0 {
			t.Errorf("record %d: learnt place %d; it was written at %d", i, got, want)
		}
	}
}
