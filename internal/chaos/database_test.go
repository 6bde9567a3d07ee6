//go:build linux

package chaos

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

func stopDatabase(t *testing.T, s *site, _ *drive.Round) func() {
	s.cluster.Stop(t)
	return func() { s.cluster.Start(t) }
}

func pauseDatabase(t *testing.T, s *site, _ *drive.Round) func() { return s.cluster.Pause(t) }

// takeConnections takes all connections of the database server: first the free ones, then those of
// our server, which does not get them back.
func takeConnections(t *testing.T, s *site, _ *drive.Round) func() {
	ctx := context.Background()
	dsn := s.cluster.DSN(t)
	var held []*pgx.Conn
	testkit.Eventually(t, "all connections are taken", func() bool {
		for {
			conn, err := pgx.Connect(ctx, dsn)
			if err != nil {
				break
			}
			held = append(held, conn)
		}
		var others int
		if len(held) > 0 {
			if err := held[0].QueryRow(ctx, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE backend_type = 'client backend' AND datname <> current_database()`).Scan(&others); err != nil {
				t.Fatal(err)
			}
		}
		return len(held) > 0 && others == 0
	})
	return func() {
		for _, conn := range held {
			_ = conn.Close(ctx)
		}
	}
}
