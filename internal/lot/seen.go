package lot

import "hash/maphash"

// Seen is a set of texts that keeps eight bytes of each. Two texts collide with a chance of one
// in 2^64, which nobody can influence: each set has its own seed.
type Seen struct {
	seed maphash.Seed
	set  map[uint64]struct{}
}

// NewSeen returns an empty set.
func NewSeen() *Seen { return &Seen{maphash.MakeSeed(), map[uint64]struct{}{}} }

// Add adds a text and reports whether it is new.
func (s *Seen) Add(text string) bool {
	h := maphash.String(s.seed, text)
	if _, ok := s.set[h]; ok {
		return false
	}
	s.set[h] = struct{}{}
	return true
}

// Has reports whether a text is in the set.
func (s *Seen) Has(text string) bool {
	_, ok := s.set[maphash.String(s.seed, text)]
	return ok
}

// Len returns how many texts are in the set.
func (s *Seen) Len() int { return len(s.set) }
