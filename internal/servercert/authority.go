package servercert

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Authority gets certificates by ACME, and renews them.
type Authority struct {
	hosts   []string
	manager *autocert.Manager
	log     *slog.Logger

	mu      sync.Mutex
	expires map[string]time.Time
}

// Account is our account with an ACME authority, and the authority's address.
type Account struct {
	Hosts []string // names to get certificates for
	Email string   // the authority's contact; "": none
	// Directory is the authority's address; "": Let's Encrypt's.
	Directory string
	// Roots is a file of certificates that vouch for the authority itself; "": those of the system.
	Roots string
	// Folder keeps the account's key and the certificates, for the next start.
	Folder string
}

// Times between attempts to get the first certificate. An authority counts failures, and turns away
// those who have too many.
const (
	firstRetry = 15 * time.Second
	lastRetry  = time.Hour
)

// NewAuthority returns a source that contacts an authority when it is first needed.
func NewAuthority(a Account, log *slog.Logger) (*Authority, error) {
	calls := http.DefaultTransport.(*http.Transport).Clone()
	if a.Roots != "" {
		pem, err := os.ReadFile(a.Roots)
		if err != nil {
			return nil, fmt.Errorf("--acme-roots: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("--acme-roots: %s has no certificate: name a PEM file", a.Roots)
		}
		calls.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	if err := os.MkdirAll(a.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the folder of certificates: %w", err)
	}
	return &Authority{
		hosts: a.Hosts, log: log, expires: map[string]time.Time{},
		manager: &autocert.Manager{
			Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(a.Hosts...), Email: a.Email, Cache: autocert.DirCache(a.Folder),
			Client: &acme.Client{DirectoryURL: a.Directory, HTTPClient: &http.Client{Transport: calls, Timeout: time.Minute}, UserAgent: "rastro"},
		},
	}, nil
}

// Run gets the certificates before somebody calls, and tries again while it cannot. The first
// caller would otherwise wait for the authority.
func (a *Authority) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, host := range a.hosts {
		all.Go(func() { a.obtain(ctx, host) })
	}
	all.Wait()
}

func (a *Authority) obtain(ctx context.Context, host string) {
	// Like browsers, request a certificate with an elliptic curve.
	hello := &tls.ClientHelloInfo{ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}}
	for pause := firstRetry; ; pause = min(2*pause, lastRetry) {
		pair, err := a.ask(ctx, hello)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			a.log.Info("there is a certificate", "host", host, "until", pair.Leaf.NotAfter.UTC().Format(time.RFC3339))
			return
		}
		a.log.Warn("cannot get a certificate; browsers are refused until there is one", "host", host, "err", err, "again", pause.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// ask calls certificate until the context ends: the authority may take minutes, and the server ends
// without waiting.
func (a *Authority) ask(ctx context.Context, hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	type answer struct {
		pair *tls.Certificate
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		pair, err := a.certificate(hello)
		answered <- answer{pair, err}
	}()
	select {
	case got := <-answered:
		return got.pair, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// certificate returns a stored certificate, or a new one.
func (a *Authority) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	pair, err := a.manager.GetCertificate(hello)
	if err != nil || pair == nil || pair.Leaf == nil {
		return pair, err
	}
	if err := pair.Leaf.VerifyHostname(hello.ServerName); err == nil { // not one that proves who we are to the authority
		a.mu.Lock()
		a.expires[hello.ServerName] = pair.Leaf.NotAfter
		a.mu.Unlock()
	}
	return pair, nil
}

// Config returns how the server speaks TLS.
func (a *Authority) Config() *tls.Config {
	config := a.manager.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.GetCertificate = a.certificate
	return config
}

// Expires returns when the first of the certificates expires; the zero time while there is none.
func (a *Authority) Expires() (first time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, ends := range a.expires {
		if first.IsZero() || ends.Before(first) {
			first = ends
		}
	}
	return first
}

// OverHTTP answers the authority on port 80, where it may check for us.
func (a *Authority) OverHTTP(next http.Handler) http.Handler { return a.manager.HTTPHandler(next) }
