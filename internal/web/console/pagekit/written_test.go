package pagekit

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
		if pt, en := NumberText(c.v, c.decimals, lang.PT), NumberText(c.v, c.decimals, lang.EN); pt != c.pt || en != c.en {
			t.Errorf("%v: %q and %q, want %q and %q", c.v, pt, en, c.pt, c.en)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.000", 1234567: "1.234.567"} {
		if got := CountText(n, lang.PT); got != want {
			t.Errorf("countText(%d) = %q, want %q", n, got, want)
		}
	}
	if got := CountText(1234, lang.EN); got != "1,234" {
		t.Error(got)
	}
}

func TestNumbersInThreeLanguages(t *testing.T) {
	if NumberText(-1234567.5, 3, lang.PT) != "-1.234.567,5" || NumberText(1234, 3, lang.EN) != "1,234" || NumberText(999, 3, lang.ES) != "999" {
		t.Errorf("numbers: %s, %s", NumberText(-1234567.5, 3, lang.PT), NumberText(1234, 3, lang.EN))
	}
}
