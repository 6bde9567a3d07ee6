package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// watched is a store that calls before ahead of the next transaction, and counts the
// notes that are read in transactions.
type watched struct {
	trace.Store
	before func()
	read   map[trace.ID]int
}

func (s *watched) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if before := s.before; before != nil {
		s.before = nil
		before()
	}
	return s.Store.Update(ctx, func(w trace.Writer) error { return fn(watchedWriter{whole(w), s.read}) })
}

type watchedWriter struct {
	wholeWriter
	read map[trace.ID]int
}

func (w watchedWriter) Versions(ctx context.Context, id trace.ID) ([]trace.Record, error) {
	w.read[id]++
	return w.wholeWriter.Versions(ctx, id)
}

func (w watchedWriter) EachNote(ctx context.Context, k *kind.Kind, fn func(*trace.Record) error) error {
	return w.wholeWriter.EachNote(ctx, k, func(v *trace.Record) error {
		w.read[v.ID]++
		return fn(v)
	})
}

// settleAs gives lot B-2 to harvest S-2 for a reason.
func settleAs(t *testing.T, svc *app.App, reason string) {
	t.Helper()
	ctx, code := context.Background(), ownership.Code{Realm: ownership.Lots, Text: "B-2"}
	_, err := svc.SettleOwnership(ctx, everybody, nil, func(r ownership.Reader) (ownership.Owner, []byte, error) {
		held, err := r.Holders(ctx, code, "S-2", 1)
		if err != nil {
			return ownership.Owner{}, nil, err
		}
		return ownership.Owner{Code: code, HarvestID: "S-2", ID: held[0].ID, Since: held[0].Since}, fmt.Appendf(nil, `{"lote":"B-2","safraId":"S-2","safraAnterior":"S-2","motivo":%q}`, reason), nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// notesOf returns the notes of a kind whose payload contains a text.
func notesOf(t *testing.T, s trace.Store, k *kind.Kind, text string) (ids []trace.ID) {
	t.Helper()
	err := s.EachNote(context.Background(), k, func(v *trace.Record) error {
		if strings.Contains(strings.ToLower(string(v.Payload)), text) {
			ids = append(ids, v.ID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

var quoteCases = []namedCase{
	{"an erasure reads in its transaction only what may quote the record", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
		named := create(t, svc, planting.Prefix, "S-3", `{"responsavel":"Maria Zqxwjvk"}`)
		ask := func(reason string) {
			t.Helper()
			if _, err := svc.Recall(ctx, everybody, recall.Request{Reason: reason, Lots: []string{"B-2"}}); err != nil {
				t.Fatal(err)
			}
		}
		ask("contrato de maria zqxwjvk")
		ask("romaneio conferido")
		settleAs(t, svc, "contrato com maria zqxwjvk")
		settleAs(t, svc, "romaneio conferido")
		over := &watched{Store: s, read: map[trace.ID]int{}, before: func() {
			ask("tarde: Maria Zqxwjvk")
			settleAs(t, svc, "tarde: Maria Zqxwjvk")
		}}
		eraser, err := newService(over)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eraser.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		for _, k := range []*kind.Kind{kind.RecallReport, kind.Settlement} {
			if left := notesOf(t, s, k, "zqxwjvk"); len(left) > 0 {
				t.Errorf("%s: %d notes still quote the record", k.Prefix, len(left))
			}
			plain := notesOf(t, s, k, "romaneio conferido")
			if len(plain) != 1 || over.read[plain[0]] != 0 {
				t.Fatalf("%s: of %d notes that do not quote the record the transaction read %v", k.Prefix, len(plain), over.read)
			}
			notes, err := s.NewestNotes(ctx, k)
			if err != nil || len(notes) != 3 {
				t.Errorf("%s: %+v, %v", k.Prefix, notes, err)
			}
			for _, note := range notes {
				if rewritten := note.ID != plain[0]; rewritten != (note.Version == 2) || note.Bytes == 0 {
					t.Errorf("%s: %+v; want it rewritten: %t", k.Prefix, note, rewritten)
				}
			}
		}
	}},
	{"an erasure finds what a record said since it was looked at", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
		named := create(t, svc, planting.Prefix, "S-3", `{"responsavel":"Ana"}`)
		if _, err := svc.Recall(ctx, everybody, recall.Request{Reason: "maria zqxwjvk", Lots: []string{"B-2"}}); err != nil {
			t.Fatal(err)
		}
		eraser, err := newService(&watched{Store: s, read: map[trace.ID]int{}, before: func() {
			env := trace.Envelope{ID: named.ID.String(), HarvestID: "S-3", HarvestCode: "2024/25", Payload: []byte(`{"responsavel":"Maria Zqxwjvk"}`)}
			if _, err := svc.Update(ctx, everybody, named.Kind, env, trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eraser.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if left := notesOf(t, s, kind.RecallReport, "zqxwjvk"); len(left) > 0 {
			t.Error("the report still quotes the record")
		}
	}},
	{"an erasure claims the memory for the reports that it searches", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
		named := create(t, svc, planting.Prefix, "S-3", `{"responsavel":"Maria Zqxwjvk"}`)
		long := record(t, kind.RecallReport, "", 1)
		long.Payload = fmt.Appendf(nil, `{"criterios":{},"lotes":[%q],"motivo":"outro"}`, strings.Repeat("x", 20<<20))
		write(t, s, long)
		over := &watched{Store: s, read: map[trace.ID]int{}}
		eraser, err := newService(over)
		if err != nil {
			t.Fatal(err)
		}
		erase := func(mib int64) error {
			claim := admit.New(mib<<20, admit.Patience).Claim()
			claim.For(everybody.AccessKey)
			defer claim.Done()
			_, err := eraser.Erase(admit.Context(ctx, claim), everybody, named.Kind, named.ID.String(), "pedido do titular")
			return err
		}
		if err := erase(16); !errors.Is(err, admit.ErrTooLarge) {
			t.Errorf("with less memory than the report takes: %v", err)
		}
		if err := erase(64); err != nil {
			t.Errorf("with enough: %v", err)
		}
		if over.read[long.ID] != 0 {
			t.Error("the transaction read the report")
		}
	}},
	{"an erasure takes its quotes out of every list that a recall was asked with", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"ZQX-4242"}`)
		named := create(t, svc, planting.Prefix, "S-3", `{"responsavel":"ZQX-4242"}`)
		report, err := svc.Recall(ctx, everybody, recall.Request{Reason: "fica", Lots: []string{"ZQX-4242"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := svc.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		got, err := svc.RecallOf(ctx, everybody, report.ID.String())
		if err != nil || len(got.Criteria.Lots) != 0 || got.Reason != "fica" || len(got.Erasures) != 1 {
			t.Errorf("asked with %+v for %q, %d erasures, %v", got.Criteria, got.Reason, len(got.Erasures), err)
		}
	}},
}
