package citus

import (
	"context"
	"sort"
	"sync/atomic"
	"time"

	"rastro/internal/store/background"
	"rastro/internal/store/postgres"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// placements knows which node has the shard of a partition. Shards move, and a node that has lost
// one forwards the query, so the placements are only refreshed in the background from time to time,
// and nobody waits for that.
type placements struct {
	known atomic.Pointer[nodesOf]
	fresh atomic.Bool // it was looked up a moment ago, or is now
	looks background.Runs
}

// nodesOf is the node of each partition.
type nodesOf struct {
	nodes []postgres.Node
	of    [trace.Partitions]uint8
	hash  []int64 // of each partition; it never changes
}

const (
	// maxNodes is the maximum number of distinct nodes; rows on further ones have no home.
	maxNodes = 255
	// freshFor is how long a moved shard may be looked for on its former node, which costs a
	// message.
	freshFor = 3 * time.Second
	// placementsTimeout bounds a look.
	placementsTimeout = 10 * time.Second
)

// node implements postgres.Engine.Node.
func (p *placements) node(conn sqlstore.Conn, partition uint16) (node postgres.Node, known bool) {
	if p.fresh.CompareAndSwap(false, true) {
		p.looks.Go(func() { p.look(conn) })
	}
	all := p.known.Load()
	if all == nil || int(partition) >= trace.Partitions || int(all.of[partition]) >= len(all.nodes) {
		return node, false
	}
	return all.nodes[all.of[partition]], true
}

// look reads where the shards of the journal are. If that fails, the previous locations are kept.
func (p *placements) look(conn sqlstore.Conn) {
	defer time.AfterFunc(freshFor, func() { p.fresh.Store(false) })
	ctx, cancel := context.WithTimeout(context.Background(), placementsTimeout)
	defer cancel()
	next := &nodesOf{}
	var err error
	if old := p.known.Load(); old != nil {
		next.hash = old.hash
	} else if next.hash, err = hashes(ctx, conn); err != nil {
		return
	}
	if next.read(ctx, conn) == nil {
		p.known.Store(next)
	}
}

// close waits for the last look.
func (p *placements) close() { p.looks.Close() }

func hashes(ctx context.Context, conn sqlstore.Conn) (found []int64, err error) {
	rows, err := conn.Query(ctx, `SELECT worker_hash(part::smallint)::bigint FROM generate_series(0, $1::int - 1) part ORDER BY part`, trace.Partitions)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var hash int64
		if err := rows.Scan(&hash); err != nil {
			return nil, err
		}
		found = append(found, hash)
	}
	return found, rows.Err()
}

// shardsOf are the shards of the journal in the order of their hashes.
const shardsOf = `SELECT s.shardminvalue::bigint, n.nodename, n.nodeport FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
	WHERE s.logicalrelid = 'journal'::regclass AND n.noderole = 'primary' ORDER BY 1`

func (all *nodesOf) read(ctx context.Context, conn sqlstore.Conn) error {
	rows, err := conn.Query(ctx, shardsOf)
	if err != nil {
		return err
	}
	defer rows.Close()
	var from []int64
	var on []uint8
	index := map[postgres.Node]uint8{}
	for rows.Next() {
		var first, port int64
		var node postgres.Node
		if err := rows.Scan(&first, &node.Host, &port); err != nil {
			return err
		}
		node.Port = uint16(port)
		n, ok := index[node]
		if !ok && len(all.nodes) < maxNodes {
			n, index[node] = uint8(len(all.nodes)), uint8(len(all.nodes))
			all.nodes = append(all.nodes, node)
		} else if !ok {
			n = maxNodes
		}
		from, on = append(from, first), append(on, n)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for part, hash := range all.hash {
		all.of[part] = maxNodes
		if i := sort.Search(len(from), func(i int) bool { return from[i] > hash }); i > 0 {
			all.of[part] = on[i-1]
		}
	}
	return nil
}
