package lot

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestShrink(t *testing.T) {
	for _, tc := range []struct {
		name      string
		got, want float64
	}{
		{"30 000 kg dried from 18 to 14 %", shrink(30000, 18, 14), 1395.35},
		{"30 000 kg cleaned from 3 to 1 %", shrink(30000, 3, 1), 606.06},
		{"cleaned only", MassAfter(30000, 3, 1, 14, 14), 29393.94},
		{"cleaned, then dried", MassAfter(30000, 3, 1, 18, 14), 28026.78},
		{"nothing to dry", shrink(30000, 14, 14), 0},
		{"wetter than before", shrink(30000, 13, 14), 0},
		{"all water", shrink(30000, 100, 0), 30000},
		{"no mass", shrink(0, 18, 14), 0},
		{"below zero", shrink(-1, 18, 14), 0},
		{"more than everything", shrink(30000, 120, 14), 0},
		{"no number", shrink(math.NaN(), 18, 14), 0},
	} {
		if math.Abs(tc.got-tc.want) > 0.005 {
			t.Errorf("%s: %.4f kg, want %.2f", tc.name, tc.got, tc.want)
		}
	}
}

// Drying and cleaning never remove more than there is, and what stays has the target share.
func TestShrinkKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kg := rapid.Float64Range(0, 1e7).Draw(t, "kg")
		from, to := rapid.Float64Range(0, 100).Draw(t, "from"), rapid.Float64Range(0, 99).Draw(t, "to")
		left := kg - shrink(kg, from, to)
		if left < 0 || left > kg {
			t.Fatalf("%v of %v kg left", left, kg)
		}
		if from > to && math.Abs(left*(100-to)-kg*(100-from)) > 1e-6*(1+kg) {
			t.Fatalf("%v kg from %v to %v %%: %v left", kg, from, to, left)
		}
	})
}
