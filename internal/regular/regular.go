// Package regular remembers the networks from which keys were used in the last weeks, so that an
// office behind one address gets a higher limit than a stranger, also after a restart. It stores no
// addresses: a network is represented by three bytes of a keyed digest, which many addresses share.
package regular

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"hash/maphash"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/remote"
)

// Store stores the marks. All servers of a store share it.
type Store interface {
	// RegularKey returns the random key of the digests, which never changes.
	RegularKey(ctx context.Context) ([]byte, error)
	// Regulars returns the day on which each mark was last seen.
	Regulars(ctx context.Context) (map[uint32]int64, error)
	// PutRegulars keeps marks with the day they were seen, never moving one back. It forgets those
	// last seen before a day and, if there are more than most, the ones seen longest ago.
	PutRegulars(ctx context.Context, seen map[uint32]int64, before int64, most int) error
}

const (
	// lifetime is how many days a network is remembered: a month, so that someone who comes for the
	// monthly closing is recognised.
	lifetime = 31
	// maxKnown bounds how many are remembered.
	maxKnown = 20_000
	// slots is how many networks in use are recognised without a digest.
	slots = 512

	flushInterval  = time.Minute
	reloadInterval = time.Hour
)

// Memory remembers networks. A nil Memory remembers nothing.
type Memory struct {
	store Store
	now   func() time.Time
	log   *slog.Logger
	key   []byte
	seed  maphash.Seed
	today atomic.Int64
	used  [slots]atomic.Pointer[seen]

	mu    sync.Mutex
	known map[uint32]int64 // the day each mark was last seen
	news  map[uint32]int64 // not stored yet
}

// seen says that a network was noted on a day.
type seen struct {
	network remote.Network
	day     int64
}

// Open reads what a store remembers.
func Open(ctx context.Context, store Store, now func() time.Time, log *slog.Logger) (*Memory, error) {
	key, err := store.RegularKey(ctx)
	if err != nil {
		return nil, err
	}
	m := &Memory{store: store, now: now, log: log, key: key, seed: maphash.MakeSeed(), known: map[uint32]int64{}, news: map[uint32]int64{}}
	m.today.Store(day(now()))
	return m, m.reload(ctx)
}

// day counts days, so that no hour is stored.
func day(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

// mark returns a network's three bytes.
func (m *Memory) mark(n remote.Network) uint32 {
	mac := hmac.New(sha256.New, m.key)
	mac.Write([]byte(n.String()))
	sum := mac.Sum(nil)
	return uint32(sum[0])<<16 | uint32(sum[1])<<8 | uint32(sum[2])
}

// Note remembers a network. It runs on every request with a key, so for a network that is already
// known it costs one look-up.
func (m *Memory) Note(n remote.Network) {
	if m == nil {
		return
	}
	today := m.today.Load()
	slot := &m.used[maphash.Comparable(m.seed, n)%slots]
	if last := slot.Load(); last != nil && last.day == today && last.network == n {
		return
	}
	slot.Store(&seen{n, today})
	mark := m.mark(n)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known[mark] < today {
		m.learn(mark, today)
		m.news[mark] = today
	}
}

// learn adds a mark, replacing another if there is no room. Which one hardly matters: a forgotten
// regular is noted again.
func (m *Memory) learn(mark uint32, on int64) {
	if _, there := m.known[mark]; !there && len(m.known) >= maxKnown {
		for other := range m.known {
			delete(m.known, other)
			delete(m.news, other)
			break
		}
	}
	m.known[mark] = on
}

// Knows reports whether a key was used from a network recently.
func (m *Memory) Knows(n remote.Network) bool {
	if m == nil {
		return false
	}
	mark := m.mark(n)
	m.mu.Lock()
	defer m.mu.Unlock()
	last, known := m.known[mark]
	return known && last > m.today.Load()-lifetime
}

// Run stores what is new and takes over what other servers noted, until the context ends.
func (m *Memory) Run(ctx context.Context) {
	flush, reload := time.NewTicker(flushInterval), time.NewTicker(reloadInterval)
	defer flush.Stop()
	defer reload.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := m.Flush(last); err != nil {
				m.log.Warn("networks in use were not written down", "err", err)
			}
			return
		case <-flush.C:
			err = m.Flush(ctx)
		case <-reload.C:
			err = m.reload(ctx)
		}
		if err != nil && ctx.Err() == nil {
			m.log.Warn("housekeeping failed; it will be tried again", "err", err)
		}
	}
}

// Flush writes down the networks that were noted since the last call.
func (m *Memory) Flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err // take over nothing before ours is stored
	}
	today := day(m.now())
	m.today.Store(today)
	m.mu.Lock()
	news := m.news
	m.news = map[uint32]int64{}
	m.mu.Unlock()
	if len(news) == 0 {
		return nil
	}
	err := m.store.PutRegulars(ctx, news, today-lifetime, maxKnown)
	if err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		maps.Copy(news, m.news) // what was noted meanwhile is newer
		m.news = news
		return errors.Join(errors.New("writing down the networks in use"), err)
	}
	return nil
}

func (m *Memory) reload(ctx context.Context) error {
	stored, err := m.store.Regulars(ctx)
	if err != nil {
		return err
	}
	oldest := m.today.Load() - lifetime
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.known, func(_ uint32, last int64) bool { return last <= oldest })
	for mark, last := range stored {
		if last > oldest && last > m.known[mark] {
			m.learn(mark, last)
		}
	}
	return nil
}
