// Package mail sends short texts, such as one-time links, through an organisation's SMTP server.
//
// A message is plain text to one person. Anything that could add a header or another recipient is
// refused before a connection is made. So is a server that is not encrypted and identified by its
// certificate, unless it runs on this machine. Errors consist of fixed sentences: they never
// contain the password, the text of a message or an address.
package mail

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"time"

	"rastro/internal/lang"
)

// Sender sends messages.
type Sender interface {
	// Send passes a message to the mail server and returns when the server has accepted it. Its
	// errors are of type *Error. It is safe for concurrent use.
	Send(ctx context.Context, m Message) error
}

// Message is a text for one person.
type Message struct {
	To      string // the address alone: maria@example.org
	Name    string // of the person; may be empty
	Subject string
	Text    string // with line breaks, without markup
	Lang    lang.Lang
}

// TLS says how a connection is encrypted.
type TLS string

const (
	STARTTLS TLS = "starttls" // the server must offer it
	Implicit TLS = "implicit" // from the first byte
	None     TLS = "none"     // on this machine only
)

// ports are where servers listen, by custom.
var ports = map[TLS]int{STARTTLS: 587, Implicit: 465, None: 25}

// Known reports whether this TLS mode exists.
func (t TLS) Known() bool { return ports[t] != 0 }

// Options say which server sends the mail, and as whom.
type Options struct {
	Host     string
	Port     int    // 0: as is usual for TLS
	User     string // set together with Password, or both empty
	Password string
	From     string         // an address, with or without a name: Cooperativa <nao-responda@example.org>
	TLS      TLS            // empty: STARTTLS
	Roots    *x509.CertPool // the authorities that may vouch for the server; nil: those that this machine trusts
	Timeout  time.Duration  // for one message; 0: 30 s
	Now      func() time.Time
}

const (
	// A person waits for the page that sends the message; servers that delay strangers on purpose
	// (greylisting, tarpits) delay them for less than this.
	defaultTimeout = 30 * time.Second
	// Servers limit the connections of one client, and invitations can wait.
	maxAtOnce = 4
)

// Mailer sends through one server. It keeps no connection between messages: there are few of them,
// and servers end idle connections.
type Mailer struct {
	server
	from  *netmail.Address
	now   func() time.Time
	turns chan struct{} // one for each message under way
}

// New checks the options. It makes no connection, because the server may be down at the moment.
func New(o Options) (*Mailer, error) {
	if o.TLS == "" {
		o.TLS = STARTTLS
	}
	switch {
	case !o.TLS.Known():
		return nil, fmt.Errorf("the mail server's TLS is %q; write starttls, implicit or none", o.TLS)
	case o.Host == "":
		return nil, errors.New("the mail server has no host")
	case o.Port < 0 || o.Port > 1<<16-1:
		return nil, fmt.Errorf("the mail server's port is %d; it must be from 1 to 65535", o.Port)
	case (o.User == "") != (o.Password == ""):
		return nil, errors.New("the mail server needs a user and a password, or neither")
	case o.TLS == None && !loopback(o.Host):
		return nil, fmt.Errorf("mail to %s would not be encrypted; that is only possible on this machine (127.0.0.1, ::1, localhost)", o.Host)
	case o.Now == nil:
		return nil, errors.New("the mailer has no clock")
	}
	from, err := ParseFrom(o.From)
	if err != nil {
		return nil, err
	}
	if o.Port == 0 {
		o.Port = ports[o.TLS]
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	return &Mailer{server: server{o}, from: from, now: o.Now, turns: make(chan struct{}, maxAtOnce)}, nil
}

// loopback reports whether a host can only be this machine. For localhost, this is checked again
// when the connection is made.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Send implements Sender.
func (m *Mailer) Send(ctx context.Context, message Message) error {
	letter, err := m.compose(message)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, m.Timeout)
	defer cancel()
	select {
	case m.turns <- struct{}{}:
		defer func() { <-m.turns }()
	case <-ctx.Done():
		return &Error{Reason: Busy, cause: ctx.Err()}
	}
	return m.deliver(ctx, letter)
}
