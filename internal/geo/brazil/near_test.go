package brazil

import (
	"strconv"
	"strings"
	"testing"
)

// Every municipality's seat is in Brazil, and the capitals around it are not.
func TestNear(t *testing.T) {
	for _, row := range rows() {
		f := strings.Split(row, "\t")
		lat, _ := strconv.ParseFloat(f[2], 64)
		lon, _ := strconv.ParseFloat(f[3], 64)
		if !Near(lat, lon) {
			t.Errorf("%s (%v, %v) is not in Brazil", f[1], lat, lon)
		}
	}
	for _, c := range []struct {
		name     string
		lat, lon float64
	}{
		{"Asunción", -25.28, -57.63}, {"Santa Cruz de la Sierra", -17.78, -63.18}, {"La Paz", -16.5, -68.15},
		{"Buenos Aires", -34.6, -58.4}, {"Córdoba", -31.42, -64.18}, {"Bogotá", 4.71, -74.07}, {"Caracas", 10.49, -66.88},
		{"Georgetown", 6.8, -58.16}, {"Encarnación", -27.33, -55.87}, {"off the coast", -20, -36}, {"nowhere", 0, 0}, {"Lisbon", 38.72, -9.14},
	} {
		if Near(c.lat, c.lon) {
			t.Errorf("%s (%v, %v) is in Brazil", c.name, c.lat, c.lon)
		}
	}
}

func BenchmarkNear(b *testing.B) {
	for b.Loop() {
		Near(-12.55, -55.72)
	}
}
