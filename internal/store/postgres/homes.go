package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/home"
	"rastro/internal/store/background"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// In a distributed database, a group that is on all nodes costs each of them two rounds. So rows of
// one node are committed in groups of their own, over connections to that node: in one round,
// without the other nodes. See package home.

// homes are the nodes on which this server commits and reads separately.
type homes struct {
	mu     sync.Mutex
	all    map[Node]*homeNode
	closed bool // no more nodes
}

const (
	// homeLanes is how many groups of a node run at once: one is written while the next one forms.
	// Every node and every server has as many; more would make smaller groups.
	homeLanes = 1
	// maxHomes limits the nodes. Those that are gone are kept; they have neither work nor
	// connections.
	maxHomes = 256
	// homeRest is the time between two tries to reach a node.
	homeRest = 2 * time.Second
)

// homeNode is a node with a group of its own.
type homeNode struct {
	store     *Store
	pool      *pgxpool.Pool // leads to the node
	own       bool          // it is where the address leads
	committer *sqlstore.Committer
	reader    trace.Reader

	reached atomic.Bool // set by the pool; until then, the node at the address is checked
	tried   atomic.Bool // a moment ago, or now
	trying  background.Runs
}

// at returns a node; nil if there are too many, or the store is closed.
func (h *homes) at(s *Store, node Node) *homeNode {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := h.all[node]; n != nil || h.closed || len(h.all) >= maxHomes {
		return n
	}
	n := &homeNode{store: s, pool: s.pool}
	config := s.pool.Config()
	if n.own = config.ConnConfig.Host == node.Host && config.ConnConfig.Port == node.Port; !n.own {
		config.ConnConfig = node.Toward(config.ConnConfig)
		config.MinConns, config.MinIdleConns = 0, 0
		pool, err := pgxpool.NewWithConfig(context.Background(), config)
		if err != nil { // it connects later, so this is only a setting that it does not take
			return nil
		}
		n.pool = pool
	}
	n.committer = s.committer.Beside(homeLanes, n.begin)
	n.reader = sqlstore.NewReader(s.querier(n), s.engine.Dialect)
	if h.all == nil {
		h.all = map[Node]*homeNode{}
	}
	h.all[node] = n
	return n
}

// near returns the node of a partition; nil if unknown.
func (s *Store) near(partition uint16) *homeNode {
	node, known := s.engine.Node(s.querier(s.pool), partition)
	if !known {
		return nil
	}
	return s.homes.at(s, node)
}

// Near reads from the node that has what belongs to the harvests of a partition.
func (s *Store) Near(partition uint16) trace.Reader {
	if n := s.near(partition); n != nil {
		return n.reader
	}
	return s.Reader
}

// committerOf returns the committer for the transactions under a context.
func (s *Store) committerOf(ctx context.Context) *sqlstore.Committer {
	if partition, ok := home.Partition(ctx); ok {
		if n := s.near(partition); n != nil {
			return n.committer
		}
	}
	return s.committer
}

// ready reports whether the pool leads to the node. If it has never connected, it tries in the
// background: a server may be unable to reach every node, and nobody should wait for that.
func (n *homeNode) ready() bool {
	if n.own || n.reached.Load() {
		return true
	}
	if n.tried.CompareAndSwap(false, true) {
		n.trying.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
			defer cancel()
			n.reached.Store(n.pool.Ping(ctx) == nil)
			time.AfterFunc(homeRest, func() { n.tried.Store(false) })
		})
	}
	return false
}

// lost reports whether the node could not be reached.
func (n *homeNode) lost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); !ok || n.own {
		return false
	}
	n.reached.Store(false)
	return true
}

func (n *homeNode) begin(ctx context.Context) (sqlstore.Tx, error) {
	if n.ready() {
		if conn, err := n.pool.Acquire(ctx); !n.lost(err) {
			return n.store.beginOn(conn, err)
		}
	}
	return n.store.begin(ctx)
}

// Query implements conn.
func (n *homeNode) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if n.ready() {
		if rows, err := n.pool.Query(ctx, sql, args...); !n.lost(err) {
			return rows, err
		}
	}
	return n.store.pool.Query(ctx, sql, args...)
}

// Exec implements conn. Readers do not need it.
func (n *homeNode) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return n.store.pool.Exec(ctx, sql, args...)
}

// waiting returns how many writers wait for a group.
func (h *homes) waiting() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, node := range h.all {
		n += node.committer.Work().Waiting
	}
	return n
}

// forgetGone forgets the failures of nodes that no longer hold anything, because no successful
// write will ever clear them.
func (s *Store) forgetGone() {
	failed := s.homes.failed()
	if len(failed) == 0 {
		return
	}
	for partition := range uint16(trace.Partitions) {
		if node, known := s.engine.Node(s.querier(s.pool), partition); known {
			delete(failed, node)
		}
	}
	for _, n := range failed {
		n.committer.Forget()
	}
}

// failed returns the nodes on which the last write failed.
func (h *homes) failed() map[Node]*homeNode {
	h.mu.Lock()
	defer h.mu.Unlock()
	found := map[Node]*homeNode{}
	for node, n := range h.all {
		if n.committer.Failed() {
			found[node] = n
		}
	}
	return found
}

// close finishes the writers that wait and closes the connections. Meanwhile others may ask how
// many wait.
func (h *homes) close() {
	h.mu.Lock()
	h.closed = true
	all := slices.Collect(maps.Values(h.all))
	h.mu.Unlock()
	for _, n := range all {
		n.committer.Close()
		n.trying.Close()
		if !n.own {
			n.pool.Close()
		}
	}
}
