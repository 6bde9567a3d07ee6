//go:build linux

package failover

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// TestReplicas lets two servers read from a replica while writers write to both, each reading back
// what it wrote. What one server writes is at once in the other's lists, even while the replica
// replays nothing, and after it is gone.
func TestReplicas(t *testing.T) {
	leader := pgtest.New(t)
	dsn, follower := leader.DSN(t), leader.Replica(t)
	store := drive.Postgres(dsn)
	how := drive.How{Env: []string{"RASTRO_DB_REPLICAS=" + follower.At(t, dsn)}}
	servers := []*drive.Server{drive.Start(t, store, how)}
	servers = append(servers, drive.Start(t, store, how))
	load := drive.NewLoad(seed)
	across := func(what string) {
		t.Helper()
		for i, server := range servers {
			before := total(t, servers[1-i])
			if !load.Writes(t, server) {
				t.Fatalf("%s: a write failed:\n%s", what, server.Complaints())
			}
			if now := total(t, servers[1-i]); now != before+1 {
				t.Errorf("%s: the other server lists %d records, want %d", what, now, before+1)
			}
		}
	}
	testkit.Eventually(t, "the replica answers", func() bool {
		across("at first")
		return answered(t, servers[0]) > 0 && answered(t, servers[1]) > 0
	})
	checkPage(t, servers[0])
	load.RoundOn(t, servers, func(r *drive.Round) { r.More(100) })
	for _, server := range servers {
		load.Check(t, store, server)
	}

	admin, err := pgx.Connect(t.Context(), follower.At(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	if _, err := admin.Exec(t.Context(), `SELECT pg_wal_replay_pause()`); err != nil {
		t.Fatal(err)
	}
	across("while nothing is replayed")
	load.RoundOn(t, servers, func(r *drive.Round) { r.More(20) })
	if _, err := admin.Exec(t.Context(), `SELECT pg_wal_replay_resume()`); err != nil {
		t.Fatal(err)
	}
	load.RoundOn(t, servers, func(r *drive.Round) {
		follower.Kill(t)
		r.More(40)
		if !r.Going() {
			t.Error("writers noticed the end of the replica")
		}
	})
	across("without the replica")
	for _, server := range servers {
		load.Check(t, store, server)
	}
	sound(t, store, servers[0])
}

// checkPage opens a page of the console, which a replica answers.
func checkPage(t *testing.T, s *drive.Server) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	resp, err := browser.PostForm(s.URL+"/console/entrar", url.Values{"accessKey": {drive.AccessKey}, "secretKey": {drive.SecretKey}})
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("signing in: %v, %v", resp, err)
	}
	resp.Body.Close()
	testkit.Eventually(t, "the replica answers a page", func() bool {
		before := answered(t, s)
		resp, err := browser.Get(s.URL + "/console/safras/S-0")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNotFound {
			t.Fatalf("a page: %d %.500s, %v", resp.StatusCode, page, err)
		}
		return answered(t, s) > before
	})
}

// total returns how many records of a kind a server lists.
func total(t *testing.T, s *drive.Server) (sum int) {
	t.Helper()
	for _, prefix := range []string{"/armazenamento/recebimento", "/armazenamento/armazenamento"} {
		sum += number(t, s, prefix+"?size=1", `"totalElements":(\d+)`)
	}
	return sum
}

// answered returns how many reads of a server its replica answered.
func answered(t *testing.T, s *drive.Server) int {
	t.Helper()
	return number(t, s, "/metrics", `(?m)^rastro_replica_reads_total (\S+)`)
}

func number(t *testing.T, s *drive.Server, path, pattern string) int {
	t.Helper()
	a, err := s.Do("GET", path, "")
	found := regexp.MustCompile(pattern).FindSubmatch(a.Body)
	if err != nil || a.Status != 200 || found == nil {
		t.Fatalf("%s: %d %.300s, %v", path, a.Status, a.Body, err)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(found[1])), 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}
