package fiscal_test

import (
	"testing"

	"rastro/internal/fiscal"
)

// A sum with a converted part has no digits invented by the conversion.
func TestSumsOfMasses(t *testing.T) {
	bags, kilos := fiscal.Mass{Kilos: 36220.002, Converted: true}, fiscal.Mass{Kilos: 10.5, Places: 1}
	for _, tc := range []struct {
		name string
		list []fiscal.Mass
		want int
	}{
		{"bags and kg", []fiscal.Mass{bags, kilos}, 0},
		{"kg and bags", []fiscal.Mass{kilos, bags}, 0},
		{"kg", []fiscal.Mass{kilos, {Kilos: 1, Places: 3}}, 3},
		{"tonnes alone", []fiscal.Mass{{Kilos: 36220.5, Places: 1, Converted: true}}, 1},
	} {
		var sum fiscal.Mass
		for _, m := range tc.list {
			sum = sum.Add(m)
		}
		if sum.Places != tc.want {
			t.Errorf("%s: %d places, want %d", tc.name, sum.Places, tc.want)
		}
	}
}
