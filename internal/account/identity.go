package account

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// Identity is an identity for which an OpenID Connect provider vouches.
type Identity struct {
	Issuer, Subject string
	// Logins are the addresses and numbers that the provider has verified.
	Logins []string
	// Age is how long ago the provider asked for a password or the like, if AskedKnown is set. Some
	// providers do not say; a session from them never counts as fresh.
	Age        time.Duration
	AskedKnown bool
}

// digest returns the key under which the store finds an identity. Neither an issuer nor a subject
// contains a line break.
func (i *Identity) digest() [32]byte { return sha256.Sum256([]byte(i.Issuer + "\n" + i.Subject)) }

// SignInWithProvider begins a session of the person for whom a provider vouches. The first time, that is the
// person with a verified log-in. From then on only issuer and subject identify the person, because
// an address may change or pass to somebody else. It creates no accounts: it fails with
// CodeNoAccount if there is no active one, and with CodeOtherIdentity if the account belongs to
// another subject.
func (k *Keeper) SignInWithProvider(ctx context.Context, who Identity, device string) (out Opened, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		p, err := k.known(ctx, w, &who)
		if trace.Is(err, trace.CodeUnauthenticated) {
			p, err = k.bind(ctx, w, &who)
		}
		if trace.Is(err, trace.CodePersonNotFound) || err == nil && !p.Active {
			return trace.Fail(trace.CodeNoAccount)
		}
		if err == nil && p.NeedsPasskey {
			err = trace.Fail(trace.CodeNeedsPasskey)
		}
		if err != nil {
			return err
		}
		var shown time.Time
		if who.AskedKnown {
			shown = k.now().Add(-who.Age)
		}
		out, err = k.openShown(ctx, w, p, device, byProvider, shown)
		return err
	})
	return out, err
}

// known finds the person to whom an identity belongs; CodeUnauthenticated if it belongs to nobody
// yet.
func (k *Keeper) known(ctx context.Context, w Writers, who *Identity) (Person, error) {
	digest := who.digest()
	f, err := w.Factors.Factor(ctx, digest)
	if err != nil {
		return Person{}, err
	}
	p, err := readPerson(ctx, w.Journal, f.Person)
	if err != nil {
		return Person{}, err
	}
	if f.Kind != credential.Identity || p.identity != hex.EncodeToString(digest[:]) { // somebody changed the row
		return Person{}, trace.Fail(trace.CodeNoAccount)
	}
	return p, nil
}

// bind assigns an identity to the person with a verified log-in.
func (k *Keeper) bind(ctx context.Context, w Writers, who *Identity) (Person, error) {
	for _, login := range who.Logins {
		login = ParseLogin(login)
		c, err := w.Credential(ctx, login)
		if trace.Is(err, trace.CodeUnauthenticated) {
			continue
		}
		if err != nil {
			return Person{}, err
		}
		p, err := readPerson(ctx, w.Journal, c.Person)
		if err != nil {
			return Person{}, err
		}
		switch {
		case !p.Active || p.Login != login: // somebody changed the row
			return Person{}, trace.Fail(trace.CodeNoAccount)
		case p.Issuer == who.Issuer:
			return Person{}, trace.Fail(trace.CodeOtherIdentity)
		}
		err = k.bindTo(ctx, w, &p, who, c.Password)
		return p, err
	}
	return Person{}, trace.Fail(trace.CodeNoAccount)
}

// bindTo gives an identity to a person, in place of one at a provider that was used before, and
// accepts an invitation.
func (k *Keeper) bindTo(ctx context.Context, w Writers, p *Person, who *Identity, hash string) error {
	if p.secret != commitment(hash) { // the next version must commit to what the journal had
		return trace.Fail(trace.CodeNoAccount)
	}
	if !p.Accepted() {
		if err := dropLinks(ctx, w, p.ID); err != nil {
			return err
		}
	}
	if err := dropFactors(ctx, w, p, credential.Identity); err != nil {
		return err
	}
	digest, now := who.digest(), k.now()
	if err := w.Factors.PutFactor(ctx, credential.Factor{Digest: digest, Person: p.ID, Kind: credential.Identity, CreatedAt: now, LastUse: now}); err != nil {
		return err
	}
	p.Issuer, p.identity = who.Issuer, hex.EncodeToString(digest[:])
	return k.write(ctx, w, p.Key(), p, hash)
}

// dropFactors removes a person's factors of some kinds. The caller writes the person.
func dropFactors(ctx context.Context, w Writers, p *Person, kinds ...credential.FactorKind) error {
	for _, kind := range kinds {
		switch kind {
		case credential.Identity:
			p.Issuer, p.identity = "", ""
		case credential.Passkey:
			p.passkeys, p.NeedsPasskey = nil, false
		}
	}
	factors, err := w.Factors.Factors(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, f := range factors {
		if slices.Contains(kinds, f.Kind) {
			if err := w.Factors.DropFactor(ctx, f.Digest); err != nil {
				return err
			}
		}
	}
	return nil
}
