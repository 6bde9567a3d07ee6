package canon

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestValidateNamesWhatIsWrong(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, tc := range []struct {
		name, in string
		want     Reason // "" = readable
	}{
		{"object", `{"a":1}`, ""},
		{"scalar", `7`, ""},
		{"spaces around", " \n{}\t ", ""},
		{"depth at the limit", nest(MaxDepth), ""},
		{"escaped backslash before u0000", `"\\u0000"`, ""},
		{"nothing", ``, Empty},
		{"only spaces", "  \n", Empty},
		{"not JSON", `dados=1`, NotJSON},
		{"single quotes", `{'a':1}`, NotJSON},
		{"trailing comma", `{"a":1,}`, NotJSON},
		{"raw control character", "\"a\x00b\"", NotJSON},
		{"lone surrogate", `"\ud800"`, NotJSON},
		{"truncated", `{"a":[1,2`, Truncated},
		{"truncated text", `{"a":"xx`, Truncated},
		{"two values", `{} {}`, TwoValues},
		{"two values, second broken", `{} x`, TwoValues},
		{"doubled name", `{"a":1,"a":2}`, DuplicateKey},
		{"doubled name, escaped", `{"a":1,"\u0061":2}`, DuplicateKey},
		{"doubled name, deep", `{"x":{"a":1,"a":2}}`, DuplicateKey},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", InvalidUTF8},
		{"NUL in a text", `{"a":"x\u0000"}`, NUL},
		{"NUL in a name", `{"\u0000":1}`, NUL},
		{"too deep", nest(MaxDepth + 1), TooDeep},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := Validate([]byte(tc.in))
			var got Reason
			if e, ok := errors.AsType[*Error](err); ok {
				got = e.Reason
			}
			if got != tc.want {
				t.Errorf("Validate(%q) = %v, want reason %q", tc.in, err, tc.want)
			}
		})
	}
}

// RFC 8785 §3.2.2 and §3.2.3, and the number samples of its appendix B.
func TestCanonicalFollowsRFC8785(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{`{ "b":2, "a":1 }`, `{"a":1,"b":2}`},
		{`{"\u20ac":"E","\r":"CR","\ufb33":"H","1":"one","\u0080":"C","\ud83d\ude02":"S","\u00f6":"o"}`,
			"{\"\\r\":\"CR\",\"1\":\"one\",\"\u0080\":\"C\",\"ö\":\"o\",\"€\":\"E\",\"😂\":\"S\",\"\ufb33\":\"H\"}"},
		{`[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0]`, `[333333333.3333333,1e+30,4.5,0.002,1e-27,0]`},
		{`"\u000f\u000aA'\u0042\u0022\u005c\\\"\/"`, `"\u000f\nA'B\"\\\\\"/"`},
	} {
		got, err := Canonical([]byte(tc.in))
		if err != nil || string(got) != tc.want {
			t.Errorf("Canonical(%s) = %s, %v; want %s", tc.in, got, err, tc.want)
		}
	}
}

// A digest must distinguish 51…780 from 51…781, which are the same double.
func TestCanonicalKeepsLongIntegers(t *testing.T) {
	in := `{"nota":51250211222333000181550010000123451123456780, "n":1.50}`
	want := `{"n":1.5,"nota":51250211222333000181550010000123451123456780}`
	if got, err := Canonical([]byte(in)); err != nil || string(got) != want {
		t.Errorf("Canonical(%s) = %s, %v; want %s", in, got, err, want)
	}
}

func TestCanonicalLeavesItsInputAlone(t *testing.T) {
	in := []byte(`{"b":1,"a":2}`)
	if _, err := Canonical(in); err != nil {
		t.Fatal(err)
	}
	if string(in) != `{"b":1,"a":2}` {
		t.Errorf("input became %s", in)
	}
}

func TestMembersKeepsBytes(t *testing.T) {
	var got []string
	err := Members([]byte(`{"a": 1.50 , "b":{"x" : [ ]}}`), func(name string, v Value) error {
		got = append(got, name+"="+string(v))
		return nil
	})
	if want := `a=1.50 b={"x" : [ ]}`; err != nil || strings.Join(got, " ") != want {
		t.Errorf("Members = %v, %v; want %s", got, err, want)
	}
	if err := Members([]byte(`[1]`), nil); err == nil {
		t.Error("Members of a list: no error")
	}
}

// What Validate accepts, the standard library accepts too; its canonical form
// is valid, stable and means the same.
func FuzzValidate(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":[1,2,{"b":null}]}`, `"\u0000"`, `[1e999]`, `{"a":1,"a":2}`, "\xff", `[[[[`, `1 2`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if Validate(data) != nil {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("accepted %q, which is not JSON", data)
		}
		first, err := Canonical(data)
		if err != nil {
			return // what has no canonical form is not hashed
		}
		again, err := Canonical(first)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("canonical form of %q is not stable: %q then %q (%v)", data, first, again, err)
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	body := []byte(`{"safraId":"S-2025-001","safraCodigo":"2024/25","dados":{"dataPlantio":"2024-10-05","cultivacaoUtilizada":"plantio direto","areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":7200}}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Validate(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	body := []byte(`{"safraId":"S-2025-001","safraCodigo":"2024/25","dados":{"dataPlantio":"2024-10-05","cultivacaoUtilizada":"plantio direto","areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":7200}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Canonical(body); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAppendStringOrNull(t *testing.T) {
	for s, want := range map[string]string{"": `{"a":null`, "x": `{"a":"x"`, `"`: `{"a":"\""`} {
		if got := string(AppendStringOrNull([]byte(`{"a":`), s)); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}
