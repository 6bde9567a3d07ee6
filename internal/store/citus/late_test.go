package citus

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/store/citus/citustest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// A transaction on two workers becomes visible on one long before the other, which has prepared it
// and is then paused. Meanwhile others write and are logged. When the transaction becomes visible
// it enters the log too, and nothing is left out. If the connection breaks instead, the write is
// not acknowledged, and becomes visible after the worker is asked what it has prepared.
func TestVersionThatAppearsLate(t *testing.T) {
	cluster := citustest.New(t, 2)
	proxies := make([]*proxy, 2)
	for i, worker := range cluster.Workers() {
		proxies[i] = startProxy(t, worker.Port())
		cluster.Ports[i+1] = proxies[i].port
	}
	s := openAt(t, cluster.DSN(t)[0])
	service := startLog(t, s)
	want := int64(0)
	taken := map[uint16]bool{}
	for n, passes := range []bool{true, false} {
		late := proxies[n]
		written := make(chan error, 1)
		records := manyRecords(t, fmt.Sprint("late-", n), taken)
		want += int64(len(records))
		late.armed.Store(true)
		go func() { written <- writeAll(s, records) }()
		select {
		case <-late.held:
		case err := <-written:
			t.Fatalf("the write ended before a worker was told to commit: %v", err)
		case <-time.After(testkit.Patience):
			t.Fatal("no worker was told to commit")
		}
		before := integrate(t, s, service)
		if before >= want {
			t.Fatalf("%d entries are in the log, want fewer than %d: nothing is late", before, want)
		}
		others := manyRecords(t, fmt.Sprint("others-", n), taken)
		want += int64(len(others))
		if err := writeAll(s, others); err != nil {
			t.Fatal(err)
		}
		if during := integrate(t, s, service); during != before+int64(len(others)) {
			t.Errorf("%d entries are in the log, want %d: what is late does not hold others up", during, before+int64(len(others)))
		}
		late.release <- passes
		if err := <-written; passes != (err == nil) || err != nil && !trace.Is(err, trace.CodeUncertain) {
			t.Fatalf("the write that was late: %v", err)
		}
		integrateTo(t, s, service, want)
	}
	checkStore(t, s, want)
}

func startLog(t *testing.T, s trace.Store) *app.App {
	t.Helper()
	service, err := app.New(t.Context(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = service.StartLog(t.Context(), "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// manyRecords returns records of many harvests, so that every worker has some, in unused
// partitions: two transactions that count in one partition wait for each other.
func manyRecords(t *testing.T, name string, taken map[uint16]bool) []trace.Record {
	t.Helper()
	var records []trace.Record
	for i := 0; len(records) < 12; i++ {
		harvest := fmt.Sprint(name, "-", i)
		if part := trace.PartitionOf(harvest); taken[part] {
			continue
		} else {
			taken[part] = true
		}
		id, err := trace.NewID(time.Now(), harvest, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		r := trace.Record{ID: id, Kind: kind.ByPrefix(kind.Planting), HarvestID: harvest, Payload: []byte(`{}`), Version: 1, Operation: trace.Created, UpdatedAt: id.Time()}
		document, err := r.Document()
		if err != nil {
			t.Fatal(err)
		}
		r.Hash = ledger.Commit(r.Salt[:], document)
		records = append(records, r)
	}
	return records
}

func writeAll(s trace.Store, records []trace.Record) error {
	return s.Update(context.Background(), func(w trace.Writer) error {
		for _, r := range records {
			if err := w.Append(context.Background(), r); err != nil {
				return err
			}
		}
		return nil
	})
}

// integrate adds what is visible to the log, and returns its size.
func integrate(t *testing.T, s trace.Store, service *app.App) int64 {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = service.Integrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	state, err := s.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state.Tree.Size
}

// integrateTo integrates until the log has a size: a worker that lost its coordinator is asked once
// a second about the outcome of its transactions.
func integrateTo(t *testing.T, s trace.Store, service *app.App, size int64) {
	t.Helper()
	testkit.Eventually(t, "the log has every version", func() bool { return integrate(t, s, service) >= size })
	if got := integrate(t, s, service); got != size {
		t.Fatalf("the log has %d entries, want %d", got, size)
	}
}
