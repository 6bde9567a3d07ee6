package server

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// oneConn is a listener with one connection.
type oneConn struct {
	conn chan net.Conn
	once sync.Once
}

func (l *oneConn) Accept() (net.Conn, error) {
	if conn, ok := <-l.conn; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error {
	l.once.Do(func() { close(l.conn) })
	return nil
}

func (l *oneConn) Addr() net.Addr { return &net.TCPAddr{} }

// A reader that takes nothing of a large answer for 30 seconds is disconnected, and the answer's
// memory is freed. A slow reader that keeps reading is not, until the time for the whole answer is
// over.
func TestAttackStalledReader(t *testing.T) {
	const large = 1 << 20
	for _, c := range []struct {
		name  string
		pause time.Duration // before each piece
		reads int           // stalls after this many pieces
		takes time.Duration // that the handler takes
		whole bool
	}{
		{"at once", 0, 1 << 30, 0, true},
		{"slow, but steady", stallTimeout / 4, 1 << 30, large / largePiece * stallTimeout / 4, true},
		{"stalled from the beginning", 0, 0, stallTimeout, false},
		{"stalled in the middle", time.Second, 5, 5*time.Second + stallTimeout, false},
		{"slower than the whole time", stallTimeout - time.Second, 1 << 30, bodyTimeout, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				metrics, err := newMetrics(nil)
				if err != nil {
					t.Fatal(err)
				}
				took := make(chan time.Duration, 1)
				handler := &observer{
					metrics: metrics, ids: newRequestIDs(), log: accessLog{log: slog.New(slog.DiscardHandler)},
					next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
						began := time.Now()
						_, err := w.Write(make([]byte, large))
						if (err == nil) != c.whole {
							t.Errorf("written: %v", err)
						}
						took <- time.Since(began)
					}),
				}
				srv := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)}
				server, client := net.Pipe() // unbuffered: the writer waits for the reader
				listener := &oneConn{conn: make(chan net.Conn, 1)}
				listener.conn <- server
				served := make(chan error, 1)
				go func() { served <- srv.Serve(listener) }()
				if _, err := io.WriteString(client, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
					t.Fatal(err)
				}
				var reading sync.WaitGroup
				reading.Go(func() {
					reader := bufio.NewReaderSize(client, largePiece)
					for range c.reads {
						<-time.After(c.pause)
						if _, err := io.CopyN(io.Discard, reader, largePiece); err != nil {
							return
						}
					}
				})
				got := <-took
				if slack := got - c.takes; slack.Abs() > stallTimeout/4 {
					t.Errorf("it took %s, want %s", got, c.takes)
				}
				_ = client.Close()
				reading.Wait()
				_ = srv.Close()
				<-served
			})
		})
	}
}
