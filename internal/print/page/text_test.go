package page

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/print/font"
)

// For any text, no line is wider than its place and there are no more lines than allowed; a
// complete text is all there, and a shortened one ends in a mark.
func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.OneOf(rapid.String(), rapid.StringMatching(`([A-Z0-9]{1,8}[ -]){0,12}[A-Z0-9]{1,30}`)).Draw(t, "text")
		text := font.Bold.Printable(words)
		width := rapid.Float64Range(.1, 30).Draw(t, "width")
		most := rapid.IntRange(1, 5).Draw(t, "most")
		lines, whole := wrap(font.Bold, text, width, most)
		if len(lines) > most {
			t.Fatalf("%d lines, at most %d: %q", len(lines), most, lines)
		}
		for _, line := range lines {
			if w := font.Bold.Width(line); w > width || line == "" || line != strings.TrimSpace(line) {
				t.Fatalf("%q is %f wide, of %f", line, w, width)
			}
		}
		plain := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		together := plain(strings.Join(lines, ""))
		if whole && together != plain(text) {
			t.Fatalf("%q is whole, but is %q", text, lines)
		}
		if !whole && len(lines) == most && !strings.HasSuffix(together, "…") {
			t.Fatalf("%q is cut without a mark: %q", text, lines)
		}
	})
}

func TestWrapBreaksWhereAPersonWould(t *testing.T) {
	for _, tc := range []struct {
		text  string
		width float64
		most  int
		want  string
	}{
		{"7K3M-9QXT-4B2N-VH8R", 7, 2, "7K3M-9QXT-|4B2N-VH8R"},
		{"7K3M-9QXT-4B2N-VH8R", 20, 2, "7K3M-9QXT-4B2N-VH8R"},
		{"Castanha de caju", 6.5, 2, "Castanha|de caju"},
		{"WWWWWWWWWW", 4, 2, "WWWW|WWW…"},
		{"", 4, 2, ""},
		{"W", .5, 2, ""},
	} {
		lines, _ := wrap(font.Bold, tc.text, tc.width, tc.most)
		if got := strings.Join(lines, "|"); got != tc.want {
			t.Errorf("%q in %g: %q, want %q", tc.text, tc.width, got, tc.want)
		}
	}
}
