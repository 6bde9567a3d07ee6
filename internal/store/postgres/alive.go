package postgres

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5"
)

// usable reports whether an idle connection can still carry a request. A server that went
// away has closed it: a commit sent there fails with nobody knowing whether it was made,
// although it never arrived. Looking costs no trip to the server.
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

// arrived is what waits to be read from a connection that nobody uses.
type arrived int

const (
	nothing arrived = iota
	something
	closed
)
