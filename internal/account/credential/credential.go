// Package credential is what the store keeps for signing in: the log-in and the hash of the
// password; factors, which open an account without a password; and tickets, which are sessions,
// one-time links and unfinished sign-ins. Who the person is and what they may do is in the journal;
// this package finds it.
package credential

import (
	"context"
	"strings"
	"time"
)

// PersonID is the id of a person's record in the journal.
type PersonID = [16]byte

// Credential is how a person signs in, and what a list of people shows and sorts by.
type Credential struct {
	Person PersonID
	// Login is the log-in in its canonical spelling; no two people have the same one.
	Login string
	// Password is the hash of the password; "" for a person without one.
	Password string
	// Name and Organization are folded: for search and order, not for display.
	Name, Organization string
	// Role is the id of the person's role; "": an earlier build wrote the row.
	Role   string
	Active bool
}

// Tails returns what a search for people compares: the whole name, then the name from each later
// word on, then the log-in.
func (c *Credential) Tails() []string {
	tails := []string{c.Name}
	for at, r := range c.Name {
		if r == ' ' {
			tails = append(tails, c.Name[at+1:])
		}
	}
	return append(tails, c.Login)
}

// Tail returns the first of the tails that begin with a text; "" if none does.
func (c *Credential) Tail(prefix string) string {
	for _, tail := range c.Tails() {
		if strings.HasPrefix(tail, prefix) {
			return tail
		}
	}
	return ""
}

// OwnRole finds a role that an organisation made. Both names are folded.
type OwnRole struct {
	Organization, Name string
	ID                 [16]byte
}

// Purpose is what a ticket is valid for.
type Purpose int16

// The purposes. They are stored, so their numbers never change.
const (
	Session    Purpose = 1 // someone is signed in
	Invitation Purpose = 2 // opens an account that an administrator made, once
	Reset      Purpose = 3 // sets a new password, once
	First      Purpose = 4 // makes the account of the first administrator, once
	Browser    Purpose = 5 // someone has signed in here before: the failures of others do not slow them down
	Ceremony   Purpose = 6 // a sign-in that continues elsewhere; what comes back is compared with Kept
)

// Ticket is a session or a one-time link. Only the digest of its token is stored. It is
// valid on every server of a store.
type Ticket struct {
	Digest  [32]byte
	Person  PersonID // zero for First, and for a Ceremony of anyone
	Purpose Purpose
	// Device is the browser's short description of itself; "" for a link.
	Device string
	// Kept is what a ceremony must remember; "" for other tickets.
	Kept      string
	CreatedAt time.Time
	// ShownAt is when the person was authenticated, which a provider may have done long before;
	// zero if unknown.
	ShownAt   time.Time
	LastUse   time.Time
	ExpiresAt time.Time
}

// FactorKind is the kind of a factor.
type FactorKind int16

// The kinds. They are stored, so their numbers never change.
const (
	Identity FactorKind = 1 // at an OpenID Connect provider
	Passkey  FactorKind = 2
)

// Factor opens the account of a person without a password. The journal commits to it, so a row
// alone opens nothing.
type Factor struct {
	Digest [32]byte // of its identifier; unique among all people
	Person PersonID
	Kind   FactorKind
	// Name is the person's name for it.
	Name      string
	Data      string // for checking it; nothing secret
	CreatedAt time.Time
	LastUse   time.Time
}

// FactorReader reads factors.
type FactorReader interface {
	// Factor finds the factor with a digest; CodeUnauthenticated if there is none.
	Factor(ctx context.Context, digest [32]byte) (Factor, error)
	// Factors returns the factors of a person, the oldest first.
	Factors(ctx context.Context, person PersonID) ([]Factor, error)
}

// FactorWriter changes them.
type FactorWriter interface {
	// PutFactor writes a factor. Of several transactions that give one factor to different
	// people, all but one MUST fail or run again.
	PutFactor(ctx context.Context, f Factor) error
	// DropFactor forgets a factor. One that is gone is not an error.
	DropFactor(ctx context.Context, digest [32]byte) error
}

// Query selects people, listed by name.
type Query struct {
	// Organization is the folded organisation whose people to list; "" lists all.
	Organization string
	// Prefix is the beginning of a word in the folded name, or of the log-in. With a prefix, people
	// are sorted by what it matches (Credential.Tail).
	Prefix string
	// After needs the name, the log-in and the person.
	After Credential
	Limit int
}

// Place returns a person's position in the list.
func (q *Query) Place(c *Credential) string {
	if q.Prefix == "" {
		return c.Name
	}
	return c.Tail(q.Prefix)
}

// Reader reads credentials and tickets.
type Reader interface {
	// Credential finds the credential with a log-in; CodeUnauthenticated if there is none.
	Credential(ctx context.Context, login string) (Credential, error)
	// CredentialOf finds the credential of a person; CodePersonNotFound if there is none.
	CredentialOf(ctx context.Context, person PersonID) (Credential, error)
	// Credentials lists people by their place (Query.Place), then by id. Its cost MUST depend only on
	// what it returns.
	Credentials(ctx context.Context, q Query) ([]Credential, error)
	// Ticket finds the ticket with a digest, even if it has expired; CodeUnauthenticated if
	// there is none.
	Ticket(ctx context.Context, digest [32]byte) (Ticket, error)
	// Tickets returns the tickets of a person, the newest first.
	Tickets(ctx context.Context, person PersonID) ([]Ticket, error)
}

// Writer changes them.
type Writer interface {
	// PutCredential writes the credential of a person; CodeLoginTaken if another person has the
	// log-in.
	PutCredential(ctx context.Context, c Credential) error
	// DropCredential forgets the credential of a person, and all factors and tickets.
	DropCredential(ctx context.Context, person PersonID) error
	// PutTicket keeps a ticket.
	PutTicket(ctx context.Context, t Ticket) error
	// TakeTicket ends a ticket, and MUST fail with CodeUnauthenticated in all but one of
	// several transactions that end the same one.
	TakeTicket(ctx context.Context, digest [32]byte) error
	// TouchTicket moves the last use of a ticket forward. A ticket that has ended stays ended.
	TouchTicket(ctx context.Context, digest [32]byte, at time.Time) error
	// DropTickets ends all tickets of a person except one; with the zero digest, all of them.
	DropTickets(ctx context.Context, person PersonID, but [32]byte) error
}

// RoleReader finds roles, and the people who have them.
type RoleReader interface {
	// OwnRoles lists the roles of organisations with these folded names, or of all organisations if
	// there are no names, by organisation and name.
	OwnRoles(ctx context.Context, organizations []string, limit int) ([]OwnRole, error)
	// OwnRole finds a role by its folded names; false if there is none.
	OwnRole(ctx context.Context, organization, name string) (OwnRole, bool, error)
	// HavingRole lists people with a role, in no particular order; "" is a role that was not filled
	// in.
	HavingRole(ctx context.Context, role string, limit int) ([]Credential, error)
}

// RoleWriter changes them.
type RoleWriter interface {
	// PutOwnRole keeps the names of a role, in place of the previous ones.
	PutOwnRole(ctx context.Context, r OwnRole) error
	// DropOwnRole forgets a role.
	DropOwnRole(ctx context.Context, id [16]byte) error
}

// ExpiryWriter deletes what has expired.
type ExpiryWriter interface {
	// DropExpiredTickets forgets the tickets that expired before an instant.
	DropExpiredTickets(ctx context.Context, before time.Time) error
}
