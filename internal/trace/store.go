package trace

import (
	"context"
	"errors"
	"time"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/reach"
)

// Store keeps records, keys and phases. Each of its read methods sees its own snapshot;
// View gives several reads one snapshot.
//
// Every method fails with CodeUnavailable if the store cannot be reached, CodeStoreFull if its disk is full, and MUST work
// again once it can, without a restart.
type Store interface {
	Reader
	// View runs fn over one consistent snapshot.
	View(ctx context.Context, fn func(Reader) error) error
	// Update runs fn in one transaction and returns once everything fn wrote, and everything
	// it could read, is durable: it MUST survive a power failure, and with synchronous replicas
	// the loss of the leader. If fn or the commit fails, nothing
	// is written. fn may run more than once, and each run MUST ignore what an earlier
	// one read and decided.
	Update(ctx context.Context, fn func(Writer) error) error
	Stamper
	// Lookup answers while a snapshot or a transaction of the same caller is open.
	reach.Lookup
	// Touched returns the harvests in which any server or program committed versions since a place
	// that an earlier call returned. For "" it only returns the current place. It reads up to limit
	// versions, and sets All if there are more. Its cost depends only on the number of new
	// versions.
	Touched(ctx context.Context, since Place, limit int) (Touched, error)
	// Health reports whether the store's files are in place and complete, as far as is known
	// without searching for damage. It takes microseconds. An Update MUST NOT succeed while they
	// are not in place.
	Health() Health
	// DeferErasures makes BeginErasure fail on every server of the store until release
	// is called or this server ends. It waits, up to a limit, for transactions that claimed
	// erasures and for others that defer them; CodeContended if that takes too long.
	DeferErasures(ctx context.Context) (release func(), err error)
	// WipeLogSecret destroys the remains of a signing key after LogWriter.ForgetLogSecret, if
	// old bytes of a row stay until the table is rewritten. The database may refuse it.
	WipeLogSecret(ctx context.Context) error
	Close() error
}

// Stamper detects writes.
type Stamper interface {
	// Stamp identifies a state of the stored data: between two equal stamps of one store, no
	// server or program committed anything that a reader could see. It MUST change before the
	// Update of a change returns. Unequal stamps prove nothing. It does not read the data.
	Stamp(ctx context.Context) (Stamp, error)
}

// ReadPort is the store as a read-only use case sees it; R is its reader.
type ReadPort[R any] struct {
	store  Store
	direct R
	read   func(Reader) R
}

// Port is the store as one use case sees it: R is its reader, W its reader and writer in a
// transaction.
type Port[R, W any] struct {
	ReadPort[R]
	write func(Writer) W
}

// NarrowRead makes the port of a use case that only reads. read returns its argument: the
// compiler then checks that a store has every method of the port.
func NarrowRead[R any](store Store, read func(Reader) R) ReadPort[R] {
	return ReadPort[R]{store, read(store), read}
}

// Narrow makes the port of a use case. read and write return their argument, as in NarrowRead.
func Narrow[R, W any](store Store, read func(Reader) R, write func(Writer) W) Port[R, W] {
	return Port[R, W]{NarrowRead(store, read), write}
}

// Direct reads outside a transaction: each read sees its own snapshot.
func (p *ReadPort[R]) Direct() R { return p.direct }

// View is Store.View.
func (p *ReadPort[R]) View(ctx context.Context, fn func(R) error) error {
	return p.store.View(ctx, func(r Reader) error { return fn(p.read(r)) })
}

// Update is Store.Update.
func (p *Port[R, W]) Update(ctx context.Context, fn func(W) error) error {
	return p.store.Update(ctx, func(w Writer) error { return fn(p.write(w)) })
}

// Stamp is what Stamper.Stamp returns, only to be compared.
type Stamp string

// Place is where Store.Touched continues.
type Place string

// Touched lists changes since a place.
type Touched struct {
	Next     Place
	Harvests []string // some may occur twice
	// Catalogue: phases changed. Organizations: organisations, shares, EU statements did. All: there may be more than is listed.
	Catalogue, Organizations, All bool
}

// Reach is the harvests that a query covers. Only makes a Reach from names; Key.Reach returns a
// caller's.
type Reach = reach.Set

// Only returns a reach of the given harvests.
func Only(harvestIDs ...string) Reach { return reach.Only(harvestIDs...) }

// MaxPageBytes bounds the memory of one page. One record always fits: only the report of
// a recall can be larger.
const MaxPageBytes = 64 << 20

// Query selects records, their order, and a part of the result.
type Query struct {
	Kind *kind.Kind // nil: every kind
	Reach
	// At asks for the live versions at an instant; zero is now. A query with At cannot be
	// counted.
	At time.Time
	// NoLongerLive selects the last version, a deletion or an erasure, of records that are no
	// longer live. Such a query has no At and cannot be counted.
	NoLongerLive bool
	Order        Order
	After        Position // nil: from the start
	Offset       int64
	Limit        int
}

// HarvestQuery selects harvests, their order, and a part of the result.
type HarvestQuery struct {
	Reach
	Prefix string // of the name
	Desc   bool
	After  string // the page begins after this name, "" for the start
	Offset int64
	Limit  int
	// CountTo is how far the live versions of a harvest are counted, and those that are
	// no longer live.
	CountTo int64
}

// Harvest is a harvest, and how many versions were ever written in it. That number grows with
// every write in the harvest, so an unchanged number means an unchanged harvest.
type Harvest struct {
	HarvestID string
	Versions  int64
}

// Reply is an answer kept under an idempotency key.
type Reply struct {
	AccessKey string
	Name      string
	// Request is the digest of the request it answered.
	Request [32]byte
	// Location is the path of the created resource, for the Location header.
	Location  string
	Data      []byte
	ExpiresAt time.Time
}

// Erased reports whether the record at Location was erased, and the response with it.
func (r *Reply) Erased() bool { return len(r.Data) == 0 }

// LogState is a signed state of the log, and the log's keys.
type LogState struct {
	// Secret is empty if a vault has the signing key.
	Secret     string
	Verifier   string
	Tree       ledger.Tree
	Checkpoint []byte
	SignedAt   time.Time
	// Rewritten grows whenever a version that is in the journal says something else from then on: it
	// was erased, or a rebuild corrected it. Writers that lock the log do not read it.
	Rewritten int64
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

// NoteVersion is a version of a note, and how long its payload is.
type NoteVersion struct {
	ID      ID
	Version int64
	Bytes   int64
}

// ErrErasuresHeld is returned while a recall, on this or another server, defers erasures.
var ErrErasuresHeld = errors.New("a recall defers erasures")

// DeferPatience bounds how long Store.DeferErasures waits for others that defer them: the
// recall of another server takes seconds.
const DeferPatience = 30 * time.Second

// SessionLifetime is the length of a session: a working day.
const SessionLifetime = 12 * time.Hour

// Session is a sign-in with a key. Its token has the key's rights for as long as the key works, on
// every server of the store. Only a digest of the token is stored.
type Session struct {
	Digest    [32]byte
	AccessKey string
	// Once marks an invitation: its token only opens one session.
	Once      bool
	ExpiresAt time.Time
}

// Health is what the store knows about its own condition without reading its content.
type Health struct {
	// Gone is set if the store's files are no longer where they were opened, so writes would be
	// lost.
	Gone       error
	WritesFail bool // the last transaction that should write did not, as on a full disk
	// Damage names the part of the store that cannot be read; "" if none is known.
	Damage string
}
