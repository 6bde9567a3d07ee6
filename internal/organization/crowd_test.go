package organization_test

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"rastro/internal/account"
	"rastro/internal/organization"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// BenchmarkCrowd signs in, checks rights, reads and writes on a server with RASTRO_BENCH_PEOPLE
// people (default 100), a tenth as many organisations and ten times as many harvests. It reports
// how long the server takes to open and answer its first person, and its memory then.
func BenchmarkCrowd(b *testing.B) {
	people, err := strconv.Atoi(cmp.Or(os.Getenv("RASTRO_BENCH_PEOPLE"), "100"))
	if err != nil {
		b.Fatal(err)
	}
	for _, engine := range stores.Engines {
		b.Run(engine.Name, func(b *testing.B) { crowd(b, engine.New(b), people) })
	}
}

func crowd(b *testing.B, d *stores.Database, people int) {
	const password = "cavalo bateria grampo"
	name := func(i int) string { return fmt.Sprintf("Cooperativa %05d", i) }
	store := d.Open(b)
	clock := testkit.Ticking()
	service, root := stores.Rooted(b, store, clock.Now)
	organizations := max(people/10, 1)
	inside := func(service interface {
		Inside(*trace.Key) *trace.Key
	}, i int) *trace.Key {
		by := root.Key
		by.Organization = name(i % organizations)
		return service.Inside(&by)
	}
	atOnce(b, organizations, func(i int) error {
		called := name(i)
		_, _, err := service.RegisterOrganization(b.Context(), &root.Key, organization.Request{Name: &called}, nil)
		return err
	})
	links := make([]string, people)
	atOnce(b, people, func(i int) (err error) {
		_, links[i], err = service.People.Invite(b.Context(), &root.Key, account.Draft{
			Name: "Ana " + strconv.Itoa(i), Login: fmt.Sprintf("ana%d@coop.example", i), Organization: name(i % organizations), Role: "GERENTE"})
		return err
	})
	ids := make([]string, 10*people)
	atOnce(b, len(ids), func(i int) error {
		made, err := service.Create(b.Context(), inside(service, i), planting, trace.Envelope{HarvestID: fmt.Sprintf("H-%07d", i), Payload: []byte(`{}`)}, nil)
		if err == nil {
			ids[i] = made.Record.ID.String()
		}
		return err
	})
	at := people / 2
	opened, err := service.People.SetPassword(b.Context(), links[at], password, "browser")
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		b.Fatal(err)
	}

	b.Run("open", func(b *testing.B) {
		var before, after runtime.MemStats
		for b.Loop() {
			runtime.GC()
			runtime.ReadMemStats(&before)
			store := d.Open(b)
			if _, err := stores.Service(b, store, clock.Now, "").SignedIn(b.Context(), opened.Token); err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if err := store.Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((float64(after.HeapInuse)-float64(before.HeapInuse))/1024, "KiB-heap")
	})
	store = d.Store(b)
	service = stores.Service(b, store, clock.Now, "")
	measure := func(name string, run func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			before := testkit.CPU()
			for b.Loop() {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((testkit.CPU()-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
	measure("session", func() error { _, err := service.SignedIn(b.Context(), opened.Token); return err })
	measure("read", func() error { _, err := service.Get(b.Context(), inside(service, at), planting, ids[at]); return err })
	measure("list", func() error {
		page, err := service.List(b.Context(), inside(service, at), planting, trace.NewestFirst, trace.Paging{Size: 50})
		if err == nil && len(page.Records) != min(50, 10*people/organizations) {
			err = fmt.Errorf("the page has %d records", len(page.Records))
		}
		return err
	})
	measure("create", func() error {
		_, err := service.Create(b.Context(), inside(service, at), planting, trace.Envelope{HarvestID: fmt.Sprintf("H-%07d", at), Payload: []byte(`{}`)}, nil)
		return err
	})
	measure("sign in", func() error {
		_, err := service.People.SignIn(b.Context(), fmt.Sprintf("ana%d@coop.example", at), password, "browser")
		return err
	})
}

// atOnce does something n times, many at a time: writes that come together are committed
// together.
func atOnce(b *testing.B, n int, do func(i int) error) {
	b.Helper()
	var all sync.WaitGroup
	const lanes = 64
	for lane := range lanes {
		all.Go(func() {
			for i := lane; i < n; i += lanes {
				if err := do(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if b.Failed() {
		b.FailNow()
	}
}
