package feed

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/trace"
)

// mark is where a page begins: the length of the log for all pages, and the first event of the
// page. So all pages show one snapshot, and their tokens never expire.
type mark struct {
	Size       int64
	Place, Sub int64 // of the event: the place of its version, and its number among the version's events
	At         int64 // the sort key, or throughLog
	Left       int64 // how many more events the whole answer may have
}

func (m *mark) text() []byte {
	text, _ := canon.Marshal([]int64{m.Size, m.Place, m.Sub, m.At, m.Left}) // numbers always encode
	return text
}

// throughLog is the sort key of a page of an answer that goes through the log: so do all its pages.
const throughLog = -1

// pager answers one query.
type pager struct {
	a     *Asker
	by    *trace.Key
	q     *query.Query
	n     *ours.Namer // for comparing: every lot has its name at our origin
	scope string
	from  *mark // nil: the first page
	next  *mark // nil: the last one
	// harvest is the one that the answer is about; "" for all.
	harvest string
	want    func(*hit, *epcis.Event) bool
}

// begin reads the token of a page, which is only valid for its own query, about one harvest or all.
func (a *Asker) begin(ctx context.Context, by *trace.Key, q *query.Query, origin, harvest string) (*pager, error) {
	sum := sha256.Sum256([]byte(q.Canonical() + "\x00" + origin + "\x00" + harvest))
	p := &pager{a: a, by: by, q: q, n: &ours.Namer{Origin: origin}, harvest: harvest, scope: "epcis\x00" + hex.EncodeToString(sum[:])}
	if q.Token == "" {
		return p, nil
	}
	text, err := a.cursors.OpenText(ctx, by, p.scope, q.Token)
	if err != nil {
		return nil, err
	}
	var v []int64
	if canon.Unmarshal(text, &v) != nil || len(v) != 5 || slices.Min(v[:3]) < 0 {
		return nil, trace.Fail(trace.CodeBadCursor)
	}
	p.from = &mark{v[0], v[1], v[2], v[3], v[4]}
	return p, nil
}

// hit is an event that matches.
type hit struct {
	place, sub int64
	at         int64 // the sort key
	bytes      int
	found      found
}

// run makes a page out of one snapshot.
func (p *pager) run(ctx context.Context, r Reader) (Page, error) {
	p.next = nil
	state, err := p.a.log.SignedState(ctx, r)
	if err != nil {
		return Page{}, err
	}
	size := state.Tree.Size
	if p.from != nil {
		if p.from.Size > size {
			return Page{}, trace.Fail(trace.CodeLogShorter, "desde", strconv.FormatInt(p.from.Size, 10), "tamanho", strconv.FormatInt(size, 10))
		}
		size = p.from.Size
	}
	q := *p.q
	q.Filters = slices.Clone(p.q.Filters)
	if err := p.ownNames(ctx, r, &q); err != nil {
		return Page{}, err
	}
	w := &walk{p: p, r: r, q: &q, size: size, claim: admit.From(ctx)}
	hits, narrowed, err := w.narrowed(ctx)
	switch {
	case err != nil || narrowed:
	case q.OrderBy != "" || q.Max > 0:
		err = w.whole(ctx)
		hits = w.hits
	default:
		return p.show(ctx, r, w)
	}
	if err != nil {
		return Page{}, err
	}
	if hits, err = p.cut(hits, size); err != nil {
		return Page{}, err
	}
	return p.shown(ctx, r, hits)
}

// show makes a page from a stretch of the log, in its order.
func (p *pager) show(ctx context.Context, r Reader, w *walk) (Page, error) {
	if err := w.stretch(ctx); err != nil {
		return Page{}, err
	}
	hits := w.hits
	left := int64(p.q.Limit)
	if p.from != nil {
		left = p.from.Left
	}
	if p.q.Limit > 0 && int64(len(hits)) >= left {
		hits, w.more = hits[:left], false
	}
	if w.more {
		p.next = &mark{w.size, w.place, w.sub, throughLog, left - int64(len(hits))}
	}
	return p.shown(ctx, r, hits)
}

// cut sorts the events of a complete answer, and takes a page from it.
func (p *pager) cut(hits []hit, size int64) ([]hit, error) {
	if p.q.Max > 0 && len(hits) > p.q.Max {
		return nil, query.Fail(query.TooMany, "maxEventCount", strconv.Itoa(p.q.Max))
	}
	order := func(a, b *hit) int {
		by := cmp.Compare(a.at, b.at)
		if !p.q.Ascending {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.place, b.place), cmp.Compare(a.sub, b.sub))
	}
	slices.SortFunc(hits, func(a, b hit) int { return order(&a, &b) })
	if p.q.Limit > 0 && len(hits) > p.q.Limit {
		hits = hits[:p.q.Limit]
	}
	shown := 0
	if p.from != nil {
		first := hit{place: p.from.Place, sub: p.from.Sub, at: p.from.At}
		at, _ := slices.BinarySearchFunc(hits, first, func(a, b hit) int { return order(&a, &b) })
		hits, shown = hits[at:], at
	}
	if len(hits) > p.q.PerPage {
		first := &hits[p.q.PerPage]
		p.next = &mark{size, first.place, first.sub, first.at, int64(p.q.Limit - shown - p.q.PerPage)}
		hits = hits[:p.q.PerPage]
	}
	return hits, nil
}

// shown writes the events of a page, with the trade items of their lots.
func (p *pager) shown(ctx context.Context, r Reader, hits []hit) (page Page, err error) {
	if p.want != nil { // a list of values
		return page, nil
	}
	var codes []string
	for i := range hits {
		codes = append(codes, hits[i].found.codes()...)
	}
	n := *p.n
	if n.GTINs, err = gtins(ctx, r, p.by, codes); err != nil {
		return page, err
	}
	page.Events = make([]ours.Event, 0, len(hits))
	for i := range hits {
		h := &hits[i]
		if all := ours.Events(&n, h.found.version, h.found.before); h.sub < int64(len(all)) {
			page.Events = append(page.Events, all[h.sub])
		}
	}
	return page, nil
}
