package recall

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lineage/covered"
	"rastro/internal/ownership"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// readOnly notes in which of the covered harvests the maker of the report cannot write: it marks
// nothing there, and their owners are told. See docs/decisions.md#recalls-mark-own-goods.
func (c *recalling) readOnly(by *trace.Key) error {
	if by.Member() == nil { // reads only where it writes
		return nil
	}
	for _, harvestID := range c.Recall.harvests() {
		if by.Reaches(harvestID) && by.Member().Level(harvestID) < reach.Write {
			c.ReadOnly = append(c.ReadOnly, harvestID)
			if err := c.weigh(len(harvestID) + textWeight); err != nil {
				return err
			}
		}
	}
	return by.ReachErr()
}

// newest returns the ids of recalls, the newest first.
func newest(ids []trace.ID) []trace.ID {
	slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(b[:], a[:]) })
	return ids
}

// makers says for some lots whose recalls mark them: those of whoever may write in the harvest that owns
// the lot, as far as the reader knows it.
type makers map[string]string

func (s *Recaller) makersOf(ctx context.Context, by *trace.Key, lots []string) (makers, error) {
	if len(lots) == 0 {
		return nil, nil
	}
	owners, err := s.store.Direct().Lots.Owners(ctx, ownership.Lots, lots)
	if err != nil {
		return nil, err
	}
	m := makers{}
	for _, o := range owners {
		if by.Reaches(o.HarvestID) { // an owner that the reader may not see must not change what it sees
			m[o.Text] = o.HarvestID
		}
	}
	return m, nil
}

// marked reports whether a report that marks some harvests marks a lot.
func (m makers) marked(code string, marks []string) bool {
	if owner, known := m[code]; known {
		return slices.Contains(marks, owner)
	}
	return len(marks) > 0
}

// ForeignNotice tells the owner of a harvest that somebody else made a recall that covers it and that
// the owner's own pages do not show: its maker may only read the harvest, so it marks nothing, or its
// report also covers harvests that the owner may not read.
type ForeignNotice struct {
	ID       trace.ID
	At       time.Time
	By       string   // the author, as the report names it
	Reason   string   // "" if it was erased
	Harvests []string // of those asked for
	Lots     []string // of these harvests; at most MaxAskedLots
	// Unread: the report is too large for a page, so its author, reason and lots are not known here.
	Unread bool
}

// Limits on the notices of one look-up.
const (
	maxForeign = 10
	maxHidden  = 50 // recalls that mark a harvest, of which it is asked whether the owner may read them
)

// ForeignNotices returns the newest recalls by others that cover some harvests of the caller's and that
// Notices does not return: who made them, when and why, and which lots of these harvests they name. Nothing else in the report is
// for the owner.
func (s *Recaller) ForeignNotices(ctx context.Context, by *trace.Key, harvests []string) ([]ForeignNotice, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(harvests), func(harvestID string) bool { return !by.Governs(harvestID) })
	if err := by.ReachErr(); err != nil || len(own) == 0 {
		return nil, err
	}
	among, err := covered.Among(ctx, s.store.Direct(), own)
	if err != nil {
		return nil, err
	}
	var found []ForeignNotice
	var sizes map[trace.ID]int64
	asked, room := 0, s.limits.Notices
	for _, id := range newest(slices.Collect(maps.Keys(among))) {
		if len(found) == maxForeign {
			break
		}
		tells := among[id].Tells
		// A key that is limited to harvests, but is no organisation's, owns none of them.
		if marks := among[id].Marks; len(marks) > 0 && by.Member() != nil && by.LimitedToHarvests() && asked < maxHidden {
			asked++
			listed, err := s.store.Direct().RecallHarvests(ctx, id)
			if err != nil {
				return nil, err
			}
			if !by.ReadsOnly(listed) {
				tells = slices.Concat(tells, marks)
			}
		}
		if len(tells) == 0 {
			continue
		}
		if sizes == nil {
			if sizes, err = s.reportSizes(ctx); err != nil {
				return nil, err
			}
		}
		size, ok := sizes[id]
		if !ok {
			continue
		}
		one := ForeignNotice{ID: id, At: id.Time(), Harvests: slices.Sorted(slices.Values(tells)), Unread: true}
		if size <= room {
			room -= size
			if err := s.readForeign(ctx, &one); err != nil {
				return nil, err
			}
		}
		found = append(found, one)
	}
	return found, nil
}

// reportSizes returns how many bytes each report has. It reads no report.
func (s *Recaller) reportSizes(ctx context.Context) (map[trace.ID]int64, error) {
	notes, err := s.store.Direct().Quotes.NewestNotes(ctx, kind.RecallReport)
	sizes := make(map[trace.ID]int64, len(notes))
	for _, note := range notes {
		sizes[note.ID] = note.Bytes
	}
	return sizes, err
}

// readForeign adds to a notice what its report says of the notice's harvests. A page is not refused for
// want of that.
func (s *Recaller) readForeign(ctx context.Context, one *ForeignNotice) error {
	versions, err := s.store.Direct().Versions(ctx, one.ID)
	if err != nil || len(versions) == 0 {
		return err
	}
	r, err := readRecall(ctx, &versions[len(versions)-1])
	if errors.Is(err, admit.ErrBusy) || errors.Is(err, admit.ErrTooLarge) {
		return nil
	}
	if err != nil {
		return err
	}
	one.At, one.By, one.Reason, one.Unread = versions[0].CreatedAt(), r.By, r.Reason, false
	for i := range r.Lots {
		if len(one.Lots) < MaxAskedLots && r.Lots[i].Code != "" && slices.ContainsFunc(r.Lots[i].Harvests, func(h string) bool { return slices.Contains(one.Harvests, h) }) {
			one.Lots = append(one.Lots, r.Lots[i].Code)
		}
	}
	return nil
}
