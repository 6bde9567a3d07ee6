package deliver_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/organization"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/webhook"
	"rastro/internal/webhook/deliver"
)

// tally counts what arrived, by endpoint and position. It ends a server after a number of
// deliveries, before that one is answered.
type tally struct {
	mu         sync.Mutex
	seen       map[string]map[int64]int // requests with an id
	all, twice int
	early      int // of twice, when the first server was killed
	killAt     int
	kill       func()
	heap       uint64
}

func (c *tally) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	hook, text, _ := strings.Cut(r.Header.Get("webhook-id"), "_")
	at, err := strconv.ParseInt(text, 10, 64)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[hook] == nil {
		c.seen[hook] = map[int64]int{}
	}
	if c.seen[hook][at]++; c.seen[hook][at] > 1 || err != nil {
		c.twice++
	} else if c.all++; c.all == c.killAt {
		if c.early < 0 {
			c.early = c.twice
		}
		c.kill()
	}
	if c.all%1000 == 0 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		c.heap = max(c.heap, sample[0].Value.Uint64())
	}
}

// BenchmarkDeliveries sends events to 100 endpoints, and kills the delivering server after a third
// of them and again after two thirds. None is lost, only what was being sent arrives twice, under
// its id, and the store keeps a row per endpoint. RASTRO_BENCH_EVENTS sets the number of events; 10
// 000 gives a million deliveries.
func BenchmarkDeliveries(b *testing.B) {
	events := testkit.Sized(b, 200)
	if text := os.Getenv("RASTRO_BENCH_EVENTS"); text != "" {
		var err error
		if events, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	endpoints := testkit.Sized(b, 2*webhook.MaxOfOwner)
	for b.Loop() {
		b.StopTimer()
		s := &site{TB: b, store: stores.SQLite(b).Store(b), clock: testkit.Ticking()}
		s.app = s.server()
		root, err := s.app.Bootstrap(b.Context(), "", "")
		if err != nil {
			b.Fatal(err)
		}
		s.root = &root.Key
		count := &tally{early: -1, seen: map[string]map[int64]int{}}
		server := httptest.NewServer(count)
		defer server.Close()
		member := s.member("Coop A")
		var hooks []webhook.Made
		for i := range endpoints {
			by := s.root
			if i%2 == 1 {
				by = member
			}
			hooks = append(hooks, s.hook(by, webhook.Request{URL: server.URL, Types: records}))
		}
		for range events {
			s.create(member.Fresh(), "A-1")
		}
		s.log()
		count.heap = 0
		b.StartTimer()
		total := endpoints * events
		for run := range 3 {
			ctx, kill := context.WithCancel(b.Context())
			count.kill, count.killAt = kill, (run+1)*total/3
			if run == 2 {
				count.killAt = -1
			}
			before := count.all
			for rounds := 0; ctx.Err() == nil && count.all < total && rounds < 10+events; rounds++ {
				if err := s.app.Deliveries.Once(ctx); err != nil && ctx.Err() == nil {
					b.Fatal(err)
				}
				s.clock.Advance(2 * deliver.Lease) // the previous server's turn has to end first
			}
			kill()
			if count.early > 0 {
				b.Fatalf("%d deliveries came twice before anything was killed", count.early)
			}
			if count.all == before {
				b.Fatalf("server %d sent nothing", run+1)
			}
			s.app = s.server()
		}
		b.StopTimer()
		if count.all != total || len(count.seen) != endpoints {
			b.Errorf("%d of %d deliveries arrived, at %d endpoints", count.all, total, len(count.seen))
		}
		rows := 0
		for i := range hooks {
			rows += len(s.failures(&hooks[i]))
		}
		b.ReportMetric(float64(count.twice), "twice")
		b.ReportMetric(float64(rows), "rows")
		b.ReportMetric(float64(count.heap)/(1<<20), "MB-heap")
		b.ReportMetric(float64(total)/b.Elapsed().Seconds(), "deliveries/s")
		b.StartTimer()
	}
}

// member makes an organisation and returns a key in it that may do everything there.
func (s *site) member(name string) *trace.Key {
	s.Helper()
	req, err := organization.ReadRequest(fmt.Appendf(nil, `{"nome":%q}`, name), true, s.clock.Now())
	if err == nil {
		_, _, err = s.app.RegisterOrganization(s.Context(), s.root, req, nil)
	}
	if err != nil {
		s.Fatal(err)
	}
	made, err := s.app.CreateKey(s.Context(), s.root, access.Request{Name: "erp " + name, Organization: name, Scopes: trace.Scopes}, nil)
	if err != nil {
		s.Fatal(err)
	}
	found, _ := s.app.KeyNamed(made.Key.AccessKey)
	return found
}
