// Package live sends answers without an end, such as server-sent events, to readers who must keep
// up.
package live

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Media is the media type of server-sent events.
const Media = "text/event-stream"

// Patience is how long a reader may take for a piece. One that takes longer is dropped, and
// continues after the last event that it has.
const Patience = 5 * time.Second

// ErrGone means that the reader left or is too slow.
var ErrGone = errors.New("the reader left, or does not keep up")

// Sender sends to one reader.
type Sender struct {
	w          http.ResponseWriter
	controller *http.ResponseController
	patience   time.Duration
}

// Start begins the answer by sending its head. The server's time limits for requests and answers no
// longer apply.
func Start(w http.ResponseWriter, patience time.Duration) (*Sender, error) {
	s := &Sender{w, http.NewResponseController(w), patience}
	if r, ok := w.(interface{ Endless() }); ok {
		r.Endless()
	}
	_ = s.controller.SetReadDeadline(time.Time{}) // fails in tests, whose writers do not support it
	h := w.Header()
	h.Set("Content-Type", Media)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // tells a proxy to pass each piece on
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	return s, s.Send(nil)
}

// Send sends a piece at once. It fails with ErrGone.
func (s *Sender) Send(piece []byte) error {
	_ = s.controller.SetWriteDeadline(time.Now().Add(s.patience))
	if len(piece) > 0 {
		if _, err := s.w.Write(piece); err != nil {
			return fmt.Errorf("%w: %w", ErrGone, err)
		}
	}
	if err := s.controller.Flush(); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}
