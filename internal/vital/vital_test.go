package vital_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/vital"
)

// all returns every figure there can be.
func all() []vital.Figure {
	at := func() time.Time { return time.Unix(100, 0) }
	return slices.Concat(
		vital.OfState(func() error { return nil }, func() bool { return true }),
		[]vital.Figure{vital.OfLog(at, func() time.Time { return time.Unix(103, 0) })},
		vital.OfChecks(func() (int64, int64) { return 7, 2 }),
		vital.OfMemory(func() (int64, int64, int) { return 30, 20, 1 }),
		[]vital.Figure{vital.OfClock(func() int64 { return 4 })},
		vital.OfWork(func() vital.Work {
			return vital.Work{Waiting: 1, Groups: 2, Writes: 9, CacheMisses: 5, CachedRecords: 6}
		}),
		[]vital.Figure{vital.OfBackup(at)},
		vital.OfWebhooks(func() vital.Deliveries {
			return vital.Deliveries{Lag: 12, Pending: 13, Disabled: 14, Delivered: 15, Failed: 16}
		}),
		vital.OfDisk(func() (uint64, uint64, error) { return 8, 10, nil }),
		[]vital.Figure{vital.OfReplicas(func() int64 { return 11 }), vital.OfCertificate(func() time.Time { return time.Time{} })},
	)
}

func TestFigures(t *testing.T) {
	want := map[string]float64{
		"rastro_ready": 1, "rastro_writes_failing": 1, "rastro_log_lag_seconds": 3, "rastro_checked_versions_total": 7, "rastro_damaged_versions": 2,
		"rastro_memory_budget_bytes": 30, "rastro_memory_claimed_bytes": 20, "rastro_memory_waiting_requests": 1, "rastro_clock_jumps_total": 4,
		"rastro_webhook_lag_entries": 12, "rastro_webhook_pending": 13, "rastro_webhook_disabled": 14, "rastro_webhook_deliveries_total": 15, "rastro_webhook_failures_total": 16,
		"rastro_writes_waiting": 1, "rastro_commits_total": 2, "rastro_writes_total": 9, "rastro_cache_misses_total": 5, "rastro_cache_records": 6,
		"rastro_backup_made_seconds": 100, "rastro_disk_free_bytes": 8, "rastro_disk_size_bytes": 10, "rastro_replica_reads_total": 11, "rastro_certificate_expires_seconds": 0,
	}
	for _, f := range all() {
		value, ok := want[f.Name]
		if !ok || f.Value() != value {
			t.Errorf("%s is %v, want %v", f.Name, f.Value(), value)
		}
		delete(want, f.Name)
		for _, l := range lang.All {
			if f.Help == "" || f.Title.In(l) == "" {
				t.Errorf("%s is not explained in %s", f.Name, l.Code())
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestUnknown(t *testing.T) {
	for _, f := range vital.OfDisk(func() (uint64, uint64, error) { return 0, 0, errors.New("not here") }) {
		if f.Value() != -1 {
			t.Errorf("%s is %v where the system does not say", f.Name, f.Value())
		}
	}
	never := func() time.Time { return time.Time{} }
	if lag := vital.OfLog(never, time.Now); lag.Value() != 0 {
		t.Errorf("a log that has not begun is %v behind", lag.Value())
	}
}
