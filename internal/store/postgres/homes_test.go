package postgres

import (
	"io"
	"net"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/store/sqlstore"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// door is a further address of a server, which can be open or shut.
type door struct {
	server string
	node   Node

	mu       sync.Mutex
	listener net.Listener
	lines    []net.Conn
	passed   int
	all      sync.WaitGroup
}

func newDoor(t *testing.T, dsn string) *door {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &door{server: address.Host, node: Node{"127.0.0.1", uint16(listener.Addr().(*net.TCPAddr).Port)}, listener: listener}
	d.shut()
	t.Cleanup(d.shut)
	return d
}

func (d *door) shut() {
	d.mu.Lock()
	if d.listener != nil {
		d.listener.Close()
	}
	d.listener = nil
	for _, line := range d.lines {
		line.Close()
	}
	d.lines = nil
	d.mu.Unlock()
	d.all.Wait()
}

func (d *door) open(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(d.node.Host, strconv.Itoa(int(d.node.Port))))
	if err != nil {
		t.Fatal(err)
	}
	d.mu.Lock()
	d.listener = listener
	d.mu.Unlock()
	d.all.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", d.server)
			if err != nil {
				client.Close()
				continue
			}
			d.mu.Lock()
			if d.listener != listener { // shut meanwhile
				client.Close()
				server.Close()
			}
			d.passed++
			d.lines = append(d.lines, client, server)
			d.mu.Unlock()
			d.all.Go(func() { _, _ = io.Copy(server, client); server.Close() })
			d.all.Go(func() { _, _ = io.Copy(client, server); client.Close() })
		}
	})
}

func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.passed
}

// A server that cannot reach a record's node, not yet or no longer, writes and reads through the
// one that it is connected to. As soon as it can, it uses the node itself.
func TestHomeThatCannotBeReached(t *testing.T) {
	dsn := tables.DSN(t)
	d := newDoor(t, dsn)
	engine := *oneServer
	engine.Node = func(sqlstore.Conn, uint16) (Node, bool) { return d.node, true }
	s, err := OpenEngine(t.Context(), dsn, &engine)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	service := startLog(t, s)
	use := func(when string) {
		t.Helper()
		r := create(t, service)
		if got, err := s.Near(r.ID.Partition()).Record(t.Context(), r.ID); err != nil || got.Hash != r.Hash {
			t.Errorf("%s: %v", when, err)
		}
	}
	use("never reached")
	if n := d.count(); n != 0 {
		t.Errorf("%d connections through a door that is shut", n)
	}
	for range 2 {
		d.open(t)
		before := d.count()
		testkit.Eventually(t, "the node is used", func() bool { use("can be reached"); return d.count() > before })
		use("reached")
		d.shut()
		for range 3 {
			use("lost")
		}
	}
	if health := s.Health(); health != (trace.Health{}) {
		t.Errorf("Health() = %+v", health)
	}
}

// A failure on a node counts until the node holds nothing any more, whatever is written on others.
// After the store is closed, no node is added, and nothing runs for the old ones.
func TestHomeThatIsGone(t *testing.T) {
	dsn := tables.DSN(t)
	here, gone := newDoor(t, dsn).node, newDoor(t, dsn).node
	var moved atomic.Bool
	engine := *oneServer
	engine.Node = func(_ sqlstore.Conn, partition uint16) (Node, bool) {
		if partition > 0 || moved.Load() {
			return here, true
		}
		return gone, true
	}
	s, err := OpenEngine(t.Context(), dsn, &engine)
	if err != nil {
		t.Fatal(err)
	}
	closing := sync.OnceFunc(func() { s.Close() })
	defer closing()
	service := startLog(t, s)
	fail := func(trace.Writer) error { return trace.Fail(trace.CodeUnavailable) }
	if err := s.near(0).committer.Do(t.Context(), fail); !trace.Is(err, trace.CodeUnavailable) {
		t.Fatal(err)
	}
	if create(t, service); !s.Health().WritesFail {
		t.Error("a write on another node ended the failure")
	}
	if moved.Store(true); s.Health().WritesFail {
		t.Error("a node that holds nothing still counts")
	}
	closing()
	if s.near(0) == nil || s.homes.at(s, Node{"127.0.0.1", 1}) != nil {
		t.Error("a closed store knows fewer nodes than before, or more")
	}
	if err := s.near(0).committer.Do(t.Context(), fail); !trace.Is(err, trace.CodeUnavailable) {
		t.Errorf("a write in a closed store: %v", err)
	}
	if s.near(0).ready() || s.homes.waiting() != 0 {
		t.Error("a closed store has nodes at work")
	}
}
