package kind_test

import (
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/kind"
)

// shapes is a kind with one field of every shape.
var shapes = &kind.Kind{Fields: []kind.Field{
	{Name: "texto", Shape: kind.Text},
	{Name: "data", Shape: kind.Date},
	{Name: "instante", Shape: kind.DateTime},
	{Name: "numero", Shape: kind.Number},
	{Name: "area", Shape: kind.Plot},
	{Name: "textos", Shape: kind.Texts},
	{Name: "medida", Shape: kind.Quantity},
	{Name: "opcoes", Shape: kind.TextOrTexts},
	{Name: "objetos", Shape: kind.Objects},
}}

// openShapes has the same fields where the interface leaves the payload open.
var openShapes = &kind.Kind{Open: true, Fields: shapes.Fields}

// told formats problems as "RULE pointer", in order.
func told(problems []finding.Finding) string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, strings.TrimSpace(p.Rule.ID+" "+p.Pointer))
	}
	return strings.Join(lines, ", ")
}

func TestCheckTakesTheJSONOfItsShape(t *testing.T) {
	values := map[string]string{
		"null": `null`, "true": `true`, "false": `false`, "text": `"2024-10-05"`, "number": `7`, "list": `[]`, "object": `{}`,
	}
	for _, tc := range []struct {
		field string
		takes string // accepted values other than null, which counts as absent
		rule  *finding.Rule
	}{
		{"texto", "text number", kind.WantText},
		{"data", "text number", kind.WantText},
		{"instante", "text number", kind.WantText},
		{"numero", "number", kind.WantNumber},
		{"area", "list", kind.WantNumbers}, // an object without a type: see TestCheckOfPlots
		{"textos", "list", kind.WantTexts},
		{"medida", "text number", kind.WantQuantity},
		{"opcoes", "text number list", kind.WantTextOrTexts},
		{"objetos", "list", kind.WantObjects},
		{"desconhecido", "true false text number list object", nil},
	} {
		for name, value := range values {
			payload := `{"` + tc.field + `":` + value + `}`
			want := ""
			if name == "object" && tc.field == "area" {
				want = kind.WantGeoJSON.ID + " /area"
			} else if name != "null" && !strings.Contains(tc.takes, name) {
				want = tc.rule.ID + " /" + tc.field
			}
			if got := told(shapes.Check([]byte(payload))); got != want {
				t.Errorf("Check(%s) = %q, want %q", payload, got, want)
			}
			if got := told(openShapes.Check([]byte(payload))); got != "" {
				t.Errorf("open kind: Check(%s) = %q, want nothing", payload, got)
			}
		}
	}
}

func TestCheckOfItems(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{"textos":["a",1,null]}`, ""},
		{`{"textos":["a",true]}`, "TEXTO_ESPERADO /textos/1"},
		{`{"textos":[["a"],{}]}`, "TEXTO_ESPERADO /textos/0, TEXTO_ESPERADO /textos/1"},
		{`{"opcoes":["a",2]}`, ""},
		{`{"opcoes":[{"a":1}]}`, "TEXTO_ESPERADO /opcoes/0"},
		{`{"area":[-55.72,-12.55,-55.71,-12.54]}`, ""},
		{`{"area":[1,"2",3]}`, "LISTA_DE_NUMEROS_ESPERADA /area/1"},
		{`{"area":[-55.72,[-12.55]]}`, "LISTA_DE_NUMEROS_ESPERADA /area/1"},
		{`{"area":[-55.72,null]}`, "LISTA_DE_NUMEROS_ESPERADA /area/1"},
		{`{"objetos":[{"a":1},{}]}`, ""},
		{`{"objetos":[{},"a",[]]}`, "LISTA_DE_OBJETOS_ESPERADA /objetos/1, LISTA_DE_OBJETOS_ESPERADA /objetos/2"},
		{`{"desconhecido":[1,"a",null,[true,[{"x":[]}]]]}`, ""},
		{`{}`, ""},
		{` { "texto" : "a" } `, ""},
	} {
		if got := told(shapes.Check([]byte(tc.in))); got != tc.want {
			t.Errorf("Check(%s) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestCheckOfNumbers(t *testing.T) {
	for _, tc := range []struct{ in, want, open string }{
		{`{"numero":0}`, "", ""},
		{`{"numero":-0}`, "", ""},
		{`{"numero":1e308}`, "", ""},
		{`{"numero":1e-999}`, "", ""},
		{`{"numero":-1}`, "NUMERO_NEGATIVO /numero", "NUMERO_NEGATIVO /numero"},
		{`{"numero":-0.001}`, "NUMERO_NEGATIVO /numero", "NUMERO_NEGATIVO /numero"},
		{`{"medida":-1}`, "NUMERO_NEGATIVO /medida", "NUMERO_NEGATIVO /medida"},
		{`{"medida":"-1 kg"}`, "", ""},
		{`{"texto":-1}`, "", ""},
		{`{"area":[-180,-90]}`, "", ""},
		{`{"desconhecido":-1}`, "", ""},
		{`{"desconhecido":{"horas":[-1]}}`, "", ""},
		{`{"numero":1e999}`, "NUMERO_INFINITO /numero", "NUMERO_INFINITO /numero"},
		{`{"numero":-1e999}`, "NUMERO_INFINITO /numero", "NUMERO_INFINITO /numero"},
		{`{"texto":1e999}`, "NUMERO_INFINITO /texto", "NUMERO_INFINITO /texto"},
		{`{"textos":["a",1e999]}`, "NUMERO_INFINITO /textos/1", "NUMERO_INFINITO /textos/1"},
		{`{"area":[1,-1e999]}`, "NUMERO_INFINITO /area/1", "NUMERO_INFINITO /area/1"},
		{`{"objetos":[{"kg":1e999}]}`, "NUMERO_INFINITO /objetos/0/kg", "NUMERO_INFINITO /objetos/0/kg"},
		{`{"desconhecido":1e999}`, "NUMERO_INFINITO /desconhecido", "NUMERO_INFINITO /desconhecido"},
		{`{"x":{"y":[1,{"z":1e999}]}}`, "NUMERO_INFINITO /x/y/1/z", "NUMERO_INFINITO /x/y/1/z"},
	} {
		if got := told(shapes.Check([]byte(tc.in))); got != tc.want {
			t.Errorf("Check(%s) = %q, want %q", tc.in, got, tc.want)
		}
		if got := told(openShapes.Check([]byte(tc.in))); got != tc.open {
			t.Errorf("open kind: Check(%s) = %q, want %q", tc.in, got, tc.open)
		}
	}
}

func TestCheckOfRealKinds(t *testing.T) {
	for _, tc := range []struct{ prefix, in, want string }{
		{"/producaoAgricola/maoDeObra", `{"horas":-1}`, "NUMERO_NEGATIVO /horas"},
		{"/producaoAgricola/maoDeObra", `{"horas":"oito"}`, "NUMERO_ESPERADO /horas"},
		{"/producaoAgricola/plantioManejo", `{"dataPlantio":20241005,"areaPlantada":[-55.72,-12.55]}`, ""},
		{"/cadastroPlanejamento/planoCultivo", `{"insumos":["semente"]}`, "TEXTO_ESPERADO /insumos"},
		{"/logisticaExportacao/transporteExportacao", `{"volumeTransportado":"36000"}`, "NUMERO_ESPERADO /volumeTransportado"},
		{"/posColheita/beneficiamento", `{"pesoEntrada":-3,"residuos":"casca"}`, "NUMERO_NEGATIVO /pesoEntrada"},
		{"/validacao", `{"lotes":"MT25-S-001","qualquer":[{"a":[1]}]}`, ""},
	} {
		if got := told(kind.ByPrefix(tc.prefix).Check([]byte(tc.in))); got != tc.want {
			t.Errorf("%s: Check(%s) = %q, want %q", tc.prefix, tc.in, got, tc.want)
		}
	}
	for _, k := range kind.All {
		if got := told(k.Check([]byte(k.Example))); got != "" {
			t.Errorf("%s: Check of its example = %q, want nothing", k.Prefix, got)
		}
	}
}

func TestCheckEscapesPointers(t *testing.T) {
	for _, tc := range []struct{ in, field, pointer string }{
		{`{"a/b":1e999}`, "a/b", "/a~1b"},
		{`{"a~b":1e999}`, "a~b", "/a~0b"},
		{`{"~1":1e999}`, "~1", "/~01"},
		{`{"":1e999}`, "", "/"},
		{`{"x":{"a/b":{"~":[0,1e999]}}}`, "x", "/x/a~1b/~0/1"},
		{`{"\u0061\"":1e999}`, `a"`, `/a"`},
		{`{"ação":[{"é":1e999}]}`, "ação", "/ação/0/é"},
	} {
		got := shapes.Check([]byte(tc.in))
		if len(got) != 1 || got[0].Field != tc.field || got[0].Pointer != tc.pointer {
			t.Errorf("Check(%s) = %+v, want field %q at %q", tc.in, got, tc.field, tc.pointer)
		}
	}
}

func TestCheckTellsEveryProblem(t *testing.T) {
	in := `{"numero":"a","texto":[],"textos":[1e999,true],"medida":-2,"data":{}}`
	want := "NUMERO_ESPERADO /numero, TEXTO_ESPERADO /texto, NUMERO_INFINITO /textos/0, TEXTO_ESPERADO /textos/1, NUMERO_NEGATIVO /medida, TEXTO_ESPERADO /data"
	if got := told(shapes.Check([]byte(in))); got != want {
		t.Errorf("Check(%s) = %q, want %q", in, got, want)
	}
}
