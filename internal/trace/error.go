package trace

import (
	"errors"
	"time"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Class groups errors by what the caller can do about them.
type Class uint8

// The classes.
const (
	Internal        Class = iota // our fault; the cause is not shown to the caller
	Unreadable                   // the request cannot be read
	Unauthenticated              // no valid key
	Forbidden                    // a valid key without the right
	NotFound                     // does not exist
	Gone                         // it existed, and was destroyed
	WrongMethod                  // the path exists, but not with this method
	Conflict                     // contradicts the stored data
	Stale                        // the caller's version is not the newest
	TooLarge                     // over a size limit
	WrongMedia                   // not JSON
	Unacceptable                 // readable, but not acceptable
	TooMany                      // slow down
	Unavailable                  // the store cannot be reached: try again
)

// Code is the stable id of an error, never translated.
type Code string

// Error is the one error type of the domain. Its code is for programs, its text
// (see Errors) is for people, and its cause goes only to the log.
type Error struct {
	Code     Code
	Args     lang.Args
	Problems []Problem
	// Data is additional information, as JSON; nil for nothing.
	Data []byte
	// Wait is how long until the same request may succeed; 0 if unknown.
	Wait  time.Duration
	Cause error
}

// Problem is one detail of an error, about one field.
type Problem struct {
	// Line is the row of an import; 0 if there are no rows.
	Line    int64
	Field   string
	Pointer string // RFC 6901, into the request's body; "" for none
	Rule    string
	Message lang.Text
	Args    lang.Args
	// Kind and ID are of the record that it is about; nil if it is about no record.
	Kind *kind.Kind
	ID   ID
}

func (e *Error) Error() string {
	text := string(e.Code) + ": " + Errors[e.Code].Text.Fill(lang.EN, e.Args)
	for _, p := range e.Problems {
		text += "; " + p.Field + ": " + p.Message.Fill(lang.EN, p.Args)
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Cause }

// Class returns the class of the error's code.
func (e *Error) Class() Class { return Errors[e.Code].Class }

// Text returns the error's text in one language, with its placeholders filled in.
func (e *Error) Text(l lang.Lang) string { return Errors[e.Code].Text.Fill(l, e.Args) }

// AsError returns err as an *Error; any other error is CodeInternal with err as its cause.
func AsError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case err == admit.ErrBusy:
		return Fail(CodeBusy)
	case errors.Is(err, admit.ErrBusy):
		return &Error{Code: CodeBusy, Cause: err} // the cause is not memory but, for example, a full disk
	case errors.Is(err, admit.ErrTooLarge):
		return Fail(CodeTooMuchMemory)
	}
	return &Error{Code: CodeInternal, Cause: err}
}

// Is reports whether err has a code.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code
}

// Fail makes an error with a code and its placeholders as name, value pairs.
func Fail(code Code, pairs ...string) *Error {
	e := &Error{Code: code}
	if len(pairs) > 0 {
		e.Args = lang.Args{}
		for i := 0; i+1 < len(pairs); i += 2 {
			e.Args[pairs[i]] = pairs[i+1]
		}
	}
	return e
}

// BadParameter refuses a parameter or header of a request and shows the expected form, which is
// written the same in every language.
func BadParameter(name, want string) *Error {
	return Fail(CodeBadParameter, "nome", name, "esperado", want)
}

// Clip bounds how much of a caller's text a message repeats.
func Clip(s string) string { return lang.Clip(s, 60) }
