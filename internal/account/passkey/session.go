package passkey

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

// ceremony is the purpose of a session.
type ceremony string

const (
	registration ceremony = "registration"
	login        ceremony = "login"
)

// session is what is remembered between the two steps.
type session struct {
	For       ceremony `json:"for"`
	Challenge string   `json:"challenge"`
	Handle    []byte   `json:"handle,omitempty"` // whose it is; empty: anyone's
	Until     int64    `json:"until"`            // Unix seconds
}

// algorithms are those that browsers and authenticators share: ES256 all, EdDSA newer ones, RS256
// Windows.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// begun writes down options for a browser, and the session.
func (p *Party) begun(what ceremony, options any, kept *webauthn.SessionData) (told, remembered []byte, err error) {
	if told, err = json.Marshal(options); err != nil {
		return nil, nil, fmt.Errorf("writing the options of a passkey: %w", err)
	}
	remembered, err = json.Marshal(session{For: what, Challenge: kept.Challenge, Handle: kept.UserID, Until: p.now().Add(patience).Unix()})
	if err != nil {
		return nil, nil, fmt.Errorf("writing the session of a passkey: %w", err)
	}
	return told, remembered, nil
}

// resume reads a session back.
func (p *Party) resume(what ceremony, remembered []byte) (*webauthn.SessionData, *Error) {
	var s session
	switch {
	case len(remembered) > maxSession || json.Unmarshal(remembered, &s) != nil || s.Challenge == "":
		return nil, &Error{Reason: Malformed, detail: "the session"}
	case s.For != what:
		return nil, &Error{Reason: Misplaced, detail: "the session is of another ceremony"}
	case !p.now().Before(time.Unix(s.Until, 0)):
		return nil, &Error{Reason: Expired}
	}
	return &webauthn.SessionData{
		Challenge: s.Challenge, RelyingPartyID: p.web.Config.RPID, UserID: s.Handle,
		UserVerification: protocol.VerificationRequired, CredParams: algorithms,
	}, nil
}

// same compares two handles.
func same(a, b []byte) bool { return len(a) > 0 && subtle.ConstantTimeCompare(a, b) == 1 }
