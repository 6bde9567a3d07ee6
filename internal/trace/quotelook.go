package trace

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// quoteLook is what was seen, before the transaction of an erasure, of the reports and
// decisions into which people type. Others wait for that transaction, and reports are
// long and many: it reads only those that left returns.
type quoteLook struct {
	last [32]byte // commitment of the record's newest version at the time
	// passed are the notes that did not quote the record in the version they had.
	passed map[ID]int64
}

// passedBytes is about what an entry of quoteLook.passed takes.
const passedBytes = 64

// lookForQuotes looks for notes that may quote a record. Of a record that the key does
// not reach it looks at none. Each read is a snapshot of its own, since a long one would
// hold up the upkeep of the store; what changes meanwhile has another version.
func (s *Service) lookForQuotes(ctx context.Context, by *Key, k *kind.Kind, id ID) (*quoteLook, error) {
	versions, err := s.store.Versions(ctx, id)
	if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
		return &quoteLook{}, err
	}
	newest := &versions[len(versions)-1]
	look := &quoteLook{last: newest.Hash, passed: map[ID]int64{}}
	if newest.Operation == Erased {
		return look, nil
	}
	texts, codes := allTextsOf(versions)
	claim := admit.From(ctx)
	err = s.store.EachNote(ctx, kind.Settlement, func(v *Record) error {
		code, _, ok := v.Settled()
		if ok && (codes[code.Text] || mayIdentify(by, v, texts)) {
			return nil
		}
		look.passed[v.ID] = max(look.passed[v.ID], v.Version)
		return claim.Grow(passedBytes)
	})
	if err != nil {
		return nil, err
	}
	own := map[ID]bool{} // the transaction reads these anyway
	ids, err := s.store.RecallsOf(ctx, newest.SafraID)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		own[id] = true
	}
	notes, err := s.store.NewestNotes(ctx, kind.RecallReport)
	if err != nil {
		return nil, err
	}
	if err := claim.Grow(int64(len(notes)) * passedBytes); err != nil {
		return nil, err
	}
	for _, note := range notes {
		if own[note.ID] {
			continue
		}
		v, err := reportToSearch(ctx, s.store, by, note)
		switch {
		case err != nil:
			return nil, err
		case v == nil: // not the key's to change
			look.passed[note.ID] = note.Version
		case !typedIn(v.Dados, texts):
			look.passed[note.ID] = v.Version
		}
	}
	return look, nil
}

// of is l if it is of these versions. Otherwise somebody wrote since, and it has seen
// nothing.
func (l *quoteLook) of(versions []Record) *quoteLook {
	if l.last == versions[len(versions)-1].Hash {
		return l
	}
	return &quoteLook{}
}

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

// allTextsOf returns all that a sentence may quote of some versions, and the codes that
// they claim. Which lots no other record names shows only once the record's rows are
// gone, so all of them count.
func allTextsOf(versions []Record) (texts []string, codes map[string]bool) {
	texts, codes = textsOf(versions), map[string]bool{}
	for i := range versions {
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, code := range versions[i].Claimed(realm) {
				codes[code] = true
			}
		}
		for _, row := range versions[i].GraphRows() {
			texts = append(texts, row.Lot, row.Carrier, row.Paper)
			for _, other := range row.Others {
				texts = append(texts, other.Lot)
			}
		}
	}
	return texts, codes
}
