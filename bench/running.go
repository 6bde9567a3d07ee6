package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// running is a serving system, with what is needed to measure it.
type running struct {
	child *child
	base  string
	// headers are those of the caller's key or token.
	headers []string
	// pid is the server's process; database that of the PostgreSQL whose processes do the rest. 0
	// if there is none.
	pid, database int
	// also stops whatever must be stopped after the child.
	also func() error
	// took is the time from the start to the first answer.
	took time.Duration
}

// request is a call that checks a system's answer before it is measured.
type request struct {
	method, path string
	headers      []string
	body         string
	want         int
}

// startPatience limits a start; the slowest store must be up by then.
const startPatience = 2 * time.Minute

// awaitAnswer repeats a request until it gets the expected answer. A refused connection or a "not
// yet" is tried again, anything else is an error.
func (r *running) awaitAnswer(ctx context.Context, req request) error {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		status, _, err := r.call(ctx, req)
		switch {
		case err == nil && status == req.want:
			return nil
		case err == nil && status != http.StatusServiceUnavailable:
			return errors.Join(fmt.Errorf("%s answers %s with %d, want %d\n%s", r.child.name, req.path, status, req.want, r.child.said()), r.stop())
		case err != nil && !errors.Is(err, syscall.ECONNREFUSED) && !errors.Is(err, syscall.ECONNRESET):
			return errors.Join(fmt.Errorf("%s does not answer: %w\n%s", r.child.name, err, r.child.said()), r.stop())
		}
		select {
		case <-r.child.ended:
			return errors.Join(fmt.Errorf("%s ended at its start:\n%s", r.child.name, r.child.said()), r.stop())
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// call makes one request on its own connection.
func (r *running) call(ctx context.Context, req request) (status int, body []byte, err error) {
	if req.method == "" {
		req.method = http.MethodGet
	}
	made, err := http.NewRequestWithContext(ctx, req.method, r.base+req.path, strings.NewReader(req.body))
	if err != nil {
		return 0, nil, err
	}
	for _, line := range append(r.headers[:len(r.headers):len(r.headers)], req.headers...) {
		name, value, _ := strings.Cut(line, ": ")
		made.Header.Set(name, value)
	}
	client := http.Client{Timeout: startPatience, Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	answer, err := client.Do(made)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	const most = 64 << 20
	body, err = io.ReadAll(io.LimitReader(answer.Body, most))
	return answer.StatusCode, body, err
}

// explain adds to an error the output of a server that is gone.
func (r *running) explain(err error) error {
	select {
	case <-r.child.ended:
		if err != nil {
			return fmt.Errorf("%w; %s has ended:\n%s", err, r.child.name, r.child.said())
		}
	default:
	}
	return err
}

func (r *running) stop() error {
	err := r.child.stop()
	if r.also != nil {
		err = errors.Join(err, r.also())
		r.also = nil
	}
	return err
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// freePort picks a port below those that the system uses for outgoing connections, of which the
// loads make many.
func freePort() (int, error) {
	const first, last, tries = 20000, 32000, 50
	var err error
	for range tries {
		port := first + rand.IntN(last-first)
		var l net.Listener
		if l, err = net.Listen("tcp", loopback(port)); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no free port between %d and %d: %w", first, last, err)
}
