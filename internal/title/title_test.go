package title

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"rastro/internal/canon"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// machine sees everything, blind no personal data.
var (
	machine = &trace.Key{}
	blind   = &trace.Key{Person: "p", Scopes: []trace.Scope{trace.Read}}
	seeing  = &trace.Key{Person: "p", Scopes: []trace.Scope{trace.Read}, Rights: right.Set{right.Personal}}
)

func record(prefix, payload string) *trace.Record {
	return &trace.Record{Kind: kind.ByPrefix(prefix), HarvestID: "SAFRA-1", Payload: []byte(payload), Version: 1}
}

// TestExamples names the example of every kind.
func TestExamples(t *testing.T) {
	want := map[int16]string{
		1:   "Plano de cultivo · convencional",
		2:   "Plantio e manejo · 05/10/2024 · Plantio direto sobre palhada de milho, c… · 7.200 kg",
		3:   "Aplicação de insumo · 20/12/2024 · Fungicida · 0,5 L/ha, carência 30 dias",
		4:   "Mão de obra · Ana Lima · 8 h · NR-31.7",
		6:   "Colheita · 08/02/2025 · T-07 · 434.400 kg",
		7:   "Identificação do lote · MT25-S-001 · Armazém Sorriso · Convencional, Cultivar BRS 8381 …",
		10:  "Beneficiamento · 08/02/2025 · MT25-S-001 · 36.000 kg",
		14:  "Documentação da carga · NF-e 12345 · MT25-S-001 · Declaração de origem 45/2025, Fazenda Bo…",
		15:  "Recebimento · 10/02/2025 · ABC1C34 · 36.000 kg",
		16:  "Armazenamento · 10/02/2025 · ABC1C34 · 36.000 kg",
		18:  "Controle de qualidade do armazenamento · MT25-S-001 · umidade 13,8%; impurezas 0,9%; avariados…",
		19:  "Processamento · 24/02/2025 · MT25-S-001 · 36.000 kg",
		21:  "Controle de qualidade do processamento · MT25-S-001 · umidade 13,8%; impurezas 0,5%; avariados…",
		22:  "Transporte de exportação · 20/03/2025 · IMO 9321483 · 35.800 kg",
		24:  "Documentação da carga de exportação · NF-e 77 · MT25-S-001 · 456/2025, Câmara de Comércio do Cerrado",
		25:  "Documentação aduaneira · DU-E 25BR0012345677, RUC 5BR112223332MT2… · Marítimo, porto de Santos (BRSSZ) · Marítimo, porto de Roterdã (NLRTM)",
		26:  "Certificado de conformidade · 456/2025, Câmara de Comércio do Cerrado · RTRS 2024-0456 · e-Phyto BR/MT/2025/001234",
		28:  "Inspeção pré-embarque · 18/03/2025 · RI-0318/2025 · Aprovado",
		100: "Validação · 7K3M-9QXT-4B2N-VH8R · 25/03/2025 · Aprovado",
		30:  "Perfil da safra · Soja talhão norte · Soja · 2024/25",
	}
	for _, k := range append(kind.All[:len(kind.All):len(kind.All)], kind.Profile) {
		got := Of(machine, &trace.Record{Kind: k, Payload: []byte(k.Example)}, lang.PT).String()
		if got != want[k.Code] {
			t.Errorf("%d: got  %q\n   want %q", k.Code, got, want[k.Code])
		}
	}
}

func TestOddPayloads(t *testing.T) {
	for _, c := range []struct {
		prefix, payload string
		l               lang.Lang
		want            string
	}{
		{kind.Receiving, `{"veiculo":"ABC1C34","volume":"33240 kg"}`, lang.PT, "Recebimento · ABC1C34 · 33.240 kg"},
		{kind.Receiving, `{"dataHoraRecebimento":"2025-02-10T23:50:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg"}`, lang.EN, "Receiving · 2025-02-10 · ABC1C34 · 36.000 kg"},
		{kind.Receiving, `{"dataHoraRecebimento":"ontem cedo","volume":36000}`, lang.PT, "Recebimento · ontem cedo · 36000"},
		{kind.Receiving, `{"veiculo":"não se aplica","volume":"  ","loteOrigem":"L-1"}`, lang.PT, "Recebimento · L-1"},
		{kind.Receiving, `{}`, lang.ES, "Recepción · SAFRA-1 · …00000000"},
		{kind.Receiving, `{"volume":{"kg":3},"veiculo":[["x"]],"loteOrigem":null}`, lang.PT, "Recebimento · SAFRA-1 · …00000000"},
		{kind.Receiving, ``, lang.PT, "Recebimento · SAFRA-1 · …00000000"}, // an erased version
		{kind.Receiving, "{\"volume\":\"1\\n2\\t3\"}", lang.PT, "Recebimento · 1 2 3"},
		{kind.Shipment, `{"dataTransporte":"20/03/25","volumeTransportado":35800.5}`, lang.EN, "Export transport · 2025-03-20 · 35,800.5 kg"},
		{kind.Inspection, `{"codigosLote":["A-1","A-2","A-3"],"resultadoInspecao":"Reprovado"}`, lang.ES, "Inspección previa al embarque · Rechazado · A-1, A-2 …"},
	} {
		r := record(c.prefix, c.payload)
		if got := Of(machine, r, c.l).String(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.payload, got, c.want)
		}
	}
}

// TestPersonalDataIsNotNamed: a title for somebody who may not see hidden data contains neither the
// data nor its mask, wherever the payload comes from.
func TestPersonalDataIsNotNamed(t *testing.T) {
	r := record(kind.Receiving, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36 t","loteOrigem":"L-1"}`)
	if got := Of(seeing, r, lang.PT).Name(); got != "10/02/2025 · ABC1C34 · 36 t" {
		t.Errorf("seeing: %q", got)
	}
	for _, seen := range []*trace.Record{r, personal.Record(blind, r)} {
		if got := Of(blind, seen, lang.PT).Name(); got != "10/02/2025 · 36 t · L-1" {
			t.Errorf("blind: %q", got)
		}
	}
	all, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		r := record(d.Prefix, string(d.Payload))
		shown, masked := Of(blind, r, lang.PT).String(), Of(blind, personal.Record(blind, r), lang.PT).String()
		if shown != masked || strings.Contains(shown, personal.Mask) {
			t.Errorf("%s: %q and, masked, %q", d.Prefix, shown, masked)
		}
	}
}

// TestTitlesFit: a title is one line of bounded length, whatever the record contains.
func TestTitlesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kind.All).Draw(t, "kind")
		payload := []byte{'{'}
		for i, name := range k.Known {
			if i > 0 {
				payload = append(payload, ',')
			}
			value := rapid.OneOf(rapid.String(), rapid.StringMatching(`lote [A-Z]{1,80}-[0-9]{1,90}( e [A-Z]-[0-9]{1,30}){0,4}`)).Draw(t, name)
			payload = append(payload, `"`+name+`":`...)
			payload = append(payload, canon.AppendString(nil, strings.ToValidUTF8(value, ""))...)
		}
		title := Of(machine, &trace.Record{Kind: k, HarvestID: "S", Payload: append(payload, '}')}, lang.PT)
		whole := title.String()
		if !utf8.ValidString(whole) || strings.ContainsAny(whole, "\n\r") || len(title.Parts) == 0 || utf8.RuneCountInString(title.Name()) > maxParts*(maxPart+len(separator)+1) {
			t.Fatalf("%q", whole)
		}
	})
}

func TestAmount(t *testing.T) {
	for text, want := range map[string]string{
		"36220 kg": "36.220 kg", "35150,5 kg": "35.150,5 kg", "36.000 kg": "36.000 kg", "13,8%": "13,8%", "600 sacas": "600 sacas", "0,5 L/ha": "0,5 L/ha",
		"36.220": "36.220", "36220": "36220", "cerca de 36220 kg": "cerca de 36220 kg", "": "",
	} {
		if got := Amount(text, lang.PT); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := Amount("35150,5 kg", lang.EN); got != "35,150.5 kg" {
		t.Error(got)
	}
}

// Plates are uniform, and a time from elsewhere shows its offset.
func TestPlatesAndTimes(t *testing.T) {
	for text, want := range map[string]string{
		"abc-1c34": "ABC1C34", "ABC 1C34": "ABC1C34", "abc1234, def-5g67": "ABC1234, DEF5G67", "caminhão do Zé": "caminhão do Zé", "abc-1c34, reboque": "abc-1c34, reboque", "": "",
	} {
		if got := Plates(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	r := &trace.Record{Kind: kind.ByPrefix(kind.Receiving), HarvestID: "S", Payload: []byte(`{"veiculo":"abc-1c34"}`)}
	if got := Of(machine, r, lang.PT).Name(); got != "ABC1C34" {
		t.Errorf("%q", got)
	}
	f := &kind.Field{Shape: kind.DateTime}
	for raw, want := range map[string]string{
		`"2025-02-10T09:30:00-04:00"`: "10/02/2025 09:30 (UTC−4)", `"2025-02-10T09:30:00-03:00"`: "10/02/2025 09:30", `"2025-02-10T09:30"`: "10/02/2025 09:30", `"2025-02-10"`: "10/02/2025",
	} {
		if got, ok := Written(f, raw, lang.PT); !ok || got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
