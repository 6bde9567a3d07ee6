// Package servercert provides the certificate that the server shows to its callers: from two
// files, read again when they change, or from an ACME authority.
package servercert

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// lookInterval is the interval of checking files. They are read after two equal checks in a
	// row, so that a file is not read while it is being written.
	lookInterval = 2 * time.Second
	// soon is how long before its end a certificate causes a daily warning.
	soon = 14 * 24 * time.Hour
)

// Files is a certificate and its key in two files.
type Files struct {
	cert, key string
	host      string // the name that people use; "": unknown
	log       *slog.Logger
	shown     atomic.Pointer[tls.Certificate]

	mu         sync.Mutex
	read, seen look
	complained time.Time
}

// look is what is known about the files without reading them.
type look [2]struct {
	there   bool
	size    int64
	changed time.Time
}

// NewFiles reads a certificate, with those between it and its authority, and its key, as PEM.
// host is the name in the address that people use, "" if there is none.
func NewFiles(cert, key, host string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, host: host, log: log}
	f.read = f.look()
	pair, err := f.load()
	if err != nil {
		return nil, err
	}
	f.shown.Store(pair)
	f.seen = f.read
	f.complain(time.Now())
	return f, nil
}

func (f *Files) load() (*tls.Certificate, error) {
	for _, one := range []struct{ option, path string }{{"--tls-cert", f.cert}, {"--tls-key", f.key}} {
		if _, err := os.ReadFile(one.path); err != nil {
			return nil, fmt.Errorf("%s: %w: name a file that this program may read", one.option, err)
		}
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s and --tls-key %s do not make a certificate: %w: both are PEM, and belong together", f.cert, f.key, err)
	}
	return &pair, nil
}

func (f *Files) look() (now look) {
	for i, path := range []string{f.cert, f.key} {
		if about, err := os.Stat(path); err == nil {
			now[i].there, now[i].size, now[i].changed = true, about.Size(), about.ModTime()
		}
	}
	return now
}

// Run reads the files again when they change, until the context ends.
func (f *Files) Run(ctx context.Context) {
	tick := time.NewTicker(lookInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			f.renew(f.look())
			f.complain(now)
		}
	}
}

// renew reads the files if they have changed since the last reading and are stable. An unusable
// certificate changes nothing.
func (f *Files) renew(now look) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if settled := now == f.seen; !settled || now == f.read {
		f.seen = now
		return
	}
	f.read = now
	pair, err := f.load()
	if err != nil {
		f.log.Warn("the new certificate cannot be used: the one before it stays", "err", err)
		return
	}
	f.shown.Store(pair)
	f.complained = time.Time{}
	f.log.Info("the certificate was read again", "until", pair.Leaf.NotAfter.UTC().Format(time.RFC3339))
}

// complain logs once a day what browsers will not accept.
func (f *Files) complain(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.complained) < 24*time.Hour {
		return
	}
	f.complained = now
	if problem := f.Fault(now); problem != nil {
		f.log.Warn("browsers will not accept the certificate, or soon will not", "err", problem)
	}
}

// fault returns what is wrong with a certificate, nil if nothing is.
func fault(leaf *x509.Certificate, host string, now time.Time) error {
	var problems []error
	switch until := leaf.NotAfter.UTC().Format(time.RFC3339); {
	case now.After(leaf.NotAfter):
		problems = append(problems, fmt.Errorf("it expired at %s: renew it", until))
	case now.Add(soon).After(leaf.NotAfter):
		problems = append(problems, fmt.Errorf("it expires at %s: renew it", until))
	case now.Before(leaf.NotBefore):
		problems = append(problems, fmt.Errorf("it is valid only from %s: check the clock", leaf.NotBefore.UTC().Format(time.RFC3339)))
	}
	if host != "" {
		if err := leaf.VerifyHostname(host); err != nil {
			problems = append(problems, fmt.Errorf("%w: get one for the name in --public-url", err))
		}
	}
	return errors.Join(problems...)
}

// Fault is why browsers do not accept the certificate, or soon will not; nil if they do.
func (f *Files) Fault(now time.Time) error { return fault(f.shown.Load().Leaf, f.host, now) }

// Unjudged lets a program that only checks whether its own server answers accept any certificate.
func Unjudged() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true} // nothing is sent or trusted
}

// Config returns how the server speaks TLS.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.shown.Load(), nil },
	}
}

// Expires is when the certificate ends.
func (f *Files) Expires() time.Time { return f.shown.Load().Leaf.NotAfter }

// OverHTTP returns the handler for port 80 unchanged: files need nothing there.
func (f *Files) OverHTTP(next http.Handler) http.Handler { return next }
