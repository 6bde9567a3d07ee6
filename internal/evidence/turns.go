package evidence

import (
	"context"
	"sync"
)

// Turns lets one recall at a time read the whole journal. A key has at most one
// recall in the common queue: those that it sends at once wait for each other first, so that
// no key can block others by sending many.
type Turns struct {
	all chan struct{}

	mu   sync.Mutex
	keys map[string]*keyTurn
}

// keyTurn is the queue of one key, and how many recalls are in it.
type keyTurn struct {
	own chan struct{}
	n   int
}

func newTurns() *Turns {
	return &Turns{all: make(chan struct{}, 1), keys: map[string]*keyTurn{}}
}

// Wait waits for the key's turn. The caller calls done when the recall is made.
func (t *Turns) Wait(ctx context.Context, key string) (done func(), err error) {
	t.mu.Lock()
	turn := t.keys[key]
	if turn == nil {
		turn = &keyTurn{own: make(chan struct{}, 1)}
		t.keys[key] = turn
	}
	turn.n++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if turn.n--; turn.n == 0 {
			delete(t.keys, key)
		}
	}
	for i, queue := range []chan struct{}{turn.own, t.all} {
		select {
		case queue <- struct{}{}:
		case <-ctx.Done():
			if i == 1 {
				<-turn.own
			}
			leave()
			return nil, ctx.Err()
		}
	}
	return func() {
		<-t.all
		<-turn.own
		leave()
	}, nil
}
