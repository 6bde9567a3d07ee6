package kind_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// list returns a JSON list of n times an item.
func list(n int, item string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
}

// object returns a JSON object of n members.
func object(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"m%d":0`, i)
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

func text(n int, char string) string { return `"` + strings.Repeat(char, n) + `"` }

func TestCheckLimits(t *testing.T) {
	noPlot := &kind.Kind{Fields: []kind.Field{{Name: "texto", Shape: kind.Text}}}
	for _, tc := range []struct {
		name, in string
		kind     *kind.Kind
		want     string
		max      string
	}{
		{"text at the limit", `{"texto":` + text(kind.MaxText, "a") + `}`, shapes, "", ""},
		{"text over it", `{"texto":` + text(kind.MaxText+1, "a") + `}`, shapes, "TEXTO_LONGO /texto", "5000"},
		{"text of two-byte characters", `{"texto":` + text(kind.MaxText, "ã") + `}`, shapes, "", ""},
		{"text of two-byte characters, over", `{"texto":` + text(kind.MaxText+1, "ã") + `}`, shapes, "TEXTO_LONGO /texto", "5000"},
		{"text of four-byte characters", `{"texto":` + text(kind.MaxText, "🌱") + `}`, shapes, "", ""},
		{"text of escapes", `{"texto":` + text(kind.MaxText, `\u00e3`) + `}`, shapes, "", ""},
		{"text of escaped pairs", `{"texto":` + text(kind.MaxText, `\ud83c\udf31`) + `}`, shapes, "", ""},
		{"date over", `{"data":` + text(kind.MaxText+1, "1") + `}`, shapes, "TEXTO_LONGO /data", "5000"},
		{"text in a list", `{"textos":["a",` + text(kind.MaxText+1, "é") + `]}`, shapes, "TEXTO_LONGO /textos/1", "5000"},
		{"text in an unknown field", `{"x":{"y":` + text(kind.MaxText+1, "a") + `}}`, shapes, "TEXTO_LONGO /x/y", "5000"},
		{"text of an open kind", `{"x":` + text(kind.MaxText+1, "a") + `}`, openShapes, "TEXTO_LONGO /x", "5000"},

		{"list at the limit", `{"textos":` + list(kind.MaxItems, `"a"`) + `}`, shapes, "", ""},
		{"list over it", `{"textos":` + list(kind.MaxItems+1, `"a"`) + `}`, shapes, "LISTA_LONGA /textos", "1000"},
		{"objects over", `{"objetos":` + list(kind.MaxItems+1, `{"a":[]}`) + `}`, shapes, "LISTA_LONGA /objetos", "1000"},
		{"unknown list", `{"x":` + list(kind.MaxItems, `-1`) + `}`, shapes, "", ""},
		{"unknown list over", `{"x":` + list(kind.MaxItems+1, `-1`) + `}`, shapes, "LISTA_LONGA /x", "1000"},
		{"nested list over", `{"x":[0,` + list(kind.MaxItems+1, `[]`) + `,2]}`, shapes, "LISTA_LONGA /x/1", "1000"},
		{"list of an open kind", `{"lotes":` + list(kind.MaxItems+1, `"a"`) + `}`, openShapes, "LISTA_LONGA /lotes", "1000"},

		{"plot at the limit", `{"area":` + list(kind.MaxPlotItems, `-55.72`) + `}`, shapes, "", ""},
		{"plot over it", `{"area":` + list(kind.MaxPlotItems+1, `-55.72`) + `}`, shapes, "LISTA_LONGA /area", "200000"},
		{"geojson next to a plot", `{"geojson":{"coordinates":[` + list(kind.MaxItems+1, `[-55.72,-12.55]`) + `]}}`, shapes, "", ""},
		{"geojson over a plot's limit", `{"geojson":{"coordinates":` + list(kind.MaxPlotItems+1, `0`) + `}}`, shapes, "LISTA_LONGA /geojson/coordinates", "200000"},
		{"geojson without a plot", `{"geojson":` + list(kind.MaxItems+1, `0`) + `}`, noPlot, "LISTA_LONGA /geojson", "1000"},
		{"list after a plot", `{"area":` + list(kind.MaxItems+1, `0`) + `,"x":` + list(kind.MaxItems+1, `0`) + `}`, shapes, "LISTA_LONGA /x", "1000"},

		{"payload at the limit", object(kind.MaxItems), shapes, "", ""},
		{"payload over it", object(kind.MaxItems + 1), shapes, "LISTA_LONGA", "1000"},
		{"object at the limit", `{"x":` + object(kind.MaxItems) + `}`, shapes, "", ""},
		{"object over it", `{"x":` + object(kind.MaxItems+1) + `}`, shapes, "LISTA_LONGA /x", "1000"},
		{"what follows is still checked", `{"x":` + object(kind.MaxItems+2) + `,"numero":-1}`, shapes, "LISTA_LONGA /x, NUMERO_NEGATIVO /numero", "1000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.kind.Check([]byte(tc.in))
			if told(got) != tc.want {
				t.Fatalf("Check(%.60s…) = %q, want %q", tc.in, told(got), tc.want)
			}
			if len(got) > 0 && got[0].Args["max"] != tc.max {
				t.Errorf("Check(%.60s…): max %q, want %q", tc.in, got[0].Args["max"], tc.max)
			}
		})
	}
}

func TestCheckNamesTheFieldOverItsLimit(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"list", `{"texto":"a","x":` + list(kind.MaxItems+1, `0`) + `}`, "x"},
		{"nested list", `{"x":{"y":` + list(kind.MaxItems+1, `0`) + `}}`, "x"},
		{"payload", object(kind.MaxItems + 1), ""},
	} {
		got := shapes.Check([]byte(tc.in))
		if len(got) != 1 || got[0].Field != tc.want {
			t.Errorf("%s: problems %+v, want one of field %q", tc.name, got, tc.want)
		}
	}
}

func TestCheckStopsAtTwentyProblems(t *testing.T) {
	const most = 20
	var fields strings.Builder
	for i := range 2 * most {
		fields.WriteString(`,"f` + strconv.Itoa(i) + `":1e999`)
	}
	for _, tc := range []struct {
		name, in string
		want     int
	}{
		{"fields", `{` + fields.String()[1:] + `}`, most},
		{"items", `{"textos":` + list(2*most, `true`) + `}`, most},
		{"nested members", `{"x":[{` + fields.String()[1:] + `}],"numero":-1}`, most},
		{"exactly as many", `{"textos":` + list(most, `true`) + `,"texto":"a"}`, most},
		{"one less", `{"textos":` + list(most-1, `true`) + `}`, most - 1},
	} {
		if got := len(shapes.Check([]byte(tc.in))); got != tc.want {
			t.Errorf("%s: %d problems, want %d", tc.name, got, tc.want)
		}
	}
}

func TestCheckRefusesLongNames(t *testing.T) {
	long := strings.Repeat("n", 201)
	k := kind.ByPrefix("/producaoAgricola/plantioManejo")
	for _, tc := range []struct{ payload, field, pointer string }{
		{`{"` + long + `":1}`, "", ""},
		{`{"x":{"` + long + `":[1,2]},"dataPlantio":"2024-10-05"}`, "x", "/x"},
	} {
		got := k.Check([]byte(tc.payload))
		if len(got) != 1 || got[0].Rule != kind.NameTooLong || got[0].Field != tc.field || got[0].Pointer != tc.pointer {
			t.Errorf("Check(%.20s…) = %+v, want %s in %q at %q", tc.payload, got, kind.NameTooLong.ID, tc.field, tc.pointer)
		}
	}
	if got := k.Check([]byte(`{"` + long[1:] + `":1}`)); got != nil {
		t.Errorf("a name at the limit: %+v", got)
	}
}
