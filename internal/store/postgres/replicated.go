package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// confirm makes the commit of a transaction that only read wait for the synchronous replicas,
// if the server has any: it writes an empty message to the write-ahead log. Where a commit
// stopped waiting for them, others see what it wrote although a failover may still lose it.
const confirm = `SELECT pg_logical_emit_message(true, 'rastro', ''::text) WHERE current_setting('synchronous_standby_names') <> ''`

// errUnreplicated is why a commit is uncertain that the server said had worked.
var errUnreplicated = errors.New("the commit did not wait for its replicas")

// unreplicated is the name of the mark on a connection.
const unreplicated = "unreplicated"

// noteUnreplicated marks a connection whose commit stopped waiting for its replicas, as when an
// operator cancelled it. The server only warns of that. The name of the function is the part
// of the warning that no language changes.
func noteUnreplicated(conn *pgconn.PgConn, notice *pgconn.Notice) {
	if notice.Routine == "SyncRepWaitForLSN" {
		conn.CustomData()[unreplicated] = true
	}
}

// tookUnreplicated reports whether a connection has the mark, and removes it.
func tookUnreplicated(conn *pgx.Conn) bool {
	data := conn.PgConn().CustomData()
	marked := data[unreplicated] != nil
	delete(data, unreplicated)
	return marked
}
