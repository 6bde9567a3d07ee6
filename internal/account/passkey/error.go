package passkey

import (
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
)

// Reason says why a passkey was not made or not accepted.
type Reason uint8

const (
	Malformed Reason = iota // the answer or the session cannot be read
	Expired                 // the person took too long
	Misplaced               // the session belongs to another ceremony or person
	Unknown                 // nobody has this passkey
	Refused                 // the answer proves nothing: another server, challenge, key or person
	Cloned                  // its counter went back: somebody copied a passkey that cannot be copied
)

var reasons = [...]string{
	Malformed: "the passkey's answer cannot be read",
	Expired:   "the passkey came too late",
	Misplaced: "the passkey's answer belongs to something else",
	Unknown:   "the passkey is not known",
	Refused:   "the passkey's answer proves nothing",
	Cloned:    "the passkey was copied",
}

// Error says why a passkey was not made or not accepted.
type Error struct {
	Reason Reason
	detail string
}

func (e *Error) Error() string {
	if e.detail == "" {
		return reasons[e.Reason]
	}
	return reasons[e.Reason] + ": " + e.detail
}

// because returns an error of the library. It contains only the library's fixed sentence, and
// nothing from outside.
func because(otherwise Reason, err error) *Error {
	var failure *protocol.Error
	if !errors.As(err, &failure) {
		return &Error{Reason: otherwise}
	}
	return &Error{Reason: otherwise, detail: failure.Details}
}
