package proof

import (
	"context"
	"slices"
	"sort"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// maySee reports whether the key may learn of an entry of the audit trail. payload
// is what the entry says, for a change of a key and a decision.
func maySee(k *trace.Key, e *TrailEntry, payload []byte) bool {
	switch e.Kind {
	case kind.KeyChange:
		if !k.Has(trace.Admin) {
			return false
		}
		noted := keyOfNote(payload)
		return noted != nil && k.Manages(noted) || noted == nil && !k.Limited() // what cannot be read is shown as something
	case kind.PhaseChange, kind.LogChange:
		return k.Has(trace.Read) || k.Has(trace.Admin)
	case kind.Settlement:
		if k.Has(trace.Admin) && !k.Limited() {
			return true
		}
		var note trace.SettlementNote // the parties see it, without what it says of the others
		return canon.Unmarshal(payload, &note) == nil && concerns(k, &note)
	case kind.OrganizationChange:
		return k.Administers() || k.Has(trace.Admin) && k.Member() != nil && k.Member().ID == reach.ID(e.ID)
	case kind.Logo: // which organisation has it is said by the organisation's own entry
		return k.Administers()
	case kind.ShareChange:
		var note organization.Note
		return k.Has(trace.Admin) && canon.Unmarshal(payload, &note) == nil && k.Reaches(note.HarvestID)
	case kind.RecallReport: // of those with limits, see seeRecalls
		return k.Has(trace.Read)
	}
	return k.Has(trace.Read) && k.Reaches(e.HarvestID)
}

// concerns reports whether a key reads one of the harvests that a decision is about.
func concerns(by *trace.Key, n *trace.SettlementNote) bool {
	return slices.ContainsFunc(n.Parties(), func(harvestID string) bool { return harvestID != "" && by.Reads(harvestID) })
}

// TrailQuery says which part of the audit trail.
type TrailQuery struct {
	// Before is the place in the log that the page ends before; 0 is the newest.
	Before int64
	// HarvestID narrows to one harvest, From and Until to a period; what is zero
	// does not narrow.
	HarvestID   string
	From, Until time.Time
	Size        int
}

// TrailEntry is who wrote what and when, without what it says.
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

	seen     bool     // by the key that asks
	harvests []string // that the report of a recall covers
}

// TrailNote is the subject of a change of a key or of the catalogue, or of a decision on who
// owns a code.
type TrailNote struct {
	Names     []string   // of the key, or of the first phases, or the code
	Access    string     // the access key
	Ended     bool       // deactivated, or taken out of the catalogue
	Phases    int        // how many phases
	Crop      trace.Crop // of the first phase
	HarvestID string     // that was made the owner of a code, "" if the key does not reach it; or that was shared
	Reason    string     // of that decision; "" if the key may not read it
	// Decision is what all parties read about it.
	Decision lang.Text

	parties []string // the harvests that a decision is about
}

// TrailPage is a part of the trail, newest first.
type TrailPage struct {
	Entries []TrailEntry
	// Next is where the page after this one ends, 0 at the end of the trail.
	Next int64
	// Looked is how many entries were looked at. A page that is not full and has
	// a Next looked at as many as one page may.
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

// Trail lists what was written, by whom and when, in the order of the log. A key
// sees what it may read: records of its harvests with Read, changes of phases with
// Read or Admin, of the keys it manages with Admin, recalls whose reports it may read. A
// recall is in the trail of every harvest that its report covers. A decision on a dispute
// is shown to all its parties; who made it only to those who may see keys, and to others By
// is "".
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
			if before, err = trailPlace(ctx, r, page.Size, q.Until.Add(trace.UnplacedFor)); err != nil {
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

// trailPlace is the first place whose version is younger than an instant. The
// log's order is that of time except for transactions that overlap.
func trailPlace(ctx context.Context, r Reader, size int64, at time.Time) (int64, error) {
	var failed error
	place := sort.Search(int(size), func(i int) bool {
		younger := false
		if failed == nil {
			failed = r.EachLogged(ctx, int64(i), 1, func(v *trace.Record) error {
				younger = v.UpdatedAt.After(at)
				return nil
			})
		}
		return younger
	})
	return int64(place), failed
}

// trailBack walks the log back from a place until the page is full, the period
// is over, or enough was looked at.
func trailBack(ctx context.Context, r Reader, by *trace.Key, q TrailQuery, before int64, page *TrailPage) error {
	for step := int64(q.Size); before > 0 && page.Looked < maxTrailLook; step = trailStep { // most often the first is enough
		from := max(0, before-step)
		place := from
		var read []TrailEntry
		err := r.EachLogged(ctx, from, int(before-from), func(v *trace.Record) error {
			e := TrailEntry{
				Place: place, At: v.UpdatedAt, By: v.UpdatedBy, Operation: v.Operation, Kind: v.Kind, HarvestID: v.HarvestID, ID: v.ID, Version: v.Version,
			}
			place++
			e.seen = maySee(by, &e, v.Payload)
			if e.Kind.IsChange() && e.seen {
				e.Note = readNote(by, v)
			}
			read = append(read, e)
			return nil
		})
		if err != nil {
			return err
		}
		if err := seeRecalls(ctx, r, by, q, read); err != nil {
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

// seeRecalls finds which recalls among some entries cover which harvests, and hides those
// whose reports the key may not read. It asks only where the answer matters.
func seeRecalls(ctx context.Context, r Reader, by *trace.Key, q TrailQuery, entries []TrailEntry) (err error) {
	if !by.LimitedToHarvests() && q.HarvestID == "" {
		return nil
	}
	for i := range entries {
		e := &entries[i]
		if e.Kind != kind.RecallReport || !e.seen {
			continue
		}
		if e.harvests, err = r.RecallHarvests(ctx, e.ID); err != nil {
			return err
		}
		e.seen = !by.LimitedToHarvests() || by.ReadsOnly(e.harvests)
	}
	return nil
}

func (q *TrailQuery) picks(e *TrailEntry) bool {
	if q.HarvestID != "" && e.HarvestID != q.HarvestID && !slices.Contains(e.harvests, q.HarvestID) && !slices.Contains(e.Note.parties, q.HarvestID) {
		return false
	}
	return (q.From.IsZero() || !e.At.Before(q.From)) && (q.Until.IsZero() || !e.At.After(q.Until))
}

// keyOfNote is the key that a note is about, without its secret; nil if the note
// cannot be read.
func keyOfNote(payload []byte) *trace.Key {
	var note trace.KeyNote
	if canon.UnmarshalLenient(payload, &note) != nil {
		return nil
	}
	key := note.Key()
	return &key
}

// readNote reads what note wrote. What cannot be read is left out: the trail must
// show that something was written whatever it is.
func readNote(by *trace.Key, v *trace.Record) TrailNote {
	payload := v.Payload
	var n TrailNote
	switch v.Kind {
	case kind.KeyChange:
		var key trace.KeyJSON
		if canon.UnmarshalLenient(payload, &key) == nil { // a note has more members than the wire
			n.Access, n.Ended = key.AccessKey, key.DeactivatedAt != nil
			if key.Name != "" {
				n.Names = []string{key.Name}
			}
		}
	case kind.Settlement:
		var s trace.SettlementNote
		if canon.Unmarshal(payload, &s) == nil {
			n.parties = s.Parties()
			s.HideFrom(by)
			n.Names, n.HarvestID, n.Reason = []string{s.Code().Text}, s.HarvestID, s.Reason
			n.Decision = ownerbook.DecidedText(v.CreatedAt(), s.Reason)
		}
	case kind.OrganizationChange:
		if o, _, ok := organization.Of(v); ok {
			n.Names = []string{o.Name}
		}
	case kind.Logo:
		if l, ok := organization.LogoIn(v); ok {
			n.Names = []string{l.Sum}
		}
	case kind.ShareChange:
		var s organization.Note
		if canon.Unmarshal(payload, &s) == nil {
			n.HarvestID, n.Names, n.parties = s.HarvestID, []string{s.Level}, []string{s.HarvestID}
		}
	case kind.LogChange:
		var made ledger.Adoption
		if canon.Unmarshal(payload, &made) == nil {
			n.Names = []string{made.Origin, made.Predecessor.Origin}
		}
	case kind.PhaseChange:
		var change trace.PhaseNote
		if canon.Unmarshal(payload, &change) == nil {
			n.Phases, n.Ended = len(change.Phases), change.Deleted
			for i := range change.Phases[:min(len(change.Phases), maxTrailNames)] {
				n.Names, n.Crop = append(n.Names, change.Phases[i].Name), change.Phases[0].Crop
			}
		}
	}
	return n
}
