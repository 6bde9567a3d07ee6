package trace

import (
	"context"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/ownership"
	"rastro/internal/reach"
	"rastro/internal/sealedtext"
)

// Writer writes in one transaction. If two transactions contradict each other, exactly
// one commits; the other's fn runs again.
type Writer interface {
	Reader
	RecordWriter
	ValidationWriter
	KeyWriter
	PhaseWriter
	ReplyWriter
	LogWriter
	LotWriter
	ownership.Writer
	PlotWriter
	SessionWriter
	ImportWriter
	CursorWriter
	RecallWriter
	ExpiryWriter
	reach.Writer
	reach.ClaimingWriter
	reach.LogoWriter
}

// Appender writes versions of records.
type Appender interface {
	// Append writes a new version. Version 1 creates the record; a later one replaces the version
	// before it, which MUST be live, or, if r.AfterEnd is set, MUST be the newest and ended. The
	// version's lot rows (LotRows) enter the lot graph with it, and the rows of the version before
	// end there. Codes that it claims (r.Claimed), and that the version before did not, get their
	// owner or one more holder; package ownership has the rule. A second live profile of a harvest
	// conflicts. The land that it claims (r.Claim) enters the index of plots, and that of the
	// version before leaves it. If UpdatedBy is set, CreatedBy MUST be set too.
	Append(ctx context.Context, r Record) error
}

// RecordWriter writes and erases records.
type RecordWriter interface {
	Appender
	// Erase destroys payload, salt, findings, seal and harvest code of every version of a record
	// up to upTo, its rows in the lot graph and in the index of plots, the items and files it
	// names, the text of its code, and the responses kept for it; its commitments stay. The name
	// and location of a response stay until it expires (Reply.Erased), and a code stays taken.
	// The bytes MUST NOT remain in the store.
	Erase(ctx context.Context, id ID, upTo int64, location string) error
}

// ValidationWriter stores what belongs to a validation but is not in its record.
type ValidationWriter interface {
	// ReserveCode gives a code, in the form of FoldCode, to a validation permanently;
	// CodeCodeTaken if another one has it.
	ReserveCode(ctx context.Context, code string, id ID) error
	// PutCover keeps the list of records that a validation covers.
	PutCover(ctx context.Context, id ID, cover []byte) error
	// LockReports waits for a running DropReports of the harvest and blocks later ones until this
	// transaction ends. The transaction then sees what they left, and they see its writes.
	LockReports(ctx context.Context, harvestID string) error
	// PutReport stores the review of a validation. Everything it quotes MUST have been read
	// under LockReports.
	PutReport(ctx context.Context, id ID, harvestID string, report []byte) error
	// DropReports destroys the reviews of all validations of a harvest, live or not.
	// As with Erase, the bytes MUST NOT remain.
	DropReports(ctx context.Context, harvestID string) error
	// PutItems keeps the items that a validation of a harvest names, in place of
	// those it named before. Erase forgets them.
	PutItems(ctx context.Context, id ID, harvestID string, items []TradeItem) error
}

// KeyWriter changes keys.
type KeyWriter interface {
	// LockKeys makes every other change of keys wait for this transaction, and
	// changes the revision.
	LockKeys(ctx context.Context) error
	// PutKey writes a key. The caller MUST hold LockKeys.
	PutKey(ctx context.Context, k Key) error
	// TouchKeys moves the last use of keys forward, never back.
	TouchKeys(ctx context.Context, lastUse map[string]time.Time) error
}

// PhaseWriter changes the catalogue.
type PhaseWriter interface {
	// PutPhase writes a catalogue entry. It fails with CodePhaseExists if another live one has its
	// crop, stage and folded name, and with CodeStale if the stored version is not the previous
	// one.
	PutPhase(ctx context.Context, p CropPhase) error
}

// ReplyWriter keeps answers for repeated requests.
type ReplyWriter interface {
	// PutReply keeps an answer under an idempotency key.
	PutReply(ctx context.Context, r Reply) error
}

// ExpiryWriter deletes what has expired.
type ExpiryWriter interface {
	// DropReplies forgets the answers that expired before an instant.
	DropReplies(ctx context.Context, before time.Time) error
	// DropSessions forgets the sessions that expired before an instant.
	DropSessions(ctx context.Context, before time.Time) error
}

// LogWriter grows the public log.
type LogWriter interface {
	// StartLog stores the first state; a second one conflicts.
	StartLog(ctx context.Context, s LogState) error
	// ForgetLogSecret destroys the signing key that an older build left in the
	// store. As with Erase, the bytes MUST NOT remain.
	ForgetLogSecret(ctx context.Context) error
	// AdoptLog gives the log another verifier key, with a checkpoint of the same tree, and notes
	// the log that it continues. The caller MUST hold LockLog.
	AdoptLog(ctx context.Context, s LogState, p ledger.Predecessor) error
	// LockLog returns the newest state and locks it until the transaction ends;
	// CodeContended at once if another transaction has the lock.
	LockLog(ctx context.Context) (LogState, error)
	// Unlogged returns commitments without a place in the log, in the order in which they get one.
	// The caller MUST hold LockLog and place them.
	Unlogged(ctx context.Context, limit int) ([]Commitment, error)
	// PutLog stores a new state with its new tiles, and gives the commitments their
	// places, starting at first. keep says whether to keep the checkpoint.
	PutLog(ctx context.Context, s LogState, tiles []ledger.TileData, first int64, added []Commitment, keep bool) error
}

// CursorWriter changes the keys that cursors are sealed with.
type CursorWriter interface {
	// PutCursorKey keeps a key and forgets those with numbers before keep. Of several
	// transactions that keep the same number, one commits.
	PutCursorKey(ctx context.Context, k sealedtext.Key, keep int64) error
}

// ImportWriter remembers which rows of files were imported.
type ImportWriter interface {
	// PutImported keeps marks permanently: Erase leaves them. A mark that is
	// already there conflicts.
	PutImported(ctx context.Context, marks []Marked) error
}

// RecallWriter makes sure that recalls and erasures see each other.
type RecallWriter interface {
	// PutRecall stores which harvests the report of a recall covers.
	PutRecall(ctx context.Context, id ID, harvestIDs []string) error
	// BlockErasures waits for running erasures, makes every further one wait for this
	// transaction, and returns what Erasures returns.
	BlockErasures(ctx context.Context) (int64, error)
	// BeginErasure counts an erasure and blocks holders and other erasures until this transaction
	// ends; they then see its result. It fails at once with ErrErasuresHeld while any server defers
	// erasures.
	BeginErasure(ctx context.Context) error
}

// SessionWriter keeps sessions.
type SessionWriter interface {
	// PutSession keeps a session.
	PutSession(ctx context.Context, s Session) error
	// TakeSession ends a session, and MUST fail with CodeUnauthenticated in all
	// but one of several transactions that end the same one.
	TakeSession(ctx context.Context, digest [32]byte) error
}
