// Package early answers a request before its body was read to the end. Many clients do not look at
// the answer while they send, and treat a closed connection as a failure, so the rest is read and
// discarded, within limits.
package early

import (
	"io"
	"net/http"
	"slices"
	"time"

	"rastro/internal/trace"
)

// How much of the rest is read, for how long, and how long the sender may pause.
const (
	maxRest   = 256 << 20
	restTime  = time.Minute
	restPause = 5 * time.Second
)

// drained is how much of a body the server reads by itself after an answer.
const drained = 256 << 10

// unread are the errors that answer a body without reading it; so do those of trace.WrongMedia.
var unread = []trace.Code{trace.CodeBodyTooLarge, trace.CodeFileTooLarge, trace.CodeTooManyUploads}

// Refuse prepares the answer to a body that is refused unread: too large, compressed, or one of too
// many at once. It returns what to call after it. Other errors need nothing.
func Refuse(w http.ResponseWriter, r *http.Request, body io.Reader, err error) (end func()) {
	failed := trace.AsError(err)
	if r.ProtoMajor > 1 || failed.Class() != trace.WrongMedia && !slices.Contains(unread, failed.Code) || r.ContentLength >= 0 && r.ContentLength <= drained {
		return func() {} // HTTP/2 ends a request alone
	}
	Allow(w)
	w.Header().Set("Connection", "close")
	return func() { Discard(w, body) }
}

// Allow lets an answer begin before the body was read. Otherwise the server reads no more of the
// body once the answer begins.
func Allow(w http.ResponseWriter) {
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/2 always does
}

// Discard sends the answer, and then reads the rest of the body. The answer needs a Content-Length,
// or its end is sent only after that.
func Discard(w http.ResponseWriter, body io.Reader) {
	control := http.NewResponseController(w)
	_ = control.Flush()
	until := time.Now().Add(restTime)
	_, _ = io.CopyN(io.Discard, pausing{body, func() {
		end := time.Now().Add(restPause)
		if end.After(until) {
			end = until
		}
		_ = control.SetReadDeadline(end) // fails in tests, whose writers do not support it
	}}, maxRest)
}

// pausing reads with a new deadline for each piece.
type pausing struct {
	io.Reader
	wait func()
}

func (p pausing) Read(to []byte) (int, error) {
	p.wait()
	return p.Reader.Read(to)
}
