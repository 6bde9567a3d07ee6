package record_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/check"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

func TestAppendJSON(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{}`, `[]`},
		{`{"dataPlanto":1}`, `[{"regra":"CAMPO_DESCONHECIDO","campo":"dataPlanto","ponteiro":"/dados/dataPlanto","severidade":"alerta",` +
			`"mensagem":"campo desconhecido 'dataPlanto'; talvez 'dataPlantio'"}]`},
		{`{"dataPlantio":"31/02/2025","a\"/b\n":1}`, `[{"regra":"DATA_INEXISTENTE","campo":"dataPlantio","ponteiro":"/dados/dataPlantio","severidade":"erro",` +
			`"mensagem":"'31/02/2025' tem forma de data, mas esse dia ou hora não existe; use AAAA-MM-DD ou DD/MM/AAAA"},` +
			`{"regra":"CAMPO_DESCONHECIDO","campo":"a\"/b\n","ponteiro":"/dados/a\"~1b\n","severidade":"alerta","mensagem":"campo desconhecido 'a\"/b\n'"}]`},
	} {
		const before = `"avisos":`
		got := string(record.AppendFindings([]byte(before), record.Grade(planting, []byte(tc.in), thisYear).Findings, lang.PT))
		if got != before+tc.want {
			t.Errorf("AppendJSON of Record(%s):\n got %s\nwant %s", tc.in, got, before+tc.want)
		}
	}
}

func TestAppendMembers(t *testing.T) {
	for _, tc := range []struct{ prefix, in, want string }{
		{"/producaoAgricola/plantioManejo", `{}`, `"avisos":[],"identificadores":[]`},
		{"/producaoAgricola/maoDeObra", `{"comprovantePagamento":"CPF 529.982.247-25, eSocial 1.2.0000000012345678901"}`,
			`"avisos":[],"identificadores":[{"tipo":"CPF","valor":"***.982.247-**","valido":true,"campo":"comprovantePagamento"},` +
				`{"tipo":"ESOCIAL_RECIBO","valor":"1.2.0000000012345678901","valido":true,"campo":"comprovantePagamento"}]`},
		{"/logisticaExportacao/transporteExportacao", `{"identificacaoTransporte":"IMO 9321484"}`,
			`"avisos":[{"regra":"IDENTIFICADOR_INVALIDO","campo":"identificacaoTransporte","ponteiro":"/dados/identificacaoTransporte","severidade":"erro",` +
				`"mensagem":"IMO '9321484' é inválido: dígito verificador não confere; confira no documento"}],` +
				`"identificadores":[{"tipo":"IMO","valor":"9321484","valido":false,"campo":"identificacaoTransporte"}]`},
	} {
		if got := string(record.Grade(kind.ByPrefix(tc.prefix), []byte(tc.in), thisYear).AppendMembers(nil, lang.PT)); got != tc.want {
			t.Errorf("members of Record(%s):\n got %s\nwant %s", tc.in, got, tc.want)
		}
	}
}

func TestAppendRuleJSON(t *testing.T) {
	for _, r := range check.Rules {
		if r.Harvest {
			continue
		}
		for _, l := range lang.All {
			var got struct {
				Regra, Severidade, Escopo, Mensagem, Fonte string
				Prefixos                                   []string
				Exemplo, Contraexemplo                     struct {
					Prefixo string
					Dados   json.RawMessage
				}
			}
			text := finding.AppendRuleJSON(nil, r, l)
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got.Regra != r.ID || got.Severidade != string(r.Severity) || got.Escopo != "registro" || got.Fonte != r.Source || !slices.Equal(got.Prefixos, append([]string{}, r.Kinds...)) ||
				got.Exemplo.Prefixo != r.Example() || string(got.Exemplo.Dados) != r.Trigger || string(got.Contraexemplo.Dados) != r.Quiet ||
				got.Mensagem == "" || strings.ContainsAny(got.Mensagem, "{}") {
				t.Errorf("%s in %s: %s", r.ID, l.Tag(), text)
			}
		}
	}
}

// For any input, grading terminates, is deterministic, and its output can be sent back: bounded,
// valid, and pointing at a member that exists or that the kind has.
func FuzzRecord(f *testing.F) {
	for i, k := range kind.All {
		f.Add(uint8(i), []byte(k.Example))
	}
	for _, r := range check.Rules {
		if k := kind.ByPrefix(r.Example()); k != nil {
			f.Add(uint8(slices.Index(kind.All, k)), []byte(r.Trigger))
		}
	}
	for _, s := range []string{
		`{"dataPlanto":"31/02/2025","a/b":1,"~":{}}`, `{"{campo}":1,"dataPlantio":"{valor}"}`, `{"dataPlantio":"99/99/99 99h99"}`, `{"":[]}`,
		`{"geojson":{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,4],[3,2],[1,2]]]}}`, `{"areaPlantada":{"type":1},"poligono":true}`,
	} {
		f.Add(uint8(1), []byte(s))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		k := kind.All[int(which)%len(kind.All)]
		graded := record.Grade(k, data, thisYear) // for invalid JSON it only has to return
		var members map[string]json.RawMessage
		if canon.Validate(data) != nil || json.Unmarshal(data, &members) != nil {
			return
		}
		if len(graded.Findings) > 100 || len(graded.IDs) > 100 {
			t.Fatalf("%s: %d findings, %d identifiers in %q", k.Prefix, len(graded.Findings), len(graded.IDs), data)
		}
		for _, f := range graded.Findings {
			token, ok := strings.CutPrefix(f.Pointer, "/dados/")
			token, _, _ = strings.Cut(token, "/")
			name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
			_, there := members[name]
			if _, known := k.Field(name); !ok || !there && !known || name != f.Field {
				t.Fatalf("%s: field %q at %q is not in %q", k.Prefix, f.Field, f.Pointer, data)
			}
		}
		for _, l := range lang.All {
			text := graded.AppendMembers([]byte("{"), l)
			if err := canon.Validate(append(text, '}')); err != nil {
				t.Fatalf("%s: grading %q gives %q: %v", k.Prefix, data, text, err)
			}
			if again := record.Grade(k, data, thisYear).AppendMembers([]byte("{"), l); string(again) != string(text) {
				t.Fatalf("%s: grading %q gives %q, then %q", k.Prefix, data, text, again)
			}
		}
	})
}
