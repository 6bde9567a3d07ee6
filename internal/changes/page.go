package changes

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/ledger"
	"rastro/internal/logged"
	"rastro/internal/trace"
)

// Limits of a page.
const (
	DefaultSize = 100
	MaxSize     = 1000
	// maxLook bounds how many places a page looks at for the events that it has: a tenth of a
	// second. Its next position is then further on than its last event.
	maxLook = 20_000
	// maxBytes bounds a page of whole records; one always fits.
	maxBytes = 8 << 20
)

// Page is a part of the feed.
type Page struct {
	events []*entry // of blocks that others read too, or of this page alone
	own    []byte
	bytes  int
	// Next is the position to continue from, Size the length of the log.
	Next, Size int64
	// Checkpoint is the signed state that covers the whole page.
	Checkpoint []byte
}

// Event is an event on a page.
type Event struct {
	Type  Type
	Place int64
	JSON  []byte
}

// Len returns how many events it has.
func (p *Page) Len() int { return len(p.events) }

// Bytes returns how many bytes they have.
func (p *Page) Bytes() int { return p.bytes }

// Events calls yield with each event of the page.
func (p *Page) Events(yield func(Event) bool) {
	for _, e := range p.events {
		if !yield(Event{e.kind, e.place, slices.Clip(e.json)}) {
			return
		}
	}
}

// Append appends the events, each followed by a text except for the last.
func (p *Page) Append(dst []byte, between string) []byte {
	for i, e := range p.events {
		if i > 0 {
			dst = append(dst, between...)
		}
		dst = append(dst, e.json...)
	}
	return dst
}

// minShared is the size in bytes from which adjacent events in memory are not copied.
const minShared = 32 << 10

// Parts returns the events, separated by commas, in parts that MUST NOT be changed: for readers who
// see everything they are parts of the shared memory.
func (p *Page) Parts() (parts [][]byte) {
	var small []byte
	flush := func() {
		if len(small) > 0 {
			parts, small = append(parts, small), nil
		}
	}
	for i := 0; i < len(p.events); {
		if i > 0 {
			small = append(small, ',')
		}
		run := p.events[i].json
		for i++; i < len(p.events) && joined(run, p.events[i].json); i++ {
			run = run[:len(run)+1+len(p.events[i].json)]
		}
		if len(run) < minShared {
			small = append(small, run...)
			continue
		}
		flush()
		parts = append(parts, run)
	}
	flush()
	return parts
}

// add adds an event.
func (p *Page) add(e *entry) {
	p.events = append(p.events, e)
	p.bytes += len(e.json)
}

// addOwn adds an event that only this page has. write appends it.
func (p *Page) addOwn(t Type, place int64, write func(dst []byte) []byte) {
	from := len(p.own)
	p.own = write(p.own)
	p.add(&entry{kind: t, place: place, json: slices.Clip(p.own[from:])})
}

// addFor adds an event as a caller sees it.
func (p *Page) addFor(e *entry, by *trace.Key) {
	if e.complete(by) {
		p.add(e)
		return
	}
	p.addOwn(e.kind, e.place, func(dst []byte) []byte { return e.appendFor(dst, by) })
}

func beyond(from, size int64) error {
	return trace.Fail(trace.CodeLogShorter, "desde", strconv.FormatInt(from, 10), "tamanho", strconv.FormatInt(size, 10))
}

// Page reads a part of the feed. A page may have fewer events than requested, even none, long
// before the end of the log: Next says where to continue. It fails with CodeLogShorter if the query
// begins beyond the end.
func (f *Feed) Page(ctx context.Context, by *trace.Key, q Query) (Page, error) {
	return f.page(ctx, by, q, -1)
}

// page is Page for a reader that knows signed states up to a size; -1 means where the query begins.
func (f *Feed) page(ctx context.Context, by *trace.Key, q Query, signed int64) (page Page, err error) {
	if err := q.Need(by); err != nil {
		return page, err
	}
	q.Size = min(max(q.Size, 1), MaxSize)
	if page, err = f.kept(ctx, by, q, signed); !errors.Is(err, errNotKept) {
		return page, err
	}
	err = f.store.View(ctx, func(r Reader) error {
		page = Page{}
		state, err := f.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		return f.fill(ctx, r, &page, by, &q, &state, signed)
	})
	if err == nil {
		err = by.ReachErr()
	}
	return page, err
}

// errNotKept means that the store has to be asked.
var errNotKept = errors.New("it is not in memory")

// kept is a page whose events are all in memory: it asks the store only for the state of its log.
// It fails with errNotKept.
func (f *Feed) kept(ctx context.Context, by *trace.Key, q Query, signed int64) (page Page, err error) {
	if q.Full || !q.At.IsZero() {
		return page, errNotKept
	}
	state, err := f.log.NewestState(ctx)
	if err == nil {
		err = f.fill(ctx, nil, &page, by, &q, &state, signed)
	}
	if err == nil {
		err = by.ReachErr()
	}
	return page, err
}

// fill fills a page; without a reader only from memory.
func (f *Feed) fill(ctx context.Context, r Reader, page *Page, by *trace.Key, q *Query, state *trace.LogState, signed int64) error {
	v := f.view(r, state)
	from, err := q.resolve(ctx, r, v.size)
	if err != nil {
		return err
	}
	page.Next, page.Size, page.Checkpoint = from, v.size, state.Checkpoint
	if signed < 0 {
		signed = from
	}
	w := walk{view: v, by: by, q: q, page: page, claim: admit.From(ctx)}
	return w.run(ctx, signed)
}

func (f *Feed) view(r Reader, state *trace.LogState) view {
	return view{feed: f, r: r, size: state.Tree.Size, signedAt: state.SignedAt.UnixMilli(), rewritten: state.Rewritten}
}

// walk fills a page.
type walk struct {
	view
	by      *trace.Key
	q       *Query
	page    *Page
	claim   *admit.Claim
	claimed int // bytes of the page
}

func (w *walk) run(ctx context.Context, signed int64) error {
	p := w.page
	most, limit := int64(maxLook), w.q.Size
	if w.q.places > 0 {
		most = w.q.places
	}
	for looked := int64(0); p.Next < p.Size && looked < most && !w.full(); {
		before := p.Next
		if err := w.step(ctx, most-looked, limit); err != nil {
			return err
		}
		// If the first few places were not enough, the query picks too little for small reads.
		limit = MaxSize
		if looked += p.Next - before; p.Next == before {
			return logged.ErrShort
		}
	}
	if w.q.checkpoints() {
		return w.checkpoint(ctx, signed)
	}
	return nil
}

func (w *walk) full() bool { return w.page.Len() >= w.q.Size || w.page.bytes >= maxBytes }

// step looks at some places; most is their maximum number. limit is how many are read if they are
// not in memory.
func (w *walk) step(ctx context.Context, most int64, limit int) error {
	p := w.page
	lacks := w.q.Size - p.Len()
	var entries []entry
	var err error
	if w.q.Full {
		entries, err = w.records(ctx, int(min(int64(max(lacks, 100)), p.Size-p.Next, most)))
	} else {
		entries, err = w.from(ctx, p.Next, limit)
	}
	if err != nil {
		return err
	}
	p.events = slices.Grow(p.events, min(lacks, len(entries))+1)
	for i := range entries[:min(int64(len(entries)), most)] {
		e := &entries[i]
		switch {
		case e.json != nil && w.q.picks(e) && e.seen(w.by):
			p.addFor(e, w.by)
		case w.q.Gaps:
			p.addOwn(gap, e.place, func(dst []byte) []byte { return e.renderGap(dst, w.feed.source()) })
		}
		if p.Next = e.place + 1; w.full() {
			break
		}
	}
	if w.q.Full {
		return w.grow(p.bytes)
	}
	return w.grow(len(p.own))
}

// memoryStep is how many bytes of a page are claimed at a time.
const memoryStep = 256 << 10

func (w *walk) grow(bytes int) error {
	if bytes-w.claimed < memoryStep {
		return nil
	}
	err := w.claim.Grow(int64(bytes - w.claimed))
	w.claimed = bytes
	return err
}

// records reads entries with their records as the caller sees them, as many as the page lacks.
func (w *walk) records(ctx context.Context, n int) ([]entry, error) {
	events, bytes := w.page.Len(), w.page.bytes
	full := &content{w.by, w.q.Lang}
	return w.each(ctx, w.page.Next, n, func(e *entry, v *trace.Record) error {
		// Who sees a recall is not known yet.
		if e.kind == RecallCreated || w.q.picks(e) && e.seen(w.by) {
			e.json = e.render(nil, w.feed.source(), v, full)
			bytes += len(e.json)
		}
		if e.json != nil || w.q.Gaps {
			events++
		}
		if err := w.grow(bytes); err != nil {
			return err
		}
		if events >= w.q.Size || bytes >= maxBytes {
			return errFull
		}
		return nil
	})
}

// checkpoint adds the newest kept checkpoint in the range of the page.
func (w *walk) checkpoint(ctx context.Context, from int64) error {
	found, err := w.signed(ctx, from, w.page.Next)
	if err == nil && found.json != nil {
		w.page.add(found.entry())
	}
	return err
}

// signed is a kept checkpoint: the size of its log, and its event.
type signed struct {
	size int64
	json []byte
}

func (s *signed) entry() *entry {
	return &entry{kind: CheckpointSigned, place: s.size - 1, json: s.json}
}

// pageEnd is a place, and when the state that ends there was signed: it may be kept later.
type pageEnd struct{ next, signedAt int64 }

// signed returns the newest checkpoint of a log longer than from, up to next; none if there is none.
// One that does not verify is skipped: 'rastro verify' reports it.
func (v *view) signed(ctx context.Context, from, next int64) (found signed, err error) {
	if next <= from {
		return found, nil
	}
	key := pageEnd{next: next}
	if next == v.size {
		key.signedAt = v.signedAt
	}
	found, ok := v.feed.checkpoints.GetIfPresent(key)
	if !ok {
		if found, err = v.readSigned(ctx, next); err != nil {
			return found, err
		}
		v.feed.checkpoints.Set(key, found)
	}
	if found.size <= from {
		return signed{}, nil
	}
	return found, nil
}

func (v *view) readSigned(ctx context.Context, next int64) (signed, error) {
	if v.r == nil {
		return signed{}, errNotKept
	}
	found, err := v.r.NewestCheckpointsUpTo(ctx, next, 1)
	if err != nil || len(found) == 0 {
		return signed{}, err
	}
	c := &found[0]
	if tree, err := ledger.OpenUnder(v.feed.log.VerifierKey(), c.Body); err != nil || tree.Size != c.Size {
		return signed{}, nil
	}
	return signed{c.Size, slices.Clip(renderCheckpoint(nil, v.feed.source(), c))}, nil
}

func (f *Feed) source() string { return f.log.Signer().Origin() }
