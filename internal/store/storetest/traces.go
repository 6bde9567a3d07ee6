package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// traced is a sink that stores what it receives, as text.
type traced struct {
	nodes, edges []string
	names        map[string]string // of records, by id
}

func (s *traced) name(key string) string {
	kindOf, id, _ := strings.Cut(key, ":")
	if name, ok := s.names[id]; ok {
		return kindOf + ":" + name
	}
	return key
}

func (s *traced) Node(n *lineage.Node) error {
	text := s.name(n.Key())
	for _, i := range n.Inspections {
		text += " " + i.Verdict.String()
	}
	if len(n.Certificates) > 0 {
		text += fmt.Sprintf(" %d certificados", len(n.Certificates))
	}
	s.nodes = append(s.nodes, text)
	return nil
}

func (s *traced) Edge(e *lineage.Edge) error {
	text := s.name(e.From) + " -> " + s.name(e.To) + " " + e.Role
	if e.Kg == e.Kg {
		text += fmt.Sprintf(" %gkg", e.Kg)
	}
	s.edges = append(s.edges, text)
	return nil
}

// goldens writes the two complete harvests.
func goldens(t *testing.T, svc *app.App) map[string]string {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, r := range records {
		names[create(t, svc, r.Prefix, r.HarvestID, string(r.Payload)).ID.String()] = r.HarvestID
	}
	return names
}

func create(t testing.TB, svc *app.App, prefix, harvest, payload string) trace.Record {
	t.Helper()
	made, err := svc.Create(context.Background(), everybody, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvest, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made.Record
}

// follow reads a trace to its end, page by page.
func follow(t testing.TB, svc *app.App, by *trace.Key, q lineage.Query, names map[string]string) (*traced, lineage.End) {
	t.Helper()
	out := &traced{names: names}
	for {
		end, err := svc.Trace(context.Background(), by, q, func(lineage.Head) (lineage.Sink, error) { return out, nil })
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if end.Next == "" {
			slices.Sort(out.nodes)
			slices.Sort(out.edges)
			return out, end
		}
		q.Cursor = end.Next
	}
}

const soyHarvest, coffeeHarvest = "DEMO-SOJA-MT-2024-25", "DEMO-CAFE-MG-2025"

var traceCases = []namedCase{
	{"the golden harvests, both ways", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		names := goldens(t, svc)
		for _, c := range []struct {
			lot          string
			way          lineage.Direction
			nodes, edges []string
		}{
			{"mt25-s-001", lineage.ToOrigin, []string{"instalacao:suite", "lote:MT25-S-001 APROVADO", "lote:MT25-S-001-CAMPO", "safra:" + soyHarvest + " 1 certificados", "talhao:" + soyHarvest}, []string{
				"lote:MT25-S-001 -> instalacao:suite armazenamento 36000kg", "lote:MT25-S-001 -> instalacao:suite processamento 36000kg", "lote:MT25-S-001 -> instalacao:suite recebimento 36000kg",
				"lote:MT25-S-001-CAMPO -> lote:MT25-S-001 beneficiamento 36270kg", "safra:" + soyHarvest + " -> lote:MT25-S-001 identificacao",
				"safra:" + soyHarvest + " -> lote:MT25-S-001-CAMPO identificacao", "talhao:" + soyHarvest + " -> safra:" + soyHarvest + " planoCultivo",
			}},
			{"MT25-S-001-CAMPO", lineage.ToDestination, []string{"embarque:" + soyHarvest, "instalacao:suite", "lote:MT25-S-001 APROVADO", "lote:MT25-S-001-CAMPO"}, []string{
				"lote:MT25-S-001 -> embarque:" + soyHarvest + " embarque 35800kg",
				"lote:MT25-S-001 -> instalacao:suite armazenamento 36000kg", "lote:MT25-S-001 -> instalacao:suite processamento 36000kg", "lote:MT25-S-001 -> instalacao:suite recebimento 36000kg",
				"lote:MT25-S-001-CAMPO -> lote:MT25-S-001 beneficiamento 36270kg",
			}},
			{"lote MG25-C-01", lineage.BothWays, []string{"embarque:" + coffeeHarvest, "instalacao:suite", "lote:MG25-C-01 APROVADO", "lote:MG25-C-COCO", "safra:" + coffeeHarvest + " 1 certificados", "talhao:" + coffeeHarvest}, nil},
		} {
			for _, limit := range []int{1, 1000} {
				got, end := follow(t, svc, everybody, lineage.Query{Lot: c.lot, Direction: c.way, Depth: -1, Limit: limit}, names)
				if d := diff(c.nodes, got.nodes); d != "" {
					t.Errorf("%s %s by %d: nodes -want +got\n%s", c.lot, c.way, limit, d)
				}
				if d := diff(c.edges, got.edges); d != "" && c.edges != nil {
					t.Errorf("%s %s by %d: edges -want +got\n%s", c.lot, c.way, limit, d)
				}
				if end.Truncated || end.Restricted {
					t.Errorf("%s %s: %+v", c.lot, c.way, end)
				}
			}
		}
		got, _ := follow(t, svc, everybody, lineage.Query{HarvestID: soyHarvest, Direction: lineage.BothWays, Depth: -1, Limit: 1000}, names)
		want := []string{"embarque:" + soyHarvest, "instalacao:suite", "lote:MT25-S-001 APROVADO", "lote:MT25-S-001-CAMPO", "safra:" + soyHarvest + " 1 certificados", "talhao:" + soyHarvest}
		if d := diff(want, got.nodes); d != "" {
			t.Errorf("the whole harvest: -want +got\n%s", d)
		}
	}},
	{"through blends, over harvests, in circles, to unknown ends", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		for i, harvest := range []string{"S-1", "S-2"} {
			create(t, svc, kind.Plan, harvest, `{"poligono":[-55.72,-12.55,-55.71,-12.54],"produtor":"Ana","municipio":"Sorriso","uf":"MT"}`)
			create(t, svc, identification.Prefix, harvest, fmt.Sprintf(`{"codigoLote":"A-%d"}`, i+1))
		}
		create(t, svc, identification.Prefix, "S-3", `{"codigoLote":"A-3"}`)
		create(t, svc, processing.Prefix, "S-2", `{"lote":"MIX-1","volume":"10 t","blendagem":"A-1 30%; A-2 30%; A-3 20%; X-9 20%"}`)
		create(t, svc, drying.Prefix, "S-2", `{"loteEntrada":"MIX-1","loteSaida":"MIX-2"}`)
		create(t, svc, drying.Prefix, "S-2", `{"loteEntrada":"MIX-2","loteSaida":"A-1"}`)
		shipped := create(t, svc, kind.Shipment, "S-2", `{"loteOrigem":"MIX-2","volumeTransportado":9000}`)
		names := map[string]string{shipped.ID.String(): "navio"}
		lots := func(out *traced) (lots []string) {
			for _, n := range out.nodes {
				if strings.HasPrefix(n, "lote:") || strings.HasPrefix(n, "embarque:") {
					lots = append(lots, strings.TrimPrefix(n, "lote:"))
				}
			}
			return lots
		}
		for _, c := range []struct {
			lot   string
			way   lineage.Direction
			depth int
			want  string
			edges int
		}{
			{"MIX-2", lineage.ToOrigin, -1, "A-1 A-2 A-3 MIX-1 MIX-2 X-9", 4 + 1 + 1 + 3 + 2},
			{"MIX-2", lineage.ToOrigin, 1, "MIX-1 MIX-2", 1},
			{"MIX-2", lineage.ToOrigin, 0, "MIX-2", 0},
			{"A-2", lineage.ToDestination, -1, "embarque:navio A-1 A-2 MIX-1 MIX-2", 4 + 1},
			{"A-1", lineage.BothWays, -1, "embarque:navio A-1 A-2 A-3 MIX-1 MIX-2 X-9", 4 + 1 + 1 + 3 + 2 + 1},
			{"A-1", lineage.BothWays, 1, "A-1 MIX-1 MIX-2", 3},
		} {
			for _, limit := range []int{1, 2, 100} {
				got, end := follow(t, svc, everybody, lineage.Query{Lot: c.lot, Direction: c.way, Depth: c.depth, Limit: limit}, names)
				if text := strings.Join(lots(got), " "); text != c.want {
					t.Errorf("%s %s %d by %d: %s, want %s", c.lot, c.way, c.depth, limit, text, c.want)
				}
				if unique := len(slices.Compact(slices.Clone(got.edges))); unique != len(got.edges) || c.depth < 0 && unique != c.edges {
					t.Errorf("%s %s %d by %d: %d edges, %d of them once, want %d: %q", c.lot, c.way, c.depth, limit, len(got.edges), unique, c.edges, got.edges)
				}
				if end.Truncated != (c.depth >= 0) {
					t.Errorf("%s %s %d: truncated %v", c.lot, c.way, c.depth, end.Truncated)
				}
			}
		}
		var plots []string
		origin, err := svc.OriginOf(context.Background(), everybody, "mix-2", time.Time{}, func(p *lineage.OriginPlot) error {
			plots = append(plots, fmt.Sprintf("%s %s %s %s %s %v", p.Record.HarvestID, p.Field, p.Producer.Name, p.Producer.Country, p.Producer.Place, p.Lots))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]string{"S-1 poligono Ana BR Sorriso/MT [A-1]", "S-2 poligono Ana BR Sorriso/MT [A-2]"}, plots); d != "" {
			t.Errorf("plots behind MIX-2: -want +got\n%s", d)
		}
		if !slices.Equal(origin.Unknown, []string{"X-9"}) || !slices.Equal(origin.Plotless, []string{"S-3"}) || len(origin.Harvests) != 3 || len(origin.Lots) != 6 || origin.Plots != 2 || len(origin.Proofs) != 6 {
			t.Errorf("behind MIX-2: %+v", origin)
		}
		restricted := &trace.Key{AccessKey: "rk2", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}
		got, end := follow(t, svc, restricted, lineage.Query{Lot: "MIX-1", Direction: lineage.ToOrigin, Depth: -1, Limit: 10}, nil)
		if text := strings.Join(lots(got), " "); text != "A-1 A-2 A-3 MIX-1 MIX-2 X-9" || !end.Restricted {
			t.Errorf("a key of S-2 alone: %s, %+v", text, end)
		}
		restricted.Harvests = []string{"S-1"}
		_, err = svc.Trace(context.Background(), restricted, lineage.Query{Lot: "A-3"}, nil)
		wantCode(t, "a lot of another harvest", err, trace.CodeLotNotFound)
	}},
	{"codes like one that is not there", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		create(t, svc, identification.Prefix, "S", `{"codigoLote":"MT25-S-001, MT25-S-002, MG25-C-01, ZZ-9"}`)
		_, err = svc.Trace(context.Background(), everybody, lineage.Query{Lot: "MT25-S-01"}, nil)
		wantCode(t, "an unknown lot", err, trace.CodeLotNotFound)
		var near []string
		for _, p := range trace.AsError(err).Problems {
			near = append(near, p.Args["lote"])
		}
		if !slices.Contains(near, "MT25-S-001") || slices.Contains(near, "ZZ-9") {
			t.Errorf("near MT25-S-01: %q", near)
		}
		for _, c := range []struct{ text, want string }{
			{"", "MG25-C-01 MT25-S-001 MT25-S-002 ZZ-9"}, {"mt25", "MT25-S-001 MT25-S-002"}, {"25-", "MG25-C-01 MT25-S-001 MT25-S-002"}, {"s-0", "MT25-S-001 MT25-S-002"}, {"nada", ""},
		} {
			for _, size := range []int{1, 3, 100} {
				var codes []string
				for cursor := ""; ; {
					found, next, err := svc.FindLots(context.Background(), everybody, c.text, cursor, size)
					if err != nil || len(found) > size {
						t.Fatalf("%q: %v, %v", c.text, found, err)
					}
					for _, f := range found {
						codes = append(codes, f.Code)
					}
					if cursor = next; next == "" {
						break
					}
				}
				if text := strings.Join(codes, " "); text != c.want {
					t.Errorf("lots with %q, by %d: %s, want %s", c.text, size, text, c.want)
				}
			}
		}
	}},
	{"the golden harvests balance", func(t *testing.T, s trace.Store) {
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		goldens(t, svc)
		for code, want := range map[string]string{"MT25-S-001": "36000 145 0 35800 55", "MG25-C-01": ""} {
			b, err := svc.BalanceOf(context.Background(), everybody, code, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if n := b.Violations(); n > 0 || b.Truncated || b.Restricted || len(b.Accounts) != 2 {
				t.Errorf("%s: %d violations, %+v, %+v", code, n, b.Accounts, b.Steps)
			}
			a := b.Accounts[0]
			if got := fmt.Sprintf("%g %g %g %g %g", a.Available, a.Lost, a.Consumed, a.Shipped, a.Left); got != want && want != "" {
				t.Errorf("%s: %s, want %s", code, got, want)
			}
		}
		create(t, svc, kind.Shipment, soyHarvest, `{"loteOrigem":"MT25-S-001","volumeTransportado":20000,"identificacaoTransporte":"IMO 9321483"}`)
		b, err := svc.BalanceOf(context.Background(), everybody, "MT25-S-001", time.Time{})
		if err != nil || b.Violations() != 1 || b.Accounts[0].Violations[0].Rule != lot.SoldTwice {
			t.Errorf("sold twice: %+v, %v", b.Accounts[0], err)
		}
	}},
}
