package deliver

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// turn determines which server delivers. The store has one number, which the delivering server
// replaces at intervals. Others take over when they have seen the same number for the length of a
// lease, by their own clocks: the servers' clocks need not agree.
type turn struct {
	mu   sync.Mutex
	mine int64 // the number that this server left; 0: it is not its turn
	at   time.Time
	seen int64 // another server's number, and since when it has been there
	from time.Time
}

// take reports whether it is this server's turn, and takes it if nobody has it.
func (d *Deliverer) take(ctx context.Context) (bool, error) {
	t := &d.turn
	t.mu.Lock()
	defer t.mu.Unlock()
	now := d.Now()
	if t.mine != 0 && now.Sub(t.at).Abs() < Renewal {
		return true, nil
	}
	next, took := newNumber(), false
	err := d.Store.Update(ctx, func(w Writer) error {
		took = false
		found, err := w.HookReader().HookTurn(ctx)
		if err != nil {
			return err
		}
		if found != 0 && found != t.mine {
			if t.seen != found {
				t.seen, t.from = found, now
			}
			if now.Sub(t.from) < Lease {
				return nil
			}
		}
		took = true
		return w.HookWriter().TakeHookTurn(ctx, found, next)
	})
	if err != nil {
		return false, err
	}
	if t.mine = 0; took {
		t.mine, t.at = next, now
	}
	return took, nil
}

// leave gives up the turn, so that another server need not wait.
func (d *Deliverer) leave(ctx context.Context) {
	t := &d.turn
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mine == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	err := d.Store.Update(ctx, func(w Writer) error {
		if found, err := w.HookReader().HookTurn(ctx); err != nil || found != t.mine {
			return err
		}
		return w.HookWriter().TakeHookTurn(ctx, t.mine, 0)
	})
	if err != nil {
		d.Logger.Info("another server waits a minute before it delivers webhooks", "err", err)
	}
	t.mine = 0
}

// newNumber returns a number that no server has used before.
func newNumber() int64 { return 1 + rand.Int64N(1<<62) }
