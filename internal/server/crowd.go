package server

import (
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// crowd bounds how many connections are held at once: each takes some tens of
// kilobytes, whatever it does. When there is no place, the connection makes room
// that has been idle for longest, so that visitors who only hold a line do not
// keep out those who have a request.
type crowd struct {
	places chan struct{}
	mu     sync.Mutex
	held   map[*visitor]struct{}
}

// visitor is one connection.
type visitor struct {
	net.Conn
	crowd *crowd
	// idle is since when it has had no request, in nanoseconds; 0: it has one.
	idle   atomic.Int64
	closed sync.Once
}

func newCrowd(most int) *crowd {
	return &crowd{places: make(chan struct{}, most), held: map[*visitor]struct{}{}}
}

// over bounds the connections of a listener.
func (c *crowd) over(l net.Listener) net.Listener {
	return &door{Listener: l, crowd: c, shut: make(chan struct{})}
}

// note follows what a connection does.
func (c *crowd) note(conn net.Conn, state http.ConnState) {
	v, ok := conn.(*visitor)
	if !ok {
		return
	}
	switch state {
	case http.StateActive:
		v.idle.Store(0)
	case http.StateIdle:
		v.idle.Store(time.Now().UnixNano())
	}
}

// makeRoom closes the connection that has been idle for longest, if one is.
func (c *crowd) makeRoom() {
	c.mu.Lock()
	var longest *visitor
	var since int64
	for v := range c.held {
		if idle := v.idle.Load(); idle > 0 && (longest == nil || idle < since) {
			longest, since = v, idle
		}
	}
	c.mu.Unlock()
	if longest != nil {
		_ = longest.Close() // it is gone either way
	}
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

// lookAgain is how often an idle connection is looked for while all are busy.
const lookAgain = 100 * time.Millisecond

// Accept implements net.Listener. Who finds no place waits where the system keeps
// connections that nobody has taken yet.
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
			_ = conn.Close() // nobody will serve it
			return nil, net.ErrClosed
		}
	}
}

// admit takes in a connection that has a place.
func (c *crowd) admit(conn net.Conn) *visitor {
	v := &visitor{Conn: conn, crowd: c}
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
