package server

import (
	"context"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// ServeProfiles answers 'go tool pprof' until the context ends. It is a separate server, so
// that no caller of the service can reach it.
func ServeProfiles(ctx context.Context, listener net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headTimeout, IdleTimeout: idleTimeout, WriteTimeout: 10 * time.Minute}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // an incomplete profile is useless
	defer stop()
	if err := server.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}
