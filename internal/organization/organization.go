// Package organization manages organisations, and which harvests each of them owns or was given. A
// key belongs to the organisation that its text names, by a current or former name, and a harvest
// to the organisation whose key first wrote in it. Both are journal entries.
package organization

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
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
	reach.ClaimingReader
	reach.LogoReader
	trace.VersionReader
}

// Writer reads and writes in a transaction.
type Writer interface {
	reach.Reader
	reach.Writer
}

// JournalWriter writes journal entries, and reads keys.
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
	Claims  reach.ClaimingWriter
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

// New returns an OrganizationKeeper.
func New(store Port, journal *trace.Journal, keys Keys, now func() time.Time, log *slog.Logger) *OrganizationKeeper {
	return &OrganizationKeeper{store, journal, keys, now, log}
}

// maxAllNames limits the names of all organisations, which every server keeps in memory.
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

// Organizations lists organisations by name, starting after a given one; only for the server's
// administrator.
func (k *OrganizationKeeper) Organizations(ctx context.Context, by *trace.Key, after reach.StoredOrganization, limit int) ([]Organization, error) {
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

// Organization reads an organisation: any one for the server's administrator, and for a key of an
// organisation only its own.
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

// IdentityReader reads one organisation.
type IdentityReader interface {
	Organization(ctx context.Context, id reach.ID) (reach.StoredOrganization, bool, error)
}

func (k *OrganizationKeeper) read(ctx context.Context, r IdentityReader, id reach.ID) (Organization, error) {
	stored, ok, err := r.Organization(ctx, id)
	if err == nil && !ok {
		err = trace.Fail(trace.CodeNoOrganization)
	}
	if err != nil {
		return Organization{}, err
	}
	return Read(stored)
}

// RegisterOrganization makes an organisation. From then on the keys that name it belong to it, and
// the harvests that they began are its own.
func (k *OrganizationKeeper) RegisterOrganization(ctx context.Context, by *trace.Key, req Request, once *trace.Idempotency) (made Organization, replay *trace.Reply, err error) {
	if err := administers(by); err != nil {
		return made, nil, err
	}
	err = k.store.Update(ctx, func(w Writers) error {
		made = Organization{Version: 1}
		if replay, err = once.Replay(ctx, w.Journal, by, k.now()); replay != nil || err != nil {
			return err
		}
		req.apply(&made.Document)
		if err := k.newName(ctx, w, &made); err != nil {
			return err
		}
		if err := needOwnCNPJ(ctx, w, &made); err != nil {
			return err
		}
		body, err := made.bytes()
		if err != nil {
			return err
		}
		if made.ID, err = k.journal.Noted(ctx, w.Journal, organizationKind, by, body); err != nil {
			return err
		}
		if err := w.PutOrganization(ctx, reach.StoredOrganization{ID: made.ID, Version: 1, Name: made.Name, Body: body}, made.Folded()); err != nil {
			return err
		}
		if err := w.Claims.SetClaiming(ctx, made.ID, true); err != nil {
			return err
		}
		return once.Remember(ctx, w.Journal, by, k.now(), organizationPath+made.ID.String(), made.JSON())
	})
	if err == nil && replay != nil { // the first request may have been interrupted after its answer was stored and before everything was claimed
		made, err = k.replayed(ctx, replay)
	}
	if err != nil || made.ID == (trace.ID{}) {
		return made, replay, err
	}
	return made, replay, k.applyChange(ctx, by, &made)
}

// organizationPath is the path of an organisation.
const organizationPath = "/organizacoes/"

// replayed returns the organisation that a kept answer is about.
func (k *OrganizationKeeper) replayed(ctx context.Context, reply *trace.Reply) (Organization, error) {
	id, ok := trace.ParseID(strings.TrimPrefix(reply.Location, organizationPath))
	if !ok {
		return Organization{}, nil
	}
	return k.read(ctx, k.store.Direct(), id)
}

// mayChange fails unless the key may change an organisation: the server's administrator may, and
// the organisation's own administrator may change everything except what identifies it.
func mayChange(by *trace.Key, id trace.ID, req *Request) error {
	if err := by.Need(trace.Admin); err != nil || by.Administers() {
		return err
	}
	if m := by.Member(); m == nil || m.ID != id {
		return trace.Fail(trace.CodeNoOrganization)
	}
	if req.Name != nil || req.LegalName != nil || req.CNPJ != nil { // otherwise one organisation could pass for another on public pages
		return trace.Fail(trace.CodeServerAdmin)
	}
	if len(by.Phases)+len(by.Harvests) > 0 {
		return trace.Fail(trace.CodeLimitedKey)
	}
	return nil
}

// ChangeOrganization applies a request's changes to an organisation.
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
		had, before, called := out.Folded(), out.CNPJ, out.Name
		req.apply(&out.Document)
		out.Version++
		if out.CNPJ != before {
			if err := needOwnCNPJ(ctx, w, &out); err != nil {
				return err
			}
		}
		if !slices.Contains(had, lang.Fold(out.Name)) {
			if err := k.newName(ctx, w, &out); err != nil {
				return err
			}
			if err := w.Claims.SetClaiming(ctx, out.ID, true); err != nil {
				return err
			}
		} else if out.Name != called { // locking the keys makes servers read names again
			if err := w.Journal.LockKeys(ctx); err != nil {
				return err
			}
		}
		body, err := out.bytes()
		if err != nil {
			return err
		}
		if _, err := k.noteAgain(ctx, w.Journal, by, out.ID, body); err != nil {
			return err
		}
		return w.PutOrganization(ctx, reach.StoredOrganization{ID: out.ID, Version: out.Version, Name: out.Name, Body: body}, out.Folded())
	})
	if err != nil || !by.Administers() {
		return out, err
	}
	return out, k.applyChange(ctx, by, &out)
}

// newName locks keys and organisations, and fails if another one has or had the name, or if
// nobody would administer the server any more. The organisation then has harvests to claim.
func (k *OrganizationKeeper) newName(ctx context.Context, w Writers, o *Organization) error {
	if err := w.Journal.LockKeys(ctx); err != nil {
		return err
	}
	if len(o.Former) >= maxNames {
		m := trace.Members{}
		m.Report("nome", ruleNames, lang.Args{"max": strconv.Itoa(maxNames)})
		return m.Err()
	}
	if o.Version == 1 {
		names, err := w.OrganizationNames(ctx)
		if err != nil {
			return err
		}
		if len(names) >= maxAllNames {
			return trace.Fail(trace.CodeManyOrganizations, "max", strconv.Itoa(maxAllNames))
		}
	}
	other, taken, err := w.OrganizationNamed(ctx, lang.Fold(o.Name))
	if err != nil {
		return err
	}
	if taken && other.ID != o.ID {
		return trace.Fail(trace.CodeOrganizationTaken, "nome", o.Name)
	}
	return k.leavesAdmin(ctx, w, lang.Fold(o.Name))
}

// needOwnCNPJ fails if another organisation has the CNPJ, which identifies it on papers and public
// pages.
func needOwnCNPJ(ctx context.Context, w Writers, o *Organization) error {
	if o.CNPJ == "" {
		return nil
	}
	if err := w.Journal.LockKeys(ctx); err != nil { // two concurrent changes must not set the same one
		return err
	}
	other, taken, err := withCNPJ(ctx, w, o.CNPJ, o.ID)
	if err != nil || !taken {
		return err
	}
	var m trace.Members
	m.Report("cnpj", ruleCNPJTaken, lang.Args{"nome": other.Name})
	return m.Err()
}

// leavesAdmin fails if another name would put all admins without limits inside organisations.
func (k *OrganizationKeeper) leavesAdmin(ctx context.Context, w Writers, further string) error {
	keys, err := w.Journal.Keys(ctx)
	if err != nil {
		return err
	}
	now := k.now()
	asked := map[string]bool{further: true}
	for i := range keys {
		key := &keys[i]
		if !key.Administers() || !key.ActiveAt(now) {
			continue
		}
		name := lang.Fold(key.Organization)
		if key.Organization == "" {
			return nil
		}
		if asked[name] {
			continue
		}
		asked[name] = true
		if _, inside, err := w.OrganizationNamed(ctx, name); err != nil || !inside {
			return err
		}
	}
	return trace.Fail(trace.CodeLastAdminInside)
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

// applyChange makes a change of names effective: it reloads the keys, and gives the organisation
// the harvests that it began before it was registered.
func (k *OrganizationKeeper) applyChange(ctx context.Context, by *trace.Key, o *Organization) error {
	if err := k.keys.RefreshKeys(ctx); err != nil { // they are read again within a second
		k.log.Warn("keys could not be read again after an organisation changed", "err", err)
	}
	claiming, err := k.store.Direct().Claiming(ctx, o.ID)
	if err != nil || !claiming {
		return err
	}
	return k.claimEarlierHarvests(ctx, by, o)
}
