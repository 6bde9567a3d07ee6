// Package server turns handlers into a server: listening, timeouts, request
// ids, the access log, recovery from panics, metrics, and a shutdown that lets
// requests finish.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"rastro/internal/api"
	"rastro/internal/trace"
)

// Timeouts. Reading a body of 32 MiB over a poor rural line takes minutes, so
// the whole request has long; its head does not.
const (
	headTimeout  = 10 * time.Second
	readTimeout  = 5 * time.Minute
	writeTimeout = 5 * time.Minute
	idleTimeout  = 2 * time.Minute
	maxHead      = 32 << 10
	// drainTimeout lets requests finish after a stop; the process exits within
	// 20 seconds whatever they do. noticeTimeout is the part of it in which new
	// ones are still taken, while others finish.
	drainTimeout  = 15 * time.Second
	noticeTimeout = 5 * time.Second
)

// Options are what a Server is made of.
type Options struct {
	API *api.API
	// Pages answers the paths it has a route for; the API all others.
	Pages *http.ServeMux
	Log   *slog.Logger
	// Draining is set when the server begins to stop.
	Draining *atomic.Bool
}

// Server serves until told to stop.
type Server struct {
	http     *http.Server
	log      *slog.Logger
	draining *atomic.Bool
	active   *atomic.Int64 // requests being served
}

// New makes a server.
func New(o Options) (*Server, error) {
	metrics, err := newMetrics()
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	o.Pages.Handle("GET /metrics", metrics.handler)
	handler := route(o.API, o.Pages)
	handler = recovering(handler, o.API)
	handler = observing(handler, metrics, o.Log)
	handler = identifying(handler)
	return &Server{
		log: o.Log, draining: o.Draining, active: &metrics.active,
		http: &http.Server{
			Handler: handler, ReadHeaderTimeout: headTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
			IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		},
	}, nil
}

// route gives a request to the pages where they have a route for it.
func route(a *api.API, pages *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case has(pages, r, r.Method):
			pages.ServeHTTP(w, r)
		case has(pages, r, http.MethodGet):
			const allowed = "GET, HEAD, OPTIONS"
			w.Header().Set("Allow", allowed)
			if r.Method == http.MethodOptions {
				w.WriteHeader(http.StatusNoContent)
				return
			}
			a.Fail(w, r, trace.Fail(trace.CodeWrongMethod, "metodo", r.Method, "permitidos", allowed))
		default:
			a.ServeHTTP(w, r)
		}
	})
}

func has(pages *http.ServeMux, r *http.Request, method string) bool {
	_, pattern := pages.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host})
	return pattern != ""
}

// Handler is the whole server as a handler, for tests.
func (s *Server) Handler() http.Handler { return s.http.Handler }

// Serve answers requests until the context ends, then lets those under way
// finish, and returns nil. Any other end is an error.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.log.Info("stopping: requests under way may finish", "within", drainTimeout)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	s.http.SetKeepAlivesEnabled(false) // who is answered from now on comes back on another connection, or elsewhere
	s.notice(drain)
	err := s.http.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("some requests did not finish in time and were cut off")
		err = s.http.Close()
	}
	<-failed
	return err
}

// notice goes on serving while requests are under way, though not for long: who
// asks /readyz in that time learns to go elsewhere, and who comes all the same
// is served. Once the listener is closed nobody can ask.
func (s *Server) notice(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, noticeTimeout)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for s.active.Load() > 0 {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}
