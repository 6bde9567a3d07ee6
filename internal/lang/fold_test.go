package lang_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/lang"
)

func TestFold(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{" \t\n", ""},
		{"Café", "cafe"},
		{"CAFÉ", "cafe"},
		{"Cafe\u0301", "cafe"}, // the accent as its own character
		{"ALGODÃO", "algodao"},
		{"Cana-de-Açúcar", "cana-de-acucar"},
		{"  Pós   colheita\u00a0final ", "pos colheita final"},
		{"a\r\nb", "a b"},
		{"ﬁbra", "fibra"}, // compatibility forms too
		{"Nº 10", "no 10"},
		{"Straße", "straße"},
		{"safra 2024/25", "safra 2024/25"},
	} {
		if got := lang.Fold(tc.in); got != tc.want {
			t.Errorf("Fold(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestFoldIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		once := lang.Fold(s)
		if twice := lang.Fold(once); twice != once {
			t.Fatalf("Fold(%q) = %q, and folded again %q", s, once, twice)
		}
		if once != strings.TrimSpace(once) || strings.Contains(once, "  ") {
			t.Fatalf("Fold(%q) = %q, with spaces around or doubled", s, once)
		}
	})
}
