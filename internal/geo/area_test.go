package geo

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata/areas.txt
var areas string

// Areas equal those of GeographicLib, from a tenth of a hectare to a hundred thousand and from the
// equator to 60 degrees, even if the sides are long and the plot is thin.
func TestAreaIsGeographicLibs(t *testing.T) {
	const within = 1e-5 // a tenth of the promised accuracy
	rows, worst := 0, 0.0
	for line := range strings.Lines(areas) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		want, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		raw := "[" + strings.ReplaceAll(f[2], " ", ",") + "]"
		got := read(t, raw).AreaHa
		off := math.Abs(got/want - 1)
		if off > within {
			t.Errorf("%s: %.9g ha, GeographicLib has %.9g: off by %.2g", f[0], got, want, off)
		}
		rows, worst = rows+1, max(worst, off)
	}
	if rows < 100 {
		t.Errorf("%d areas compared, want 100 at least", rows)
	}
	t.Logf("%d areas, the worst off by %.2g", rows, worst)
}

func BenchmarkArea(b *testing.B) {
	for _, n := range []int{4, 100, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			p := read(b, list(star(n, 0.01, 0.002)))
			for b.Loop() {
				p.ringArea(p.spans[0])
			}
		})
	}
}
