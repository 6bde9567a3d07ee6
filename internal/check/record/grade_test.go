package record_test

import (
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/demo"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

var (
	planting   = kind.ByPrefix("/producaoAgricola/plantioManejo")
	picking    = kind.ByPrefix("/colheitaIdentificacaoProducao/colheita")
	reception  = kind.ByPrefix("/armazenamento/recebimento")
	processing = kind.ByPrefix("/posColheita/beneficiamento")
	shipping   = kind.ByPrefix("/logisticaExportacao/transporteExportacao")
	validation = kind.ByPrefix("/validacao")
)

// thisYear is the year in which the tests write their payloads.
const thisYear = 2026

// told formats findings as "RULE pointer", in order.
func told(findings []finding.Finding) string {
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
		{planting, `{"geojson":{"type":"Point","coordinates":[-45.451201,-21.360503]},"geometria":{}}`, ""},
		{reception, `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`, ""},

		{planting, `{"dataPlantio":"31/02/2025"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2025-13-01"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{planting, `{"dataPlantio":"10/13/2025"}`, "DATA_INEXISTENTE /dados/dataPlantio"},
		{reception, `{"dataHoraRecebimento":"10/02/2025 25:00"}`, "DATA_INEXISTENTE /dados/dataHoraRecebimento"},
		{validation, `{"dataValidacao":"30/02/2025"}`, "DATA_INEXISTENTE /dados/dataValidacao"},

		{planting, `{"dataPlantio":"1º/10/2024"}`, ""},
		{planting, `{"dataPlantio":"20241005"}`, ""},
		{planting, `{"dataPlantio":"semana 41 de 2024"}`, "DATA_IMPRECISA /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2011","cultivacaoUtilizada":"café arábica, Catuaí Vermelho IAC 144"}`, ""},
		{planting, `{"cultivacaoUtilizada":"café conilon","dataPlantio":"plantada em 1998"}`, ""},
		{planting, `{"dataPlantio":"2011","cultura":"CAFE"}`, ""},
		{planting, `{"dataPlantio":"2011"}`, "DATA_IMPRECISA /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2024","cultivacaoUtilizada":"soja BRS 8381"}`, "DATA_ILEGIVEL /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2011","cultura":"CACAU"}`, ""},
		{planting, `{"dataPlantio":"plantado em 2011","cultivacaoUtilizada":"laranja pera"}`, ""},
		{planting, `{"dataPlantio":"2024","cultura":"MILHO"}`, "DATA_ILEGIVEL /dados/dataPlantio"},
		{planting, `{"dataPlantio":"2090","cultura":"CAFE"}`, "DATA_NO_FUTURO /dados/dataPlantio"},
		{planting, `{"dataPlantio":"1911","cultura":"CAFE"}`, "DATA_MUITO_ANTIGA /dados/dataPlantio"},
		{planting, `{"dataPlantio":"outubro de 2024"}`, "DATA_IMPRECISA /dados/dataPlantio"},
		{planting, `{"dataPlantio":"05 a 12/10/2024"}`, "DATA_IMPRECISA /dados/dataPlantio"},
		{planting, `{"dataPlantio":"na lua nova"}`, "DATA_ILEGIVEL /dados/dataPlantio"},
		{reception, `{"dataHoraRecebimento":"de manhã"}`, "DATA_ILEGIVEL /dados/dataHoraRecebimento"},
		{processing, `{"dataInicio":"ontem"}`, "DATA_ILEGIVEL /dados/dataInicio"},

		// Events lie in the past; a plan need not. Only the year is known.
		{planting, `{"dataPlantio":"2026-12-31"}`, ""},
		{planting, `{"dataPlantio":"2027-01-01"}`, ""},
		{planting, `{"dataPlantio":"2027-01-02"}`, "DATA_NO_FUTURO /dados/dataPlantio"},
		{shipping, `{"dataTransporte":"2027-03-02"}`, ""},
		{validation, `{"validade":"2035-12-31"}`, ""},
		{planting, `{"dataPlantio":"1962-11-20"}`, ""},
		{planting, `{"dataPlantio":"1862-11-20"}`, "DATA_MUITO_ANTIGA /dados/dataPlantio"},
		{reception, `{"dataHoraRecebimento":"10/02/1985 08:00"}`, "DATA_MUITO_ANTIGA /dados/dataHoraRecebimento"},

		// The end, against the start: by days, each in its own zone.
		{processing, `{"dataInicio":"2025-03-10T22:00:00-03:00","dataFim":"2025-03-10"}`, ""},
		{processing, `{"dataFim":"2025-03-09","dataInicio":"2025-03-10"}`, "FIM_ANTES_DO_INICIO /dados/dataFim"},
		{processing, `{"dataFim":"ontem","dataInicio":"2025-03-10"}`, "DATA_ILEGIVEL /dados/dataFim"},
		{processing, `{"dataInicio":"2024-12-31","dataFim":"2025-01-01"}`, ""},

		{picking, `{"registroLimpeza":"limpeza a ar","dataColheita":"2025-02-08"}`, ""},
		{picking, `{"registroLimpeza":"limpeza a ar"}`, "LIMPEZA_SEM_DATA /dados/registroLimpeza"},
		{picking, `{"registroLimpeza":"não houve"}`, ""},
		{picking, `{"registroLimpeza":"RI 31/02/2025 e 08/02/2025"}`, "DATA_INEXISTENTE_NO_TEXTO /dados/registroLimpeza"},

		{planting, `{"dataPlanto":"2024-10-05"}`, "CAMPO_DESCONHECIDO /dados/dataPlanto"},
		{planting, `{"a/b~c":1}`, "CAMPO_DESCONHECIDO /dados/a~1b~0c"},
		{planting, `{"colunasMantidas":{"pedido":"Nº do pedido"},"pedido":"1"}`, ""},
		{planting, `{"pedido":"1","colunasMantidas":{"pedido":"Nº do pedido"}}`, ""},
		{planting, `{"dataPlanto":"1","colunasMantidas":{"pedido":"Nº do pedido"}}`, "CAMPO_DESCONHECIDO /dados/dataPlanto"},
		{planting, `{"pedido":"1","colunasMantidas":["pedido"]}`, "CAMPO_DESCONHECIDO /dados/pedido"},
		{planting, `{"cultura":"SOJA"}`, ""},
		{planting, `{"carenciaDias":30}`, "CAMPO_DESCONHECIDO /dados/carenciaDias"},
		{kind.ByPrefix("/producaoAgricola/aplicacaoInsumo"), `{"carenciaDias":30}`, ""},
		{reception, `{"geojson":{}}`, "CAMPO_DESCONHECIDO /dados/geojson"},
		{reception, `{"cultura":"CAFE","umidade":"13%"}`, "UMIDADE_ALTA /dados/umidade"},
		{reception, `{"cultura":"SOJA","umidade":"13%"}`, ""},
		{planting, `{"":null}`, "CAMPO_DESCONHECIDO /dados/"},
		{processing, `{"qualquer":1}`, ""},
		{validation, `{"qualquer":1}`, ""},

		{planting, `{"x":1,"dataPlantio":"32/01/2025","y":2}`,
			"CAMPO_DESCONHECIDO /dados/x, DATA_INEXISTENTE /dados/dataPlantio, CAMPO_DESCONHECIDO /dados/y"},
	} {
		if got := told(record.Grade(tc.kind, []byte(tc.in), thisYear).Findings); got != tc.want {
			t.Errorf("%s: Record(%s) = %q, want %q", tc.kind.Name, tc.in, got, tc.want)
		}
	}
}

// grade is a payload and the findings expected in it, as told formats them.
type grade struct{ prefix, in, want string }

func graded(t *testing.T, grades []grade) {
	t.Helper()
	for _, tc := range grades {
		k := kind.ByPrefix(tc.prefix)
		if k == nil {
			t.Errorf("no kind %s", tc.prefix)
			continue
		}
		findings := record.Grade(k, []byte(tc.in), thisYear).Findings
		if got := told(findings); got != tc.want {
			t.Errorf("%s: Record(%s) = %q, want %q", k.Name, tc.in, got, tc.want)
		}
		for _, f := range findings {
			looksAt(t, f, k)
		}
	}
}

// The journal's own kinds have nothing to grade.
func TestRecordOfAChange(t *testing.T) {
	if got := record.Grade(kind.KeyChange, []byte(`{"x":"CPF 529.982.247-25"}`), thisYear); got.Findings != nil || got.IDs != nil {
		t.Errorf("grading a change of keys gives %+v", got)
	}
}

// A number in a text field is read as the same text would be.
func TestNumbersInTextFields(t *testing.T) {
	got := record.Grade(kind.ByPrefix("/transporteLogistico/documentacaoCarga"), []byte(`{"notaFiscal":51250211222333000181550010000123451123456780}`), thisYear)
	if len(got.Findings) != 0 || len(got.IDs) != 1 || got.IDs[0].Value != "51250211222333000181550010000123451123456780" || !got.IDs[0].Valid {
		t.Errorf("a key sent as a number: %+v", got)
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
		{planting, "produtr", "produtor"},
		{planting, "ug", "uf"},
		{planting, strings.Repeat("dataPlantio", 10), ""},
		{picking, "areaColida", "areaColhida"},
		{picking, "quantidadeColida", "quantidadeColhida"},
	} {
		got := record.Grade(tc.kind, []byte(`{"`+tc.name+`":1}`), thisYear).Findings
		if len(got) != 1 || got[0].Rule.ID != "CAMPO_DESCONHECIDO" {
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

// The fields that the file for the European Union reads are known, though the interface does not
// have them; other kinds do not know them.
func TestFieldsOfTheEUFileAreKnown(t *testing.T) {
	payload := []byte(`{"produtor":"Ana Lima","nomeProdutor":"Ana","municipio":"Sorriso","uf":"MT","fazenda":"Boa Vista","pais":"BR","localProducao":"Gleba 7"}`)
	for _, prefix := range []string{kind.Plan, kind.Planting} {
		if got := record.Grade(kind.ByPrefix(prefix), payload, thisYear).Findings; len(got) != 0 {
			t.Errorf("%s: findings %q", prefix, told(got))
		}
	}
	if got := record.Grade(picking, payload, thisYear).Findings; len(got) != 7 {
		t.Errorf("findings %q, want one for each unknown field", told(got))
	}
}

func TestMessage(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want map[lang.Lang]string
	}{
		{`{"dataPlanto":1}`, map[lang.Lang]string{
			lang.PT: "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'",
			lang.EN: "unknown field 'dataPlanto'; maybe 'dataPlantio'",
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
			got := record.Grade(planting, []byte(tc.in), thisYear).Findings
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
		got := record.Grade(planting, []byte(tc.in), thisYear).Findings
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
	if got := len(record.Grade(planting, []byte(in+"}"), thisYear).Findings); got != 100 {
		t.Errorf("%d findings of 301 unknown fields, want 100", got)
	}
}

// Data written as the documentation shows causes no complaint.
func TestGoodDataIsNotFoundFault(t *testing.T) {
	quiet := func(where string, k *kind.Kind, payload []byte) {
		for _, f := range record.Grade(k, payload, thisYear).Findings {
			if f.Rule.Severity != finding.Info {
				t.Errorf("%s: %s at %s: %s", where, f.Rule.ID, f.Pointer, f.Message(lang.EN))
			}
		}
	}
	for _, k := range kind.All {
		quiet("example of "+k.Prefix, k, []byte(k.Example))
	}
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		quiet(r.HarvestID+" "+r.Prefix, kind.ByPrefix(r.Prefix), r.Payload)
	}
}
