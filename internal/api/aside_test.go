package api

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

type notedWriter struct {
	http.ResponseWriter
	outcome Outcome
}

func (w *notedWriter) Outcome() *Outcome { return &w.outcome }

// An error after the caller left keeps its cause for the log.
func TestErrorAfterTheCallerLeftIsNoted(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	leave()
	failed := errors.New("disk full")
	for _, c := range []struct{ err, cause error }{{failed, failed}, {context.Canceled, nil}} {
		w := &notedWriter{ResponseWriter: httptest.NewRecorder()}
		new(API).Fail(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), c.err)
		if w.outcome.Cause != c.cause || w.outcome.Left != (c.cause != nil) {
			t.Errorf("%v: noted %+v", c.err, w.outcome)
		}
	}
}
