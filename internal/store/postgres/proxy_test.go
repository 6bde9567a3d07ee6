package postgres

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy sits between a store and its server. It can drop the answer to every nth commit: the server
// has committed, but the store only sees the connection break. It can also hold back all answers,
// like a frozen server or a network that loses packets.
type proxy struct {
	server  string
	every   atomic.Int64 // 0: none
	commits atomic.Int64
	lost    atomic.Int64
	frozen  sync.RWMutex // held for writing while answers are blocked
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
		p.frozen.RLock() // waits while it is frozen
		_, err := client.Write(append(head, body...))
		p.frozen.RUnlock()
		if err != nil {
			return
		}
	}
}

func (p *proxy) loses() bool {
	every := p.every.Load()
	return every > 0 && p.commits.Add(1)%every == 0
}
