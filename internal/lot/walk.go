package lot

import (
	"errors"
	"hash/maphash"
	"slices"
)

// Direction is which way a walk goes.
type Direction uint8

// The directions.
const (
	Back    Direction = iota // to what a lot was made of
	Forward                  // to what became of it
)

// Step is one lot on a walk.
type Step struct {
	Lot   string
	Depth int // steps from the start
	// Rows are those of the lot, by role, record and version. At the edge of a walk
	// that may go no further they are there as well.
	Rows []Row
}

// Walk says how to walk the graph. It goes level by level and meets every lot
// once, whatever circles and diamonds there are; within a level lots come by
// their codes, so that the same graph is always walked in the same order.
type Walk struct {
	Direction Direction
	// Depth is how many steps it goes at most; below 0 is as many as there are.
	Depth int
	// Fetch calls back with all rows of some lots, at most Chunk of them, in any
	// order.
	Fetch func(lots []string, fn func(*Row)) error
	// Known holds which lots were met; nil for a walk of its own.
	Known *Seen
}

// Chunk is how many lots are fetched at once.
const Chunk = 256

// ErrStop ends a walk without an error when visit returns it.
var ErrStop = errors.New("stop")

// From walks from some lots, and calls visit with each lot it meets.
func (w *Walk) From(start []string, visit func(*Step) error) error {
	seen := w.Known
	if seen == nil {
		seen = NewSeen()
	}
	level := make([]string, 0, len(start))
	for _, l := range start {
		if seen.Add(l) {
			level = append(level, l)
		}
	}
	for depth := 0; len(level) > 0; depth++ {
		slices.Sort(level)
		var next []string
		further := w.Depth < 0 || depth < w.Depth
		for chunk := range slices.Chunk(level, Chunk) {
			steps, err := w.fetch(chunk, depth)
			if err != nil {
				return err
			}
			for i := range steps {
				if err := visit(&steps[i]); err != nil {
					if err == ErrStop {
						return nil
					}
					return err
				}
				if !further {
					continue
				}
				for r := range steps[i].Rows {
					for _, o := range steps[i].Rows[r].Leads(w.Direction) {
						if seen.Add(o.Lot) {
							next = append(next, o.Lot)
						}
					}
				}
			}
		}
		level = next
	}
	return nil
}

// Leads are the lots to which the row leads in a direction.
func (r *Row) Leads(d Direction) []Other {
	if d == Back && r.Role == Produced || d == Forward && r.Role == Consumed {
		return r.Others
	}
	return nil
}

// fetch reads the rows of a chunk and sets them in order.
func (w *Walk) fetch(chunk []string, depth int) ([]Step, error) {
	steps := make([]Step, len(chunk))
	for i, l := range chunk {
		steps[i] = Step{Lot: l, Depth: depth}
	}
	err := w.Fetch(chunk, func(r *Row) {
		if i, ok := slices.BinarySearch(chunk, r.Lot); ok {
			steps[i].Rows = append(steps[i].Rows, *r)
		}
	})
	for i := range steps {
		slices.SortFunc(steps[i].Rows, func(a, b Row) int {
			if a.Role != b.Role {
				return int(a.Role) - int(b.Role)
			}
			return slices.Compare(a.ID[:], b.ID[:])
		})
	}
	return steps, err
}

// Seen is a set of texts that keeps eight bytes of each. Two texts are taken for
// one with a chance of one in 2^64, which nobody can help along: the seed is the
// set's own.
type Seen struct {
	seed maphash.Seed
	set  map[uint64]struct{}
}

// NewSeen makes an empty set.
func NewSeen() *Seen { return &Seen{maphash.MakeSeed(), map[uint64]struct{}{}} }

// Add adds a text and tells whether it is new.
func (s *Seen) Add(text string) bool {
	h := maphash.String(s.seed, text)
	if _, ok := s.set[h]; ok {
		return false
	}
	s.set[h] = struct{}{}
	return true
}

// Has tells whether a text is in the set.
func (s *Seen) Has(text string) bool {
	_, ok := s.set[maphash.String(s.seed, text)]
	return ok
}
