package harvests

import (
	"bytes"
	"context"
	"crypto/sha256"
	"hash"
	"time"

	"rastro/internal/trace"
)

// CardValidation is the state of the newest live validation of a harvest, as far as
// the numbers of its state show: whether stored data was tampered with is only checked
// with the validation itself.
type CardValidation struct {
	Code   string
	MadeAt time.Time
	// Ends is the end of the last day on which it is valid, zero for never.
	Ends time.Time

	state trace.State // as long as it has not ended
}

// At is its state at an instant.
func (c *CardValidation) At(now time.Time) trace.State {
	if c.state != trace.Refused && !c.Ends.IsZero() && !now.Before(c.Ends) {
		return trace.Expired
	}
	return c.state
}

// standing compares the records of a harvest with what its newest validation
// covers, without keeping either.
type standing struct {
	lines  hash.Hash
	buf    []byte
	newest *trace.Record
}

func newStanding() *standing { return &standing{lines: sha256.New()} }

// take notes a record. They come in the order of a cover.
func (s *standing) take(v *trace.Record) {
	if v.Kind.IsValidation() {
		if s.newest == nil || bytes.Compare(v.ID[:], s.newest.ID[:]) > 0 {
			kept := *v
			s.newest = &kept
		}
		return
	}
	s.buf = trace.AppendCovered(s.buf[:0], v)
	s.lines.Write(s.buf)
}

// of is the state of the newest validation, nil if there is none.
func (s *standing) of(ctx context.Context, r Reader) (*CardValidation, error) {
	v := s.newest
	if v == nil {
		return nil, nil
	}
	cover, err := r.Cover(ctx, v.ID)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return nil, err
	}
	then := sha256.New()
	for line := range bytes.Lines(cover) {
		if !bytes.HasPrefix(line, []byte(v.Kind.Prefix+" ")) {
			then.Write(line)
		}
	}
	out := &CardValidation{Code: v.ValidationCode, MadeAt: v.CreatedAt(), Ends: v.Validation().Ends()}
	report := trace.StateReport{At: v.CreatedAt()}
	if !bytes.Equal(then.Sum(nil), s.lines.Sum(nil)) {
		report.Add(v.Kind.Prefix, v.ID, "alterado")
	}
	seal := v.Sealed()
	switch out.state = trace.Judge(v, &seal, &report); {
	case out.state != trace.Expired: // made after its own last day: At tells
	case len(report.Divergences) > 0:
		out.state = trace.Altered
	default:
		out.state = trace.Valid
	}
	return out, nil
}
