package postgres

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/trace"
)

// proxy stands between a store and its server, and loses the answer to every
// so many commits: the server has committed, the store learns only that the
// connection is gone.
type proxy struct {
	server  string
	every   atomic.Int64 // 0: none
	commits atomic.Int64
	lost    atomic.Int64
}

// start returns the address to reach the server at through the proxy.
func (p *proxy) start(t *testing.T, dsn string) string {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	p.server = address.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var lines sync.WaitGroup
	lines.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			lines.Go(func() { p.relay(t, client) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		lines.Wait()
	})
	address.Host = listener.Addr().String()
	return address.String()
}

func (p *proxy) relay(t *testing.T, client net.Conn) {
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		t.Error(err)
		client.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() {
		_, _ = io.Copy(server, client)
		server.Close()
	})
	p.answers(client, server)
	client.Close()
	server.Close()
	both.Wait()
}

// answers passes the server's messages on, each a letter, a length and a body,
// until one is to be lost or either side is gone.
func (p *proxy) answers(client, server net.Conn) {
	const commandComplete = 'C'
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(server, head); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
		if _, err := io.ReadFull(server, body); err != nil {
			return
		}
		if head[0] == commandComplete && string(body) == "COMMIT\x00" && p.loses() {
			p.lost.Add(1)
			return
		}
		if _, err := client.Write(append(head, body...)); err != nil {
			return
		}
	}
}

func (p *proxy) loses() bool {
	every := p.every.Load()
	return every > 0 && p.commits.Add(1)%every == 0
}

// TestLostCommitAnswer: a record whose commit may have happened is not written
// a second time, and nobody is told that it is there unless it is.
func TestLostCommitAnswer(t *testing.T) {
	ctx := context.Background()
	p := &proxy{}
	s, err := Open(ctx, p.start(t, pgtest.DSN(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	svc, err := trace.NewService(ctx, s, trace.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	p.every.Store(5)
	planting := kind.ByPrefix("/producaoAgricola/plantioManejo")
	key := &trace.Key{AccessKey: "rk_test", Escopos: []trace.Scope{trace.Write}}
	const writers, each = 64, 10
	var told, failed sync.Map // by payload
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for n := range each {
				dados := fmt.Sprintf(`{"observacoes":"%d/%d"}`, i, n)
				_, err := svc.Create(ctx, key, planting, trace.Envelope{SafraID: "S", Dados: []byte(dados)}, nil)
				switch {
				case err == nil:
					told.Store(dados, true)
				case outOfReach(err):
					failed.Store(dados, true)
				default:
					t.Errorf("%s: %v", dados, err)
				}
			}
		})
	}
	wg.Wait()
	if p.lost.Load() == 0 {
		t.Fatal("no answer was lost")
	}
	found, err := s.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 2 * writers * each})
	for outOfReach(err) { // a connection that was cut
		found, err = s.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 2 * writers * each})
	}
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]int{}
	for _, r := range found {
		if there[string(r.Dados)]++; there[string(r.Dados)] == 2 {
			t.Errorf("%s is there twice", r.Dados)
		}
	}
	told.Range(func(dados, _ any) bool {
		if there[dados.(string)] != 1 {
			t.Errorf("%s is there %d times, and was said to be written", dados, there[dados.(string)])
		}
		return true
	})
	uncertain := 0
	failed.Range(func(any, any) bool { uncertain++; return true })
	if uncertain == 0 {
		t.Error("nobody was told that his write may be lost")
	}
}

// outOfReach tells that the database was not there, or not to the end.
func outOfReach(err error) bool {
	return trace.Is(err, trace.CodeUnavailable) || trace.Is(err, trace.CodeUncertain)
}
