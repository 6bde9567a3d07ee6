package profiles

import (
	"context"
	"errors"

	"rastro/internal/canon"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// read reads the profile of a harvest and derives what it omits, in one snapshot.
func (s *ProfileKeeper) read(ctx context.Context, r Reader, harvestID string) (out Profiled, err error) {
	found, err := newest(ctx, r, harvestID)
	if err != nil {
		return out, err
	}
	if found != nil && !found.Operation.Ends() {
		out.Record, out.Stated = found, profile.Read(found.Payload)
	}
	book := facts.NewBook(s.now().Year())
	var claim review.BookClaim
	err = r.EachOf(ctx, harvestID, func(v *trace.Record) error {
		if book.Len() == s.limit {
			return errTooMany
		}
		book.Add(review.EntryOf(v))
		return claim.Take(ctx, v)
	})
	switch {
	case errors.Is(err, errTooMany): // the rest is unknown, so nothing is certain
		out.Cut, out.Derived = true, out.Stated.Derive().Without(&out.Stated)
		return out, nil
	case err != nil:
		return out, err
	case book.Len() == 0:
		return out, trace.Fail(trace.CodeRecordNotFound)
	}
	out.Derived = book.Derived()
	return out, nil
}

// errTooMany ends the reading of a harvest with too many records.
var errTooMany = errors.New("too many records to derive from")

// AppendDerived appends the derived values as the wire shows them.
func AppendDerived(dst []byte, derived profile.Derived) []byte {
	dst = append(dst, '{')
	first := true
	for _, field := range kind.Profile.Fields {
		value, ok := derived[field.Name]
		if !ok {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = canon.AppendString(dst, field.Name)
		dst = append(dst, `:{"valor":`...)
		dst = canon.AppendString(dst, value.Text)
		dst = append(dst, `,"de":`...)
		dst = canon.AppendString(dst, string(value.From))
		dst = append(dst, '}')
	}
	return append(dst, '}')
}
