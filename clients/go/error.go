package rastro

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Error is an unsuccessful answer.
type Error struct {
	Status int
	// Code names the reason, such as SAFRA_NAO_PERMITIDA. It is "" if something between the
	// client and the server answered.
	Code string
	// Message tells people what is wrong and what to do.
	Message string
	// RequestID is the id by which the server's operator finds the request.
	RequestID string
	// Problems are the details, such as the fields that cannot be accepted.
	Problems []Problem
	// Data has details of some errors: the receipt of an erasure, similar lots.
	Data json.RawMessage
	// RetryAfter is how long the server asks to wait; 0 if it does not say.
	RetryAfter time.Duration
}

// Problem is a detail of an error.
type Problem struct {
	Campo    string `json:"campo"`
	Ponteiro string `json:"ponteiro"` // RFC 6901
	Regra    string `json:"regra"`
	Mensagem string `json:"mensagem"`
	Linha    int    `json:"linha"` // of an import
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%d", e.Status)
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	for _, p := range e.Problems {
		text += "; " + p.Ponteiro + " " + p.Mensagem
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// HasCode reports whether an error is an answer with the code.
func HasCode(err error, code string) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}

// errorOf reads an answer. One that is not of the server itself has only a status.
func errorOf(response *http.Response, body []byte) *Error {
	var said struct {
		Message, Error, RequestID string
		Errors                    []Problem
		Data                      json.RawMessage
	}
	e := &Error{Status: response.StatusCode, RetryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now())}
	if json.Unmarshal(body, &said) == nil {
		e.Code, e.Message, e.RequestID, e.Problems, e.Data = said.Error, said.Message, said.RequestID, said.Errors, said.Data
	}
	return e
}
