// Package account manages people: who may sign in, with which role, in whose name, and what
// happened to accounts. People are records in the journal; how they sign in is in package
// credential.
package account

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/account/password"
	"rastro/internal/bounded"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	credential.Reader
	credential.FactorReader
	credential.RoleReader
	EndReader
}

// EndReader reads the ends of a record's history: somebody who has signed in for years has hundreds
// of versions.
type EndReader interface {
	// NewestVersions returns the newest versions of those of some records, of any kind, that exist,
	// in no particular order. Its cost MUST depend only on the number of ids.
	NewestVersions(ctx context.Context, ids []trace.ID) ([]trace.Record, error)
	// FirstAndNewest returns the first and the newest version of a record of any kind; false if
	// there is none.
	FirstAndNewest(ctx context.Context, id trace.ID) (first, newest trace.Record, known bool, err error)
}

// RoleStore reads and writes how roles are found.
type RoleStore interface {
	credential.RoleReader
	credential.RoleWriter
}

// Writer reads and writes credentials in a transaction.
type Writer interface {
	credential.Reader
	credential.Writer
}

// FactorStore reads and writes factors.
type FactorStore interface {
	credential.FactorReader
	credential.FactorWriter
}

// JournalWriter reads and writes the journal.
type JournalWriter interface {
	trace.RecordWriter
	EndReader
	trace.VersionReader
	trace.NoteReader
	// LockKeys makes others who change keys, organisations or roles wait for this transaction.
	LockKeys(ctx context.Context) error
}

// Writers combines them in one transaction.
type Writers struct {
	Writer
	Factors FactorStore
	Roles   RoleStore
	Journal JournalWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// How long links last. A link in a message is often opened days later, except by someone who
// forgot a password and waits for it.
const (
	InvitationLifetime = 7 * 24 * time.Hour
	ResetLifetime      = 24 * time.Hour
	FirstLifetime      = 24 * time.Hour
	BrowserLifetime    = 365 * 24 * time.Hour

	touchInterval = 5 * time.Minute // of the last use of a session
)

// tokenPrefix begins the token of a person's ticket, so that it is never looked up as a key's.
const tokenPrefix = "p."

// IsToken reports whether a token belongs to a person's ticket.
func IsToken(token string) bool { return strings.HasPrefix(token, tokenPrefix) }

// Keeper keeps people. It is safe for concurrent use.
type Keeper struct {
	store      Port
	journal    *trace.Journal
	registered Organizations
	now        func() time.Time
	random     io.Reader
	opens      func(hash, written string) bool
	work       password.Work // of new hashes
	begun      atomic.Int64  // ceremonies, at this server
	networks   bounded.Cache[string, *begun]
}

// New returns a Keeper. work is what it costs to hash a password: zero, except in tests.
func New(store Port, journal *trace.Journal, registered Organizations, now func() time.Time, random io.Reader, work password.Work) *Keeper {
	networks, err := bounded.ByCount[string, *begun](maxNetworks, maxCeremonyTime)
	if err != nil {
		panic(err) // the limits are constants
	}
	return &Keeper{store: store, journal: journal, registered: registered, opens: password.Opens, work: work, now: now, random: random, networks: networks}
}

// Organizations knows the registered organisations; access.KeyKeeper documents each method.
type Organizations interface {
	Registered(ctx context.Context, organization string) (bool, error)
	NamesOf(organization string) []string
	CurrentName(organization string) string
}

// Draft is what a caller may state about a person.
type Draft struct {
	Name, Login, Organization string
	Role                      string
	Lang                      lang.Lang
}

// check brings a draft into its canonical form, and fails with CodeInvalid, which names every
// invalid field except the role.
func (d *Draft) check() error {
	var m trace.Members
	d.Name = naming.Check(&m, "nome", d.Name)
	d.Organization = naming.Check(&m, "organizacao", d.Organization)
	login := ParseLogin(d.Login)
	if strings.TrimSpace(d.Login) == "" {
		m.Required("login", "")
	} else if login == "" {
		m.Report("login", ruleLogin, nil)
	}
	d.Login = login
	return m.Err()
}

// checkRole is check, and finds the role.
func (k *Keeper) checkRole(ctx context.Context, by *trace.Key, d *Draft) (Role, error) {
	wrong := d.check()
	if wrong == nil {
		known, err := k.registered.Registered(ctx, d.Organization)
		if err != nil {
			return Role{}, err
		}
		if !known {
			var m trace.Members
			m.Report("organizacao", ruleUnregistered, nil)
			wrong = m.Err()
		}
	}
	role, err := k.role(ctx, by, d.Role, d.Organization)
	return role, joinProblems(wrong, err)
}

// checkPassword fails with CodeInvalid if a person may not have a password.
func checkPassword(written string, p *Person) error {
	var m trace.Members
	if weak := password.Weak(written, p.Name, p.Login, p.Organization); weak != password.None {
		m.Report("senha", weaknesses[weak], nil)
	}
	return m.Err()
}

// newTicket returns a ticket and its token, which is not stored.
func (k *Keeper) newTicket(person trace.ID, purpose credential.Purpose, device string, lifetime time.Duration) (token string, t credential.Ticket, err error) {
	var bits [32]byte
	if _, err := io.ReadFull(k.random, bits[:]); err != nil {
		return "", t, err
	}
	token = tokenPrefix + base64.RawURLEncoding.EncodeToString(bits[:])
	now := k.now()
	return token, credential.Ticket{
		Digest: digest(token), Person: person, Purpose: purpose, Device: lang.Clip(device, 60), CreatedAt: now, ShownAt: now, LastUse: now, ExpiresAt: now.Add(lifetime),
	}, nil
}

func digest(token string) [32]byte { return sha256.Sum256([]byte(token)) }

// needManage fails unless a caller may see and change a person: one of the same organisation,
// with a role that the caller may give.
func needManage(by *trace.Key, p *Person) error {
	if err := by.NeedRight(invite); err != nil {
		return err
	}
	if by.Administers() {
		return nil
	}
	if p.Deployment || !by.Of(p.Organization) || !mayGrant(by, p.Role) {
		return trace.Fail(trace.CodePersonNotFound)
	}
	return nil
}

// MayChange reports whether a caller may change a person whom they manage, or make a link to the
// account. Without the scope admin, the person's role must be able to do less than the caller:
// whoever has a link to an account can write in that person's name, and a person with equal rights
// would be blamed for it. Only an invitation stays with the person who made it until it is
// accepted.
func MayChange(by *trace.Key, p *Person) bool {
	return by.Has(trace.Admin) || p.is(by) || !p.Role.matches(by) || !p.Accepted() && p.InvitedBy == by.Author()
}

// Person reads a person whom the caller manages.
func (k *Keeper) Person(ctx context.Context, by *trace.Key, id string) (Person, error) {
	parsed, ok := trace.ParseID(id)
	if err := by.NeedRight(invite); err != nil {
		return Person{}, err
	}
	if !ok {
		return Person{}, trace.Fail(trace.CodePersonNotFound)
	}
	p, err := read(ctx, &k.store, func(r Reader) (Person, error) { return readPerson(ctx, r, parsed) })
	if err == nil {
		err = needManage(by, &p)
	}
	if err != nil {
		return Person{}, err
	}
	return p, nil
}

// MaxPeople bounds a page of people.
const MaxPeople = 100

// namesOf returns the folded names of the caller's organisation: people keep the one under which
// they were invited.
func namesOf(by *trace.Key) []string {
	if m := by.Member(); m != nil && len(m.Names) > 0 {
		return m.Names
	}
	return []string{lang.Fold(by.Party())}
}

// namesLike returns the folded names of the organisation that has or had a name; that name alone if it
// is not registered.
func (k *Keeper) namesLike(organization string) []string {
	if names := k.registered.NamesOf(organization); len(names) > 0 {
		return names
	}
	return []string{lang.Fold(organization)}
}

// credentialsOf finds people under each name of an organisation, in one order.
func credentialsOf(ctx context.Context, r Reader, q credential.Query, names []string) (all []credential.Credential, err error) {
	for _, name := range names {
		q.Organization = name
		found, err := r.Credentials(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(names) > 1 {
		slices.SortFunc(all, func(a, b credential.Credential) int {
			return cmp.Or(strings.Compare(q.Place(&a), q.Place(&b)), bytes.Compare(a.Person[:], b.Person[:]))
		})
	}
	return all[:min(len(all), q.Limit)], nil
}

// People lists the people whom the caller manages, by name, starting after a place. With a search
// it sorts them by the matched text, which may be any word of the name.
func (k *Keeper) People(ctx context.Context, by *trace.Key, search string, after *Person, limit int) (people []Person, more bool, err error) {
	if err := by.NeedRight(invite); err != nil {
		return nil, false, err
	}
	q := credential.Query{Prefix: lang.Fold(search), Limit: min(limit, MaxPeople) + 1}
	if login := ParseLogin(search); login != "" {
		q.Prefix = login
	}
	names := []string{""}
	if !by.Administers() {
		names = namesOf(by)
	}
	if after != nil {
		q.After = credential.Credential{Name: lang.Fold(after.Name), Login: after.Login, Person: after.ID}
	}
	err = k.store.View(ctx, func(r Reader) error {
		q := q
		people, more = nil, false
		for {
			found, err := credentialsOf(ctx, r, q, names)
			if err != nil {
				return err
			}
			for i := range found {
				p, err := readPerson(ctx, r, found[i].Person)
				if err == nil {
					err = needManage(by, &p)
				}
				switch {
				case trace.Is(err, trace.CodePersonNotFound): // somebody whom the caller does not manage
				case err != nil:
					return err
				case len(people) == q.Limit-1:
					more = true
					return nil
				default:
					people = append(people, p)
				}
			}
			if len(found) < q.Limit {
				return nil
			}
			q.After = found[len(found)-1]
		}
	})
	return people, more, err
}

// Names returns the names of people by id, for pages that show who wrote something. A person who
// was erased has none.
func (k *Keeper) Names(ctx context.Context, ids []string) (map[string]string, error) {
	wanted := make([]trace.ID, 0, len(ids))
	for _, text := range ids {
		if id, ok := trace.ParseID(text); ok && !slices.Contains(wanted, id) {
			wanted = append(wanted, id)
		}
	}
	found, err := read(ctx, &k.store, func(r Reader) ([]trace.Record, error) { return r.NewestVersions(ctx, wanted) })
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range found {
		if d, ok := documentOf(&found[i]); ok {
			names[found[i].ID.String()] = d.Name
		}
	}
	return names, nil
}
