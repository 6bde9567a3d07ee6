package oidc

import (
	"errors"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/oauth2"

	"rastro/internal/lang"
)

// Reason says why there is no identity.
type Reason uint8

const (
	Unavailable Reason = iota // the provider does not answer, or not as a provider should
	Refused                   // it does not accept the code, or us
	Invalid                   // its answer proves nothing
)

var reasons = [...]string{
	Unavailable: "the OpenID Connect provider is not available",
	Refused:     "the OpenID Connect provider refused",
	Invalid:     "the OpenID Connect provider's answer proves nothing",
}

// Error says why there is no identity.
type Error struct {
	Reason Reason
	detail string // for operators
}

func (e *Error) Error() string { return reasons[e.Reason] + ": " + e.detail }

// maxDetail limits what is quoted from an answer, which may be a whole page.
const maxDetail = 200

// because returns an error with a library's message about an answer.
func because(reason Reason, err error) *Error { return &Error{Reason: reason, detail: oneLine(err)} }

// oneLine returns an error's message on one line.
func oneLine(err error) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(err.Error(), ""))
	return lang.Clip(text, maxDetail)
}

// outage returns the error of a call that the provider did not answer. Its cause, such as an
// unknown name, an invalid certificate or a timeout, is reported without what was sent.
func outage(what string, err error) *Error {
	if call := (*url.Error)(nil); errors.As(err, &call) {
		what += ": " + oneLine(call.Err)
	}
	return &Error{Reason: Unavailable, detail: what}
}

// refused says why a code was not exchanged. It quotes only the error code from the provider's
// answer: the rest may repeat what we sent.
func refused(err error) *Error {
	var answer *oauth2.RetrieveError
	switch {
	case !errors.As(err, &answer):
		return outage("it gives no token", err)
	case word(answer.ErrorCode):
		return &Error{Reason: Refused, detail: answer.ErrorCode}
	case answer.Response != nil && answer.Response.StatusCode < 500:
		return &Error{Reason: Refused, detail: "status " + answer.Response.Status[:3]}
	}
	return &Error{Reason: Unavailable, detail: "it gives no token"}
}

// word reports whether a text can be an error code, such as invalid_grant.
func word(text string) bool {
	const maxWord = 40
	return text != "" && len(text) <= maxWord && !strings.ContainsFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
}
