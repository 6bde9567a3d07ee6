package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Person is someone with an account. Its versions are in the journal, and the newest one
// decides; it can be erased like any record.
type Person struct {
	ID           trace.ID
	Version      int64
	Name         string
	Login        string
	Organization string // in whose name the person writes
	Role         Role
	Lang         lang.Lang
	// Deployment: the person administers the whole server, not one organisation.
	Deployment  bool
	Active      bool
	HasPassword bool
	// Issuer is the provider at which the person has an identity that opens the account; "" for
	// none.
	Issuer string
	// NeedsPasskey: the person cannot sign in with a password or a provider.
	NeedsPasskey bool
	CreatedAt    time.Time
	// InvitedBy is the author of the first version, who can be asked for more rights.
	InvitedBy string

	secret   string   // the journal's commitment to the hash of the password
	identity string   // and of the identity at the issuer
	passkeys []string // and of each passkey
	record   trace.Record
}

// HasPasskey reports whether the person has a passkey.
func (p *Person) HasPasskey() bool { return len(p.passkeys) > 0 }

// Accepted reports whether the person has accepted the invitation.
func (p *Person) Accepted() bool { return p.HasPassword || p.Issuer != "" }

// document is the journal's document of a person.
type document struct {
	Name         string `json:"nome"`
	Login        string `json:"login"`
	Organization string `json:"organizacao"`
	Role         string `json:"papel"`
	Lang         string `json:"idioma"`
	Deployment   bool   `json:"administraServidor"`
	Active       bool   `json:"ativo"`
	// Secret is a digest of the stored hash, which has its own salt: a row whose hash was
	// replaced opens nothing.
	Secret string `json:"senha"`
	// Identity is a digest of the subject by which the issuer knows the person.
	Issuer   string `json:"emissor,omitzero"`
	Identity string `json:"identidade,omitzero"`
	// Passkeys are digests of ids and public keys.
	Passkeys     []string `json:"passkeys,omitzero"`
	NeedsPasskey bool     `json:"exigePasskey,omitzero"`
	// Changes are what this version changed.
	Changes []Change `json:"mudou,omitzero"`
}

// commitment returns the journal's digest of a password hash; "" for no password.
func commitment(hash string) string {
	if hash == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(hash))
	return hex.EncodeToString(sum[:])
}

// AccessPrefix begins the access key of a person.
const AccessPrefix = "pessoa:"

// Key returns the key with which the person acts.
func (p *Person) Key() *trace.Key {
	id := p.ID.String()
	return &trace.Key{
		AccessKey: AccessPrefix + id, Person: id, Name: p.Name, Organization: p.Organization, Deployment: p.Deployment,
		Scopes: p.Role.Scopes, Phases: p.Role.Phases, Rights: p.Role.Rights, CreatedAt: p.CreatedAt,
	}
}

// documentOf reads what a newest version says about a person; false if it was erased, or does not
// match its commitment.
func documentOf(v *trace.Record) (d document, ok bool) {
	ok = v.Kind == kind.Person && v.Operation != trace.Erased && v.Intact() && canon.Unmarshal(v.Payload, &d) == nil
	return d, ok
}

// readPerson reads the newest version of a person; CodePersonNotFound if there is none, it was
// erased, or it does not match its commitment.
func readPerson(ctx context.Context, r EndReader, id trace.ID) (Person, error) {
	first, newest, found, err := r.FirstAndNewest(ctx, id)
	if err != nil {
		return Person{}, err
	}
	d, ok := documentOf(&newest)
	if !found || !ok {
		return Person{}, trace.Fail(trace.CodePersonNotFound)
	}
	role, known, err := readRole(ctx, r, d.Role)
	if err != nil {
		return Person{}, err
	}
	if !known {
		return Person{}, trace.Fail(trace.CodePersonNotFound)
	}
	l, _ := lang.ByCode(d.Lang)
	return Person{
		ID: id, Version: newest.Version, Name: d.Name, Login: d.Login, Organization: d.Organization, Role: role, Lang: l, Deployment: d.Deployment,
		Active: d.Active, HasPassword: d.Secret != "", Issuer: d.Issuer, NeedsPasskey: d.NeedsPasskey, CreatedAt: first.UpdatedAt, InvitedBy: first.UpdatedBy, secret: d.Secret, identity: d.Identity, passkeys: d.Passkeys, record: newest,
	}, nil
}

// write writes a person's next version, and the credential that follows from it. hash is the
// stored hash of the password.
func (k *Keeper) write(ctx context.Context, w Writers, by *trace.Key, p *Person, hash string) error {
	p.secret = commitment(hash)
	next := document{
		Name: p.Name, Login: p.Login, Organization: p.Organization, Role: p.Role.ID, Lang: p.Lang.Code(), Deployment: p.Deployment, Active: p.Active, Secret: p.secret,
		Issuer: p.Issuer, Identity: p.identity, Passkeys: p.passkeys, NeedsPasskey: p.NeedsPasskey,
	}
	if before, ok := documentOf(&p.record); ok && p.Version > 0 {
		next.Changes = changesOf(&before, &next)
	}
	payload, err := canon.Marshal(next)
	if err != nil {
		return err
	}
	r := p.record
	if p.Version == 0 {
		if r, err = k.journal.First(by, kind.Person, trace.Envelope{Payload: payload}); err != nil {
			return err
		}
		p.ID, p.CreatedAt = r.ID, r.UpdatedAt
		if by.Person == firstPerson { // nobody else exists who could have made it
			r.UpdatedBy = p.Key().Author()
		}
	} else {
		r.Payload = payload
		k.journal.Next(&r, trace.Updated, by)
		r.AfterEnd = true // a note is never live
	}
	if err := k.journal.Append(ctx, w.Journal, &r); err != nil {
		return err
	}
	r.AfterEnd = false // is not stored
	p.Version, p.record, p.HasPassword = r.Version, r, hash != ""
	return w.PutCredential(ctx, credential.Credential{
		Person: p.ID, Login: p.Login, Password: hash, Name: lang.Fold(p.Name), Organization: lang.Fold(p.Organization), Role: p.Role.ID, Active: p.Active,
	})
}
