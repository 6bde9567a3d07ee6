package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// Engine is a store that can also be reached behind its back, as someone with
// the rights on its database could.
type Engine struct {
	Store trace.Store
	// Exec runs a statement on the database itself, with $1, $2 … in it; Value
	// runs a query of one value.
	Exec  func(tb testing.TB, sql string, args ...any)
	Value func(tb testing.TB, sql string, args ...any) any
	// ID converts an id for the driver.
	ID func(trace.ID) any
	// Move is the statement that moves a version (id $2, number $3) to harvest $1.
	Move string
	// Next and Hidden are assignments that put a forged row of the journal after the newest one,
	// and where nobody looks for new rows.
	Next, Hidden string
}

// The validations of a scene, by their codes.
const (
	fresh   = "NOVA"   // of the newest records, as they were
	ancient = "VELHA"  // of the oldest records, as they were
	changed = "MUDADA" // of a record that was updated since
)

// scene is a store with a log of several tiles and validations to lose.
type scene struct {
	Engine
	svc  *app.App
	now  atomic.Int64 // Unix milliseconds
	refs map[string]trace.Record
}

func (sc *scene) clock() time.Time { return time.UnixMilli(sc.now.Add(1)) }

func (sc *scene) service(tb testing.TB) *app.App {
	tb.Helper()
	svc, err := app.New(context.Background(), sc.Store, app.Options{Now: sc.clock, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	return svc
}

// newScene fills a store. Its names are: old, one of the first records; a and b, records of the
// newest harvest, b in its second version; m1 and m2, the versions of a record that changed after
// its validation; last, the newest version of all; and the three validations.
func newScene(tb testing.TB, e Engine) *scene {
	tb.Helper()
	ctx := context.Background()
	sc := &scene{Engine: e, refs: map[string]trace.Record{}}
	sc.now.Store(start.UnixMilli())
	sc.svc = sc.service(tb)
	if err := sc.svc.StartLog(ctx, origin); err != nil {
		tb.Fatal(err)
	}
	size := int64(0)
	create := func(k *kind.Kind, harvest, payload string) trace.Record {
		made, err := sc.svc.Create(ctx, everybody, k, trace.Envelope{HarvestID: harvest, HarvestCode: "2025/26", Payload: []byte(payload)}, nil)
		if err != nil {
			tb.Fatal(err)
		}
		size++
		return made.Record
	}
	amend := func(r trace.Record, payload string) trace.Record {
		env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: []byte(payload)}
		r, err := sc.svc.Update(ctx, everybody, r.Kind, env, trace.AnyVersion)
		if err != nil {
			tb.Fatal(err)
		}
		size++
		return r
	}
	settle := func() { // and let the minute pass in which only one checkpoint is kept
		drain(tb, e.Store, sc.svc, size)
		sc.now.Add(2 * time.Minute.Milliseconds())
	}
	validate := func(harvest, code string) {
		sc.refs[code] = create(validationKind(), harvest, `{"codigo":"`+code+`","status":"APROVADO","lotes":["MT25-001"]}`)
	}

	sc.refs["old"] = create(planting, "F", `{"quantidadeSemente":1}`)
	create(receipt, "F", `{}`)
	validate("F", ancient)
	settle()
	errs := together(16, func(lane int) error {
		for i := lane; i < 260; i += 16 {
			if _, err := sc.svc.Create(ctx, everybody, planting, trace.Envelope{HarvestID: "X", Payload: []byte(`{}`)}, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(errs...); err != nil {
		tb.Fatal(err)
	}
	size += 260
	sc.refs["m1"] = create(planting, "M", `{"quantidadeSemente":1}`)
	validate("M", changed)
	sc.refs["m2"] = amend(sc.refs["m1"], `{"quantidadeSemente":2}`)
	sc.refs["a"] = create(planting, "S", `{"dataPlantio":"2024-10-05","quantidadeSemente":7200}`)
	sc.refs["b"] = amend(create(receipt, "S", `{}`), `{"volume":"36.000 kg"}`)
	validate("S", fresh)
	settle()
	sc.refs["last"] = create(planting, "X", `{}`)
	settle()
	return sc
}

// stateOf reads a validation's state as a stranger and as a key holder does,
// which must be the same.
func (sc *scene) stateOf(tb testing.TB, code string) trace.State {
	tb.Helper()
	ctx := context.Background()
	public, err := sc.svc.PublicValidation(ctx, code)
	if err != nil {
		tb.Errorf("PublicValidation(%s): %v", code, err)
	}
	known, err := sc.svc.Validation(ctx, everybody, code)
	if err != nil || known.State.State != public.State {
		tb.Errorf("Validation(%s) is %q, %v; its public state is %s", code, known.State.State, err, public.State)
	}
	return public.State
}

func (sc *scene) verify(tb testing.TB) []string {
	tb.Helper()
	result, err := proof.VerifyStore(context.Background(), sc.Store, nil)
	if err != nil {
		tb.Fatalf("VerifyStore: %v", err)
	}
	return result.Damages
}

// name returns a version's name in a verification: {a} is replaced from refs.
func (sc *scene) name(text string) string {
	for ref, r := range sc.refs {
		text = strings.ReplaceAll(text, "{"+ref+"}", r.Kind.Prefix+" "+r.ID.String()+" version "+strconv.FormatInt(r.Version, 10))
	}
	return text
}

func named(damages []string, text string) bool {
	return slices.ContainsFunc(damages, func(d string) bool { return strings.Contains(d, text) })
}
