package changes

import (
	"context"
	"errors"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/ledger"
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
	buf   []byte
	marks []mark
	// Next is the position to go on from, Size the length of the log.
	Next, Size int64
	// Checkpoint is the signed state that covers all of it.
	Checkpoint []byte
}

// mark is where an event ends in a page, and what a stream says of it.
type mark struct {
	end   int
	kind  Type
	place int64
}

// Len returns how many events it has.
func (p *Page) Len() int { return len(p.marks) }

// Bytes returns how many bytes they have.
func (p *Page) Bytes() int { return len(p.buf) }

// Append appends the events, each followed by a text except for the last.
func (p *Page) Append(dst []byte, between string) []byte {
	from := 0
	for i, m := range p.marks {
		if i > 0 {
			dst = append(dst, between...)
		}
		dst = append(dst, p.buf[from:m.end]...)
		from = m.end
	}
	return dst
}

func (p *Page) end(t Type, place int64) { p.marks = append(p.marks, mark{len(p.buf), t, place}) }

func beyond(from, size int64) error {
	return trace.Fail(trace.CodeLogShorter, "desde", strconv.FormatInt(from, 10), "tamanho", strconv.FormatInt(size, 10))
}

// Page reads a part of the feed. A page may have fewer events than were asked for, and none, long
// before the end of the log: Next says where to go on. It fails with CodeLogShorter if the query
// begins beyond the end.
func (f *Feed) Page(ctx context.Context, by *trace.Key, q Query) (Page, error) {
	return f.page(ctx, by, q, -1)
}

// page is Page whose reader knows signed states up to a size; -1 is where the query begins.
func (f *Feed) page(ctx context.Context, by *trace.Key, q Query, signed int64) (page Page, err error) {
	if err := q.Need(by); err != nil {
		return page, err
	}
	q.Size = min(max(q.Size, 1), MaxSize)
	err = f.store.View(ctx, func(r Reader) error {
		page = Page{}
		state, err := f.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		from, err := q.resolve(ctx, r, state.Tree.Size)
		if err != nil {
			return err
		}
		page.Next, page.Size, page.Checkpoint = from, state.Tree.Size, state.Checkpoint
		w := walk{feed: f, r: r, by: by, q: &q, page: &page}
		if signed < 0 {
			signed = from
		}
		return w.run(ctx, signed)
	})
	if err == nil {
		err = by.ReachErr()
	}
	return page, err
}

// walk fills a page.
type walk struct {
	feed  *Feed
	r     Reader
	by    *trace.Key
	q     *Query
	page  *Page
	batch []entry
}

func (w *walk) run(ctx context.Context, signed int64) error {
	p := w.page
	for looked := int64(0); p.Next < p.Size && p.Len() < w.q.Size && looked < maxLook && len(p.buf) < maxBytes; {
		step := min(int64(max(w.q.Size-p.Len(), 100)), p.Size-p.Next, maxLook-looked)
		before := p.Next
		if err := w.step(ctx, int(step)); err != nil {
			return err
		}
		if looked += p.Next - before; p.Next == before {
			return errors.New("the journal ends before the log does: run 'rastro verify'")
		}
	}
	if w.q.checkpoints() {
		return w.checkpoint(ctx, signed)
	}
	return nil
}

// errFull ends a step whose page is full.
var errFull = errors.New("the page is full")

// step looks at some places. Recalls are held back until it is known which harvests they cover,
// which cannot be asked while the log is read.
func (w *walk) step(ctx context.Context, n int) error {
	source := w.feed.source()
	claim, memory := admit.From(ctx), 0
	w.batch = w.batch[:0]
	bytes, events := len(w.page.buf), w.page.Len()
	err := w.r.EachLogged(ctx, w.page.Next, n, func(v *trace.Record) error {
		e := entryOf(v, w.page.Next+int64(len(w.batch)))
		later := e.kind == RecallCreated // see below
		if later || w.q.picks(&e) && e.seen(w.by) {
			var full *content
			if w.q.Full {
				full = &content{w.by, w.q.Lang}
			}
			e.told = e.tell(nil, source, v, full)
			bytes += len(e.told)
		}
		if e.told != nil || w.q.Gaps {
			events++
		}
		w.batch = append(w.batch, e)
		if bytes-memory > memoryStep {
			if err := claim.Grow(int64(bytes - memory)); err != nil {
				return err
			}
			memory = bytes
		}
		if events >= w.q.Size || bytes >= maxBytes {
			return errFull
		}
		return nil
	})
	if err != nil && !errors.Is(err, errFull) {
		return err
	}
	return w.take(ctx, source)
}

// memoryStep is how many bytes of a page are claimed at a time.
const memoryStep = 256 << 10

// take moves a step into the page.
func (w *walk) take(ctx context.Context, source string) (err error) {
	p := w.page
	for i := range w.batch {
		e := &w.batch[i]
		if e.kind == RecallCreated {
			if e.harvests, err = w.r.RecallHarvests(ctx, e.id); err != nil {
				return err
			}
			if !w.q.picks(e) || !e.seen(w.by) {
				e.told = nil
			}
		}
		switch {
		case e.told != nil:
			p.buf = e.shown(p.buf, w.by)
			p.end(e.kind, e.place)
		case w.q.Gaps:
			p.buf = e.tellGap(p.buf, source)
			p.end(gap, e.place)
		}
		p.Next = e.place + 1
	}
	return nil
}

// checkpoint adds the newest kept checkpoint of what the page went past.
func (w *walk) checkpoint(ctx context.Context, from int64) error {
	kept, err := w.feed.kept(ctx, w.r, from, w.page.Next)
	if err != nil || kept == nil {
		return err
	}
	w.page.buf = tellCheckpoint(w.page.buf, w.feed.source(), kept)
	w.page.end(CheckpointSigned, kept.Size-1)
	return nil
}

// kept returns the newest checkpoint of a log longer than from, up to next; nil if there is none. One
// that does not verify is left out: 'rastro verify' reports it.
func (f *Feed) kept(ctx context.Context, r Reader, from, next int64) (*trace.KeptCheckpoint, error) {
	found, err := r.NewestCheckpointsUpTo(ctx, next, 1)
	if err != nil || len(found) == 0 || found[0].Size <= from {
		return nil, err
	}
	if tree, err := ledger.OpenUnder(f.log.VerifierKey(), found[0].Body); err != nil || tree.Size != found[0].Size {
		return nil, nil
	}
	return &found[0], nil
}

func (f *Feed) source() string { return f.log.Signer().Origin() }
