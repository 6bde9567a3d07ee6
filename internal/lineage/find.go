package lineage

import (
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/cursors"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// lotsFilled reports whether the graph has all records, up to a second late: the
// housekeeping checks again whether it is being rebuilt. Code that follows lots asks its
// own snapshot instead.
func (s *Tracer) lotsFilled(ctx context.Context) (bool, error) {
	if s.filled.Load() {
		return true, nil
	}
	filled, err := s.store.Direct().LotsFilled(ctx)
	if filled {
		s.filled.Store(true)
	}
	return filled, err
}

// FillLots adds some of the versions from before the lot graph to it.
func (s *Tracer) FillLots(ctx context.Context) (done bool, err error) {
	if done, err = s.lotsFilled(ctx); done || err != nil {
		return done, err
	}
	err = s.store.Update(ctx, func(w trace.LotWriter) (err error) {
		done, err = w.FillLots(ctx, trace.FillVersions)
		return err
	})
	return done && err == nil, err
}

// RefreshFilled checks whether the lot graph is being rebuilt.
func (s *Tracer) RefreshFilled(ctx context.Context) error {
	filled, err := s.store.Direct().LotsFilled(ctx)
	if err == nil {
		s.filled.Store(filled)
	}
	return err
}

// LotsFilled reports whether the lot graph has all records.
func (s *Tracer) LotsFilled(ctx context.Context) (bool, error) { return s.lotsFilled(ctx) }

// KnownLot folds a code. It fails with CodeLotNotFound if no record that the key may see
// refers to the lot at an instant, in roles up to a given one.
func (s *Tracer) KnownLot(ctx context.Context, r Reader, by *trace.Key, written string, to lot.Role, at time.Time) (string, error) {
	code := lot.Fold(written)
	if code == "" {
		return "", s.unknownLot(ctx, r, by, written)
	}
	found, err := s.LotSeen(ctx, r, by, code, to, at)
	if err == nil && !found {
		err = s.unknownLot(ctx, r, by, code)
	}
	return code, err
}

// LotSeen reports whether the key may see a record that refers to a lot at an instant, in
// roles up to a given one.
func (s *Tracer) LotSeen(ctx context.Context, r Reader, by *trace.Key, code string, to lot.Role, at time.Time) (bool, error) {
	found := false
	q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: to, At: at, Limit: 1, RefsOnly: true, Reach: by.Reach()}
	err := r.EachLotRow(ctx, q, func(*lot.Row) error {
		found = true
		return nil
	})
	return found, err
}

// Summary is a lot in a list.
type Summary struct {
	Code       string
	HarvestIDs []string // of the records found that name it
	Known      bool     // some record states its origin
	Records    int      // records that name it, up to maxSummaryRows
}

// maxSummaryRows bounds the rows that are looked at for a list's entry, and
// maxScanned the codes that are looked at for a page of it.
const (
	maxSummaryRows = 100
	maxScanned     = 5_000
)

// FindLots lists lots by code: first those that begin with the text, then those that contain it.
// next is where to continue; "" at the end. A page may be short or even empty and still have a next
// one.
func (s *Tracer) FindLots(ctx context.Context, by *trace.Key, text, cursor string, size int) (found []Summary, next string, err error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, "", err
	}
	text = string(lot.AppendFold(nil, text))
	scope := "lotes\x00" + text + "\x00" + by.Limits()
	q := trace.LotCodes{From: text}
	inside := false
	var p trace.Position
	if cursor != "" {
		if p, err = s.cursors.Decode(ctx, scope, trace.Order{{Field: trace.ByHarvest}, {Field: trace.ByKind}}, cursor); err != nil {
			return nil, "", err
		}
		q.From, q.After, inside = p[0].(string), true, p[1].(int64) == 1
	}
	if by.LimitedToHarvests() {
		own, place, err := s.ownLots(ctx, by, text, p, size)
		if err == nil && place != nil {
			next, err = s.cursors.Encode(ctx, scope, place)
		}
		return own, next, err
	}
	for scanned := 0; ; {
		q.Limit = min(size-len(found), trace.MaxLotQuery)
		codes, err := s.store.Direct().LotCodes(ctx, q)
		if err != nil {
			return nil, "", err
		}
		scanned += len(codes)
		picked, beyond := pick(codes, text, inside)
		beyond = beyond || len(codes) < q.Limit // this part of the list ends here
		summaries, err := s.summaries(ctx, by, picked)
		if err != nil {
			return nil, "", err
		}
		found = append(found, summaries...)
		switch {
		case beyond && (inside || text == ""):
			return found, "", nil
		case beyond: // now those that contain it
			q.From, q.After, inside = "", false, true
		default:
			q.From, q.After = codes[len(codes)-1], true
		}
		if len(found) >= size || scanned >= maxScanned {
			part := int64(0)
			if inside {
				part = 1
			}
			next, err = s.cursors.Encode(ctx, scope, trace.Position{q.From, part})
			return found, next, err
		}
	}
}

// pick picks the codes that begin with a text or, inside, the others that contain it. beyond:
// no later code begins with it.
func pick(codes []string, text string, inside bool) (picked []string, beyond bool) {
	for _, code := range codes {
		begins := strings.HasPrefix(code, text)
		if !inside && !begins {
			return picked, true
		}
		if begins != inside && strings.Contains(code, text) {
			picked = append(picked, code)
		}
	}
	return picked, false
}

// summaries returns the lots that the key may see.
func (s *Tracer) summaries(ctx context.Context, by *trace.Key, codes []string) ([]Summary, error) {
	var all []Summary
	for _, code := range codes {
		one := Summary{Code: code}
		q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, Limit: maxSummaryRows, RefsOnly: true, Reach: by.Reach()}
		err := s.store.Direct().EachLotRow(ctx, q, func(r *lot.Row) error {
			one.Records++
			one.Known = one.Known || r.Role == lot.Identified || r.Role == lot.Produced
			if len(one.HarvestIDs) < 20 {
				one.HarvestIDs = trace.AppendOnce(one.HarvestIDs, r.HarvestID)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if one.Records > 0 {
			all = append(all, one)
		}
	}
	return all, nil
}

// traceCursor is a place in a trace.
type traceCursor struct {
	skip  int // lots already shown
	edges int // of the lot after them, also shown
	at    time.Time
}

// maxCursorValue bounds the numbers of a cursor: no trace is that long, and adding to it
// cannot overflow.
const maxCursorValue = 1 << 50

func (s *Tracer) encodeTraceCursor(ctx context.Context, r cursors.Reader, scope string, c traceCursor) (string, error) {
	values := []int64{int64(c.skip), c.at.UnixMilli()}
	if c.edges > 0 {
		values = append(values, int64(c.edges))
	}
	payload, err := canon.Marshal(values)
	if err != nil {
		return "", err
	}
	return s.cursors.Seal(ctx, r, scope, payload)
}

func (s *Tracer) decodeTraceCursor(ctx context.Context, r cursors.Reader, scope, cursor string) (traceCursor, error) {
	payload, err := s.cursors.Unseal(ctx, r, scope, cursor)
	if err != nil {
		return traceCursor{}, err
	}
	var values []int64
	if canon.Unmarshal(payload, &values) != nil || len(values) < 2 || len(values) > 3 || slices.Min(values) < 0 || slices.Max(values) > maxCursorValue {
		return traceCursor{}, trace.Fail(trace.CodeBadCursor)
	}
	c := traceCursor{skip: int(values[0]), at: time.UnixMilli(values[1]).UTC()}
	if len(values) == 3 {
		c.edges = int(values[2])
	}
	return c, nil
}
