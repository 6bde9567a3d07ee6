package canon_test

import (
	"slices"
	"testing"

	"rastro/internal/canon"
)

// walked lists what Each finds, as name=value.
func walked(data string) (list []string) {
	canon.Each(data, func(name, value string) bool {
		list = append(list, name+"="+value)
		return true
	})
	return list
}

func TestEach(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{`{}`, nil},
		{` { } `, nil},
		{`[]`, nil},
		{`"a"`, nil},
		{`1`, nil},
		{``, nil},
		{`{"a":1}`, []string{"a=1"}},
		{` { "a" : -1.5e3 , "b" : "x,y" } `, []string{"a=-1.5e3", `b="x,y"`}},
		{`{"a":{"b":[1,{"c":"}"}]},"d":null}`, []string{`a={"b":[1,{"c":"}"}]}`, "d=null"}},
		{`{"a\"b":"c\"d","e\\":"f\\"}`, []string{`a"b="c\"d"`, `e\="f\\"`}},
		{`{"\u00e7":true,"":false}`, []string{"ç=true", "=false"}},
		{`[1,"a",[2, 3],{"b":4}]`, []string{"=1", `="a"`, "=[2, 3]", `={"b":4}`}},
		{"[\n1 ,\t2\r]", []string{"=1", "=2"}},
	} {
		if got := walked(tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("Each(%s) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestEachStops(t *testing.T) {
	n := 0
	canon.Each(`[1,2,3]`, func(string, string) bool {
		n++
		return n < 2
	})
	if n != 2 {
		t.Errorf("%d items were seen, want 2", n)
	}
}

func TestUnquote(t *testing.T) {
	for in, want := range map[string]string{
		`"a"`: "a", `""`: "", `"ção"`: "ção", `"a\"\\\n"`: "a\"\\\n", `"\u00e7"`: "ç", `1`: "", `"`: "", ``: "",
	} {
		if got := canon.Unquote(in); got != want {
			t.Errorf("Unquote(%s) = %q, want %q", in, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	for in, want := range map[string]canon.Kind{`"a"`: '"', `-1`: '0', `0.5`: '0', `{}`: '{', `[]`: '[', `null`: 'n', `true`: 't', `false`: 'f', ``: 0} {
		if got := canon.KindOf(in); got != want {
			t.Errorf("KindOf(%s) = %q, want %q", in, rune(got), rune(want))
		}
	}
}

// Each finds what Members finds in every valid object, and does not panic on anything else.
func FuzzEach(f *testing.F) {
	for _, s := range []string{`{"a":1,"b\"":[{"c":"d\\"}],"":null}`, `{"a" :{}, "b": [ ] }`, `{"a":"\ud83c\udf31"}`, `{"a":1`, `{"a"`, `{"a":}`, `["\`, `{{{`, `}`, `{"a":1 "b":2}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		got := walked(data)
		if canon.Validate([]byte(data)) != nil || canon.KindOf(data) != '{' {
			return
		}
		var want []string
		if err := canon.Members([]byte(data), func(name string, value canon.Value) error {
			want = append(want, name+"="+string(value))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("Each(%q) = %q, want %q", data, got, want)
		}
	})
}
