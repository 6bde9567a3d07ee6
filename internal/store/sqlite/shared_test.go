package sqlite

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

var planting = kind.ByPrefix("/producaoAgricola/plantioManejo")

func openAt(tb testing.TB, path string) *Store {
	tb.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// put appends version 1 of a new record.
func put(s *Store, harvestID, payload string) (trace.ID, error) {
	ctx := context.Background()
	now := time.Now().UTC().Truncate(time.Millisecond)
	id, err := trace.NewID(now, harvestID, rand.Reader)
	if err != nil {
		return id, err
	}
	r := trace.Record{
		ID: id, Kind: planting, HarvestID: harvestID, Payload: []byte(payload), Version: 1, Operation: trace.Created, UpdatedAt: now,
		CreatedBy: "x", UpdatedBy: "x",
	}
	return id, s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, r) })
}

func count(tb testing.TB, s *Store, harvests ...string) int {
	tb.Helper()
	n, err := s.Count(context.Background(), trace.Query{Kind: planting, Reach: trace.Only(harvests...)})
	if err != nil {
		tb.Fatal(err)
	}
	return int(n)
}

// writeMany writes from several goroutines into harvests that all share.
func writeMany(tb testing.TB, s *Store, writers, each int) {
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for n := range each {
				if _, err := put(s, "S-"+strconv.Itoa(n%5), `{}`); err != nil {
					tb.Errorf("writer %d: %v", i, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// childVariable names the file that the test process writes to as a second
// process of TestTwoProcesses.
const childVariable = "RASTRO_TEST_WRITE_TO"

const processWriters, processEach = 4, 25

func TestTwoProcesses(t *testing.T) {
	if path := os.Getenv(childVariable); path != "" {
		writeMany(t, openAt(t, path), processWriters, processEach)
		return
	}
	path := filepath.Join(t.TempDir(), "rastro.db")
	child := exec.Command(os.Args[0], "-test.run=^TestTwoProcesses$", "-test.count=1")
	child.Env = append(os.Environ(), childVariable+"="+path)
	var out []byte
	var err error
	var wg sync.WaitGroup
	wg.Go(func() { out, err = child.CombinedOutput() })
	stores := []*Store{openAt(t, path), openAt(t, path)}
	for _, s := range stores {
		wg.Go(func() { writeMany(t, s, processWriters, processEach) })
	}
	wg.Wait()
	if err != nil {
		t.Fatalf("the other process: %v\n%s", err, out)
	}
	for i, s := range stores {
		if got, want := count(t, s), 3*processWriters*processEach; got != want {
			t.Errorf("store %d counts %d records, want %d", i, got, want)
		}
		var inHarvests int
		for n := range 5 {
			inHarvests += count(t, s, "S-"+strconv.Itoa(n))
		}
		if want := 3 * processWriters * processEach; inHarvests != want {
			t.Errorf("store %d finds %d records in the harvests, want %d", i, inHarvests, want)
		}
	}
}

func TestFirstOpenAtOnce(t *testing.T) {
	for round := range 3 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", round))
		const stores = 6
		begin := make(chan struct{})
		var wg sync.WaitGroup
		for i := range stores {
			wg.Go(func() {
				<-begin
				s, err := Open(context.Background(), path)
				if err != nil {
					t.Errorf("round %d, store %d: %v", round, i, err)
					return
				}
				defer s.Close()
				if _, err := put(s, "S", `{}`); err != nil {
					t.Errorf("round %d, store %d writes: %v", round, i, err)
				}
			})
		}
		close(begin)
		wg.Wait()
		if got := count(t, openAt(t, path), "S"); got != stores {
			t.Errorf("round %d: %d records, want %d", round, got, stores)
		}
	}
}

// TestCallersWhoHangUp: after a caller goes away at any moment, its connection works and reads what
// is new.
func TestCallersWhoHangUp(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "rastro.db"))
	id, err := put(s, "S", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range readers() {
		wg.Go(func() {
			for i := range 300 {
				ctx, cancel := context.WithCancel(context.Background())
				time.AfterFunc(time.Duration(i%50)*time.Microsecond, cancel)
				_ = s.View(ctx, func(r trace.Reader) error {
					_, err := r.Record(ctx, id)
					return err
				})
				_, _ = s.Record(ctx, id)
				cancel()
			}
		})
	}
	wg.Wait()
	if _, err := put(s, "S", `{}`); err != nil {
		t.Fatal(err)
	}
	for range readers() {
		c, err := s.pool.take(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		defer s.pool.give(c)
		_, err = c.Exec(context.Background(), "BEGIN")
		if err != nil {
			t.Errorf("a connection was left in a transaction: %v", err)
			continue
		}
		if _, err := c.Exec(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}
