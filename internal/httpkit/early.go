package httpkit

import (
	"io"
	"net/http"
	"time"
)

// What is still read and discarded of a body that was answered before its end: how much, for how
// long, and how long the sender may pause.
const (
	maxRest   = 256 << 20
	restTime  = time.Minute
	restPause = 5 * time.Second
)

// AnswerEarly lets an answer begin before the body was read. Otherwise the server reads no more of
// the body once the answer begins.
func AnswerEarly(w http.ResponseWriter) {
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/2 always does
}

// Discard sends the answer, and then reads the rest of the body. Many clients do not look at the
// answer while they send, and treat a closed connection as a failure. The answer needs a
// Content-Length, or its end is sent only after that.
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
