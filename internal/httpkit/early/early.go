// Package early answers a request before its body was read to the end. Many clients do not look at
// the answer while they send, and treat a closed connection as a failure, so the rest is read and
// discarded, within limits.
package early

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"time"

	"rastro/internal/trace"
)

// Limits are how much of the rest is read, for how long, and how long the sender may pause. A zero
// has a default.
type Limits struct {
	Bytes       int64
	Time, Pause time.Duration
}

// defaults are the limits that are not set.
var defaults = Limits{Bytes: 256 << 20, Time: time.Minute, Pause: 5 * time.Second}

// drained is how much of a body the server reads by itself after an answer.
const drained = 256 << 10

// unread are the errors that answer a body without reading it; so do those of trace.WrongMedia.
var unread = []trace.Code{trace.CodeBodyTooLarge, trace.CodeFileTooLarge, trace.CodeTooManyUploads}

// Refuse prepares the answer to a body that is refused unread: too large, compressed, or one of too
// many at once. It returns what to call after it. Other errors need nothing.
func Refuse(w http.ResponseWriter, r *http.Request, body io.Reader, err error, limits Limits) (end func()) {
	failed := trace.AsError(err)
	if r.ProtoMajor > 1 || failed.Class() != trace.WrongMedia && !slices.Contains(unread, failed.Code) || r.ContentLength >= 0 && r.ContentLength <= drained {
		return func() {} // HTTP/2 ends a request alone
	}
	Allow(w)
	w.Header().Set("Connection", "close")
	return func() { Discard(r.Context(), w, body, limits) }
}

// Allow lets an answer begin before the body was read. Otherwise the server reads no more of the
// body once the answer begins.
func Allow(w http.ResponseWriter) {
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/2 always does
}

// Discard sends the answer, and then reads the rest of the body until the context ends. The answer
// needs a Content-Length, or its end is sent only after that. Release what the request reserved
// before: the sender decides how long this takes.
func Discard(ctx context.Context, w http.ResponseWriter, body io.Reader, limits Limits) {
	control := http.NewResponseController(w)
	_ = control.Flush()
	limit := func(at time.Time) { _ = control.SetReadDeadline(at) } // fails in tests, whose writers do not support it
	defer context.AfterFunc(ctx, func() { limit(time.Now()) })()
	until, pause := time.Now().Add(cmp.Or(limits.Time, defaults.Time)), cmp.Or(limits.Pause, defaults.Pause)
	_, _ = io.CopyN(io.Discard, pausing{body, func() error {
		end := time.Now().Add(pause)
		if end.After(until) {
			end = until
		}
		limit(end)
		return ctx.Err() // after the deadline, which must not replace the one of an end
	}}, cmp.Or(limits.Bytes, defaults.Bytes))
}

// pausing reads with a new deadline for each piece.
type pausing struct {
	io.Reader
	wait func() error
}

func (p pausing) Read(to []byte) (int, error) {
	if err := p.wait(); err != nil {
		return 0, err
	}
	return p.Reader.Read(to)
}
