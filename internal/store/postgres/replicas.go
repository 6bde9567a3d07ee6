package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/replica"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// Limits on the time that a replica may cost a request that the leader could answer.
const (
	replicaConnect = time.Second            // to get a connection
	replicaWait    = 50 * time.Millisecond  // for replaying what was acknowledged
	replicaLook    = 2 * time.Millisecond   // between two looks at that
	replicaRest    = 2 * time.Second        // pause after a replica could not be reached
	askTimeout     = 500 * time.Millisecond // for the leader to report its position
)

// position is how far the leader was: everything acknowledged before is at or before it.
type position struct {
	lsn, system string
	timeline    int64
	// What is not over on the leader: these transactions, and those from next on. A commit that
	// waits for its replicas is not over.
	next string
	open []string
}

// where asks the leader for its position. What was acknowledged has reached its disk, unless the
// operator's settings do not wait for that. The timeline is that of the leader's own write-ahead
// log: a replica that still follows an earlier leader may be at the same position on another
// timeline.
const where = `SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)::text,
	(SELECT system_identifier::text FROM pg_control_system()), ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint,
	pg_snapshot_xmax(pg_current_snapshot())::text, ARRAY(SELECT x::text FROM pg_snapshot_xip(pg_current_snapshot()) x)`

// reached asks a server whether it is a replica of the leader's database, on its timeline, and has
// replayed up to a position. After a failover its timeline lags; until then the leader answers. A
// statement's snapshot is taken before it reads the position, so only a later snapshot certainly
// contains what was replayed.
const reached = `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn AND $2 = (SELECT system_identifier::text FROM pg_control_system())
	AND $3::bigint IN ((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT min_recovery_end_timeline FROM pg_control_recovery()))`

// acknowledged asks whether everything in a replica's snapshot is over on the leader. A replica may
// replay a commit while the leader still waits for another replica. If that one is lost, so is the
// write, which nobody was told about.
const acknowledged = `SELECT pg_snapshot_xmax(pg_current_snapshot()) <= $1::text::xid8 AND NOT EXISTS (SELECT 1 FROM unnest($2::text[]) x
	WHERE CASE WHEN x::xid8 < pg_snapshot_xmax(pg_current_snapshot()) THEN pg_xact_status(x::xid8) IS DISTINCT FROM 'in progress' END)`

// replicas answer reads instead of the leader, for requests that allow it.
type replicas struct {
	leader *pgxpool.Pool
	all    []*standby
	next   atomic.Uint64
	reads  atomic.Int64 // that a replica answered
}

type standby struct {
	pool    *pgxpool.Pool
	resting atomic.Bool // a server that failed is not used for a while
}

// ReadFrom lets the replicas at some addresses answer what package replica allows. It returns
// at once: a replica that cannot be reached is tried again while the leader answers. It is
// called before the store is used.
func (s *Store) ReadFrom(ctx context.Context, addresses []string) error {
	if s.engine != oneServer && len(addresses) > 0 {
		return errors.New("--db-replicas: a database that is spread over several servers has no replicas to read from")
	}
	all := &replicas{leader: s.pool}
	for _, address := range addresses {
		config, err := readAddress(address)
		if err == nil {
			config.MaxConns = s.pool.Config().MaxConns
			config.ConnConfig.ConnectTimeout = min(config.ConnConfig.ConnectTimeout, replicaConnect)
			var pool *pgxpool.Pool
			if pool, err = pgxpool.NewWithConfig(ctx, config); err == nil {
				all.all = append(all.all, &standby{pool: pool})
				continue
			}
		}
		all.close()
		return fmt.Errorf("a replica: %w", err)
	}
	if len(all.all) > 0 {
		s.replicas = all
		s.Reader = sqlstore.NewReader(routed{all, s.querier(s.pool)}, dialect)
	}
	return nil
}

// FromReplicas returns how many reads replicas answered.
func (s *Store) FromReplicas() int64 {
	if s.replicas == nil {
		return 0
	}
	return s.replicas.reads.Load()
}

func (r *replicas) close() {
	for _, one := range r.all {
		one.pool.Close()
	}
}

// snapshot is open on a replica.
type snapshot struct {
	pgx.Tx
	conn *pgxpool.Conn
}

// end returns the connection. Nothing was written.
func (s *snapshot) end(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
	defer cancel()
	_ = s.Rollback(ctx)
	s.conn.Release()
}

// take opens a snapshot on a replica that is fresh enough for a request; nil if the leader
// has to answer. The caller ends it.
func (r *replicas) take(ctx context.Context) *snapshot {
	read := replica.Of(ctx)
	if read == nil {
		return nil
	}
	at, _ := read.Position(func() any { return r.ask(ctx) }).(*position) // nil if there is none
	if at == nil {
		return nil
	}
	for range r.all {
		if taken := r.all[r.next.Add(1)%uint64(len(r.all))].take(ctx, at, r.ask); taken != nil {
			r.reads.Add(1)
			return taken
		}
	}
	read.Insist()
	return nil
}

// ask returns the leader's position; nil if the leader does not answer.
func (r *replicas) ask(ctx context.Context) *position {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	at := &position{}
	if err := r.leader.QueryRow(ctx, where).Scan(&at.lsn, &at.system, &at.timeline, &at.next, &at.open); err != nil {
		return nil
	}
	return at
}

func (s *standby) take(ctx context.Context, at *position, ask func(context.Context) *position) *snapshot {
	if s.resting.Load() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, replicaConnect)
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err == nil {
		var tx pgx.Tx
		if tx, err = waitFor(ctx, conn, at, ask); tx != nil {
			return &snapshot{tx, conn}
		}
		if err != nil {
			_ = conn.Conn().Close(ctx) // it may lead to a server that is gone
		}
		conn.Release()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		s.resting.Store(true)
		time.AfterFunc(replicaRest, func() { s.resting.Store(false) })
	}
	return nil
}

// waitFor waits a moment until a replica has reached the leader's position, and the leader has
// acknowledged what the replica shows: see reached and acknowledged. It returns a snapshot for
// which both hold; nil if there is none.
func waitFor(ctx context.Context, conn *pgxpool.Conn, at *position, ask func(context.Context) *position) (pgx.Tx, error) {
	late := time.After(replicaWait)
	for {
		var fresh *bool // NULL if nothing was replayed
		if err := conn.QueryRow(ctx, reached, at.lsn, at.system, at.timeline).Scan(&fresh); err != nil {
			return nil, err
		}
		if fresh != nil && *fresh {
			break
		}
		if again, err := pause(ctx, late); !again {
			return nil, err
		}
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, err
	}
	for {
		var over bool
		if err := tx.QueryRow(ctx, acknowledged, at.next, at.open).Scan(&over); err != nil {
			return nil, err
		}
		if over {
			return tx, nil
		}
		again, err := pause(ctx, late)
		if again {
			at = ask(ctx)
		}
		if !again || at == nil {
			return nil, errors.Join(err, tx.Rollback(ctx))
		}
	}
}

// pause waits between two looks; again is false once the time is up.
func pause(ctx context.Context, late <-chan time.Time) (again bool, err error) {
	select {
	case <-late:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	case <-time.After(replicaLook):
		return true, nil
	}
}

// view is Store.View on a replica; done is false if the leader has to answer.
func (r *replicas) view(ctx context.Context, timeout time.Duration, fn func(trace.Reader) error) (done bool, err error) {
	tx := r.take(ctx)
	if tx == nil {
		return false, nil
	}
	defer tx.end(ctx)
	return true, fn(sqlstore.NewReader(watched{querier{on: tx, timeout: timeout}, replica.Of(ctx)}, dialect))
}

// watched notes a replica that fails in the middle of a request.
type watched struct {
	querier
	read *replica.Read
}

func (w watched) Query(ctx context.Context, sql string, args ...any) (sqlstore.Rows, error) {
	found, err := w.querier.Query(ctx, sql, args...)
	if err != nil {
		w.note(ctx, err)
		return nil, err
	}
	return watchedRows{found, ctx, w}, nil
}

func (w watched) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		w.read.Fail()
	}
}

type watchedRows struct {
	sqlstore.Rows
	ctx context.Context
	on  watched
}

func (r watchedRows) Err() error {
	err := r.Rows.Err()
	r.on.note(r.ctx, err)
	return err
}

// routed sends each read to a replica or to the leader.
type routed struct {
	replicas *replicas
	leader   querier
}

// Query implements sqlstore.Conn.
func (r routed) Query(ctx context.Context, sql string, args ...any) (sqlstore.Rows, error) {
	on := r.replicas.take(ctx)
	if on == nil {
		return r.leader.Query(ctx, sql, args...)
	}
	found, err := watched{querier{on: on, timeout: r.leader.timeout}, replica.Of(ctx)}.Query(ctx, sql, args...)
	if err != nil {
		on.end(ctx)
		return nil, err
	}
	return releasing{found, on, ctx}, nil
}

// Exec implements sqlstore.Conn.
func (r routed) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	return r.leader.Exec(ctx, sql, args...)
}

// releasing ends a snapshot when its rows were read.
type releasing struct {
	sqlstore.Rows
	on  *snapshot
	ctx context.Context
}

func (r releasing) Close() {
	r.Rows.Close()
	r.on.end(r.ctx)
}
