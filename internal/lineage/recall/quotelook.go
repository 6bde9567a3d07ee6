package recall

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// QuoteSearch is the result of a search, before the transaction of an erasure, for reports and
// decisions that may quote the record. Others wait for that transaction, and reports are long
// and many, so the transaction reads only those that left returns.
type QuoteSearch struct {
	last     [32]byte // commitment of the record's newest version at the time
	erasures int64    // how many erasures there were
	gone     *recallEraser
	// passed are the notes that did not quote the record, with the version that was read.
	passed map[trace.ID]int64
	// due are the reports that quoted it.
	due []dueReport
}

// dueReport is a report that quotes a record, and whether it covers the record's harvest.
type dueReport struct {
	trace.NoteVersion
	Own bool
}

// passedBytes is roughly the size of an entry of QuoteSearch.passed.
const passedBytes = 64

// LookForQuotes looks for notes that quote a record, unless the key does not reach the
// record. Each read is its own snapshot, since a long one would delay the housekeeping of
// the store; what changes meanwhile has another version.
func (s *Recaller) LookForQuotes(ctx context.Context, by *trace.Key, k *kind.Kind, id trace.ID) (*QuoteSearch, error) {
	erasures, err := s.store.Direct().Erasures(ctx) // before reading anything
	if err != nil {
		return nil, err
	}
	versions, err := s.store.Direct().Versions(ctx, id)
	if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return &QuoteSearch{}, err
	}
	newest := &versions[len(versions)-1]
	if newest.Operation == trace.Erased {
		return &QuoteSearch{}, nil // its receipt is not searched for
	}
	look := &QuoteSearch{last: newest.Hash, erasures: erasures, gone: newRecallEraser(versions), passed: map[trace.ID]int64{}}
	if err := look.atDecisions(ctx, s.store.Direct().Quotes, by); err != nil {
		return nil, err
	}
	return look, look.atReports(ctx, s.store.Direct().Quotes, by, newest.HarvestID)
}

// atDecisions looks at decisions on codes.
func (l *QuoteSearch) atDecisions(ctx context.Context, r trace.NoteReader, by *trace.Key) error {
	claimed := map[string]bool{}
	for i := range l.gone.versions {
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, code := range l.gone.versions[i].Claimed(realm) {
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
		if ok && canon.Unmarshal(v.Payload, &note) == nil && mayReadOf(by, &note) && l.gone.mayIdentify(note.Reason) {
			return nil
		}
		l.passed[v.ID] = max(l.passed[v.ID], v.Version)
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
		known := len(l.gone.named)
		entry, rest, err := l.gone.rest(ctx, r, by, note, own[note.ID])
		if err != nil {
			return err
		}
		if err := claim.Grow(int64(len(l.gone.named)-known) * namedBytes); err != nil {
			return err
		}
		if rest == nil {
			l.passed[note.ID] = note.Version
			continue
		}
		note.Version = entry.Version
		l.due = append(l.due, dueReport{note, own[note.ID]})
	}
	return nil
}

// Names reports whether a sentence identifies the record, by a text, a name or a lot: people
// are in the codes of lots too.
func (l *QuoteSearch) Names(sentence string) bool {
	return l.gone != nil && (l.gone.mayIdentify(sentence) || l.gone.texts.nameIn(sentence))
}

// Fits reports whether the result is still true in the transaction of the erasure: the
// record was not written since, and no other erasure removed a lot's name from a report's
// harvests.
func (l *QuoteSearch) Fits(ctx context.Context, r QuoteReader, versions []trace.Record) (bool, error) {
	if l.gone == nil || l.last != versions[len(versions)-1].Hash {
		return false, nil
	}
	erasures, err := r.Erasures(ctx)
	if err != nil || erasures == l.erasures+1 { // its own
		return err == nil, err
	}
	return l.gone.stillNamed(ctx, r)
}

// Unseen returns a search without results: the transaction then reads every note.
func Unseen(versions []trace.Record) *QuoteSearch {
	return &QuoteSearch{gone: newRecallEraser(versions)}
}

// left returns the notes of a kind that may quote the record: those that did, and those written
// since.
func (l *QuoteSearch) left(ctx context.Context, r QuoteReader, k *kind.Kind) (left []trace.NoteVersion, err error) {
	notes, err := r.NewestNotes(ctx, k)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		if l.passed[note.ID] != note.Version {
			left = append(left, note)
		}
	}
	return left, nil
}
