package access

import (
	"context"
	"crypto/sha256"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/reach"
	"rastro/internal/trace"
)

// keyring answers "whose key is this?" without reading the store: it has every key in memory,
// and learns when the store's revision changed.
type keyring struct {
	held    atomic.Pointer[heldKeys]
	lastUse sync.Map // access key → *atomic.Int64, milliseconds, since the last flush
}

type heldKeys struct {
	revision int64
	byAccess map[string]*trace.Key
	// notes is the highest note of each access key that was ever accepted here. It
	// outlives the key: a refused one is compared again at every reload.
	notes map[string]int64
	// named are the organisations by each of their folded names.
	named map[string]*reach.Member
}

// reload reads the store's keys if their revision has changed. A key that differs from the journal
// is skipped and reported.
func (k *keyring) reload(ctx context.Context, store *Port) (faults []Fault, err error) {
	for {
		held := k.held.Load()
		revision, err := store.Direct().KeyRevision(ctx)
		if err != nil {
			return nil, err
		}
		if held != nil && held.revision == revision {
			return nil, nil
		}
		next := &heldKeys{byAccess: map[string]*trace.Key{}, notes: map[string]int64{}}
		if held != nil {
			maps.Copy(next.notes, held.notes)
		}
		err = store.View(ctx, func(r Reader) (err error) {
			faults, err = next.read(ctx, r)
			return err
		})
		if err != nil {
			return nil, err
		}
		// An older read must not undo a change made here meanwhile: read again.
		if k.held.CompareAndSwap(held, next) {
			return faults, nil
		}
	}
}

// read takes the keys of one snapshot that match their notes. A key whose newest note is
// older than one that was accepted before was rolled back.
func (h *heldKeys) read(ctx context.Context, r Reader) ([]Fault, error) {
	var err error
	if h.revision, err = r.KeyRevision(ctx); err != nil {
		return nil, err
	}
	names, err := r.OrganizationNames(ctx)
	if err != nil {
		return nil, err
	}
	h.name(names)
	keys, notes, err := readKeys(ctx, r)
	if err != nil {
		return nil, err
	}
	faults := notes.faults(keys)
	bad := map[string]bool{}
	for _, f := range faults {
		bad[f.AccessKey] = true
	}
	for i := range keys {
		key := &keys[i]
		if bad[key.AccessKey] {
			continue
		}
		if key.Note < h.notes[key.AccessKey] {
			faults = append(faults, Fault{key.AccessKey, []string{"it was set back to an older note"}})
			continue
		}
		h.take(key)
	}
	return faults, nil
}

// name sets the names of organisations, given by organisation.
func (h *heldKeys) name(names []reach.OrganizationName) {
	h.named = make(map[string]*reach.Member, len(names))
	var m *reach.Member
	for _, n := range names {
		if m == nil || m.ID != n.Organization {
			m = &reach.Member{ID: n.Organization, Name: n.Current}
		}
		m.Names = append(m.Names, n.Folded)
		h.named[n.Folded] = m
	}
}

// take accepts a key.
func (h *heldKeys) take(key *trace.Key) {
	h.byAccess[key.AccessKey] = key
	h.notes[key.AccessKey] = max(h.notes[key.AccessKey], key.Note)
}

// HeldKeys calls yield with every key, in no particular order, until it returns false.
func (s *KeyKeeper) HeldKeys(yield func(*trace.Key) bool) {
	for _, k := range s.keys.held.Load().byAccess {
		if !yield(k) {
			return
		}
	}
}

// put applies a change made on this server at once, without asking a store that may be
// unreachable by now. The revision stays old, so that the next reload reads everything else
// too.
func (k *keyring) put(key trace.Key) {
	for {
		held := k.held.Load()
		next := &heldKeys{
			revision: held.revision, byAccess: maps.Clone(held.byAccess), notes: maps.Clone(held.notes), named: held.named,
		}
		next.take(&key)
		if k.held.CompareAndSwap(held, next) {
			return
		}
	}
}

// nobody is compared with unknown keys, so that an unknown key and a wrong secret take the same
// time.
var nobody = trace.Key{SecretHash: sha256.Sum256([]byte("nobody"))}

// find returns the key that a pair opens at an instant; nil if it opens none.
func (k *keyring) find(access, secret string, at time.Time) *trace.Key {
	key, known := k.held.Load().byAccess[access]
	if !known {
		nobody.Opens(secret)
		return nil
	}
	if !key.Opens(secret) || !key.ActiveAt(at) {
		return nil
	}
	return key
}

// used notes that a key was used. It runs on every request, so it takes no lock
// and writes at most once a second and key.
func (k *keyring) used(key *trace.Key, at time.Time) {
	cell, ok := k.lastUse.Load(key.AccessKey)
	if !ok {
		cell, _ = k.lastUse.LoadOrStore(key.AccessKey, new(atomic.Int64))
	}
	last := cell.(*atomic.Int64)
	if now := at.UnixMilli(); now-last.Load() > 1000 {
		last.Store(now)
	}
}

// giveBack keeps what could not be stored.
func (k *keyring) giveBack(uses map[string]time.Time) {
	for access, at := range uses {
		cell := new(atomic.Int64)
		cell.Store(at.UnixMilli())
		k.lastUse.LoadOrStore(access, cell)
	}
}

// uses returns the last use of every key used since the last call.
func (k *keyring) uses() map[string]time.Time {
	uses := map[string]time.Time{}
	k.lastUse.Range(func(access, cell any) bool {
		k.lastUse.Delete(access)
		uses[access.(string)] = time.UnixMilli(cell.(*atomic.Int64).Load()).UTC()
		return true
	})
	return uses
}

// RefreshKeys reads changes of keys that others made. A key that was changed without a note
// in the journal is refused from then on, and logged.
func (s *KeyKeeper) RefreshKeys(ctx context.Context) error {
	faults, err := s.keys.reload(ctx, &s.store)
	for _, f := range faults {
		s.log.Error("a key is refused: its row is not what the journal says; run 'rastro verify', then 'rastro rebuild --only keys'",
			"key", f.AccessKey, "differs", strings.Join(f.What, ", "))
	}
	return err
}

// FlushUses stores when keys were last used.
func (s *KeyKeeper) FlushUses(ctx context.Context) error {
	uses := s.keys.uses()
	if len(uses) == 0 {
		return nil
	}
	err := s.store.Update(ctx, func(w Writer) error { return w.TouchKeys(ctx, uses) })
	if err != nil {
		s.keys.giveBack(uses)
	}
	return err
}
