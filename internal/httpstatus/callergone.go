package httpstatus

import (
	"errors"
	"net/http"
)

// writeFailer is a ResponseWriter that remembers why the caller could not be written to.
type writeFailer interface {
	// WriteError returns the error of the first write that failed, or nil.
	WriteError() error
}

// CallerGone reports whether an error says no more than that the caller is gone or does
// not read: the request's context has ended, or err is what writing to the caller
// failed with. Nothing is wrong with the server then.
func CallerGone(w http.ResponseWriter, r *http.Request, err error) bool {
	if r.Context().Err() != nil {
		return true
	}
	for {
		if writer, ok := w.(writeFailer); ok {
			failed := writer.WriteError()
			return failed != nil && errors.Is(err, failed)
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return false
		}
		w = inner.Unwrap()
	}
}
