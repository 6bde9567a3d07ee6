package country

import (
	"testing"

	"rastro/internal/brdoc"
)

func TestNear(t *testing.T) {
	for _, c := range []struct {
		code     string
		lat, lon float64
		want     bool
	}{
		{"BR", -12.55, -55.72, true},
		{"BR", -25.28, -57.63, false}, // Asunción
		{"PY", -25.28, -57.63, true},
		{"PY", -12.55, -55.72, false},
		{"PY", 25.28, -57.63, false},
		{"CO", 4.71, -74.07, true},
		{"CO", -74.07, 4.71, false},
		{"VN", 12.67, 108.04, true},
		{"VN", 0, 0, false},
		{"ET", 7.67, 36.83, true},
		{"FR", 4.92, -52.31, true}, // Cayenne
		{"FJ", -17.8, 178.4, true},
	} {
		if got := Near(c.code)(c.lat, c.lon); got != c.want {
			t.Errorf("%v, %v is in %s: %t", c.lat, c.lon, c.code, got)
		}
	}
	for _, code := range []string{"", "XX", "br", "Brasil"} {
		if Near(code) != nil {
			t.Errorf("%q is a country", code)
		}
	}
}

// Every row of the table is readable, and belongs to a country.
func TestBoxes(t *testing.T) {
	for code, b := range boxes() {
		if !brdoc.IsCountry(code) || b.west >= b.east || b.south >= b.north || b.west < -180 || b.east > 180 || b.south < -90 || b.north > 90 {
			t.Errorf("%s: %v", code, b)
		}
	}
	if n := len(boxes()); n < 230 {
		t.Errorf("%d countries", n)
	}
}
