package proof

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rastro/internal/attachment"
	"rastro/internal/canon"
)

// changesText writes changes one a line, as "pointer kind from to".
func changesText(changes []Change) string {
	var lines []string
	for _, c := range changes {
		lines = append(lines, strings.TrimSpace(c.Pointer+" "+c.Kind+" "+string(c.From)+">"+string(c.To)))
	}
	return strings.Join(lines, "\n")
}

func TestDiff(t *testing.T) {
	for _, tc := range []struct{ name, from, to, want string }{
		{"nothing", `{}`, `{}`, ""},
		{"no payloads", "", "", ""},
		{"equal", `{"a":1,"b":[1,{"c":null}]}`, `{"a":1,"b":[1,{"c":null}]}`, ""},

		{"a field added", `{}`, `{"a":1}`, "/a adicionado >1"},
		{"a field removed", `{"a":1}`, `{}`, "/a removido 1>"},
		{"a field changed", `{"a":1}`, `{"a":2}`, "/a alterado 1>2"},
		{"in the order of the newer one, what is gone last", `{"z":1,"b":1,"a":1}`, `{"a":2,"c":3,"b":2}`,
			"/a alterado 1>2\n/c adicionado >3\n/b alterado 1>2\n/z removido 1>"},
		{"everything from nothing", "", `{"a":1,"b":{}}`, "/a adicionado >1\n/b adicionado >{}"},
		{"nothing of everything", `{"a":1,"b":[2]}`, "", "/a removido 1>\n/b removido [2]>"},

		{"nested", `{"a":{"b":{"c":1,"d":2}}}`, `{"a":{"b":{"c":1,"d":3}}}`, "/a/b/d alterado 2>3"},
		{"an object emptied", `{"a":{"b":1}}`, `{"a":{}}`, "/a/b removido 1>"},
		{"an object for a text", `{"a":"x"}`, `{"a":{"b":1}}`, `/a alterado "x">{"b":1}`},
		{"a list for an object", `{"a":{}}`, `{"a":[]}`, "/a alterado {}>[]"},

		{"a list grows", `{"a":[1]}`, `{"a":[1,2,3]}`, "/a/1 adicionado >2\n/a/2 adicionado >3"},
		{"a list shrinks", `{"a":[1,2]}`, `{"a":[1]}`, "/a/1 removido 2>"},
		{"an item changes", `{"a":[1,2,3]}`, `{"a":[1,9,3]}`, "/a/1 alterado 2>9"},
		{"objects in a list", `{"a":[{"b":1},{"b":2}]}`, `{"a":[{"b":1},{"b":3,"c":4}]}`, "/a/1/b alterado 2>3\n/a/1/c adicionado >4"},
		{"lists in a list", `{"a":[[1,2],[3]]}`, `{"a":[[1,2],[4]]}`, "/a/1/0 alterado 3>4"},

		{"null is a value", `{"a":null}`, `{"a":1}`, "/a alterado null>1"},
		{"to null", `{"a":"x"}`, `{"a":null}`, `/a alterado "x">null`},
		{"null and absent differ", `{"a":null}`, `{}`, "/a removido null>"},
		{"absent and null differ", `{}`, `{"a":null}`, "/a adicionado >null"},
		{"null stays", `{"a":null}`, `{ "a" : null }`, ""},

		{"names are escaped", `{"a/b":1,"c~d":1,"":1}`, `{"a/b":2,"c~d":2,"":2}`, "/a~1b alterado 1>2\n/c~0d alterado 1>2\n/ alterado 1>2"},
		{"names in another spelling", `{"\u00e7":1}`, `{"ç":2}`, "/ç alterado 1>2"},

		{"spellings of a number", `{"a":1.50,"b":1e2,"c":-0}`, `{"a":1.5,"b":100,"c":0}`, ""},
		{"spellings of a text", `{"a":"\u00e7\/"}`, `{"a":"ç/"}`, ""},
		{"spellings of an object", `{"a":{"x":1,"y":2}}`, `{ "a": { "y":2, "x" : 1.0 } }`, ""},
		{"a text and its number", `{"a":"1"}`, `{"a":1}`, `/a alterado "1">1`},
		{"long integers are told apart", `{"a":35250112345678000195550010000012341000012345}`, `{"a":35250112345678000195550010000012341000012346}`,
			"/a alterado 35250112345678000195550010000012341000012345>35250112345678000195550010000012341000012346"},
		{"upper and lower case differ", `{"a":"x"}`, `{"a":"X"}`, `/a alterado "x">"X"`},
	} {
		if got := changesText(Diff([]byte(tc.from), []byte(tc.to))); got != tc.want {
			t.Errorf("%s: Diff(%s, %s) =\n%s\nwant\n%s", tc.name, tc.from, tc.to, got, tc.want)
		}
	}
}

func TestDiffIsBounded(t *testing.T) {
	list := func(n int, item string) []byte {
		return []byte(`{"a":[` + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + `]}`)
	}
	for _, tc := range []struct {
		name     string
		from, to []byte
		want     int
	}{
		{"just as many", list(maxChanges, "1"), list(maxChanges, "2"), maxChanges},
		{"many more", list(20*maxChanges, "1"), list(20*maxChanges, "2"), maxChanges},
		{"many added", list(1, "1"), list(20*maxChanges, "1"), maxChanges},
		{"deep", []byte(strings.Repeat(`{"a":`, 30) + "1" + strings.Repeat("}", 30)), []byte(strings.Repeat(`{"a":`, 30) + "2" + strings.Repeat("}", 30)), 1},
	} {
		if got := len(Diff(tc.from, tc.to)); got != tc.want {
			t.Errorf("%s: %d changes, want %d", tc.name, got, tc.want)
		}
	}
}

func TestChangesAsJSON(t *testing.T) {
	got := string(appendChanges(nil, Diff([]byte(`{"a":1,"\"":2}`), []byte(`{"\"":3,"c":null}`))))
	want := `[{"ponteiro":"/\"","mudanca":"alterado","de":2,"para":3},{"ponteiro":"/c","mudanca":"adicionado","de":null,"para":null},{"ponteiro":"/a","mudanca":"removido","de":1,"para":null}]`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(appendChanges(nil, nil)); got != "[]" {
		t.Errorf("no changes are %s", got)
	}
}

// value draws a JSON value.
func value(t *rapid.T, depth int) any {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2, 3:
		return rapid.IntRange(-3, 3).Draw(t, "number")
	case 4:
		return rapid.SampledFrom([]string{"", "a", "/", "~", "ç"}).Draw(t, "text")
	case 5:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "items"))
		for i := range list {
			list[i] = value(t, depth-1)
		}
		return list
	default:
		return object(t, depth-1)
	}
}

func object(t *rapid.T, depth int) map[string]any {
	members := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		members[rapid.SampledFrom([]string{"a", "b", "c/d", "~"}).Draw(t, "name")] = value(t, depth)
	}
	return members
}

// Equal payloads give no change, different ones do, and the reverse comparison finds the same
// places.
func TestDiffProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, errA := canon.Marshal(object(t, 3))
		b, errB := canon.Marshal(object(t, 3))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		forth, back := Diff(a, b), Diff(b, a)
		if same := string(a) == string(b); same != (len(forth) == 0) {
			t.Fatalf("Diff(%s, %s) = %s", a, b, changesText(forth))
		}
		if got := Diff(a, a); len(got) > 0 {
			t.Fatalf("Diff(%s, itself) = %s", a, changesText(got))
		}
		opposite := map[string]string{"adicionado": "removido", "removido": "adicionado", "alterado": "alterado"}
		seen := map[string]Change{}
		for _, c := range back {
			seen[c.Pointer] = c
		}
		for _, c := range forth {
			if o, ok := seen[c.Pointer]; !ok || o.Kind != opposite[c.Kind] || string(o.From) != string(c.To) || string(o.To) != string(c.From) {
				t.Fatalf("Diff(%s, %s) at %s: %+v, back %+v", a, b, c.Pointer, c, o)
			}
		}
		if len(seen) != len(back) || len(back) != len(forth) {
			t.Fatalf("Diff(%s, %s): %d changes, back %d", a, b, len(forth), len(back))
		}
	})
}

// Added and removed files are listed next to the changes in the payload.
func TestFileChanges(t *testing.T) {
	seal := func(names ...string) []byte {
		var files []attachment.File
		for _, name := range names {
			files = append(files, attachment.File{Sum: "sum of " + name, Name: name, Bytes: 7})
		}
		out, err := attachment.With([]byte(`"justificativa":"x"`), files)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	marked, err := attachment.With([]byte(`"justificativa":"x"`), []attachment.File{{Sum: "sum of a", Name: "a", Bytes: 7, Personal: true}})
	if err != nil {
		t.Fatal(err)
	}
	const a, b = `"sha256":"sum of a","nome":"a","bytes":7}`, `"sha256":"sum of b","nome":"b","bytes":7}`
	for _, tc := range []struct {
		from, to []byte
		want     string
	}{
		{nil, nil, ``},
		{seal("a"), seal("a"), ``},
		{seal("a", "b"), seal("b", "a"), ``},
		{nil, seal("a"), `,"alteracoesDeAnexos":[{"mudanca":"adicionado",` + a + `]`},
		{seal("a"), seal("b"), `,"alteracoesDeAnexos":[{"mudanca":"adicionado",` + b + `,{"mudanca":"removido",` + a + `]`},
		{seal("a"), marked, `,"alteracoesDeAnexos":[{"mudanca":"alterado",` + a + `]`},
		{seal("a", "b"), nil, `,"alteracoesDeAnexos":[{"mudanca":"removido",` + a + `,{"mudanca":"removido",` + b + `]`},
	} {
		if got := string(appendFileChanges(nil, tc.from, tc.to)); got != tc.want {
			t.Errorf("%s to %s: %s, want %s", tc.from, tc.to, got, tc.want)
		}
	}
}
