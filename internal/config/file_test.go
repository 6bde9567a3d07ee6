package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestParseFile(t *testing.T) {
	got, err := parseFile("\ufeff\n # note\naddr=:80\r\n\tdb = sqlite:a=b#c.db \n\npublic-url =")
	want := []string{"3 addr :80", "4 db sqlite:a=b#c.db", "6 public-url "}
	if err != nil {
		t.Fatal(err)
	}
	if lines := entryLines(got); !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"addr", "db", "public-url", "strict"}
	for _, c := range []struct{ name, want string }{
		{"addr", "addr"},
		{"adr", "addr"},
		{"adddr", "addr"},
		{"bd", ""},
		{"d", "db"},
		{"publicurl", "public-url"},
		{"public-uri", "public-url"},
		{"puplikurl", ""},
		{"", ""},
		{strings.Repeat("x", 1<<20), ""},
	} {
		if got := nearest(c.name, known); got != c.want {
			t.Errorf("nearest(%.20q) is %q, want %q", c.name, got, c.want)
		}
	}
}

var numbered = regexp.MustCompile(`^[0-9]+: `)

// FuzzParseFile puts a secret into arbitrary text: it is read unchanged, and no error contains it.
func FuzzParseFile(f *testing.F) {
	f.Add("", "")
	f.Add("addr = :80\nroot-secret-key = ", "\n# end\n")
	f.Add("root-secret-key: ", "= x")
	f.Add("\ufeffdb = sqlite:", " # comment")
	f.Add("strict=true\r\nstrict=", "")
	f.Add("adr", "=")
	const secret = "9Qx7~vK2_sEcReT"
	f.Fuzz(func(t *testing.T, before, after string) {
		text := before + secret + after
		entries, err := parseFile(text)
		if err != nil {
			line := err.Error()
			if strings.Contains(line, secret) || strings.ContainsFunc(line, unicode.IsControl) || !numbered.MatchString(line) {
				t.Errorf("%q: message %q holds the secret, is not one line, or has no line number", text, line)
			}
			return
		}
		var again strings.Builder
		seen := map[*option]bool{}
		for _, e := range entries {
			if e.option == nil || seen[e.option] || e.value != strings.TrimSpace(e.value) {
				t.Fatalf("%q: entry %+v is of no option, doubled or not trimmed", text, e)
			}
			seen[e.option] = true
			again.WriteString(strings.Repeat("\n", e.line-1-strings.Count(again.String(), "\n")))
			fmt.Fprintf(&again, "%s = %s\n", e.option.name, e.value)
		}
		reread, err := parseFile(again.String())
		if err != nil || !slices.Equal(entryLines(reread), entryLines(entries)) {
			t.Errorf("%q: written again reads as %q, error %v; want %q", text, entryLines(reread), err, entryLines(entries))
		}
	})
}

func entryLines(entries []entry) []string {
	var lines []string
	for _, e := range entries {
		lines = append(lines, fmt.Sprintf("%d %s %s", e.line, e.option.name, e.value))
	}
	return lines
}
