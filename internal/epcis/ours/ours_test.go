package ours_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rastro/internal/demo"
	"rastro/internal/epcis"
	"rastro/internal/epcis/eventhash"
	"rastro/internal/epcis/ours"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

var update = flag.Bool("update", false, "write the golden files")

var namer = &ours.Namer{Origin: "https://rastro.example"}

var written = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// record returns a first version.
func record(prefix, payload string) *trace.Record {
	id, _ := trace.NewID(written, "S-1", bytes.NewReader(make([]byte, 8)))
	return &trace.Record{ID: id, Kind: kind.ByPrefix(prefix), HarvestID: "S-1", Payload: []byte(payload), Version: 1, Operation: trace.Created, UpdatedAt: written}
}

// document is events as a document.
func document(n *ours.Namer, events []ours.Event) []byte {
	var list [][]byte
	for _, e := range events {
		list = append(list, e.JSON)
	}
	return fmt.Appendf(nil, `{"@context":%s,"type":"EPCISDocument","schemaVersion":"2.0","creationDate":"2026-11-15T12:00:00Z","epcisBody":{"eventList":[%s]}}`, n.Context(), bytes.Join(list, []byte(",\n")))
}

// read reads events like a strict system, which must find nothing wrong.
func read(t testing.TB, events []ours.Event) []*epcis.Event {
	t.Helper()
	r := epcis.Read(document(namer, events), written)
	for _, f := range r.All() {
		t.Errorf("%s: %s %v in %s", f.Rule.ID, f.Pointer, f.Args, document(namer, events))
	}
	if r.Verdict() != epcis.Accepted || len(r.Events) != len(events) {
		t.Errorf("verdict %d on %d of %d events", r.Verdict(), len(r.Events), len(events))
	}
	return r.Events
}

// The two harvests of the demonstration, as other systems read them.
func TestDemo(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	var all []ours.Event
	silent := map[string]bool{}
	for i, d := range records {
		id, _ := trace.NewID(written, d.HarvestID, bytes.NewReader([]byte{7: byte(i)}))
		v := &trace.Record{ID: id, Kind: kind.ByPrefix(d.Prefix), HarvestID: d.HarvestID, HarvestCode: d.Season, Payload: d.Payload, Version: 1, Operation: trace.Created, UpdatedAt: written.Add(time.Duration(i) * time.Second)}
		if v.Kind.IsValidation() {
			v.ValidationCode = "DEM0S0JA2025MT01"
		}
		events := ours.Events(namer, v, nil)
		if len(events) == 0 {
			silent[d.Prefix] = true
		}
		all = append(all, events...)
	}
	read(t, all)
	if len(silent) != 2 || !silent[kind.Plan] || !silent[kind.Labour] {
		t.Errorf("no event for %v: want plans and labour", silent)
	}
	text := document(namer, all)
	for _, hidden := range []string{"Ana Lima", "Bruno", "Tavares", "Marina", "Couto", "ABC1C34", "CAR ", "0123456789ABCDEF"} {
		if bytes.Contains(text, []byte(hidden)) {
			t.Errorf("the events say %q", hidden)
		}
	}
	var shown bytes.Buffer
	if err := json.Indent(&shown, text, "", " "); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/demo.json"
	if *update {
		if err := os.WriteFile(golden, shown.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(want, shown.Bytes()) {
		t.Errorf("the events are not those of %s (%v); run this test with -update and read the difference", golden, err)
	}
}

// Planting, application and harvest are one transformation.
func TestGrowing(t *testing.T) {
	for prefix, payload := range map[string]string{
		kind.Planting: `{"quantidadeSemente":7200}`, kind.InputApplication: `{"tipo":"Fungicida"}`, kind.Harvesting: `{"quantidadeColhida":434400,"areaColhida":12.5}`,
	} {
		e := read(t, ours.Events(namer, record(prefix, payload), nil))[0]
		if e.Type != epcis.TransformationEvent || e.Says("transformationID") != "https://rastro.example/id/safra/S-1/cultivo" {
			t.Errorf("%s", e.JSON())
		}
	}
}

// An update says that the event before is wrong and which one is right; a deletion, that it
// did not occur.
func TestCorrections(t *testing.T) {
	first := record(kind.Receiving, `{"loteOrigem":"L-1","volume":"10 t"}`)
	second := *first
	second.Version, second.Operation, second.UpdatedAt, second.Payload = 2, trace.Updated, written, []byte(`{"loteOrigem":"L-1","volume":"12 t"}`)
	third := second
	third.Version, third.Operation = 3, trace.Deleted
	erased := third
	erased.Version, erased.Operation, erased.Payload = 4, trace.Erased, nil

	made := read(t, ours.Events(namer, first, nil))
	changed := read(t, ours.Events(namer, &second, first))
	if len(made) != 1 || len(changed) != 2 || changed[0].ID != made[0].ID || changed[0].Says("quantityList") != made[0].Says("quantityList") {
		t.Fatalf("%d and %d events", len(made), len(changed))
	}
	d := changed[0].Declaration()
	if d == nil || !strings.HasSuffix(d.Reason, "incorrect_data") || !slices.Equal(d.Corrective, []string{changed[1].ID}) || changed[1].Declaration() != nil {
		t.Errorf("%+v", d)
	}
	ended := read(t, ours.Events(namer, &third, &second))
	if len(ended) != 1 || ended[0].ID != changed[1].ID || !strings.HasSuffix(ended[0].Declaration().Reason, "did_not_occur") {
		t.Errorf("%d events", len(ended))
	}
	if again := ours.Events(namer, &second, &third); len(again) != 1 {
		t.Errorf("a record that is restored has %d events, want its own", len(again))
	}
	if left := ours.Events(namer, &erased, &third); left != nil {
		t.Errorf("an erased record is shown: %s", left[0].JSON)
	}
	// The hash leaves out the id, the record time and the error declaration: the declaration is
	// about the same event.
	a, _ := eventhash.PreHash(made[0])
	b, _ := eventhash.PreHash(changed[0])
	if a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

func TestWhatEventsSay(t *testing.T) {
	const o = "https://rastro.example/id/"
	key, person := "51250211222333000181550010000123451123456780", "51250200052998224725550010000123451123456780"
	for _, c := range []struct {
		prefix, payload string
		has             []string
		not             []string
	}{
		{kind.LotIdentification, `{"codigoLote":"L-1"}`, []string{`"TransformationEvent"`, `"inputQuantityList":[{"epcClass":"` + o + `safra/S-1"}]`, `"outputQuantityList":[{"epcClass":"` + o + `lote/L-1"}]`, `"commissioning"`, `"active"`}, nil},
		{kind.PostHarvest, `{"loteEntrada":"L-1","loteSaida":"L-2","pesoEntrada":100,"pesoSaida":98,"temperaturaAr":38,"dataInicio":"2025-02-08","dataFim":"2025-02-09","unidadeBeneficiamento":"Unidade 1, Sorriso/MT","certificacao":"RTRS 2024-0456"}`,
			[]string{`"inputQuantityList":[{"epcClass":"` + o + `lote/L-1","quantity":100,"uom":"KGM"}]`, `"quantity":98`, `"2025-02-09T12:00:00.000-04:00"`, `"uom":"CEL"`, o + `certificado/RTRS/2024-0456`, o + `local/unidade-1`, `"rastro:precisaoTempo":"dia"`}, nil},
		{kind.PostHarvest, `{"loteEntrada":"L-1","loteSaida":"L-1"}`, []string{`"ObjectEvent"`, `"OBSERVE"`, o + `lote/L-1`}, []string{"transformationID"}},
		{kind.Receiving, `{"loteOrigem":"L-1","veiculo":"ABC1C34","dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`, []string{`"receiving"`, `"2025-02-10T14:20:00.000-04:00"`, `"rastro:precisaoTempo":"instante"`}, []string{"ABC1C34"}},
		{kind.Receiving, `{"dataHoraRecebimento":"2031-02-10"}`, []string{`"rastro:precisaoTempo":"registro"`, o + `safra/S-1"`}, []string{"2031"}},
		{kind.Receiving, `{"dataHoraRecebimento":"2026-11-15"}`, []string{`"rastro:precisaoTempo":"dia"`, `"2026-11-15T09:00:00.000-03:00"`}, nil},
		{kind.Receiving, `{"loteOrigem":"LOTE 529.982.247-25"}`, []string{o + `safra/S-1"`}, []string{"529"}},
		{kind.Cargo, `{"notaFiscal":"` + key + `"}`, []string{`"inv"`, "urn:br:nfe:" + key, `"ADD"`}, nil},
		{kind.Cargo, `{"notaFiscal":"` + person + `"}`, []string{o + "registro/"}, []string{"52998224725"}},
		{kind.Customs, `{"declaracaoExportacao":"DU-E 25BR0012345677","destino":"Roterdã (NLRTM)"}`, []string{o + "due/25BR", o + "local/NLRTM", "rastro:BTT-due"}, nil},
		{kind.Shipment, `{"loteOrigem":["L-1","L-2"],"volumeTransportado":35800,"motoristaComandante":"Rui Tavares","destino":"NLRTM"}`, []string{`{"epcClass":"` + o + `lote/L-1"},{"epcClass":"` + o + `lote/L-2"}`, `"shipping"`}, []string{"Rui", "35800"}},
		{kind.Processing, `{"lote":"MIX","blendagem":"60% L-1 + 40% L-2","volume":"1000 kg","volumeFinal":"1000 kg"}`, []string{`"inputQuantityList"`, o + "lote/L-2", `"quantity":600`}, nil},
		{kind.Inspection, `{"resultadoInspecao":"Reprovado","codigosLote":["L-1"],"numeroRelatorioInspecao":"RI-0318/2025"}`, []string{`"non_conformant"`, `"persistentDisposition":{"set":["non_conformant"]}`, o + "documento/relatorio-inspecao/RI-0318%2F2025"}, nil},
		{kind.Validation, `{"status":"APROVADO","lotes":["L-1"],"responsavel":"Marina Couto"}`, []string{`"completeness_verified"`}, []string{"Marina"}},
		{kind.Validation, `{"status":"REPROVADO"}`, []string{`"inspecting"`}, []string{"completeness_verified"}},
		{kind.StorageQuality, `{"analiseQualidade":"umidade 13,8%; impurezas 0,9%","identificacao":"lote L-1"}`, []string{`"sampling"`, `"value":13.8`, `"value":0.9`}, nil},
	} {
		events := ours.Events(namer, record(c.prefix, c.payload), nil)
		read(t, events)
		text := string(events[0].JSON)
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s in %s", c.payload, want, text)
			}
		}
		for _, hidden := range c.not {
			if strings.Contains(text, hidden) {
				t.Errorf("%s: %s in %s", c.payload, hidden, text)
			}
		}
	}
}

// A lot with a known trade item is named by its Digital Link.
func TestGTIN(t *testing.T) {
	n := &ours.Namer{Origin: namer.Origin, GTINs: map[string]string{"L-1": "07891234567895"}}
	e := ours.Events(n, record(kind.Receiving, `{"loteOrigem":"L-1"}`), nil)
	if !bytes.Contains(e[0].JSON, []byte(`"https://id.gs1.org/01/07891234567895/10/L-1"`)) {
		t.Errorf("%s", e[0].JSON)
	}
}

func TestIDs(t *testing.T) {
	v := record(kind.Receiving, `{}`)
	id := ours.Events(namer, v, nil)[0].ID
	for _, name := range []string{id, strings.TrimPrefix(id, "https://rastro.example/id/evento/")} {
		if got, version, ok := namer.VersionOf(name); !ok || got != v.ID || version != 1 {
			t.Errorf("%s: %v %d %t", name, got, version, ok)
		}
	}
	for _, bad := range []string{"", "x", v.ID.String(), v.ID.String() + ".", id + "0x", v.ID.String() + ".01", v.ID.String() + ".0", v.ID.String() + ".+1", strings.ToUpper(v.ID.String()) + ".1", "https://other.example/id/evento/" + v.ID.String() + ".1"} {
		if _, _, ok := namer.VersionOf(bad); ok {
			t.Errorf("%q is taken for an id of ours", bad)
		}
	}
	for _, harvest := range []string{"S-1", "2024/25 ção", "a?b#c"} {
		if got, ok := namer.HarvestOf(namer.Harvest(harvest) + "/cultivo"); !ok || got != harvest {
			t.Errorf("%q is named %s, which is read %q", harvest, namer.Harvest(harvest), got)
		}
	}
}

// Whatever a record contains, a strict reader accepts its events.
func TestAnyRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kind.All).Draw(t, "kind")
		payload := map[string]any{}
		for _, f := range k.Fields {
			text := rapid.SampledFrom([]string{"", "L-1", "L-1; L-2", "MIX, mistura dos lotes L-1 e L-2", "60% A + 40% B", "2025-02-30", "2025-02-08 a 2025-02-09", "31/12/1899", "0,5%", "38 °C", "<>&\"\u2028", "não houve", "Roterdã (NLRTM)", "25BR0012345677", "RTRS 1/2", "////", "12"}).Draw(t, f.Name)
			switch rapid.IntRange(0, 3).Draw(t, f.Name+"?") {
			case 0:
				payload[f.Name] = text
			case 1:
				payload[f.Name] = []any{text, 7, nil, map[string]any{"x": text}}
			case 2:
				payload[f.Name] = rapid.Float64Range(-1, 1e15).Draw(t, f.Name+"#")
			}
		}
		body, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		events := ours.Events(namer, record(k.Prefix, string(body)), nil)
		if len(events) == 0 {
			return
		}
		r := epcis.Read(document(namer, events), written)
		if r.Verdict() != epcis.Accepted || len(r.All()) > 0 {
			t.Fatalf("%+v in %s", r.All(), events[0].JSON)
		}
	})
}
