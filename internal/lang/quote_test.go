package lang_test

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"rastro/internal/lang"
)

func TestFoldQuote(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{" \t\u200b\n", ""},
		{"José da Conceição", "jose da conceicao"},
		{"JOSE\u0301  DA\r\nCONCEIC\u0327A\u0303O", "jose da conceicao"},
		{"Jo\u200bsé\u00a0da\u2028Con\u00adceição", "jose da conceicao"},
		{"MT25\u2011S\u2013001", "mt25-s-001"},
		{"MT25−S—001", "mt25-s-001"},
		{"D’Ávila", "d'avila"},
		{"Straße", "strasse"},
		{"\ufeffＡＢＣ\u2060－１２３", "abc-123"},
		{"σ ς Σ", "σ σ σ"},
		{"\u2800a\u2800\u2800b", "a b"},
	} {
		if got := lang.FoldQuote(tc.in); got != tc.want {
			t.Errorf("FoldQuote(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// respellings are changes that people and programs make to a text without a visible difference.
var respellings = map[string]func(string) string{
	"upper case":    strings.ToUpper,
	"lower case":    strings.ToLower,
	"NFD":           norm.NFD.String,
	"NFC":           norm.NFC.String,
	"NFKC":          norm.NFKC.String,
	"double spaces": func(s string) string { return strings.ReplaceAll(s, " ", "  ") },
	"line breaks":   func(s string) string { return strings.ReplaceAll(s, " ", "\r\n") },
	"hard spaces":   func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
	"zero width":    func(s string) string { return strings.Join(strings.Split(s, ""), "\u200b") },
	"joiners":       func(s string) string { return strings.Join(strings.Split(s, ""), "\u2060") },
	"hard hyphens":  func(s string) string { return strings.ReplaceAll(s, "-", "\u2011") },
	"dashes":        func(s string) string { return strings.ReplaceAll(s, "-", "–") },
	"no accents": func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(s))
	},
}

func FuzzFoldQuote(f *testing.F) {
	for _, seed := range []string{"", "José da Conceição", "MT25-S-001", "ẞ ß ς ı İ K", "각 ﬁ ½", "a\u115f b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsRune(norm.NFKD.String(s), '\u0345') {
			return // an accent in Greek that is a letter in upper case
		}
		want := lang.FoldQuote(s)
		if again := lang.FoldQuote(want); again != want {
			t.Errorf("FoldQuote(%q) = %q, and folded again %q", s, want, again)
		}
		for name, respell := range respellings {
			if got := lang.FoldQuote(respell(s)); got != want {
				t.Errorf("%s of %q: %q, want %q", name, s, got, want)
			}
		}
	})
}

func TestFoldQuoteOfRespellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom(nil, unicode.Latin, unicode.Nd, unicode.Pd, unicode.Zs)).Draw(t, "s")
		want := lang.FoldQuote(s)
		for name, respell := range respellings {
			if got := lang.FoldQuote(respell(s)); got != want {
				t.Fatalf("%s of %q: %q, want %q", name, s, got, want)
			}
		}
	})
}
