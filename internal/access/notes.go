package access

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// putKey writes a key and the note that commits to it.
func (s *KeyKeeper) putKey(ctx context.Context, w Writer, by *trace.Key, k *trace.Key) error {
	k.Note++
	if err := w.PutKey(ctx, *k); err != nil {
		return err
	}
	what, err := noteJSON(k, s.now(), s.random)
	if err != nil {
		return err
	}
	return s.journal.Note(ctx, w, kind.KeyChange, by, what)
}

// keyNotes are the newest notes of all keys.
type keyNotes struct {
	newest map[string]*notedKey
	// committed: some note has a number. Once one has, every key needs a numbered note.
	committed bool
	broken    []string // notes that were changed, by id
}

type notedKey struct {
	note   trace.KeyNote
	record trace.Record // the note's own version, without its payload
	twice  bool         // two notes have its number
}

// readKeyNotes reads the journal's notes of keys. A note that was changed after it was
// written does not count.
func readKeyNotes(ctx context.Context, r trace.NoteReader) (*keyNotes, error) {
	notes := &keyNotes{newest: map[string]*notedKey{}}
	err := r.EachNote(ctx, kind.KeyChange, func(v *trace.Record) error {
		var note trace.KeyNote
		if !v.Intact() || canon.UnmarshalLenient(v.Payload, &note) != nil {
			notes.broken = append(notes.broken, v.ID.String())
			return nil
		}
		notes.committed = notes.committed || note.Note > 0
		v.Payload = nil
		noted, known := notes.newest[note.AccessKey]
		switch {
		case !known || note.Note > noted.note.Note:
			notes.newest[note.AccessKey] = &notedKey{note: note, record: *v}
		case note.Note > 0 && note.Note == noted.note.Note:
			noted.twice = true
		case note.Note == 0 && noted.note.Note == 0 && !noted.note.Ended():
			// Earlier builds could only make and deactivate keys: a key that was once deactivated
			// stays deactivated, whatever the clocks said.
			notes.newest[note.AccessKey] = &notedKey{note: note, record: *v}
		}
		return nil
	})
	return notes, err
}
