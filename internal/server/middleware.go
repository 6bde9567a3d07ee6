package server

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"rastro/internal/admit"
	"rastro/internal/api"
	"rastro/internal/trace"
)

// observer runs before everything else: it names a request, answers for a
// handler that panics, counts, and writes the access log.
type observer struct {
	next    http.Handler
	api     *api.API
	metrics *metrics
	log     accessLog
	ids     *requestIDs
	// memory is the budget from which requests that share a connection claim separately; nil: from
	// the claim of their connection.
	memory *admit.Budget
}

func (o *observer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w, start: time.Now(), id: o.ids.of(r)}
	o.metrics.active.Add(1)
	if o.memory != nil && r.ProtoMajor > 1 {
		r = r.WithContext(admit.Context(r.Context(), o.memory.Claim()))
	}
	r = arriving(r)
	w.Header()[requestIDHeader] = []string{rec.id}
	defer o.done(rec, r)
	defer o.recovered(rec, r)
	o.next.ServeHTTP(rec, r)
}

// recovered answers a panic with a 500 in the envelope, if no answer was begun, and logs the
// stack.
func (o *observer) recovered(rec *recorder, r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler {
		panic(p)
	}
	cause := &trace.Error{Code: trace.CodeInternal, Cause: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
	if rec.status != 0 {
		o.api.Note(rec, cause)
		panic(http.ErrAbortHandler) // half an answer must not look complete
	}
	o.api.Fail(rec, r, cause)
}

// done counts a request and writes its line in the access log.
func (o *observer) done(rec *recorder, r *http.Request) {
	o.metrics.active.Add(-1)
	admit.From(r.Context()).Done()
	line := accessEntry{
		at: rec.start, method: method(r.Method), route: "none", status: rec.status,
		bytes: rec.bytes, id: rec.id, took: time.Since(rec.start), Outcome: rec.outcome,
	}
	if line.status == 0 {
		line.status = http.StatusOK
	}
	if _, path, ok := strings.Cut(r.Pattern, " "); ok {
		line.route = path // the pattern repeats the method
	}
	o.metrics.observe(line.method, line.route, line.status, line.took)
	o.log.write(&line)
}

// recorder records what was answered.
type recorder struct {
	http.ResponseWriter
	start   time.Time
	id      string
	status  int
	bytes   int64
	until   time.Time // by when a large answer must be taken
	failed  error     // the first write that failed
	endless bool      // the handler bounds each write itself
	outcome api.Outcome
}

// Outcome implements api.Noter.
func (r *recorder) Outcome() *api.Outcome { return &r.outcome }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer. It writes large data in pieces, each with its own time limit: a
// reader that stalls would otherwise keep the response in memory until the end of the whole
// time.
func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	if r.endless || r.bytes+int64(len(p)) <= largeAnswer {
		n, err := r.ResponseWriter.Write(p)
		r.bytes += int64(n)
		r.note(err)
		return n, err
	}
	now := time.Now()
	if r.until.IsZero() {
		r.until = now.Add(bodyTimeout)
	}
	written := 0
	for {
		end := now.Add(stallTimeout)
		if end.After(r.until) {
			end = r.until
		}
		_ = http.NewResponseController(r.ResponseWriter).SetWriteDeadline(end) // fails in tests, whose writers do not support it
		n, err := r.ResponseWriter.Write(p[written:min(len(p), written+largePiece)])
		written, r.bytes = written+n, r.bytes+int64(n)
		if err != nil || written == len(p) {
			r.note(err)
			return written, err
		}
		now = time.Now()
	}
}

// Endless marks a response without an end: its writer sets a time limit for each piece. See
// live.Start.
func (r *recorder) Endless() { r.endless = true }

func (r *recorder) note(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

// WriteError returns the error from writing to the caller; httpkit.CallerGone uses it.
func (r *recorder) WriteError() error { return r.failed }

// Unwrap lets http.ResponseController reach the real writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

const requestIDHeader = "X-Request-Id"

// requestIDs give every request an id: the caller's, if it is fit for a log line, or a new
// one: random for the process, counted for the request. It only identifies a line in a log.
type requestIDs struct {
	process [8]byte
	count   atomic.Uint64
}

func newRequestIDs() *requestIDs {
	ids := &requestIDs{}
	_, _ = rand.Read(ids.process[:]) // never fails
	return ids
}

func (ids *requestIDs) of(r *http.Request) string {
	if given := r.Header[requestIDHeader]; len(given) > 0 && validRequestID(given[0]) {
		return given[0]
	}
	var bits [16]byte
	copy(bits[:], ids.process[:])
	binary.BigEndian.PutUint64(bits[8:], ids.count.Add(1))
	return hex.EncodeToString(bits[:])
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
