package brazil

import (
	"math"
	"testing"
)

func TestNearestSeat(t *testing.T) {
	for _, tc := range []struct {
		lat, lon  float64
		name      string
		most      float64 // kilometres
		direction int
	}{
		{-12.545, -55.715, "Sorriso", 1, -1},
		{-12.745, -55.715, "Sorriso", 25, 0}, // it is to the north of the place
		{-12.545, -55.60, "Sorriso", 15, 6},  // and to the west of this one
		{-23.55, -46.63, "São Paulo", 3, -1},
	} {
		m, km, direction, ok := NearestSeat(tc.lat, tc.lon)
		if !ok || m.Name != tc.name || km > tc.most || tc.direction >= 0 && direction != tc.direction {
			t.Errorf("%v, %v: %s, %.1f km, %d, %t; want %s to the %d", tc.lat, tc.lon, m.Name, km, direction, ok, tc.name, tc.direction)
		}
	}
	if m, _, _, ok := NearestSeat(-34.6, -58.4); ok {
		t.Errorf("%s is near Buenos Aires", m.Name)
	}
}

func TestSeatsWithin(t *testing.T) {
	if got := SeatsWithin(-56, -13, -55, -12, 50); len(got) == 0 || len(got) > 10 {
		t.Errorf("%d seats around Sorriso: %v", len(got), got)
	}
	if got := SeatsWithin(-74, -34, -34, 6, 50); len(got) != 50 {
		t.Errorf("%d seats of all, want the limit", len(got))
	}
	if got := SeatsWithin(0, 0, 1, 1, 50); got != nil {
		t.Errorf("seats at sea: %v", got)
	}
}

func TestBorders(t *testing.T) {
	if len(Borders()) < 27 {
		t.Fatalf("%d rings of 27 states", len(Borders()))
	}
	for _, ring := range Borders() {
		for _, at := range ring {
			if _, _, ok := OnMap(at[1], at[0]); !ok || math.IsNaN(at[0]) {
				t.Errorf("%v is not on the map", at)
			}
		}
	}
}
