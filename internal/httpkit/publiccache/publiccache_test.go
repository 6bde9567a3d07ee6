package publiccache_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/filings"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/public"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var (
	admin    = &trace.Key{AccessKey: "rk", Name: "test", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	planting = kind.ByPrefix("/producaoAgricola/plantioManejo")
	receipt  = kind.ByPrefix("/armazenamento/recebimento")
	validate = kind.ByPrefix("/validacao")
)

// server is one of several servers on one database. It counts the checks of a harvest.
type server struct {
	*app.App
	t      *testing.T
	kept   *publiccache.Validations
	checks atomic.Int64
	gate   chan struct{} // if set, a check waits for it
}

func (s *server) PublicValidation(ctx context.Context, code string) (public.Page, error) {
	s.checks.Add(1)
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			return public.Page{}, ctx.Err()
		}
	}
	return s.App.PublicValidation(ctx, code)
}

func (s *server) create(k *kind.Kind, harvest, payload string) trace.Record {
	s.t.Helper()
	return s.createBy(admin, k, harvest, payload)
}

func (s *server) createBy(by *trace.Key, k *kind.Kind, harvest, payload string) trace.Record {
	s.t.Helper()
	made, err := s.Create(s.t.Context(), by, k, trace.Envelope{HarvestID: harvest, HarvestCode: "2025/26", Payload: []byte(payload)}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return made.Record
}

func (s *server) get(code string) *publiccache.Facts {
	s.t.Helper()
	f, err := s.kept.Get(s.t.Context(), code)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

// world is two servers on one database, and the database itself.
type world struct {
	*testkit.Clock
	one, two *server
	db       *sql.DB
	id       func(trace.ID) any
}

// each runs a test on both engines.
func each(t *testing.T, test func(t *testing.T, w *world)) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		w := &world{Clock: testkit.At(time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)), db: d.SQL(t), id: d.ID}
		for _, s := range []**server{&w.one, &w.two} {
			*s = &server{App: stores.Service(t, d.Store(t), w.Now, ""), t: t}
			var err error
			if (*s).kept, err = publiccache.New(*s); err != nil {
				t.Fatal(err)
			}
		}
		test(t, w)
	})
}

// As long as nobody writes in its own harvest, a validation is checked once, however much this or
// another server writes elsewhere.
func TestAttackScansCostNothingWhileOthersWrite(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.one.create(planting, "S", `{}`)
		w.one.create(validate, "S", `{"codigo":"COD","status":"APROVADO"}`)
		first := w.one.get("cod")
		for i := range 30 {
			w.one.create(planting, fmt.Sprintf("X-%d", i), `{}`)
			w.two.create(receipt, fmt.Sprintf("Y-%d", i), `{"loteOrigem":"A-1"}`)
			if got := w.one.get("COD"); got.State != trace.Valid || got.CheckedAt != first.CheckedAt {
				t.Fatalf("scan %d: %s, checked %s", i, got.State, got.CheckedAt)
			}
		}
		if n := w.one.checks.Load(); n != 1 {
			t.Errorf("%d checks of the harvest for 31 scans, want 1", n)
		}
	})
}

// Every change in the harvest shows on the next scan of every server.
func TestEveryChangeInTheHarvestShowsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		planted := w.one.create(planting, "S", `{}`)
		v := w.one.create(validate, "S", `{"codigo":"COD","status":"APROVADO","cultura":"SOJA"}`)
		expect := func(step string, want trace.State) {
			t.Helper()
			for i, s := range []*server{w.one, w.two, w.one} {
				if got := s.get("COD"); got.State != want {
					t.Errorf("%s: server %d says %s, want %s", step, i, got.State, want)
				}
			}
		}
		expect("made", trace.Valid)
		added := w.two.create(receipt, "S", `{}`)
		expect("added through another server", trace.Altered)
		if _, err := w.two.Delete(t.Context(), admin, added.Kind, added.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		expect("deleted", trace.Valid)
		env := trace.Envelope{ID: planted.ID.String(), HarvestID: "S", Payload: []byte(`{"quantidadeSemente":1}`)}
		if _, err := w.one.Update(t.Context(), admin, planting, env, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		expect("changed", trace.Altered)
		second := w.two.create(validate, "S", `{"codigo":"COD2","status":"APROVADO","cultura":"SOJA"}`)
		if got := w.one.get("COD2"); got.State != trace.Valid {
			t.Errorf("a second validation is %s", got.State)
		}
		if _, err := w.one.Erase(t.Context(), admin, planting, planted.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		expect("erased", trace.Altered)
		if _, err := w.two.Delete(t.Context(), admin, validate, v.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		expect("deleted", trace.Revoked)
		if _, err := w.one.Erase(t.Context(), admin, validate, second.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*server{w.one, w.two} {
			if _, err := s.kept.Get(t.Context(), "COD2"); !trace.Is(err, trace.CodeCodeNotFound) {
				t.Errorf("the erased validation: %v", err)
			}
		}
	})
}

// Changes made behind the servers' backs are reported when the last check is two minutes old and,
// from one minute on, by a check in the background.
func TestTamperingIsToldWithinTwoMinutes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		planted := w.one.create(planting, "S", `{"quantidadeSemente":1}`)
		w.one.create(validate, "S", `{"codigo":"COD","status":"APROVADO"}`)
		w.one.get("COD")
		w.two.get("COD")
		if _, err := w.db.Exec(`UPDATE journal SET dados = $1 WHERE id = $2`, []byte(`{"quantidadeSemente":2}`), w.id(planted.ID)); err != nil {
			t.Fatal(err)
		}
		w.Advance(publiccache.CheckAfter)
		w.one.get("COD") // starts a check in the background
		for deadline := time.Now().Add(time.Minute); w.one.get("COD").State != trace.Tampered; {
			if time.Now().After(deadline) {
				t.Fatal("the check in the background never reported it")
			}
		}
		if n := w.one.checks.Load(); n != 2 {
			t.Errorf("%d checks, want the first and the one beside", n)
		}
		w.Advance(publiccache.CheckAgain - publiccache.CheckAfter)
		if got := w.two.get("COD"); got.State != trace.Tampered {
			t.Errorf("two minutes after its check the other server says %s", got.State)
		}
	})
}

// Everyone who asks while a cold validation is checked shares one check, and a
// change in the harvest meanwhile is not missed.
func TestColdScansShareOneCheck(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.one.create(planting, "S", `{}`)
		w.one.create(validate, "S", `{"codigo":"COD","status":"APROVADO"}`)
		w.one.gate = make(chan struct{})
		var group sync.WaitGroup
		errs := make([]error, 50)
		for i := range errs {
			group.Go(func() { _, errs[i] = w.one.kept.Get(t.Context(), "COD") })
		}
		for deadline := time.Now().Add(time.Minute); w.one.checks.Load() == 0; { // until it has begun
			if time.Now().After(deadline) {
				t.Fatal("no check began")
			}
		}
		close(w.one.gate)
		group.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		if n := w.one.checks.Load(); n != 1 {
			t.Errorf("%d checks for 50 scans at once, want 1", n)
		}
	})
}

// A changed organisation shows at once on every server, without checking its harvests again.
// Changes to others leave the facts, and the pages made from them, as they are.
func TestOrganizationsCostNoCheck(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		if _, err := w.one.Bootstrap(t.Context(), "", ""); err != nil {
			t.Fatal(err)
		}
		name := "Norte"
		made, _, err := w.one.RegisterOrganization(t.Context(), admin, organization.Request{Name: &name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		member := *admin
		member.Organization = name
		w.one.createBy(w.one.Inside(&member), planting, "S", `{}`)
		w.one.createBy(w.one.Inside(&member), kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), "S", `{"codigoLote":"L-1"}`)
		w.one.createBy(w.one.Inside(&member), validate, "S", `{"codigo":"COD","status":"APROVADO"}`)
		named := w.two.get("COD")
		if named.By == nil || named.By.Name != name {
			t.Fatalf("by %+v", named.By)
		}
		other := "another"
		if _, _, err := w.one.RegisterOrganization(t.Context(), admin, organization.Request{Name: &other}, nil); err != nil {
			t.Fatal(err)
		}
		if w.two.get("COD") != named {
			t.Error("another organisation changes the facts")
		}
		contact := "novo.example"
		if _, err := w.one.ChangeOrganization(t.Context(), admin, made.ID.String(), organization.Request{Contact: &contact}, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if got := w.two.get("COD"); got.By == nil || got.By.Contact != contact {
			t.Errorf("by %+v", got.By)
		}
		note := filings.Request{Lots: []string{"L-1"}, Reference: "26FRYUI34JTQKB", Verification: "SECRET12"}
		if err := note.Check(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.one.FileStatement(t.Context(), w.one.Inside(&member), note, nil); err != nil {
			t.Fatal(err)
		}
		if got := w.two.get("COD"); !slices.Equal(got.Statements, []string{"26FRYUI34JTQKB"}) {
			t.Errorf("statements %q", got.Statements)
		}
		if n := w.two.checks.Load(); n != 1 {
			t.Errorf("%d checks of the harvest, want 1", n)
		}
	})
}
