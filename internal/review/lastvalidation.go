package review

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// LastValidation is the newest live validation of a harvest or, without a live one, the newest
// that was deleted, and its state.
type LastValidation struct {
	Code   string
	MadeAt time.Time
	// Ends is the end of the last day on which it is valid; zero for never.
	Ends time.Time
	// RevokedAt is when it was deleted, zero for a live one.
	RevokedAt time.Time

	state    trace.State // unless it has ended
	diverged bool
}

// Live reports whether there is a validation that was not deleted.
func (v *LastValidation) Live() bool { return v != nil && v.RevokedAt.IsZero() }

// At returns its state at an instant.
func (v *LastValidation) At(now time.Time) trace.State {
	switch v.state {
	case trace.Altered, trace.Valid:
		if !v.Ends.IsZero() && !now.Before(v.Ends) {
			return trace.Expired
		}
	}
	return v.state
}

// Joined returns the verdict on a harvest together with the state of its validation; v is nil without
// one.
func (v *LastValidation) Joined(found verdict.Verdict, now time.Time) verdict.Verdict {
	if v != nil {
		found.State, found.Diverged = v.At(now), v.diverged
	}
	return found
}

var validationKind = kind.ByPrefix(kind.Validation)

// newestValidation returns the newest live validation of a harvest, nil without any.
func newestValidation(ctx context.Context, r Reader, harvestID string) (*trace.Record, error) {
	found, err := r.Records(ctx, trace.Query{Kind: validationKind, Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: 1})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// lastRevoked returns the newest deleted validation of a harvest; nil if there is none. It is only
// called if no validation is live.
func lastRevoked(ctx context.Context, r Reader, harvestID string, now time.Time) (*LastValidation, error) {
	found, err := r.Records(ctx, trace.Query{Kind: validationKind, Reach: trace.Only(harvestID), NoLongerLive: true, Order: trace.NewestFirst, Limit: 1})
	if err != nil || len(found) == 0 || found[0].Operation != trace.Deleted {
		return nil, err
	}
	v := &found[0]
	seal := v.Sealed()
	return &LastValidation{
		Code: v.ValidationCode, MadeAt: v.CreatedAt(), Ends: v.Validation().Ends(), RevokedAt: v.UpdatedAt,
		state: trace.Judge(v, &seal, &trace.StateReport{At: now}),
	}, nil
}

// lastValidationOf returns the state of a validation after the check has seen all records.
func lastValidationOf(ctx context.Context, v *trace.Record, check *trace.StateCheck) (*LastValidation, error) {
	report, err := check.End(ctx)
	if err != nil {
		return nil, err
	}
	out := &LastValidation{Code: v.ValidationCode, MadeAt: v.CreatedAt(), Ends: v.Validation().Ends(), state: report.State, diverged: len(report.Divergences) > 0}
	switch {
	case report.State != trace.Expired: // At handles expiry
	case out.diverged:
		out.state = trace.Altered
	default:
		out.state = trace.Valid
	}
	return out, nil
}
