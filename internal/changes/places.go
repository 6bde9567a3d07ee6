package changes

import (
	"sync"

	"rastro/internal/trace"
)

// places limits how many readers wait at once: each holds a connection.
type places struct {
	mu   sync.Mutex
	held map[string]int // by access key
	all  int
}

// take takes a place for a caller. leave MUST be called, once. People are counted one by one,
// whatever they signed in with.
func (f *Feed) take(by *trace.Key) (leave func(), err error) {
	who := by.AccessKey
	if by.Person != "" {
		who = by.Person
	}
	p := &f.places
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all >= f.limits.Streams || p.held[who] >= f.limits.PerKey {
		return nil, trace.Fail(trace.CodeTooManyStreams)
	}
	p.all++
	p.held[who]++
	unjoin := f.hub.join()
	return func() {
		unjoin()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all--
		if p.held[who]--; p.held[who] == 0 {
			delete(p.held, who)
		}
	}, nil
}

// Waiting returns how many readers wait.
func (f *Feed) Waiting() int {
	f.places.mu.Lock()
	defer f.places.mu.Unlock()
	return f.places.all
}
