package drawing

import (
	"math"

	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/tiles"
)

// Town is the seat of a municipality on a map.
type Town struct {
	X, Y  int
	Name  string
	Left  bool // its name is to the left, because there is no room on the right
	Label int  // where its name begins, or ends
}

// Picture is a tile behind a map. It is placed by the tile's corners, so that the flat map and the
// tile's own projection agree there; in between they differ by less than anyone sees.
type Picture struct {
	Href                string
	X, Y, Width, Height float64
}

const (
	// maxTowns limits the towns on a map, maxPictures the tiles behind it: enough for full
	// sharpness on the widest screen.
	maxTowns, maxPictures = 20, 30
	// maxOthers limits the surrounding plots.
	maxOthers = 60
	// wide is the minimum width of a map, in metres, on which borders accurate to ten kilometres
	// are drawn.
	wide = 100_000
	// townGap is the distance between a town and its name.
	townGap = 30
)

// degrees returns the extent of the sheet.
func (m *Local) degrees() (west, south, east, north float64) {
	p := m.on
	return p.west - margin/p.perLon, p.north - float64(m.Height-margin)/p.perLat,
		p.west + float64(m.Width-margin)/p.perLon, p.north + margin/p.perLat
}

// surround adds what is known about the land around the plots.
func (m *Local) surround() {
	west, south, east, north := m.degrees()
	for _, seat := range brazil.SeatsWithin(west, south, east, north, maxTowns) {
		x, y := m.on.at(seat.Lon, seat.Lat)
		town := Town{X: int(math.Round(x)), Y: int(math.Round(y)), Name: seat.Name, Left: x > float64(m.Width)*2/3}
		if town.Label = town.X + townGap; town.Left {
			town.Label = town.X - townGap
		}
		m.Towns = append(m.Towns, town)
	}
	if (north-south)*metresLat < wide && (east-west)*metresLon < wide {
		return
	}
	for _, border := range brazil.Borders() {
		if path := m.border(border); path != "" {
			m.Borders = append(m.Borders, path)
		}
	}
}

// border draws a border, "" if it does not come near the sheet.
func (m *Local) border(border brazil.Border) string {
	points := make([][2]float64, len(border))
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i, at := range border {
		x, y := m.on.at(at[0], at[1])
		points[i] = [2]float64{x, y}
		for axis, v := range points[i] {
			low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
		}
	}
	if high[0] < 0 || high[1] < 0 || low[0] > float64(m.Width) || low[1] > float64(m.Height) {
		return ""
	}
	return string(appendRing(nil, points))
}

// Neighbour adds the part of another plot's outline that is on the sheet.
func (m *Local) Neighbour(plot *geo.Plot) {
	west, south, east, north := m.degrees()
	b := plot.BBox
	if b.East < west || b.West > east || b.North < south || b.South > north || len(m.Others) == maxOthers {
		return
	}
	drawn := 0
	if path := m.on.plot(0, plot, &drawn).Path; path != "" {
		m.Others = append(m.Others, path)
	}
}

// Pictures returns the tiles of a source behind the map; none without a source.
func (m *Local) Pictures(from tiles.Source) []Picture {
	if !from.Set() {
		return nil
	}
	west, south, east, north := m.degrees()
	var all []Picture
	for _, t := range tiles.Cover(west, south, east, north, maxPictures) {
		left, top := m.on.at(t.West, t.North)
		right, bottom := m.on.at(t.East, t.South)
		all = append(all, Picture{from.At(t.Zoom, t.X, t.Y), tenth(left), tenth(top), tenth(right - left), tenth(bottom - top)})
	}
	return all
}

func tenth(v float64) float64 { return math.Round(v*10) / 10 }
