package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
)

// secureFor is how long browsers use only HTTPS after a visit.
const secureFor = "max-age=31536000"

// overTLS tells browsers to use only HTTPS in future.
func overTLS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Strict-Transport-Security"] = []string{secureFor}
		next.ServeHTTP(w, r)
	})
}

// Redirect sends callers of plain HTTP to an address with https. It refuses requests with a body
// or a key instead: these were sent unencrypted, and their sender should know.
func Redirect(to string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.HasPrefix(r.URL.Path, "/") && !carriesKey(r) {
			http.Redirect(w, r, to+r.URL.RequestURI(), http.StatusPermanentRedirect)
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "This server speaks HTTPS: send your request to "+to+" and change any key that you sent here.\n")
	})
}

func carriesKey(r *http.Request) bool {
	for name := range r.Header {
		if name == "Authorization" || name == "Cookie" || strings.HasPrefix(name, "X-Api-") || strings.HasPrefix(name, "X-Access-") {
			return true
		}
	}
	return false
}

// ServeRedirects answers plain HTTP next to the server until the context ends.
func ServeRedirects(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	// No request here has a body.
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headTimeout, ReadTimeout: headTimeout, WriteTimeout: headTimeout, IdleTimeout: headTimeout,
		MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	end := context.AfterFunc(ctx, func() { _ = server.Close() }) // nothing here needs to finish
	defer end()
	return server.Serve(listener)
}
