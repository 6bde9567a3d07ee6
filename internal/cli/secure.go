package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rastro/internal/config"
	"rastro/internal/server"
	"rastro/internal/servercert"
)

// certificates is the source of the server's certificate.
type certificates interface {
	Config() *tls.Config
	Run(ctx context.Context)
	Expires() time.Time
	OverHTTP(next http.Handler) http.Handler
}

// front is where callers reach the server.
type front struct {
	listener  net.Listener
	source    certificates // nil: plain HTTP
	address   string       // that the server listens on, as in its certificate
	publicURL string       // for everybody
	redirects func()       // stops redirecting plain HTTP to this server
}

// openFront opens the ports and reads the certificate, and changes nothing else.
func (e *env) openFront(ctx context.Context, cfg config.Config, log *slog.Logger) (*front, error) {
	source, err := e.certificates(cfg, log)
	if err != nil {
		return nil, err
	}
	listener, err := takePort(cfg.Addr)
	if err != nil {
		return nil, err
	}
	f := &front{listener: listener, source: source}
	f.address = cmp.Or(named(cfg, listener.Addr()), scheme(cfg)+reachable(listener.Addr().String()))
	f.publicURL = cmp.Or(cfg.PublicURL, f.address)
	if f.redirects, err = serveRedirects(ctx, cfg.HTTPAddr, f.publicURL, source, log); err != nil {
		_ = listener.Close() // nobody has connected yet
		return nil, err
	}
	return f, nil
}

func (f *front) close() {
	f.redirects()
	_ = f.listener.Close() // the server may have done so
}

// takePort opens the server's port.
func takePort(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: stop the other program, or choose another address with --addr", addr)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w: choose another address with --addr", addr, errors.Unwrap(err))
	}
	return listener, nil
}

// reachable turns a listening address into one to call from this machine.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

func scheme(cfg config.Config) string {
	if cfg.TLSCert != "" || len(cfg.ACME) > 0 {
		return "https://"
	}
	return "http://"
}

// named returns the address of a server that obtains its own certificates; "" for other servers.
func named(cfg config.Config, listens net.Addr) string {
	if len(cfg.ACME) == 0 {
		return ""
	}
	host := cfg.ACME[0]
	if _, port, err := net.SplitHostPort(listens.String()); err == nil && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	return "https://" + host
}

// certificates is nil where the server speaks plain HTTP.
func (e *env) certificates(cfg config.Config, log *slog.Logger) (certificates, error) {
	switch {
	case cfg.TLSCert != "":
		return orNil(servercert.NewFiles(cfg.TLSCert, cfg.TLSKey, hostOf(cfg.PublicURL), log))
	case len(cfg.ACME) > 0:
		folder, _ := e.vaultPlace(cfg)
		return orNil(servercert.NewAuthority(servercert.Account{
			Hosts: cfg.ACME, Email: cfg.ACMEEmail, Directory: cfg.ACMEDirectory, Roots: cfg.ACMERoots, Folder: filepath.Join(folder, "acme"),
		}, log))
	}
	return nil, nil
}

// hostOf returns the host name in an address; "" if there is none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// orNil keeps a nil pointer from looking like a source.
func orNil[S certificates](source S, err error) (certificates, error) {
	if err != nil {
		return nil, err
	}
	return source, nil
}

// serveRedirects redirects plain HTTP on an address to the server; "" serves none.
func serveRedirects(ctx context.Context, addr, to string, source certificates, log *slog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w: choose another address with --http-addr", addr, errors.Unwrap(err))
	}
	leading, cancel := context.WithCancel(ctx)
	var served sync.WaitGroup
	served.Go(func() {
		if err := server.ServeRedirects(leading, listener, source.OverHTTP(server.Redirect(to)), log); leading.Err() == nil {
			log.Error("plain HTTP is answered no more", "err", err)
		}
	})
	log.Info("plain HTTP leads to https", "addr", listener.Addr().String())
	return func() { cancel(); served.Wait() }, nil
}

// encryption is nil where the server speaks plain HTTP.
func encryption(source certificates) *tls.Config {
	if source == nil {
		return nil
	}
	return source.Config()
}

// renewing keeps a certificate valid.
func renewing(source certificates) func(context.Context) {
	if source == nil {
		return func(context.Context) {}
	}
	return source.Run
}
