package access

import (
	"context"
	"fmt"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// adoptKeys notes the present keys and phases of a store from an earlier build. From then on, a
// change behind the server's back is detected. This happens once in a store's life, because a
// numbered note stays in the log. The caller MUST hold LockKeys.
func (s *KeyKeeper) adoptKeys(ctx context.Context, w Writer, keys []trace.Key) ([]trace.Key, error) {
	if len(keys) == 0 || slices.ContainsFunc(keys, func(k trace.Key) bool { return k.Note > 0 }) {
		return keys, nil
	}
	notes, err := readKeyNotes(ctx, w)
	if err != nil || notes.committed {
		return keys, err
	}
	if faults := notes.faults(keys); len(faults) > 0 {
		return nil, fmt.Errorf("%w; %s", ErrKeys, sayFaults(faults))
	}
	for i := range keys {
		if err := s.putKey(ctx, w, nil, &keys[i]); err != nil {
			return nil, err
		}
	}
	return keys, s.adoptPhases(ctx, w)
}

// Adopt is adoptKeys for a server that starts.
func (s *KeyKeeper) Adopt(ctx context.Context) error {
	keys, err := s.store.Direct().Keys(ctx)
	if err != nil || len(keys) == 0 || slices.ContainsFunc(keys, func(k trace.Key) bool { return k.Note > 0 }) {
		return err
	}
	err = s.store.Update(ctx, func(w Writer) error {
		if err := w.LockKeys(ctx); err != nil {
			return err
		}
		keys, err := w.Keys(ctx)
		if err == nil {
			_, err = s.adoptKeys(ctx, w, keys)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.RefreshKeys(ctx)
}

// adoptPhases notes the catalogue entries that no note mentions.
func (s *KeyKeeper) adoptPhases(ctx context.Context, w Writer) error {
	phases, err := w.Phases(ctx, "")
	if err != nil {
		return err
	}
	noted := map[string]bool{}
	err = w.EachNote(ctx, kind.PhaseChange, func(v *trace.Record) error {
		var note trace.PhaseNote
		if canon.UnmarshalLenient(v.Payload, &note) == nil {
			for i := range note.Phases {
				noted[note.Phases[i].ID] = true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	phases = slices.DeleteFunc(phases, func(p trace.CropPhase) bool { return noted[p.ID.String()] })
	if len(phases) == 0 {
		return nil
	}
	return s.journal.NotePhases(ctx, w, nil, phases...)
}
