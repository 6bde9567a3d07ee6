package share

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/notebook"
	"rastro/internal/ownership"
	"rastro/internal/personal"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	notebook.Reader
	ownership.OwnerReader
	trace.VersionReader
	// FirstAndNewest returns the first and the newest version of a note; false if there is none.
	FirstAndNewest(ctx context.Context, id trace.ID) (first, newest trace.Record, known bool, err error)
}

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	notebook.Writer
	trace.Appender
	trace.ReplyReader
	trace.ReplyWriter
}

// Locker makes others wait.
type Locker interface {
	// LockHarvest makes whoever undoes an import of a harvest wait for this transaction.
	LockHarvest(ctx context.Context, harvestID string) error
}

// Writers are the ports of a transaction.
type Writers struct {
	Writer
	Locker
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// NewPort returns the port of a store: the engine's snapshots and transactions have notes.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers { return Writers{w.(Writer), w.(Locker)} })
}

// Acts finds the key that somebody acts with now, by the access key that a link names;
// CodeUnauthenticated if they may no longer act.
type Acts func(ctx context.Context, access string) (*trace.Key, error)

// LinkKeeper keeps links. It is safe for concurrent use.
type LinkKeeper struct {
	store   Port
	journal *trace.Journal
	acts    Acts
	now     func() time.Time
	random  io.Reader
}

// New returns a LinkKeeper.
func New(store Port, journal *trace.Journal, acts Acts, now func() time.Time, random io.Reader) *LinkKeeper {
	return &LinkKeeper{store, journal, acts, now, random}
}

// writable is the kind of record that whoever makes a link must be able to write in the harvest:
// the one that says that the goods conform.
var writable = kind.ByPrefix(kind.Conformity)

// needShare fails unless a caller may pass on the content of a dossier.
func needShare(by *trace.Key) error {
	if err := by.Need(trace.Write); err != nil {
		return err
	}
	if err := by.NeedRight(right.Export); err != nil {
		return err
	}
	return personal.Need(by)
}

// MayShare reports whether a caller may make links of the lots that a harvest owns.
func MayShare(by *trace.Key, harvestID string) bool {
	return needShare(by) == nil && by.NeedWrite(writable, harvestID) == nil
}

// Made is a new link. Its token is known only now.
type Made struct {
	Link
	Token  string
	Replay *trace.Reply // the kept answer, in place of the link
}

// JSON returns the link as the wire shows it once, with its address.
func (m *Made) JSON(now time.Time, publicURL string) []byte {
	return m.append(nil, now, publicURL+Path(m.Token))
}

// Path returns the path where a link is opened.
func Path(token string) string { return "/c/" + token }

// Share makes a link of a lot. A lot that the caller may not read is CodeLotNotFound. answer
// makes the answer that is kept for a repeated request.
func (k *LinkKeeper) Share(ctx context.Context, by *trace.Key, r Request, once *trace.Idempotency, answer func(*Made) []byte) (made Made, err error) {
	if err := needShare(by); err != nil {
		return made, err
	}
	if !by.ExpiresAt.IsZero() && r.ExpiresAt.After(by.ExpiresAt) {
		var m trace.Members
		m.Report("expiraEm", outlives, lang.Args{"ate": instant(by.ExpiresAt)})
		return made, m.Err()
	}
	secret, err := newSecret(k.random)
	if err != nil {
		return made, err
	}
	err = k.store.Update(ctx, func(w Writers) error {
		made = Made{}
		before, err := once.Replay(ctx, w, by, k.now())
		if err != nil {
			return err
		}
		if before != nil {
			before.Data, err = once.Open(before.Data)
			made.Replay = before
			return err
		}
		l := Link{Lot: lot.Fold(r.Lot), For: r.For, Party: by.Party(), ExpiresAt: r.ExpiresAt, Limit: r.Views, maker: by.AccessKey, digest: sha256.Sum256(secret[:])}
		if l.HarvestID, err = held(ctx, w, by, l.Lot, r.Lot); err != nil {
			return err
		}
		if err := k.begin(ctx, w, by, &l); err != nil {
			return err
		}
		made.Link, made.Token = l, token(l.ID, secret)
		if once == nil {
			return nil
		}
		sealed, err := once.Seal(answer(&made), k.random)
		if err != nil {
			return err
		}
		return once.Remember(ctx, w, by, k.now(), kind.LinkChange.Prefix+"/"+l.ID.String(), sealed)
	})
	return made, err
}

// begin writes the first version of a link.
func (k *LinkKeeper) begin(ctx context.Context, w Writer, by *trace.Key, l *Link) error {
	had, err := ofLot(ctx, w, l.HarvestID, l.Lot)
	if err != nil {
		return err
	}
	if len(had) >= MaxOfLot {
		var m trace.Members
		m.Report("lote", tooMany, lang.Args{"lote": l.Lot, "max": strconv.Itoa(MaxOfLot)})
		return m.Err()
	}
	body, err := l.body()
	if err != nil {
		return err
	}
	noted, err := notebook.Begin(ctx, w, k.journal, kind.LinkChange, by, body)
	l.ID, l.Version = noted.ID, noted.Version
	return err
}

// owned returns the harvest that owns a lot, if the caller may write in it.
func owned(ctx context.Context, r ownership.OwnerReader, by *trace.Key, code, written string) (string, error) {
	missing := trace.Fail(trace.CodeLotNotFound, "lote", written)
	if code == "" {
		return "", missing
	}
	owners, err := r.Owners(ctx, ownership.Lots, []string{code})
	if err != nil {
		return "", err
	}
	if len(owners) == 0 || !by.Reaches(owners[0].HarvestID) {
		return "", missing
	}
	return owners[0].HarvestID, by.NeedWrite(writable, owners[0].HarvestID)
}

// held is owned, for a lot whose records stay until the end of the transaction: an import that is undone
// meanwhile sees the link, or this transaction sees that the lot is gone.
func held(ctx context.Context, w Writers, by *trace.Key, code, written string) (string, error) {
	before, err := owned(ctx, w, by, code, written)
	if err != nil {
		return "", err
	}
	if err := w.LockHarvest(ctx, before); err != nil {
		return "", err
	}
	harvestID, err := owned(ctx, w, by, code, written)
	if err != nil {
		return "", err
	}
	if harvestID != before {
		return "", trace.Fail(trace.CodeContended)
	}
	owners, err := w.Owners(ctx, ownership.Lots, []string{code})
	if err != nil {
		return "", err
	}
	for i := range owners {
		if ok, err := ownership.Stands(ctx, w, &owners[i]); ok || err != nil {
			return harvestID, err
		}
	}
	return "", trace.Fail(trace.CodeLotNotFound, "lote", written)
}

// Lister lists entries.
type Lister interface {
	NoteEntries(ctx context.Context, q notebook.Query) ([]notebook.Entry, error)
}

// eachPage is how many links of a harvest are read at once.
const eachPage = 200

// Each calls fn with the links of lots of a harvest, until it returns false.
func Each(ctx context.Context, r Lister, harvestID string, fn func(*Link) (more bool)) error {
	q := notebook.Query{Owner: harvestID, Kind: kind.LinkChange, Limit: eachPage}
	for {
		found, err := r.NoteEntries(ctx, q)
		if err != nil {
			return err
		}
		for i := range found {
			q.After = found[i].Name
			if l, ok := read(found[i].ID, found[i].Version, found[i].Body); ok && !fn(&l) {
				return nil
			}
		}
		if len(found) < q.Limit {
			return nil
		}
	}
}

// ofLot returns the links of a lot in a harvest.
func ofLot(ctx context.Context, r notebook.Reader, harvestID, code string) (all []Link, err error) {
	found, err := r.NoteEntries(ctx, notebook.Query{Owner: harvestID, Kind: kind.LinkChange, After: code + between, Limit: MaxOfLot})
	for i := range found {
		if !strings.HasPrefix(found[i].Name, code+between) {
			break
		}
		if l, ok := read(found[i].ID, found[i].Version, found[i].Body); ok {
			all = append(all, l)
		}
	}
	return all, err
}

// LinksOf lists the links of a lot, the newest first.
func (k *LinkKeeper) LinksOf(ctx context.Context, by *trace.Key, code string) (all []Link, err error) {
	if err := needShare(by); err != nil {
		return nil, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		harvestID, err := owned(ctx, r, by, lot.Fold(code), code)
		if err != nil {
			return err
		}
		all, err = ofLot(ctx, r, harvestID, lot.Fold(code))
		return err
	})
	newestFirst(all)
	return all, err
}

// LinkOf finds a link, with every time it was opened; CodeNoLink if the caller may not know of it.
func (k *LinkKeeper) LinkOf(ctx context.Context, by *trace.Key, id string) (l Link, views []View, err error) {
	if err := needShare(by); err != nil {
		return l, nil, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		views = nil
		if l, _, err = k.find(ctx, r, by, id); err != nil {
			return err
		}
		versions, err := r.Versions(ctx, l.ID)
		if err != nil {
			return err
		}
		for i := range versions {
			v := &versions[i]
			if then, ok := read(v.ID, v.Version, v.Payload); ok && then.last != "" {
				views = append(views, View{then.Views, v.UpdatedAt, then.last})
			}
		}
		return nil
	})
	return l, views, err
}

// find finds a link by its id, for someone who may change it, and the version that it was read
// from.
func (k *LinkKeeper) find(ctx context.Context, r Reader, by *trace.Key, id string) (Link, *trace.Record, error) {
	missing := trace.Fail(trace.CodeNoLink)
	parsed, ok := trace.ParseID(id)
	if !ok {
		return Link{}, nil, missing
	}
	l, version, err := newest(ctx, r, parsed)
	if err != nil {
		return Link{}, nil, err
	}
	if !by.Reaches(l.HarvestID) {
		return Link{}, nil, missing
	}
	return l, version, by.NeedWrite(writable, l.HarvestID)
}

// newest returns a link according to its newest version; CodeNoLink if there is none, or if the
// version does not match its commitment.
func newest(ctx context.Context, r Reader, id trace.ID) (Link, *trace.Record, error) {
	_, v, known, err := r.FirstAndNewest(ctx, id)
	if err != nil {
		return Link{}, nil, err
	}
	if known && v.Kind == kind.LinkChange && v.Operation != trace.Erased && v.Intact() {
		if l, ok := read(v.ID, v.Version, v.Payload); ok {
			return l, &v, nil
		}
	}
	return Link{}, nil, trace.Fail(trace.CodeNoLink)
}

// Revoke revokes a link. Revoking it again changes nothing.
func (k *LinkKeeper) Revoke(ctx context.Context, by *trace.Key, id string) (l Link, err error) {
	if err := needShare(by); err != nil {
		return l, err
	}
	err = k.store.Update(ctx, func(w Writers) error {
		var version *trace.Record
		if l, version, err = k.find(ctx, w, by, id); err != nil || !l.RevokedAt.IsZero() {
			return err
		}
		l.RevokedAt, l.last = k.now(), ""
		return k.put(ctx, w, by, &l, version)
	})
	return l, err
}

// put writes the version of a link that follows a given one. Somebody else who writes it too runs
// again, and reads this one: so the version MUST be the one that the link was read from.
func (k *LinkKeeper) put(ctx context.Context, w Writer, by *trace.Key, l *Link, version *trace.Record) error {
	body, err := l.body()
	if err != nil {
		return err
	}
	l.Version = version.Version + 1
	return notebook.Continue(ctx, w, k.journal, version, trace.Updated, by, body)
}

// Open finds the link of a token, and the key that its reader reads with, which allows no more than
// the link's maker may read now. A link opens only while its maker could make it again, so a share
// that no longer allows writing ends it. Whatever is wrong with a token, its link or its maker, the
// error is CodeNoLink.
func (k *LinkKeeper) Open(ctx context.Context, text string) (l Link, reader *trace.Key, err error) {
	id, secret, ok := parseToken(text)
	missing := trace.Fail(trace.CodeNoLink)
	if !ok {
		return l, nil, missing
	}
	if err = k.store.View(ctx, func(r Reader) error { l, _, err = newest(ctx, r, id); return err }); err != nil {
		return Link{}, nil, err
	}
	if !l.opens(secret) || l.State(k.now()) != Active {
		return Link{}, nil, missing
	}
	maker, err := k.acts(ctx, l.maker)
	if failed := (*trace.Error)(nil); errors.As(err, &failed) && failed.Class() != trace.Unavailable {
		return Link{}, nil, missing
	}
	if err != nil {
		return Link{}, nil, err
	}
	if needShare(maker) != nil || maker.NeedWrite(writable, l.HarvestID) != nil {
		if err := maker.ReachErr(); err != nil {
			return Link{}, nil, err
		}
		return Link{}, nil, missing
	}
	only := *maker
	only.Scopes = []trace.Scope{trace.Read}
	return l, &only, nil
}

// visitor represents whoever opens links: the journal records nothing else about them.
var visitor = &trace.Key{AccessKey: "link", Name: "link"}

// Count notes that a part of a link was opened, or fails with CodeNoLink if the link no longer
// opens. Of several visits at once, no more are let in than the limit allows.
func (k *LinkKeeper) Count(ctx context.Context, id trace.ID, part Part) (l Link, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		var version *trace.Record
		if l, version, err = newest(ctx, w, id); err != nil {
			return err
		}
		if l.State(k.now()) != Active {
			return trace.Fail(trace.CodeNoLink)
		}
		l.Views++
		l.last = part
		return k.put(ctx, w, visitor, &l, version)
	})
	return l, err
}
