package params_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/api/params"
	"rastro/internal/trace"
)

// Reading any sort parameter terminates and is bounded, and the result, written in its simplest
// form, reads as the same.
func FuzzSort(f *testing.F) {
	for _, s := range []string{"", "criadoEm,desc", "-criadoEm", "+id", "safraId:desc,id:asc", "a,b,DESC,ignorecase", ":", "-", "--a", "a:", " , ,", "-a:desc", "asc", "desc,desc"} {
		f.Add(s, "")
		f.Add("id", s)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		fields, err := params.Sort([]string{first, second})
		if err != nil {
			if !trace.Is(err, trace.CodeBadParameter) {
				t.Fatalf("%q, %q: %v", first, second, err)
			}
			return
		}
		if len(fields) > 10 {
			t.Fatalf("%q, %q: %d fields", first, second, len(fields))
		}
		var plain []string
		for _, f := range fields {
			if strings.ContainsAny(f.Name, ",") {
				t.Fatalf("%q, %q: field %q", first, second, f.Name)
			}
			if f.Name != strings.TrimSpace(f.Name) || f.Name == "" || strings.ContainsAny(f.Name, ":+-") || isDirection(f.Name) {
				return // no field has such a name: it is refused in the next step
			}
			direction := ",asc"
			if f.Desc {
				direction = ",desc"
			}
			plain = append(plain, f.Name+direction)
		}
		again, err := params.Sort(plain)
		if err != nil {
			t.Fatalf("%q: %v", plain, err)
		}
		if !slices.Equal(again, fields) {
			t.Fatalf("%q: %v, want %v", plain, again, fields)
		}
	})
}

func isDirection(name string) bool {
	name = strings.ToLower(name)
	return name == "asc" || name == "desc" || name == "ignorecase"
}
