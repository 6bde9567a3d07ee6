package server

import (
	"context"
	"crypto/tls"
	"io"
	"math"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/remote"
)

// crowd limits the number of open connections, since each takes some tens of kilobytes even when
// idle. If the limit is reached, the connection that has been idle longest is closed, so that
// visitors who only keep a connection open do not keep out those with a request. If none is idle,
// one whose request is incomplete is closed: the slowest sender of the network with the most
// connections.
type crowd struct {
	places chan struct{}
	mu     sync.Mutex
	held   map[*visitor]struct{}
}

// grace is how long a request may take to arrive before its connection can be closed to
// make room.
const grace = time.Second

// visitor is a connection.
type visitor struct {
	net.Conn
	crowd *crowd
	// idle is the moment since which it has had no request, in nanoseconds; 0 while it has one.
	idle atomic.Int64
	// owes is the moment when the head of a request that is still coming in was read; 0: it is
	// complete. sent counts bytes, and awaited says that the server waits for more.
	owes, sent atomic.Int64
	awaited    atomic.Bool
	from       remote.Network
	closed     sync.Once
}

// Read implements net.Conn.
func (v *visitor) Read(p []byte) (int, error) {
	v.awaited.Store(true)
	n, err := v.Conn.Read(p)
	v.awaited.Store(false)
	v.sent.Add(int64(n))
	return n, err
}

// visitorKey is where the context of a connection has its visitor.
type visitorKey struct{}

// context returns the context of a connection's requests.
func (c *crowd) context(ctx context.Context, conn net.Conn) context.Context {
	if v, ok := visitorOf(conn); ok {
		return context.WithValue(ctx, visitorKey{}, v)
	}
	return ctx
}

// visitorOf returns the visitor of a connection, also of an encrypted one.
func visitorOf(conn net.Conn) (*visitor, bool) {
	if sealed, ok := conn.(*tls.Conn); ok {
		conn = sealed.NetConn()
	}
	v, ok := conn.(*visitor)
	return v, ok
}

// arriving returns a request that notes when it has arrived completely. A body that the handler
// does not read still counts as outstanding, because net/http waits for the rest of it. net/http
// checks the type of a request's body before it answers, so the body is replaced in a copy.
func arriving(r *http.Request) *http.Request {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	if !ok {
		return r
	}
	if r.Body == nil || r.Body == http.NoBody {
		v.owes.Store(0)
		return r
	}
	r = r.WithContext(r.Context())
	r.Body = &arrivingBody{r.Body, v}
	return r
}

// arrivingBody is the body of a request.
type arrivingBody struct {
	io.ReadCloser
	visitor *visitor
}

func (b *arrivingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.visitor.owes.Store(0)
	}
	return n, err
}

func newCrowd(most int) *crowd {
	return &crowd{places: make(chan struct{}, most), held: map[*visitor]struct{}{}}
}

// over bounds the connections of a listener.
func (c *crowd) over(l net.Listener) net.Listener {
	return &door{Listener: l, crowd: c, shut: make(chan struct{})}
}

// note tracks a connection's state.
func (c *crowd) note(conn net.Conn, state http.ConnState) {
	v, ok := visitorOf(conn)
	if !ok {
		return
	}
	switch state {
	case http.StateActive:
		v.idle.Store(0)
		v.sent.Store(0)
		v.owes.Store(time.Now().UnixNano())
	case http.StateIdle:
		v.idle.Store(time.Now().UnixNano())
	}
}

// makeRoom closes the most dispensable connection, if there is one.
func (c *crowd) makeRoom() {
	c.mu.Lock()
	leaves := c.longestIdle()
	if leaves == nil {
		leaves = c.slowestSender(time.Now().UnixNano())
	}
	c.mu.Unlock()
	if leaves != nil {
		_ = leaves.Close() // it is gone in either case
	}
}

func (c *crowd) longestIdle() (longest *visitor) {
	since := int64(math.MaxInt64)
	for v := range c.held {
		if idle := v.idle.Load(); idle > 0 && idle < since {
			longest, since = v, idle
		}
	}
	return longest
}

// slowestSender returns one whose request has been coming in for at least grace.
func (c *crowd) slowestSender(now int64) (slowest *visitor) {
	connections := map[remote.Network]int{}
	for v := range c.held {
		connections[v.from]++
	}
	most, least := 0, math.Inf(1)
	for v := range c.held {
		owes, n := v.owes.Load(), connections[v.from]
		if owes == 0 || now-owes < int64(grace) || !v.awaited.Load() || n < most {
			continue
		}
		if speed := float64(v.sent.Load()) / float64(now-owes); n > most || speed < least {
			slowest, most, least = v, n, speed
		}
	}
	return slowest
}

// Close implements net.Conn.
func (v *visitor) Close() error {
	err := v.Conn.Close()
	v.closed.Do(func() {
		v.crowd.mu.Lock()
		delete(v.crowd.held, v)
		v.crowd.mu.Unlock()
		<-v.crowd.places
	})
	return err
}

// CloseWrite lets the server end its half of a connection first, so that an answer
// to a body that was not read reaches the sender.
func (v *visitor) CloseWrite() error {
	if half, ok := v.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// door is a listener that admits a bounded number.
type door struct {
	net.Listener
	crowd *crowd
	shut  chan struct{}
	once  sync.Once
}

// lookAgain is the interval of looking for a connection that can make room while all are busy.
const lookAgain = 100 * time.Millisecond

// Accept implements net.Listener. A visitor without a place waits in the system's backlog.
func (d *door) Accept() (net.Conn, error) {
	conn, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	for {
		select {
		case d.crowd.places <- struct{}{}:
			return d.crowd.admit(conn), nil
		default:
			d.crowd.makeRoom()
		}
		select {
		case d.crowd.places <- struct{}{}:
			return d.crowd.admit(conn), nil
		case <-time.After(lookAgain):
		case <-d.shut:
			_ = conn.Close() // no one will serve it
			return nil, net.ErrClosed
		}
	}
}

// admit takes in a connection that has a place.
func (c *crowd) admit(conn net.Conn) *visitor {
	v := &visitor{Conn: conn, crowd: c}
	v.from = remote.NetworkOf(conn.RemoteAddr().String())
	v.idle.Store(time.Now().UnixNano())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held[v] = struct{}{}
	return v
}

// Close implements net.Listener.
func (d *door) Close() error {
	d.once.Do(func() { close(d.shut) })
	return d.Listener.Close()
}
