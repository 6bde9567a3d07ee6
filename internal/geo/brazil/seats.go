package brazil

import (
	"math"
	"sync"
)

// seats are all municipalities. They are read once, in milliseconds.
var seats = sync.OnceValue(func() []Municipality {
	all := make([]Municipality, 0, len(rows()))
	for _, row := range rows() {
		m, _ := MunicipalityByCode(row[:7])
		all = append(all, m)
	}
	return all
})

// SeatsWithin finds the municipalities whose seats are in a rectangle, in the order of their
// codes, up to a limit.
func SeatsWithin(west, south, east, north float64, most int) []Municipality {
	var found []Municipality
	for _, m := range seats() {
		if len(found) < most && west <= m.Lon && m.Lon <= east && south <= m.Lat && m.Lat <= north {
			found = append(found, m)
		}
	}
	return found
}

// NearestSeat finds the municipality whose seat is nearest to a place, how far it is in
// kilometres, and in which of eight directions, clockwise from north. ok is false for a place
// that is not near Brazil.
func NearestSeat(lat, lon float64) (m Municipality, km float64, direction int, ok bool) {
	if !Near(lat, lon) {
		return Municipality{}, 0, 0, false
	}
	const kmPerDegree = 111.2
	shrink := math.Cos(lat * math.Pi / 180)
	km = math.Inf(1)
	var east, north float64
	for _, seat := range seats() {
		x, y := (seat.Lon-lon)*shrink*kmPerDegree, (seat.Lat-lat)*kmPerDegree
		if far := math.Hypot(x, y); far < km {
			m, km, east, north = seat, far, x, y
		}
	}
	const eighth = math.Pi / 4
	direction = (int(math.Round(math.Atan2(east, north)/eighth)) + 8) % 8
	return m, km, direction, true
}

// Border is a ring of a state's border: longitude and latitude in degrees.
type Border [][2]float64

// Borders are the rings of every state's border, to about ten kilometres.
var Borders = sync.OnceValue(func() []Border {
	var all []Border
	for _, state := range States() {
		for _, ring := range ringsOf(state.Outline) {
			border := make(Border, len(ring))
			for i, at := range ring {
				border[i] = [2]float64{west + float64(at[0])/scale, north - float64(at[1])/scale}
			}
			all = append(all, border)
		}
	}
	return all
})
