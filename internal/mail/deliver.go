package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// server is where letters go.
type server struct{ Options }

// deliver has one conversation with the server. It stops when the context ends, at whatever point
// it is.
func (s *server) deliver(ctx context.Context, letter *gomail.Msg) error {
	policy := gomail.TLSMandatory
	if s.TLS != STARTTLS {
		policy = gomail.NoTLS // none, or already active
	}
	var hangUp func() // go-mail does not close the connection when it gives up early
	dial := func(while context.Context, network, address string) (net.Conn, error) {
		conn, err := s.dial(while, network, address)
		if err != nil {
			return nil, err
		}
		stop := context.AfterFunc(ctx, func() { conn.Close() })
		hangUp = func() { stop(); conn.Close() }
		return conn, nil
	}
	defer func() {
		if hangUp != nil {
			hangUp()
		}
	}()
	client, err := gomail.NewClient(s.Host, gomail.WithPort(s.Port), gomail.WithTimeout(s.Timeout), gomail.WithTLSPolicy(policy),
		gomail.WithTLSConfig(s.trust()), gomail.WithDialContextFunc(dial), gomail.WithoutNoop(), gomail.WithoutRset())
	if err != nil {
		return &Error{Reason: Unreachable, detail: "its address cannot be used"}
	}
	talk, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return unconnected(ctx, err)
	}
	if err := s.signIn(talk); err != nil {
		return failed(ctx, SignIn, err)
	}
	if err := client.SendWithSMTPClient(talk, letter); err != nil && !letter.IsDelivered() {
		return unsent(ctx, err)
	}
	client.CloseWithSMTPClient(talk) // a failed goodbye loses nothing
	return nil
}

// trust returns the certificate requirements for the server.
func (s *server) trust() *tls.Config {
	return &tls.Config{ServerName: s.Host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}

// maxSaid limits what a server may send in a conversation, which is normally a few lines.
const maxSaid = 1 << 20

// dial calls the server.
func (s *server) dial(ctx context.Context, network, address string) (net.Conn, error) {
	raw, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	conn := net.Conn(&bounded{Conn: raw, left: maxSaid})
	if s.TLS == None {
		// A name for this machine may still resolve elsewhere.
		if at, err := netip.ParseAddrPort(raw.RemoteAddr().String()); err != nil || !at.Addr().IsLoopback() {
			raw.Close()
			return nil, errElsewhere
		}
	}
	if s.TLS != Implicit {
		return conn, nil
	}
	secured := tls.Client(conn, s.trust())
	if err := secured.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return secured, nil
}

var (
	errElsewhere = errors.New("it is not on this machine, and not encrypted")
	errEndless   = errors.New("it says too much")
)

// bounded is a connection that ends after a number of bytes from the other side.
type bounded struct {
	net.Conn
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errEndless
	}
	n, err := b.Conn.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// signIn authenticates with the server. All servers support one of two methods, and under TLS
// neither is better.
func (s *server) signIn(talk *smtp.Client) error {
	if s.User == "" {
		return nil
	}
	_, ways := talk.Extension("AUTH")
	switch known := strings.Fields(ways); {
	case slices.Contains(known, "PLAIN"):
		return talk.Auth(smtp.PlainAuth("", s.User, s.Password, s.Host, s.TLS == None))
	case slices.Contains(known, "LOGIN"):
		return talk.Auth(smtp.LoginAuth(s.User, s.Password, s.Host, s.TLS == None))
	}
	return errors.New("it knows neither PLAIN nor LOGIN")
}
