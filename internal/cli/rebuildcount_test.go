package cli

import (
	"testing"

	"rastro/internal/derive"
)

func TestCountRows(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"a"}, "1 row differs"},
		{[]string{"a", "b"}, "2 rows differ"},
		{[]string{"a", "b", derive.AndMore}, "more than 2 rows differ"},
	} {
		if got := countRows(c.lines, "differ", "differs"); got != c.want {
			t.Errorf("%q: %q, want %q", c.lines, got, c.want)
		}
	}
}
