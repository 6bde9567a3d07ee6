// Package profiles states and reads the profile of a harvest, and derives what it omits. Deletion,
// history, proof and erasure of a profile are those of any record.
package profiles

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/profile"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.ProfileReader
	trace.HarvestReader
}

// Writer reads and writes in a transaction.
type Writer interface {
	trace.ProfileReader
	trace.ReplayReader
	trace.Appender
	trace.ReplyWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// ProfileKeeper keeps the profiles of harvests. It is safe for concurrent use.
type ProfileKeeper struct {
	store   Port
	journal *trace.Journal
	now     func() time.Time
	limit   int // the number of records read to derive values
}

// New returns a ProfileKeeper. limit is the most records of a harvest that are read to derive values.
func New(store Port, journal *trace.Journal, now func() time.Time, limit int) *ProfileKeeper {
	return &ProfileKeeper{store, journal, now, limit}
}

// Profiled is the profile of a harvest as read.
type Profiled struct {
	// Record is the live profile; nil if the harvest has records and no profile.
	Record *trace.Record
	Stated profile.Profile
	// Derived are the values that follow for certain, of the fields that the profile does
	// not state.
	Derived profile.Derived
	// Cut: the harvest has too many records to derive anything from them.
	Cut bool
}

// Profile reads the profile of a harvest, and derives what it omits; CodeRecordNotFound if the
// harvest has no live record at all.
func (s *ProfileKeeper) Profile(ctx context.Context, by *trace.Key, harvestID string) (Profiled, error) {
	if err := by.MayRead(harvestID); err != nil {
		return Profiled{}, err
	}
	var out Profiled
	err := s.store.View(ctx, func(r Reader) (err error) {
		out, err = s.read(ctx, r, harvestID)
		return err
	})
	if err == nil && personal.Hidden(by) {
		out.hide(by)
	}
	return out, err
}

// hide masks personal data.
func (p *Profiled) hide(by *trace.Key) {
	if p.Record != nil {
		p.Record = personal.Record(by, p.Record)
		p.Stated = p.Stated.Masked(personal.Mask, func(field string) bool { return personal.Field(kind.Profile, field) })
	}
	for name, value := range p.Derived {
		if personal.Field(kind.Profile, name) {
			value.Text = personal.Mask
			p.Derived[name] = value
		}
	}
}

// ProfileID returns the id of a harvest's profile, live or not: that of the record whose history,
// proof or erasure is requested by the harvest's name. It fails if the key may not reach the
// harvest; the caller decides what else the key may do with the record.
func (s *ProfileKeeper) ProfileID(ctx context.Context, by *trace.Key, harvestID string) (string, error) {
	if err := by.NeedHarvest(harvestID); err != nil {
		return "", err
	}
	r, err := s.store.Direct().NewestProfile(ctx, harvestID)
	if err != nil {
		return "", err
	}
	return r.ID.String(), nil
}
