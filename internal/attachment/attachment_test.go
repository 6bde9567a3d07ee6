package attachment

import (
	"strings"
	"testing"
)

// The list can be put into a seal and read back, and the rest stays unchanged.
func TestWith(t *testing.T) {
	one, two := File{Sum: "aa", Name: "a.pdf", Bytes: 3}, File{Sum: "bb", Name: "b.png", Width: 4, Height: 5, Exif: &Exif{TakenAt: "2025-02-10T10:00:00"}}
	for _, tc := range []struct {
		name, seal string
		files      []File
		want       string
	}{
		{"nothing to say", ``, nil, ``},
		{"a record's first file", ``, []File{one}, `"anexos":[{"sha256":"aa"`},
		{"a validation's", `"cobertura":{"registros":3},"justificativa":"x"`, []File{one}, `"cobertura":{"registros":3},"justificativa":"x","anexos":[{"sha256":"aa"`},
		{"another list", `"anexos":[{"sha256":"cc"}]`, []File{one, two}, `"anexos":[{"sha256":"aa"`},
		{"the last one removed", `"anexos":[{"sha256":"cc"}]`, nil, ``},
		{"the last one of a validation removed", `"cobertura":{},"anexos":[{"sha256":"cc"}]`, nil, `"cobertura":{}`},
	} {
		got, err := With([]byte(tc.seal), tc.files)
		if err != nil || !strings.HasPrefix(string(got), tc.want) || tc.want == "" && got != nil {
			t.Errorf("%s: %q, %v; want %q…", tc.name, got, err, tc.want)
		}
		if list := List(got); len(list) != len(tc.files) {
			t.Errorf("%s: %v is listed", tc.name, list)
		}
	}
	if _, err := With([]byte(`"cobertura":`), []File{one}); err == nil {
		t.Error("a seal that cannot be read was changed")
	}
}

func TestAdded(t *testing.T) {
	a, b := File{Sum: "a"}, File{Sum: "b"}
	if got := Added([]File{a}, []File{a, b}); len(got) != 1 || got[0].Sum != "b" {
		t.Errorf("%v", got)
	}
}
