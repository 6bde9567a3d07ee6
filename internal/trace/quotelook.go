package trace

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// quoteLook is what was seen, before the transaction of an erasure, of the reports and
// decisions that may quote the record. Others wait for that transaction, and reports are
// long and many: it reads only those that left returns.
type quoteLook struct {
	last     [32]byte // commitment of the record's newest version at the time
	erasures int64    // how many erasures there were
	gone     *recallEraser
	// passed are the notes that did not quote the record in the version they had.
	passed map[ID]int64
	// due are the reports that did.
	due []dueReport
}

// dueReport is a report that quotes a record, and whether it tells of the record's harvest.
type dueReport struct {
	NoteVersion
	own bool
}

// passedBytes is about what an entry of quoteLook.passed takes.
const passedBytes = 64

// lookForQuotes looks for notes that quote a record. Of a record that the key does
// not reach it looks at none. Each read is a snapshot of its own, since a long one would
// hold up the upkeep of the store; what changes meanwhile has another version.
func (s *Service) lookForQuotes(ctx context.Context, by *Key, k *kind.Kind, id ID) (*quoteLook, error) {
	erasures, err := s.store.Erasures(ctx) // before anything is read
	if err != nil {
		return nil, err
	}
	versions, err := s.store.Versions(ctx, id)
	if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
		return &quoteLook{}, err
	}
	newest := &versions[len(versions)-1]
	look := &quoteLook{last: newest.Hash, erasures: erasures, gone: newRecallEraser(versions), passed: map[ID]int64{}}
	if newest.Operation == Erased {
		return look, nil
	}
	if err := look.atDecisions(ctx, s.store, by); err != nil {
		return nil, err
	}
	return look, look.atReports(ctx, s.store, by, newest.SafraID)
}

// atDecisions looks at decisions on codes.
func (l *quoteLook) atDecisions(ctx context.Context, r Reader, by *Key) error {
	claimed := map[string]bool{}
	for i := range l.gone.versions {
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, code := range l.gone.versions[i].Claimed(realm) {
				claimed[code] = true
			}
		}
	}
	claim := admit.From(ctx)
	return r.EachNote(ctx, kind.Settlement, func(v *Record) error {
		code, _, ok := v.Settled()
		if ok && claimed[code.Text] {
			return nil
		}
		var note SettlementNote
		if ok && canon.Unmarshal(v.Dados, &note) == nil && note.readBy(by) && l.gone.mayIdentify(note.Motivo) {
			return nil
		}
		l.passed[v.ID] = max(l.passed[v.ID], v.Version)
		return claim.Grow(passedBytes)
	})
}

// atReports looks at the reports of recalls, one by one.
func (l *quoteLook) atReports(ctx context.Context, r Reader, by *Key, safraID string) error {
	own, err := ownRecalls(ctx, r, safraID)
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

// fits reports whether what was seen still holds in the transaction of the erasure: nobody
// wrote the record since, and no other erasure took a lot's name from a report's harvests.
func (l *quoteLook) fits(ctx context.Context, r Reader, versions []Record) (bool, error) {
	if l.gone == nil || l.last != versions[len(versions)-1].Hash {
		return false, nil
	}
	erasures, err := r.Erasures(ctx)
	if err != nil || erasures == l.erasures+1 { // its own
		return err == nil, err
	}
	return l.gone.stillNamed(ctx, r)
}

// unseen is a look that has seen nothing: the transaction then reads every note.
func unseen(versions []Record) *quoteLook { return &quoteLook{gone: newRecallEraser(versions)} }

// left returns the notes of a kind that may quote the record: those that did, and those
// that were written since.
func (l *quoteLook) left(ctx context.Context, r Reader, k *kind.Kind) (left []NoteVersion, err error) {
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
