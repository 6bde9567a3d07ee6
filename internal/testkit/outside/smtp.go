package outside

import (
	"crypto/x509"
	"testing"
)

// Mailbox sets the behaviour of a mail server. Without a user it requires no sign-in.
type Mailbox struct {
	User     string         `json:"user"`
	Password string         `json:"password"`
	Ways     []string       `json:"ways"`     // to sign in; nil: PLAIN and LOGIN
	Implicit bool           `json:"implicit"` // TLS from the first byte, not by STARTTLS
	Plain    bool           `json:"plain"`    // no TLS at all
	Refused  map[string]int `json:"refused"`  // recipients that it refuses, and the code it answers
	SayBack  bool           `json:"sayBack"`  // it repeats a wrong password in its answer
}

// SMTP is a running mail server.
type SMTP struct {
	Host   string // of its certificate, too
	Port   int
	Roots  *x509.CertPool // the authority of its certificate
	server *server
}

// Received is a message as the server got it.
type Received struct {
	From      string   `json:"from"` // of the envelope, as To is
	To        []string `json:"to"`
	Encrypted bool     `json:"encrypted"`
	User      string   `json:"user"` // who signed in
	Raw       []byte   `json:"raw"`
}

// StartSMTP starts a mail server.
func StartSMTP(tb testing.TB, box Mailbox) *SMTP {
	tb.Helper()
	const host = "127.0.0.1"
	identity := newIdentity(tb, host)
	if box.Refused == nil {
		box.Refused = map[string]int{}
	}
	s := &SMTP{Host: host, Roots: identity.roots}
	s.server = start(tb, "smtp.mjs", "smtp-server", struct {
		Mailbox
		Key  string `json:"key"`
		Cert string `json:"cert"`
	}{box, identity.key, identity.cert})
	var ready struct{ Port int }
	s.server.next(tb, &ready)
	s.Port = ready.Port
	return s
}

// Next waits for the next message that the server accepted.
func (s *SMTP) Next(tb testing.TB) Received {
	tb.Helper()
	var got Received
	s.server.next(tb, &got)
	return got
}
