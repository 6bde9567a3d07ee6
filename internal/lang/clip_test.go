package lang

import "testing"

func TestClip(t *testing.T) {
	for _, tc := range []struct {
		in   string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"ção", 3, "ção"}, {"çãoé", 3, "ção…"}, {"🌱🌱", 1, "🌱…"}, {"x", 0, "…"},
	} {
		if got := Clip(tc.in, tc.most); got != tc.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tc.in, tc.most, got, tc.want)
		}
	}
}
