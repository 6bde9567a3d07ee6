package trace

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/parked"
	"rastro/internal/quota"
)

// Service is the use cases. It is safe for concurrent use.
type Service struct {
	store      Store
	now        func() time.Time
	random     io.Reader
	log        *slog.Logger
	strict     bool
	keys       keyring
	filled     atomic.Bool // the lot graph has all records
	cursorKeys atomic.Pointer[heldCursorKeys]

	harvestLimit int
	harvests     HarvestLimits
	lots         LotLimits
	parked       *parked.Place[*tracing] // traces that wait for their next page
	drawing      chan struct{}           // a place for each card that may be made at once
	checking     *recallTurns            // whose recall reads the journal
	origins      originChecks            // whose origin was compared with the journal
	recalls      *quota.Buckets[string]  // reports that each key may still store

	diverged divergences
	scrubbed scrubbed
	told     struct { // of the store's health
		gone   bool
		damage string
	}

	vault Vault // nil: the log's key stays in the store
	seen  logSeen

	// Set by StartLog, before anything else runs.
	signer       *ledger.Signer
	verifierKey  string
	predecessors []ledger.Predecessor
}

// Options are what a Service is made of besides its store.
type Options struct {
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
	// Strict refuses a write whose grading finds an error.
	Strict bool
	// Vault keeps the log's key and the last checkpoint. A service without one
	// leaves the key in the store and serves nobody: a benchmark, a test.
	Vault Vault
	// HarvestLimit is the most records that a review takes up; 0 is
	// DefaultHarvestLimit.
	HarvestLimit int
	// Harvests bounds the list of harvests; the zero value is what is usual.
	Harvests HarvestLimits
	// Lots bounds the memory of answers about lots; the zero value is what is usual.
	Lots LotLimits
	// RecallsPerHour is how many reports of recalls each key may store in an hour; 0 is
	// no limit.
	RecallsPerHour int
}

// NewService makes a Service and reads the store's keys.
func NewService(ctx context.Context, store Store, o Options) (*Service, error) {
	s := &Service{
		random: o.Random, log: o.Log, vault: o.Vault, strict: o.Strict, harvests: o.Harvests, harvestLimit: cmp.Or(o.HarvestLimit, DefaultHarvestLimit),
		drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)), checking: newRecallTurns(),
	}
	s.store = &haltedStore{store, &s.seen, s.confirm}
	if s.harvests == (HarvestLimits{}) {
		s.harvests = defaultHarvestLimits
	}
	if s.lots = o.Lots; s.lots == (LotLimits{}) {
		s.lots = defaultLotLimits
	}
	s.parked = parked.New[*tracing](s.lots.Parked, parkedFor)
	s.now = func() time.Time { return o.Now().UTC().Truncate(time.Millisecond) }
	var err error
	if s.recalls, err = quota.New[string](recallRate(o.RecallsPerHour), s.now); err != nil {
		return nil, err
	}
	// A key that was changed is left out; StartLog says so, and refuses to go on.
	if _, err := s.keys.reload(ctx, store); err != nil {
		return nil, err
	}
	return s, nil
}

// Housekeeping intervals. A key deactivated on another server must stop within
// two seconds, so keys are looked at twice in that time.
const (
	keyInterval   = time.Second
	touchInterval = time.Minute
	dropInterval  = time.Hour
)

// Run keeps house until the context ends: it brings what is written into the
// log, takes over other servers' changes
// of keys, writes down when keys were last used, forgets expired answers and
// sessions, renews the key of cursors, and takes older records into newer indexes.
// A failing store is logged and tried again.
func (s *Service) Run(ctx context.Context) {
	keys, touch, drop := time.NewTicker(keyInterval), time.NewTicker(touchInterval), time.NewTicker(dropInterval)
	log := time.NewTicker(logInterval)
	defer log.Stop()
	defer keys.Stop()
	defer touch.Stop()
	defer drop.Stop()
	var filling sync.WaitGroup
	defer filling.Wait()
	filling.Go(func() { s.FillIndexes(ctx) })
	filling.Go(func() { s.scrub(ctx) })
	for {
		var err error
		select {
		case <-ctx.Done():
			// The last uses are worth one more try, not a hanging shutdown.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := errors.Join(s.FlushUses(last), s.integrateAll(last)); err != nil {
				s.log.Warn("the last house-keeping failed", "err", err)
			}
			return
		case <-log.C:
			err = s.integrateAll(ctx)
		case <-keys.C:
			s.tellHealth()
			err = errors.Join(s.RefreshKeys(ctx), s.refreshFilled(ctx), s.watchLog(ctx))
		case <-touch.C:
			err = s.FlushUses(ctx)
		case <-drop.C:
			err = s.store.Update(ctx, func(w Writer) error {
				return errors.Join(w.DropReplies(ctx, s.now()), w.DropSessions(ctx, s.now()))
			})
			err = errors.Join(err, s.RotateCursorKey(ctx))
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("housekeeping failed; it will be tried again", "err", err)
		}
	}
}

// RefreshKeys takes over changes of keys that others made. A key that was changed
// behind the journal's back is refused from then on, and logged.
func (s *Service) RefreshKeys(ctx context.Context) error {
	faults, err := s.keys.reload(ctx, s.store)
	for _, f := range faults {
		s.log.Error("a key is refused: its row is not what the journal says; run 'rastro verify', then 'rastro rebuild --only keys'",
			"key", f.AccessKey, "differs", strings.Join(f.What, ", "))
	}
	return err
}

// FlushUses writes down when keys were last used.
func (s *Service) FlushUses(ctx context.Context) error {
	uses := s.keys.uses()
	if len(uses) == 0 {
		return nil
	}
	err := s.store.Update(ctx, func(w Writer) error { return w.TouchKeys(ctx, uses) })
	if err != nil {
		s.keys.giveBack(uses)
	}
	return err
}

// Now is the service's clock.
func (s *Service) Now() time.Time { return s.now() }
