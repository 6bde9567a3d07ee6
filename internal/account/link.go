package account

import (
	"context"
	"slices"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Invite makes the account of a person, and the token of the link that opens it, once.
func (k *Keeper) Invite(ctx context.Context, by *trace.Key, d Draft) (p Person, token string, err error) {
	if err := by.NeedRight(invite); err != nil {
		return Person{}, "", err
	}
	if d.Organization == "" || !by.Administers() {
		d.Organization = by.Party()
	}
	role, err := k.checkRole(ctx, by, &d)
	if err != nil {
		return Person{}, "", err
	}
	d.Organization = k.registered.CurrentName(d.Organization)
	err = k.store.Update(ctx, func(w Writers) error {
		if err := stillThere(ctx, w, &role); err != nil {
			return err
		}
		p = Person{Name: d.Name, Login: d.Login, Organization: d.Organization, Role: role, Lang: d.Lang, Active: true}
		again, err := k.invitedBefore(ctx, w, by, &p)
		if err != nil {
			return err
		}
		if again {
			if err = dropLinks(ctx, w, p.ID); err == nil && p.InvitedBy != by.Author() { // a second click needs no note
				err = k.noteLink(ctx, w, by, &p, ForInvitation)
			}
		} else if err = k.write(ctx, w, by, &p, ""); err == nil {
			err = k.needFreeName(ctx, w, by, &Person{ID: p.ID, Organization: p.Organization}, p.Name)
		}
		if err != nil {
			return err
		}
		token, err = k.putLink(ctx, w, by, &p, credential.Invitation, InvitationLifetime)
		return err
	})
	return p, token, err
}

// invitedBefore reports whether the same person was invited before and has not accepted, which a
// second click on the button does: they get a new link, not a second account.
func (k *Keeper) invitedBefore(ctx context.Context, w Writers, by *trace.Key, p *Person) (bool, error) {
	c, err := w.Credential(ctx, p.Login)
	if trace.Is(err, trace.CodeUnauthenticated) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	before, err := readPerson(ctx, w.Journal, c.Person)
	if err != nil {
		return false, err
	}
	if before.Accepted() || !before.Active || before.Name != p.Name || before.Organization != p.Organization || before.Role.ID != p.Role.ID || before.Deployment || !MayChange(by, &before) {
		return false, nil
	}
	*p = before
	return true, nil
}

// putLink makes a link for a person; by made it, nil for the server.
func (k *Keeper) putLink(ctx context.Context, w Writers, by *trace.Key, p *Person, purpose credential.Purpose, lifetime time.Duration) (string, error) {
	token, ticket, err := k.newTicket(p.ID, purpose, "", lifetime)
	if err != nil {
		return "", err
	}
	if by != nil {
		if ticket.Kept, err = kept(ctx, w.Journal, by, p); err != nil {
			return "", err
		}
	}
	return token, w.PutTicket(ctx, ticket)
}

// promise is what must still be true when a link opens: its person has the same role with the same
// rights, and so has whoever made the link. The link must not outlive the maker's right to make it,
// and nobody may hold on to it until the role gets more rights.
type promise struct {
	RoleVersion int64  `json:"versaoDoPapel,omitzero"`
	Maker       string `json:"autor,omitzero"` // "" for a key
	MakerRole   string `json:"papelDoAutor,omitzero"`
	MakerVers   int64  `json:"versaoDoPapelDoAutor,omitzero"`
	MakerParty  string `json:"organizacaoDoAutor,omitzero"`
}

func kept(ctx context.Context, r EndReader, by *trace.Key, p *Person) (string, error) {
	said := promise{RoleVersion: p.Role.Version}
	if id, ok := trace.ParseID(by.Person); ok {
		maker, err := readPerson(ctx, r, id)
		if err != nil {
			return "", err
		}
		said.Maker, said.MakerRole, said.MakerVers, said.MakerParty = by.Person, maker.Role.ID, maker.Role.Version, maker.Organization
	}
	text, err := canon.Marshal(said)
	return string(text), err
}

// holds reports whether what a link depends on is still true. A link of an earlier build depends on
// nothing.
func holds(ctx context.Context, r EndReader, text string, p *Person) (bool, error) {
	if text == "" {
		return true, nil
	}
	var said promise
	if canon.Unmarshal([]byte(text), &said) != nil || said.RoleVersion != p.Role.Version {
		return false, nil
	}
	id, ok := trace.ParseID(said.Maker)
	if !ok {
		return said.Maker == "", nil
	}
	maker, err := readPerson(ctx, r, id)
	if trace.Is(err, trace.CodePersonNotFound) {
		return false, nil
	}
	return err == nil && maker.Active && maker.Role.ID == said.MakerRole && maker.Role.Version == said.MakerVers && maker.Organization == said.MakerParty, err
}

// Reset makes a link with which a person sets a new password, once, and ends earlier links. The old
// password stays valid until then: a reset must not be a way to lock somebody out. Nobody makes one
// for themselves: who changes their own password has to know it.
func (k *Keeper) Reset(ctx context.Context, by *trace.Key, id string) (p Person, token string, err error) {
	err = k.change(ctx, by, id, func(w Writers, found *Person, _ string) error {
		if found.is(by) {
			return trace.Fail(trace.CodeOwnRole)
		}
		p = *found
		if !p.Active {
			return trace.Fail(trace.CodePersonNotFound)
		}
		purpose, lifetime, what := credential.Reset, ResetLifetime, ForReset
		if !p.Accepted() {
			purpose, lifetime, what = credential.Invitation, InvitationLifetime, ForInvitation
		}
		if err := dropLinks(ctx, w, p.ID); err != nil {
			return err
		}
		if token, err = k.putLink(ctx, w, by, &p, purpose, lifetime); err != nil {
			return err
		}
		return k.noteLink(ctx, w, by, &p, what)
	})
	return p, token, err
}

// noteLink notes in the journal who made a link for a person.
func (k *Keeper) noteLink(ctx context.Context, w Writers, by *trace.Key, p *Person, what string) error {
	note, err := canon.Marshal(entry{Person: p.ID.String(), By: what, Organization: p.Organization, Deployment: p.Deployment})
	if err != nil {
		return err
	}
	return k.journal.Note(ctx, w.Journal, kind.SignIn, by, note)
}

// dropLinks ends the links of a person. One that somebody uses at this moment has ended already.
func dropLinks(ctx context.Context, w Writers, person trace.ID) error {
	tickets, err := w.Tickets(ctx, person)
	if err != nil {
		return err
	}
	for _, t := range tickets {
		if t.Purpose == credential.Invitation || t.Purpose == credential.Reset {
			if err := w.TakeTicket(ctx, t.Digest); err != nil && !trace.Is(err, trace.CodeUnauthenticated) {
				return err
			}
		}
	}
	return nil
}

// OpenServer makes the link with which the first administrator creates an account, once.
func (k *Keeper) OpenServer(ctx context.Context) (token string, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		token, err = k.putLink(ctx, w, nil, &Person{}, credential.First, FirstLifetime)
		return err
	})
	return token, err
}

// ReopenServer makes another link for the first administrator if the one that OpenServer made was not
// used and nobody has an account: it may never have been read. Earlier ones end. token is "" otherwise.
func (k *Keeper) ReopenServer(ctx context.Context) (token string, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		token = ""
		people, err := w.Credentials(ctx, credential.Query{Limit: 1})
		if err != nil || len(people) > 0 {
			return err
		}
		tickets, err := w.Tickets(ctx, trace.ID{})
		if err != nil {
			return err
		}
		unused := false
		for _, t := range tickets {
			if t.Purpose != credential.First {
				continue
			}
			unused = true
			if err := w.TakeTicket(ctx, t.Digest); err != nil && !trace.Is(err, trace.CodeUnauthenticated) {
				return err
			}
		}
		if unused {
			token, err = k.putLink(ctx, w, nil, &Person{}, credential.First, FirstLifetime)
		}
		return err
	})
	return token, err
}

// links are the purposes of links.
var links = []credential.Purpose{credential.Invitation, credential.Reset, credential.First}

// Linked is the purpose of a link.
type Linked struct {
	Purpose credential.Purpose
	Person  Person // zero for credential.First
}

// Linked returns the purpose of a link; CodeLinkSpent if it is no longer valid. It does not use the
// link up: programs that preview links in messages open them too.
func (k *Keeper) Linked(ctx context.Context, token string) (Linked, error) {
	return read(ctx, &k.store, func(r Reader) (Linked, error) { return k.linked(ctx, r, r, token) })
}

func (k *Keeper) linked(ctx context.Context, r credential.Reader, versions EndReader, token string) (Linked, error) {
	ticket, err := r.Ticket(ctx, digest(token))
	if trace.Is(err, trace.CodeUnauthenticated) {
		return Linked{}, trace.Fail(trace.CodeLinkSpent)
	}
	if err != nil {
		return Linked{}, err
	}
	if !slices.Contains(links, ticket.Purpose) || !k.now().Before(ticket.ExpiresAt) {
		return Linked{}, trace.Fail(trace.CodeLinkSpent)
	}
	if ticket.Purpose == credential.First {
		return Linked{Purpose: credential.First}, nil
	}
	p, err := readPerson(ctx, versions, ticket.Person)
	if trace.Is(err, trace.CodePersonNotFound) || err == nil && !p.Active {
		return Linked{}, trace.Fail(trace.CodeLinkSpent)
	}
	if err != nil {
		return Linked{}, err
	}
	valid, err := holds(ctx, versions, ticket.Kept, &p)
	if err == nil && !valid {
		err = trace.Fail(trace.CodeLinkSpent)
	}
	return Linked{ticket.Purpose, p}, err
}

// take uses a link up in a transaction.
func (k *Keeper) take(ctx context.Context, w Writers, token string) (Linked, error) {
	linked, err := k.linked(ctx, w, w.Journal, token)
	if err != nil {
		return Linked{}, err
	}
	if err := w.TakeTicket(ctx, digest(token)); err != nil {
		if trace.Is(err, trace.CodeUnauthenticated) {
			err = trace.Fail(trace.CodeLinkSpent)
		}
		return Linked{}, err
	}
	return linked, nil
}

// SetPassword uses up an invitation or a reset: it sets the person's password, ends all other
// sessions and links, and begins a session. The identity at a provider and the passkeys no longer open
// the account: a reset is for somebody who lost them, or whose account somebody else used.
func (k *Keeper) SetPassword(ctx context.Context, token, written, device string) (Opened, error) {
	linked, err := k.Linked(ctx, token)
	if err != nil {
		return Opened{}, err
	}
	if linked.Purpose == credential.First {
		return Opened{}, trace.Fail(trace.CodeLinkSpent)
	}
	if err := checkPassword(written, &linked.Person); err != nil {
		return Opened{}, err
	}
	hash, err := k.work.Hash(written, k.random)
	if err != nil {
		return Opened{}, err
	}
	var out Opened
	err = k.store.Update(ctx, func(w Writers) error {
		linked, err := k.take(ctx, w, token)
		if err != nil {
			return err
		}
		p := linked.Person
		if err := w.DropTickets(ctx, p.ID, [32]byte{}); err != nil {
			return err
		}
		if err := dropFactors(ctx, w, &p, credential.Identity, credential.Passkey); err != nil {
			return err
		}
		if err := k.write(ctx, w, p.Key(), &p, hash); err != nil {
			return err
		}
		out, err = k.open(ctx, w, p, device, byLink)
		return err
	})
	return out, err
}

// firstPerson stands for the person who creates the first account, who has no id yet.
const firstPerson = "?"

// First uses up the link that OpenServer made: it makes the account of an administrator of the
// server, and begins a session.
func (k *Keeper) First(ctx context.Context, token string, d Draft, written, device string) (Opened, error) {
	linked, err := k.Linked(ctx, token)
	if err != nil {
		return Opened{}, err
	}
	if linked.Purpose != credential.First {
		return Opened{}, trace.Fail(trace.CodeLinkSpent)
	}
	err = d.check()
	role, _ := RoleByID(Administrator)
	p := Person{Name: d.Name, Login: d.Login, Organization: d.Organization, Role: role, Lang: d.Lang, Deployment: true, Active: true}
	if err := joinProblems(err, checkPassword(written, &p)); err != nil {
		return Opened{}, err
	}
	hash, err := k.work.Hash(written, k.random)
	if err != nil {
		return Opened{}, err
	}
	var out Opened
	err = k.store.Update(ctx, func(w Writers) error {
		if _, err := k.take(ctx, w, token); err != nil {
			return err
		}
		made := p
		if err := k.write(ctx, w, &trace.Key{Person: firstPerson, Organization: p.Organization}, &made, hash); err != nil {
			return err
		}
		out, err = k.open(ctx, w, made, device, byLink)
		return err
	})
	return out, err
}

// joinProblems returns one error with the problems of several.
func joinProblems(all ...error) error {
	var m trace.Members
	for _, err := range all {
		if err == nil {
			continue
		}
		if !trace.Is(err, trace.CodeInvalid) {
			return err
		}
		m.Problems = append(m.Problems, trace.AsError(err).Problems...)
	}
	return m.Err()
}
