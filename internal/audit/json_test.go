package audit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/canon"
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
		got := string(audit.AppendJSON([]byte(before), audit.Record(planting, []byte(tc.in)), lang.PT))
		if got != before+tc.want {
			t.Errorf("AppendJSON of Record(%s):\n got %s\nwant %s", tc.in, got, before+tc.want)
		}
	}
}

// Whatever is sent, grading ends, says the same again, and what it says can be
// sent back: bounded, valid, and pointing at a member that is there.
func FuzzRecord(f *testing.F) {
	for i, k := range kind.All {
		f.Add(uint8(i), []byte(k.Example))
	}
	for _, s := range []string{
		`{"dataPlanto":"31/02/2025","a/b":1,"~":{}}`, `{"{campo}":1,"dataPlantio":"{valor}"}`, `{"dataPlantio":"99/99/99 99h99"}`, `{"":[]}`,
	} {
		f.Add(uint8(1), []byte(s))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		if canon.Validate(data) != nil || canon.Value(data).Kind() != '{' {
			return
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(data, &members); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		k := kind.All[int(which)%len(kind.All)]
		findings := audit.Record(k, data)
		if len(findings) > 100 {
			t.Fatalf("%s: %d findings in %q", k.Prefix, len(findings), data)
		}
		for _, f := range findings {
			token, ok := strings.CutPrefix(f.Pointer, "/dados/")
			name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
			if _, there := members[name]; !ok || !there || name != f.Field {
				t.Fatalf("%s: field %q at %q is not in %q", k.Prefix, f.Field, f.Pointer, data)
			}
		}
		for _, l := range lang.All {
			list := audit.AppendJSON(nil, findings, l)
			if err := canon.Validate(list); err != nil {
				t.Fatalf("%s: findings in %q are %q: %v", k.Prefix, data, list, err)
			}
			if again := audit.AppendJSON(nil, audit.Record(k, data), l); string(again) != string(list) {
				t.Fatalf("%s: findings in %q are %q, then %q", k.Prefix, data, list, again)
			}
		}
	})
}

func BenchmarkRecord(b *testing.B) {
	size := 0
	for _, k := range kind.All {
		size += len(k.Example)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range kind.All {
			if findings := audit.Record(k, []byte(k.Example)); findings != nil {
				b.Fatalf("%s: %q", k.Prefix, told(findings))
			}
		}
	}
}

// The dearest payload: every name is unknown and as long as names are compared.
func BenchmarkRecordUnknown(b *testing.B) {
	var in strings.Builder
	for i := range kind.MaxItems {
		in.WriteString(`,"cultivacaoUtilizada` + strings.Repeat("x", i%4) + string(rune('a'+i/26%26)) + string(rune('a'+i%26)) + string(rune('A'+i/676)) + `":0`)
	}
	payload := []byte("{" + in.String()[1:] + "}")
	b.SetBytes(int64(len(payload)))
	b.ReportAllocs()
	for b.Loop() {
		if got := len(audit.Record(planting, payload)); got != 100 {
			b.Fatalf("%d findings, want 100", got)
		}
	}
}
