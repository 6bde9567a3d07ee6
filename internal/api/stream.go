package api

import (
	"cmp"
	"net/http"

	"rastro/internal/canon"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
)

// streamBuffer is how much of an answer is collected before anything is sent. A shorter answer is
// sent as a whole, with its length, and one that fails before is an ordinary error.
const streamBuffer = 64 << 10

// stream is an answer that is sent while it is made. A handler that used one returns sent.
type stream struct {
	c     *call
	media string
	begun bool
	// hold: send nothing yet, whatever the size.
	hold    bool
	wait    []byte
	message lang.Text // of the envelope, if it is not the route's
	// status is sent with the first bytes; 0 means 200.
	status int
}

// Write implements io.Writer.
func (s *stream) Write(p []byte) (int, error) {
	if err := s.c.key.ReachErr(); err != nil {
		return 0, err
	}
	s.wait = append(s.wait, p...)
	if len(s.wait) < streamBuffer || s.hold {
		return len(p), nil
	}
	if !s.begun {
		s.begun = true
		h := s.c.w.Header()
		s.head(h)
		h["X-Content-Type-Options"] = noSniff
		caching(h)
		s.c.w.WriteHeader(cmp.Or(s.status, http.StatusOK))
	}
	_, err := s.c.w.Write(s.wait)
	s.wait = s.wait[:0]
	return len(p), err
}

func (s *stream) head(h http.Header) {
	h["Content-Type"] = []string{s.media}
	if s.media == mediaJSON {
		h["Content-Language"] = contentLang[s.c.lang]
	}
}

// close sends the rest.
func (s *stream) close() error {
	if err := s.c.key.ReachErr(); err != nil {
		return err
	}
	if s.begun {
		_, err := s.c.w.Write(s.wait)
		return err
	}
	s.head(s.c.w.Header())
	writeBody(s.c.w, s.c.r, cmp.Or(s.status, http.StatusOK), s.wait)
	return nil
}

// sent is the reply of a handler that streamed its answer.
var sent = reply{sent: true}

// fail answers with an error if nothing was sent yet. Otherwise it closes the connection, so that
// nobody mistakes the part for the whole.
func (s *stream) fail(a *API, err error) (reply, error) {
	if !s.begun {
		return reply{}, err
	}
	if httpkit.CallerGone(s.c.w, s.c.r, err) {
		noteAside(s.c.w, s.c.r, err)
	} else {
		a.Note(s.c.w, err)
	}
	panic(http.ErrAbortHandler)
}

// openEnvelope begins the envelope of a streamed answer.
func (s *stream) openEnvelope() {
	s.wait = append(s.wait, `{"status":"success","message":`...)
	s.wait = canon.AppendString(s.wait, cmp.Or(s.message, s.c.route.Success).In(s.c.lang))
	s.wait = append(s.wait, `,"data":`...)
}
