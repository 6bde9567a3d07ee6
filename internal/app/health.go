package app

import (
	"context"
	"errors"
	"time"

	"rastro/internal/trace"
)

// Ready fails if the store cannot be reached, is not in place, or its log is forked.
func (s *App) Ready(ctx context.Context) error {
	if err := s.Halted(); err != nil {
		return err
	}
	// A database that hangs must count as unreachable before callers give up.
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	_, err := s.store.KeyRevision(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	}
	return err
}

// readyPatience is how long a store may take to answer until it counts as out of reach.
const readyPatience = 5 * time.Second

// WritesFail reports whether the store refused or lost the last write that reached it, as on
// a full disk. Reads may still work.
func (s *App) WritesFail() bool { return s.store.Health().WritesFail }

// Halted returns why nothing is written although the store can be read: its log is
// forked, or it is not in place. nil: writes work.
func (s *App) Halted() error {
	if err := s.LogKeeper.Halt(); err != nil {
		return err
	}
	return s.store.Health().Gone
}

// Damage returns how many damaged places are known: from reads, and from the scan of the
// journal.
func (s *App) Damage() int64 {
	n := s.scrubbed.damaged.Load()
	if s.store.Health().Damage != "" {
		n++
	}
	return n
}

// tellHealth informs the operator once when the store's health changes.
func (s *App) tellHealth() {
	health := s.store.Health()
	if gone := health.Gone != nil; gone != s.told.gone {
		s.told.gone = gone
		if gone {
			s.log.Error("the database is not in its place: nothing is written", "err", health.Gone)
		} else {
			s.log.Info("the database is in its place again")
		}
	}
	if health.Damage != s.told.damage {
		s.told.damage = health.Damage
		if health.Damage != "" {
			s.log.Error("a part of the database is damaged", "damage", health.Damage)
		} else {
			s.log.Info("no damage of the database is known any more")
		}
	}
}
