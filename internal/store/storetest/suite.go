// Package storetest is the conformance suite of the store port. Every engine
// passes all of it: each guarantee in the port's comments has a case here.
package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Open opens a new, empty store that lasts until the test ends.
type Open func(tb testing.TB) trace.Store

// theme is a group of cases.
type theme struct {
	name  string
	cases []namedCase
}

// Run compares an engine with the port, one caller at a time.
func Run(t *testing.T, open Open) {
	runThemes(t, open, []theme{
		{"lists", listCases},
		{"harvests", harvestCases},
		{"phases", phaseCases},
		{"replies", replyCases},
		{"versions", versionCases},
		{"past", pastCases},
		{"erasure", erasureCases},
		{"lots", lotCases},
		{"light rows", mentionCases},
		{"pages of a lot", lotPageCases},
		{"traces", traceCases},
		{"quotes of erased records", quoteCases},
		{"respelled quotes", respelledCases},
		{"lots in reports", reportLotCases},
		{"plots", plotCases},
		{"items", itemCases},
		{"ownership after an erasure", ownershipErasureCases},
		{"rivals", rivalCases},
		{"imported", importedCases},
		{"imports again", importAgainCases},
		{"tax documents", taxDocumentCases},
		{"exports", exportCases},
		{"regulars", regularCases},
		{"cursor keys", cursorKeyCases},
		{"harvest pages", harvestPageCases},
		{"one snapshot", oneSnapshotCases},
		{"lots that nobody names", lostLotCases},
		{"trail", trailCases},
		{"profiles", profileCases},
	})
}

// RunConcurrent compares an engine with the port where several callers or several cores
// work at once: with Run, it is the whole port. The race detector watches these.
func RunConcurrent(t *testing.T, open Open) {
	runThemes(t, open, []theme{
		{"records", recordCases},
		{"keys", keyCases},
		{"transactions", transactionCases},
		{"concurrency", concurrencyCases},
		{"log", logCases},
		{"log promises", promiseCases},
		{"recalls", recallCases},
		{"recalls and erasures", recallErasureCases},
		{"turns of erasures", erasureTurnCases},
		{"ownership", ownershipCases},
		{"imports", importCases},
		{"stamp", stampCases},
		{"touched", touchedCases},
		{"sessions", sessionCases},
		{"people", peopleCases},
		{"profiles at once", profilesAtOnceCases},
	})
}

// RunVolume compares an engine with the port with much data, one caller at a time.
func RunVolume(t *testing.T, open Open) {
	runThemes(t, open, []theme{
		{"floods of a lot", lotFloodCases},
		{"traces that wait for their next page", traceParkedCases},
	})
}

func runThemes(t *testing.T, open Open, themes []theme) {
	for _, theme := range themes {
		t.Run(theme.name, func(t *testing.T) {
			for _, c := range theme.cases {
				t.Run(c.name, func(t *testing.T) {
					c.run(t, open(t))
				})
			}
		})
	}
}

type namedCase struct {
	name string
	run  func(t *testing.T, s trace.Store)
}

var (
	planting = kind.ByPrefix(kind.Planting)
	receipt  = kind.ByPrefix(kind.Receiving)
)

// start is when the suite's records begin to be written.
var start = time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

// record makes version 1 of a record, n seconds after start.
func record(tb testing.TB, k *kind.Kind, harvestID string, n int) trace.Record {
	tb.Helper()
	at := start.Add(time.Duration(n) * time.Second)
	id, err := trace.NewID(at, harvestID, rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	r := trace.Record{
		ID: id, Kind: k, HarvestID: harvestID, HarvestCode: "2024/25", Payload: fmt.Appendf(nil, `{ "n" : %d.50 }`, n),
		Version: 1, Operation: trace.Created, UpdatedAt: at, CreatedBy: "Cooperativa X", UpdatedBy: "Cooperativa X",
	}
	copy(r.Salt[:], id[:])
	copy(r.Hash[:], id[:])
	return r
}

// next makes the version after r.
func next(r trace.Record, op trace.Operation) trace.Record {
	r.Version++
	r.Operation = op
	r.UpdatedAt = r.UpdatedAt.Add(time.Minute)
	r.UpdatedBy = "Outra"
	r.Payload = fmt.Appendf(nil, `{"v":%d}`, r.Version)
	return r
}

func write(tb testing.TB, s trace.Store, records ...trace.Record) {
	tb.Helper()
	update(tb, s, func(w trace.Writer) error {
		for _, r := range records {
			if err := w.Append(context.Background(), r); err != nil {
				return err
			}
		}
		return nil
	})
}

func update(tb testing.TB, s trace.Store, fn func(trace.Writer) error) {
	tb.Helper()
	if err := s.Update(context.Background(), fn); err != nil {
		tb.Fatalf("Update: %v", err)
	}
}

func wantCode(tb testing.TB, what string, err error, code trace.Code) {
	tb.Helper()
	if !trace.Is(err, code) {
		tb.Errorf("%s: got %v, want %s", what, err, code)
	}
}

func validationKind() *kind.Kind { return kind.ByPrefix(kind.Validation) }
