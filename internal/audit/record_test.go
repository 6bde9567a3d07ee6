package audit_test

import (
	"strings"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

var (
	planting   = kind.ByPrefix("/producaoAgricola/plantioManejo")
	harvest    = kind.ByPrefix("/colheitaIdentificacaoProducao/colheita")
	reception  = kind.ByPrefix("/armazenamento/recebimento")
	processing = kind.ByPrefix("/posColheita/beneficiamento")
	validation = kind.ByPrefix("/validacao")
)

// told writes findings as "RULE pointer", in their order.
func told(findings []audit.Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.Rule.ID+" "+f.Pointer)
	}
	return strings.Join(lines, ", ")
}

func TestRecord(t *testing.T) {
	for _, tc := range []struct {
		kind     *kind.Kind
		in, want string
	}{
		{planting, `{}`, ""},
		{planting, `{"dataPlantio":"2024-10-05"}`, ""},
		{planting, `{"dataPlantio":"05/10/2024"}`, ""},
		{planting, `{"dataPlantio":""}`, ""},
		{planting, `{"dataPlantio":"não se aplica"}`, ""},
		{planting, `{"dataPlantio":null}`, ""},
		{planting, `{"dataPlantio":20241005}`, ""},
		{planting, `{"cultivacaoUtilizada":"31/02/2025"}`, ""},
		{planting, `{"geojson":{"type":"Point"}}`, ""},
		{reception, `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`, ""},

		{planting, `{"dataPlantio":"31/02/2025"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2025-13-01"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{planting, `{"dataPlantio":"10/13/2025"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{reception, `{"dataHoraRecebimento":"10/02/2025 25:00"}`, "DATA_INEXISTENTE /dados/dataHoraRecebimento"},
		{validation, `{"dataValidacao":"30/02/2025"}`, "DATA_INEXISTENTE /dados/dataValidacao"},

		{planting, `{"dataPlantio":"outubro de 2024"}`, "DATA_ILEGIVEL /dados/dataPlantio"},
		{reception, `{"dataHoraRecebimento":"de manhã"}`, "DATA_ILEGIVEL /dados/dataHoraRecebimento"},
		{processing, `{"dataInicio":"ontem"}`, "DATA_ILEGIVEL /dados/dataInicio"},

		{planting, `{"dataPlanto":"2024-10-05"}`, "CAMPO_DESCONHECIDO /dados/dataPlanto"},
		{planting, `{"a/b~c":1}`, "CAMPO_DESCONHECIDO /dados/a~1b~0c"},
		{planting, `{"":null}`, "CAMPO_DESCONHECIDO /dados/"},
		{processing, `{"qualquer":1}`, ""},
		{validation, `{"qualquer":1}`, ""},

		{planting, `{"x":1,"dataPlantio":"32/01/2025","y":2}`,
			"CAMPO_DESCONHECIDO /dados/x, DATA_INEXISTENTE /dados/dataPlantio, CAMPO_DESCONHECIDO /dados/y"},
	} {
		if got := told(audit.Record(tc.kind, []byte(tc.in))); got != tc.want {
			t.Errorf("%s: Record(%s) = %q, want %q", tc.kind.Name, tc.in, got, tc.want)
		}
	}
}

func TestRecordSuggestsTheFieldThatWasMeant(t *testing.T) {
	for _, tc := range []struct {
		kind       *kind.Kind
		name, want string
	}{
		{planting, "dataPlanto", "dataPlantio"},
		{planting, "datPlantio", "dataPlantio"},
		{planting, "DATAPLANTIO", "dataPlantio"},
		{planting, "dataplantiu", "dataPlantio"},
		{planting, "data_plantio", "dataPlantio"},
		{planting, "áreaPlantada", "areaPlantada"},
		{planting, "cultivaçãoUtilizada", "cultivacaoUtilizada"},
		{planting, "quantidadeSementes", "quantidadeSemente"},
		{planting, "quantidade", ""},
		{planting, "observacoes", ""},
		{planting, "", ""},
		{planting, strings.Repeat("dataPlantio", 10), ""},
		{harvest, "areaColida", "areaColhida"},
		{harvest, "quantidadeColida", "quantidadeColhida"},
	} {
		got := audit.Record(tc.kind, []byte(`{"`+tc.name+`":1}`))
		if len(got) != 1 || got[0].Rule != &audit.UnknownField {
			t.Errorf("field %q: findings %q, want one unknown field", tc.name, told(got))
			continue
		}
		if suggestion := got[0].Args["sugestao"]; suggestion != tc.want {
			t.Errorf("field %q: suggestion %q, want %q", tc.name, suggestion, tc.want)
		}
		if said := strings.Contains(got[0].Message(lang.PT), "talvez"); said != (tc.want != "") {
			t.Errorf("field %q: message %q, suggestion %q", tc.name, got[0].Message(lang.PT), tc.want)
		}
	}
}

func TestMessage(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want map[lang.Lang]string
	}{
		{`{"dataPlanto":1}`, map[lang.Lang]string{
			lang.PT: "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'",
			lang.EN: "unknown field 'dataPlanto'; perhaps 'dataPlantio'",
			lang.ES: "campo desconocido 'dataPlanto'; tal vez 'dataPlantio'",
		}},
		{`{"{sugestao}":1}`, map[lang.Lang]string{
			lang.PT: "campo desconhecido '{sugestao}'",
			lang.EN: "unknown field '{sugestao}'",
			lang.ES: "campo desconocido '{sugestao}'",
		}},
		{`{"dataPlantio":"31/02/2025"}`, map[lang.Lang]string{
			lang.PT: "'31/02/2025' tem forma de data, mas esse dia ou hora não existe; use AAAA-MM-DD ou DD/MM/AAAA",
			lang.EN: "'31/02/2025' looks like a date, but there is no such day or time; use YYYY-MM-DD or DD/MM/YYYY",
			lang.ES: "'31/02/2025' tiene forma de fecha, pero ese día u hora no existe; use AAAA-MM-DD o DD/MM/AAAA",
		}},
	} {
		for _, l := range lang.All {
			got := audit.Record(planting, []byte(tc.in))
			if len(got) != 1 || got[0].Message(l) != tc.want[l] {
				t.Errorf("Record(%s) in %s says %q, want %q", tc.in, l.Tag(), got[0].Message(l), tc.want[l])
			}
		}
	}
}

func TestLongTextIsClipped(t *testing.T) {
	for _, tc := range []struct{ name, in, arg, want string }{
		{"name at the limit", `{"` + strings.Repeat("ç", 60) + `":1}`, "campo", strings.Repeat("ç", 60)},
		{"name over it", `{"` + strings.Repeat("ç", 61) + `":1}`, "campo", strings.Repeat("ç", 60) + "…"},
		{"huge name", `{"` + strings.Repeat("🌱", 100_000) + `":1}`, "campo", strings.Repeat("🌱", 60) + "…"},
		{"value over it", `{"dataPlantio":"` + strings.Repeat("á", 61) + `"}`, "valor", strings.Repeat("á", 60) + "…"},
	} {
		got := audit.Record(planting, []byte(tc.in))
		if len(got) != 1 || got[0].Args[tc.arg] != tc.want {
			t.Errorf("%s: findings %.200v, want %s %.70q", tc.name, got, tc.arg, tc.want)
		}
	}
}

func TestFindingsAreBounded(t *testing.T) {
	in := `{"x":0`
	for i := range 300 {
		in += `,"` + strings.Repeat("x", i+2) + `":0`
	}
	if got := len(audit.Record(planting, []byte(in+"}"))); got != 100 {
		t.Errorf("%d findings of 301 unknown fields, want 100", got)
	}
}

// Nobody who writes as the documentation does is told off.
func TestGoodDataIsNotFoundFault(t *testing.T) {
	check := func(where string, k *kind.Kind, dados []byte) {
		for _, f := range audit.Record(k, dados) {
			if f.Rule.Severity != audit.Info {
				t.Errorf("%s: %s at %s: %s", where, f.Rule.ID, f.Pointer, f.Message(lang.EN))
			}
		}
	}
	for _, k := range kind.All {
		check("example of "+k.Prefix, k, []byte(k.Example))
	}
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		check(r.SafraID+" "+r.Prefix, kind.ByPrefix(r.Prefix), r.Dados)
	}
}
