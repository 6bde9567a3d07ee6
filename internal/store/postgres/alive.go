package postgres

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5"
)

// usable reports whether an idle connection can still carry a request. If the server went away, it
// has closed the connection: a commit sent there would fail with an unknown outcome, although it
// never arrived. The check needs no trip to the server.
func usable(ctx context.Context, conn *pgx.Conn) (bool, error) {
	on := conn.PgConn().Conn()
	if sealed, ok := on.(interface{ NetConn() net.Conn }); ok {
		on = sealed.NetConn()
	}
	switch peek(on) {
	case closed:
		return false, nil
	case something:
		// A notice, or the server's last words.
		return conn.Ping(ctx) == nil, nil
	}
	return true, nil
}

// arrived counts the bytes that wait to be read from an idle connection.
type arrived int

const (
	nothing arrived = iota
	something
	closed
)
