package citus

import (
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	t.Parallel()
	of := func(id byte, version int64) entry { return entry{id: [16]byte{id}, version: version} }
	for _, c := range []struct {
		name              string
		found, all, wants []entry
	}{
		{"as written", []entry{of(1, 1), of(2, 5), of(1, 2)}, []entry{of(1, 1), of(1, 2), of(2, 5)}, []entry{of(1, 1), of(2, 5), of(1, 2)}},
		{"turned around", []entry{of(1, 2), of(3, 1), of(1, 1)}, []entry{of(1, 1), of(1, 2)}, []entry{of(1, 1), of(3, 1), of(1, 2)}},
		{"the first not found", []entry{of(3, 1), of(1, 3), of(4, 1)}, []entry{of(1, 1), of(1, 2), of(1, 3), of(1, 4)}, []entry{of(3, 1), of(1, 1), of(1, 2), of(1, 3), of(4, 1)}},
	} {
		if got := inOrder(c.found, c.all); !slices.Equal(got, c.wants) {
			t.Errorf("%s: %v, want %v", c.name, got, c.wants)
		}
	}
}
