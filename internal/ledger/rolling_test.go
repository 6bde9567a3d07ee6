package ledger

import (
	"fmt"
	"testing"
)

// For any number of entries, adding them one by one gives the same tree as extending the log by all
// of them.
func TestRolling(t *testing.T) {
	var r Rolling
	var entries [][]byte
	for n := range 600 {
		want, _, err := Extend(Empty, nil, entries)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Tree(); got != want {
			t.Fatalf("of %d entries: %v, want %v", n, got, want)
		}
		entry := fmt.Appendf(nil, "entry %d", n)
		entries = append(entries, entry)
		r.Add(entry)
	}
}
