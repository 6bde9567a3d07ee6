package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// limitCommand is the harness's own command that runs the limit as a separate process, like
// everything else that is measured.
const limitCommand = "limit"

// serveLimit is the limit: what net/http can do on this machine without any work. It answers with a
// constant record, and discards bodies.
func serveLimit(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(limitCommand, flag.ContinueOnError)
	addr := flags.String("addr", "", "where to listen")
	size := flags.Int("size", 0, "bytes of an answer")
	if err := flags.Parse(args); err != nil {
		return err
	}
	server := &http.Server{Addr: *addr, Handler: constant(*size), ReadHeaderTimeout: 10 * time.Second}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() }) // it keeps no data
	defer stopped()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func constant(size int) http.Handler {
	const head, tail = `{"status":"success","data":"`, `"}`
	answer := []byte(head + string(bytes.Repeat([]byte{'x'}, max(0, size-len(head)-len(tail)))) + tail)
	length := []string{strconv.Itoa(len(answer))}
	media := []string{"application/json"}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Content-Type"], h["Content-Length"] = media, length
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body) // a caller who hung up gets no answer anyway
			w.WriteHeader(http.StatusCreated)
		}
		_, _ = w.Write(answer)
	})
}

// limitSystem starts the limit. It keeps nothing, so all its stores are the same.
type limitSystem struct{ work string }

func (limitSystem) name() string { return limitName }

func (limitSystem) prepare(context.Context, *console, int) (*stored, error) { return &stored{}, nil }

func (s limitSystem) start(ctx context.Context, _ *stored, _ string, answer int) (*running, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	child, err := startChild(childSpec{
		name: limitName, path: self, log: filepath.Join(s.work, limitName+".log"),
		args: []string{limitCommand, "-addr", loopback(port), "-size", strconv.Itoa(answer)},
	})
	if err != nil {
		return nil, err
	}
	r := &running{child: child, base: "http://" + loopback(port), pid: child.pid()}
	return r, r.awaitAnswer(ctx, request{path: "/", want: http.StatusOK})
}
