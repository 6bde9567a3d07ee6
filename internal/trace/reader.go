package trace

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/ownership"
	"rastro/internal/reach"
	"rastro/internal/sealedtext"
)

// Reader reads committed data, and inside an Update also that Update's writes. No use case needs
// all of it: each has its own port, made of the parts below.
type Reader interface {
	RecordReader
	ProfileReader
	ValidationReader
	KeyReader
	PhaseReader
	ReplyReader
	LogReader
	JournalReader
	LotReader
	ownership.Reader
	PlotReader
	SessionReader
	ImportReader
	UnerasedImportReader
	CursorReader
	RecallReader
	reach.Reader
	reach.ClaimingReader
	reach.LogoReader
}

// RecordReader reads records.
type RecordReader interface {
	LiveReader
	PageReader
	HarvestReader
	// Harvests returns the harvests that have a live record, by the bytes of
	// their names. It MUST NOT read more of a harvest's records than it counts.
	Harvests(ctx context.Context, q HarvestQuery) ([]Harvest, error)
	// LastEnd is when the last version of a harvest ended, by a later one, a
	// deletion or an erasure; zero when none has.
	LastEnd(ctx context.Context, harvestID string) (time.Time, error)
	// Count counts the live records that a query covers, regardless of its position,
	// offset and limit. It MUST NOT scan a kind's records.
	Count(ctx context.Context, q Query) (int64, error)
}

// VersionReader reads everything that was ever written of a record.
type VersionReader interface {
	// Versions returns every version of a record of any kind, oldest first; none if it
	// never existed.
	Versions(ctx context.Context, id ID) ([]Record, error)
}

// LiveReader reads single records.
type LiveReader interface {
	VersionReader
	// Record returns the live version of a record; CodeRecordNotFound when it
	// does not exist or is deleted, CodeErased when it was erased. The record may be
	// shared: the caller MUST NOT change it.
	Record(ctx context.Context, id ID) (*Record, error)
}

// PageReader reads live records page by page.
type PageReader interface {
	// Records returns live records in the query's order. It fails with CodePageTooLarge if they
	// exceed MaxPageBytes. The journal's own notes are never live, except for the newest version of
	// each recall report, and a query for those has no At.
	Records(ctx context.Context, q Query) ([]Record, error)
}

// HarvestReader reads all of a harvest.
type HarvestReader interface {
	// EachOf calls fn with every live record of a harvest, by kind and id, in one
	// snapshot and without keeping them in memory. fn must not use the reader.
	EachOf(ctx context.Context, harvestID string, fn func(*Record) error) error
}

// ProfileReader finds the profiles of harvests.
type ProfileReader interface {
	// NewestProfile returns the live profile of a harvest or, if there is none, the version
	// that ended the last one: a deletion or an erasure. CodeRecordNotFound if the harvest
	// never had one.
	NewestProfile(ctx context.Context, harvestID string) (Record, error)
}

// ValidationReader finds validations, and reads the data kept with them.
type ValidationReader interface {
	FrozenReader
	// Validation finds the live validation with a code, in the form that FoldCode
	// returns; CodeCodeNotFound if there is none.
	Validation(ctx context.Context, code string) (Record, error)
	// CodeOwner returns the validation that a code belongs to, even if it is no longer live;
	// CodeCodeNotFound if the code was never used.
	CodeOwner(ctx context.Context, code string) (ID, error)
	// NamedBy returns the validations of a harvest that name an item, as PutItems got them,
	// newest first. Its cost MUST depend only on the result, not on how many validations of
	// other harvests name the item.
	NamedBy(ctx context.Context, item TradeItem, harvestID string, limit int) ([]ID, error)
}

// FrozenReader reads the data that a validation froze.
type FrozenReader interface {
	// Cover returns the list of records that a validation covers, as PutCover
	// got it; CodeRecordNotFound when there is none.
	Cover(ctx context.Context, id ID) ([]byte, error)
	// Report returns the review of a validation, as PutReport got it;
	// CodeRecordNotFound if there is none, or it was erased.
	Report(ctx context.Context, id ID) ([]byte, error)
}

// StateReader reads what the state of a validation depends on.
type StateReader interface {
	FrozenReader
	VersionReader
	HarvestReader
}

// KeyReader reads keys.
type KeyReader interface {
	// Keys returns every key, oldest first.
	Keys(ctx context.Context) ([]Key, error)
	// KeyRevision changes whenever any key does.
	KeyRevision(ctx context.Context) (int64, error)
}

// PhaseReader reads the catalogue, and when it changed.
type PhaseReader interface {
	CatalogueReader
	// PhaseRevision grows with every change of the catalogue.
	PhaseRevision(ctx context.Context) (int64, error)
}

// CatalogueReader reads the catalogue.
type CatalogueReader interface {
	// Phases returns the live catalogue of a crop, or of every crop for "", oldest first.
	Phases(ctx context.Context, crop Crop) ([]CropPhase, error)
}

// ReplyReader reads answers kept for repeated requests.
type ReplyReader interface {
	// Reply finds the response kept under an idempotency key; CodeRecordNotFound if there is
	// none.
	Reply(ctx context.Context, accessKey, name string) (Reply, error)
}

// ReplayReader reads the responses to repeated requests.
type ReplayReader interface {
	ReplyReader
	VersionReader
}

// SeedReader reads the key of the store's marks, and the marks that it is checked against.
type SeedReader interface {
	ImportReader
	VersionReader
}

// LogReader reads the public log.
type LogReader interface {
	TileReader
	// Log returns the log's newest signed state; CodeRecordNotFound before
	// StartLog.
	Log(ctx context.Context) (LogState, error)
	// LogIndex is a version's place in the log; CodeNotLogged while it has none.
	LogIndex(ctx context.Context, id ID, version int64) (int64, error)
	// Waiting returns up to limit commitments without a place in the log, in the order in which
	// they will be placed. The commitments it returns stay first in that order until they are
	// placed.
	Waiting(ctx context.Context, limit int) ([]Commitment, error)
	// CountWaiting counts the versions that have no place in the log.
	CountWaiting(ctx context.Context) (int64, error)
	// Predecessors returns the logs that this one continues, oldest first.
	Predecessors(ctx context.Context) ([]ledger.Predecessor, error)
	// LogBehind reports whether committed versions wait for a place in the log.
	LogBehind(ctx context.Context) (bool, error)
	// NewestCheckpoints returns the last of the older checkpoints that were kept, the
	// newest first. It MUST NOT read more than it returns.
	NewestCheckpoints(ctx context.Context, limit int) ([]KeptCheckpoint, error)
}

// TileReader reads the tiles of the public log.
type TileReader interface {
	// Tile returns the first Width items of a tile; CodeTileNotFound if the log is too
	// short.
	Tile(ctx context.Context, t ledger.Tile) ([]byte, error)
}

// JournalReader reads versions of all records, in the order of the log, and versions that
// need attention.
type JournalReader interface {
	NoteReader
	LoggedReader
	// Logged returns versions in the order of the log, starting at a place.
	Logged(ctx context.Context, from int64, limit int) ([]Record, error)
	// Unplaced calls fn with every version that has no place in the log, in one snapshot. fn must
	// not use the reader. If recent is set, it covers only the versions for the log's next step,
	// and its cost depends only on them.
	Unplaced(ctx context.Context, recent bool, fn func(*Record) error) error
	// Misended calls fn, like Unplaced, with every version whose end contradicts the
	// version after it or its own operation. It looks only at the harvests within
	// reach.
	Misended(ctx context.Context, within Reach, fn func(*Record) error) error
}

// LoggedReader reads versions in the order of the log.
type LoggedReader interface {
	// EachLogged calls fn with the versions that Logged would return, without keeping them in
	// memory. fn must not use the reader.
	EachLogged(ctx context.Context, from int64, limit int, fn func(*Record) error) error
}

// NoteReader reads the journal's own notes.
type NoteReader interface {
	// EachNote calls fn, like Unplaced, with every note of a kind of kind.Changes, by
	// id. It MUST NOT scan the journal.
	EachNote(ctx context.Context, k *kind.Kind, fn func(*Record) error) error
}

// CursorReader reads the keys that cursors are sealed with.
type CursorReader interface {
	// CursorKeys returns the keys, the newest last. A store always has one.
	CursorKeys(ctx context.Context) ([]sealedtext.Key, error)
}

// ImportReader reads which rows of files were imported.
type ImportReader interface {
	// ImportSeed returns the key of the store's marks; it never changes.
	ImportSeed(ctx context.Context) ([]byte, error)
	// SomeImported returns up to limit marks and the records of their rows.
	SomeImported(ctx context.Context, limit int) ([]Marked, error)
	// Imported returns which of up to MaxMarks marks PutImported stored, in no particular order,
	// even if their records were deleted or erased since.
	Imported(ctx context.Context, marks []Mark) ([]Marked, error)
}

// UnerasedImportReader finds imported rows whose records were not erased.
type UnerasedImportReader interface {
	// ImportedUnerased returns what Imported does, without records that were erased.
	ImportedUnerased(ctx context.Context, marks []Mark) ([]Marked, error)
}

// RecallReader finds the reports of recalls, the harvests that they cover, and erased records.
type RecallReader interface {
	// RecallsAmong returns the recalls whose reports cover some of up to 500 named harvests, or
	// harvests of an organisation, each with those harvests, in one look-up of an index.
	RecallsAmong(ctx context.Context, within Reach) (map[ID][]string, error)
	// RecallHarvests returns the harvests that the report of a recall covers.
	RecallHarvests(ctx context.Context, id ID) ([]string, error)
	// NewestNotes returns the newest version of every note of a kind of kind.Changes, by
	// id. It MUST NOT read payloads or scan the journal.
	NewestNotes(ctx context.Context, k *kind.Kind) ([]NoteVersion, error)
	// ErasedNaming returns the erased records that named any of the lots with these marks, at most
	// 256.
	ErasedNaming(ctx context.Context, marks []string) ([]ID, error)
	// Erasures counts all erasures.
	Erasures(ctx context.Context) (int64, error)
}

// SessionReader reads sessions.
type SessionReader interface {
	// Session finds the session with a digest, even if it has expired;
	// CodeUnauthenticated if there is none.
	Session(ctx context.Context, digest [32]byte) (Session, error)
}
