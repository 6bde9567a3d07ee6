package changes

import (
	"context"
	"errors"
	"sync"

	"rastro/internal/bounded"
	"rastro/internal/logged"
	"rastro/internal/reach"
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

// blockKey names a block. What was read before a version was rewritten is not valid any more.
type blockKey struct{ rewritten, number int64 }

// blocks keeps the blocks that were read last.
type blocks struct {
	kept    bounded.Cache[blockKey, *block]
	filling [16]chan struct{} // by number: one reader fills a block while others wait for it

	mu        sync.Mutex
	rewritten int64 // the highest that was seen
}

func (b *blocks) init(most uint64) {
	kept, err := bounded.ByWeight(most, func(_ blockKey, b *block) uint32 { return b.weight() })
	if err != nil {
		panic(err) // the limit is a constant of the program
	}
	b.kept = kept
	for i := range b.filling {
		b.filling[i] = make(chan struct{}, 1)
	}
}

// lock waits until the caller is the only one who may fill a block, or until ctx ends, because a
// waiting caller holds a snapshot.
func (b *blocks) lock(ctx context.Context, number int64) (unlock func(), err error) {
	free := b.filling[number%int64(len(b.filling))]
	select {
	case free <- struct{}{}:
		return func() { <-free }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// weight returns about how many bytes it takes.
func (b *block) weight() uint32 {
	n := 0
	for i := range b.entries {
		e := &b.entries[i]
		n += 320 + len(e.json) + 48*(len(e.lots)+len(e.listed)+len(e.cover.Marks))
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

// from returns entries from a place on, at least one: up to the end of the place's block, but at
// most a few if limit is small and the block is not in memory.
func (v *view) from(ctx context.Context, place int64, limit int) ([]entry, error) {
	f, size := v.feed, int64(v.feed.limits.Block)
	if !f.blocks.newest(v.rewritten) && v.r != nil { // an older snapshot
		return v.read(ctx, place, int(min(size, v.size-place)))
	}
	key := blockKey{v.rewritten, place / size}
	first := key.number * size
	need := min(v.size, first+size) // places before it
	inMemory := func() *block {
		if b, ok := f.blocks.kept.GetIfPresent(key); ok && b.first+int64(len(b.entries)) >= need {
			return b
		}
		return nil
	}
	if b := inMemory(); b != nil {
		return b.from(place, v.size), nil
	}
	if v.r == nil {
		return nil, errNotKept
	}
	if limit <= smallRead && need-place > smallRead {
		return v.read(ctx, place, limit)
	}
	unlock, err := f.blocks.lock(ctx, key.number)
	if err != nil {
		return nil, err
	}
	defer unlock()
	b := inMemory()
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
			text = append(e.render(text, source, r, nil), ',')
			e.json = text[at : len(text)-1]
		}
		return nil
	})
	if err == nil && len(entries) < n {
		err = logged.ErrShort
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
		size += len(entries[i].json) + 1
	}
	text := make([]byte, 0, size)
	for i := range entries {
		if e := &entries[i]; e.json != nil {
			at := len(text)
			text = append(text, e.json...)
			e.json = text[at:]
			text = append(text, ',')
		}
	}
}

// joined reports whether b comes right after a in the text of their block, apart from a comma.
func joined(a, b []byte) bool {
	n := len(a) + 1
	return cap(a) > n && len(b) > 0 && &a[:n+1][n] == &b[0]
}

// errFull ends a read that has enough.
var errFull = errors.New("the page is full")

// each reads entries, and calls visit with each entry and its version. Which harvests a recall
// covers is not known then, and cannot be queried while the log is read.
func (v *view) each(ctx context.Context, from int64, n int, visit func(*entry, *trace.Record) error) ([]entry, error) {
	entries := make([]entry, 0, n)
	err := v.r.EachLogged(ctx, from, n, func(r *trace.Record) error {
		entries = append(entries, entryOf(r, from+int64(len(entries))))
		return visit(&entries[len(entries)-1], r)
	})
	if err != nil && !errors.Is(err, errFull) {
		return nil, err
	}
	for i := range entries {
		if e := &entries[i]; e.kind == RecallCreated {
			if e.listed, err = v.r.RecallHarvests(ctx, e.id); err != nil {
				return nil, err
			}
			e.cover = reach.Covered(e.listed)
		}
	}
	return entries, nil
}
