package app_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/proof"
	"rastro/internal/store/sqlite"
	"rastro/internal/trace"
)

var (
	planting   = kind.ByPrefix("/producaoAgricola/plantioManejo")
	receipt    = kind.ByPrefix("/armazenamento/recebimento")
	validation = kind.ByPrefix("/validacao")
)

// everybody may do everything; guest reads one harvest.
var (
	everybody = &trace.Key{AccessKey: "rk_all", Name: "Cooperativa X", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	guest     = &trace.Key{AccessKey: "rk_guest", Name: "Auditor", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S"}}
)

// epoch is where the tests' clocks start.
var epoch = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// world is a service with a log over a real store, and a clock that stands
// still until it is moved.
type world struct {
	t     *testing.T
	store trace.Store
	svc   *app.App
	db    *sql.DB // the store's file, behind its back
	now   time.Time

	scenes int // harvests with a validation so far
}

func newWorld(t *testing.T) *world {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rastro.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, closer := range []interface{ Close() error }{db, store} {
			if err := closer.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	w := &world{t: t, store: store, db: db, now: epoch}
	w.svc = w.service()
	if err := w.svc.StartLog(t.Context(), "trace.example/log"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) service() *app.App {
	w.t.Helper()
	svc, err := app.New(w.t.Context(), w.store, app.Options{
		Now: func() time.Time { return w.now }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return svc
}

// later moves the clock.
func (w *world) later(d time.Duration) { w.now = w.now.Add(d) }

func (w *world) create(k *kind.Kind, harvestID, payload string) trace.Record {
	w.t.Helper()
	env := trace.Envelope{HarvestID: harvestID, HarvestCode: "2025/26", Payload: []byte(payload)}
	made, err := w.svc.Create(w.t.Context(), everybody, k, env, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return made.Record
}

// validate creates a validation that states a reason; "" is none.
func (w *world) validate(harvestID, payload, reason string) trace.Record {
	w.t.Helper()
	env := trace.Envelope{HarvestID: harvestID, HarvestCode: "2025/26", Payload: []byte(payload), Justification: reason}
	made, err := w.svc.Create(w.t.Context(), everybody, validation, env, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return made.Record
}

// justify updates a validation with a reason and nothing else.
func (w *world) justify(r trace.Record, reason string) trace.Record {
	w.t.Helper()
	env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: r.Payload, Justification: reason}
	r, err := w.svc.Update(w.t.Context(), everybody, r.Kind, env, trace.AnyVersion)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) update(r trace.Record, payload string) trace.Record {
	w.t.Helper()
	env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: []byte(payload)}
	r, err := w.svc.Update(w.t.Context(), everybody, r.Kind, env, trace.AnyVersion)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) delete(r trace.Record) trace.Record {
	w.t.Helper()
	r, err := w.svc.Delete(w.t.Context(), everybody, r.Kind, r.ID.String(), trace.AnyVersion)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) erase(r trace.Record) trace.Record {
	w.t.Helper()
	r, err := w.svc.Erase(w.t.Context(), everybody, r.Kind, r.ID.String(), "pedido do titular")
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// tamper changes the file itself.
func (w *world) tamper(query string, args ...any) {
	w.t.Helper()
	if _, err := w.db.Exec(query, args...); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
}

func (w *world) integrate() {
	w.t.Helper()
	for {
		more, err := w.svc.Integrate(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		if !more {
			return
		}
	}
}

// sound checks the whole store.
func (w *world) sound() proof.Verification {
	w.t.Helper()
	result, err := proof.VerifyStore(context.Background(), w.store, nil)
	if err != nil || len(result.Damages) > 0 {
		w.t.Errorf("VerifyStore = %+v, %v", result, err)
	}
	return result
}

func wantCode(t *testing.T, what string, err error, code trace.Code) {
	t.Helper()
	if !trace.Is(err, code) {
		t.Errorf("%s: got %v, want %s", what, err, code)
	}
}

// decode reads JSON that a test continues to look into.
func decode[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}
