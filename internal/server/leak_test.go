package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// marked are made up, and of the form that real ones have. Each is looked for as
// a whole and by the part that would give it away.
var marked = map[string][]string{
	"name":         {"Zulmira Marcada de Souza", "Zulmira", "ZULMIRA"},
	"CPF":          {"529.982.247-25", "982.247", "52998224725"},
	"plate":        {"QZX1J37", "QZX1"},
	"older plate":  {"QZX-1937"},
	"receipt":      {"1.2.0000000098765432109", "98765432109"},
	"invoice key":  {"51250211222333000181550010000123451123456780", "112223330001815500"},
	"newer key":    {"41260812ABC34501DE35550010000000421102030404", "ABC34501DE35"},
	"CAR":          {"MT-5107925-0A1B2C3D4E5F60718293A4B5C6D7E8F9", "0A1B2C3D4E5F"},
	"mail":         {"zulmira@marcada.example"},
	"plain number": {"529982247.25", "529982247"},
}

// exactPlot is a plot to the tenth of a metre.
var exactPlot = []json.Number{"-55.723917", "-12.553917", "-55.713917", "-12.543917"}

// TestNothingPersonalLeaks fills every field of every kind with each mark and searches for them in
// what strangers receive, and in the log.
func TestNothingPersonalLeaks(t *testing.T) {
	s := start(t, nil)
	var codes []string
	for what, marks := range marked {
		code := "COD-" + strings.ToUpper(strings.ReplaceAll(what, " ", ""))
		codes = append(codes, code)
		for _, k := range kind.All {
			body, err := json.Marshal(map[string]any{"safraId": "S " + what, "safraCodigo": marks[0], "dados": markedPayload(k, marks[0], code)})
			if err != nil {
				t.Fatal(err)
			}
			if a := s.call("POST", k.Prefix, string(body)); a.StatusCode != http.StatusCreated {
				t.Fatalf("%s in %s: %d %s", what, k.Prefix, a.StatusCode, a.body)
			}
		}
	}
	for _, code := range codes {
		for _, target := range []string{"/v/" + code + "?lang=pt", "/v/" + code + "?lang=en", "/v/" + code + "?lang=es", "/v/" + code + "?formato=json", "/v/" + code + "/prova", "/", "/log/checkpoint"} {
			r := s.request("GET", target, "")
			r.Header.Del("X-API-ACCESS-KEY")
			r.Header.Del("X-API-SECRET-KEY")
			a := s.do(r)
			if strings.HasPrefix(target, "/v/") && a.StatusCode != http.StatusOK && !strings.HasSuffix(target, "/prova") {
				t.Fatalf("%s: %d", target, a.StatusCode)
			}
			noMark(t, target, a.body)
			for name, values := range a.Header {
				noMark(t, target+" "+name, strings.Join(values, "\n"))
			}
		}
	}
	noMark(t, "the log", s.log.String())
	if lines := s.access(1); len(lines) == 0 {
		t.Error("the log has no lines: nothing was proved")
	}
}

func noMark(t *testing.T, where, text string) {
	t.Helper()
	for what, marks := range marked {
		for _, mark := range marks {
			if strings.Contains(text, mark) {
				t.Errorf("%s: the %s is there, %q", where, what, mark)
			}
		}
	}
	for _, number := range exactPlot {
		if strings.Contains(text, strings.TrimPrefix(string(number), "-")) {
			t.Errorf("%s: the exact plot is there, %s", where, number)
		}
	}
}

func markedPayload(k *kind.Kind, mark, code string) map[string]any {
	payload := map[string]any{"campoDesconhecido": mark, "geojson": map[string]any{"type": "Point", "coordinates": exactPlot[:2]}}
	if !k.HasPlot() {
		delete(payload, "geojson")
	}
	for _, f := range k.Fields {
		switch f.Shape {
		case kind.Number:
			payload[f.Name] = json.Number("529982247.25")
		case kind.Plot:
			payload[f.Name] = exactPlot
		case kind.Texts, kind.TextOrTexts:
			payload[f.Name] = []string{mark, "lote " + mark}
		case kind.Objects:
			payload[f.Name] = []map[string]string{{"tipo": mark}}
		default:
			payload[f.Name] = mark
		}
	}
	if k.IsValidation() {
		payload["codigo"] = code
	}
	return payload
}
