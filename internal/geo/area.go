package geo

import "math"

// The WGS 84 ellipsoid: its equatorial radius in metres, its flattening and the
// square of its eccentricity.
const (
	earthRadius  = 6_378_137.0
	flattening   = 1 / 298.257223563
	eccentricity = flattening * (2 - flattening)
)

const (
	squareMetres = 10_000 // of a hectare
	radian       = math.Pi / 180
)

// hectares converts an area on the ellipsoid of equatorial radius 1.
func hectares(area float64) float64 { return area * earthRadius * earthRadius / squareMetres }

// plane projects positions so that areas on the plane are areas on the ellipsoid of
// equatorial radius 1. What it returns is relative to an origin: plots are small and
// the digits are few.
type plane struct {
	origin           pt
	sin, cos, beyond float64 // of the origin's latitude
}

func newPlane(origin pt) plane {
	sin, cos := math.Sincos(degrees(origin.y) * radian)
	return plane{origin, sin, cos, beyondSphere(sin)}
}

// at projects a position: x is its longitude, and y the area, per radian, between its
// parallel and the origin's. sin is the sine of its latitude.
func (p *plane) at(at pt) (x, y, sin float64) {
	// sin a − sin b, without cancellation
	s, c := sinAndVersine(degrees(at.y-p.origin.y) * radian)
	rise := p.cos*s - p.sin*c
	sin = p.sin + rise
	return degrees(at.x-p.origin.x) * radian, (1 - eccentricity) * (rise + beyondSphere(sin) - p.beyond), sin
}

// beyondSphere returns how much the area between the equator and a latitude exceeds its sine, which
// is the whole area on a sphere: of the series sin · Σ (k+1)/(2k+1) · (e²sin²)^k, the terms from k
// = 1 on that matter in a double.
func beyondSphere(sin float64) float64 {
	u := eccentricity * sin * sin
	return sin * u * (2./3 + u*(3./5+u*(4./7+u*(5./9+u*(6./11)))))
}

// sinAndVersine returns the sine of an angle, and 1 less its cosine. Within a plot angles
// are so small that a few terms of their series are exact.
func sinAndVersine(angle float64) (sin, versine float64) {
	const small = 0.05 // its eighth power, over 9!, is beyond a double
	if math.Abs(angle) > small {
		half := math.Sin(angle / 2)
		return math.Sin(angle), 2 * half * half
	}
	q := angle * angle
	return angle * (1 - q/6*(1-q/20*(1-q/42))), q / 2 * (1 - q/12*(1-q/30*(1-q/56)))
}

// longEdge is the square of the maximum length of an edge that is taken as the shortest path
// between its ends, in radians: 640 km. No real plot has a longer one, and a longer one stays
// straight on the plane.
const longEdge = 0.01

// bulge returns the area between the shortest way from one position to the next and the
// straight line between them on the plane, from the differences of both coordinates
// and the sine of the latitude between them. On the plane the shortest ways y(x) have
// y″ = −sin·(f + 3y′²/f), where f is the square of the parallel's radius, and what an
// arc encloses with its chord is −y″·x³/12. What that leaves out is smaller by the
// square of the edge's length in earth radii.
func bulge(x, y, sin float64) float64 {
	square := sin * sin
	f := (1 - square) / (1 - eccentricity*square)
	wide, high := f*x*x, y*y/f
	if wide+high > longEdge {
		return 0
	}
	return sin * x * (wide + 3*high) / 12
}

// ringArea returns the area in a ring, on the ellipsoid of equatorial radius 1. Its sides
// are the shortest ways between its vertices.
func (p *Plot) ringArea(s span) float64 {
	if s.from == s.to {
		return 0
	}
	on := newPlane(p.pt(s.from))
	var straight, bulges, lastX, lastY float64
	lastSin := on.sin
	for i := s.from + 1; i < s.to; i++ {
		x, y, sin := on.at(p.pt(i))
		straight += lastX*y - x*lastY
		bulges += bulge(x-lastX, y-lastY, (sin+lastSin)/2)
		lastX, lastY, lastSin = x, y, sin
	}
	bulges += bulge(-lastX, -lastY, (on.sin+lastSin)/2) // zero if the ring is closed
	return math.Abs(straight/2 - bulges)
}

// partArea returns the area in a shape, without its holes.
func (p *Plot) partArea(of shape) float64 {
	area := 0.0
	for i, s := range p.rings(of) {
		if within := p.ringArea(s); i == 0 {
			area = within
		} else {
			area -= within
		}
	}
	return max(area, 0)
}

// area returns the area of a rectangle between two parallels and two meridians.
func (b box) area() float64 {
	on := newPlane(b.min)
	x, y, _ := on.at(b.max)
	return x * y
}

// measure computes what follows from the positions when their meaning is known.
func (p *Plot) measure() {
	p.AreaHa, p.CCW, p.Closed = 0, false, true
	exterior := true
	for _, of := range p.parts {
		switch of.kind {
		case cornersPart:
			p.AreaHa, p.CCW = hectares(p.box.area()), true
		case areaPart:
			rings := p.rings(of)
			for i, s := range rings {
				rings[i].turn = p.ringTurn(s)
				if exterior {
					p.CCW, exterior = rings[i].turn > 0, false
				}
				p.Closed = p.Closed && p.opened(s) != s
			}
			p.AreaHa += hectares(p.partArea(of))
		}
	}
}

// Size reports whether an area is above or below the EU's limit of four hectares.
type Size uint8

// The sizes. Walking around a plot measures it to 1 % at best, so nobody is asked for a polygon
// because of a possible error of measurement.
const (
	PointEnough Size = iota // a single point may represent the plot
	NearLimit               // four hectares, within the error of measurement
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
