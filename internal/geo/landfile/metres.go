package landfile

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// convert converts coordinates to longitude and latitude; nil if they already are.
type convert func(x, y float64) (lon, lat float64)

// mercator is the transverse Mercator projection, which UTM is: metres from where a
// central meridian meets the equator.
type mercator struct{ meridian, scale, east, north float64 }

var (
	systemProjection = regexp.MustCompile(`(?i)\bPROJECTION\s*[\[(]\s*"([^"]*)"`)
	systemParameter  = regexp.MustCompile(`(?i)\bPARAMETER\s*[\[(]\s*"([^"]*)"\s*,\s*([-+0-9.eE]+)`)
	systemMetre      = regexp.MustCompile(`(?i)\bUNIT\s*[\[(]\s*"met(?:er|re)"\s*,\s*1(?:\.0*)?\s*[,\])]`)
)

// mercatorOf reads the projection that a .prj file describes; false for another than the
// transverse Mercator in metres from the equator.
func mercatorOf(wkt string) (m mercator, ok bool) {
	named := systemProjection.FindStringSubmatch(wkt)
	if named == nil || !strings.EqualFold(named[1], "Transverse_Mercator") || !systemMetre.MatchString(wkt) {
		return m, false
	}
	seen := map[string]float64{}
	for _, p := range systemParameter.FindAllStringSubmatch(wkt, -1) {
		value, err := strconv.ParseFloat(p[2], 64)
		if err != nil {
			return m, false
		}
		seen[strings.ToLower(p[1])] = value
	}
	m = mercator{seen["central_meridian"], seen["scale_factor"], seen["false_easting"], seen["false_northing"]}
	_, placed := seen["central_meridian"]
	return m, placed && m.scale > 0.9 && m.scale < 1.1 && math.Abs(m.meridian) <= 180 && seen["latitude_of_origin"] == 0
}

// The WGS 84 ellipsoid. SIRGAS 2000's differs by a tenth of a millimetre.
const (
	earthRadius  = 6_378_137.0
	flattening   = 1 / 298.257223563
	third        = flattening / (2 - flattening)
	eccentricity = flattening * (2 - flattening)
)

// series are the coefficients of Krüger's series, to the fourth power of the third
// flattening: to a hundredth of a millimetre within a zone.
var series = [...]float64{
	third/2 - 2*third*third/3 + 37*third*third*third/96 - third*third*third*third/360,
	third*third/48 + third*third*third/15 - 437*third*third*third*third/1440,
	17*third*third*third/480 - 37*third*third*third*third/840,
	4397 * third * third * third * third / 161280,
}

// degrees undoes the projection (Karney, Transverse Mercator with an accuracy of a few
// nanometers, 2011).
func (m mercator) degrees(x, y float64) (lon, lat float64) {
	const radius = earthRadius / (1 + third) * (1 + third*third/4 + third*third*third*third/64)
	xi, eta := (y-m.north)/(m.scale*radius), (x-m.east)/(m.scale*radius)
	xi0, eta0 := xi, eta
	for j, c := range series {
		k := 2 * float64(j+1)
		xi0 -= c * math.Sin(k*xi) * math.Cosh(k*eta)
		eta0 -= c * math.Cos(k*xi) * math.Sinh(k*eta)
	}
	tan := math.Sin(xi0) / math.Hypot(math.Sinh(eta0), math.Cos(xi0))
	lon = m.meridian + math.Atan2(math.Sinh(eta0), math.Cos(xi0))*180/math.Pi
	return lon, math.Atan(fromConformal(tan)) * 180 / math.Pi
}

// fromConformal returns the tangent of a latitude from that of its conformal latitude, by
// Newton's method; three steps are as exact as a double.
func fromConformal(want float64) float64 {
	e := math.Sqrt(eccentricity)
	tan := want / (1 - eccentricity)
	for range 5 {
		secant := math.Hypot(1, tan)
		s := math.Sinh(e * math.Atanh(e*tan/secant))
		got := tan*math.Hypot(1, s) - s*secant
		tan += (want - got) / math.Hypot(1, got) * (1 + (1-eccentricity)*tan*tan) / ((1 - eccentricity) * secant)
	}
	return tan
}
