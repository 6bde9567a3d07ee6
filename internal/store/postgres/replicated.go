package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// confirm makes the commit of a read-only transaction wait for the synchronous replicas, if there
// are any: it writes an empty message to the write-ahead log. If a commit stopped waiting for
// replicas, others see its writes although a failover may still lose them.
const confirm = `SELECT pg_logical_emit_message(true, 'rastro', ''::text) WHERE current_setting('synchronous_standby_names') <> ''`

// Reasons why a commit is uncertain although the server reported success.
var (
	errUnreplicated = errors.New("the commit did not wait for its replicas")
	errNodeLost     = errors.New("a node was lost before it committed")
)

// doubt is the name of the mark on a connection whose last commit is uncertain.
const doubt = "doubt"

// watchCommits marks connections whose commit stopped waiting, for its replicas, as when an
// operator cancelled it, or for a node of the database. The server only warns of that. The name
// of the function is the part of the warning that no language changes.
func watchCommits(engine *Engine, config *pgx.ConnConfig) {
	config.OnNotice = func(conn *pgconn.PgConn, notice *pgconn.Notice) {
		switch {
		case notice.Routine == "SyncRepWaitForLSN":
			conn.CustomData()[doubt] = errUnreplicated
		case engine.InDoubt != nil && engine.InDoubt(notice):
			conn.CustomData()[doubt] = errNodeLost
		}
	}
}

// takeDoubt returns why the last commit of a connection is uncertain, and removes the mark.
func takeDoubt(conn *pgx.Conn) error {
	data := conn.PgConn().CustomData()
	why, _ := data[doubt].(error)
	delete(data, doubt)
	return why
}
