package storetest

import (
	"context"
	"testing"

	"rastro/internal/sealedtext"
	"rastro/internal/trace"
)

var cursorKeyCases = []namedCase{
	{"there is a random key from the start, and a later one takes its place", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		first, err := s.CursorKeys(ctx)
		if err != nil || len(first) != 1 || first[0].Secret == [32]byte{} {
			t.Fatalf("a new store has %d keys, %v", len(first), err)
		}
		for n := int64(2); n <= 4; n++ {
			update(t, s, func(w trace.Writer) error {
				return w.PutCursorKey(ctx, sealedtext.Key{Number: n, Secret: [32]byte{byte(n)}, CreatedMs: n}, n-1)
			})
		}
		keys, err := s.CursorKeys(ctx)
		if err != nil || len(keys) != 2 || keys[0].Number != 3 || keys[1] != (sealedtext.Key{Number: 4, Secret: [32]byte{4}, CreatedMs: 4}) {
			t.Errorf("keys %+v, %v; want 3 and 4", keys, err)
		}
	}},
}
