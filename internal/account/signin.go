package account

import (
	"context"
	"errors"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Opened is a session that just began.
type Opened struct {
	Token     string // not stored
	ExpiresAt time.Time
	Person    Person
}

// entry is a note of a sign-in, with the person and the means, or of a link made by another person.
// The network address is personal, and is not stored.
type entry struct {
	Person string `json:"pessoa"`
	By     string `json:"meio"`
	// Of the person whom a link is for; empty for a sign-in, whose author has one.
	Organization string `json:"organizacao,omitzero"`
	Deployment   bool   `json:"administraServidor,omitzero"`
}

// How someone signed in, in the journal's words.
const (
	byPassword = "senha"
	byLink     = "link"
	byProvider = "provedor"
	byPasskey  = "passkey"
)

// The purposes of links, in the journal's words.
const (
	ForInvitation = "convite"
	ForReset      = "novaSenha"
)

// ErrDeactivated is the cause of a CodeWrongPassword with the correct password: only somebody who
// knows it learns that the account was deactivated.
var ErrDeactivated = errors.New("the account was deactivated")

// SignIn begins a session of the person with a log-in and a password. It fails with
// CodeWrongPassword if there is no such person, the password is wrong, or the person may not sign
// in, without revealing which; see ErrDeactivated.
func (k *Keeper) SignIn(ctx context.Context, login, written, device string) (Opened, error) {
	found, err := read(ctx, &k.store, func(r Reader) (credential.Credential, error) { return r.Credential(ctx, ParseLogin(login)) })
	if err != nil && !trace.Is(err, trace.CodeUnauthenticated) {
		return Opened{}, err
	}
	// For an unknown log-in a hash is computed too, which takes as long.
	opens := k.opens(found.Password, written)
	switch {
	case err != nil || !opens:
		return Opened{}, trace.Fail(trace.CodeWrongPassword)
	case !found.Active:
		return Opened{}, &trace.Error{Code: trace.CodeWrongPassword, Cause: ErrDeactivated}
	}
	var out Opened
	err = k.store.Update(ctx, func(w Writers) error {
		p, err := readPerson(ctx, w.Journal, found.Person)
		if err != nil {
			return wrongIfMissing(err)
		}
		// Somebody may have changed the password, or the row, since the password was compared.
		if !p.Active || p.secret != commitment(found.Password) {
			return trace.Fail(trace.CodeWrongPassword)
		}
		if p.NeedsPasskey { // revealed only to somebody who knows the password
			return trace.Fail(trace.CodeNeedsPasskey)
		}
		out, err = k.open(ctx, w, p, device, byPassword)
		return err
	})
	return out, err
}

func wrongIfMissing(err error) error {
	if trace.Is(err, trace.CodePersonNotFound) {
		return trace.Fail(trace.CodeWrongPassword)
	}
	return err
}

// open begins a session of somebody who just showed who they are, in a transaction, and notes it
// in the journal.
func (k *Keeper) open(ctx context.Context, w Writers, p Person, device, means string) (Opened, error) {
	return k.openShown(ctx, w, p, device, means, k.now())
}

// openShown is open for somebody who was authenticated at another time; zero if unknown. Actions
// that require a recent sign-in count from then.
func (k *Keeper) openShown(ctx context.Context, w Writers, p Person, device, means string, shown time.Time) (Opened, error) {
	token, ticket, err := k.newTicket(p.ID, credential.Session, device, trace.SessionLifetime)
	if err != nil {
		return Opened{}, err
	}
	ticket.ShownAt = shown
	if err := w.PutTicket(ctx, ticket); err != nil {
		return Opened{}, err
	}
	note, err := canon.Marshal(entry{Person: p.ID.String(), By: means})
	if err != nil {
		return Opened{}, err
	}
	return Opened{token, ticket.ExpiresAt, p}, k.journal.Note(ctx, w.Journal, kind.SignIn, p.Key(), note)
}

// Knows reports whether the person with a log-in has signed in before from the browser that has a
// token. Somebody who tries passwords elsewhere must not lock them out.
func (k *Keeper) Knows(ctx context.Context, browser, login string) (bool, error) {
	known, err := read(ctx, &k.store, func(r Reader) (bool, error) {
		ticket, err := r.Ticket(ctx, digest(browser))
		if err != nil || ticket.Purpose != credential.Browser || !k.now().Before(ticket.ExpiresAt) {
			return false, err
		}
		c, err := r.Credential(ctx, ParseLogin(login))
		return c.Person == ticket.Person, err
	})
	if trace.Is(err, trace.CodeUnauthenticated) {
		return false, nil
	}
	return known, err
}

// Remember returns the token by which Knows recognises a browser.
func (k *Keeper) Remember(ctx context.Context, p *Person) (token string, expires time.Time, err error) {
	token, ticket, err := k.newTicket(p.ID, credential.Browser, "", BrowserLifetime)
	if err != nil {
		return "", time.Time{}, err
	}
	return token, ticket.ExpiresAt, k.store.Update(ctx, func(w Writers) error { return w.PutTicket(ctx, ticket) })
}

// SignedIn is a person who is signed in.
type SignedIn struct {
	Person Person
	Key    *trace.Key // with which the person acts
	Since  time.Time  // when the person was last authenticated; zero: unknown
}

// Acting finds who is signed in with a token; CodeUnauthenticated if the session has ended, or the
// person no longer exists or may not sign in. It reads the store each time, so an end is seen on
// every server at once.
func (k *Keeper) Acting(ctx context.Context, token string) (SignedIn, error) {
	now := k.now()
	var ticket credential.Ticket
	p, err := read(ctx, &k.store, func(r Reader) (p Person, err error) {
		if ticket, err = r.Ticket(ctx, digest(token)); err != nil {
			return p, err
		}
		if ticket.Purpose != credential.Session || !now.Before(ticket.ExpiresAt) {
			return p, trace.Fail(trace.CodeUnauthenticated)
		}
		return readPerson(ctx, r, ticket.Person)
	})
	if trace.Is(err, trace.CodePersonNotFound) || err == nil && !p.Active {
		return SignedIn{}, trace.Fail(trace.CodeUnauthenticated)
	}
	if err != nil {
		return SignedIn{}, err
	}
	if now.Sub(ticket.LastUse) >= touchInterval {
		if err := k.store.Update(ctx, func(w Writers) error { return w.TouchTicket(ctx, ticket.Digest, now) }); err != nil {
			return SignedIn{}, err
		}
	}
	return SignedIn{p, p.Key(), ticket.ShownAt}, nil
}

// ActsNow returns a person's current key; CodeUnauthenticated if the person no longer exists or may
// not sign in.
func (k *Keeper) ActsNow(ctx context.Context, id trace.ID) (*trace.Key, error) {
	p, err := read(ctx, &k.store, func(r Reader) (Person, error) { return readPerson(ctx, r, id) })
	if trace.Is(err, trace.CodePersonNotFound) || err == nil && !p.Active {
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	if err != nil {
		return nil, err
	}
	return p.Key(), nil
}

// SignOut ends a session. One that has already ended is not an error.
func (k *Keeper) SignOut(ctx context.Context, token string) error {
	err := k.store.Update(ctx, func(w Writers) error { return w.TakeTicket(ctx, digest(token)) })
	if trace.Is(err, trace.CodeUnauthenticated) {
		return nil
	}
	return err
}

// Session is a session of a person.
type Session struct {
	Device                        string
	CreatedAt, LastUse, ExpiresAt time.Time
	Own                           bool // the caller's own
}

// Sessions lists the sessions of the person who is signed in, the newest first.
func (k *Keeper) Sessions(ctx context.Context, token string) ([]Session, error) {
	signed, err := k.Acting(ctx, token)
	if err != nil {
		return nil, err
	}
	tickets, err := read(ctx, &k.store, func(r Reader) ([]credential.Ticket, error) { return r.Tickets(ctx, signed.Person.ID) })
	if err != nil {
		return nil, err
	}
	var sessions []Session
	now := k.now()
	for _, t := range tickets {
		if t.Purpose == credential.Session && now.Before(t.ExpiresAt) {
			sessions = append(sessions, Session{t.Device, t.CreatedAt, t.LastUse, t.ExpiresAt, t.Digest == digest(token)})
		}
	}
	return sessions, nil
}

// SignOutEverywhere ends every session and link of the person who is signed in, except this
// session.
func (k *Keeper) SignOutEverywhere(ctx context.Context, token string) error {
	signed, err := k.Acting(ctx, token)
	if err != nil {
		return err
	}
	return k.store.Update(ctx, func(w Writers) error { return w.DropTickets(ctx, signed.Person.ID, digest(token)) })
}
