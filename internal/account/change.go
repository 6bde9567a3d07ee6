package account

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/account/credential"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// change runs fn on a person whom the caller may change, in a transaction; fn also gets the stored
// hash of the password.
func (k *Keeper) change(ctx context.Context, by *trace.Key, id string, fn func(w Writers, p *Person, hash string) error) error {
	if err := by.NeedRight(invite); err != nil {
		return err
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return trace.Fail(trace.CodePersonNotFound)
	}
	return k.store.Update(ctx, func(w Writers) error {
		p, err := readPerson(ctx, w.Journal, parsed)
		if err == nil {
			err = needManage(by, &p)
		}
		if err == nil && !MayChange(by, &p) {
			err = trace.Fail(trace.CodeForbiddenRight, "direito", string(invite))
		}
		if err != nil {
			return err
		}
		if p.Deployment {
			if err := k.stillAdministers(ctx, w, by); err != nil {
				return err
			}
		}
		c, err := w.CredentialOf(ctx, parsed)
		if err != nil {
			return err
		}
		return fn(w, &p, p.keptHash(c))
	})
}

// is reports whether the caller is the person.
func (p *Person) is(by *trace.Key) bool { return by.Person == p.ID.String() }

// keptHash returns the stored hash of the person's password if the journal commits to it, "" if the
// row was changed: the next version must not commit to a planted hash. The person can then set a
// new password with a link.
func (p *Person) keptHash(c credential.Credential) string {
	if commitment(c.Password) != p.secret {
		return ""
	}
	return c.Password
}

// Change changes a person's name, log-in, organisation, role and language. Nobody changes their
// own role.
func (k *Keeper) Change(ctx context.Context, by *trace.Key, id string, d Draft, ifMatch trace.IfMatch) (out Person, err error) {
	if !by.Administers() {
		d.Organization = by.Party()
	}
	if err := by.NeedRight(invite); err != nil {
		return Person{}, err
	}
	role, err := k.checkRole(ctx, by, &d)
	if err != nil {
		return Person{}, err
	}
	err = k.change(ctx, by, id, func(w Writers, p *Person, hash string) error {
		if !ifMatch.Admits(p.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(p.Version, 10))
		}
		if role.ID != p.Role.ID && p.is(by) {
			return trace.Fail(trace.CodeOwnRole)
		}
		if err := stillThere(ctx, w, &role); err != nil {
			return err
		}
		// The person stays in the same organisation, which has a different name now.
		if slices.Contains(k.namesLike(p.Organization), lang.Fold(d.Organization)) {
			d.Organization = p.Organization
		}
		// A link was made for somebody with this log-in, organisation and role, and others may have
		// it.
		if p.Login != d.Login || lang.Fold(p.Organization) != lang.Fold(d.Organization) || p.Role.ID != role.ID {
			if err := dropLinks(ctx, w, p.ID); err != nil {
				return err
			}
		}
		if err := k.needFreeName(ctx, w, by, p, d.Name); err != nil {
			return err
		}
		p.Name, p.Login, p.Organization, p.Role, p.Lang = d.Name, d.Login, d.Organization, role, d.Lang
		p.Deployment = p.Deployment && role.ID == Administrator
		out = *p
		return k.write(ctx, w, by, &out, hash)
	})
	return out, err
}

// SetActive deactivates a person, who is signed out everywhere at once and cannot sign in, or
// lets a deactivated one sign in again.
func (k *Keeper) SetActive(ctx context.Context, by *trace.Key, id string, active bool) (out Person, err error) {
	err = k.change(ctx, by, id, func(w Writers, p *Person, hash string) error {
		if p.is(by) {
			return trace.Fail(trace.CodeOwnRole)
		}
		if out = *p; p.Active == active {
			return nil // a second click
		}
		out.Active = active
		if err := w.DropTickets(ctx, p.ID, [32]byte{}); err != nil {
			return err
		}
		return k.write(ctx, w, by, &out, hash)
	})
	return out, err
}

// Erase destroys what is known about a person. What the person wrote stays, under an id that nobody
// can resolve any more.
func (k *Keeper) Erase(ctx context.Context, by *trace.Key, id, reason string) error {
	if err := by.NeedRight(erase); err != nil {
		return err
	}
	var m trace.Members
	m.Required("motivo", reason)
	if utf8.RuneCountInString(reason) > trace.MaxReason {
		m.Report("motivo", trace.RuleTooLong, lang.Args{"max": strconv.Itoa(trace.MaxReason)})
	}
	if err := m.Err(); err != nil {
		return err
	}
	return k.change(ctx, by, id, func(w Writers, p *Person, _ string) error {
		if p.is(by) {
			return trace.Fail(trace.CodeOwnRole)
		}
		if quotes(reason, p.Name) || quotes(reason, p.Login) {
			m.Report("motivo", trace.RuleQuotes, nil)
			return m.Err()
		}
		r := p.record
		k.journal.Next(&r, trace.Erased, by)
		history, err := historyOf(ctx, w.Journal, p.ID)
		if err != nil {
			return err
		}
		if r.Payload, err = canon.Marshal(receipt{reason, r.Version - 1, history}); err != nil {
			return err
		}
		r.AfterEnd = true
		if err := k.journal.Append(ctx, w.Journal, &r); err != nil {
			return err
		}
		if err := w.Journal.Erase(ctx, p.ID, r.Version-1, ""); err != nil {
			return err
		}
		return w.DropCredential(ctx, p.ID)
	})
}

// quotes reports whether a text contains another, in any spelling.
func quotes(text, quoted string) bool {
	return strings.Contains(lang.FoldQuote(text), lang.FoldQuote(quoted))
}

// own runs fn on the person who is signed in, in a transaction.
func (k *Keeper) own(ctx context.Context, token string, fn func(w Writers, p *Person, hash string) error) error {
	signed, err := k.Acting(ctx, token)
	if err != nil {
		return err
	}
	return k.store.Update(ctx, func(w Writers) error {
		p, err := readPerson(ctx, w.Journal, signed.Person.ID)
		if err != nil {
			return err
		}
		c, err := w.CredentialOf(ctx, p.ID)
		if err != nil {
			return err
		}
		return fn(w, &p, p.keptHash(c))
	})
}

// needOwnName fails if somebody else in the organisation has a name that reads like the one that a
// person chooses: the trail and the history show names, and nobody may write under another's.
func (k *Keeper) needOwnName(ctx context.Context, r credential.Reader, p *Person, name string) error {
	folded := lang.Fold(name)
	if folded == lang.Fold(p.Name) {
		return nil
	}
	for _, organization := range k.namesLike(p.Organization) {
		q := credential.Query{Organization: organization, Prefix: folded, Limit: 100}
		for more := true; more; {
			found, err := r.Credentials(ctx, q)
			if err != nil {
				return err
			}
			for i := range found {
				if found[i].Name == folded && found[i].Person != p.ID {
					var m trace.Members
					m.Report("nome", ruleNameTaken, nil)
					return m.Err()
				}
			}
			if more = len(found) == q.Limit; more { // those whose names only end with it
				q.After = found[len(found)-1]
				more = q.Place(&q.After) == folded
			}
		}
	}
	return nil
}

// needFreeName is needOwnName for a name that a caller gives to somebody. Only administrators may have
// two people of one name: a manager could let somebody act under an administrator's.
func (k *Keeper) needFreeName(ctx context.Context, r credential.Reader, by *trace.Key, p *Person, name string) error {
	if by.Has(trace.Admin) {
		return nil
	}
	return k.needOwnName(ctx, r, p, name)
}

// SetOwn changes the name and the language of the person who is signed in.
func (k *Keeper) SetOwn(ctx context.Context, token, name string, l lang.Lang) error {
	return k.own(ctx, token, func(w Writers, p *Person, hash string) error {
		d := Draft{Name: name, Login: p.Login, Organization: p.Organization}
		if err := d.check(); err != nil {
			return err
		}
		if d.Name == p.Name && l == p.Lang {
			return nil
		}
		if err := k.needOwnName(ctx, w, p, d.Name); err != nil {
			return err
		}
		p.Name, p.Lang = d.Name, l
		return k.write(ctx, w, p.Key(), p, hash)
	})
}

// ChangePassword replaces the password of the person who is signed in, and ends all other
// sessions and links.
func (k *Keeper) ChangePassword(ctx context.Context, token, old, written string) error {
	signed, err := k.Acting(ctx, token)
	if err != nil {
		return err
	}
	c, err := read(ctx, &k.store, func(r Reader) (credential.Credential, error) { return r.CredentialOf(ctx, signed.Person.ID) })
	if err != nil {
		return err
	}
	if !k.opens(c.Password, old) || signed.Person.secret != commitment(c.Password) {
		return trace.Fail(trace.CodeWrongPassword)
	}
	if err := checkPassword(written, &signed.Person); err != nil {
		return err
	}
	hash, err := k.work.Hash(written, k.random)
	if err != nil {
		return err
	}
	return k.own(ctx, token, func(w Writers, p *Person, now string) error {
		if now != c.Password { // somebody else changed it meanwhile
			return trace.Fail(trace.CodeWrongPassword)
		}
		if err := w.DropTickets(ctx, p.ID, digest(token)); err != nil {
			return err
		}
		return k.write(ctx, w, p.Key(), p, hash)
	})
}
