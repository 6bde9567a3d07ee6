// Package canon reads and writes all JSON. Reading is strict (one value, no
// duplicate names, valid UTF-8, no NUL, bounded depth), and the canonical form
// (RFC 8785) is used where bytes are hashed. It wraps the module that is to become
// encoding/json/v2, so only this package changes when it does.
package canon

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Value is a JSON value as raw bytes.
type Value = jsontext.Value

// MaxDepth bounds the nesting of a document. Real payloads reach 5; GeoJSON 8.
const MaxDepth = 32

// Reason says why a document cannot be read.
type Reason string

// The reasons, in the order in which they are checked.
const (
	Empty        Reason = "EMPTY"
	InvalidUTF8  Reason = "INVALID_UTF8"
	Truncated    Reason = "TRUNCATED"
	DuplicateKey Reason = "DUPLICATE_KEY"
	NotJSON      Reason = "NOT_JSON"
	TooDeep      Reason = "TOO_DEEP"
	NUL          Reason = "NUL"
	TwoValues    Reason = "TWO_VALUES"
)

// Error says why and where a document cannot be read.
type Error struct {
	Reason  Reason
	Offset  int64
	Pointer string // RFC 6901, of the faulty value if known
}

func (e *Error) Error() string {
	return "unreadable JSON: " + strings.ToLower(string(e.Reason)) + " at " + e.Pointer
}

// Validate reads a whole document and returns nil or an *Error.
func Validate(data []byte) error {
	if len(bytes.TrimLeft(data, " \t\r\n")) == 0 {
		return &Error{Reason: Empty}
	}
	if !utf8.Valid(data) {
		return &Error{Reason: InvalidUTF8, Offset: int64(validPrefix(data))}
	}
	w := walk(data)
	defer w.end()
	dec := &w.dec
	mayHoldNUL := bytes.Contains(data, []byte(`\u0000`))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return readError(err, dec)
		}
		if dec.StackDepth() > MaxDepth {
			return &Error{TooDeep, dec.InputOffset(), string(dec.StackPointer())}
		}
		if mayHoldNUL && token.Kind() == '"' && strings.IndexByte(token.String(), 0) >= 0 {
			return &Error{NUL, dec.InputOffset(), string(dec.StackPointer())}
		}
		if dec.StackDepth() == 0 {
			break
		}
	}
	switch _, err := dec.ReadToken(); {
	case errors.Is(err, io.EOF):
		return nil
	default:
		return &Error{Reason: TwoValues, Offset: dec.InputOffset()}
	}
}

func readError(err error, dec *jsontext.Decoder) *Error {
	out := &Error{Reason: NotJSON, Offset: dec.InputOffset(), Pointer: string(dec.StackPointer())}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		out.Offset, out.Pointer = syntax.ByteOffset, string(syntax.JSONPointer)
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		out.Reason = DuplicateKey
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		out.Reason = Truncated
	}
	return out
}

func validPrefix(data []byte) int {
	n := 0
	for n < len(data) {
		r, size := utf8.DecodeRune(data[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}

// Canonical returns the RFC 8785 form of a valid document, with one difference:
// an integer too long for a double keeps all its digits, where the RFC would
// round it. People send invoice keys of 44 digits as numbers, and a digest that
// does not see the last digits would vouch for a changed one.
func Canonical(data []byte) ([]byte, error) {
	value := Value(bytes.Clone(data))
	if err := value.Canonicalize(jsontext.CanonicalizeRawInts(!hasLongNumber(data))); err != nil {
		return nil, err
	}
	return value, nil
}

// hasLongNumber reports whether the document contains a run of digits too long for some doubles. A
// run inside a text counts too, which is harmless.
func hasLongNumber(data []byte) bool {
	const exact = 15
	run := 0
	for _, c := range data {
		if c < '0' || c > '9' {
			run = 0
		} else if run++; run > exact {
			return true
		}
	}
	return false
}

// Members calls fn for every member of a JSON object that was validated, in
// order, with the raw bytes of its value, which are valid only during the call.
// It returns an error when data is not an object, or fn's own.
func Members(data []byte, fn func(name string, value Value) error) error {
	w := walk(data, validated)
	defer w.end()
	dec := &w.dec
	if dec.PeekKind() != '{' {
		return &Error{Reason: NotJSON}
	}
	if _, err := dec.ReadToken(); err != nil {
		return readError(err, dec)
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return readError(err, dec)
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return readError(err, dec)
		}
		if err := fn(key, value); err != nil {
			return err
		}
	}
	return nil
}

// String reads a JSON text.
func String(value Value) (string, bool) {
	if value.Kind() != '"' {
		return "", false
	}
	text, err := jsontext.AppendUnquote(nil, value)
	return string(text), err == nil
}

// AppendString appends s as a JSON text. s must be valid UTF-8; invalid bytes are replaced, as
// in the standard library.
func AppendString(dst []byte, s string) []byte {
	if isPlain(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	quoted, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		quoted, _ = jsontext.AppendQuote(dst, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return quoted
}

// AppendStringOrNull appends s as AppendString does, or null if s is empty.
func AppendStringOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, `null`...)
	}
	return AppendString(dst, s)
}

// AppendStrings appends texts as a JSON list.
func AppendStrings(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, s := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, s)
	}
	return append(dst, ']')
}

// isPlain reports whether a text needs no escapes in JSON: most names and codes need none.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Marshal encodes a Go value, deterministically.
func Marshal(v any) ([]byte, error) { return json.Marshal(v, json.Deterministic(true)) }

// Unmarshal decodes into a Go value, refusing duplicate names and, so that a misspelt member is
// never silently dropped, unknown ones.
func Unmarshal(data []byte, v any) error {
	return json.Unmarshal(data, v, json.RejectUnknownMembers(true))
}

// UnmarshalLenient decodes into a Go value and ignores unknown members.
func UnmarshalLenient(data []byte, v any) error { return json.Unmarshal(data, v) }

// Decoder walks a document token by token, for code that must see every value once.
type Decoder = jsontext.Decoder

// Token is one token of a walk, and Kind its or a value's kind: n, t, f, ", 0,
// { or [.
type (
	Token = jsontext.Token
	Kind  = jsontext.Kind
)

// Walk calls fn with a decoder at the start of a document that was validated. The decoder is valid
// until fn returns.
func Walk(data []byte, fn func(*Decoder)) {
	w := walk(data, validated)
	defer w.end()
	fn(&w.dec)
}

// validated skips the checks that Validate has already made.
var validated = jsontext.Options(json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)))

// walker is a decoder with what it needs. Making one costs more than most
// documents it reads, so they are kept.
type walker struct {
	dec jsontext.Decoder
	buf bytes.Buffer
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

func walk(data []byte, options ...jsontext.Options) *walker {
	w := walkers.Get().(*walker)
	w.buf = *bytes.NewBuffer(data)
	w.dec.Reset(&w.buf, options...)
	return w
}

func (w *walker) end() {
	w.buf = bytes.Buffer{} // do not keep the document in memory
	w.dec.Reset(&w.buf)
	walkers.Put(w)
}

// PointerToken escapes a member's name as one token of a JSON pointer (RFC 6901).
func PointerToken(name string) string { return pointerEscaper.Replace(name) }

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
