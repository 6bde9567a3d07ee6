package mail

import (
	"fmt"
	"strings"
)

// Reason says why a message was not sent.
type Reason uint8

const (
	Unfit       Reason = iota // something in the message cannot be sent
	Unreachable               // no server, or it hung up or took too long
	Untrusted                 // not encrypted, or not the server it should be
	SignIn                    // it does not accept the user and the password
	Recipient                 // it refuses the recipient
	Refused                   // it refuses the message, or us
	Busy                      // too many messages at once
)

var reasons = [...]string{
	Unfit:       "the message cannot be sent",
	Unreachable: "the mail server cannot be reached",
	Untrusted:   "the mail server is not trusted",
	SignIn:      "the mail server refuses the user or the password",
	Recipient:   "the mail server refuses the recipient",
	Refused:     "the mail server refuses the message",
	Busy:        "too many messages are being sent",
}

// Error says why a message was not sent. It omits the server's text, which may repeat the address,
// the password or the message.
type Error struct {
	Reason Reason
	Code   int    // the server's answer, such as 550; 0: none
	detail string // our own explanation
	cause  error  // the context's error; nil if it had not ended
}

func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(reasons[e.Reason])
	if e.Code != 0 {
		fmt.Fprintf(&text, " (%d)", e.Code)
	}
	if e.detail != "" {
		text.WriteString(": " + e.detail)
	}
	if e.cause != nil {
		text.WriteString(": " + e.cause.Error())
	}
	return text.String()
}

// Unwrap returns the error of the context, if it ended first.
func (e *Error) Unwrap() error { return e.cause }

// Temporary reports whether the same message may be accepted later without any change.
func (e *Error) Temporary() bool {
	const permanent = 500 // and above, in the answers of a server
	switch e.Reason {
	case Unreachable, Busy:
		return true
	case Unfit, Untrusted:
		return false
	}
	return e.Code != 0 && e.Code < permanent
}
