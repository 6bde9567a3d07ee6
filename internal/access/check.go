package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Fault is a key whose row differs from the journal.
type Fault struct {
	AccessKey string
	What      []string // what differs, in words
}

func (f Fault) String() string {
	return "key " + f.AccessKey + ": " + strings.Join(f.What, ", ") + " (adulterado)"
}

// ErrKeys means that a key differs from the journal.
var ErrKeys = errors.New("a key in the database is not the one that was made: run 'rastro verify' to see everything that was changed, then 'rastro rebuild --only keys' to restore the keys from the journal")

// Faults compares every key with its newest note in the journal. In a store of an earlier
// build, whose notes do not commit to secrets, it compares the rest.
func Faults(ctx context.Context, r keyReader) ([]Fault, error) {
	keys, notes, err := readKeys(ctx, r)
	if err != nil {
		return nil, err
	}
	return notes.faults(keys), nil
}

// readKeys reads all keys and their notes in the journal.
func readKeys(ctx context.Context, r keyReader) ([]trace.Key, *keyNotes, error) {
	keys, err := r.Keys(ctx)
	if err != nil {
		return nil, nil, err
	}
	notes, err := readKeyNotes(ctx, r)
	return keys, notes, err
}

// faults returns the keys that differ from their notes, by access key.
func (n *keyNotes) faults(keys []trace.Key) []Fault {
	var faults []Fault
	there := map[string]bool{}
	for i := range keys {
		there[keys[i].AccessKey] = true
		if what := n.differs(&keys[i]); what != nil {
			faults = append(faults, Fault{keys[i].AccessKey, what})
		}
	}
	for access := range n.newest {
		if !there[access] {
			faults = append(faults, Fault{access, []string{"its row is gone"}})
		}
	}
	slices.SortFunc(faults, func(a, b Fault) int { return strings.Compare(a.AccessKey, b.AccessKey) })
	return faults
}

// sound returns the keys that match their notes.
func (n *keyNotes) sound(keys []trace.Key) []trace.Key {
	var sound []trace.Key
	for i := range keys {
		if n.differs(&keys[i]) == nil {
			sound = append(sound, keys[i])
		}
	}
	return sound
}

// differs says how a key differs from its newest note; nil if it does not.
func (n *keyNotes) differs(k *trace.Key) []string {
	noted, ok := n.newest[k.AccessKey]
	switch {
	case !ok && !n.committed && k.Note == 0:
		return nil // from before there were notes
	case !ok || n.committed && noted.note.Note == 0:
		return []string{"the journal has no note of it"}
	case noted.twice:
		return []string{fmt.Sprintf("the journal has two notes with the number %d", noted.note.Note)}
	}
	var what []string
	said := noted.note.Key()
	for _, c := range []struct {
		name string
		same bool
	}{
		{"scopes", slices.Equal(k.Scopes, said.Scopes)},
		{"phases", slices.Equal(k.Phases, said.Phases)},
		{"harvests", slices.Equal(k.Harvests, said.Harvests)},
		{"name", k.Name == said.Name},
		{"organization", k.Organization == said.Organization},
		{"creation", k.CreatedAt.Equal(said.CreatedAt)},
		{"expiry", k.ExpiresAt.Equal(said.ExpiresAt)},
		{"deactivation", k.DeactivatedAt.Equal(said.DeactivatedAt)},
		{"note number", k.Note == said.Note},
		{"secret", noted.note.Note == 0 || holds(&noted.note, k)},
	} {
		if !c.same {
			what = append(what, c.name+" changed")
		}
	}
	return what
}

// CheckKeys fails with ErrKeys unless every key equals its newest note, and that note is in the
// log.
func (s *KeyKeeper) CheckKeys(ctx context.Context) error {
	return s.store.View(ctx, func(r Reader) error {
		keys, notes, err := readKeys(ctx, r)
		if err != nil {
			return err
		}
		if faults := notes.faults(keys); len(faults) > 0 {
			return fmt.Errorf("%w; %s", ErrKeys, sayFaults(faults))
		}
		state, err := r.Log(ctx)
		if err != nil {
			return err
		}
		placed, err := trace.PlacedUntil(ctx, r, state)
		if err != nil {
			return err
		}
		for access, noted := range notes.newest {
			if err := checkNoted(ctx, r, placed, &noted.record); err != nil {
				return fmt.Errorf("%w; key %s: %w", ErrKeys, access, err)
			}
		}
		return nil
	})
}

// checkNoted compares a note with its entry in the log.
func checkNoted(ctx context.Context, r Reader, placed time.Time, note *trace.Record) error {
	index, err := r.LogIndex(ctx, note.ID, note.Version)
	if trace.Is(err, trace.CodeNotLogged) {
		if note.Overdue(placed) {
			return errors.New("its note has no place in the log")
		}
		return nil
	}
	if err != nil {
		return err
	}
	leaf, err := trace.LeafAt(ctx, r, index)
	if err != nil {
		return err
	}
	if leaf != ledger.LeafHash(note.Hash[:]) {
		return fmt.Errorf("its note is not entry %d of the log", index)
	}
	return nil
}

// sayFaults names the first faults in one line.
func sayFaults(faults []Fault) string {
	const shown = 5
	var texts []string
	for _, f := range faults[:min(len(faults), shown)] {
		texts = append(texts, f.String())
	}
	if more := len(faults) - shown; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "; ")
}
