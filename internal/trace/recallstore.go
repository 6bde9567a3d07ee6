package trace

import (
	"context"
	"errors"
	"time"

	"rastro/internal/kind"
)

// NoteVersion is a version of a note, and how long its payload is.
type NoteVersion struct {
	ID      ID
	Version int64
	Bytes   int64
}

// RecallReader finds the reports of recalls that an erasure has to reach.
type RecallReader interface {
	// RecallsOf returns the recalls whose reports tell of a harvest, by id.
	RecallsOf(ctx context.Context, safraID string) ([]ID, error)
	// RecallHarvests returns the harvests that the report of a recall tells of.
	RecallHarvests(ctx context.Context, id ID) ([]string, error)
	// NewestNotes returns the newest version of every note of a kind of kind.Changes, by
	// id. It MUST NOT read payloads, nor cost a scan of the journal.
	NewestNotes(ctx context.Context, k *kind.Kind) ([]NoteVersion, error)
	// ErasedNaming returns the erased records that named lots, given the marks of at
	// most 256 lots.
	ErasedNaming(ctx context.Context, marks []string) ([]ID, error)
	// Erasures counts the erasures there were.
	Erasures(ctx context.Context) (int64, error)
}

// ErrErasuresHeld says that a recall, on this server or another, holds erasures off.
var ErrErasuresHeld = errors.New("a recall holds erasures off")

// DeferPatience bounds how long Store.DeferErasures waits for others who defer them: the
// recall of another server takes seconds.
const DeferPatience = 30 * time.Second

// RecallWriter keeps recalls and erasures from missing each other.
type RecallWriter interface {
	// PutRecall says which harvests the report of a recall tells of.
	PutRecall(ctx context.Context, id ID, safraIDs []string) error
	// HoldErasures makes every erasure wait for this transaction, after it waited
	// for those under way, and returns what Erasures does.
	HoldErasures(ctx context.Context) (int64, error)
	// ClaimErasures counts an erasure, and makes those who hold them, and other
	// erasures, wait for this transaction. What is read after it is what they left. It
	// fails with ErrErasuresHeld, at once, while Store.DeferErasures holds on any server.
	ClaimErasures(ctx context.Context) error
}
