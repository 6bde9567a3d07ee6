// Package world gives tests all use cases, over a real store.
package world

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
	Planting   = kind.ByPrefix(kind.Planting)
	Receipt    = kind.ByPrefix(kind.Receiving)
	Validation = kind.ByPrefix(kind.Validation)
)

// Everybody may do everything; Guest reads one harvest.
var (
	Everybody = &trace.Key{AccessKey: "rk_all", Name: "Cooperativa X", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	Guest     = &trace.Key{AccessKey: "rk_guest", Name: "Auditor", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S"}}
)

// Epoch is the initial time of the tests' clocks.
var Epoch = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// World is a service with a log over a real store, and a clock that stands still until it is moved.
type World struct {
	T     *testing.T
	Store trace.Store
	App   *app.App
	DB    *sql.DB // the store's file, for changes behind its back
	Clock time.Time

	scenes int // harvests with a Validation so far
}

func New(t *testing.T) *World {
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
	w := &World{T: t, Store: store, DB: db, Clock: Epoch}
	w.App = w.NewApp()
	if err := w.App.StartLog(t.Context(), "trace.example/log"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *World) NewApp() *app.App {
	w.T.Helper()
	svc, err := app.New(w.T.Context(), w.Store, app.Options{
		Now: func() time.Time { return w.Clock }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return svc
}

// later moves the clock.
func (w *World) Later(d time.Duration) { w.Clock = w.Clock.Add(d) }

func (w *World) Create(k *kind.Kind, harvestID, payload string) trace.Record {
	w.T.Helper()
	env := trace.Envelope{HarvestID: harvestID, HarvestCode: "2025/26", Payload: []byte(payload)}
	made, err := w.App.Create(w.T.Context(), Everybody, k, env, nil)
	if err != nil {
		w.T.Fatal(err)
	}
	return made.Record
}

// validate creates a Validation with a reason; "" for none.
func (w *World) Validate(harvestID, payload, reason string) trace.Record {
	w.T.Helper()
	env := trace.Envelope{HarvestID: harvestID, HarvestCode: "2025/26", Payload: []byte(payload), Justification: reason}
	made, err := w.App.Create(w.T.Context(), Everybody, Validation, env, nil)
	if err != nil {
		w.T.Fatal(err)
	}
	return made.Record
}

// justify updates a Validation with only a reason.
func (w *World) Justify(r trace.Record, reason string) trace.Record {
	w.T.Helper()
	env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: r.Payload, Justification: reason}
	r, err := w.App.Update(w.T.Context(), Everybody, r.Kind, env, trace.AnyVersion)
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

func (w *World) Update(r trace.Record, payload string) trace.Record {
	w.T.Helper()
	env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: []byte(payload)}
	r, err := w.App.Update(w.T.Context(), Everybody, r.Kind, env, trace.AnyVersion)
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

func (w *World) Delete(r trace.Record) trace.Record {
	w.T.Helper()
	r, err := w.App.Delete(w.T.Context(), Everybody, r.Kind, r.ID.String(), trace.AnyVersion)
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

func (w *World) Erase(r trace.Record) trace.Record {
	w.T.Helper()
	r, err := w.App.Erase(w.T.Context(), Everybody, r.Kind, r.ID.String(), "pedido do titular")
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

// tamper changes the file itself.
func (w *World) Tamper(query string, args ...any) {
	w.T.Helper()
	if _, err := w.DB.Exec(query, args...); err != nil {
		w.T.Fatalf("%s: %v", query, err)
	}
}

func (w *World) Integrate() {
	w.T.Helper()
	for {
		more, err := w.App.Integrate(w.T.Context())
		if err != nil {
			w.T.Fatal(err)
		}
		if !more {
			return
		}
	}
}

// sound checks the whole store.
func (w *World) Sound() proof.Verification {
	w.T.Helper()
	result, err := proof.VerifyStore(context.Background(), w.Store, nil)
	if err != nil || len(result.Damages) > 0 {
		w.T.Errorf("VerifyStore = %+v, %v", result, err)
	}
	return result
}

func WantCode(t *testing.T, what string, err error, code trace.Code) {
	t.Helper()
	if !trace.Is(err, code) {
		t.Errorf("%s: got %v, want %s", what, err, code)
	}
}

// Decode reads JSON that a test examines further.
func Decode[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}
