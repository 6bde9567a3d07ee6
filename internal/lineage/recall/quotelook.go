package recall

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// QuoteSearch is what was seen, before the transaction of an erasure, of the reports and
// decisions that may quote the record. Others wait for that transaction, and reports are
// long and many: it reads only those that left returns.
type QuoteSearch struct {
	last     [32]byte // commitment of the record's newest version at the time
	erasures int64    // how many erasures there were
	Gone     *recallEraser
	// Passed are the notes that did not quote the record in the version they had.
	Passed map[trace.ID]int64
	// Due are the reports that did.
	Due []DueReport
}

// DueReport is a report that quotes a record, and whether it tells of the record's harvest.
type DueReport struct {
	trace.NoteVersion
	Own bool
}

// passedBytes is about what an entry of QuoteSearch.Passed takes.
const passedBytes = 64

// LookForQuotes looks for notes that quote a record. Of a record that the key does
// not reach it looks at none. Each read is a snapshot of its own, since a long one would
// hold up the upkeep of the store; what changes meanwhile has another version.
func (s *Recaller) LookForQuotes(ctx context.Context, by *trace.Key, k *kind.Kind, id trace.ID) (*QuoteSearch, error) {
	erasures, err := s.store.Direct().Erasures(ctx) // before anything is read
	if err != nil {
		return nil, err
	}
	versions, err := s.store.Direct().Versions(ctx, id)
	if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return &QuoteSearch{}, err
	}
	newest := &versions[len(versions)-1]
	if newest.Operation == trace.Erased {
		return &QuoteSearch{}, nil // its receipt is nothing to look for
	}
	look := &QuoteSearch{last: newest.Hash, erasures: erasures, Gone: newRecallEraser(versions), Passed: map[trace.ID]int64{}}
	if err := look.atDecisions(ctx, s.store.Direct().Quotes, by); err != nil {
		return nil, err
	}
	return look, look.atReports(ctx, s.store.Direct().Quotes, by, newest.HarvestID)
}

// atDecisions looks at decisions on codes.
func (l *QuoteSearch) atDecisions(ctx context.Context, r trace.NoteReader, by *trace.Key) error {
	claimed := map[string]bool{}
	for i := range l.Gone.versions {
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, code := range l.Gone.versions[i].Claimed(realm) {
				claimed[code] = true
			}
		}
	}
	claim := admit.From(ctx)
	return r.EachNote(ctx, kind.Settlement, func(v *trace.Record) error {
		code, _, ok := v.Settled()
		if ok && claimed[code.Text] {
			return nil
		}
		var note trace.SettlementNote
		if ok && canon.Unmarshal(v.Payload, &note) == nil && note.ReadBy(by) && l.Gone.mayIdentify(note.Reason) {
			return nil
		}
		l.Passed[v.ID] = max(l.Passed[v.ID], v.Version)
		return claim.Grow(passedBytes)
	})
}

// atReports looks at the reports of recalls, one by one.
func (l *QuoteSearch) atReports(ctx context.Context, r QuoteReader, by *trace.Key, harvestID string) error {
	own, err := ownRecalls(ctx, r, harvestID)
	if err != nil {
		return err
	}
	notes, err := r.NewestNotes(ctx, kind.RecallReport)
	if err != nil {
		return err
	}
	claim := admit.From(ctx)
	if err := claim.Grow(int64(len(notes)) * passedBytes); err != nil {
		return err
	}
	for _, note := range notes {
		known := len(l.Gone.named)
		entry, rest, err := l.Gone.rest(ctx, r, by, note, own[note.ID])
		if err != nil {
			return err
		}
		if err := claim.Grow(int64(len(l.Gone.named)-known) * namedBytes); err != nil {
			return err
		}
		if rest == nil {
			l.Passed[note.ID] = note.Version
			continue
		}
		note.Version = entry.Version
		l.Due = append(l.Due, DueReport{note, own[note.ID]})
	}
	return nil
}

// Names reports whether a sentence identifies the record, by a text, a name or a lot: people
// are in the codes of lots too.
func (l *QuoteSearch) Names(sentence string) bool {
	return l.Gone != nil && (l.Gone.mayIdentify(sentence) || l.Gone.texts.nameIn(sentence))
}

// Fits reports whether what was seen still holds in the transaction of the erasure: nobody
// wrote the record since, and no other erasure took a lot's name from a report's harvests.
func (l *QuoteSearch) Fits(ctx context.Context, r QuoteReader, versions []trace.Record) (bool, error) {
	if l.Gone == nil || l.last != versions[len(versions)-1].Hash {
		return false, nil
	}
	erasures, err := r.Erasures(ctx)
	if err != nil || erasures == l.erasures+1 { // its own
		return err == nil, err
	}
	return l.Gone.stillNamed(ctx, r)
}

// Unseen is a look that has seen nothing: the transaction then reads every note.
func Unseen(versions []trace.Record) *QuoteSearch {
	return &QuoteSearch{Gone: newRecallEraser(versions)}
}

// Left returns the notes of a kind that may quote the record: those that did, and those
// that were written since.
func (l *QuoteSearch) Left(ctx context.Context, r QuoteReader, k *kind.Kind) (left []trace.NoteVersion, err error) {
	notes, err := r.NewestNotes(ctx, k)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		if l.Passed[note.ID] != note.Version {
			left = append(left, note)
		}
	}
	return left, nil
}
