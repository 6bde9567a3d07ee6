package recall

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/lineage/covered"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Notice is an announcement that a harvest or a lot is being recalled.
type Notice struct {
	ID     trace.ID // of the report
	At     time.Time
	Reason string // "" if it was erased
	// Harvests are the requested harvests that the report covers.
	Harvests []string
	// Lots are the requested lots that it affects.
	Lots []string
	// Unread: there are more reports than were read, and some may be about this too. The members
	// above, except Harvests, are empty.
	Unread bool
}

// Limits on the recalls that a page shows: it names the newest, among the newest reports that the
// key may read.
const (
	maxListed  = 1_000 // reports, also of others
	maxLooked  = 50    // reports that are read
	maxNotices = 5     // of one harvest or lot; of several harvests, one each
)

// Notices returns the recalls that mark some harvests and whose reports the key may read, the
// newest first: those whose makers may write in them. If there are none, it costs one look-up per 250
// harvests.
func (s *Recaller) Notices(ctx context.Context, by *trace.Key, harvests []string) ([]Notice, error) {
	return s.notices(ctx, by, harvests, nil)
}

// Limits on the lots that are looked up: their number, and the rows of one.
const (
	MaxAskedLots = 50
	maxLotRows   = 200
)

// LotNotices returns the newest recalls that mark some lots, folded, as far as the key may
// read their reports: those whose makers may write in the harvest that owns the lot. It passes over
// lots beyond MaxAskedLots.
func (s *Recaller) LotNotices(ctx context.Context, by *trace.Key, lots []string) ([]Notice, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	lots = lots[:min(len(lots), MaxAskedLots)]
	harvests, err := s.harvestsNaming(ctx, by, lots)
	if err != nil || len(harvests) == 0 {
		return nil, err
	}
	return s.notices(ctx, by, harvests, lots)
}

// harvestsNaming returns the harvests whose records name some lots, in any role. A report covers
// the harvests of all records that it found, so a page that looked up fewer would miss it.
func (s *Recaller) harvestsNaming(ctx context.Context, by *trace.Key, lots []string) (harvests []string, err error) {
	for _, code := range lots {
		for _, last := range []lot.Role{lot.Produced, lot.Validated} { // the makers first: the number of others is unlimited
			q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: last, Limit: maxLotRows, RefsOnly: true, Reach: by.Reach()}
			err = s.store.Direct().Lots.EachLotRow(ctx, q, func(r *lot.Row) error {
				harvests = trace.AppendOnce(harvests, r.HarvestID)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return harvests, nil
}

// notices returns the recalls that cover some harvests and, if any are named, some of the lots.
func (s *Recaller) notices(ctx context.Context, by *trace.Key, harvests, lots []string) ([]Notice, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	harvests = slices.DeleteFunc(slices.Clone(harvests), func(harvestID string) bool { return by.NeedHarvest(harvestID) != nil })
	if len(harvests) == 0 {
		return nil, nil
	}
	whose, err := s.makersOf(ctx, by, lots)
	if err != nil {
		return nil, err
	}
	for _, owner := range whose {
		harvests = trace.AppendOnce(harvests, owner)
	}
	among, err := covered.Among(ctx, s.store.Direct(), harvests)
	if err != nil || len(among) == 0 {
		return nil, err
	}
	ids := make([]trace.ID, 0, len(among))
	for id, of := range among { // without reading any, so that others' cannot crowd out those that mark something
		if len(of.Marks) > 0 && (lots == nil || slices.ContainsFunc(lots, func(code string) bool { return whose.marked(code, of.Marks) })) {
			ids = append(ids, id)
		}
	}
	newest(ids)
	var found []Notice
	looked, told := 0, map[string]bool{}
	oneEach := lots == nil && len(harvests) > 1
	untold := func(name string) bool { return !told[name] }
	for i, id := range ids[:min(len(ids), maxListed)] {
		if !oneEach && (looked == maxLooked || len(found) == maxNotices) {
			more, err := s.anyReadable(ctx, by, ids[i:min(len(ids), maxListed)])
			if more { // so that nobody can hide a recall behind many others
				found = append(found, Notice{Harvests: harvests, Unread: true})
			}
			return found, err
		}
		of := among[id].Marks
		if oneEach && !slices.ContainsFunc(of, untold) {
			continue
		}
		var one *Notice
		var readable bool
		switch {
		case looked < maxLooked:
			if one, readable, err = s.notice(ctx, by, id, lots, whose); err != nil {
				return nil, err
			}
		case !by.LimitedToHarvests(): // it reads all reports; why is in them
			one = &Notice{ID: id, At: id.Time()}
		}
		if readable {
			looked++ // others' reports must not crowd out the key's own
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

// anyReadable reports whether the key may read one of some reports.
func (s *Recaller) anyReadable(ctx context.Context, by *trace.Key, ids []trace.ID) (bool, error) {
	if !by.LimitedToHarvests() {
		return len(ids) > 0, nil
	}
	for _, id := range ids {
		harvests, err := s.store.Direct().RecallHarvests(ctx, id)
		if err != nil || by.ReadsOnly(harvests) {
			return err == nil, err
		}
	}
	return false, nil
}

// notice reads a report. It returns nil if the key may not read it, if it marks none of the
// lots, or if there is no memory for it: a page is not refused for want of a notice. readable means
// that the report is not of others.
func (s *Recaller) notice(ctx context.Context, by *trace.Key, id trace.ID, lots []string, whose makers) (found *Notice, readable bool, err error) {
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
	found = &Notice{ID: id, At: versions[0].CreatedAt(), Reason: r.Reason}
	for i := range r.Lots {
		if l := &r.Lots[i]; slices.Contains(lots, l.Code) {
			marks := slices.DeleteFunc(slices.Clone(l.Harvests), func(harvestID string) bool { return slices.Contains(r.ReadOnly, harvestID) })
			if whose.marked(l.Code, marks) {
				found.Lots = append(found.Lots, l.Code)
			}
		}
	}
	if lots != nil && found.Lots == nil {
		return nil, true, nil
	}
	return found, true, nil
}

// recallsOf returns the recalls whose reports cover some harvests, by id.
func recallsOf(ctx context.Context, r covered.Reader, within trace.Reach) ([]trace.ID, error) {
	among, err := r.RecallsAmong(ctx, within)
	return slices.SortedFunc(maps.Keys(among), func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) }), err
}
