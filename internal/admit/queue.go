package admit

import "slices"

// serve grants what fits, one holder after another. A holder at its share is skipped. If the next
// in turn needs more than there is, the others wait too: otherwise small ones would keep a large
// one out forever. The caller holds the lock.
func (b *Budget) serve() {
	for i := 0; i < len(b.turns); {
		h := b.turns[i]
		w := h.queue[0]
		if h.held+w.bytes > b.Share(h.name) {
			i++
			continue
		}
		if !b.room(w.bytes, w.bytes <= Small) {
			return
		}
		b.take(h, w.claim, w.bytes)
		b.dequeue(h, 0)
		close(w.ready)
		b.turns = slices.Delete(b.turns, i, i+1)
		if len(h.queue) > 0 {
			b.turns = append(b.turns, h) // behind everyone else
		}
		i = 0
	}
}

// leave removes a waiter from the queue, and reports whether it was still there.
func (b *Budget) leave(w *waiter) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.of(w.claim.holder)
	at := slices.Index(h.queue, w)
	if at < 0 {
		b.forget(h)
		return false
	}
	b.dequeue(h, at)
	if len(h.queue) == 0 {
		b.turns = slices.DeleteFunc(b.turns, func(other *holder) bool { return other == h })
	}
	b.serve() // it may have blocked others
	b.forget(h)
	return true
}

func (b *Budget) dequeue(h *holder, at int) {
	h.queue = slices.Delete(h.queue, at, at+1)
	b.waiters--
}
