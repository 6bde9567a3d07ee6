package traces

import (
	"bytes"
	"encoding/xml"
	"strings"
	"time"

	"rastro/internal/lang"
)

// Status is the status of a statement.
type Status string

// The statuses.
const (
	Submitted Status = "SUBMITTED"
	Available Status = "AVAILABLE"
	Rejected  Status = "REJECTED"
	Withdrawn Status = "WITHDRAWN"
	Archived  Status = "ARCHIVED"
	Grouped   Status = "GROUPED"
	Obsolete  Status = "OBSOLETE"
)

// Overview is the system's information about a statement. The numbers are filled as soon as the
// statement is available.
type Overview struct {
	UUID               string    `xml:"uuid"`
	InternalReference  string    `xml:"internalReferenceNumber"`
	ReferenceNumber    string    `xml:"referenceNumber"`
	VerificationNumber string    `xml:"verificationNumber"`
	Status             Status    `xml:"status"`
	RejectionReason    string    `xml:"rejectionReason"`
	At                 time.Time `xml:"date"`
}

// answer is the envelope of an answer. Elements are matched by name and not by prefix, because the
// system's prefixes change.
type answer struct {
	XMLName   xml.Name   `xml:"Envelope"`
	Submitted *submitted `xml:"Body>SubmitDdsResponse"`
	Amended   *changed   `xml:"Body>AmendDdsResponse"`
	Withdrawn *changed   `xml:"Body>WithdrawDdsResponse"`
	Told      *told      `xml:"Body>GetDdsResponse"`
	Fault     *fault     `xml:"Body>Fault"`
}

type submitted struct {
	UUID string `xml:"uuid"`
}

type changed struct {
	Status Status `xml:"status"`
}

type told struct {
	Overviews []Overview `xml:"ddsOverviewList"`
}

type fault struct {
	Code   string `xml:"faultcode"`
	String string `xml:"faultstring"`
	Detail detail `xml:"detail"`
}

// detail contains an exception, whose name gives its kind.
type detail struct {
	Exceptions []exception `xml:",any"`
}

type exception struct {
	XMLName xml.Name
	Errors  []Refusal `xml:"Error"`
}

// Refusal is a rule of the system that a statement breaks.
type Refusal struct {
	ID      string `xml:"ID"`
	Message string `xml:"Message"`
	Field   string `xml:"Field"`
}

// Kind is why a call failed.
type Kind string

// The kinds.
const (
	Unreachable     Kind = "unreachable"
	Unreadable      Kind = "unreadable" // not an answer of the system
	Unauthenticated Kind = "unauthenticated"
	Denied          Kind = "denied"
	Refused         Kind = "refused" // by the rules of the system: Refusals say which
	NotFound        Kind = "not found"
	Failed          Kind = "failed" // the system's own fault
)

// Texts say what to do about each kind.
var Texts = map[Kind]lang.Text{
	Unreachable:     {PT: "o sistema da UE não respondeu; nada foi perdido. Tente de novo mais tarde", EN: "the EU's system did not answer; nothing is lost. Try again later", ES: "el sistema de la UE no respondió; no se perdió nada. Intente de nuevo más tarde"},
	Unreadable:      {PT: "a resposta não é do sistema da UE; confira o endereço", EN: "the answer is not one of the EU's system; check the address", ES: "la respuesta no es del sistema de la UE; revise la dirección"},
	Unauthenticated: {PT: "o sistema da UE não aceitou usuário e chave; confira-os, e o relógio do servidor", EN: "the EU's system did not accept user and key; check them, and the server's clock", ES: "el sistema de la UE no aceptó usuario y clave; revíselos, y el reloj del servidor"},
	Denied:          {PT: "o usuário não pode fazer isso no sistema da UE; confira o perfil dele lá", EN: "the user may not do this in the EU's system; check their profile there", ES: "el usuario no puede hacer eso en el sistema de la UE; revise su perfil allí"},
	Refused:         {PT: "o sistema da UE recusou a declaração; corrija o que ele aponta", EN: "the EU's system refused the statement; correct what it names", ES: "el sistema de la UE rechazó la declaración; corrija lo que señala"},
	NotFound:        {PT: "o sistema da UE não conhece essa declaração", EN: "the EU's system does not know this statement", ES: "el sistema de la UE no conoce esa declaración"},
	Failed:          {PT: "o sistema da UE falhou; nada foi perdido. Tente de novo mais tarde", EN: "the EU's system failed; nothing is lost. Try again later", ES: "el sistema de la UE falló; no se perdió nada. Intente de nuevo más tarde"},
}

// Error is a failed call. Its text contains nothing that was sent.
type Error struct {
	Kind     Kind
	Refusals []Refusal
	cause    error
}

func (e *Error) Error() string {
	text := "the EU's system: " + string(e.Kind)
	for _, r := range e.Refusals {
		text += ": " + r.ID
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.cause }

// exceptions map the ends of the system's exception names to kinds.
var exceptions = []struct {
	name string
	kind Kind
}{
	{"BusinessRulesValidationException", Refused}, {"PermissionDeniedException", Denied},
	{"NotFoundException", NotFound}, {"UnauthenticatedException", Unauthenticated},
}

// Limits on what is kept of a fault.
const (
	maxRefusals = 100
	maxWords    = 500
)

// read reads an answer. A fault is an error, whatever the status.
func read(status int, raw []byte) (*answer, error) {
	var a answer
	if len(raw) > maxAnswer || xml.NewDecoder(bytes.NewReader(raw)).Decode(&a) != nil {
		if status >= 500 {
			return nil, &Error{Kind: Failed}
		}
		return nil, &Error{Kind: Unreadable}
	}
	if a.Fault != nil {
		return nil, a.Fault.err()
	}
	if status != 200 {
		return nil, &Error{Kind: Unreadable}
	}
	return &a, nil
}

func (f *fault) err() *Error {
	e := &Error{Kind: Failed}
	for _, x := range f.Detail.Exceptions {
		for _, known := range exceptions {
			if strings.HasSuffix(x.XMLName.Local, known.name) {
				e.Kind = known.kind
			}
		}
		for _, r := range x.Errors {
			if len(e.Refusals) < maxRefusals {
				e.Refusals = append(e.Refusals, Refusal{words(r.ID), words(r.Message), words(r.Field)})
			}
		}
	}
	if e.Kind == Failed && strings.Contains(f.String, "UnauthenticatedException") {
		e.Kind = Unauthenticated
	}
	return e
}

// words returns a text of the system on one line, shortened if it is too long.
func words(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "")
	if runes := []rune(text); len(runes) > maxWords {
		return string(runes[:maxWords]) + "…"
	}
	return text
}
