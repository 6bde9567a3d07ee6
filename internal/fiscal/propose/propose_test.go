package propose_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

func read(t *testing.T, pairs ...string) *fiscal.Document {
	t.Helper()
	body := fiscaltest.Invoice{Replace: pairs}.Body()
	d, err := fiscal.Read([]byte("<NFe>" + body + "</NFe>"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checked returns a record's fields, after the kind has taken its payload.
func checked(t *testing.T, r propose.Record) map[string]string {
	t.Helper()
	payload := r.Payload()
	if err := canon.Validate(payload); err != nil {
		t.Fatalf("%s: %v", payload, err)
	}
	k := kind.ByPrefix(r.Prefix)
	if k == nil {
		t.Fatalf("no kind %s", r.Prefix)
	}
	said := map[string]string{}
	for _, f := range r.Fields {
		if _, ok := k.Field(f.Name); !ok {
			t.Errorf("%s has no field %s", k.Name, f.Name)
		}
		said[f.Name] = f.Value
	}
	for _, private := range []string{"529", "JOAO", "Joao", "72000", "RODOVIA", "ESTRADA"} {
		if strings.Contains(strings.ReplaceAll(string(payload), fiscaltest.Invoice{}.Key(), ""), private) {
			t.Errorf("%s has %q", payload, private)
		}
	}
	return said
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func TestPapers(t *testing.T) {
	key := fiscaltest.Invoice{}.Key()
	r, ok := propose.Papers(read(t), []string{"MT25-S-001"})
	same(t, "found", ok, true)
	same(t, "inland", checked(t, r), map[string]string{"notaFiscal": key, "certificadoOrigemLote": "Conforme a nota fiscal: lote MT25-S-001"})
	same(t, "kind", r.Prefix, kind.Cargo)
	reading := lot.Read(kind.ByPrefix(r.Prefix), r.Payload())
	if _, ok := lot.RowOf(reading.Rows(), lot.Fold("MT25-S-001"), lot.Documented); !ok {
		t.Errorf("the papers do not name the lot: %+v", reading.Rows())
	}

	r, _ = propose.Papers(read(t, "<CFOP>5905", "<CFOP>7101"), []string{"A-1", "A-2"})
	same(t, "exports", checked(t, r), map[string]string{"notaFiscalExportacao": key, "certificadoOrigem": "Conforme a nota fiscal: lotes A-1, A-2"})
	same(t, "kind", r.Prefix, kind.ExportCargo)

	guide := func(typ string) string {
		return "<agropecuario><guiaTransito><tpGuia>" + typ + "</tpGuia><UFGuia>MT</UFGuia><nGuia>77</nGuia></guiaTransito></agropecuario></infNFe>"
	}
	r, _ = propose.Papers(read(t, "</infNFe>", guide("5")), nil)
	same(t, "a permit for plants", checked(t, r), map[string]string{"notaFiscal": key, "certificadoFitossanitario": "PTV MT 77"})
	r, _ = propose.Papers(read(t, "</infNFe>", guide("1")), nil)
	same(t, "a permit for animals", checked(t, r), map[string]string{"notaFiscal": key})

	for _, other := range []string{`<resNFe><chNFe>` + key + `</chNFe></resNFe>`, `<NFe><infNFe Id="string"/></NFe>`, `<CTe><infCte Id="CTe` + key + `"/></CTe>`} {
		d, err := fiscal.Read([]byte(other))
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := propose.Papers(d, nil); ok {
			t.Errorf("%s becomes %s", other, r.Payload())
		}
	}
}

// receiving returns the record of an arrival, if it is complete.
func receiving(d *fiscal.Document, of crop.Crop, lots []string) (propose.Record, bool) {
	r, ok := propose.Arrival(d, of, lots, propose.Plates(d))
	return r, ok && len(r.Missing()) == 0
}

func TestReceiving(t *testing.T) {
	r, ok := receiving(read(t), "SOJA", []string{"MT25-S-001"})
	same(t, "found", ok, true)
	same(t, "kind", r.Prefix, kind.Receiving)
	same(t, "fields", checked(t, r), map[string]string{
		"dataHoraRecebimento": "2025-02-10T09:30:00-04:00", "veiculo": "ABC1C34, DEF5G67", "volume": "36.000 kg", "loteOrigem": "MT25-S-001",
	})
	same(t, "the hour is that of leaving", r.Fields[0].Unsure, true)
	for name, d := range map[string]*fiscal.Document{
		"an export":     read(t, "<CFOP>5905", "<CFOP>7101"),
		"without plate": read(t, "<placa>ABC1C34</placa>", "", "<placa>DEF5G67</placa>", "<placa>string</placa>"),
		"other goods":   read(t, "12019000", "31054000"),
		"another crop":  read(t, "12019000", "09011110"),
	} {
		if r, ok := receiving(d, "SOJA", []string{"A-1"}); ok {
			t.Errorf("%s becomes %s", name, r.Payload())
		}
	}
	if _, ok := receiving(read(t), "SOJA", nil); ok {
		t.Error("received without a lot")
	}
	r, _ = receiving(read(t, "<uCom>SC60", "<uCom>BAG", "<uTrib>KG", "<uTrib>UN"), "", []string{"A-1"})
	same(t, "by the weight in transport", checked(t, r)["volume"], "36.000 kg")
}

// A mass that the invoice states in kg has priority over a converted one, and no mass has more
// digits than its source.
func TestMassesAreAsExactAsTheirSource(t *testing.T) {
	sacks := []string{"<qCom>600.0000", "<qCom>603.6667", "<pesoL>36000.000", "<pesoL>36220.000"}
	for _, tc := range []struct {
		name  string
		pairs []string
		want  string
	}{
		{"taxed in kg", append(sacks, "<qTrib>36000.0000", "<qTrib>36220.0000"), "36.220 kg"},
		{"taxed in kg and grams", append(sacks, "<qTrib>36000.0000", "<qTrib>36220.5000"), "36.220,5 kg"},
		{"by the transport", append(sacks, "<uTrib>KG", "<uTrib>UN"), "36.220 kg"},
		{"converted", append(sacks[:2:2], "<uTrib>KG", "<uTrib>UN", "<pesoL>36000.000</pesoL>", ""), "36.220 kg"},
		{"converted, and the transport says another", append(sacks[:2:2], "<uTrib>KG", "<uTrib>UN", "<pesoL>36000.000", "<pesoL>30000.000"), "36.220 kg"},
		{"tonnes", []string{"<uCom>SC60", "<uCom>TON", "<qCom>600.0000", "<qCom>36.2205", "<uTrib>KG", "<uTrib>UN", "<pesoL>36000.000</pesoL>", ""}, "36.220,5 kg"},
	} {
		r, ok := receiving(read(t, tc.pairs...), "SOJA", []string{"A-1"})
		if got := checked(t, r)["volume"]; !ok || got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// What is proposed as a mass is read as the same mass.
func TestMassesAreReadBack(t *testing.T) {
	for _, kilos := range []string{"0.5", "1", "12.345", "999.999", "1000", "36000.5", "1234567.891"} {
		r, _ := receiving(read(t, "<uCom>SC60", "<uCom>KG", "<qCom>600.0000", "<qCom>"+kilos), "", []string{"A-1"})
		text := checked(t, r)["volume"]
		got, reading := ptbr.Mass(text)
		if want := kilos; fmt.Sprint(got) != fmt.Sprint(float(t, want)) || reading != ptbr.Read {
			t.Errorf("%s: %q is read as %v (%v)", want, text, got, reading)
		}
	}
}

func float(t *testing.T, text string) float64 {
	t.Helper()
	v, ok := fiscal.Amount(text).Float()
	if !ok {
		t.Fatal(text)
	}
	return v
}

func TestApplications(t *testing.T) {
	prescribed := []string{
		"12019000", "38089324", "SOJA EM GRAOS", "GLIFOSATO 480 20 LT, CPF 529.982.247-25",
		"</infNFe>", "<agropecuario><defensivo><nReceituario>123456/2024</nReceituario><CPFRespTec>52998224725</CPFRespTec></defensivo></agropecuario></infNFe>",
	}
	list := propose.Applications(read(t, prescribed...))
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	same(t, "fields", checked(t, list[0])["numeroReceituario"], "123456/2024")
	if tipo := list[0].Fields[0].Value; !strings.HasPrefix(tipo, "Herbicida: GLIFOSATO 480 20 LT, CPF ***") {
		t.Errorf("%q", tipo)
	}
	same(t, "without a prescription", len(propose.Applications(read(t, prescribed[:4]...))), 0)
	same(t, "without a pesticide", len(propose.Applications(read(t, prescribed[4:]...))), 0)
}

func TestLots(t *testing.T) {
	traced := "<rastro><nLote>L-1</nLote><qLote>1</qLote></rastro><rastro><nLote>l-1</nLote></rastro><rastro><nLote>string</nLote></rastro></prod>"
	for _, tc := range []struct {
		name  string
		pairs []string
		want  string
	}{
		{"in the item's notes", nil, "MT25-S-001/2/1"},
		{"in rastro, ahead", []string{"</prod>", traced}, "L-1/1/1 MT25-S-001/2/1"},
		{"abbreviated", []string{"Lote MT25-S-001", "Lt[1244] val.:22/12/2019"}, "1244/2/1"},
		{"litres", []string{"Lote MT25-S-001", "20 LT 500"}, ""},
		{"in the invoice's notes", []string{"Lote MT25-S-001", "", "Romaneio 77.", "Lotes A-1 e A-2"}, "A-1/2/ A-2/2/"},
		{"a code alone", []string{"Lote MT25-S-001", "carga MT25-S-009"}, "MT25-S-009/3/1"},
		{"a CPF", []string{"Lote MT25-S-001", "lote 52998224725"}, ""},
	} {
		var got []string
		for _, c := range propose.Lots(read(t, tc.pairs...)) {
			if c.Source < propose.Suspected || strings.HasPrefix(c.Code, "MT25-S-009") {
				got = append(got, fmt.Sprintf("%s/%d/%s", c.Code, c.Source, c.Item))
			}
			if strings.Contains(c.Code, "529") {
				t.Errorf("%s: %+v", tc.name, c)
			}
		}
		if said := strings.Join(got, " "); said != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, said, tc.want)
		}
	}
	many := propose.Lots(read(t, "Lote MT25-S-001", strings.Repeat("lote A1B2 lote X77 ", 3000)+strings.Repeat("B9 ", 30_000)))
	if len(many) > 200 {
		t.Errorf("%d lots", len(many))
	}
}

func FuzzPropose(f *testing.F) {
	f.Add([]byte("<NFe>" + fiscaltest.Invoice{}.Body() + "</NFe>"))
	f.Fuzz(func(t *testing.T, file []byte) {
		d, err := fiscal.Read(file)
		if err != nil {
			return
		}
		var lots []string
		for _, c := range propose.Lots(d) {
			lots = append(lots, c.Code)
		}
		records := propose.Applications(d)
		for _, make := range []func() (propose.Record, bool){
			func() (propose.Record, bool) { return propose.Papers(d, lots) },
			func() (propose.Record, bool) { return receiving(d, "", lots) },
		} {
			if r, ok := make(); ok {
				records = append(records, r)
			}
		}
		for _, r := range records {
			if err := canon.Validate(r.Payload()); err != nil {
				t.Fatalf("%s: %v", r.Payload(), err)
			}
		}
	})
}
