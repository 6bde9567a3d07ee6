package citus

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// commits shares the committers' lock, see onestate.go, on a connection of its own to the
// coordinator: once for all transactions of this server, as long as it has any and nobody wants the
// lock exclusively. So a commit rarely waits for a message to the coordinator.
type commits struct {
	leader *pgx.ConnConfig

	mu      sync.Mutex
	conn    *pgx.Conn // nil: there is none, or a goroutine that changes the lock is using it
	held    bool      // the lock
	taking  bool      // a goroutine is taking the lock
	ending  bool      // nobody may enter until the lock is released
	entered bool      // since the last look
	idle    int       // looks since someone entered
	inside  int       // who commits
	closed  bool
	changed chan struct{} // closed when one of these changes
}

const (
	// lookInterval is the time between two checks whether someone wants the lock exclusively. Every
	// server checks, and each check is work for the coordinator, so one must serve many commits.
	lookInterval = 200 * time.Millisecond
	// idleLooks is the number of looks for which an idle lock is kept for the next commit. A commit
	// without the lock waits for the coordinator.
	idleLooks = 10
	// drainPatience bounds how long new commits wait for one that does not end, so that the lock
	// can be given up.
	drainPatience = time.Second
	// lookTimeout limits statements on the lock's connection.
	lookTimeout = 5 * time.Second
)

// keepalives make the coordinator notice that the machine of a server is gone.
var keepalives = map[string]string{"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}

func newCommits(leader *pgx.ConnConfig) *commits {
	config := leader.Copy()
	for name, value := range keepalives {
		config.RuntimeParams[name] = value
	}
	return &commits{leader: config, changed: make(chan struct{})}
}

// tell wakes all waiting goroutines. The caller holds mu.
func (c *commits) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// enter returns when the lock is held. It stays held until leave is called.
func (c *commits) enter(ctx context.Context) (leave func(), err error) {
	for {
		c.mu.Lock()
		if c.held && !c.ending {
			c.inside++
			c.entered = true
			c.mu.Unlock()
			return c.leave, nil
		}
		if !c.held && !c.taking {
			c.taking = true
			c.mu.Unlock()
			if err := c.take(ctx); err != nil {
				return nil, err
			}
			continue
		}
		changed := c.changed
		c.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *commits) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inside--
	c.tell()
}

// take takes the lock. The caller has set taking.
func (c *commits) take(ctx context.Context) (err error) {
	conn := c.conn
	if conn == nil {
		conn, err = pgx.ConnectConfig(ctx, c.leader)
	}
	if err == nil {
		if _, err = conn.Exec(ctx, `SELECT pg_advisory_lock_shared`+committing); err != nil {
			_ = conn.Close(context.WithoutCancel(ctx)) // the lock ends with it
			conn = nil
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.taking, c.held, c.idle = conn, false, err == nil, 0
	c.tell()
	if err == nil {
		time.AfterFunc(lookInterval, c.look)
	}
	return err
}

// look releases the lock if someone wants it exclusively, or nobody here needs it.
func (c *commits) look() {
	c.mu.Lock()
	if c.idle++; c.entered || c.inside > 0 {
		c.idle = 0
	}
	busy := c.idle < idleLooks
	c.entered = false
	closed := c.closed
	c.mu.Unlock()
	if busy && !closed && !c.wanted() {
		time.AfterFunc(lookInterval, c.look)
		return
	}
	if !c.drain() {
		time.AfterFunc(lookInterval, c.look)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	conn := c.conn
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_unlock_shared`+committing); err != nil || closed {
		_ = conn.Close(ctx)
		conn = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.held, c.ending = conn, false, false
	c.tell()
}

// wanted reports whether someone waits for the lock. A coordinator that does not answer has
// already released it.
func (c *commits) wanted() (wanted bool) {
	ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
	defer cancel()
	err := c.conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = 7272
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&wanted)
	return wanted || err != nil
}

// drain admits nobody, and waits until nobody is inside. ok is false if that takes too long.
func (c *commits) drain() (ok bool) {
	late := time.After(drainPatience)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ending = true
	for c.inside > 0 {
		changed := c.changed
		c.mu.Unlock()
		timeout := false
		select {
		case <-changed:
		case <-late:
			timeout = true
		}
		c.mu.Lock()
		if timeout && c.inside > 0 {
			c.ending = false
			c.tell()
			return false
		}
	}
	return true
}

// close ends the connection. Nobody commits any more.
func (c *commits) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for c.held || c.taking {
		changed := c.changed
		c.mu.Unlock()
		<-changed
		c.mu.Lock()
	}
	if c.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lookTimeout)
		defer cancel()
		_ = c.conn.Close(ctx)
		c.conn = nil
	}
}
