package trace

import (
	"context"
	"errors"
	"time"

	"rastro/internal/cursor"
	"rastro/internal/kind"
)

// CursorReader reads the keys that cursors are sealed with.
type CursorReader interface {
	// CursorKeys returns the keys, the newest last. A store always has one.
	CursorKeys(ctx context.Context) ([]cursor.Key, error)
}

// CursorWriter changes the keys that cursors are sealed with.
type CursorWriter interface {
	// PutCursorKey keeps a key and forgets those with numbers before keep. Of several
	// transactions that keep the same number, one commits.
	PutCursorKey(ctx context.Context, k cursor.Key, keep int64) error
}

// Mark tells an imported row from every other: a keyed digest of what it says.
type Mark [16]byte

// Marked is a mark, and the record that its row became.
type Marked struct {
	Mark Mark
	ID   ID
}

// ImportReader reads which rows of files were imported.
type ImportReader interface {
	// ImportSeed is the key of the store's marks, the same for ever.
	ImportSeed(ctx context.Context) ([]byte, error)
	// SomeImported returns some marks and the records of their rows, at most so many.
	SomeImported(ctx context.Context, limit int) ([]Marked, error)
	// Imported returns those of some marks that PutImported got, in no order, at
	// most MaxMarks of them, whatever became of their records since.
	Imported(ctx context.Context, marks []Mark) ([]Marked, error)
	// ImportedLive returns what Imported does, without records that were erased.
	ImportedLive(ctx context.Context, marks []Mark) ([]Marked, error)
}

// ImportWriter remembers which rows of files were imported.
type ImportWriter interface {
	// PutImported keeps marks for ever: Erase leaves them. A mark that is there
	// already conflicts.
	PutImported(ctx context.Context, marks []Marked) error
}

// MaxMarks bounds the marks of one question.
const MaxMarks = 1000

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

// Session is somebody signed in with a key: who holds its token acts with that
// key, while the key works. Only a digest of the token is stored. On every
// server of a store the same sessions hold.
type Session struct {
	Digest    [32]byte
	AccessKey string
	// Once marks an invitation: its token is good for one session, and for
	// nothing else.
	Once      bool
	ExpiresAt time.Time
}

// SessionReader and SessionWriter keep sessions; they are parts of Reader and Writer.
type SessionReader interface {
	// Session finds what a digest stands for, also where it has expired;
	// CodeUnauthenticated when nothing does.
	Session(ctx context.Context, digest [32]byte) (Session, error)
}

// SessionWriter keeps sessions.
type SessionWriter interface {
	// PutSession keeps a session.
	PutSession(ctx context.Context, s Session) error
	// TakeSession ends a session, and MUST fail with CodeUnauthenticated in all
	// but one of several transactions that end the same one.
	TakeSession(ctx context.Context, digest [32]byte) error
	// DropSessions forgets the sessions that expired before an instant.
	DropSessions(ctx context.Context, before time.Time) error
}
