package geo

import "math"

// earthRadius is the mean radius of the WGS 84 ellipsoid, in metres. On a
// sphere of it an area in Brazil is within 0.4 % of the ellipsoid's.
const earthRadius = 6_371_008.8

const (
	squareMetres = 10_000 // of a hectare
	radian       = math.Pi / 180
)

// flat projects a position so that areas on the plane are areas on the sphere
// of radius 1, relative to an origin: plots are small and the digits are few.
func flat(at, origin pt) (x, y float64) {
	// sin a − sin b, without losing what they have in common
	a, b := degrees(at.y)*radian, degrees(origin.y)*radian
	return degrees(at.x-origin.x) * radian, 2 * math.Cos((a+b)/2) * math.Sin(degrees(at.y-origin.y)*radian/2)
}

// hectares converts an area on the sphere of radius 1.
func hectares(area float64) float64 { return area * earthRadius * earthRadius / squareMetres }

// ringArea is the area in a ring, on the sphere of radius 1.
func (p *Plot) ringArea(s span) float64 {
	if s.from == s.to {
		return 0
	}
	origin := p.pt(s.from)
	var twice, lastX, lastY float64
	for i := s.from + 1; i < s.to; i++ {
		x, y := flat(p.pt(i), origin)
		twice += lastX*y - x*lastY
		lastX, lastY = x, y
	}
	return math.Abs(twice) / 2
}

// measure fills in what follows from the positions once it is known what they are.
func (p *Plot) measure() {
	p.AreaHa, p.CCW, p.Closed = 0, false, true
	exterior := true
	for _, of := range p.parts {
		switch of.kind {
		case cornersPart:
			b := p.box
			x, y := flat(b.max, b.min)
			p.AreaHa, p.CCW = hectares(x*y), true
		case areaPart:
			area := 0.0
			rings := p.rings(of)
			for i, s := range rings {
				within := p.ringArea(s)
				rings[i].turn = p.ringTurn(s)
				if i == 0 {
					area = within
				} else {
					area -= within
				}
				if exterior {
					p.CCW, exterior = rings[i].turn > 0, false
				}
				p.Closed = p.Closed && p.opened(s) != s
			}
			p.AreaHa += hectares(max(area, 0))
		}
	}
}

// Size says on which side of the EU's four hectares an area lies.
type Size uint8

// The sizes. Areas are known to 1 %, so nobody is told to draw a polygon for
// what may be an error of measurement.
const (
	PointEnough Size = iota // one point may stand for the plot
	NearLimit               // four hectares, as far as anybody can tell
	PolygonDue              // the outline is due
)

const (
	pointLimitHa  = 4
	areaTolerance = 0.01
)

// SizeOf grades an area in hectares.
func SizeOf(ha float64) Size {
	switch {
	case ha <= pointLimitHa*(1-areaTolerance):
		return PointEnough
	case ha <= pointLimitHa*(1+areaTolerance):
		return NearLimit
	}
	return PolygonDue
}
