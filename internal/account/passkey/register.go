package passkey

import (
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// owner is a person with passkeys, as the library requires it.
type owner struct {
	Person
	credentials []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return o.Handle }
func (o owner) WebAuthnName() string                       { return o.Login }
func (o owner) WebAuthnDisplayName() string                { return o.Name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// ownerOf joins a person and the passkeys that the server keeps.
func ownerOf(p Person, existing []Credential) (owner, error) {
	if len(existing) > maxExisting {
		return owner{}, fmt.Errorf("a person has %d passkeys, of at most %d", len(existing), maxExisting)
	}
	o := owner{Person: p}
	for _, c := range existing {
		o.credentials = append(o.credentials, c.webauthn())
	}
	return o, nil
}

// webauthn returns a passkey as the library keeps it.
func (c Credential) webauthn() webauthn.Credential {
	all := webauthn.Credential{
		ID: c.ID, PublicKey: c.PublicKey,
		Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: c.BackupEligible, BackupState: c.BackedUp},
		Authenticator: webauthn.Authenticator{AAGUID: c.AAGUID, SignCount: c.SignCount},
	}
	for _, t := range c.Transports {
		all.Transport = append(all.Transport, protocol.AuthenticatorTransport(t))
	}
	return all
}

// BeginRegistration implements Keeper.
func (p *Party) BeginRegistration(person Person, existing []Credential) (options, session []byte, err error) {
	who, err := ownerOf(person, existing)
	if err != nil {
		return nil, nil, err
	}
	creation, kept, err := p.web.BeginRegistration(who,
		webauthn.WithCredentialParameters(algorithms),
		webauthn.WithExclusions(webauthn.Credentials(who.credentials).CredentialDescriptors()))
	if err != nil {
		return nil, nil, fmt.Errorf("starting a passkey: %w", err)
	}
	return p.begun(registration, creation, kept)
}

// FinishRegistration implements Keeper.
func (p *Party) FinishRegistration(person Person, session, answer []byte) (Credential, error) {
	kept, failure := p.resume(registration, session)
	switch {
	case failure != nil:
		return Credential{}, failure
	case !same(person.Handle, kept.UserID):
		return Credential{}, &Error{Reason: Misplaced, detail: "the session is of another person"}
	case len(answer) > maxAnswer:
		return Credential{}, &Error{Reason: Malformed, detail: "it is too long"}
	}
	read, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Credential{}, because(Malformed, err)
	}
	made, err := p.web.CreateCredential(owner{Person: person}, *kept, read)
	if err != nil {
		return Credential{}, because(Refused, err)
	}
	c := Credential{
		ID: made.ID, PublicKey: made.PublicKey, SignCount: made.Authenticator.SignCount, AAGUID: made.Authenticator.AAGUID,
		Transports: transports(made.Transport), BackupEligible: made.Flags.BackupEligible, BackedUp: made.Flags.BackupState,
	}
	if len(c.ID) == 0 || len(c.ID) > maxID || len(c.PublicKey) > maxKey {
		return Credential{}, &Error{Reason: Malformed, detail: "it is too long"}
	}
	return c, nil
}

// transports drops what is not a word: a browser may send anything here.
func transports(said []protocol.AuthenticatorTransport) (kept []string) {
	for _, t := range said {
		if len(kept) < maxTransports && isWord(string(t)) {
			kept = append(kept, string(t))
		}
	}
	return kept
}

func isWord(text string) bool {
	for _, r := range text {
		if (r < 'a' || r > 'z') && r != '-' {
			return false
		}
	}
	return text != "" && len(text) <= maxTransport
}
