package console

import (
	"math"
	"testing"

	"rastro/internal/lang"
)

func TestNumberText(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		pt, en   string
	}{
		{0, 0, "0", "0"}, {999, 1, "999", "999"}, {1000, 0, "1.000", "1,000"}, {-1234567.5, 2, "-1.234.567,5", "-1,234,567.5"},
		{0.004, 2, "0", "0"}, {12.345, 2, "12,35", "12.35"}, {-100, 0, "-100", "-100"}, {math.NaN(), 2, "", ""}, {math.Inf(1), 2, "", ""},
	} {
		if pt, en := numberText(c.v, c.decimals, lang.PT), numberText(c.v, c.decimals, lang.EN); pt != c.pt || en != c.en {
			t.Errorf("%v: %q and %q, want %q and %q", c.v, pt, en, c.pt, c.en)
		}
	}
}
