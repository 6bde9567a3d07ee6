package drawing

import (
	"math"
	"strconv"

	"rastro/internal/geo"
)

// Local is a map of plots near each other, to scale, north up.
type Local struct {
	Width, Height int
	Plots         []Plot
	Bar           Bar
	Towns         []Town   // seats of municipalities on the map
	Others        []string // outlines of other plots, as paths
	Borders       []string // of states, as paths; none on a map for which they are too inaccurate

	on projection
}

// Plot is a plot on a map.
type Plot struct {
	Index int    // in the argument
	Path  string // its outlines; "" if it consists only of points
	Dots  []Dot  // its points
	X, Y  int    // position of its label
	Roomy bool   // a label of several letters fits into it
}

// Bar is the scale of a map: a length in metres and how long it is drawn.
type Bar struct{ X, Y, Length, Metres int }

// The sheet of a map, in units of which about three make a pixel on a screen.
const (
	localWidth, localHeight = 1800, 1200
	margin                  = 120
	// minExtent is the minimum extent of a map, in metres: a point has none.
	minExtent = 150
	// together is the maximum distance, in metres, between plots that share a map.
	together = 15_000
	// maxRing limits the vertices drawn of a ring, maxDrawn those of a map.
	maxRing, maxDrawn = 400, 20_000
	// A plot of this size has room for its area.
	roomyWidth, roomyHeight = 330, 260
	// maxLocals limits the number of maps: the plots beyond them are not drawn.
	maxLocals = 8
)

// Metres per degree of latitude, and of longitude at the equator.
const metresLat, metresLon = 110_574.0, 111_320.0

// Locals draws plots, with near ones on one map. left is the number of plots on no map.
func Locals(plots []*geo.Plot) (maps []Local, left int) {
	for _, group := range neighbours(plots) {
		if len(maps) == maxLocals {
			left += len(group)
			continue
		}
		maps = append(maps, local(plots, group))
	}
	return maps, left
}

// neighbours groups plots that are near each other, directly or through others.
func neighbours(plots []*geo.Plot) [][]int {
	group := make([]int, len(plots))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			i = group[i]
		}
		return i
	}
	for i := range plots {
		for j := range i {
			if distance(plots[i].BBox, plots[j].BBox) <= together {
				a, b := find(i), find(j)
				group[max(a, b)] = min(a, b)
			}
		}
	}
	place := map[int]int{}
	var all [][]int
	for i := range plots {
		at, ok := place[find(i)]
		if !ok {
			at = len(all)
			place[find(i)] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], i)
	}
	return all
}

// distance returns the approximate distance between two rectangles, in metres.
func distance(a, b geo.BBox) float64 {
	gap := func(low, high, otherLow, otherHigh float64) float64 {
		return max(0, otherLow-high, low-otherHigh)
	}
	lat := gap(a.South, a.North, b.South, b.North) * metresLat
	lon := gap(a.West, a.East, b.West, b.East) * metresLon * math.Cos((a.South+b.South)/2*math.Pi/180)
	return math.Hypot(lat, lon)
}

// projection maps degrees to a sheet: flat, and true to scale in its middle.
type projection struct{ west, north, perLon, perLat float64 }

func (p projection) at(lon, lat float64) (x, y float64) {
	return margin + (lon-p.west)*p.perLon, margin + (p.north-lat)*p.perLat
}

func local(plots []*geo.Plot, group []int) Local {
	box := plots[group[0]].BBox
	for _, i := range group {
		b := plots[i].BBox
		box = geo.BBox{West: min(box.West, b.West), South: min(box.South, b.South), East: max(box.East, b.East), North: max(box.North, b.North)}
	}
	lat, lon := (box.South+box.North)/2, (box.West+box.East)/2
	metresLonHere := metresLon * max(math.Cos(lat*math.Pi/180), 0.01)
	wide := max((box.East-box.West)*metresLonHere, minExtent)
	high := max((box.North-box.South)*metresLat, minExtent)
	// The sheet is only as high as needed, and the bar is below the plots.
	const inner, innerMost = localWidth - 2*margin, localHeight - 2*margin
	perMetre := min(inner/wide, innerMost/high)
	m := Local{Width: localWidth, Height: int(math.Ceil(high*perMetre)) + 3*margin}
	p := projection{
		west: lon - float64(inner)/2/perMetre/metresLonHere, north: lat + high/2/metresLat,
		perLon: metresLonHere * perMetre, perLat: metresLat * perMetre,
	}
	drawn := 0
	for _, i := range group {
		m.Plots = append(m.Plots, p.plot(i, plots[i], &drawn))
	}
	m.on = p
	m.surround()
	metres := niceLength(inner / 4 / perMetre)
	m.Bar = Bar{X: margin, Y: m.Height - margin/2, Length: int(math.Round(metres * perMetre)), Metres: int(metres)}
	return m
}

// plot draws a plot. The label goes to the middle of the widest ring.
func (p projection) plot(index int, shape *geo.Plot, drawn *int) Plot {
	out := Plot{Index: index}
	var path []byte
	widest := -1.0
	for _, f := range shape.Figures() {
		for _, ring := range f.Rings {
			if *drawn > maxDrawn {
				break
			}
			points := make([][2]float64, len(ring))
			low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
			for i, at := range ring {
				x, y := p.at(at.Lon, at.Lat)
				points[i] = [2]float64{x, y}
				for axis, v := range points[i] {
					low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
				}
			}
			if size := math.Hypot(high[0]-low[0], high[1]-low[1]); size > widest {
				widest = size
				out.X, out.Y = int(math.Round((low[0]+high[0])/2)), int(math.Round((low[1]+high[1])/2))
				out.Roomy = high[0]-low[0] > roomyWidth && high[1]-low[1] > roomyHeight
			}
			points = thinned(points)
			*drawn += len(points)
			if f.Points {
				for _, at := range points {
					out.Dots = append(out.Dots, Dot{int(math.Round(at[0])), int(math.Round(at[1]))})
				}
				continue
			}
			path = appendRing(path, points)
		}
	}
	out.Path = string(path)
	return out
}

func appendRing(path []byte, points [][2]float64) []byte {
	for i, at := range points {
		letter := byte('L')
		if i == 0 {
			letter = 'M'
		}
		path = append(path, letter)
		path = strconv.AppendFloat(path, at[0], 'f', 1, 64)
		path = append(path, ' ')
		path = strconv.AppendFloat(path, at[1], 'f', 1, 64)
	}
	return append(path, 'Z')
}

// thinned leaves out points too near to the last kept one to be distinguished, and more if there
// still are too many.
func thinned(points [][2]float64) [][2]float64 {
	for step := 1.0; ; step *= 2 {
		kept := points[:0:0]
		for _, at := range points {
			if len(kept) == 0 || math.Hypot(at[0]-kept[len(kept)-1][0], at[1]-kept[len(kept)-1][1]) >= step {
				kept = append(kept, at)
			}
		}
		if len(kept) < 3 { // smaller than a dot: a triangle of the original points
			kept = points[:min(len(points), 3)]
		}
		if len(kept) <= maxRing {
			return kept
		}
		points = kept
	}
}

// niceLength returns the largest number of the form 1, 2 or 5 followed by zeros that is at most a
// length.
func niceLength(most float64) float64 {
	nought := math.Pow(10, math.Floor(math.Log10(most)))
	for _, n := range []float64{5, 2} {
		if n*nought <= most {
			return n * nought
		}
	}
	return nought
}
