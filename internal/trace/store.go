package trace

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/ownership"
)

// Store keeps records, keys and phases. Its own read methods each see a
// snapshot of their own; View gives several reads one snapshot.
//
// Every method fails with CodeUnavailable when the store is out of reach, and
// the same call MUST work again once it is back, without a restart.
type Store interface {
	Reader
	// View runs fn over one consistent snapshot.
	View(ctx context.Context, fn func(Reader) error) error
	// Update runs fn in one transaction and returns once everything fn wrote
	// is durable: it MUST survive the loss of power. When fn or the commit
	// fails nothing is written. fn may run more than once, and MUST then start
	// afresh; what it read and decided in an earlier run is void.
	Update(ctx context.Context, fn func(Writer) error) error
	// Stamp tells one state of what is stored from another: between two equal
	// stamps of one store nothing that a reader could see was committed, by any
	// server or program. It MUST have changed before the Update of a change
	// returns. Unequal stamps prove nothing. It costs no look at what is stored.
	Stamp(ctx context.Context) (Stamp, error)
	// Touched tells in which harvests versions were committed since a place that an
	// earlier call returned, by any server or program; from "" on it only returns the
	// place to begin at. It looks at no more than limit versions, and where that is
	// not enough All is set. It costs no more than what was written since.
	Touched(ctx context.Context, since Place, limit int) (Touched, error)
	// Health says whether the store's files are in their place and whole, as far
	// as it knows without looking for damage. It costs microseconds. An Update
	// MUST NOT succeed once they are not in their place.
	Health() Health
	// DeferErasures makes ClaimErasures fail on every server of the store until release
	// is called or this server ends. It waits, within bounds, for transactions that
	// claimed erasures and for others who defer them; CodeContended where that takes
	// too long.
	DeferErasures(ctx context.Context) (release func(), err error)
	// WipeLogSecret destroys what the store still holds of a signing key after
	// LogWriter.ForgetLogSecret, where old bytes of a row stay until the table is
	// written anew. It may be refused.
	WipeLogSecret(ctx context.Context) error
	Close() error
}

// Stamp is what Store.Stamp gives, to be compared and for nothing else.
type Stamp string

// Place is where Store.Touched goes on from.
type Place string

// Touched is what was written since a place.
type Touched struct {
	Next     Place
	Harvests []string // some may be there twice
	// Catalogue: the phases were changed. All: there may be more than is told.
	Catalogue, All bool
}

// Reader reads what is committed, and inside an Update also what it wrote.
type Reader interface {
	LogReader
	LotReader
	ownership.Reader
	PlotReader
	SessionReader
	ImportReader
	CursorReader
	RecallReader
	// Record returns the live version of a record; CodeRecordNotFound when it
	// does not exist or is deleted, CodeErased when it was erased. Others may
	// hold the same record: the caller MUST NOT change it.
	Record(ctx context.Context, id ID) (*Record, error)
	// Versions returns every version of a record, of whatever kind, oldest
	// first; none when it never existed.
	Versions(ctx context.Context, id ID) ([]Record, error)
	// Records returns live records in the query's order; CodePageTooLarge when
	// they are more than MaxPageBytes. Of the kinds of the journal's own notes,
	// none of which is ever live, it returns the reports of recalls, each in its
	// newest version, and never the others; such a query has no At.
	Records(ctx context.Context, q Query) ([]Record, error)
	// EachOf calls fn with every live record of a harvest, by kind and id, in
	// one snapshot and without holding them all. fn must not use the reader.
	EachOf(ctx context.Context, safraID string, fn func(*Record) error) error
	// Harvests returns the harvests that have a live record, by the bytes of
	// their names. It MUST NOT read more of a harvest's records than it counts.
	Harvests(ctx context.Context, q HarvestQuery) ([]Harvest, error)
	// LastEnd is when the last version of a harvest ended, by a later one, a
	// deletion or an erasure; zero when none has.
	LastEnd(ctx context.Context, safraID string) (time.Time, error)
	// Count counts the live records a query covers, whatever its position,
	// offset and limit. It MUST NOT cost a scan of a kind's records.
	Count(ctx context.Context, q Query) (int64, error)
	// Validation finds the live validation that holds a code, in the form
	// that FoldCode gives; CodeCodeNotFound when none does.
	Validation(ctx context.Context, code string) (Record, error)
	// CodeOwner is the validation that a code belongs to, whatever became of it;
	// CodeCodeNotFound when the code was never given.
	CodeOwner(ctx context.Context, code string) (ID, error)
	// Cover returns the list of records that a validation covers, as PutCover
	// got it; CodeRecordNotFound when there is none.
	Cover(ctx context.Context, id ID) ([]byte, error)
	// Report returns what was found when a validation was made, as PutReport got
	// it; CodeRecordNotFound when there is none, or none any more.
	Report(ctx context.Context, id ID) ([]byte, error)
	// NamedBy returns the validations of a harvest that name an item, as PutItems
	// got them, newest first. It MUST NOT cost more than it returns, however many
	// validations of others name the item.
	NamedBy(ctx context.Context, item TradeItem, safraID string, limit int) ([]ID, error)
	// Keys returns every key, oldest first.
	Keys(ctx context.Context) ([]Key, error)
	// KeyRevision changes whenever any key does.
	KeyRevision(ctx context.Context) (int64, error)
	// Phases returns the live catalogue of a crop, or of every crop for "",
	// oldest first.
	Phases(ctx context.Context, crop Crop) ([]CropPhase, error)
	// PhaseRevision grows with every change of the catalogue.
	PhaseRevision(ctx context.Context) (int64, error)
	// Reply finds what was answered under an idempotency key; CodeRecordNotFound
	// when nothing was.
	Reply(ctx context.Context, accessKey, name string) (Reply, error)
}

// Writer writes in one transaction. Where two transactions would contradict
// each other, exactly one commits; the other's fn runs again.
type Writer interface {
	Reader
	LogWriter
	LotWriter
	ownership.Writer
	PlotWriter
	SessionWriter
	ImportWriter
	CursorWriter
	RecallWriter
	// Append writes a new version. Version 1 creates the record; a later one
	// takes the place of the version before it, which MUST be live, or, where
	// r.AfterEnd says so, MUST be the newest and ended. What the version says of
	// lots (LotRows) enters the lot graph with it, and what the version before it
	// said ends there. The codes that it claims (r.Claimed) and the version before
	// did not get their owner or a holder more; package ownership has the rule. The
	// land that it claims (r.Claim) enters the index of plots, and what
	// the version before claimed leaves it. Where UpdatedBy is not empty CreatedBy
	// MUST NOT be.
	Append(ctx context.Context, r Record) error
	// Erase destroys payload, salt, findings, seal and harvest code of every version
	// of a record up to one, its rows in the lot graph and in the index of plots, the
	// items it names, the text of its code, and the answers kept for it; what it
	// committed to stays. An answer leaves its name and location behind until it
	// expires (Reply.Erased), and a code stays taken. The bytes MUST NOT be left
	// behind in what is stored.
	Erase(ctx context.Context, id ID, upTo int64, location string) error
	// ReserveCode gives a code, in the form of FoldCode, to a validation for
	// ever; CodeCodeTaken when another one has it.
	ReserveCode(ctx context.Context, code string, id ID) error
	// PutCover keeps the list of records that a validation covers.
	PutCover(ctx context.Context, id ID, cover []byte) error
	// HoldReports waits for a DropReports of the harvest that is under way, and
	// makes others wait for this transaction: what it reads from then on is what
	// they left, and what it puts is there for them.
	HoldReports(ctx context.Context, safraID string) error
	// PutReport keeps what was found when a validation of a harvest was made.
	// What it quotes MUST have been read under HoldReports.
	PutReport(ctx context.Context, id ID, safraID string, report []byte) error
	// DropReports destroys what was found in every validation of a harvest, live
	// or not. The bytes MUST NOT be left behind, as with Erase.
	DropReports(ctx context.Context, safraID string) error
	// PutItems keeps the items that a validation of a harvest names, in place of
	// those it named before. Erase forgets them.
	PutItems(ctx context.Context, id ID, safraID string, items []TradeItem) error
	// LockKeys makes every other change of keys wait for this transaction, and
	// changes the revision.
	LockKeys(ctx context.Context) error
	// PutKey writes a key. The caller MUST hold LockKeys.
	PutKey(ctx context.Context, k Key) error
	// TouchKeys moves the last use of keys forward, never back.
	TouchKeys(ctx context.Context, lastUse map[string]time.Time) error
	// PutPhase writes a catalogue entry; CodePhaseExists when another live one
	// has its crop, stage and folded name, CodeStale when the stored version is
	// not the one before it.
	PutPhase(ctx context.Context, p CropPhase) error
	// PutReply keeps an answer under an idempotency key.
	PutReply(ctx context.Context, r Reply) error
	// DropReplies forgets the answers that expired before an instant.
	DropReplies(ctx context.Context, before time.Time) error
}

// MaxPageBytes bounds what one page takes of memory. One record always fits: only the
// report of a recall can be larger.
const MaxPageBytes = 64 << 20

// Query says which live records, in which order, and which part of them.
type Query struct {
	Kind     *kind.Kind // nil: every kind
	SafraIDs []string   // empty: every harvest
	// At asks for what was live at an instant; zero is now. Such a query
	// cannot be counted.
	At     time.Time
	Order  Order
	After  Position // nil: from the start
	Offset int64
	Limit  int
}

// HarvestQuery says which harvests, in which order, and which part of them.
type HarvestQuery struct {
	SafraIDs []string // empty: every harvest
	Prefix   string   // of the name
	Desc     bool
	After    string // the name that the page begins after, "" for the start
	Offset   int64
	Limit    int
	// CountTo is how far the versions of a harvest that are live are counted, and
	// those that are not any more.
	CountTo int64
}

// Harvest is a harvest, and how many versions were ever written in it. That
// number grows with every write in the harvest and never shrinks: while it is
// the same, so is the harvest.
type Harvest struct {
	SafraID  string
	Versions int64
}

// Reply is an answer kept under an idempotency key.
type Reply struct {
	AccessKey string
	Name      string
	// Request is the digest of the request it answered.
	Request [32]byte
	// Location names what was created, for the Location header.
	Location  string
	Data      []byte
	ExpiresAt time.Time
}

// Erased reports whether the record at Location was erased and took the answer
// with it.
func (r *Reply) Erased() bool { return len(r.Data) == 0 }

// LogReader reads the public log.
type LogReader interface {
	// Log returns the log's newest signed state; CodeRecordNotFound before
	// StartLog.
	Log(ctx context.Context) (LogState, error)
	// Tile returns the first Width items of a tile; CodeTileNotFound when the
	// log does not reach so far.
	Tile(ctx context.Context, t ledger.Tile) ([]byte, error)
	// LogIndex is a version's place in the log; CodeNotLogged while it has none.
	LogIndex(ctx context.Context, id ID, version int64) (int64, error)
	// Waiting returns commitments that have no place yet, at most so many, in the
	// order in which they get one. What it returned once stays first in that
	// order until it is placed.
	Waiting(ctx context.Context, limit int) ([]Commitment, error)
	// Predecessors returns the logs that this one continues, oldest first.
	Predecessors(ctx context.Context) ([]ledger.Predecessor, error)
	// LogBehind tells whether committed versions wait for a place in the log.
	LogBehind(ctx context.Context) (bool, error)
	// Logged returns versions in the order of the log, from a place on.
	Logged(ctx context.Context, from int64, limit int) ([]Record, error)
	// EachLogged calls fn with what Logged returns, without holding it all. fn
	// must not use the reader.
	EachLogged(ctx context.Context, from int64, limit int, fn func(*Record) error) error
	// Unplaced calls fn with every version that has no place in the log, in one
	// snapshot. fn must not use the reader. recent: it looks only where the next step
	// of the log begins, and costs no more than what waits there.
	Unplaced(ctx context.Context, recent bool, fn func(*Record) error) error
	// Misended calls fn with every version that is not live, or not ended, as
	// the version after it and its own operation say; as Unplaced does. Where harvests
	// are named it looks at these alone.
	Misended(ctx context.Context, safraIDs []string, fn func(*Record) error) error
	// EachNote calls fn with every note of a kind of kind.Changes, by id; as Unplaced
	// does. It MUST NOT cost a scan of the journal.
	EachNote(ctx context.Context, k *kind.Kind, fn func(*Record) error) error
	// CountWaiting counts the versions that have no place in the log.
	CountWaiting(ctx context.Context) (int64, error)
	// NewestCheckpoints returns the last of the older checkpoints that were kept, the
	// newest first. It MUST NOT read more than it returns.
	NewestCheckpoints(ctx context.Context, limit int) ([]KeptCheckpoint, error)
}

// LogWriter grows the public log.
type LogWriter interface {
	// StartLog stores the first state; a second one conflicts.
	StartLog(ctx context.Context, s LogState) error
	// ForgetLogSecret destroys the signing key that an older build left in the
	// store. The bytes MUST NOT be left behind, as with Erase.
	ForgetLogSecret(ctx context.Context) error
	// AdoptLog puts the log under another verifier key, with a checkpoint of the
	// same tree, and notes the log that it continues. The caller MUST hold LockLog.
	AdoptLog(ctx context.Context, s LogState, p ledger.Predecessor) error
	// LockLog returns the newest state and holds it until the transaction ends;
	// CodeContended at once when another transaction does.
	LockLog(ctx context.Context) (LogState, error)
	// Unlogged returns commitments that have no place yet, in the order in
	// which they get one. The caller MUST hold LockLog and give them theirs.
	Unlogged(ctx context.Context, limit int) ([]Commitment, error)
	// PutLog stores a new state with its new tiles, and gives the commitments
	// the places from first on. keep says whether the checkpoint is one to keep.
	PutLog(ctx context.Context, s LogState, tiles []ledger.TileData, first int64, added []Commitment, keep bool) error
}

// LogState is a signed state of the log, and the log's keys.
type LogState struct {
	// Secret is empty where a vault has the signing key.
	Secret     string
	Verifier   string
	Tree       ledger.Tree
	Checkpoint []byte
	SignedAt   time.Time
}

// KeptCheckpoint is a checkpoint that was kept.
type KeptCheckpoint struct {
	Size     int64
	SignedAt time.Time
	Body     []byte
}

// Commitment is a version's entry in the log.
type Commitment struct {
	ID      ID
	Version int64
	Hash    [32]byte
}
