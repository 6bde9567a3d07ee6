package review

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Standing is how the newest live validation of a harvest stands.
type Standing struct {
	Code   string
	MadeAt time.Time
	// Ends is the end of the last day on which it is valid, zero for never.
	Ends time.Time

	state    trace.State // as long as it has not ended
	diverged bool
}

// At is its state at an instant.
func (s *Standing) At(now time.Time) trace.State {
	switch s.state {
	case trace.Altered, trace.Valid:
		if !s.Ends.IsZero() && !now.Before(s.Ends) {
			return trace.Expired
		}
	}
	return s.state
}

// Joined is the verdict on a harvest together with how its validation stands; s is nil
// without one.
func (s *Standing) Joined(found verdict.Verdict, now time.Time) verdict.Verdict {
	if s != nil {
		found.State, found.Diverged = s.At(now), s.diverged
	}
	return found
}

var validationKind = kind.ByPrefix(kind.Validation)

// newestValidation is the newest live validation of a harvest, nil without any.
func newestValidation(ctx context.Context, r Reader, harvestID string) (*trace.Record, error) {
	found, err := r.Records(ctx, trace.Query{Kind: validationKind, HarvestIDs: []string{harvestID}, Order: trace.NewestFirst, Limit: 1})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// standingOf is how a validation stands, once the check has seen all records.
func standingOf(ctx context.Context, v *trace.Record, check *trace.StateCheck) (*Standing, error) {
	report, err := check.End(ctx)
	if err != nil {
		return nil, err
	}
	out := &Standing{Code: v.ValidationCode, MadeAt: v.CreatedAt(), Ends: v.Validation().Ends(), state: report.State, diverged: len(report.Divergences) > 0}
	switch {
	case report.State != trace.Expired: // At says that
	case out.diverged:
		out.state = trace.Altered
	default:
		out.state = trace.Valid
	}
	return out, nil
}
