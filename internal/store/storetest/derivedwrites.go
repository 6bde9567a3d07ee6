package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// DerivedWrites writes at random from several sides, and verifies at the same time as the
// writers and after them: whatever was written, nothing differs.
func DerivedWrites(t *testing.T, e Engine) {
	d := newDerivedScene(t, e)
	var writers sync.WaitGroup
	failed := make(chan error, 4)
	for lane := range 4 {
		writers.Go(func() {
			w := &randomWriter{svc: d.svc, random: rand.New(rand.NewPCG(14, uint64(lane))), lane: lane}
			for range 60 {
				if err := w.step(context.Background()); err != nil {
					failed <- fmt.Errorf("lane %d: %w", lane, err)
					return
				}
			}
		})
	}
	over := make(chan struct{})
	go func() {
		writers.Wait()
		close(over)
	}()
	for round, running := 0, true; running || round < 3; round++ {
		select {
		case <-over:
			running = false
		default:
		}
		if said := d.verify(t); len(said) > 0 {
			t.Fatalf("round %d while writers run: %q", round, said)
		}
		if round%2 == 1 { // a rebuild while writers run finds nothing and breaks nothing
			if done := d.rebuild(t); done.Rows+done.Versions+len(done.Keys) > 0 {
				t.Fatalf("round %d: a rebuild of a sound store restored %+v", round, done)
			}
		}
	}
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	d.integrate(t)
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("after them: %q", said)
	}
}

// DerivedRepair rebuilds emptied tables while others write. Nothing that they
// write is lost, and in the end nothing differs.
func DerivedRepair(t *testing.T, e Engine) {
	d := newDerivedScene(t, e)
	w := &randomWriter{svc: d.svc, random: rand.New(rand.NewPCG(14, 99)), lane: 99}
	for range 150 {
		if err := w.step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	d.integrate(t)
	for _, table := range []string{"lot_entry", "lot_mention", "plot_cell", "trade_item", "search_term", "tally", "code_owner", "code_holder"} {
		d.Exec(t, `DELETE FROM `+table)
	}
	var writers sync.WaitGroup
	failed := make(chan error, 3)
	for lane := range 3 {
		writers.Go(func() {
			w := &randomWriter{svc: d.svc, random: rand.New(rand.NewPCG(15, uint64(lane))), lane: lane}
			for range 40 {
				if err := w.step(context.Background()); err != nil {
					failed <- fmt.Errorf("lane %d: %w", lane, err)
					return
				}
			}
		})
	}
	done, err := derive.Rebuild(context.Background(), d.store, d.svc, nil, func(derive.Rebuilt) {})
	writers.Wait()
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	if err != nil || done.Rows == 0 || len(done.Left) > 0 {
		t.Fatalf("Rebuild = %+v, %v", done, err)
	}
	d.integrate(t)
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("after it: %q", said)
	}
	d.recallIsRight(t)
}

// randomWriter does what callers do, in no order.
type randomWriter struct {
	svc    *app.App
	random *rand.Rand
	lane   int
	made   []trace.Record
	keys   []string
	n      int
}

// payloads are bodies that fill derived tables; %[1]d is a small number.
var payloads = []struct {
	prefix, payload string
}{
	{kind.Plan, `{"poligono":[-55.%[1]d,-12.55,-55.1,-12.5],"observacao":"talhão %[1]d"}`},
	{kind.LotIdentification, `{"codigoLote":"L-%[1]d, M-%[1]d"}`},
	{kind.Processing, `{"lote":"MIX-%[1]d","volume":"10 t","blendagem":"L-%[1]d 50%%; M-%[1]d 50%%"}`},
	{kind.Receiving, `{"loteOrigem":"MIX-%[1]d","volume":"10 t"}`},
	{kind.ExportCargo, `{"declaracaoSegregacao":"lote MIX-%[1]d"}`},
	{kind.Planting, `{"dataPlanto":"%[1]d","dataPlantio":"31/02/2025"}`},
	{kind.Validation, `{"status":"APROVADO","gtin":"7891234567895","lotes":["MIX-%[1]d"]}`},
}

func (w *randomWriter) step(ctx context.Context) error {
	w.n++
	pick := payloads[w.random.IntN(len(payloads))]
	harvest := fmt.Sprintf("R-%d-%d", w.lane, w.random.IntN(3))
	payload := fmt.Appendf(nil, pick.payload, 10+w.random.IntN(40))
	if len(w.made) == 0 || w.random.IntN(10) < 5 {
		made, err := w.svc.Create(ctx, everybody, kind.ByPrefix(pick.prefix), trace.Envelope{HarvestID: harvest, HarvestCode: "2025/26", Payload: payload}, nil)
		if err == nil {
			w.made = append(w.made, made.Record)
		}
		return err
	}
	at := w.random.IntN(len(w.made))
	r := w.made[at]
	forget := func() { w.made = append(w.made[:at], w.made[at+1:]...) }
	switch w.random.IntN(6) {
	case 0:
		forget()
		_, err := w.svc.Delete(ctx, everybody, r.Kind, r.ID.String(), trace.AnyVersion)
		return err
	case 1:
		forget()
		_, err := w.svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido")
		return err
	case 2:
		made, err := w.svc.CreateKey(ctx, nil, access.Request{Name: "Chave"}, nil)
		w.keys = append(w.keys, made.Key.AccessKey)
		if err == nil && len(w.keys) > 1 {
			_, err = w.svc.DeactivateKey(ctx, nil, w.keys[0])
			w.keys = w.keys[1:]
		}
		return err
	}
	for _, p := range payloads {
		if p.prefix == r.Kind.Prefix {
			payload = fmt.Appendf(nil, p.payload, 10+w.random.IntN(40))
		}
	}
	env := trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: payload}
	_, err := w.svc.Update(ctx, everybody, r.Kind, env, trace.AnyVersion)
	return err
}
