package proof

import (
	"context"
	"slices"
	"time"

	"rastro/internal/account"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/logged"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// TrailQuery selects a part of the audit trail.
type TrailQuery struct {
	// Before: the page ends before this place in the log; 0 is the newest.
	Before int64
	// HarvestID limits the trail to one harvest, From and Until to a period; zero values do not
	// limit it.
	HarvestID   string
	From, Until time.Time
	Size        int
}

// TrailEntry is who wrote what and when, without the content.
type TrailEntry struct {
	Place     int64 // in the log
	At        time.Time
	By        string
	Operation trace.Operation
	Kind      *kind.Kind
	HarvestID string
	ID        trace.ID
	Version   int64
	Note      TrailNote

	seen     bool     // whether the key may see it
	harvests []string // that the report of a recall covers
}

// TrailNote is the subject of an entry that is not a record.
type TrailNote struct {
	Names     []string   // of the key, or of the first phases, or the code
	Access    string     // the access key
	Ended     bool       // deactivated, or taken out of the catalogue
	Phases    int        // how many phases
	Crop      trace.Crop // of the first phase
	Crops     int        // how many crops they are of
	HarvestID string     // that was made the owner of a code, "" if the key does not reach it; or that was shared
	Reason    string     // of that decision; "" if the key may not read it
	// Decision is the public text about it.
	Decision lang.Text
	// Account is the content of an entry about a person, a sign-in or a role.
	Account account.Note
	// Import is the content of an entry about an import.
	Import *runs.Document
	// With is the organisation that a harvest was shared with.
	With string

	with    reach.ID
	parties []string // the harvests that a decision is about
}

// TrailPage is a part of the trail, newest first.
type TrailPage struct {
	Entries []TrailEntry
	// Next: the following page ends at this place, 0 at the end of the trail.
	Next int64
	// Looked is how many entries were searched. A page that is not full but has a Next searched
	// as many as one page may.
	Looked int64
	Size   int64 // of the log
	Behind bool  // something that was written waits for its place
}

// Limits of a page of the trail.
const (
	// maxTrailLook bounds how many entries a page looks at for those it shows: a
	// few milliseconds.
	maxTrailLook = 2000
	trailStep    = 250
	// maxTrailNames is how many phases a note names; the catalogue is written at
	// once.
	maxTrailNames = 3
)

// Trail lists who wrote what and when, in the order of the log. A key sees what it may read:
// records of its harvests with Read, changes of phases with Read or Admin, of the keys and
// people it manages with Admin, recalls whose reports it may read; see trailRules. A recall is
// in the trail of every harvest that its report covers. All parties see the decision on a
// dispute; only those who may see keys see its author, and for others By is "".
func (s *Auditor) Trail(ctx context.Context, by *trace.Key, q TrailQuery) (TrailPage, error) {
	if err := by.Need(trace.Read, trace.Admin); err != nil {
		return TrailPage{}, err
	}
	if q.HarvestID != "" {
		if err := by.NeedHarvest(q.HarvestID); err != nil {
			return TrailPage{}, err
		}
	}
	q.Size = min(max(q.Size, 1), trace.MaxPageSize)
	var page TrailPage
	err := s.store.View(ctx, func(r Reader) error {
		page = TrailPage{}
		state, err := r.Log(ctx)
		if err != nil {
			return err
		}
		page.Size = state.Tree.Size
		if page.Behind, err = r.LogBehind(ctx); err != nil {
			return err
		}
		before := page.Size
		if !q.Until.IsZero() {
			if before, err = logged.PlaceAt(ctx, r, page.Size, q.Until.Add(trace.UnplacedFor)); err != nil {
				return err
			}
		}
		if q.Before > 0 {
			before = min(before, q.Before)
		}
		return trailBack(ctx, r, by, q, before, &page)
	})
	for i := range page.Entries {
		if e := &page.Entries[i]; e.Kind == kind.Settlement {
			e.By = s.owners.AuthorFor(by, e.By)
		}
	}
	return page, err
}

// trailBack walks the log back from a place until the page is full, the period
// is over, or enough was looked at.
func trailBack(ctx context.Context, r Reader, by *trace.Key, q TrailQuery, before int64, page *TrailPage) error {
	for step := int64(q.Size); before > 0 && page.Looked < maxTrailLook; step = trailStep { // most often the first is enough
		from := max(0, before-step)
		place := from
		var read []TrailEntry
		gone := map[int]*trace.Record{} // versions of people who were erased
		err := r.EachLogged(ctx, from, int(before-from), func(v *trace.Record) error {
			e := TrailEntry{
				Place: place, At: v.UpdatedAt, By: v.UpdatedBy, Operation: v.Operation, Kind: v.Kind, HarvestID: v.HarvestID, ID: v.ID, Version: v.Version,
			}
			place++
			e.seen, e.Note = look(by, v)
			if v.Kind == kind.Person && (v.Gone() || v.Operation == trace.Erased) {
				kept := *v
				gone[len(read)] = &kept
			}
			read = append(read, e)
			return nil
		})
		if err != nil {
			return err
		}
		if err := finish(ctx, r, by, q, gone, read); err != nil {
			return err
		}
		for _, e := range slices.Backward(read) {
			if !q.From.IsZero() && e.At.Before(q.From.Add(-trace.UnplacedFor)) {
				return nil
			}
			page.Looked++
			if q.picks(&e) && e.seen {
				page.Entries = append(page.Entries, e)
			}
			if len(page.Entries) == q.Size {
				page.Next = e.Place
				return nil
			}
		}
		before = from
	}
	page.Next = before
	return nil
}

// finish looks up what entries do not say themselves.
func finish(ctx context.Context, r Reader, by *trace.Key, q TrailQuery, gone map[int]*trace.Record, entries []TrailEntry) error {
	if err := seeErased(ctx, r, by, gone, entries); err != nil {
		return err
	}
	if err := seeRecalls(ctx, r, by, q, entries); err != nil {
		return err
	}
	if err := nameRoles(ctx, r, entries); err != nil {
		return err
	}
	return nameOrganizations(ctx, r, entries)
}

// seeRecalls finds which harvests the recalls among some entries cover, and hides recalls whose
// reports the key may not read. It queries only if the answer can matter.
func seeRecalls(ctx context.Context, r Reader, by *trace.Key, q TrailQuery, entries []TrailEntry) (err error) {
	if !by.LimitedToHarvests() && q.HarvestID == "" {
		return nil
	}
	for i := range entries {
		e := &entries[i]
		if e.Kind != kind.RecallReport || !e.seen {
			continue
		}
		listed, err := r.RecallHarvests(ctx, e.ID)
		if err != nil {
			return err
		}
		e.seen = !by.LimitedToHarvests() || by.ReadsOnly(listed)
		of := reach.Covered(listed)
		e.harvests = slices.Concat(of.Marks, of.Tells)
	}
	return nil
}

func (q *TrailQuery) picks(e *TrailEntry) bool {
	if q.HarvestID != "" && e.HarvestID != q.HarvestID && !slices.Contains(e.harvests, q.HarvestID) && !slices.Contains(e.Note.parties, q.HarvestID) {
		return false
	}
	return (q.From.IsZero() || !e.At.Before(q.From)) && (q.Until.IsZero() || !e.At.After(q.Until))
}
