package httpkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

type broken struct {
	http.ResponseWriter
	err error
}

func (b broken) WriteError() error { return b.err }

type wrapped struct{ http.ResponseWriter }

func (w wrapped) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// A caller who has left is distinguished from a fault of the server.
func TestCallerGone(t *testing.T) {
	hungUp, fault := errors.New("broken pipe"), errors.New("disk full")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	plain := httptest.NewRecorder()
	for _, c := range []struct {
		name string
		w    http.ResponseWriter
		ctx  context.Context
		err  error
		want bool
	}{
		{"a fault", broken{plain, nil}, t.Context(), fault, false},
		{"a write that failed", broken{plain, hungUp}, t.Context(), fmt.Errorf("a dossier: %w", hungUp), true},
		{"behind another writer", wrapped{broken{plain, hungUp}}, t.Context(), hungUp, true},
		{"a fault before the caller left", broken{plain, hungUp}, t.Context(), fault, false},
		{"the request has ended", broken{plain, nil}, gone, context.Canceled, true},
		{"a writer that remembers nothing", plain, t.Context(), hungUp, false},
	} {
		r := httptest.NewRequestWithContext(c.ctx, http.MethodGet, "/", nil)
		if got := CallerGone(c.w, r, c.err); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
