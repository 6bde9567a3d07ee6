// Package post sends deliveries to addresses that strangers chose. Every address is checked when
// it is dialled, after its name was resolved, so no name leads to the server's own network.
package post

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"

	"rastro/internal/lang"
)

// Limits of a delivery.
const (
	Patience  = 15 * time.Second
	maxURL    = 2048
	maxRead   = 64 << 10 // of an answer: the connection is closed after that
	maxKept   = 1 << 10
	maxHeader = 16 << 10
)

// Options say which addresses may be called.
type Options struct {
	// Allow are networks that may be called although they are not public. Loopback, link-local and
	// metadata addresses must be listed individually, which ParseAllow enforces.
	Allow []netip.Prefix
	// Plain allows http, without TLS.
	Plain     bool
	UserAgent string
	TLS       *tls.Config   // nil is as usual
	Patience  time.Duration // for one delivery; 0 is Patience
	Resolver  *net.Resolver // nil: the system's
}

// local are the addresses that only an exact entry opens: the machine itself, and its network
// segment with the services that hand out credentials.
var local = []netip.Prefix{
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("169.254.0.0/16"),
	netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("::/128"),
	netip.MustParsePrefix("100.100.100.200/32"), netip.MustParsePrefix("fd00:ec2::254/128"),
}

// ParseAllow reads an entry of the option: an address, or a network in CIDR notation.
func ParseAllow(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil || prefix.Addr().Is4In6() {
		return netip.Prefix{}, errors.New("is not an address or a network; write 10.0.0.0/8 or 127.0.0.1")
	}
	prefix = prefix.Masked()
	for _, l := range local {
		if prefix.Overlaps(l) && !prefix.IsSingleIP() {
			return netip.Prefix{}, errors.New("has addresses of this machine or of its cloud (" + l.String() + "); list each address by itself")
		}
	}
	return prefix, nil
}

// Poster sends deliveries.
type Poster struct {
	options Options
	guard   *ssrf.Guardian
	client  *http.Client
}

// New returns a poster. It uses no proxy: the check would see the proxy's address alone.
func New(o Options) *Poster {
	var v4, v6 []netip.Prefix
	for _, prefix := range o.Allow {
		if prefix.Addr().Is4() {
			v4 = append(v4, prefix)
		} else {
			v6 = append(v6, prefix)
		}
	}
	if o.Patience == 0 {
		o.Patience = Patience
	}
	guard := ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
	dialer := &net.Dialer{Timeout: o.Patience, Control: guard.Safe, Resolver: o.Resolver}
	return &Poster{options: o, guard: guard, client: &http.Client{
		Timeout: o.Patience,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSClientConfig: o.TLS, ForceAttemptHTTP2: true, TLSHandshakeTimeout: o.Patience,
			MaxResponseHeaderBytes: maxHeader, MaxIdleConnsPerHost: 2, MaxIdleConns: 100, IdleConnTimeout: time.Minute,
			DisableCompression: true, // what is kept of an answer is limited, whatever it unpacks to
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Why an address is not taken, or a delivery failed.
type Reason string

// The reasons.
const (
	BadURL      Reason = "url"
	NeedsTLS    Reason = "tls"
	BadPort     Reason = "port"
	Forbidden   Reason = "forbidden"
	Unreachable Reason = "unreachable"
	TimedOut    Reason = "timeout"
	Untrusted   Reason = "certificate"
)

// Texts say the reasons.
var Texts = map[Reason]lang.Text{
	BadURL:      {PT: "o endereço não é aceito: escreva https://, o nome do servidor e o caminho, sem usuário, senha ou #", EN: "the address is not accepted: write https://, the server's name and the path, without user, password or #", ES: "la dirección no se acepta: escriba https://, el nombre del servidor y la ruta, sin usuario, contraseña ni #"},
	NeedsTLS:    {PT: "o endereço precisa começar com https://", EN: "the address must begin with https://", ES: "la dirección debe comenzar con https://"},
	BadPort:     {PT: "a porta não é aceita: use 443, 80 ou uma a partir de 1024", EN: "the port is not accepted: use 443, 80 or one from 1024 up", ES: "el puerto no se acepta: use 443, 80 o uno a partir de 1024"},
	Forbidden:   {PT: "o endereço é de uma rede interna, à qual este servidor não se conecta; quem administra o servidor pode liberá-la", EN: "the address is in an internal network, which this server does not call; the server's administrator can allow it", ES: "la dirección es de una red interna, a la que este servidor no se conecta; quien administra el servidor puede permitirla"},
	Unreachable: {PT: "o servidor de destino não respondeu", EN: "the receiving server did not answer", ES: "el servidor de destino no respondió"},
	TimedOut:    {PT: "o servidor de destino demorou mais de 15 segundos", EN: "the receiving server took more than 15 seconds", ES: "el servidor de destino tardó más de 15 segundos"},
	Untrusted:   {PT: "o certificado do servidor de destino não é válido", EN: "the certificate of the receiving server is not valid", ES: "el certificado del servidor de destino no es válido"},
}

// Error is a delivery that did not reach its receiver, or an address that is not taken.
type Error struct {
	Reason Reason
	cause  error
}

func (e *Error) Error() string {
	if e.cause == nil {
		return "webhook: " + string(e.Reason)
	}
	return "webhook: " + string(e.Reason) + ": " + e.cause.Error()
}

func (e *Error) Unwrap() error { return e.cause }

// Check checks an address when it is entered. What its name resolves to is checked on each call,
// because that may change.
func (p *Poster) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxURL || u.Host == "" || u.Hostname() == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &Error{Reason: BadURL}
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http":
		return &Error{Reason: BadURL}
	case u.Scheme == "http" && !p.options.Plain:
		return &Error{Reason: NeedsTLS}
	}
	if text := u.Port(); text != "" {
		if port, err := strconv.ParseUint(text, 10, 16); err != nil || port != 443 && port != 80 && port < 1024 {
			return &Error{Reason: BadPort}
		}
	}
	return p.checkAddress(u.Hostname())
}

// checkAddress refuses a literal address that may not be called, so that whoever enters it learns
// that at once.
func (p *Poster) checkAddress(host string) error {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return nil
	}
	network := "tcp4"
	if !addr.Is4() {
		network = "tcp6"
	}
	if err := p.guard.Safe(network, net.JoinHostPort(host, "443"), nil); err != nil {
		return &Error{Reason: Forbidden, cause: err}
	}
	return nil
}

// Answer is a receiver's answer.
type Answer struct {
	Status     int
	RetryAfter string // the header
	Body       []byte // its beginning
}

// Send posts a body once.
func (p *Poster) Send(ctx context.Context, address string, header http.Header, body []byte) (*Answer, error) {
	if err := p.Check(address); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Reason: BadURL, cause: err}
	}
	maps.Copy(request.Header, header)
	request.Header.Set("User-Agent", p.options.UserAgent)
	response, err := p.client.Do(request)
	if err != nil {
		return nil, &Error{Reason: reason(err), cause: err}
	}
	defer response.Body.Close()
	kept, _ := io.ReadAll(io.LimitReader(response.Body, maxKept)) // the status is the answer, whatever follows
	_, _ = io.CopyN(io.Discard, response.Body, maxRead-maxKept)   // closing it ends the connection if more is to come
	return &Answer{Status: response.StatusCode, RetryAfter: response.Header.Get("Retry-After"), Body: kept}, nil
}

func reason(err error) Reason {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return TimedOut
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return Untrusted
	}
	for _, forbidden := range []error{ssrf.ErrProhibitedIP, ssrf.ErrProhibitedNetwork, ssrf.ErrProhibitedPort, ssrf.ErrInvalidHostPort} {
		if errors.Is(err, forbidden) {
			return Forbidden
		}
	}
	return Unreachable
}
