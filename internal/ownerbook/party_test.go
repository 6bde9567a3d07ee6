package ownerbook

import (
	"slices"
	"testing"

	"rastro/internal/trace"
)

// keysHeld are the keys of a server.
type keysHeld []*trace.Key

func (k keysHeld) HeldKeys(yield func(*trace.Key) bool) {
	for _, key := range k {
		if !yield(key) {
			return
		}
	}
}

// What an author wrote counts as the owner's only if every key of that author confirms it. Keys are
// in a map: the result must not depend on its order.
func TestSameParty(t *testing.T) {
	t.Parallel()
	owner := Party{HarvestID: "A", Authors: []string{"Coop"}}
	coop := trace.Key{AccessKey: "1", Organization: "Coop", Harvests: []string{"A"}}
	for _, c := range []struct {
		name    string
		harvest string
		author  string
		keys    []trace.Key
		want    bool
	}{
		{"in the owner's own harvest", "A", "anyone", nil, true},
		{"the same organisation", "B", "Coop", []trace.Key{coop, {AccessKey: "2", Organization: "Coop", Harvests: []string{"B"}}}, true},
		{"a key that is only named like it", "B", "Coop", []trace.Key{coop, {AccessKey: "2", Name: "Coop", Harvests: []string{"B"}}}, false},
		{"a key that reaches both harvests", "B", "root", []trace.Key{coop, {AccessKey: "3", Name: "root"}}, true},
		{"two of that name, one kept to its harvest", "B", "root", []trace.Key{{AccessKey: "3", Name: "root"}, {AccessKey: "4", Name: "root", Harvests: []string{"B"}}}, false},
		{"a mill that writes its phase in every harvest", "B", "mill", []trace.Key{coop, {AccessKey: "6", Name: "mill", Phases: []string{"04"}}}, false},
		{"another organisation", "B", "Outra", []trace.Key{coop, {AccessKey: "5", Organization: "Outra", Harvests: []string{"B"}}}, false},
		{"the server itself", "B", "Coop", nil, true},
	} {
		var held keysHeld
		for i := range c.keys {
			held = append(held, &c.keys[i])
		}
		for range 2 { // in either order
			slices.Reverse(held)
			s := &OwnerBook{keys: held}
			if got := s.SameParty(owner, c.harvest, c.author); got != c.want {
				t.Fatalf("%s: %t, want %t", c.name, got, c.want)
			}
		}
	}
}
