package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lineage/recall"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

var recallCases = []namedCase{
	{"a recall of a lot in another spelling stores one report", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		shippedLots(t, s)
		first, err := svc.Recall(ctx, everybody, recall.Request{Reason: "RAZAO", Lots: []string{"A-1"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, lots := range [][]string{{"a-1"}, {" lote A-1"}, {"A-1", "a-1"}} {
			again, err := svc.Recall(ctx, everybody, recall.Request{Reason: "RAZAO", Lots: lots})
			if err != nil || again.ID != first.ID || !again.Replayed {
				t.Errorf("a recall of %q: %+v, %v; want the first report", lots, again, err)
			}
		}
	}},
	{"a recall that is sent twice stores one report", func(t *testing.T, s trace.Store) { SharedRecalls(t, s, s) }},
	{"a recall, by every criterion, with its report in the journal", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		before := time.Now()
		plan := create(t, svc, kind.Plan, "S-1", `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
		input := create(t, svc, kind.InputApplication, "S-1", `{"tipo":"Fungicida"}`)
		create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"A-1, A-2"}`)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"Z-1"}`)
		create(t, svc, processing.Prefix, "S-2", `{"lote":"MIX-1","volume":"10 t","blendagem":"A-1 50%; Z-1 50%"}`)
		create(t, svc, receipt.Prefix, "S-2", `{"loteOrigem":"MIX-1","volume":"10 t"}`)
		create(t, svc, kind.Shipment, "S-2", `{"loteOrigem":"MIX-1","volumeTransportado":9000,"destino":"NLRTM","dataTransporte":"2025-03-20","identificacaoTransporte":"IMO 9321483"}`)
		create(t, svc, kind.ExportCargo, "S-2", `{"notaFiscalExportacao":"NF 7","declaracaoSegregacao":"lote MIX-1"}`)
		create(t, svc, kind.Customs, "S-2", `{"declaracaoExportacao":"DU-E 25BR0012345677"}`)
		drain(t, s, svc, 9)
		for _, c := range []struct {
			name        string
			q           recall.Request
			lots, start string
		}{
			{"a lot", recall.Request{Lots: []string{"lote a-1"}}, "A-1/0 MIX-1/1", "A-1"},
			{"two lots", recall.Request{Lots: []string{"A-1", "Z-1"}}, "A-1/0 Z-1/0 MIX-1/1", "A-1 Z-1"},
			{"a plot", recall.Request{Plots: []string{plan.ID.String()}}, "A-1/0 A-2/0 MIX-1/1", "A-1 A-2"},
			{"an input", recall.Request{Inputs: []string{input.ID.String()}}, "A-1/0 A-2/0 MIX-1/1", "A-1 A-2"},
			{"a period", recall.Request{From: before.Add(-time.Second), To: time.Now()}, "A-1/0 A-2/0 MIX-1/0 Z-1/0", "A-1 A-2 MIX-1 Z-1"},
			{"a period before", recall.Request{From: before.Add(-time.Hour), To: before.Add(-time.Minute)}, "", ""},
		} {
			got, err := svc.Recall(ctx, everybody, c.q)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var lots []string
			for _, l := range got.Lots {
				lots = append(lots, fmt.Sprintf("%s/%d", l.Code, l.Level))
			}
			if strings.Join(lots, " ") != c.lots || strings.Join(got.InitialLots, " ") != c.start {
				t.Errorf("%s: %v from %v, want %s from %s", c.name, lots, got.InitialLots, c.lots, c.start)
			}
			if c.lots != "" {
				if len(got.Shipments) != 1 || len(got.Shipments[0].Documents) != 2 || *got.Shipments[0].QuantityKg != 9000 || got.Shipments[0].Destination != "NLRTM" || got.Shipments[0].Day != "2025-03-20" {
					t.Errorf("%s: shipments %+v", c.name, got.Shipments)
				}
				if len(got.Holders) != 1 || got.Holders[0].ReceivedKg == nil || *got.Holders[0].ReceivedKg != 10000 {
					t.Errorf("%s: holders %+v", c.name, got.Holders)
				}
			}
			state, err := s.Log(ctx)
			if err != nil {
				t.Fatal(err)
			}
			verifier, err := ledger.NewVerifier(state.Verifier)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := verifier.OpenText("rastro recall", got.Signature); err != nil || !strings.Contains(text, got.ID.String()) {
				t.Errorf("%s: signed %q, %v", c.name, text, err)
			}
			versions, err := s.Versions(ctx, got.ID)
			if err != nil || len(versions) != 1 || !versions[0].Intact() || string(versions[0].Payload) != string(got.Document) {
				t.Errorf("%s: in the journal %d versions, %v", c.name, len(versions), err)
			}
		}
		drain(t, s, svc, 15)
		if result, err := proof.VerifyStore(ctx, s, nil); err != nil || len(result.Damages) > 0 {
			t.Errorf("VerifyStore: %v, %v", result, err)
		}
		_, err = svc.Recall(ctx, everybody, recall.Request{Lots: []string{"NADA-1"}})
		wantCode(t, "an unknown lot", err, trace.CodeLotNotFound)
		_, err = svc.Recall(ctx, everybody, recall.Request{Plots: []string{input.ID.String()}})
		wantCode(t, "an input as a plot", err, trace.CodeInvalid)
	}},
	{"recalls are read back by keys that may read all they name", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"A-1"}`)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"Z-1"}`)
		preview, err := svc.PreviewRecall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
		if err != nil || preview.Totals.Lots != 1 {
			t.Errorf("preview %+v, %v", preview, err)
		}
		if none, _, err := svc.Recalls(ctx, everybody, ""); err != nil || len(none) != 0 {
			t.Errorf("a preview is listed: %v, %v", none, err)
		}
		var made []*recall.Signed
		for i := range 13 {
			lots := []string{"A-1"}
			if i%2 == 1 {
				lots = append(lots, "Z-1")
			}
			r, err := svc.Recall(ctx, everybody, recall.Request{Reason: fmt.Sprint(i), Lots: lots})
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, r)
		}
		got, err := svc.RecallOf(ctx, everybody, made[1].ID.String())
		if err != nil || string(got.Signature) != string(made[1].Signature) || string(got.Document) != string(made[1].Document) || got.Hash != made[1].Hash || !cmp.Equal(got.Totals, made[1].Totals) {
			t.Errorf("read back %+v, %v, want %+v", got, err, made[1])
		}
		own := &trace.Key{AccessKey: "rk_1", Name: "own", Scopes: everybody.Scopes, Harvests: []string{"S-1"}}
		for _, c := range []struct {
			key  *trace.Key
			want int
		}{{everybody, 13}, {own, 7}} {
			var reasons []string
			for cursor, more := "", true; more; more = cursor != "" {
				var page []recall.Summary
				if page, cursor, err = svc.Recalls(ctx, c.key, cursor); err != nil {
					t.Fatal(err)
				}
				for _, r := range page {
					reasons = append(reasons, r.Reason)
				}
			}
			if slices.Sort(reasons); len(reasons) != c.want || len(slices.Compact(reasons)) != c.want {
				t.Errorf("%s: %v", c.key.Name, reasons)
			}
		}
		if _, err := svc.RecallOf(ctx, own, made[0].ID.String()); err != nil {
			t.Errorf("of its own harvest: %v", err)
		}
		_, err = svc.RecallOf(ctx, own, made[1].ID.String())
		wantCode(t, "of another harvest", err, trace.CodeRecordNotFound)
		record := create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"A-3"}`)
		_, err = svc.RecallOf(ctx, everybody, record.ID.String())
		wantCode(t, "a record that is not a recall", err, trace.CodeRecordNotFound)
		_, err = svc.RecallOf(ctx, everybody, "nada")
		wantCode(t, "no id", err, trace.CodeIDMalformed)
	}},
	{"a recall that found nothing is for the key that made it, not for one of the same name", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		first := &trace.Key{AccessKey: "rk_1", Name: "ERP", Scopes: everybody.Scopes, Harvests: []string{"S-1"}}
		second := &trace.Key{AccessKey: "rk_2", Name: "ERP", Scopes: everybody.Scopes, Harvests: []string{"S-1", "S-2"}}
		long := time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)
		made, err := svc.Recall(ctx, first, recall.Request{Reason: "nada", From: long, To: long.Add(time.Hour)})
		if err != nil || len(made.Lots) != 0 {
			t.Fatalf("%+v, %v", made, err)
		}
		for key, sees := range map[*trace.Key]bool{first: true, second: false, everybody: true} {
			_, err := svc.RecallOf(ctx, key, made.ID.String())
			if sees != (err == nil) || err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
				t.Errorf("%s reads the report: %v, want %t", key.AccessKey, err, sees)
			}
			page, next, err := svc.Recalls(ctx, key, "")
			if err != nil || next != "" || (len(page) == 1) != sees {
				t.Errorf("%s lists %+v, %v, want it to be listed: %t", key.AccessKey, page, err, sees)
			}
		}
	}},
}
