package passkey

import (
	"bytes"
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
	}
	used, err := p.check(owner{Person{Handle: handle}, []webauthn.Credential{stored.webauthn()}}, kept, read)
	if err != nil {
		return Login{}, because(Refused, err)
	}
	who := Login{SignCount: used.Authenticator.SignCount, BackedUp: used.Flags.BackupState, UsedAt: p.now()}
	if used.Authenticator.CloneWarning {
		return who, &Error{Reason: Cloned}
	}
	return who, nil
}

// check compares an answer with the session and the passkey. The answer must name the right owner,
// because no log-in was typed.
func (p *Party) check(who owner, kept *webauthn.SessionData, read *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
	_, used, err := p.web.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) { return who, nil }, *kept, read)
	return used, err
}
