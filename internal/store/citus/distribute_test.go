package citus

import (
	"testing"

	"rastro/internal/derive"
	"rastro/internal/proof"
	"rastro/internal/store/citus/citustest"
	"rastro/internal/store/postgres"
	"rastro/internal/trace"
)

// A database with records and a log is distributed together with them: nothing is lost, versions
// without a place get one, and the log continues. A server that is not aware of it is refused, with
// the reason.
func TestDistributeWhatIsThere(t *testing.T) {
	nodes := citustest.Shared(t).DSN(t)
	one, err := postgres.Open(t.Context(), nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	service := startLog(t, one)
	taken := map[uint16]bool{}
	logged, waiting := manyRecords(t, "logged", taken), manyRecords(t, "waiting", taken)
	if err := writeAll(one, logged); err != nil {
		t.Fatal(err)
	}
	before := int64(len(logged))
	integrateTo(t, one, service, before)
	if err := writeAll(one, waiting); err != nil {
		t.Fatal(err)
	}

	spread, err := Distribute(t.Context(), nodes[2])
	if err != nil || spread != len(places) {
		t.Fatalf("Distribute: %d tables, %v; want %d", spread, err, len(places))
	}
	if err := writeAll(one, manyRecords(t, "unaware", taken)); !trace.Is(err, trace.CodeUnavailable) {
		t.Errorf("a server that does not know that the tables are spread wrote a version: %v", err)
	}
	select {
	case <-one.Moved():
	default:
		t.Error("it has not noticed")
	}

	s := openAt(t, nodes[3])
	service = startLog(t, s)
	want := before + int64(len(waiting))
	integrateTo(t, s, service, want)
	more := manyRecords(t, "more", taken)
	if err := writeAll(s, more); err != nil {
		t.Fatal(err)
	}
	want += int64(len(more))
	integrateTo(t, s, service, want)
	for _, r := range append(append(logged, waiting...), more...) {
		if got, err := s.Record(t.Context(), r.ID); err != nil || got.Hash != r.Hash {
			t.Errorf("record %s: %v", r.ID, err)
		}
	}
	checkStore(t, s, want)
	if spread, err := Distribute(t.Context(), nodes[0]); err != nil || spread != 0 {
		t.Errorf("Distribute again: %d tables, %v", spread, err)
	}
}

// checkStore checks a store as rastro verify does.
func checkStore(t *testing.T, s trace.Store, entries int64) {
	t.Helper()
	if result, err := proof.VerifyStore(t.Context(), s, nil); err != nil || len(result.Damages) > 0 || result.Entries != entries {
		t.Errorf("VerifyStore = %+v, %v; want %d entries", result, err, entries)
	}
	store := s.(derive.Store)
	if faults, err := store.CheckSchema(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("the schema: %q, %v", faults, err)
	}
}
