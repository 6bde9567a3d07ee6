package httpstatus

import (
	"errors"
	"net/http"
)

// Broken is a ResponseWriter that remembers why the caller could not be written to.
type Broken interface {
	// WriteError returns the error of the first write that failed, or nil.
	WriteError() error
}

// Left reports whether an error says no more than that the caller is gone or does
// not read: the request's context has ended, or err is what writing to the caller
// failed with. Nothing is wrong with the server then.
func Left(w http.ResponseWriter, r *http.Request, err error) bool {
	if r.Context().Err() != nil {
		return true
	}
	for {
		if broken, ok := w.(Broken); ok {
			failed := broken.WriteError()
			return failed != nil && errors.Is(err, failed)
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return false
		}
		w = inner.Unwrap()
	}
}
