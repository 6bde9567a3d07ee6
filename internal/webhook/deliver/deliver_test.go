package deliver_test

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/webhook"
	"rastro/internal/webhook/deliver"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/retry"
	"rastro/internal/webhook/sign"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is a service with a key that may do everything, and a receiver.
type site struct {
	testing.TB
	store trace.Store
	app   *app.App
	root  *trace.Key
	clock *testkit.Clock
	now   func() time.Time // nil: the clock's
	wait  time.Duration    // for an answer; 0 is as usual
	*receiver
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t, store: d.Store(t), clock: testkit.Ticking()}
		s.app = s.server()
		root, err := s.app.Bootstrap(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		s.root, s.receiver = &root.Key, receive(t)
		run(t, s)
	})
}

// server is another server of the store.
func (s *site) server() *app.App {
	s.Helper()
	now := s.now
	if now == nil {
		now = s.clock.Now
	}
	service, err := app.New(s.Context(), s.store, app.Options{
		Now: now, Random: rand.Reader, Log: testkit.Silent(),
		Webhooks: post.Options{Plain: true, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, UserAgent: "Rastro/test", Patience: s.wait},
	})
	if err == nil {
		err = service.StartLog(s.Context(), "")
	}
	if err != nil {
		s.Fatal(err)
	}
	return service
}

// got is what a receiver received.
type got struct {
	sign.Delivery
	Agent string
}

// receiver answers as a test tells it to.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	all    []got
	answer func(w http.ResponseWriter, d got)
}

func receive(t testing.TB) *receiver {
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		one := got{sign.Delivery{ID: q.Header.Get("webhook-id"), Timestamp: q.Header.Get("webhook-timestamp"), Signature: q.Header.Get("webhook-signature"), Body: body}, q.UserAgent()}
		r.mu.Lock()
		r.all = append(r.all, one)
		answer := r.answer
		r.mu.Unlock()
		if answer != nil {
			answer(w, one)
		}
	}))
	t.Cleanup(r.Server.Close)
	return r
}

func (r *receiver) answers(fn func(w http.ResponseWriter, d got)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = fn
}

func (r *receiver) status(code int) {
	r.answers(func(w http.ResponseWriter, _ got) { w.WriteHeader(code) })
}

// taken returns what arrived since the last call.
func (r *receiver) taken() []got {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.all
	r.all = nil
	return all
}

func ids(all []got) (list []string) {
	for _, d := range all {
		_, event, _ := strings.Cut(d.ID, "_")
		list = append(list, event)
	}
	return list
}

func (s *site) hook(by *trace.Key, r webhook.Request) webhook.Made {
	s.Helper()
	if r.URL == "" {
		r.URL = s.URL + "/in"
	}
	s.log()
	made, err := s.app.Hooks.CreateHook(s.Context(), by, r, nil)
	if err != nil {
		s.Fatal(err)
	}
	s.log() // its own entry is not an event
	return made
}

func (s *site) log() {
	s.Helper()
	stores.Integrate(s, s.app)
}

func (s *site) create(by *trace.Key, harvestID string) trace.Record {
	s.Helper()
	made, err := s.app.Create(s.Context(), by, kind.ByPrefix(kind.Plan), trace.Envelope{HarvestID: harvestID, Payload: []byte(`{}`)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

func (s *site) once() {
	s.Helper()
	s.log()
	if err := s.app.Deliveries.Once(s.Context()); err != nil {
		s.Fatal(err)
	}
}

func (s *site) state(h *webhook.Made) webhook.Hook {
	s.Helper()
	found, err := s.app.Hooks.Hook(s.Context(), s.root, h.ID.String())
	if err != nil {
		s.Fatal(err)
	}
	return found
}

func (s *site) failures(h *webhook.Made) []progress.Failure {
	s.Helper()
	all, err := s.app.Hooks.Deliveries(s.Context(), s.root, h.ID.String(), -1, nil, 1000)
	if err != nil {
		s.Fatal(err)
	}
	return all
}

// whole is all of the log.
var whole = webhook.Stretch{To: changes.Start{Now: true}}

var records = []string{"rastro.registro.criado"}

// What is written is delivered once, signed, and leaves no row.
func TestDelivers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.create(s.root, "before")
		h := s.hook(s.root, webhook.Request{Types: records})
		for range 3 {
			s.create(s.root, "S-1")
		}
		s.once()
		s.once()
		all := s.taken()
		if len(all) != 3 {
			t.Fatalf("%d deliveries: %q", len(all), ids(all))
		}
		public, _ := s.app.Hooks.Public()
		key, err := sign.ParsePublic(public)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			if err := h.Secret.Check(&d.Delivery, s.clock.Now()); err != nil {
				t.Error(err)
			}
			if err := sign.CheckPublic(key, &d.Delivery, s.clock.Now()); err != nil {
				t.Error(err)
			}
			if !strings.HasPrefix(d.ID, h.ID.String()+"_") || d.Agent != "Rastro/test" || !strings.Contains(string(d.Body), `"safraId":"S-1"`) {
				t.Errorf("%s from %s: %s", d.ID, d.Agent, d.Body)
			}
		}
		if rows := s.failures(&h); len(rows) != 0 {
			t.Errorf("rows of what was delivered: %+v", rows)
		}
		if now := s.state(&h); now.State.Pending != 0 || now.State.LastSuccess.IsZero() || now.State.LastStatus != 200 {
			t.Errorf("%+v", now.State)
		}
	})
}

// A delivery is tried ten times with the same id, and then given up.
func TestRetries(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		s.status(http.StatusInternalServerError)
		s.create(s.root, "S-1")
		s.once()
		began := s.clock.Now()
		for n := 1; n < retry.Attempts; n++ {
			s.once() // nothing is due yet
			wait, _ := retry.Next(n, 1, 0)
			s.clock.Advance(wait + time.Second)
			s.once()
		}
		all := ids(s.taken())
		if len(all) != retry.Attempts || len(slices.Compact(all)) != 1 {
			t.Errorf("%d attempts: %q", len(all), all)
		}
		if took := s.clock.Now().Sub(began); took < 60*time.Hour || took > 100*time.Hour {
			t.Errorf("over %s", took)
		}
		rows := s.failures(&h)
		if len(rows) != 1 || rows[0].Outcome != progress.GivenUp || rows[0].Attempts != retry.Attempts || rows[0].Status != 500 {
			t.Fatalf("%+v", rows)
		}
		s.clock.Advance(time.Hour)
		s.status(http.StatusNoContent)
		if _, err := s.app.Hooks.Resend(t.Context(), s.root, h.ID.String(), rows[0].Event.String()); err != nil {
			t.Fatal(err)
		}
		before := s.state(&h).State
		s.once()
		rows = s.failures(&h)
		if again := ids(s.taken()); len(again) != 1 || rows[0].Outcome != progress.Delivered {
			t.Errorf("asked for again: %q, %+v", again, rows)
		}
		if now := s.state(&h).State; !now.FailingSince.Equal(before.FailingSince) || !now.LastSuccess.Equal(before.LastSuccess) {
			t.Errorf("what somebody asked for counts as health: %+v", now)
		}
		if _, err := s.app.Hooks.Resend(t.Context(), s.root, h.ID.String(), "999"); !trace.Is(err, trace.CodeNoDelivery) {
			t.Errorf("a delivery that is not there: %v", err)
		}
		s.clock.Advance(31 * 24 * time.Hour)
		if err := s.app.Deliveries.Sweep(t.Context()); err != nil || len(s.failures(&h)) != 0 {
			t.Errorf("after a month: %v, %+v", err, s.failures(&h))
		}
	})
}

// The receiver says when it can be called again.
func TestRetryAfter(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.hook(s.root, webhook.Request{Types: records})
		s.answers(func(w http.ResponseWriter, _ got) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		s.create(s.root, "S-1")
		s.once()
		s.clock.Advance(50 * time.Minute)
		s.once()
		s.status(http.StatusOK)
		s.clock.Advance(15 * time.Minute)
		s.once()
		if n := len(s.taken()); n != 2 {
			t.Errorf("%d attempts", n)
		}
	})
}

// With ordering, nothing overtakes a failed delivery. Without it, the rest continues.
func TestOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		first := true
		s.answers(func(w http.ResponseWriter, _ got) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if first {
				first = false
				w.WriteHeader(http.StatusBadGateway)
			}
		})
		h := s.hook(s.root, webhook.Request{Types: records, Ordered: true})
		for range 4 {
			s.create(s.root, "S-1")
		}
		s.once()
		s.once()
		if all := ids(s.taken()); len(all) != 1 {
			t.Fatalf("%q", all)
		}
		s.clock.Advance(10 * time.Second)
		s.once()
		all := ids(s.taken())
		if len(all) != 4 || !slices.IsSorted(all) {
			t.Errorf("%q", all)
		}
		if _, err := s.app.Hooks.DeleteHook(t.Context(), s.root, h.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		first = true
		s.hook(s.root, webhook.Request{Types: records})
		for range 4 {
			s.create(s.root, "S-1")
		}
		s.once()
		if all := s.taken(); len(all) != 4 {
			t.Errorf("without an order: %q", ids(all))
		}
	})
}

// 410 disables at once, with a reason and an event to the others.
func TestGone(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		s.status(http.StatusGone)
		s.create(s.root, "S-1")
		s.once()
		s.taken()
		now := s.state(&h)
		if now.Disabled != endpoint.Gone || now.DisabledAt.IsZero() || now.State.Active {
			t.Fatalf("%+v", now)
		}
		s.status(http.StatusOK)
		s.log()
		other := s.hook(s.root, webhook.Request{Types: []string{"rastro.webhook.desativado"}, URL: s.URL + "/other"})
		if _, _, err := s.app.Hooks.Replay(t.Context(), s.root, other.ID.String(), whole); err != nil {
			t.Fatal(err)
		}
		s.create(s.root, "S-1")
		s.once()
		all := s.taken()
		if len(all) != 1 || !strings.Contains(string(all[0].Body), `"motivo":"410"`) || strings.Contains(string(all[0].Body), "/in") {
			t.Fatalf("%d events: %q", len(all), all)
		}
		if _, err := s.app.Hooks.Activate(t.Context(), s.root, h.ID.String(), true); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(time.Minute)
		s.once()
		if all := s.taken(); len(all) != 2 { // what failed, and what came meanwhile
			t.Errorf("after it was activated: %q", ids(all))
		}
	})
}

// A receiver that is down for a week is disabled after five days, has no more than a hundred rows,
// and loses nothing.
func TestDownForAWeek(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		s.status(http.StatusInternalServerError)
		const written = 130
		for range written {
			s.create(s.root, "S-1")
		}
		for range 7 * 4 {
			s.once()
			s.clock.Advance(6 * time.Hour)
		}
		now := s.state(&h)
		if now.Disabled != endpoint.Failing {
			t.Fatalf("%+v", now)
		}
		s.taken()
		s.status(http.StatusOK)
		if _, err := s.app.Hooks.Activate(t.Context(), s.root, h.ID.String(), true); err != nil {
			t.Fatal(err)
		}
		if _, n, err := s.app.Hooks.Replay(t.Context(), s.root, h.ID.String(), whole); err != nil || n == 0 {
			t.Fatal(n, err)
		}
		for range 3 {
			s.once()
			s.clock.Advance(25 * time.Hour)
		}
		all := ids(s.taken())
		slices.Sort(all)
		if n := len(slices.Compact(all)); n != written {
			t.Errorf("%d events arrived, want %d", n, written)
		}
		if n := s.state(&h).State.Pending; n != 0 {
			t.Errorf("%d wait", n)
		}
	})
}

// A secret that is rotated while deliveries are pending: both sign for a day.
func TestRotatedSecret(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		s.status(http.StatusInternalServerError)
		s.create(s.root, "S-1")
		s.once()
		_, next, err := s.app.Hooks.RotateSecret(t.Context(), s.root, h.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		check := func(when string, old bool) {
			t.Helper()
			s.taken()
			s.once()
			all := s.taken()
			if len(all) == 0 {
				t.Fatalf("%s: nothing", when)
			}
			if err := next.Check(&all[0].Delivery, s.clock.Now()); err != nil {
				t.Errorf("%s: the new secret: %v", when, err)
			}
			if err := h.Secret.Check(&all[0].Delivery, s.clock.Now()); (err == nil) != old {
				t.Errorf("%s: the old secret: %v", when, err)
			}
		}
		s.clock.Advance(time.Minute)
		check("at once", true)
		s.clock.Advance(24 * time.Hour)
		check("after a day", false)
	})
}

// Two servers: one is killed between sending and recording. The other sends the same again, with
// the same ids, and nothing else twice.
func TestKilledBetweenSendingAndRecording(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.hook(s.root, webhook.Request{Types: records, Ordered: true}) // one request at a time, so that everything that was sent is known
		other := s.server()
		s.once() // it is the first one's turn
		for range 5 {
			s.create(s.root, "S-1")
		}
		s.log()
		if err := other.Deliveries.Once(t.Context()); err != nil || len(s.taken()) != 0 {
			t.Fatalf("the other delivers too: %v", err)
		}
		dying, kill := context.WithCancel(t.Context())
		var once sync.Once
		s.answers(func(http.ResponseWriter, got) { once.Do(kill) })
		_ = s.app.Deliveries.Once(dying)
		before := ids(s.taken())
		if len(before) == 0 {
			t.Fatal("nothing was sent")
		}
		s.answers(nil)
		if err := other.Deliveries.Once(t.Context()); err != nil || len(s.taken()) != 0 {
			t.Fatalf("it takes over at once: %v", err)
		}
		s.clock.Advance(2 * deliver.Lease)
		for range 2 {
			if err := other.Deliveries.Once(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(2 * deliver.Lease)
		}
		after := ids(s.taken())
		slices.Sort(after)
		if len(after) != 5 || len(slices.Compact(slices.Clone(after))) != 5 {
			t.Errorf("after the kill: %q", after)
		}
		for _, id := range before {
			if !slices.Contains(after, id) {
				t.Errorf("%s has another id now", id)
			}
		}
	})
}

// A webhook of an organisation's key receives what that key may read at the time of delivery.
func TestAttackWebhookOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for _, name := range []string{"Coop A", "Coop B"} {
			req, err := organization.ReadRequest([]byte(`{"nome":"`+name+`"}`), true, s.clock.Now())
			if err == nil {
				_, _, err = s.app.RegisterOrganization(t.Context(), s.root, req, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		key := func(org string) *trace.Key {
			made, err := s.app.CreateKey(t.Context(), s.root, access.Request{Name: "erp " + org, Organization: org, Scopes: trace.Scopes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, _ := s.app.KeyNamed(made.Key.AccessKey)
			return found
		}
		a, b := key("Coop A"), key("Coop B")
		h := s.hook(a, webhook.Request{})
		s.create(a, "A-1")
		s.create(b.Fresh(), "B-1")
		s.once()
		all := s.taken()
		if len(all) != 1 || !strings.Contains(string(all[0].Body), "A-1") {
			t.Fatalf("%q", all)
		}
		for _, call := range []func() error{
			func() error { _, err := s.app.Hooks.Hook(t.Context(), b, h.ID.String()); return err },
			func() error { _, _, err := s.app.Hooks.RotateSecret(t.Context(), b, h.ID.String()); return err },
			func() error {
				_, err := s.app.Hooks.DeleteHook(t.Context(), b, h.ID.String(), trace.AnyVersion)
				return err
			},
			func() error { _, err := s.app.Deliveries.Try(t.Context(), b, h.ID.String(), "x"); return err },
		} {
			if err := call(); !trace.Is(err, trace.CodeNoWebhook) {
				t.Errorf("another organisation: %v", err)
			}
		}
		if list, err := s.app.Hooks.Hooks(t.Context(), b); err != nil || len(list) != 0 {
			t.Errorf("%v, %v", list, err)
		}
		if _, err := s.app.Hooks.CreateHook(t.Context(), b, webhook.Request{URL: s.URL, AccessKey: a.AccessKey}, nil); !trace.Is(err, trace.CodeInvalid) {
			t.Errorf("with the key of another: %v", err)
		}
		if _, err := s.app.Hooks.CreateHook(t.Context(), b, webhook.Request{URL: s.URL, Harvests: []string{"A-1"}}, nil); !trace.Is(err, trace.CodeForbiddenHarvest) {
			t.Errorf("for a harvest of another: %v", err)
		}
		// What failed is looked at again when it is sent: by then the key may read less.
		s.status(http.StatusInternalServerError)
		s.create(a.Fresh(), "A-1")
		s.once()
		s.taken()
		if _, err := s.app.DeactivateKey(t.Context(), s.root, a.AccessKey); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(time.Minute)
		s.once()
		if all := s.taken(); len(all) != 0 {
			t.Errorf("a dead key is told %q", all)
		}
		if now := s.state(&h); now.Disabled != endpoint.NoKey {
			t.Errorf("%+v", now)
		}
	})
}

// The journal commits to a webhook's address: a changed row sends nothing.
func TestAttackMovedWebhook(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t, store: d.Store(t), clock: testkit.Ticking()}
		s.app = s.server()
		root, err := s.app.Bootstrap(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		s.root, s.receiver = &root.Key, receive(t)
		thief := receive(t)
		s.hook(s.root, webhook.Request{Types: records})
		db := d.SQL(t)
		var body []byte
		if err := db.QueryRow(`SELECT body FROM note_entry WHERE kind = 223`).Scan(&body); err != nil {
			t.Fatal(err)
		}
		moved := strings.ReplaceAll(string(body), s.URL, thief.URL)
		if _, err := db.Exec(`UPDATE note_entry SET body = $1 WHERE kind = 223`, []byte(moved)); err != nil {
			t.Fatal(err)
		}
		s.create(s.root, "S-1")
		s.once()
		if len(thief.taken()) != 0 || len(s.taken()) != 1 {
			t.Error("the changed row counts")
		}
	})
}

// A receiver that takes longer than the timeout has failed, and its late answer does not count: the
// delivery is tried again.
func TestReceiverThatNeverAnswers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		hung := make(chan struct{})
		s.answers(func(http.ResponseWriter, got) { <-hung })
		s.wait = time.Millisecond
		s.app = s.server()
		s.create(s.root, "S-1")
		s.once()
		close(hung)
		rows := s.failures(&h)
		if len(rows) != 1 || rows[0].Reason != string(post.TimedOut) || rows[0].Outcome != progress.Pending {
			t.Fatalf("%+v", rows)
		}
		s.wait = 0
		s.app = s.server()
		s.answers(nil)
		s.taken()
		for range 2 { // the previous server's turn has to end first
			s.clock.Advance(2 * deliver.Lease)
			s.once()
		}
		if all, rows := s.taken(), s.failures(&h); len(all) != 1 || rows[0].Outcome != progress.Delivered {
			t.Errorf("%d requests, %+v", len(all), rows)
		}
	})
}

// An answer of a gigabyte, a redirect and a closed port fail, and cost little.
func TestBadReceivers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		h := s.hook(s.root, webhook.Request{Types: records})
		for name, c := range map[string]struct {
			answer func(http.ResponseWriter, got)
			want   int
		}{
			"redirect": {func(w http.ResponseWriter, _ got) {
				w.Header().Set("Location", s.URL+"/elsewhere")
				w.WriteHeader(http.StatusMovedPermanently)
			}, 301},
			"gigabyte": {func(w http.ResponseWriter, _ got) {
				w.WriteHeader(http.StatusTeapot)
				for piece := make([]byte, 1<<20); ; {
					if _, err := w.Write(piece); err != nil {
						return
					}
				}
			}, 418},
		} {
			s.answers(c.answer)
			s.create(s.root, "S-1")
			s.once()
			if n := len(s.taken()); n != 1 {
				t.Errorf("%s: %d requests", name, n)
			}
			if rows := s.failures(&h); len(rows) == 0 || rows[0].Status != c.want || len(rows[0].Answer) > 1024 {
				t.Errorf("%s: %+v", name, rows)
			}
			if _, err := s.app.Hooks.DeleteHook(t.Context(), s.root, h.ID.String(), trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
			s.answers(nil)
			h = s.hook(s.root, webhook.Request{Types: records})
		}
		s.Server.Close()
		s.create(s.root, "S-1")
		s.once()
		if rows := s.failures(&h); len(rows) != 1 || rows[0].Reason != string(post.Unreachable) || rows[0].Outcome != progress.Pending {
			t.Errorf("a closed port: %+v", rows)
		}
	})
}

// Requests are checked before anything is stored.
func TestRequests(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for body, want := range map[string]trace.Code{
			`{"url":"http://169.254.169.254/latest"}`:                   trace.CodeWebhookForbidden,
			`{"url":"https://169.254.169.254/"}`:                        trace.CodeWebhookForbidden,
			`{"url":"https://[::1]/"}`:                                  trace.CodeWebhookForbidden,
			`{"url":"ftp://example.com"}`:                               trace.CodeWebhookForbidden,
			`{"url":""}`:                                                trace.CodeInvalid,
			`{"url":"https://example.com","tipos":["nada"]}`:            trace.CodeInvalid,
			`{"url":"https://example.com","conteudo":"tudo"}`:           trace.CodeInvalid,
			`{"url":"https://example.com","fases":["99"]}`:              trace.CodeInvalid,
			`{"url":"https://example.com","chave":"rk_does_not_exist"}`: trace.CodeInvalid,
		} {
			r, err := webhook.ReadRequest([]byte(body))
			if err == nil {
				_, err = s.app.Hooks.CreateHook(t.Context(), s.root, r, nil)
			}
			if !trace.Is(err, want) {
				t.Errorf("%s: %v, want %s", body, err, want)
			}
		}
		for range webhook.MaxOfOwner {
			s.hook(s.root, webhook.Request{})
		}
		if _, err := s.app.Hooks.CreateHook(t.Context(), s.root, webhook.Request{URL: s.URL}, nil); !trace.Is(err, trace.CodeManyWebhooks) {
			t.Errorf("one too many: %v", err)
		}
	})
}
