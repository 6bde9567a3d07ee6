package passkey

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// BeginLogin implements Keeper.
func (p *Party) BeginLogin() (options, session []byte, err error) {
	assertion, kept, err := p.web.BeginDiscoverableLogin()
	if err != nil {
		return nil, nil, fmt.Errorf("starting a sign-in: %w", err)
	}
	return p.begun(login, assertion, kept)
}

var errNoPasskey = errors.New("a person without passkeys cannot sign in with one")

// BeginLoginOf implements Keeper.
func (p *Party) BeginLoginOf(person Person, existing []Credential) (options, session []byte, err error) {
	who, err := ownerOf(person, existing)
	switch {
	case err != nil:
		return nil, nil, err
	case len(existing) == 0 || len(person.Handle) == 0: // an empty handle would be anyone's
		return nil, nil, errNoPasskey
	}
	assertion, kept, err := p.web.BeginLogin(who)
	if err != nil {
		return nil, nil, fmt.Errorf("starting a sign-in: %w", err)
	}
	return p.begun(login, assertion, kept)
}

// FinishLogin implements Keeper.
func (p *Party) FinishLogin(session, answer []byte, find Find) (Login, error) {
	kept, failure := p.resume(login, session)
	switch {
	case failure != nil:
		return Login{}, failure
	case len(answer) > maxAnswer:
		return Login{}, &Error{Reason: Malformed, detail: "it is too long"}
	}
	read, err := protocol.ParseCredentialRequestResponseBytes(answer)
	switch {
	case err != nil:
		return Login{}, because(Malformed, err)
	case len(read.RawID) > maxID:
		return Login{}, &Error{Reason: Malformed, detail: "it is too long"}
	}
	stored, handle, found, err := find(read.RawID)
	switch {
	case err != nil:
		return Login{}, fmt.Errorf("looking for a passkey: %w", err)
	case !found || !bytes.Equal(stored.ID, read.RawID):
		return Login{}, &Error{Reason: Unknown}
	case len(kept.UserID) > 0 && !same(handle, kept.UserID):
		return Login{}, &Error{Reason: Misplaced, detail: "it is of another person"}
	}
	used, err := p.check(owner{Person{Handle: handle}, []webauthn.Credential{stored.webauthn()}}, kept, read)
	if err != nil {
		return Login{}, because(Refused, err)
	}
	who := Login{CredentialID: stored.ID, Handle: handle, SignCount: used.Authenticator.SignCount, BackedUp: used.Flags.BackupState, UsedAt: p.now()}
	if used.Authenticator.CloneWarning {
		return who, &Error{Reason: Cloned}
	}
	return who, nil
}

// check compares an answer with the session and the passkey. Where no log-in was typed, the
// answer must say whose it is, and say it right.
func (p *Party) check(who owner, kept *webauthn.SessionData, read *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
	if len(kept.UserID) > 0 {
		return p.web.ValidateLogin(who, *kept, read)
	}
	_, used, err := p.web.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) { return who, nil }, *kept, read)
	return used, err
}
