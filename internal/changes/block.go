package changes

import (
	"context"
	"errors"
	"sync"

	"rastro/internal/bounded"
	"rastro/internal/trace"
)

// smallRead is how many places are read by themselves, without the rest of their block.
const smallRead = 20

// block has the entries of a stretch of the log, with their events in JSON. What is in the log does
// not change, so it is read and rendered once for all readers; each entry is checked against a
// reader's rights when it is read. A block is immutable: a longer one replaces it.
type block struct {
	first   int64
	entries []entry
}

// blockKey names a block. What was told before a version was rewritten does not count any more.
type blockKey struct{ rewritten, number int64 }

// blocks keeps the blocks that were read last.
type blocks struct {
	kept    bounded.Cache[blockKey, *block]
	filling [16]sync.Mutex // by number: one reader fills a block while others wait for it

	mu        sync.Mutex
	rewritten int64 // the highest that was seen
}

func (b *blocks) init(most uint64) {
	kept, err := bounded.ByWeight(most, func(_ blockKey, b *block) uint32 { return b.weight() })
	if err != nil {
		panic(err) // the limit is a constant of the program
	}
	b.kept = kept
}

// weight returns about how many bytes it takes.
func (b *block) weight() uint32 {
	n := 0
	for i := range b.entries {
		e := &b.entries[i]
		n += 320 + len(e.told) + 48*(len(e.lots)+len(e.harvests))
		if e.run != nil {
			n += 512 + 48*len(e.run.Harvests)
		}
	}
	return uint32(n)
}

// from returns the entries starting at a place, of a log of a given size.
func (b *block) from(place, size int64) []entry {
	n := min(int64(len(b.entries)), size-b.first)
	return b.entries[min(place-b.first, n):n]
}

// newest reports whether nothing was rewritten since. Otherwise it drops the cache, because erased
// content must not stay in memory.
func (b *blocks) newest(rewritten int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if rewritten > b.rewritten {
		b.rewritten = rewritten
		b.kept.InvalidateAll()
	}
	return rewritten == b.rewritten
}

// keep keeps a block, unless something was rewritten meanwhile.
func (b *blocks) keep(key blockKey, made *block) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if key.rewritten == b.rewritten {
		b.kept.Set(key, made)
	}
}

// view is a snapshot of the log.
type view struct {
	feed *Feed
	r    Reader // nil: only what is in memory
	size int64
	// signedAt is when its state was signed.
	signedAt int64
	// rewritten distinguishes snapshots in which the same versions have different content.
	rewritten int64
}

// from returns entries from a place on, at least one: up to the end of the place's block. few says
// that the caller needs no more than that many.
func (v *view) from(ctx context.Context, place int64, few int) ([]entry, error) {
	f, size := v.feed, int64(v.feed.limits.Block)
	if !f.blocks.newest(v.rewritten) && v.r != nil { // an older snapshot
		return v.read(ctx, place, int(min(size, v.size-place)))
	}
	key := blockKey{v.rewritten, place / size}
	first := key.number * size
	need := min(v.size, first+size) // places before it
	whole := func() *block {
		if b, ok := f.blocks.kept.GetIfPresent(key); ok && b.first+int64(len(b.entries)) >= need {
			return b
		}
		return nil
	}
	if b := whole(); b != nil {
		return b.from(place, v.size), nil
	}
	if v.r == nil {
		return nil, errNotKept
	}
	if few <= smallRead && need-place > smallRead {
		return v.read(ctx, place, few)
	}
	lock := &f.blocks.filling[key.number%int64(len(f.blocks.filling))]
	lock.Lock()
	defer lock.Unlock()
	b := whole()
	if b == nil {
		b = &block{first: first}
		if part, ok := f.blocks.kept.GetIfPresent(key); ok {
			b.entries = append(make([]entry, 0, need-first), part.entries...)
		}
		n := first + int64(len(b.entries))
		added, err := v.read(ctx, n, int(need-n))
		if err != nil {
			return nil, err
		}
		if b.entries = append(b.entries, added...); len(added) < len(b.entries) && len(b.entries) == int(size) {
			join(b.entries)
		}
		f.blocks.keep(key, b)
	}
	return b.from(place, v.size), nil
}

// read reads entries and renders their events.
func (v *view) read(ctx context.Context, from int64, n int) ([]entry, error) {
	source := v.feed.source()
	var text []byte
	entries, err := v.each(ctx, from, n, func(e *entry, r *trace.Record) error {
		if e.kind != "" {
			at := len(text)
			text = append(e.tell(text, source, r, nil), ',')
			e.told = text[at : len(text)-1]
		}
		return nil
	})
	if err == nil && len(entries) < n {
		err = errors.New("the journal ends before the log does: run 'rastro verify'")
	}
	if err != nil {
		return nil, err
	}
	join(entries)
	return entries, nil
}

// join puts the events of entries one after the other in one text, with commas between them.
func join(entries []entry) {
	size := 0
	for i := range entries {
		size += len(entries[i].told) + 1
	}
	text := make([]byte, 0, size)
	for i := range entries {
		if e := &entries[i]; e.told != nil {
			at := len(text)
			text = append(text, e.told...)
			e.told = text[at:]
			text = append(text, ',')
		}
	}
}

// joined reports whether b comes right after a in the text of their block, but for a comma.
func joined(a, b []byte) bool {
	n := len(a) + 1
	return cap(a) > n && len(b) > 0 && &a[:n+1][n] == &b[0]
}

// errFull ends a read that has enough.
var errFull = errors.New("the page is full")

// each reads entries, and calls tell with each entry and its version. Which harvests a recall
// covers is not known then, and cannot be queried while the log is read.
func (v *view) each(ctx context.Context, from int64, n int, tell func(*entry, *trace.Record) error) ([]entry, error) {
	entries := make([]entry, 0, n)
	err := v.r.EachLogged(ctx, from, n, func(r *trace.Record) error {
		entries = append(entries, entryOf(r, from+int64(len(entries))))
		return tell(&entries[len(entries)-1], r)
	})
	if err != nil && !errors.Is(err, errFull) {
		return nil, err
	}
	for i := range entries {
		if e := &entries[i]; e.kind == RecallCreated {
			if e.harvests, err = v.r.RecallHarvests(ctx, e.id); err != nil {
				return nil, err
			}
		}
	}
	return entries, nil
}
