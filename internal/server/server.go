// Package server runs the HTTP server: listening, timeouts, request ids, the
// access log, panic recovery, metrics and graceful shutdown.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"rastro/internal/admit"
	"rastro/internal/api"
	"rastro/internal/vital"
)

// Timeouts. Reading a body of 32 MiB over a poor rural line takes minutes, so the whole request
// gets a long timeout; its head does not. The end of the time to read also ends the request's
// context, so it bounds a handler as well. An answer has a time limit only if it is larger than
// what the system takes from us at once.
const (
	headTimeout = 10 * time.Second
	bodyTimeout = 5 * time.Minute
	idleTimeout = 2 * time.Minute
	maxHead     = 32 << 10
	// maxStreams is how many requests one connection may have at once over HTTP/2.
	maxStreams = 100
	// largeAnswer is what is written without a timeout: the system's buffers
	// take that much whether the caller reads or not.
	largeAnswer = 16 << 10
	// stallTimeout is how long a reader may take for a piece of a large answer.
	stallTimeout = 30 * time.Second
	largePiece   = 64 << 10
	// drainTimeout is the time for running requests after a stop; the process exits within 20
	// seconds whatever they do. noticeTimeout is the part of it in which new requests are still
	// accepted while others finish.
	drainTimeout  = 15 * time.Second
	noticeTimeout = 5 * time.Second
)

// Options are the dependencies and settings of a Server.
type Options struct {
	API *api.API
	// Mux has the routes of the API and the pages.
	Mux *http.ServeMux
	Log *slog.Logger
	// Lines, if given, get the access log, as JSON or as text; Log must write to them.
	Lines *Lines
	JSON  bool
	// Draining is set when the server begins to stop.
	Draining *atomic.Bool
	// Figures are additional metrics.
	Figures []vital.Figure
	// Memory is the budget that requests share; nil: unlimited.
	Memory *admit.Budget
	// Connections is the maximum number of open connections; 0 means no limit.
	Connections int
	// TLS is how connections are encrypted; nil: they are not.
	TLS *tls.Config
}

// Server serves until it is told to stop.
type Server struct {
	http     *http.Server
	observer *observer
	log      *slog.Logger
	draining *atomic.Bool
	active   *atomic.Int64 // requests being served
	crowd    *crowd        // of connections; nil: any number
}

// New returns a server.
func New(o Options) (*Server, error) {
	metrics, err := newMetrics(o.Figures)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	o.Mux.Handle("GET /metrics", metrics.handler)
	handler := &observer{
		next: o.API.Over(o.Mux), api: o.API, metrics: metrics,
		log: accessLog{log: o.Log, lines: o.Lines, json: o.JSON}, ids: newRequestIDs(),
	}
	if o.TLS != nil {
		handler.memory = o.Memory // HTTP/2 has several requests in one connection
	}
	s := &Server{
		observer: handler, log: o.Log, draining: o.Draining, active: &metrics.active,
		http: &http.Server{
			Handler: handler, ReadHeaderTimeout: headTimeout, ReadTimeout: bodyTimeout,
			IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		},
	}
	if o.TLS != nil {
		s.http.Handler = overTLS(handler)
		s.http.TLSConfig = o.TLS
		s.http.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: maxStreams}
	}
	if o.Memory != nil {
		// A connection serves one request at a time, so its claim is that of the
		// request being served, and no request pays for making one.
		s.http.ConnContext = func(ctx context.Context, _ net.Conn) context.Context { return admit.Context(ctx, o.Memory.Claim()) }
	}
	if o.Connections > 0 {
		s.crowd = newCrowd(o.Connections)
		s.http.ConnState = s.crowd.note
		inner := s.http.ConnContext
		s.http.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
			if inner != nil {
				ctx = inner(ctx, conn)
			}
			return s.crowd.context(ctx, conn)
		}
	}
	return s, nil
}

// Serve answers requests until the context ends, then lets running ones finish, and returns
// nil. Any other end is an error.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	if s.crowd != nil {
		listener = s.crowd.over(listener)
	}
	failed := make(chan error, 1)
	go func() { failed <- s.accept(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.log.Info("stopping: requests under way may finish", "within", drainTimeout.String()) // JSON would write nanoseconds
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	s.http.SetKeepAlivesEnabled(false) // callers reconnect for their next request, here or elsewhere
	s.notice(drain)
	err := s.http.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("some requests did not finish in time and were cut off")
		err = s.http.Close()
	}
	<-failed
	return err
}

func (s *Server) accept(listener net.Listener) error {
	if s.http.TLSConfig != nil {
		return s.http.ServeTLS(listener, "", "") // its configuration has the certificate
	}
	return s.http.Serve(listener)
}

// notice keeps serving for a short time while requests are running. A load balancer that checks
// /readyz meanwhile learns to go elsewhere, and other callers are served. After the listener is
// closed, nobody could ask.
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
