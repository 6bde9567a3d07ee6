package server

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"rastro/internal/api"
	"rastro/internal/trace"
)

const requestIDHeader = "X-Request-Id"

// identifying gives every request an id: the caller's, where it is fit for a
// log line, else a new one. It is echoed in the answer.
func identifying(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !validRequestID(id) {
			id = newRequestID()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r)
	})
}

func validRequestID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for _, c := range []byte(id) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_', c == '.', c == ':', c == '/', c == '+', c == '=':
		default:
			return false
		}
	}
	return true
}

func newRequestID() string {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // never fails
	return hex.EncodeToString(bits[:])
}

// recovering answers a panic with a 500 in the envelope, where no answer was
// begun, and leaves the stack to the log.
func recovering(next http.Handler, a *api.API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			cause := &trace.Error{Code: trace.CodeInternal, Cause: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
			if rec, ok := w.(*recorder); ok && rec.status != 0 {
				a.Note(r, cause)
				panic(http.ErrAbortHandler) // half an answer must not look whole
			}
			a.Fail(w, r, cause)
		}()
		next.ServeHTTP(w, r)
	})
}

// recorder notes what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the real writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// observing counts a request and writes its line in the access log. The line
// has the route, never the path or the query: those name harvests and records.
func observing(next http.Handler, m *metrics, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		m.active.Add(1)
		rec := &recorder{ResponseWriter: w}
		var out api.Outcome
		r = r.WithContext(api.WithOutcome(r.Context(), &out))
		defer func() {
			m.active.Add(-1)
			if rec.status == 0 {
				rec.status = http.StatusOK
			}
			route := "none"
			if _, path, ok := strings.Cut(r.Pattern, " "); ok {
				route = path // the pattern repeats the method
			}
			took := time.Since(start)
			m.observe(r.Method, route, rec.status, took)
			attrs := []slog.Attr{
				slog.String("method", method(r.Method)), slog.String("route", route), slog.Int("status", rec.status),
				slog.Int64("bytes", rec.bytes), slog.Float64("ms", float64(took.Microseconds())/1000),
				slog.String("id", w.Header().Get(requestIDHeader)),
			}
			if out.AccessKey != "" {
				attrs = append(attrs, slog.String("key", out.AccessKey))
			}
			if out.Code != "" {
				attrs = append(attrs, slog.String("error", string(out.Code)))
			}
			level := slog.LevelInfo
			if out.Cause != nil {
				level = slog.LevelError
				attrs = append(attrs, slog.String("cause", out.Cause.Error()))
			}
			log.LogAttrs(r.Context(), level, "request", attrs...)
		}()
		next.ServeHTTP(rec, r)
	})
}
