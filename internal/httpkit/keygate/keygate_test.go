package keygate

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/regular"
	"rastro/internal/remote"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// deployment is a database that successive servers use.
type deployment struct {
	*stores.Database
	t   *testing.T
	now time.Time
}

func onBoth(t *testing.T, run func(t *testing.T, d *deployment)) {
	stores.Each(t, func(t *testing.T, d *stores.Database) { run(t, &deployment{d, t, testkit.Epoch}) })
}

// start starts a server's gate; stop ends it as a server does.
func (d *deployment) start(limits Limits) (g *Gate, service *app.App, stop func()) {
	d.t.Helper()
	ctx := context.Background()
	store := d.Open(d.t)
	clock, log := func() time.Time { return d.now }, testkit.Silent()
	service, err := app.New(ctx, store, app.Options{Now: clock, Random: rand.Reader, Log: log})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := service.Bootstrap(ctx, access, secret); err != nil {
		d.t.Fatal(err)
	}
	regulars, err := regular.Open(ctx, store.(regular.Store), clock, log)
	if err != nil {
		d.t.Fatal(err)
	}
	if g, err = New(service, limits, regulars); err != nil {
		d.t.Fatal(err)
	}
	return g, service, func() {
		ended, cancel := context.WithCancel(ctx)
		cancel()
		regulars.Run(ended) // stores what is new, and returns
		if err := store.Close(); err != nil {
			d.t.Error(err)
		}
	}
}

const access, secret = "rk_gate", "rs_a-secret-of-the-tests"

// fail presents wrong secrets until their sender has to wait.
func fail(t *testing.T, g *Gate, from remote.Network) {
	t.Helper()
	for n := 0; ; n++ {
		if _, wait, err := g.Open(from, access, "wrong"); trace.Is(err, trace.CodeTooManyFailures) && wait > 0 {
			return
		}
		if n > 1000 {
			t.Fatal("wrong secrets are never slowed")
		}
	}
}

// People who worked here before a restart are still known after it: their office keeps its higher
// limit, and nobody who fails in their name locks them out.
func TestRegularsAreKnownAfterARestart(t *testing.T) {
	onBoth(t, func(t *testing.T, d *deployment) {
		limits := Limits{PerVisitor: 1}
		office, stranger := remote.NetworkOf("198.51.100.7:1"), remote.NetworkOf("203.0.113.9:1")
		g, _, stop := d.start(limits)
		if _, _, err := g.Open(office, access, secret); err != nil {
			t.Fatal(err)
		}
		stop()

		g, _, stop = d.start(limits)
		fail(t, g, office) // someone else behind the same address
		if _, _, err := g.Open(office, access, secret); err != nil {
			t.Errorf("the right secret after a restart, next to wrong ones: %v", err)
		}
		if n := atOnce(g, stranger); n != 10 {
			t.Errorf("a stranger makes %d requests at once, want 10", n)
		}
		if n := atOnce(g, office); n != 110 {
			t.Errorf("an office makes %d requests at once, want 110", n)
		}
		stop()

		d.now = d.now.AddDate(0, 0, 32)
		g, _, stop = d.start(limits)
		defer stop()
		if n := atOnce(g, office); n != 10 {
			t.Errorf("an office that nobody works from any more makes %d requests at once, want 10", n)
		}
	})
}

// atOnce returns how many requests a network makes in one instant.
func atOnce(g *Gate, from remote.Network) (n int) {
	for g.Visit(from) == 0 && n < 1000 {
		n++
	}
	return n
}

// A wrong secret counts against the network that sent it and the access key it was sent for, and
// both recover with time.
func TestWrongSecretsCountAgainstTheirSender(t *testing.T) {
	onBoth(t, func(t *testing.T, d *deployment) {
		g, _, stop := d.start(Limits{})
		defer stop()
		here, there := remote.NetworkOf("198.51.100.7:1"), remote.NetworkOf("203.0.113.9:1")
		told := func(from remote.Network, access string) trace.Code {
			_, _, err := g.Open(from, access, "wrong")
			return trace.AsError(err).Code
		}
		fail(t, g, here)
		for _, c := range []struct {
			from   remote.Network
			access string
			want   trace.Code
		}{
			{here, access, trace.CodeTooManyFailures}, {here, "rk_other", trace.CodeUnauthenticated},
			{there, access, trace.CodeUnauthenticated}, {there, "rk_other", trace.CodeUnauthenticated},
		} {
			if got := told(c.from, c.access); got != c.want {
				t.Errorf("%s from %s: %s, want %s", c.access, c.from, got, c.want)
			}
		}
		d.now = d.now.Add(4 * time.Second)
		if got := told(here, access); got != trace.CodeUnauthenticated {
			t.Errorf("4 seconds later: %s", got)
		}
		for i := range 100 {
			told(here, string(rune('a'+i)))
		}
		if got := told(here, "rk_new"); got != trace.CodeTooManyFailures {
			t.Errorf("a network that tried a hundred names: %s", got)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	store := stores.SQLite(b).Store(b)
	service, err := app.New(b.Context(), store, app.Options{Now: time.Now, Random: rand.Reader, Log: testkit.Silent()})
	if err == nil {
		_, err = service.Bootstrap(b.Context(), access, secret)
	}
	if err != nil {
		b.Fatal(err)
	}
	regulars, err := regular.Open(b.Context(), store.(regular.Store), time.Now, testkit.Silent())
	if err != nil {
		b.Fatal(err)
	}
	g, err := New(service, Limits{PerVisitor: 1_000_000}, regulars)
	if err != nil {
		b.Fatal(err)
	}
	from := remote.NetworkOf("198.51.100.7:1")
	for name, run := range map[string]func(){
		"right":   func() { g.Open(from, access, secret) },
		"wrong":   func() { g.Open(from, access, "wrong") },
		"visitor": func() { g.Visit(from) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run()
			}
		})
	}
}

// Simultaneous guesses are charged one by one, before any is compared; a right password costs
// nothing.
func TestAttackPasswordsAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, d *deployment) {
		g, _, stop := d.start(Limits{})
		defer stop()
		from := remote.NetworkOf("198.51.100.7:1")
		for _, known := range []bool{false, true} {
			var compared atomic.Int64
			all := make(chan struct{})
			var group sync.WaitGroup
			for range 3 * wrongForKey.Burst {
				group.Go(func() {
					_, _ = g.Try(from, "ana@x.example", known, func() error {
						if compared.Add(1) == int64(wrongForKey.Burst) {
							close(all)
						}
						<-all // all admitted attempts are in progress at once
						return trace.Fail(trace.CodeWrongPassword)
					})
				})
			}
			group.Wait()
			if n := compared.Load(); n != int64(wrongForKey.Burst) {
				t.Errorf("known %t: %d passwords were compared, want %d", known, n, wrongForKey.Burst)
			}
			wait, err := g.Try(from, "ana@x.example", known, func() error { return nil })
			if !trace.Is(err, trace.CodeTooManyPasswords) || wait <= 0 {
				t.Errorf("known %t: then %v, %v", known, wait, err)
			}
			for range 10 * wrongForKey.Burst {
				if _, err := g.Try(from, "bia@x.example", known, func() error { return nil }); err != nil {
					t.Fatalf("known %t: a right password: %v", known, err)
				}
			}
		}
	})
}
