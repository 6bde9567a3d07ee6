package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lineage/recall"
	"rastro/internal/ownership"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// shippedLots returns a service over two harvests with a blend, its receipt by a holder
// whom one record names, its shipment and its papers.
func shippedLots(t *testing.T, s trace.Store) (svc *app.App, made map[string]trace.Record) {
	t.Helper()
	svc, err := newService(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.StartLog(context.Background(), origin); err != nil {
		t.Fatal(err)
	}
	made = map[string]trace.Record{}
	for _, r := range []struct{ name, prefix, harvest, payload string }{
		{"lot", identification.Prefix, "S-1", `{"codigoLote":"A-1"}`},
		{"own lot", processing.Prefix, "S-1", `{"lote":"MARIA-77","volume":"1 t","blendagem":"A-1 100%"}`},
		{"receipt", receipt.Prefix, "S-1", `{"loteOrigem":"A-1","volume":"10 t"}`},
		{"processed", kind.PostHarvest, "S-1", `{"loteEntrada":"A-1","loteSaida":"A-1","unidadeBeneficiamento":"Sitio da Maria"}`},
		{"shipment", kind.Shipment, "S-1", `{"loteOrigem":"A-1","volumeTransportado":9000,"destino":"NLRTM","dataTransporte":"2025-03-20","identificacaoTransporte":"IMO 9321483"}`},
		{"second", kind.Shipment, "S-1", `{"loteOrigem":"A-1","volumeTransportado":500,"destino":"ESBCN","dataTransporte":"2025-03-21","identificacaoTransporte":"IMO 9074729"}`},
		{"paper", kind.ExportCargo, "S-1", `{"notaFiscalExportacao":"NF 4242","declaracaoSegregacao":"lote A-1"}`},
	} {
		made[r.name] = create(t, svc, r.prefix, r.harvest, r.payload)
	}
	return svc, made
}

// CarryRecalls checks a store with reports that do not yet say which harvests they cover: an
// erasure must reach them too. open reopens the store.
func CarryRecalls(t *testing.T, e Engine, open func() trace.Store) {
	ctx := context.Background()
	svc, made := shippedLots(t, e.Store)
	report, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
	if err != nil {
		t.Fatal(err)
	}
	undo(t, e, 13)
	opened := open()
	if svc, err = newService(opened); err != nil {
		t.Fatal(err)
	}
	r := made["shipment"]
	if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	versions, err := opened.Versions(ctx, report.ID)
	if err != nil || len(versions) != 2 || !versions[0].Gone() || strings.Contains(string(versions[1].Payload), "NLRTM") {
		t.Errorf("%d versions, %v: the report from before the migration still quotes the record", len(versions), err)
	}
}

var recallErasureCases = []namedCase{
	{"an erasure reaches the reports that quote the record, and nothing else of them", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, made := shippedLots(t, s)
		first, err := svc.Recall(ctx, everybody, recall.Request{Reason: "lote maria-77 e IMO 9321483", Lots: []string{"A-1"}})
		if err != nil {
			t.Fatal(err)
		}
		other, err := svc.Recall(ctx, everybody, recall.Request{Reason: "fica", Lots: []string{"MARIA-77"}})
		if err != nil {
			t.Fatal(err)
		}
		read := func() *recall.Signed {
			t.Helper()
			got, err := svc.RecallOf(ctx, everybody, first.ID.String())
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		whole := string(read().Document)
		for _, quoted := range []string{"MARIA-77", "Sitio da Maria", "IMO 9321483", "NLRTM", "NF 4242"} {
			if !strings.Contains(whole, quoted) {
				t.Fatalf("the report does not quote %q: %s", quoted, whole)
			}
		}
		for i, step := range []struct {
			record string
			gone   []string
			stays  []string
		}{
			{"shipment", []string{"IMO 9321483", "NLRTM", "9000", "2025-03-20", "maria-77 e"}, []string{"IMO 9074729", "ESBCN", "MARIA-77", "Sitio da Maria", `"embarcadoKg":500`}},
			{"paper", []string{"NF 4242"}, []string{"IMO 9074729", "Sitio da Maria"}},
			{"processed", []string{"Sitio da Maria"}, []string{"IMO 9074729", "MARIA-77"}},
			{"own lot", []string{"MARIA-77"}, []string{"IMO 9074729", `"A-1"`}},
		} {
			r := made[step.record]
			if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
				t.Fatalf("%s: %v", step.record, err)
			}
			got := read()
			for _, text := range step.gone {
				if strings.Contains(string(got.Document), text) {
					t.Errorf("after the %s was erased the report says %q: %s", step.record, text, got.Document)
				}
			}
			for _, text := range step.stays {
				if !strings.Contains(string(got.Document), text) {
					t.Errorf("after the %s was erased the report has lost %q: %s", step.record, text, got.Document)
				}
			}
			if len(got.Erasures) != i+1 || got.Erasures[i].Record.ID != r.ID.String() || !strings.Contains(string(got.Document), r.ID.String()) {
				t.Errorf("after the %s was erased the report tells of %+v", step.record, got.Erasures)
			}
			if got.Totals.Shipments != 2 || got.Totals.Lots != first.Totals.Lots || got.Version != int64(i+2) || got.First != first.Hash {
				t.Errorf("after the %s was erased: version %d from %x, %+v", step.record, got.Version, got.First, got.Totals)
			}
			state, err := s.Log(ctx)
			if err != nil {
				t.Fatal(err)
			}
			verifier, err := ledger.NewVerifier(state.Verifier)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := verifier.OpenText("rastro recall", got.Signature); err != nil || !strings.Contains(text, "original ") {
				t.Errorf("signed %q, %v", text, err)
			}
		}
		if got, err := svc.RecallOf(ctx, everybody, other.ID.String()); err != nil || strings.Contains(string(got.Document), "MARIA-77") || got.Reason != "fica" || len(got.Erasures) != 1 {
			t.Errorf("the report of the lot that one record named: %s, %v", got.Document, err)
		}
		page, _, err := svc.Recalls(ctx, everybody, "")
		if err != nil || len(page) != 2 || !page[0].Erased || !page[1].Erased {
			t.Errorf("the list has %+v, %v; want both reports once, partly erased", page, err)
		}
		versions, err := s.Versions(ctx, first.ID)
		if err != nil || len(versions) != 5 || versions[0].Hash != first.Hash {
			t.Fatalf("%d versions, %v", len(versions), err)
		}
		for i := range versions {
			if versions[i].Gone() != (i < 4) {
				t.Errorf("version %d: Gone = %t", i+1, versions[i].Gone())
			}
		}
		drain(t, s, svc, int64(len(made))+2+4+5)
		if result, err := proof.VerifyStore(ctx, s, nil); err != nil || len(result.Damages) > 0 {
			t.Errorf("VerifyStore: %+v, %v", result, err)
		}
	}},
	{"a record that a report does not quote leaves it alone", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		report, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
		if err != nil {
			t.Fatal(err)
		}
		r := create(t, svc, planting.Prefix, "S-1", `{"dataPlantio":"2024-10-05"}`)
		if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		if got, err := svc.RecallOf(ctx, everybody, report.ID.String()); err != nil || string(got.Document) != string(report.Document) || string(got.Signature) != string(report.Signature) {
			t.Errorf("it became %s, %v", got.Document, err)
		}
	}},
	{"an erasure reaches the reasons of decisions on other codes", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
		named := create(t, svc, planting.Prefix, "S-3", `{"responsavel":"Maria Zqxwjvk"}`)
		code := ownership.Code{Realm: ownership.Lots, Text: "B-2"}
		settle := func(reason string) {
			t.Helper()
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
		settle("contrato com maria zqxwjvk")
		settle("romaneio conferido")
		if _, err := svc.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		var left []string
		err := s.EachNote(ctx, kind.Settlement, func(v *trace.Record) error {
			if !v.Gone() {
				left = append(left, string(v.Payload))
			}
			return nil
		})
		said := strings.Join(left, " ")
		if err != nil || len(left) != 2 || strings.Contains(strings.ToLower(said), "zqxwjvk") || !strings.Contains(said, "romaneio conferido") || strings.Count(said, `"B-2"`) != 2 {
			t.Errorf("the decisions say %s, %v", said, err)
		}
		if o := ownerOf(t, s, ownership.Lots, "B-2"); o.HarvestID != "S-2" || o.Settled == 0 {
			t.Errorf("the lot belongs to %+v", o)
		}
	}},
	{"a recall never quotes what is erased while it is made", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, made := shippedLots(t, s)
		erased := []string{"shipment", "paper", "own lot", "processed"}
		errs := together(8, func(lane int) error {
			if lane < len(erased) {
				r := made[erased[lane]]
				_, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido")
				return err
			}
			_, err := svc.Recall(ctx, everybody, recall.Request{Reason: fmt.Sprint("recall ", lane), Lots: []string{"A-1"}})
			return err
		})
		if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
			t.Fatal(errs[i])
		}
		page, _, err := svc.Recalls(ctx, everybody, "")
		if err != nil || len(page) != 4 {
			t.Fatalf("%d recalls, %v", len(page), err)
		}
		for _, p := range page {
			got, err := svc.RecallOf(ctx, everybody, p.ID.String())
			if err != nil {
				t.Fatal(err)
			}
			for _, quoted := range []string{"MARIA-77", "Sitio da Maria", "IMO 9321483", "NLRTM", "NF 4242"} {
				if strings.Contains(string(got.Document), quoted) {
					t.Errorf("a report quotes %q: %s", quoted, got.Document)
				}
			}
		}
	}},
	{"a recall after an erasure says that something was erased", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, made := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-9", `{"codigoLote":"A-1"}`)
		for _, name := range []string{"shipment", "own lot"} {
			r := made[name]
			if _, err := svc.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
				t.Fatal(err)
			}
		}
		other := &trace.Key{AccessKey: "rk_9", Name: "other", Scopes: everybody.Scopes, Harvests: []string{"S-9"}}
		for _, c := range []struct {
			key  *trace.Key
			want []string
		}{{everybody, []string{made["shipment"].ID.String(), made["own lot"].ID.String()}}, {other, nil}} {
			report, err := svc.Recall(ctx, c.key, recall.Request{Lots: []string{"A-1"}})
			if err != nil {
				t.Fatal(err)
			}
			if report, err = svc.RecallOf(ctx, c.key, report.ID.String()); err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, e := range report.Erasures {
				if !e.Before || e.At == "" {
					t.Errorf("%s: %+v", c.key.Name, e)
				}
				told = append(told, e.Record.ID)
			}
			if !slices.Equal(told, c.want) || report.Partial() || strings.Contains(string(report.Document), "MARIA") {
				t.Errorf("%s is told of %v, want %v: %s", c.key.Name, told, c.want, report.Document)
			}
		}
		receipt := made["receipt"]
		if _, err := svc.Erase(ctx, everybody, receipt.Kind, receipt.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"Z-1"}`)
		if report, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"Z-1"}}); err != nil || len(report.Erasures) != 0 {
			t.Errorf("another lot: %+v, %v", report, err)
		}
	}},
	{"a limited key that asks for a report makes the store read no record of others", func(t *testing.T, s trace.Store) {
		_, made := shippedLots(t, s)
		read := 0
		svc, err := newService(readVersions{s, &read})
		if err != nil {
			t.Fatal(err)
		}
		limited := &trace.Key{AccessKey: "rk_9", Name: "other", Scopes: everybody.Scopes, Harvests: []string{"S-9"}}
		for name, r := range made {
			if _, err := svc.RecallOf(context.Background(), limited, r.ID.String()); !trace.Is(err, trace.CodeRecordNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if read != 0 {
			t.Errorf("the versions of %d records were read", read)
		}
	}},
}

// readVersions is a store that counts the records whose versions were read.
type readVersions struct {
	trace.Store
	records *int
}

func (r readVersions) Versions(ctx context.Context, id trace.ID) ([]trace.Record, error) {
	*r.records++
	return r.Store.Versions(ctx, id)
}
