package lot

import (
	"errors"
	"slices"
	"strings"
)

// Direction is the direction of a walk.
type Direction uint8

// The directions.
const (
	Back    Direction = iota // to a lot's sources
	Forward                  // to the lots made from it
)

// lead returns the role of the rows that lead further in a direction.
func (d Direction) lead() Role {
	if d == Back {
		return Produced
	}
	return Consumed
}

// Source provides the rows of lots to a walk.
type Source interface {
	// Chunk calls fn with all rows of some lots, at most Chunk of them, in any order. It returns
	// false if there are too many rows to keep; fn must then discard what it received.
	Chunk(lots []string, fn func(*Row)) (whole bool, err error)
	// Each calls fn with all rows of a lot between two roles, by role and always in the same order;
	// after a given row, if there is one. Bare rows may lack all data except HarvestID and By. fn
	// may use the source.
	Each(lot string, from, to Role, after RowKey, bare bool, fn func(*Row) error) error
	// Judge decides whether the walk sees a row, and to which lots the row leads; only rows in the
	// role that the direction follows lead anywhere. The walk has no other judge, and may pass it a
	// row more than once.
	Judge(r *Row, d Direction) (seen bool, leads []Other)
}

// Walk says how to walk the graph. It goes level by level and meets every lot once, even with
// circles and diamonds; within a level lots come by their codes, so that the same graph is
// always walked in the same order.
type Walk struct {
	Direction Direction
	// Depth is the maximum number of steps; negative means no limit.
	Depth  int
	Source Source
	// Known is the set of visited lots; nil for a walk with its own set.
	Known *Seen
	// Bytes limits the memory of the walk: the codes of two levels, and what Known keeps per lot.
	// Beyond it the walk fails with ErrTooLarge; 0 means no limit.
	Bytes int
	// Claim is called before the walk uses that many more bytes; nil means no limit. Its error ends
	// the walk.
	Claim func(bytes int) error
}

// Chunk is how many lots are fetched at once.
const Chunk = 256

// SeenBytes is about what Seen keeps of a text, and codeBytes the overhead of a code in a list:
// a string's header, spare capacity of the slice, and the allocator's rounding.
const (
	SeenBytes = 20
	codeBytes = 40
)

var (
	// ErrStop ends a walk without an error when visit returns it.
	ErrStop = errors.New("stop")
	// ErrTooLarge ends a walk that would exceed its memory.
	ErrTooLarge = errors.New("the walk reaches more lots than it may hold")
)

// From walks from some lots, and calls visit with each lot it meets.
func (w *Walk) From(start []string, visit func(*Step) error) error {
	on, err := w.Start(start)
	if err != nil {
		return err
	}
	_, err = on.Go(visit)
	return err
}

// Start begins a walk from some lots.
func (w *Walk) Start(lots []string) (*Walking, error) {
	on := &Walking{walk: w, seen: w.Known, depth: -1}
	if on.seen == nil {
		on.seen = NewSeen()
	}
	for _, l := range lots {
		if err := on.meet(l); err != nil {
			return nil, err
		}
	}
	return on, nil
}

// Walking is a walk in progress. It can be interrupted by a visitor, and continued later.
type Walking struct {
	walk  *Walk
	visit func(*Step) error
	seen  *Seen
	depth int      // of the level
	level []string // sorted
	at    int      // index of the next lot in the level
	led   bool     // the rows that lead on from that lot were processed before
	next  []string // the lots of the next level

	levelBytes, nextBytes, claimed int
}

// Go continues the walk, and calls visit with each lot it meets. It reports whether it reached
// the end. If visit stops it, that lot comes again when the walk continues.
func (w *Walking) Go(visit func(*Step) error) (done bool, err error) {
	w.visit, w.claimed = visit, 0
	for {
		for w.at < len(w.level) {
			err := w.step(w.level[w.at:min(w.at+Chunk, len(w.level))])
			if err == ErrStop {
				return false, nil
			}
			if err != nil {
				return false, err
			}
		}
		if len(w.next) == 0 {
			return true, nil
		}
		slices.Sort(w.next)
		w.level, w.levelBytes, w.at = w.next, w.nextBytes, 0
		w.next, w.nextBytes = nil, 0
		w.depth++
	}
}

// Bytes returns roughly how much memory the walk uses.
func (w *Walking) Bytes() int { return w.levelBytes + w.nextBytes + SeenBytes*w.seen.Len() }

// claimStep is how many bytes a walk claims at a time.
const claimStep = 1 << 20

// meet notes a lot for the next level, once.
func (w *Walking) meet(code string) error {
	if !w.seen.Add(code) {
		return nil
	}
	w.next = append(w.next, strings.Clone(code)) // the row's text would keep the whole payload in memory
	w.nextBytes += len(code) + codeBytes
	held := w.Bytes()
	if w.walk.Bytes > 0 && held > w.walk.Bytes {
		return ErrTooLarge
	}
	if w.walk.Claim == nil || held < w.claimed+claimStep {
		return nil
	}
	more := held - w.claimed
	w.claimed = held
	return w.walk.Claim(more)
}

// step visits some lots in order. If they have few rows, these are read together; otherwise it
// halves the lots, down to a single one, whose rows are never all in memory.
func (w *Walking) step(lots []string) error {
	steps := make([]Step, len(lots))
	for i, l := range lots {
		steps[i] = Step{Lot: l, Depth: w.depth, walk: w, held: true}
	}
	whole, err := w.walk.Source.Chunk(lots, func(r *Row) {
		i, ok := slices.BinarySearch(lots, r.Lot)
		if !ok {
			return
		}
		if seen, _ := w.walk.Source.Judge(r, w.walk.Direction); seen {
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
func (w *Walking) one(s *Step) error {
	s.led, w.led = w.led, false
	if err := w.visit(s); err != nil {
		w.led = s.led
		return err
	}
	lead := w.walk.Direction.lead()
	if !s.led && (w.walk.Depth < 0 || w.depth < w.walk.Depth) {
		if err := s.Each(lead, lead, ignore); err != nil {
			return err
		}
	}
	w.level[w.at] = "" // not needed again
	w.levelBytes -= len(s.Lot) + codeBytes
	w.at++
	return nil
}

func ignore(*Row) error { return nil }

// Leads returns the lots to which the row leads in a direction, according to its record.
func (r *Row) Leads(d Direction) []Other {
	if r.Role == d.lead() {
		return r.Others
	}
	return nil
}
