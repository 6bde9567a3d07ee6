package trace

import "testing"

// What an author wrote counts as the owner's only where every key of that author
// says so. Keys are held in a map: the answer must not depend on its order.
func TestSameParty(t *testing.T) {
	t.Parallel()
	owner := Party{SafraID: "A", Authors: []string{"Coop"}}
	coop := Key{AccessKey: "1", Organizacao: "Coop", Safras: []string{"A"}}
	for _, c := range []struct {
		name   string
		safra  string
		author string
		keys   []Key
		want   bool
	}{
		{"in the owner's own harvest", "A", "anyone", nil, true},
		{"the same organisation", "B", "Coop", []Key{coop, {AccessKey: "2", Organizacao: "Coop", Safras: []string{"B"}}}, true},
		{"a key that is only named like it", "B", "Coop", []Key{coop, {AccessKey: "2", Nome: "Coop", Safras: []string{"B"}}}, false},
		{"a key that reaches both harvests", "B", "root", []Key{coop, {AccessKey: "3", Nome: "root"}}, true},
		{"two of that name, one kept to its harvest", "B", "root", []Key{{AccessKey: "3", Nome: "root"}, {AccessKey: "4", Nome: "root", Safras: []string{"B"}}}, false},
		{"a mill that writes its phase in every harvest", "B", "mill", []Key{coop, {AccessKey: "6", Nome: "mill", Fases: []string{"04"}}}, false},
		{"another organisation", "B", "Outra", []Key{coop, {AccessKey: "5", Organizacao: "Outra", Safras: []string{"B"}}}, false},
		{"the server itself", "B", "Coop", nil, true},
	} {
		for range 50 {
			s := &Service{}
			held := &heldKeys{byAccess: map[string]*Key{}}
			for i := range c.keys {
				held.byAccess[c.keys[i].AccessKey] = &c.keys[i]
			}
			s.keys.held.Store(held)
			if got := s.SameParty(owner, c.safra, c.author); got != c.want {
				t.Fatalf("%s: %t, want %t", c.name, got, c.want)
			}
		}
	}
}
