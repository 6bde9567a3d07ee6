package access

import (
	"context"
	"slices"

	"rastro/internal/trace"
)

// RestoreKeys restores every key from its newest note, and reports the changes. A secret cannot
// be restored: a key whose secret was replaced, whose row is gone, or that has no note is
// deactivated permanently.
func (s *KeyKeeper) RestoreKeys(ctx context.Context) (done []string, err error) {
	err = s.store.Update(ctx, func(w Writer) error {
		done = nil
		if err := w.LockKeys(ctx); err != nil {
			return err
		}
		keys, notes, err := readKeys(ctx, w)
		if err != nil {
			return err
		}
		for _, fault := range notes.faults(keys) {
			said, err := s.restoreKey(ctx, w, notes, keys, fault.AccessKey)
			if err != nil {
				return err
			}
			done = append(done, "key "+fault.AccessKey+": "+said)
		}
		return nil
	})
	if err != nil || done == nil {
		return nil, err
	}
	return done, s.RefreshKeys(ctx)
}

func (s *KeyKeeper) restoreKey(ctx context.Context, w Writer, notes *keyNotes, keys []trace.Key, access string) (string, error) {
	restored := trace.Key{AccessKey: access, CreatedAt: s.now()}
	there := slices.IndexFunc(keys, func(k trace.Key) bool { return k.AccessKey == access })
	if there >= 0 {
		restored = keys[there]
	}
	noted, known := notes.newest[access]
	known = known && (noted.note.Note > 0 || !notes.committed)
	if known {
		said := noted.note.Key()
		said.SecretHash, said.LastUse = restored.SecretHash, restored.LastUse
		restored = said
		if there >= 0 && !noted.twice && (noted.note.Note == 0 || holds(&noted.note, &restored)) {
			return "restored from the journal", w.PutKey(ctx, restored)
		}
	}
	if restored.DeactivatedAt.IsZero() {
		restored.DeactivatedAt = s.now()
	}
	why := "its secret was replaced and cannot be restored"
	switch {
	case !known:
		why = "nobody made it"
	case there < 0:
		why = "its row was deleted, and its secret with it"
	}
	return "deactivated: " + why, s.putKey(ctx, w, nil, &restored)
}
