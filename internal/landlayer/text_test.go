package landlayer_test

import (
	"strings"
	"testing"

	"rastro/internal/landlayer"
	"rastro/internal/lang"
)

// The sentence about what was checked mentions unchecked plots only if there are any.
func TestCheckedText(t *testing.T) {
	layers := make([]landlayer.Layer, 2)
	for _, tc := range []struct {
		plots, unchecked int
		want             [3]string
	}{
		{1, 0, [3]string{"1 talhão comparado com 2 camadas", "1 plot checked against 2 layers", "1 parcela comparada con 2 capas"}},
		{3, 1, [3]string{"3 talhões comparados com 2 camadas; 1 não comparado, por não ter contorno ou por estar fora da área conferida", "3 plots checked against 2 layers; 1 not checked, because it has no outline or is outside the area that is checked", "3 parcelas comparadas con 2 capas; 1 no comparada, por no tener contorno o por estar fuera del área revisada"}},
		{0, 2, [3]string{"0 talhões comparados com 2 camadas; 2 não comparados,", "; 2 not checked, because they have no outline or are outside", "; 2 no comparadas,"}},
	} {
		said := (&landlayer.Checked{Layers: layers, Plots: tc.plots, Unchecked: tc.unchecked}).Text()
		for i, l := range lang.All {
			if got := said.In(l); !strings.Contains(got, tc.want[i]) || tc.unchecked == 0 && got != tc.want[i] {
				t.Errorf("%d of %d unchecked: %s", tc.unchecked, tc.plots, got)
			}
		}
	}
}
