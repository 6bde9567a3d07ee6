package changes

import (
	"context"
	"slices"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/logged"
	"rastro/internal/notebook"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Query selects events.
type Query struct {
	Start
	Size int
	// Fields that are zero do not narrow the query. A lot is folded.
	Types     []Type
	Kind      *kind.Kind
	Phase     string
	HarvestID string
	Lot       string
	// Phases and Harvests narrow to any of several.
	Phases, Harvests []string
	// Full adds the records, in a language. Gaps adds an event for each place that has none.
	Full, Gaps bool
	Lang       lang.Lang
	// places is how many places a page looks at; 0 is maxLook.
	places int64
}

// Start is where a reader begins.
type Start struct {
	From int64     // the first position
	At   time.Time // unless it is zero: with what was written then
	Now  bool      // with what is written from now on
}

// narrows reports whether the query only selects events about records.
func (q *Query) narrows() bool {
	return q.Kind != nil || q.Phase != "" || q.HarvestID != "" || q.Lot != "" || len(q.Phases) > 0 || len(q.Harvests) > 0
}

func (q *Query) asks(t Type) bool { return len(q.Types) == 0 || slices.Contains(q.Types, t) }

// checkpoints reports whether the query includes signed states, which cover everything.
func (q *Query) checkpoints() bool {
	return q.asks(CheckpointSigned) && (!q.narrows() || len(q.Types) > 0)
}

// picks reports whether the query selects an entry.
func (q *Query) picks(e *entry) bool {
	switch {
	case e.kind == "" || !q.asks(e.kind),
		q.Kind != nil && e.of != q.Kind,
		q.Phase != "" && (e.of.IsChange() || e.of.Phase != q.Phase),
		len(q.Phases) > 0 && (e.of.IsChange() || !slices.Contains(q.Phases, e.of.Phase)),
		len(q.Harvests) > 0 && !slices.ContainsFunc(q.Harvests, e.concerns),
		q.Lot != "" && !slices.Contains(e.lots, q.Lot):
		return false
	}
	return q.HarvestID == "" || e.concerns(q.HarvestID)
}

func (e *entry) concerns(harvestID string) bool {
	switch {
	case e.run != nil:
		return slices.Contains(e.run.Harvests, harvestID)
	case e.kind == RecallCreated:
		return slices.Contains(e.cover.Marks, harvestID)
	}
	return e.harvestID == harvestID
}

// seen reports whether a caller may see an entry. What it may not read does not exist for it: its
// place is a gap, like that of a change of a key.
func (e *entry) seen(by *trace.Key) bool {
	switch {
	case !by.Has(trace.Read) || e.kind == "":
		return false
	case e.run != nil:
		return e.run.Sees(by)
	case e.hook != nil: // of one's own organisation, or of none
		return len(by.Harvests) == 0 && notebook.OwnerOf(by) == e.hook.Owner
	case e.kind == RecallCreated: // one that only tells an owner must not stop sales
		return !e.cover.OnlyTells() && (!by.LimitedToHarvests() || by.ReadsOnly(e.listed))
	}
	return by.Reaches(e.harvestID)
}

// complete reports whether a caller sees all of the event.
func (e *entry) complete(by *trace.Key) bool {
	return e.personalFrom == e.personalTo || !personal.Hidden(by)
}

// appendFor appends the event as a caller sees it.
func (e *entry) appendFor(dst []byte, by *trace.Key) []byte {
	if e.complete(by) {
		return append(dst, e.json...)
	}
	return append(append(dst, e.json[:e.personalFrom]...), e.json[e.personalTo:]...)
}

// Need fails unless a caller may read what a query names.
func (q *Query) Need(by *trace.Key) error {
	if err := by.Need(trace.Read); err != nil || q.HarvestID == "" {
		return err
	}
	return by.NeedHarvest(q.HarvestID)
}

// resolve returns the position where a query begins, in a log of a given size. A cursor beyond the
// end is from another store, or from this one before it was rolled back. The caller must learn
// that, rather than wait for what it has already read.
func (s *Start) resolve(ctx context.Context, r trace.LoggedReader, size int64) (int64, error) {
	switch {
	case s.Now:
		return size, nil
	case !s.At.IsZero():
		return logged.PlaceAt(ctx, r, size, s.At.Add(-trace.UnplacedFor))
	case s.From > size:
		return 0, beyond(s.From, size)
	}
	return max(0, s.From), nil
}
