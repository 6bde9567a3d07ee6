package letters

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/lang"
)

// Words fold as they fold elsewhere.
func TestFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("abzAZ09áàâãäçéêíóôõöúüñÁÀÂÃÇÉÊÍÓÔÕÚÑºª²³")), 1, maxWord, maxWord).Draw(t, "s")
		var w Word
		if w.Read(s, 0); w.End != len(s) || string(w.Text()) != lang.Fold(s) {
			t.Fatalf("%q folds to %q, want %q", s, w.Text(), lang.Fold(s))
		}
	})
	for _, tc := range []struct{ in, want string }{
		{"Cafe\u0301", "cafe"}, {"saca\u0303o", "sacao"}, {"ha⁻¹", "ha-1"}, {"°C", "oc"}, {"", ""}, {"straße", ""}, {"日", ""},
		{strings.Repeat("a", maxWord+1), ""},
	} {
		var w Word
		if w.Read(tc.in, 0); w.End != len(tc.in) || string(w.Text()) != tc.want {
			t.Errorf("%q folds to %q up to %d, want %q", tc.in, w.Text(), w.End, tc.want)
		}
	}
}
