package post_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"rastro/internal/webhook/post"
)

// names returns a name server that gives each question for an IPv4 address the next of its addresses.
func names(t *testing.T, addresses ...[4]byte) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	asked := new(atomic.Int32)
	go func() {
		for buf := make([]byte, 512); ; {
			n, from, err := socket.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Header = dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}
			m.Additionals = nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				at := min(int(asked.Add(1)), len(addresses)) - 1
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: addresses[at]}}}
			}
			if packed, err := m.Pack(); err == nil {
				_, _ = socket.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", socket.LocalAddr().String())
	}}, asked
}

// A name first resolves to an allowed address, and the next time to the machine itself. Each call
// looks it up once, and checks and dials the result of that look-up.
func TestRebinding(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Connection", "close") // the next call dials again
	})
	listener, err := net.Listen("tcp", "0.0.0.0:0") // it would answer at every address
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: handler}}
	server.Start()
	defer server.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	resolver, asked := names(t, [4]byte{127, 0, 0, 1}, [4]byte{127, 0, 0, 2}, [4]byte{169, 254, 169, 254}, [4]byte{0, 0, 0, 0}, [4]byte{127, 0, 0, 1})
	poster := plain(func(o *post.Options) { o.Resolver = resolver }) // 127.0.0.1 is listed, and represents a public address
	for i, forbidden := range []bool{false, true, true, true, false} {
		_, err := poster.Send(t.Context(), "http://rebind.example.com:"+port+"/", nil, nil)
		if forbidden && (err == nil || reasonOf(t, err) != post.Forbidden) || !forbidden && err != nil {
			t.Errorf("call %d: %v", i+1, err)
		}
		if n := asked.Load(); int(n) != i+1 {
			t.Errorf("call %d looked the name up %d times in all", i+1, n)
		}
	}
	if n := calls.Load(); n != 2 {
		t.Errorf("%d calls arrived", n)
	}
}
