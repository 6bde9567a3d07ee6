package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// harvestPageCases check what the pages of a harvest need from a store.
var harvestPageCases = []namedCase{
	{"the demonstration is written once", func(t *testing.T, s trace.Store) {
		svc := demonstrated(t, s)
		ctx := context.Background()
		for _, name := range []string{"a", "b", ""} { // the same click again, another, a start of the server
			before := totals(t, svc)
			if _, err := svc.FillDemo(ctx, everybody, name); err != nil {
				t.Errorf("again as %q: %v", name, err)
			}
			if d := diff(before, totals(t, svc)); d != "" {
				t.Errorf("again as %q wrote:\n%s", name, d)
			}
		}
		if empty, err := svc.Empty(ctx, everybody); empty || err != nil {
			t.Errorf("empty: %t, %v", empty, err)
		}
		limited := &trace.Key{AccessKey: "rk_l", Scopes: trace.Scopes, Harvests: []string{"OUTRA"}}
		if empty, err := svc.Empty(ctx, limited); !empty || err != nil {
			t.Errorf("for who reaches none of it: %t, %v", empty, err)
		}
		if _, err := svc.FillDemo(ctx, limited, "c"); !trace.Is(err, trace.CodeLimitedKey) {
			t.Errorf("a limited key fills it: %v", err)
		}
	}},
	{"a card tells how its newest validation stands", func(t *testing.T, s trace.Store) {
		svc := demonstrated(t, s)
		ctx := context.Background()
		const harvest = "DEMO-SOJA-MT-2024-25"
		state := func(at time.Time) trace.State {
			t.Helper()
			card, err := svc.HarvestCard(ctx, everybody, harvest, "", harvests.NoMemory{})
			if err != nil || card.Validation == nil {
				t.Fatalf("%+v, %v", card, err)
			}
			return card.Validation.At(at)
		}
		create := func(k *kind.Kind, payload string) trace.Record {
			t.Helper()
			made, err := svc.Create(ctx, everybody, k, trace.Envelope{HarvestID: harvest, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return made.Record
		}
		want := func(what string, at time.Time, want trace.State) {
			t.Helper()
			if got := state(at); got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
		now := svc.Now()
		want("as made", now, trace.Valid)
		want("after its last day", time.Date(2036, 1, 2, 0, 0, 0, 0, time.UTC), trace.Expired)
		extra := create(receipt, `{"loteOrigem":"MT25-S-001"}`)
		want("with a record more", now, trace.Altered)
		if _, err := svc.Delete(ctx, everybody, receipt, extra.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		want("with that record deleted", now, trace.Valid)
		create(validationKind(), `{"status":"APROVADO","validade":"2027-01-31"}`)
		want("validated again", now, trace.Valid)
		create(validationKind(), `{"status":"REPROVADO","validade":"2020-01-31"}`)
		want("refused, and long over", now, trace.Refused)
	}},
	{"a harvest kind by kind", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 7 {
			write(t, s, record(t, receipt, "S", i))
		}
		write(t, s, record(t, planting, "S", 9), record(t, planting, "other", 10))
		kinds, versions, err := svc.HarvestKinds(context.Background(), everybody, "S", 3, 100)
		if err != nil || len(kinds) != len(kind.All) || versions != 8 {
			t.Fatalf("%d kinds, %d versions, %v", len(kinds), versions, err)
		}
		for _, k := range kinds {
			count, shown := int64(0), 0
			switch k.Kind {
			case receipt:
				count, shown = 7, 3
			case planting:
				count, shown = 1, 1
			}
			if k.Count != count || len(k.Records) != shown {
				t.Errorf("%s: %d records, %d shown; want %d and %d", k.Kind.Prefix, k.Count, len(k.Records), count, shown)
			}
		}
		if _, _, err := svc.HarvestKinds(context.Background(), &trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S"}}, "other", 3, 100); !trace.Is(err, trace.CodeForbiddenHarvest) {
			t.Errorf("another's harvest: %v", err)
		}
	}},
	{"lots, plots and measurements of a harvest", func(t *testing.T, s trace.Store) {
		svc := demonstrated(t, s)
		ctx := context.Background()
		lots, more, err := svc.HarvestLots(ctx, everybody, "DEMO-CAFE-MG-2025")
		if want := []string{"MG25-C-01", "MG25-C-COCO"}; err != nil || more || !slices.Equal(lots, want) {
			t.Errorf("lots %v, more %t, %v; want %v", lots, more, err, want)
		}
		plots, more, err := svc.HarvestPlots(ctx, everybody, "DEMO-CAFE-MG-2025")
		if err != nil || more || len(plots) != 1 || plots[0].Record.Kind.Name != "planoCultivo" || plots[0].Shape.AreaHa < 3 {
			t.Errorf("plots %v, more %t, %v", plots, more, err)
		}
		checkPlotsNear(t, svc)
		series, err := svc.HarvestSeries(ctx, everybody, "DEMO-CAFE-MG-2025")
		if err != nil || series.Drawn != series.Records {
			t.Fatalf("%+v, %v", series, err)
		}
		var got []string
		for _, m := range series.Points {
			day := ""
			if !m.On.IsZero() {
				day = m.On.Format(time.DateOnly)
			}
			got = append(got, fmt.Sprintf("%s.%s %s %s %d %g", m.Kind.Name, m.Field, day, m.Lot, m.Of, m.Value))
		}
		if d := diff(coffeeSeries, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}},
}

var coffeeSeries = []string{
	"colheita.quantidadeColhida 2025-05-20  4 12000",
	"beneficiamento.umidadeEntrada 2025-05-21 MG25-C-01 1 25",
	"beneficiamento.impurezaEntrada 2025-05-21 MG25-C-01 2 0.9",
	"beneficiamento.pesoEntrada 2025-05-21 MG25-C-01 3 12000",
	"beneficiamento.perdaTecnica 2025-05-21 MG25-C-01 5 6000",
	"beneficiamento.umidadeSaida 2025-06-12 MG25-C-01 1 11.5",
	"beneficiamento.impurezaSaida 2025-06-12 MG25-C-01 2 0.4",
	"beneficiamento.pesoSaida 2025-06-12 MG25-C-01 4 6000",
	"recebimento.umidade 2025-06-16 MG25-C-01 1 11.5",
	"recebimento.impureza 2025-06-16 MG25-C-01 2 0.4",
	"recebimento.volume 2025-06-16 MG25-C-01 3 6000",
	"armazenamento.umidade 2025-06-16 MG25-C-01 1 11.5",
	"armazenamento.impureza 2025-06-16 MG25-C-01 2 0.4",
	"armazenamento.volume 2025-06-16 MG25-C-01 3 6000",
	"controleQualidade.analiseQualidade  MG25-C-01 1 11.5",
	"processamento.parametros 2025-07-01 MG25-C-01 1 11.5",
	"processamento.volume 2025-07-01 MG25-C-01 3 6000",
	"processamento.volumeFinal 2025-07-02 MG25-C-01 4 5880",
	"controleQualidade.analiseQualidade  MG25-C-01 1 11.5",
	"transporteExportacao.volumeTransportado 2025-07-25 MG25-C-01 4 5880",
}

func demonstrated(t *testing.T, s trace.Store) *app.App {
	t.Helper()
	svc, err := newService(s)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if empty, err := svc.Empty(ctx, everybody); !empty || err != nil {
		t.Fatalf("empty: %t, %v", empty, err)
	}
	if n, err := svc.FillDemo(ctx, everybody, "a"); n < 30 || err != nil {
		t.Fatalf("%d written, %v", n, err)
	}
	return svc
}

// totals returns the number of records of each kind.
func totals(t *testing.T, svc *app.App) map[string]int64 {
	t.Helper()
	all := map[string]int64{}
	for _, k := range kind.All {
		page, err := svc.List(context.Background(), everybody, k, trace.NewestFirst, trace.Paging{Size: 1, Total: true})
		if err != nil {
			t.Fatal(err)
		}
		all[k.Prefix] = page.Total
	}
	return all
}

// checkPlotsNear writes plots around a harvest's plot, and looks for them.
func checkPlotsNear(t *testing.T, svc *app.App) {
	t.Helper()
	ctx := context.Background()
	write := func(harvest, code, plot string) {
		t.Helper()
		env := trace.Envelope{HarvestID: harvest, HarvestCode: code, Payload: []byte(`{"fazenda":"` + harvest + `","poligono":` + plot + `}`)}
		if _, err := svc.Create(ctx, everybody, trace.PlanKind, env, nil); err != nil {
			t.Fatal(err)
		}
	}
	write("CENTRO", "2030/31", "[-50.72,-15.55,-50.71,-15.54]")
	write("VIZINHA", "2030/31", "[-50.705,-15.55,-50.70,-15.54]")
	write("ANTIGA", "2019/20", "[-50.705,-15.55,-50.70,-15.54]")
	write("LONGE", "2030/31", "[-50.22,-15.55,-50.21,-15.54]")
	around, _, err := svc.HarvestPlots(ctx, everybody, "CENTRO")
	if err != nil || len(around) != 1 {
		t.Fatalf("%v, %v", around, err)
	}
	limited := &trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"CENTRO", "VIZINHA"}}
	for _, tc := range []struct {
		by   *trace.Key
		want []string
	}{{everybody, []string{"VIZINHA"}}, {limited, nil}} {
		plots, err := svc.PlotsNear(ctx, tc.by, "CENTRO", around)
		var got []string
		for _, p := range plots {
			got = append(got, p.Record.HarvestID)
		}
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("near: %v, %v; want %v", got, err, tc.want)
		}
	}
	if _, err := svc.PlotsNear(ctx, &trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S"}}, "CENTRO", around); !trace.Is(err, trace.CodeForbiddenHarvest) {
		t.Errorf("near another's harvest: %v", err)
	}
}
