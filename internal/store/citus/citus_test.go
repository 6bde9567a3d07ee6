package citus

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"rastro/internal/store/citus/citustest"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.checks"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(checks))
	}
	code := citustest.Main(m, func() {
		for _, s := range opened {
			_ = s.Close()
		}
	})
	os.Exit(code)
}

// checks is how often a property is tried with different values: the other engines try it often.
const checks = 5

// tables is a database with the tables alone, spread over three workers.
var tables = &citustest.Template{Prepare: func(ctx context.Context, dsn []string) error {
	s, err := Open(ctx, dsn[0])
	if err != nil {
		return err
	}
	return s.Close()
}}

// turnOf is the node to which the next store connects: each test uses another.
var turnOf atomic.Int64

// opened are the stores that tests share, one for each node: connecting is what takes time.
var opened = map[int64]trace.Store{}

// open returns a store on an empty database, which the previous test has used too.
func open(tb testing.TB) trace.Store {
	tb.Helper()
	nodes := tables.Reused(tb)
	n := turnOf.Add(1) % int64(len(nodes))
	return openShared(tb, nodes, n)
}

func openShared(tb testing.TB, nodes []string, n int64) trace.Store {
	tb.Helper()
	if opened[n] == nil {
		s, err := Open(context.Background(), nodes[n])
		if err != nil {
			tb.Fatal(err)
		}
		opened[n] = s
	}
	return opened[n]
}

func openAt(tb testing.TB, dsn string) trace.Store {
	tb.Helper()
	s, err := Open(context.Background(), dsn)
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

func TestSpread(t *testing.T) { storetest.Run(t, open) }

func TestSpreadConcurrent(t *testing.T) { storetest.RunConcurrent(t, open) }

// shared runs a test of two servers that are connected to different nodes.
func shared(t *testing.T, run func(t *testing.T, a, b trace.Store)) {
	t.Helper()
	for _, pair := range [][2]int{{0, 1}, {2, 3}} {
		t.Run(fmt.Sprintf("nodes %d and %d", pair[0], pair[1]), func(t *testing.T) {
			nodes := tables.DSN(t)
			run(t, openAt(t, nodes[pair[0]]), openAt(t, nodes[pair[1]]))
		})
	}
}

func TestSpreadStamps(t *testing.T) { shared(t, storetest.SharedStamps) }

func TestSpreadErasures(t *testing.T) { shared(t, storetest.SharedErasures) }

func TestSpreadRecalls(t *testing.T) { shared(t, storetest.SharedRecalls) }
