package recall

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/trace"
)

// Notice says that a harvest or a lot is being recalled.
type Notice struct {
	ID     trace.ID // of the report
	At     time.Time
	Reason string // "" if it was erased
	// Harvests are those of the harvests that were asked about that the report covers.
	Harvests []string
}

// Bounds on what a page says of recalls: it names the newest, of the newest reports that the
// key may read.
const (
	maxAsked   = 500   // harvests
	maxListed  = 1_000 // reports, also of others
	maxLooked  = 50    // reports that are read
	maxNotices = 5     // of one harvest or lot; of several harvests, one each
)

// Notices returns the newest recalls that cover some harvests, and a lot if one is named, as
// far as the key may read their reports. Where there is none, it costs one look-up.
func (s *Recaller) Notices(ctx context.Context, by *trace.Key, harvests []string, code string) ([]Notice, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	harvests = slices.DeleteFunc(slices.Clone(harvests), func(harvestID string) bool { return by.NeedHarvest(harvestID) != nil })
	if len(harvests) == 0 {
		return nil, nil
	}
	covered, err := s.store.Direct().RecallsAmong(ctx, harvests[:min(len(harvests), maxAsked)])
	if err != nil || len(covered) == 0 {
		return nil, err
	}
	ids := make([]trace.ID, 0, len(covered))
	for id := range covered {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(b[:], a[:]) })
	var found []Notice
	looked, told := 0, map[string]bool{}
	oneEach := code == "" && len(harvests) > 1
	untold := func(name string) bool { return !told[name] }
	for _, id := range ids[:min(len(ids), maxListed)] {
		if looked == maxLooked || !oneEach && len(found) == maxNotices {
			break
		}
		of := covered[id]
		if oneEach && !slices.ContainsFunc(of, untold) {
			continue
		}
		one, readable, err := s.notice(ctx, by, id, code)
		if err != nil {
			return nil, err
		}
		if readable {
			looked++ // reports of others must not push out the key's own
		}
		if one == nil {
			continue
		}
		slices.Sort(of)
		one.Harvests = of
		found = append(found, *one)
		for _, name := range of {
			told[name] = true
		}
	}
	return found, nil
}

// notice reads one report; nil if the key may not read it, if it does not have the lot, or if
// there is no memory for it: a page is not refused for the sake of a notice. readable: it is
// not a report of others.
func (s *Recaller) notice(ctx context.Context, by *trace.Key, id trace.ID, code string) (found *Notice, readable bool, err error) {
	versions, err := s.reported(ctx, by, id.String())
	if trace.Is(err, trace.CodeRecordNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	r, err := readRecall(ctx, &versions[len(versions)-1])
	if errors.Is(err, admit.ErrBusy) || errors.Is(err, admit.ErrTooLarge) {
		return nil, true, nil
	}
	if err != nil || !mayReadReport(by, &r.Recall) {
		return nil, false, err
	}
	if code != "" && !slices.ContainsFunc(r.Lots, func(l Lot) bool { return l.Code == code }) {
		return nil, true, nil
	}
	return &Notice{ID: id, At: versions[0].CreatedAt(), Reason: r.Reason}, true, nil
}

// coverReader finds the recalls that cover harvests.
type coverReader interface {
	RecallsAmong(ctx context.Context, harvestIDs []string) (map[trace.ID][]string, error)
}

// recallsOf are the recalls whose reports cover a harvest, by id.
func recallsOf(ctx context.Context, r coverReader, harvestID string) ([]trace.ID, error) {
	covered, err := r.RecallsAmong(ctx, []string{harvestID})
	return slices.SortedFunc(maps.Keys(covered), func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) }), err
}
