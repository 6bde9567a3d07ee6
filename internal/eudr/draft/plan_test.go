package draft

import (
	"fmt"
	"math"
	"testing"

	"rastro/internal/eudr/dds"
)

// Plots are packed within the limits: each once, those of a grower together if they fit, and the
// masses add up.
func TestPack(t *testing.T) {
	t.Parallel()
	limits := dds.V3
	limits.GeometryBytes, limits.Producers, limits.StatementProducers, limits.Commodities = 1000, 3, 8, 3
	for name, c := range map[string]struct {
		goods  [][]int // bytes of a plot, by goods; a grower has two plots
		each   int     // plots of a grower
		parts  int
		shares int
	}{
		"one":                         {[][]int{{100}}, 1, 1, 1},
		"two goods":                   {[][]int{{100, 100}, {100}}, 1, 1, 3},
		"as many producers as may be": {[][]int{{20, 20, 20, 20, 20, 20, 20, 20}}, 1, 1, 8},
		"one producer more":           {[][]int{{20, 20, 20, 20, 20, 20, 20, 20, 20}}, 1, 2, 9},
		"too many commodities":        {[][]int{{20}, {20}, {20}, {20}}, 1, 2, 4},
		"too many bytes":              {[][]int{{400, 400, 400}}, 1, 2, 3},
		"a grower stays together":     {[][]int{{300, 300, 300, 300}}, 2, 2, 2},
		"one grower of two parts":     {[][]int{{400, 400, 400}}, 3, 2, 2},
		"one plot too large":          {[][]int{{5000, 10}}, 1, 2, 2},
	} {
		p := &plan{}
		plots := 0
		for n, sizes := range c.goods {
			g := goods{heading: fmt.Sprint(n), kg: 100, index: map[grower]int{}}
			for i, bytes := range sizes {
				g.take(sized{id: fmt.Sprint(n, i), by: grower{fmt.Sprint(i / c.each), "BR"}, bytes: bytes, ha: float64(i + 1)})
				plots++
			}
			p.goods = append(p.goods, g)
		}
		p.pack(&limits)
		p.weigh()
		shares, packed := 0, 0
		kg := make([]float64, len(p.goods))
		for _, entries := range p.statements {
			producers := 0
			for _, e := range entries {
				producers += len(e.producers)
				kg[e.goods] += e.kg
				for _, s := range e.producers {
					packed += s.to - s.from
				}
				if len(e.producers) == 0 || len(e.producers) > limits.Producers {
					t.Errorf("%s: an entry of %d producers", name, len(e.producers))
				}
			}
			if shares += producers; producers > limits.StatementProducers || len(entries) > limits.Commodities {
				t.Errorf("%s: a statement of %d producers and %d entries", name, producers, len(entries))
			}
		}
		if len(p.statements) != c.parts || shares != c.shares || packed != plots {
			t.Errorf("%s: %d statements, %d shares, %d of %d plots; want %d and %d", name, len(p.statements), shares, packed, plots, c.parts, c.shares)
		}
		for _, sum := range kg {
			if math.Abs(sum-100) > 1e-6 {
				t.Errorf("%s: %f kg", name, sum)
			}
		}
	}
}

// A product of another crop, or a chapter of many products, is none of annex I for a crop.
func TestCovered(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"1201": true, "120190": true, "1208": true, "120810": true, "120890": false, "12": false, "0901": false, "2304": true, "": false} {
		if got := covered("SOJA", code); got != want {
			t.Errorf("%q is %t", code, got)
		}
	}
}
