package storetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Schema checks that a changed schema is reported: a missing index, an added trigger. trigger holds
// the engine's statements that add one.
func Schema(t *testing.T, e Engine, trigger ...string) {
	check := func(want ...string) {
		t.Helper()
		got, err := e.Store.(derive.Store).CheckSchema(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, w) }) {
				t.Errorf("%q does not name %s", got, w)
			}
		}
		if len(want) == 0 && len(got) > 0 {
			t.Errorf("a sound schema: %q", got)
		}
	}
	check()
	e.Exec(t, `DROP INDEX trade_item_harvest`)
	check("trade_item_harvest")
	for _, statement := range trigger {
		e.Exec(t, statement)
	}
	check("trade_item_harvest", "hides")
}

// AddRecords writes some records of one kind.
func AddRecords(tb testing.TB, s trace.Store, n int) {
	tb.Helper()
	for i := range n {
		r := record(tb, kind.All[0], "S", i)
		if err := s.Update(context.Background(), func(w trace.Writer) error { return w.Append(context.Background(), r) }); err != nil {
			tb.Fatal(err)
		}
	}
}
