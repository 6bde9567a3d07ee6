package lot

import (
	"errors"
	"slices"
	"strings"
)

// Direction is which way a walk goes.
type Direction uint8

// The directions.
const (
	Back    Direction = iota // to what a lot was made of
	Forward                  // to what became of it
)

// lead is the role of the rows that lead on in a direction.
func (d Direction) lead() Role {
	if d == Back {
		return Produced
	}
	return Consumed
}

// Source gives a walk the rows of lots.
type Source interface {
	// Chunk calls fn with all rows of some lots, at most Chunk of them, in any order.
	// It reports false where they are too many to hold: then what fn got is void.
	Chunk(lots []string, fn func(*Row)) (whole bool, err error)
	// Each calls fn with the rows of one lot from a role to another, however many
	// there are, by role and always in the same order. Bare rows may lack what they
	// say, except for SafraID and By. fn may use the source.
	Each(lot string, from, to Role, bare bool, fn func(*Row) error) error
	// Judge says what a row is to this walk: whether it is seen at all, and the lots
	// to which it leads: only one in the role that leads on in the direction does. It
	// is the only judge, and may be asked about a row more than once.
	Judge(r *Row, d Direction) (seen bool, leads []Other)
}

// Walk says how to walk the graph. It goes level by level and meets every lot
// once, whatever circles and diamonds there are; within a level lots come by
// their codes, so that the same graph is always walked in the same order.
type Walk struct {
	Direction Direction
	// Depth is how many steps it goes at most; below 0 is as many as there are.
	Depth  int
	Source Source
	// Known holds which lots were met; nil for a walk of its own.
	Known *Seen
	// Bytes bounds what the walk holds: the codes of two levels, and what Known
	// keeps of each lot. Beyond it the walk fails with ErrTooLarge; 0 is no bound.
	Bytes int
}

// Chunk is how many lots are fetched at once.
const Chunk = 256

// seenBytes is about what Seen keeps of a lot, and codeBytes what a list of codes
// takes beside their letters: a string's header, the room a slice grows into, and
// what the allocator rounds up to.
const (
	seenBytes = 20
	codeBytes = 40
)

var (
	// ErrStop ends a walk without an error when visit returns it.
	ErrStop = errors.New("stop")
	// ErrTooLarge ends a walk that would hold more than it may.
	ErrTooLarge = errors.New("the walk reaches more lots than it may hold")
)

// From walks from some lots, and calls visit with each lot it meets.
func (w *Walk) From(start []string, visit func(*Step) error) error {
	on := &walking{Walk: w, seen: w.Known, visit: visit}
	if on.seen == nil {
		on.seen = NewSeen()
	}
	for _, l := range start {
		if err := on.meet(l); err != nil {
			return err
		}
	}
	for depth := 0; len(on.next) > 0; depth++ {
		level, held := on.next, on.nextBytes
		slices.Sort(level)
		on.next, on.nextBytes, on.depth = nil, 0, depth
		on.levelBytes = held
		for chunk := range slices.Chunk(level, Chunk) {
			err := on.step(chunk)
			if err == ErrStop {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// walking is a walk on its way.
type walking struct {
	*Walk
	visit func(*Step) error
	seen  *Seen
	depth int
	next  []string // the lots of the next level

	levelBytes, nextBytes int
}

// meet notes a lot for the next level, once.
func (w *walking) meet(code string) error {
	if !w.seen.Add(code) {
		return nil
	}
	w.next = append(w.next, strings.Clone(code)) // the row's own text holds all the row says
	w.nextBytes += len(code) + codeBytes
	if w.Bytes > 0 && w.levelBytes+w.nextBytes+seenBytes*w.seen.Len() > w.Bytes {
		return ErrTooLarge
	}
	return nil
}

// step visits some lots, in order. Their rows are held together where they are few;
// else it halves the lots, down to one whose rows are never held.
func (w *walking) step(lots []string) error {
	steps := make([]Step, len(lots))
	for i, l := range lots {
		steps[i] = Step{Lot: l, Depth: w.depth, walk: w, held: true}
	}
	whole, err := w.Source.Chunk(lots, func(r *Row) {
		i, ok := slices.BinarySearch(lots, r.Lot)
		if !ok {
			return
		}
		if seen, _ := w.Source.Judge(r, w.Direction); seen {
			steps[i].rows = append(steps[i].rows, *r)
		}
	})
	switch {
	case err != nil:
		return err
	case !whole && len(lots) == 1:
		return w.one(&Step{Lot: lots[0], Depth: w.depth, walk: w})
	case !whole:
		if err := w.step(lots[:len(lots)/2]); err != nil {
			return err
		}
		return w.step(lots[len(lots)/2:])
	}
	for i := range steps {
		slices.SortFunc(steps[i].rows, byRow)
		if err := w.one(&steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func byRow(a, b Row) int {
	if a.Role != b.Role {
		return int(a.Role) - int(b.Role)
	}
	return slices.Compare(a.ID[:], b.ID[:])
}

// one visits a lot, and then goes over the rows that lead on from it, unless the
// visitor did.
func (w *walking) one(s *Step) error {
	if err := w.visit(s); err != nil {
		return err
	}
	if s.led || w.Depth >= 0 && w.depth >= w.Depth {
		return nil
	}
	return s.Each(w.Direction.lead(), w.Direction.lead(), ignore)
}

func ignore(*Row) error { return nil }

// Leads returns the lots to which the row leads in a direction, as its record says.
func (r *Row) Leads(d Direction) []Other {
	if r.Role == d.lead() {
		return r.Others
	}
	return nil
}
