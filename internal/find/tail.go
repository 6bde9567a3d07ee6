package find

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"rastro/internal/find/term"
	"rastro/internal/trace"
)

// The tail is bounded: the index takes versions up long before, unless it is being rebuilt.
const (
	maxTail      = maxWaiting + 8*followBatch // versions; older ones wait for the index
	maxTailTerms = 160_000                    // about 16 MiB
	tailStep     = 1024                       // versions that one query reads
	maxParts     = 64                         // a search looks into each
	maxChanged   = 1000                       // rows of records that changed, which a search skips
)

// tail has the terms of the versions that the index has not taken up yet. It is read from the log
// when somebody searches, so that a create pays nothing for it, and each version is read once.
type tail struct {
	turn  chan struct{} // contains a value while somebody reads or changes the rest
	parts []*part       // in the order of the log, without gaps
	floor int64         // everything before it had too many terms to keep
}

// part has the terms of a stretch of the log. It is immutable.
type part struct {
	from, to int64
	terms    []late              // by realm and term
	names    map[string][]string // of the harvests, and the texts by which each is found
	newest   map[trace.ID]int64  // of the records that changed: the position
}

func newPart(from, to int64) *part {
	return &part{from: from, to: to, names: map[string][]string{}, newest: map[trace.ID]int64{}}
}

// late is a term of a version that is not in the index.
type late struct {
	realm term.Realm
	place int64 // in the log
	term.Hit
}

func byTerm(a, b late) int { return cmp.Or(cmp.Compare(a.realm, b.realm), a.Order(b.Hit)) }

// read returns the parts of the log that the index lacks in a snapshot. They may begin earlier, and
// extend beyond the snapshot.
func (t *tail) read(ctx context.Context, r Reader) ([]*part, error) {
	mark, size, err := waiting(ctx, r)
	if err != nil || mark.Place >= size {
		return nil, err
	}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	from := max(mark.Place, size-maxTail, t.floor)
	t.cut(from)
	if len(t.parts) > 0 {
		from = t.parts[len(t.parts)-1].to
	}
	for from < size {
		next, err := readPart(ctx, r, from, int(min(tailStep, size-from)))
		if err != nil {
			return nil, err
		}
		if next.to == from { // the log is damaged, which others report
			break
		}
		t.parts, from = append(t.parts, next), next.to
	}
	t.shrink(max(mark.Place, size-maxTail))
	return slices.Clone(t.parts), nil
}

// cut forgets the parts before a place. A snapshot from before the first part starts over.
func (t *tail) cut(from int64) {
	if len(t.parts) > 0 && t.parts[0].from > from {
		t.parts = nil
	}
	t.parts = slices.DeleteFunc(t.parts, func(p *part) bool { return p.to <= from })
}

// forget drops what the index has taken up, unless somebody is reading; then the next call will.
func (t *tail) forget(before int64) {
	select {
	case t.turn <- struct{}{}:
		t.parts = slices.DeleteFunc(t.parts, func(p *part) bool { return p.to <= before })
		<-t.turn
	default:
	}
}

// shrink keeps the number of parts and of their terms small.
func (t *tail) shrink(from int64) {
	n := 0
	for i, p := range slices.Backward(t.parts) {
		if n += len(p.terms); n > maxTailTerms && i < len(t.parts)-1 {
			t.floor = p.to
			t.parts = slices.Delete(t.parts, 0, i+1)
			break
		}
	}
	if len(t.parts) <= maxParts {
		return
	}
	all := newPart(max(t.parts[0].from, from), t.parts[len(t.parts)-1].to)
	for _, p := range t.parts {
		maps.Copy(all.names, p.names)
		maps.Copy(all.newest, p.newest)
		for _, l := range p.terms {
			if l.place >= from {
				all.terms = append(all.terms, l)
			}
		}
	}
	slices.SortFunc(all.terms, byTerm)
	t.parts = []*part{all}
}

func readPart(ctx context.Context, r Reader, from int64, limit int) (*part, error) {
	p := newPart(from, from)
	err := r.EachLogged(ctx, from, limit, func(v *trace.Record) error {
		place := p.to
		p.to++
		if v.Kind.IsChange() {
			return ctx.Err()
		}
		if v.Version > 1 {
			p.newest[v.ID] = place
		}
		if _, ok := p.names[v.HarvestID]; !ok {
			p.names[strings.Clone(v.HarvestID)] = term.Names(v.HarvestID)
		}
		for _, found := range term.Of(v) {
			p.terms = append(p.terms, late{found.Realm, place, term.Hit{Text: found.Text, ID: v.ID, HarvestID: strings.Clone(v.HarvestID)}})
		}
		return ctx.Err()
	})
	slices.SortFunc(p.terms, byTerm)
	return p, err
}

// find returns the terms that match a query.
func (p *part) find(q *term.Query) []late {
	at, _ := slices.BinarySearchFunc(p.terms, q, func(l late, q *term.Query) int {
		return cmp.Or(cmp.Compare(l.realm, q.Realm), strings.Compare(l.Text, q.Text))
	})
	n := slices.IndexFunc(p.terms[at:], func(l late) bool {
		return l.realm != q.Realm || l.Text != q.Text && !(q.Prefix && strings.HasPrefix(l.Text, q.Text))
	})
	if n < 0 {
		return p.terms[at:]
	}
	return p.terms[at : at+n]
}

// within are the harvests in the tail that a caller reaches.
type within struct {
	all   bool
	names map[string]bool
}

func (w *within) has(name string) bool { return w.all || w.names[name] }

// unindexed is the tail as one caller sees it.
type unindexed struct {
	parts  []*part
	mine   within
	newest map[trace.ID]int64 // of the records that changed: the position
}

// unindexed reads the tail. Its cost depends only on how much was written recently, not on who
// searches or for what.
func (s *search) unindexed(ctx context.Context) (u unindexed, err error) {
	if u.parts, err = s.tail.read(ctx, s.r); err != nil || len(u.parts) == 0 {
		return u, err
	}
	u.newest = map[trace.ID]int64{}
	for _, p := range u.parts {
		maps.Copy(u.newest, p.newest)
	}
	reached := s.by.Reach()
	if u.mine.all = reached.All(); u.mine.all {
		return u, nil
	}
	names := map[string][]string{}
	for _, p := range u.parts {
		maps.Copy(names, p.names)
	}
	own, err := s.r.Reached(ctx, reached, slices.Collect(maps.Keys(names)))
	u.mine.names = make(map[string]bool, len(own))
	for _, name := range own {
		u.mine.names[name] = true
	}
	return u, err
}

// lookUp answers a query from the index and the tail. For a record that changed, only its newest
// version counts.
func (s *search) lookUp(ctx context.Context, q term.Query) ([]term.Hit, error) {
	if len(s.late.parts) == 0 {
		return s.r.Terms(ctx, q)
	}
	wider := q
	wider.Limit += min(len(s.late.newest), maxChanged)
	found, err := s.r.Terms(ctx, wider)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(h term.Hit) bool {
		_, changed := s.late.newest[h.ID]
		return changed
	})
	for _, p := range s.late.parts {
		for _, l := range p.find(&q) {
			if l.place >= s.late.newest[l.ID] && s.late.mine.has(l.HarvestID) {
				found = append(found, l.Hit)
			}
		}
	}
	slices.SortFunc(found, term.Hit.Order)
	found = slices.CompactFunc(found, func(a, b term.Hit) bool { return a.Order(b) == 0 })
	return found[:min(len(found), q.Limit)], nil
}

// harvestsNamed returns the harvests whose folded names begin with a text, from the index and the tail.
func (s *search) harvestsNamed(ctx context.Context, text string) ([]string, error) {
	names, err := s.r.HarvestsNamed(ctx, text, s.by.Reach(), s.most)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, p := range s.late.parts {
		for name, folded := range p.names {
			begins := func(of string) bool { return strings.HasPrefix(of, text) }
			if !known[name] && slices.ContainsFunc(folded, begins) && s.late.mine.has(name) {
				known[name] = true
			}
		}
	}
	return append(names, slices.Sorted(maps.Keys(known))[:min(len(known), s.most)]...), nil
}
