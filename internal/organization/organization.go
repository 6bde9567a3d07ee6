// Package organization keeps organisations, and which harvests each of them owns or was given.
// A key belongs to the organisation whose current or former name its own text names, and a
// harvest to the one whose key first wrote in it. Both are entries of the journal.
package organization

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

var (
	organizationKind = kind.OrganizationChange
	shareKind        = kind.ShareChange
)

// Reader is what the package reads.
type Reader interface {
	reach.Reader
	reach.LogoReader
}

// Writer is what it reads and writes in a transaction.
type Writer interface {
	reach.Reader
	reach.Writer
}

// JournalWriter is what it needs to write entries of the journal, and to know keys.
type JournalWriter interface {
	trace.Appender
	trace.ReplayReader
	trace.ReplyWriter
	Keys(ctx context.Context) ([]trace.Key, error)
	LockKeys(ctx context.Context) error
}

// Writers are the ports of a transaction.
type Writers struct {
	Writer
	Logos   reach.LogoWriter
	Journal JournalWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// Keys reads keys again after organisations changed.
type Keys interface {
	RefreshKeys(ctx context.Context) error
}

// OrganizationKeeper keeps organisations. It is safe for concurrent use.
type OrganizationKeeper struct {
	store   Port
	journal *trace.Journal
	keys    Keys
	now     func() time.Time
	log     *slog.Logger
}

// New makes an OrganizationKeeper.
func New(store Port, journal *trace.Journal, keys Keys, now func() time.Time, log *slog.Logger) *OrganizationKeeper {
	return &OrganizationKeeper{store, journal, keys, now, log}
}

// maxAllNames bounds the names of all organisations: every server holds them.
const maxAllNames = 200_000

// administers fails unless the key administers the server.
func administers(by *trace.Key) error {
	if err := by.Need(trace.Admin); err != nil {
		return err
	}
	if !by.Administers() {
		return trace.Fail(trace.CodeLimitedKey)
	}
	return nil
}

// Organizations lists organisations by name, those after one; only for the server's
// administrator.
func (k *OrganizationKeeper) Organizations(ctx context.Context, by *trace.Key, after reach.Stored, limit int) ([]Organization, error) {
	if err := administers(by); err != nil {
		return nil, err
	}
	stored, err := k.store.Direct().Organizations(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	all := make([]Organization, len(stored))
	for i := range stored {
		if all[i], err = Read(stored[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Organization reads one: any for the server's administrator, and for a key of an
// organisation its own.
func (k *OrganizationKeeper) Organization(ctx context.Context, by *trace.Key, id string) (Organization, error) {
	if err := by.Need(trace.Admin); err != nil {
		return Organization{}, err
	}
	parsed, ok := trace.ParseID(id)
	if m := by.Member(); !ok || !by.Administers() && (m == nil || m.ID != parsed) {
		return Organization{}, trace.Fail(trace.CodeNoOrganization)
	}
	return k.read(ctx, k.store.Direct(), parsed)
}

type organizationReader interface {
	Organization(ctx context.Context, id reach.ID) (reach.Stored, bool, error)
}

func (k *OrganizationKeeper) read(ctx context.Context, r organizationReader, id reach.ID) (Organization, error) {
	stored, ok, err := r.Organization(ctx, id)
	if err == nil && !ok {
		err = trace.Fail(trace.CodeNoOrganization)
	}
	if err != nil {
		return Organization{}, err
	}
	return Read(stored)
}

// RegisterOrganization makes an organisation. From then on the keys that name it are inside it, and the
// harvests that they began are its own.
func (k *OrganizationKeeper) RegisterOrganization(ctx context.Context, by *trace.Key, req Request, once *trace.Once) (made Organization, replay *trace.Reply, err error) {
	if err := administers(by); err != nil {
		return made, nil, err
	}
	err = k.store.Update(ctx, func(w Writers) error {
		made = Organization{Version: 1}
		if replay, err = once.Replay(ctx, w.Journal, by, k.now()); replay != nil || err != nil {
			return err
		}
		req.apply(&made.Document)
		body, err := k.check(ctx, w, &made)
		if err != nil {
			return err
		}
		if made.ID, err = k.journal.Noted(ctx, w.Journal, organizationKind, by, body); err != nil {
			return err
		}
		if err := w.PutOrganization(ctx, reach.Stored{ID: made.ID, Version: 1, Name: made.Name, Body: body}, made.Folded()); err != nil {
			return err
		}
		return once.Remember(ctx, w.Journal, by, k.now(), "/organizacoes/"+made.ID.String(), made.JSON())
	})
	if err != nil || replay != nil {
		return made, replay, err
	}
	return made, nil, k.take(ctx, by, &made)
}

// mayChange fails unless the key may change an organisation: the server's administrator may,
// and that of the organisation itself all but the name, which says who is inside.
func mayChange(by *trace.Key, id trace.ID, req *Request) error {
	if err := by.Need(trace.Admin); err != nil || by.Administers() {
		return err
	}
	if m := by.Member(); m == nil || m.ID != id {
		return trace.Fail(trace.CodeNoOrganization)
	}
	if req.Name != nil || len(by.Phases)+len(by.Harvests) > 0 {
		return trace.Fail(trace.CodeLimitedKey)
	}
	return nil
}

// ChangeOrganization changes what a request names of an organisation.
func (k *OrganizationKeeper) ChangeOrganization(ctx context.Context, by *trace.Key, id string, req Request, ifMatch trace.IfMatch) (Organization, error) {
	parsed, _ := trace.ParseID(id) // no organisation has the zero id
	if err := mayChange(by, parsed, &req); err != nil {
		return Organization{}, err
	}
	var out Organization
	err := k.store.Update(ctx, func(w Writers) (err error) {
		if out, err = k.read(ctx, w, parsed); err != nil {
			return err
		}
		if !ifMatch.Admits(out.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(out.Version, 10))
		}
		req.apply(&out.Document)
		out.Version++
		body, err := k.check(ctx, w, &out)
		if err != nil {
			return err
		}
		if _, err := k.noteAgain(ctx, w.Journal, by, out.ID, body); err != nil {
			return err
		}
		return w.PutOrganization(ctx, reach.Stored{ID: out.ID, Version: out.Version, Name: out.Name, Body: body}, out.Folded())
	})
	if err != nil || !by.Administers() {
		return out, err
	}
	return out, k.take(ctx, by, &out)
}

// check locks keys and organisations, and fails if another one has one of the names, or if
// nobody would administer the server any more.
func (k *OrganizationKeeper) check(ctx context.Context, w Writers, o *Organization) ([]byte, error) {
	if err := w.Journal.LockKeys(ctx); err != nil {
		return nil, err
	}
	if len(o.Former) >= maxNames {
		m := trace.Members{}
		m.Report("nome", ruleNames, lang.Args{"max": strconv.Itoa(maxNames)})
		return nil, m.Err()
	}
	names, err := w.OrganizationNames(ctx)
	if err != nil {
		return nil, err
	}
	if o.Version == 1 && len(names) >= maxAllNames {
		return nil, trace.Fail(trace.CodeManyOrganizations, "max", strconv.Itoa(maxAllNames))
	}
	folded := o.Folded()
	inside := map[string]bool{}
	for _, n := range names {
		if n.Organization != o.ID {
			inside[n.Folded] = true
		}
	}
	for i, name := range folded {
		if inside[name] {
			return nil, trace.Fail(trace.CodeOrganizationTaken, "nome", append([]string{o.Name}, o.Former...)[i])
		}
	}
	for _, name := range folded {
		inside[name] = true
	}
	if err := k.leavesAdmin(ctx, w, inside); err != nil {
		return nil, err
	}
	return o.bytes()
}

// leavesAdmin fails if all admins without limits would be inside organisations.
func (k *OrganizationKeeper) leavesAdmin(ctx context.Context, w Writers, inside map[string]bool) error {
	keys, err := w.Journal.Keys(ctx)
	if err != nil {
		return err
	}
	now := k.now()
	some := slices.ContainsFunc(keys, func(key trace.Key) bool {
		return key.Administers() && key.ActiveAt(now) && (key.Organization == "" || !inside[lang.Fold(key.Organization)])
	})
	if !some {
		return trace.Fail(trace.CodeLastAdminInside)
	}
	return nil
}

// noteAgain writes a further version of an entry. A note is never live, so each version
// follows an ended one.
func (k *OrganizationKeeper) noteAgain(ctx context.Context, w JournalWriter, by *trace.Key, id trace.ID, body []byte) (trace.ID, error) {
	versions, err := w.Versions(ctx, id)
	if err != nil {
		return id, err
	}
	if len(versions) == 0 {
		return id, trace.Fail(trace.CodeStoreDamaged)
	}
	r := versions[len(versions)-1]
	k.journal.Next(&r, trace.Updated, by)
	r.Payload, r.AfterEnd = body, true
	return id, k.journal.Append(ctx, w, &r)
}

// take makes a change effective: it reads keys again, and gives the organisation the harvests
// that it began before it was registered.
func (k *OrganizationKeeper) take(ctx context.Context, by *trace.Key, o *Organization) error {
	if err := k.keys.RefreshKeys(ctx); err != nil { // they are read again within a second
		k.log.Warn("keys could not be read again after an organisation changed", "err", err)
	}
	return k.fill(ctx, by, o)
}
