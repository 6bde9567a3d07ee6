package columns_test

import (
	"strings"
	"testing"

	"rastro/internal/columns"
	"rastro/internal/sheet"
)

func splitBy(pattern string) *columns.Mapping {
	return mapping(columns.Column{Header: "Romaneio", Use: columns.Split, Field: "numeroRomaneio", Second: "loteOrigem", Pattern: pattern})
}

// TestPatternsAreSmall: a short pattern can stand for a large program.
func TestPatternsAreSmall(t *testing.T) {
	for pattern, want := range map[string]sheet.Reason{
		`^(\d{1,9})\s*[-/]\s*([A-Z]{2}\d{2}-S-\d{6})$`: "",
		`^(.*)(x)$`:                     "",
		`^(.*.*.*.*.*.*)(.{1,999})$`:    sheet.BadMapping,
		`^((?:a?){500})((?:a){500}.*)$`: sheet.BadMapping,
		`(.*?)(a{999})`:                 sheet.BadMapping,
		`^((?:(?:a{9}){9}){9})(b)$`:     sheet.BadMapping,
		strings.Repeat(`(a)`, 3):        sheet.BadMapping,
	} {
		if got := reason(splitBy(pattern).Check()); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestPatternsTakeNoLongText: a text that is too long for any field is refused before the pattern
// runs.
func TestPatternsTakeNoLongText(t *testing.T) {
	got := payloads(t, "Romaneio\n"+strings.Repeat("a", 5000)+"b\n123-L7\n", splitBy(`^(.+)[-b](.*)$`))
	if len(got) != 2 || !strings.HasSuffix(got[0], "A2:"+string(sheet.NotSplit)) || !strings.Contains(got[1], `"L7"`) {
		t.Errorf("%.200q", got)
	}
}

// TestPatternsEnd when they have taken many steps on a file.
func TestPatternsEnd(t *testing.T) {
	pattern := `^(` + strings.Repeat("a?", 50) + `)(x)$`
	rows, err := open(t, "Romaneio\n"+strings.Repeat("b"+strings.Repeat("a", 4900)+"\n", 4000), splitBy(pattern))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	read := 0
	for ; err == nil; read++ {
		_, err = rows.Next()
	}
	if reason(err) != sheet.BadMapping || read > 3000 {
		t.Errorf("%d rows, %v", read, err)
	}
}
