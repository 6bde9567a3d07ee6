package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// The parties of an attack: one whose lot is named, and one that names it again and
// again, with a key for its own harvest alone.
var (
	victim   = &trace.Key{AccessKey: "rk_vit", Name: "vitima", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-VIT"}}
	attacker = &trace.Key{AccessKey: "rk_atk", Name: "atacante", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-ATK"}}
)

// attacked is a store with a victim's lots, VIT-L-9 and what was made from it, two shipments, and a
// document.
type attacked struct {
	svc       *app.App
	shipments []string // ids
	paper     string
}

func newAttacked(t *testing.T, s trace.Store) *attacked {
	t.Helper()
	svc, err := newService(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.StartLog(context.Background(), origin); err != nil {
		t.Fatal(err)
	}
	create(t, svc, kind.Plan, "S-VIT", `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
	create(t, svc, identification.Prefix, "S-VIT", `{"codigoLote":"VIT-L-9"}`)
	create(t, svc, receipt.Prefix, "S-VIT", `{"loteOrigem":"VIT-L-9","volume":"30 t"}`)
	create(t, svc, drying.Prefix, "S-VIT", `{"loteEntrada":"VIT-L-9","loteSaida":"VIT-P-1","pesoEntrada":1000,"pesoSaida":900}`)
	a := &attacked{svc: svc}
	for _, code := range []string{"VIT-L-9", "VIT-P-1"} {
		r := create(t, svc, shipping.Prefix, "S-VIT", fmt.Sprintf(`{"loteOrigem":%q,"volumeTransportado":500,"destino":"NLRTM","identificacaoTransporte":"IMO 9321483"}`, code))
		a.shipments = append(a.shipments, r.ID.String())
	}
	a.paper = create(t, svc, kind.Cargo, "S-VIT", `{"notaFiscal":"NF 1","declaracaoSegregacao":"lote VIT-L-9"}`).ID.String()
	return a
}

// hold checks that a key misses nothing of the victim's, and that nothing reports being cut. lots
// is how many lots VIT-L-9 becomes, including itself.
func (a *attacked) hold(t *testing.T, who string, by *trace.Key, lots int) {
	t.Helper()
	ctx := context.Background()
	report, err := a.svc.Recall(ctx, by, recall.Request{Lots: []string{"VIT-L-9"}})
	if err != nil {
		t.Errorf("%s: recall: %v", who, err)
		return
	}
	shipped := map[string]bool{}
	papers := 0
	for i := range report.Shipments {
		shipped[report.Shipments[i].Record.ID] = true
		for _, d := range report.Shipments[i].Documents {
			if d.Record.ID == a.paper {
				papers++
			}
		}
	}
	for i := range report.Common {
		for _, d := range report.Common[i].Documents {
			if d.Record.ID == a.paper {
				papers++
			}
		}
	}
	for _, id := range a.shipments {
		if !shipped[id] {
			t.Errorf("%s: the recall misses shipment %s", who, id)
		}
	}
	if papers == 0 || len(report.Lots) != lots || report.Truncated || len(report.Signature) == 0 {
		t.Errorf("%s: recall of %d lots, want %d; the paper %d times; truncado %v, signed %v", who, len(report.Lots), lots, papers, report.Truncated, len(report.Signature) > 0)
	}
	out, end := follow(t, a.svc, by, lineage.Query{Lot: "VIT-L-9", Direction: lineage.ToDestination, Depth: -1, Limit: lineage.DefaultTraceLots}, nil)
	told := 0
	for _, n := range out.nodes {
		if strings.HasPrefix(n, "lote:") {
			told++
		}
	}
	for _, id := range a.shipments {
		if !slices.Contains(out.nodes, "embarque:"+id) {
			t.Errorf("%s: the trace misses shipment %s", who, id)
		}
	}
	if nodes, edges := len(slices.Compact(slices.Clone(out.nodes))), len(out.edges); nodes != len(out.nodes) || told != lots || end.Truncated || edges < lots {
		t.Errorf("%s: trace of %d lots, want %d; %d nodes, %d of them once; %d edges; truncated %v", who, told, lots, len(out.nodes), nodes, edges, end.Truncated)
	}
	balance, err := a.svc.BalanceOf(ctx, by, "VIT-L-9", time.Time{})
	if err != nil || balance.Truncated || balance.Accounts[0].Shipped < 500 || balance.Accounts[0].Consumed < 1000 || balance.Accounts[0].Received < 30_000 {
		t.Errorf("%s: balance %+v, %v", who, balance, err)
	}
	plots := 0
	from, err := a.svc.PlotsBehind(ctx, by, "VIT-L-9", time.Time{}, func() func(*lineage.OriginPlot) error {
		plots = 0
		return func(p *lineage.OriginPlot) error {
			if p.Record.HarvestID == "S-VIT" {
				plots++
			}
			return nil
		}
	})
	if err != nil || plots != 1 || from.Truncated || from.ShippedKg < 500 {
		t.Errorf("%s: %d plots behind the lot, %+v, %v", who, plots, from, err)
		return
	}
	if !slices.ContainsFunc(from.Lots[0].Facts, func(r lot.Row) bool { return trace.ID(r.ID).String() == a.paper }) {
		t.Errorf("%s: the paper is not among the facts behind the lot", who)
	}
	if found, _, err := a.svc.FindLots(ctx, by, "VIT-L-9", "", 10); err != nil || len(found) != 1 || found[0].HarvestIDs[0] != "S-VIT" && by == victim {
		t.Errorf("%s: found %+v, %v", who, found, err)
	}
}

// papersOf is a sink that keeps the documents of a lot.
type papersOf struct {
	lot   string
	ids   []string
	whole bool
}

func (p *papersOf) Node(n *lineage.Node) error {
	if n.Type == lineage.LotNode && n.Code == p.lot {
		for _, d := range n.Documents {
			p.ids = append(p.ids, d.Record.ID.String())
		}
		p.whole = !n.Truncated
	}
	return nil
}

func (p *papersOf) Edge(*lineage.Edge) error { return nil }

var customs = kind.ByPrefix(kind.Customs)

// flood writes many records that name VIT-L-9 in one role, in the attacker's harvest.
func flood(t *testing.T, s trace.Store, rows int, make func(i int) trace.Record) {
	t.Helper()
	var batch []trace.Record
	at := time.Now().UTC().Truncate(time.Millisecond)
	for i := range rows {
		r := make(i)
		r.UpdatedAt = at // the ids show that they came later
		if batch = append(batch, committed(t, r)); len(batch) == 1000 || i == rows-1 {
			write(t, s, batch...)
			batch = batch[:0]
		}
	}
}

// floods name VIT-L-9 in every role but that of the import below: in each role more often than a
// page of rows has room for (trace.RowPage), and in claims more often than a walk can hold
// (trace.MaxRows).
var floods = []struct {
	role lot.Role
	kind *kind.Kind
	rows int
	says string // # is the number of the row
}{
	{lot.Identified, identification, 4_200, `{"codigoLote":"VIT-L-9"}`},
	{lot.Produced, drying, 4_200, `{"loteEntrada":"ATK-#","loteSaida":"VIT-L-9"}`},
	{lot.Processed, processing, 2_100, `{"lote":"VIT-L-9","volume":"1 kg","volumeFinal":"1 kg"}`},
	{lot.Shipped, shipping, 2_100, `{"loteOrigem":"VIT-L-9","volumeTransportado":1}`},
	{lot.Received, receipt, 2_100, `{"loteOrigem":"VIT-L-9","volume":"1 kg"}`},
	{lot.Inspected, inspection, 2_100, `{"resultadoInspecao":"aprovado","codigosLote":["VIT-L-9"]}`},
	{lot.Sampled, analysis, 2_100, `{"analiseQualidade":"umidade 12%","identificacao":"lote VIT-L-9"}`},
	{lot.Documented, cargo, 2_100, `{"notaFiscal":"NF","declaracaoSegregacao":"lote VIT-L-9"}`},
	{lot.Validated, validationKind(), 2_100, `{"lotes":["VIT-L-9"]}`},
}

var lotFloodCases = []namedCase{
	{"an import that consumes a lot 6 000 times hides nothing from its owner or the administrator", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		a.hold(t, "victim, before", victim, 2)
		const rows = 6_000 // more than a walk can hold, and more than a search reads
		var file strings.Builder
		for i := range rows {
			fmt.Fprintf(&file, `{"safraId":"S-ATK","dados":{"loteEntrada":"VIT-L-9","loteSaida":"ATK-%d"}}`+"\n", i)
		}
		if done := importAs(t, a.svc, attacker, drying, strings.NewReader(file.String()), valid); done.err != nil || done.Created != rows {
			t.Fatalf("import: %+v, %v", done.Count, done.err)
		}
		// What the victim does later comes after all of these rows.
		create(t, a.svc, drying.Prefix, "S-VIT", `{"loteEntrada":"VIT-L-9","loteSaida":"VIT-P-2"}`)
		late := create(t, a.svc, shipping.Prefix, "S-VIT", `{"loteOrigem":"VIT-P-2","volumeTransportado":500}`)
		a.shipments = append(a.shipments, late.ID.String())
		a.hold(t, "victim", victim, 3)
		a.hold(t, "administrator", everybody, 3+rows)
	}},
	{"floods in every role hide nothing", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		n := 0
		for _, f := range floods {
			flood(t, s, f.rows, func(i int) trace.Record {
				n++
				return naming(t, f.kind, "S-ATK", 100_000_000+n, strings.ReplaceAll(f.says, "#", strconv.Itoa(i)))
			})
		}
		for who, by := range map[string]*trace.Key{"victim": victim, "administrator": everybody} {
			a.hold(t, who, by, 2)
			shown := &papersOf{lot: "VIT-L-9"}
			if _, err := a.svc.Trace(context.Background(), by, lineage.Query{Lot: "VIT-L-9", Direction: lineage.ToDestination, Depth: -1, Limit: 10}, func(lineage.Head) (lineage.Sink, error) { return shown, nil }); err != nil || !slices.Contains(shown.ids, a.paper) {
				t.Errorf("%s: the lot shows %d papers, not the victim's; %v", who, len(shown.ids), err)
			}
		}
	}},
	{"a page of a trace ends amid a lot with too many edges, and the next continues there", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		const rows, page = 30, 500 // with 100 lots each
		limits := wideLimits
		limits.Edges = 4 * page
		svc := limited(t, s, limits)
		n := 0
		flood(t, s, rows, func(i int) trace.Record {
			var made []string
			for range 100 {
				n++
				made = append(made, fmt.Sprintf("F-%d", n))
			}
			return naming(t, drying, "S-ATK", 100_000_000+i, fmt.Sprintf(`{"loteEntrada":"VIT-L-9","loteSaida":%q}`, strings.Join(made, ", ")))
		})
		lots, edges, pages := map[string]bool{}, map[string]bool{}, 0
		q := lineage.Query{Lot: "VIT-L-9", Direction: lineage.BothWays, Depth: 1, Limit: page}
		for more := true; more; pages++ {
			out := &traced{}
			end, err := svc.Trace(context.Background(), everybody, q, func(lineage.Head) (lineage.Sink, error) { return out, nil })
			if err != nil {
				t.Fatal(err)
			}
			if len(out.edges) > limits.Edges+1 { // the plot's edge comes with its harvest
				t.Errorf("page %d has %d edges", pages, len(out.edges))
			}
			for what, of := range map[*map[string]bool][]string{&lots: out.nodes, &edges: out.edges} {
				for _, one := range of {
					if (*what)[one] {
						t.Fatalf("page %d tells %s again", pages, one)
					}
					(*what)[one] = true
				}
			}
			q.Cursor, more = end.Next, end.Next != ""
		}
		for _, want := range []string{"lote:F-1", "lote:F-3000", "lote:VIT-P-1", "safra:S-VIT", "embarque:" + a.shipments[0], "embarque:" + a.shipments[1]} {
			if !lots[want] {
				t.Errorf("the trace misses %s", want)
			}
		}
		// Each lot, with an edge to each. In addition: the harvest and its plot, two shipments, and
		// the place that received the lot.
		if len(lots) != 100*rows+2+2+2+1 || len(edges) != 100*rows+1+2+2+1 || pages < 6 {
			t.Errorf("%d nodes and %d edges on %d pages", len(lots), len(edges), pages)
		}
	}},
	{"papers that every shipment would repeat are told once", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		flood(t, s, 600, func(i int) trace.Record {
			if i%2 == 0 {
				return naming(t, shipping, "S-ATK", 100_000_000+i, `{"loteOrigem":"VIT-L-9","volumeTransportado":1}`)
			}
			return naming(t, cargo, "S-ATK", 100_000_000+i, `{"notaFiscal":"NF","declaracaoSegregacao":"lote VIT-L-9"}`)
		})
		flood(t, s, 300, func(i int) trace.Record {
			return naming(t, customs, "S-ATK", 200_000_000+i, `{"declaracaoExportacao":"DU-E"}`)
		})
		a.hold(t, "administrator", everybody, 2)
		report, err := a.svc.Recall(context.Background(), everybody, recall.Request{Lots: []string{"VIT-L-9"}})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Common) != 2 || report.Common[0].Lot != "VIT-L-9" || len(report.Common[0].Documents) != 301 || report.Common[1].HarvestID != "S-ATK" || len(report.Common[1].Documents) != 300 || len(report.Shipments) != 302 {
			t.Errorf("%d shipments, common papers %+v", len(report.Shipments), report.Common)
		}
		back, err := a.svc.RecallOf(context.Background(), everybody, report.ID.String())
		if err != nil || len(back.Common) != 2 {
			t.Errorf("read back: %d common papers, %v", len(back.Common), err)
		}
	}},
	{"papers of many lots are repeated no more often in all", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		const lots, each = 20, 30 // 20 × 30 × 30 papers, 900 of each lot
		var codes []string
		for i := range lots {
			codes = append(codes, fmt.Sprintf("ATK-%d", i))
		}
		all := strings.Join(codes, ", ")
		flood(t, s, 1, func(int) trace.Record {
			return naming(t, drying, "S-ATK", 100_000_000, `{"loteEntrada":"VIT-L-9","loteSaida":"`+all+`"}`)
		})
		flood(t, s, each, func(i int) trace.Record {
			return naming(t, shipping, "S-ATK", 200_000_000+i, `{"loteOrigem":"`+all+`","volumeTransportado":1}`)
		})
		flood(t, s, lots*each, func(i int) trace.Record {
			return naming(t, cargo, "S-ATK", 300_000_000+i, fmt.Sprintf(`{"notaFiscal":"NF","declaracaoSegregacao":"lote ATK-%d"}`, i%lots))
		})
		report, err := a.svc.Recall(context.Background(), everybody, recall.Request{Lots: []string{"VIT-L-9"}})
		if err != nil {
			t.Fatal(err)
		}
		under, common := 0, 0
		for i := range report.Shipments {
			under += len(report.Shipments[i].Documents)
		}
		for i := range report.Common {
			common += len(report.Common[i].Documents)
		}
		if under > 10_100 || common == 0 || under/each+common < lots*each {
			t.Errorf("%d papers under %d shipments, %d told once", under, len(report.Shipments), common)
		}
	}},
	{"what does not fit in memory is refused, and nothing is signed or written", func(t *testing.T, s trace.Store) {
		a := newAttacked(t, s)
		ctx := context.Background()
		const lots = 1_000
		flood(t, s, lots, func(i int) trace.Record {
			return naming(t, drying, "S-ATK", 100_000_000+i, fmt.Sprintf(`{"loteEntrada":"VIT-L-9, ATK-E-%d","loteSaida":"ATK-%d"}`, i, i))
		})
		flood(t, s, lots, func(i int) trace.Record {
			return naming(t, drying, "S-ATK", 200_000_000+i, fmt.Sprintf(`{"loteEntrada":"ATK-%d","loteSaida":"ATK-MIX-1"}`, i))
		})
		for _, c := range []struct {
			name   string
			limits lineage.Limits
			report int
			code   trace.Code // of the recall; "" if it is made
			ways   trace.Code // of trace and balance of the blend
		}{
			{"room enough", lineage.Limits{Walk: lots * 400, Origin: lots * 800, Balance: lots * 6400}, lots * 200, "", ""},
			{"a small report", lineage.Limits{Walk: lots * 400, Origin: lots * 800, Balance: lots * 6400}, lots * 20, trace.CodeRecallTooLarge, ""},
			{"a short walk", lineage.Limits{Walk: lots * 20, Origin: lots * 800, Balance: lots * 6400}, lots * 200, trace.CodeRecallTooLarge, trace.CodeTraceTooLarge},
		} {
			svc, err := app.New(ctx, s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Lots: c.limits, Recalls: recall.Limits{Report: c.report}})
			if err != nil {
				t.Fatal(err)
			}
			if err := svc.StartLog(ctx, origin); err != nil {
				t.Fatal(err)
			}
			before := recallsOf(t, svc)
			_, err = svc.Recall(ctx, everybody, recall.Request{Lots: []string{"VIT-L-9"}})
			made := 0
			if c.code == "" {
				made = 1
			}
			if err != nil != (c.code != "") || err != nil && !trace.Is(err, c.code) {
				t.Errorf("%s: recall: %v, want %q", c.name, err, c.code)
			}
			if after := recallsOf(t, svc); after != before+made {
				t.Errorf("%s: %d reports, before %d", c.name, after, before)
			}
			_, err = svc.Trace(ctx, everybody, lineage.Query{Lot: "VIT-L-9", Direction: lineage.ToDestination, Depth: -1, Limit: lineage.MaxTraceLots}, func(lineage.Head) (lineage.Sink, error) { return &counting{}, nil })
			if (err != nil) != (c.ways != "") || err != nil && !trace.Is(err, c.ways) {
				t.Errorf("%s: trace: %v, want %q", c.name, err, c.ways)
			}
			from, err := svc.PlotsBehind(ctx, everybody, "ATK-MIX-1", time.Time{}, ignorePlots)
			if err != nil || from.Truncated != (c.ways != "") {
				t.Errorf("%s: behind the blend: truncated %v, %v", c.name, from.Truncated, err)
			}
			_, err = svc.BalanceOf(ctx, everybody, "ATK-MIX-1", time.Time{})
			if (err != nil) != (c.ways != "") || err != nil && !trace.Is(err, trace.CodeBalanceTooLarge) {
				t.Errorf("%s: balance: %v", c.name, err)
			}
			// What the victim may see is not affected.
			own := *a
			own.svc = svc
			own.hold(t, c.name+": victim", victim, 2)
		}
	}},
}

// recallsOf returns the number of recall reports.
func recallsOf(t *testing.T, svc *app.App) (n int) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, next, err := svc.Recalls(context.Background(), everybody, cursor)
		if err != nil {
			t.Fatal(err)
		}
		n, cursor = n+len(page), next
	}
	return n
}
