package chaos

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/citus/citustest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// A database is distributed over workers while a server writes to it. The first try is interrupted,
// and leaves nothing behind. The server notices the second one, and continues without a restart: no
// acknowledged write is lost.
func TestSpreadWhileServing(t *testing.T) {
	t.Parallel()
	cluster := citustest.New(t, 2)
	nodes, join := cluster.Apart(t)
	store := drive.Postgres(nodes[0])
	s := drive.Start(t, store, drive.How{})
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server said:\n%s", s.Complaints())
		}
	})
	if err := join(); err != nil {
		t.Fatal(err)
	}
	admin, err := pgx.Connect(t.Context(), nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(t.Context())
	load := drive.NewLoad(seed)
	load.Keep(t, s)
	load.Round(t, s, func(r *drive.Round) {
		ended := make(chan error, 1)
		go func() {
			_, err := store.Run(t, "db", "distribute")
			ended <- err
		}()
		testkit.Eventually(t, "tables are being spread", func() (cut bool) {
			err := admin.QueryRow(t.Context(), `SELECT coalesce(bool_or(pg_terminate_backend(pid)), false) FROM pg_stat_activity
				WHERE datname = current_database() AND query LIKE 'SELECT create_distributed_table%' AND state <> 'idle'`).Scan(&cut)
			if err != nil {
				t.Fatal(err)
			}
			return cut
		})
		if err := <-ended; err == nil {
			t.Error("a distribution that was ended says that it is done")
		}
		r.More(10)
		if said, err := store.Run(t, "db", "distribute"); err != nil {
			t.Errorf("db distribute: %v: %s", err, said)
		}
	})
	if !load.Recovered(t, s) {
		t.Log("the first write met the moment before the server noticed")
	}
	load.Check(t, store, s)
	sound(t, store, s)
	var spread bool
	if err := admin.QueryRow(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'journal'::regclass)`).Scan(&spread); err != nil || !spread {
		t.Errorf("the journal is spread: %t, %v", spread, err)
	}
}
