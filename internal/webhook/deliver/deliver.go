// Package deliver sends events to webhooks, in the order of the log, from one cursor for each. Of
// several servers one delivers; if it ends, another takes over.
package deliver

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/changes"
	"rastro/internal/trace"
	"rastro/internal/webhook"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
	"rastro/internal/webhook/progress"
)

// Limits of deliveries.
const (
	// batch is how many events are sent before the progress is recorded, and so the most that are
	// sent again if the server is killed.
	batch = 64
	// fullBatch is the same for whole records, which are larger.
	fullBatch = 8
	// lanes is how many requests one endpoint gets at a time, unless it asks for an order.
	lanes = 8
	// most is how many endpoints are served at a time.
	most = 256
	// maxPending is how many deliveries of an endpoint may wait for another attempt before nothing
	// new is sent to it, so that an endpoint that is down for a week costs no more rows.
	maxPending = 100
	// statesPage is how many states are read at a time.
	statesPage = 500
	// Renewal is how often the delivering server confirms that it is alive, and Lease is how long
	// it may fail to do so before another takes over. A batch takes less.
	Renewal = 10 * time.Second
	Lease   = 60 * time.Second
	// kept is how long a completed failure stays in the list.
	kept = 30 * 24 * time.Hour
	// Patience is how long an endpoint may fail without one success.
	Patience = 5 * 24 * time.Hour
)

// Reader is what the package reads.
type Reader interface{ progress.Reads }

// Writer writes in a transaction.
type Writer interface {
	progress.Reads
	progress.Writes
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort narrows a store.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writer { return w.(Writer) })
}

// Parts are a Deliverer's dependencies.
type Parts struct {
	Store  Port
	Hooks  *webhook.HookKeeper
	Feed   *changes.Feed
	Keys   webhook.Keys
	Log    func() endpoint.Deriver
	Poster *post.Poster
	Now    func() time.Time
	Logger *slog.Logger
}

// Deliverer delivers. It is safe for concurrent use.
type Deliverer struct {
	Parts
	turn  turn
	stats stats

	mu      sync.Mutex
	running map[trace.ID]bool
	loaded  map[trace.ID]endpoint.Endpoint
	places  chan struct{}
	rounds  sync.WaitGroup
}

// New returns a Deliverer.
func New(p Parts) *Deliverer {
	return &Deliverer{Parts: p, running: map[trace.ID]bool{}, loaded: map[trace.ID]endpoint.Endpoint{}, places: make(chan struct{}, most)}
}

// stats are the numbers for the metrics.
type stats struct {
	delivered, failed          atomic.Int64
	active, disabled           atomic.Int64
	pending, lag, failingSince atomic.Int64
}

// Stats are numbers of this server; it knows those of endpoints while it delivers.
type Stats struct {
	Delivered, Failed         int64 // attempts since the start
	Active, Disabled, Pending int64
	Lag                       int64     // of the endpoint that is furthest behind, in positions
	FailingSince              time.Time // of the endpoint that has failed longest; zero if none does
}

// Stats returns them.
func (d *Deliverer) Stats() Stats {
	s := &d.stats
	found := Stats{Delivered: s.delivered.Load(), Failed: s.failed.Load(), Active: s.active.Load(), Disabled: s.disabled.Load(), Pending: s.pending.Load(), Lag: s.lag.Load()}
	if ms := s.failingSince.Load(); ms != 0 {
		found.FailingSince = time.UnixMilli(ms).UTC()
	}
	return found
}

// Run delivers until the context ends, looking for work at intervals.
func (d *Deliverer) Run(ctx context.Context, every time.Duration) {
	defer d.Feed.Join()()
	tick := time.NewTicker(every)
	defer tick.Stop()
	sweep := time.NewTicker(time.Hour)
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			d.rounds.Wait()
			d.leave(ctx)
			return
		case <-sweep.C:
			if err := d.Sweep(ctx); err != nil && ctx.Err() == nil {
				d.Logger.Warn("old deliveries of webhooks could not be forgotten; it will be tried again", "err", err)
			}
		case <-tick.C:
			if err := d.look(ctx); err != nil && ctx.Err() == nil {
				d.Logger.Warn("webhooks could not be looked at; it will be tried again", "err", err)
			}
		}
	}
}

// Once looks for work a single time, and waits for everything that it starts.
func (d *Deliverer) Once(ctx context.Context) error {
	err := d.look(ctx)
	d.rounds.Wait()
	return err
}

// Sweep forgets failures that are long over.
func (d *Deliverer) Sweep(ctx context.Context) error {
	return d.Store.Update(ctx, func(w Writer) error { return w.HookWriter().DropHookFailures(ctx, d.Now().Add(-kept)) })
}

// look begins a round of each endpoint that has none under way, if it is this server's turn.
func (d *Deliverer) look(ctx context.Context) error {
	states, err := d.states(ctx)
	if err != nil || len(states) == 0 {
		return err
	}
	mine, err := d.take(ctx)
	if err != nil || !mine {
		return err
	}
	_, size, err := d.Feed.Places(ctx, changes.Start{Now: true})
	if err != nil {
		return err
	}
	d.count(states, size)
	for i := range states {
		s := states[i]
		if !s.Active || s.Next == size && s.Pending == 0 && s.Replay == s.ReplayEnd {
			continue
		}
		d.begin(ctx, s)
	}
	return nil
}

// begin begins the round of an endpoint, unless one is under way or all places are taken.
func (d *Deliverer) begin(ctx context.Context, s progress.State) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running[s.ID] {
		return
	}
	select {
	case d.places <- struct{}{}:
	default:
		return
	}
	d.running[s.ID] = true
	d.rounds.Go(func() {
		defer func() {
			d.mu.Lock()
			delete(d.running, s.ID)
			d.mu.Unlock()
			<-d.places
		}()
		if err := d.round(ctx, s); err != nil && ctx.Err() == nil && !errors.Is(err, errOver) {
			d.Logger.Warn("a webhook could not be served; it will be tried again", "webhook", s.ID.String(), "err", err)
		}
	})
}

func (d *Deliverer) states(ctx context.Context) (all []progress.State, err error) {
	err = d.Store.View(ctx, func(r Reader) error {
		all = nil
		for after := (trace.ID{}); ; {
			some, err := r.HookReader().HookStates(ctx, after, statesPage)
			if err != nil {
				return err
			}
			if all = append(all, some...); len(some) < statesPage {
				return nil
			}
			after = some[len(some)-1].ID
		}
	})
	return all, err
}

func (d *Deliverer) count(states []progress.State, size int64) {
	var active, disabled, pending, lag, failing int64
	for i := range states {
		s := &states[i]
		if !s.Active {
			disabled++
			continue
		}
		active++
		pending += int64(s.Pending)
		lag = max(lag, size-s.Next)
		if ms := s.FailingSince.UnixMilli(); !s.FailingSince.IsZero() && (failing == 0 || ms < failing) {
			failing = ms
		}
	}
	d.stats.active.Store(active)
	d.stats.disabled.Store(disabled)
	d.stats.pending.Store(pending)
	d.stats.lag.Store(lag)
	d.stats.failingSince.Store(failing)
}

// load returns the endpoint of a state, from memory while its version is the same.
func (d *Deliverer) load(ctx context.Context, s *progress.State) (endpoint.Endpoint, error) {
	d.mu.Lock()
	e, ok := d.loaded[s.ID]
	d.mu.Unlock()
	if ok && e.Version == s.Version {
		return e, nil
	}
	e, ok, err := d.Hooks.Loaded(ctx, s.ID)
	if err != nil {
		return e, err
	}
	if !ok {
		return e, errors.New("its note in the journal is missing or was changed: run 'rastro verify'")
	}
	if e.Version != s.Version {
		return e, errOver // the next look sees both
	}
	d.mu.Lock()
	d.loaded[s.ID] = e
	d.mu.Unlock()
	return e, nil
}

// chance returns a random number that varies the time of the next attempt.
func chance() float64 { return rand.Float64() }
