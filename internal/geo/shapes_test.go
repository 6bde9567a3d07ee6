package geo

import (
	"math"
	"strconv"
)

// Shapes for tests, around a place in Mato Grosso.
const midLon, midLat = -55.715, -12.545

// star returns a ring of n vertices in turn around its middle: it never crosses itself, however
// jagged it is.
func star(n int, radius, jag float64) []Position {
	ring := make([]Position, n)
	for i := range ring {
		angle := 2 * math.Pi * float64(i) / float64(n)
		r := radius + jag*math.Sin(float64(i)*12.9898)
		ring[i] = Position{midLon + r*math.Cos(angle), midLat + r*math.Sin(angle)}
	}
	return ring
}

// comb returns a ring of n vertices with long teeth side by side: every line from
// west to east through it crosses almost all sides.
func comb(n int) []Position {
	ring := make([]Position, 0, n)
	for i := range n - 2 {
		lat := midLat + 0.02*float64(i)/float64(n)
		if i%2 == 0 {
			ring = append(ring, Position{midLon, lat})
		} else {
			ring = append(ring, Position{midLon + 0.02, lat})
		}
	}
	return append(ring, Position{midLon - 0.01, midLat + 0.02}, Position{midLon - 0.01, midLat})
}

// list writes a ring as a flat list with nine decimals.
func list(ring []Position) string {
	out := []byte{'['}
	for _, at := range ring {
		out = append(strconv.AppendFloat(out, at.Lon, 'f', 9, 64), ',')
		out = append(strconv.AppendFloat(out, at.Lat, 'f', 9, 64), ',')
	}
	out[len(out)-1] = ']'
	return string(out)
}
