package geo

import (
	"math"
	"testing"
)

func read(t testing.TB, raw string) *Plot {
	t.Helper()
	p, err := Read([]byte(raw))
	if err != nil {
		t.Fatalf("Read(%.200s): %v", raw, err)
	}
	return p
}

// codes lists the remarks of a plot in the order they are made.
func codes(p *Plot) (all []Code) {
	for _, r := range p.Remarks("BR") {
		all = append(all, r.Code)
	}
	return all
}

const (
	soy    = `[-55.720000,-12.550000,-55.710000,-12.540000]`
	coffee = `[-45.4512,-21.3605,-45.4494,-21.3588]`

	square  = `[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000],[-55.720000,-12.540000],[-55.720000,-12.550000]]`
	pierced = `[` + square + `,[[-55.718000,-12.548000],[-55.718000,-12.546000],[-55.716000,-12.546000],[-55.716000,-12.548000],[-55.718000,-12.548000]]]`
	nearby  = `[[-55.700000,-12.550000],[-55.690000,-12.550000],[-55.690000,-12.540000],[-55.700000,-12.540000],[-55.700000,-12.550000]]`
)

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		reading  Interpretation
		order    Order
		ha       float64
		flat     string // "" as sent
		codes    []Code
	}{
		{"soy", soy, Rectangle, LonLat, 120.23, "", []Code{NeedsPolygon}},
		{"coffee", coffee, Rectangle, LonLat, 3.51, "", []Code{FewDecimals}},
		{"lat lon", `[-12.55,-55.72,-12.54,-55.71]`, Rectangle, LatLon, 120.23, "", []Code{OrderSwapped, CoarseDecimals, NeedsPolygon}},
		{"lat lon, six decimals", `[-12.550000,-55.720000,-12.540000,-55.710000]`, Rectangle, LatLon, 120.23, "", []Code{OrderSwapped, NeedsPolygon}},
		{"corners turned", `[-55.71,-12.54,-55.72,-12.55]`, Rectangle, LonLat, 120.23, "", []Code{CoarseDecimals, CornersUnsorted, NeedsPolygon}},
		{"other corners", `[-55.720000,-12.540000,-55.710000,-12.550000]`, Rectangle, LonLat, 120.23, "", []Code{CornersUnsorted, NeedsPolygon}},
		{"outside Brazil", `[10,20,30,40]`, Rectangle, LonLat, 425_661_249.22, "", []Code{OutsideBrazil, CoarseDecimals, NeedsPolygon}},
		{"a sample", `[1,2,3,4]`, Rectangle, LonLat, 4_916_818.47, "", []Code{OutsideBrazil, CoarseDecimals, NeedsPolygon}},
		{"noughts", `[0,0,0,0]`, Undetermined, LonLat, 0, "", []Code{AtZero}},
		{"no width", `[-55.720000,-12.550000,-55.720000,-12.540000]`, Undetermined, LonLat, 0, "", []Code{NoExtent}},
		{"lengths", `[100,200,300,400]`, Undetermined, UnknownOrder, 0, "", []Code{OutsideWorld}},
		{"four in no order", `[30,40,10,20]`, Undetermined, LonLat, 0, "", []Code{NotCorners}},
		{"triangle", `[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, Ring, LonLat, 60.11, "", []Code{CoarseDecimals, Unclosed}},
		{"lat lon ring", `[-12.550000,-55.720000,-12.550000,-55.710000,-12.540000,-55.710000]`, Ring, LatLon, 60.11, "", []Code{OrderSwapped, Unclosed}},
		{"point", `[-55.720000,-12.550000]`, Point, LonLat, 0, "", nil},
		{"lat lon point", `[-12.550000,-55.720000]`, Point, LatLon, 0, "", []Code{OrderSwapped}},
		{"spaces", " [ -45.4512 , -21.3605,\n-45.4494\t,-21.3588 ]\r\n", Rectangle, LonLat, 3.51, coffee, []Code{FewDecimals}},
		{"nothing", `[]`, Undetermined, UnknownOrder, 0, "", []Code{Empty}},
		{"one", `[7]`, Undetermined, UnknownOrder, 0, "", []Code{OddCount}},
		{"odd", `[-55.720000,-12.550000,-55.710000,-12.540000,3]`, Undetermined, UnknownOrder, 0, "", []Code{OddCount}},
		{"one place", `[-55.720000,-12.550000,-55.720000,-12.550000,-55.720000,-12.550000]`, Undetermined, LonLat, 0, "", []Code{Collapsed}},
		{"there and back", `[-55.720000,-12.550000,-55.710000,-12.550000,-55.720000,-12.550000]`, Undetermined, LonLat, 0, "", []Code{Collapsed}},
		{"beyond the grid", `[1e300,-1e300,2e300,3e300]`, Undetermined, UnknownOrder, 0, "", []Code{OutsideWorld}},

		{"one pair", `[[-55.720000,-12.550000]]`, Point, LonLat, 0, `[-55.720000,-12.550000]`, nil},
		{"two pairs", `[[-55.720000,-12.550000],[-55.710000,-12.540000]]`, Rectangle, LonLat, 120.23, soy, []Code{NeedsPolygon}},
		{"pairs", square, Ring, LonLat, 120.23, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`, nil},
		{"heights", `[[-55.720000,-12.550000,380],[-55.710000,-12.550000,381.5],[-55.710000,-12.540000,0]]`, Ring, LonLat, 60.11, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000]`, []Code{Unclosed}},
		{"rings", `[` + square + `]`, Polygon, LonLat, 120.23, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`, nil},
		{"a hole", pierced, Polygon, LonLat, 115.42, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`, []Code{Hole}},
		{"polygons", `[[` + square + `],[` + nearby + `]]`, MultiPolygon, LonLat, 240.46, `[-55.720000,-12.550000,-55.690000,-12.540000]`, nil},

		{"Point", `{"type":"Point","coordinates":[-55.720000,-12.550000]}`, Point, LonLat, 0, `[-55.720000,-12.550000]`, nil},
		{"MultiPoint", `{"type":"MultiPoint","coordinates":[[-55.720000,-12.540000],[-55.710000,-12.550000]]}`, Points, LonLat, 0, soy, nil},
		{"Polygon", `{"type":"Polygon","coordinates":[` + square + `]}`, Polygon, LonLat, 120.23, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`, nil},
		{"coordinates first", `{"coordinates":[` + square + `],"bbox":[1,2,3,4],"type":"Polygon"}`, Polygon, LonLat, 120.23, `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`, nil},
		{"MultiPolygon", `{"type":"MultiPolygon","coordinates":[[` + square + `],[` + nearby + `]]}`, MultiPolygon, LonLat, 240.46, `[-55.720000,-12.550000,-55.690000,-12.540000]`, nil},
		{"MultiPolygon of one", `{"type":"MultiPolygon","coordinates":[[` + nearby + `]]}`, Polygon, LonLat, 120.23, `[-55.700000,-12.550000,-55.690000,-12.550000,-55.690000,-12.540000,-55.700000,-12.540000,-55.700000,-12.550000]`, nil},
		{"lat lon MultiPoint", `{"type":"MultiPoint","coordinates":[[-12.540000,-55.720000],[-12.550000,-55.710000]]}`, Points, LatLon, 0, `[-12.550000,-55.720000,-12.540000,-55.710000]`, []Code{OrderSwapped}},
		{"Feature", `{"type":"Feature","properties":{"ProducerName":"A \"quoted\" [name]","Area":3.5},"geometry":{"type":"Point","coordinates":[-55.720000,-12.550000]}}`, Point, LonLat, 0, `[-55.720000,-12.550000]`, nil},
		{"a large point", `{"type":"Feature","properties":{"Area":40},"geometry":{"type":"Point","coordinates":[-55.720000,-12.550000]}}`, Point, LonLat, 0, `[-55.720000,-12.550000]`, []Code{NeedsPolygon}},
		{"an area in words", `{"type":"Feature","properties":{"Area":"40"},"geometry":{"type":"Point","coordinates":[-55.720000,-12.550000]}}`, Point, LonLat, 0, `[-55.720000,-12.550000]`, nil},
		{"FeatureCollection", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[` + square + `]}},{"type":"Feature","properties":null,"geometry":null},{"type":"Feature","geometry":{"type":"Point","coordinates":[-55.690000,-12.560000]}}]}`,
			MultiPolygon, LonLat, 120.23, `[-55.720000,-12.560000,-55.690000,-12.540000]`, nil},
		{"GeometryCollection", `{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[` + square + `]},{"type":"Polygon","coordinates":[` + nearby + `]}]}`,
			MultiPolygon, LonLat, 240.46, `[-55.720000,-12.550000,-55.690000,-12.540000]`, nil},
		{"escaped type", `{"\u0074ype":"Poin\u0074","coordinates":[-55.720000,-12.550000]}`, Point, LonLat, 0, `[-55.720000,-12.550000]`, nil},
		{"nowhere", `{"type":"FeatureCollection","features":[]}`, Undetermined, UnknownOrder, 0, `[]`, []Code{Empty}},
		{"empty coordinates", `{"type":"Polygon","coordinates":[]}`, Undetermined, UnknownOrder, 0, `[]`, []Code{Empty}},
		{"empty point", `{"type":"Point","coordinates":[ ]}`, Undetermined, UnknownOrder, 0, `[]`, []Code{Empty}},
		{"a polygon of a point", `{"type":"Polygon","coordinates":[[[-55.720000,-12.550000]]]}`, Undetermined, LonLat, 0, `[-55.720000,-12.550000]`, []Code{Collapsed}},
		{"nowhere in the world", `{"type":"Polygon","coordinates":[[[-55.720000,-12.550000],[-55.710000,-95.550000],[-55.710000,-12.540000],[-55.720000,-12.550000]]]}`, Undetermined, UnknownOrder, 0, `[-55.720000,-12.550000,-55.710000,-95.550000,-55.710000,-12.540000,-55.720000,-12.550000]`, []Code{OutsideWorld}},
	} {
		p, err := Read([]byte(tc.in))
		if err != nil {
			t.Errorf("%s: Read(%s): %v", tc.name, tc.in, err)
			continue
		}
		if p.Interpretation != tc.reading || p.Order != tc.order {
			t.Errorf("%s: Read(%s) is %s %q, want %s %q", tc.name, tc.in, p.Interpretation, p.Order, tc.reading, tc.order)
		}
		if math.Abs(p.AreaHa-tc.ha) > 0.005 {
			t.Errorf("%s: Read(%s) has %.4f ha, want %.2f", tc.name, tc.in, p.AreaHa, tc.ha)
		}
		want := tc.flat
		if want == "" {
			want = tc.in
		}
		if got := string(p.Flat()); got != want {
			t.Errorf("%s: Flat of %s is %s, want %s", tc.name, tc.in, got, want)
		}
		if got := codes(p); !equal(got, tc.codes) {
			t.Errorf("%s: remarks on %s are %v, want %v", tc.name, tc.in, got, tc.codes)
		}
	}
}

func equal[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestPlotSaysHowItWasSent(t *testing.T) {
	for _, tc := range []struct {
		in       string
		decimals int
		closed   bool
		ccw      bool
	}{
		{soy, 6, true, true},
		{coffee, 4, true, true},
		{square, 6, true, true},
		{`[-55.72,-12.55,-55.71,-12.5,-55.71,-12.54]`, 1, false, false},
		{`[-55.72,-12.540000,-55.710000,-12.550000]`, 2, true, true},
		{`[-5572e-2,-12.540000,-5.571000001e1,-12.550000]`, 2, true, true},
		{`[-55,-12,-54,-11]`, 0, true, true},
	} {
		p := read(t, tc.in)
		if p.Decimals != tc.decimals || p.Closed != tc.closed || p.CCW != tc.ccw {
			t.Errorf("Read(%s): decimals %d, closed %t, counter-clockwise %t; want %d, %t, %t", tc.in, p.Decimals, p.Closed, p.CCW, tc.decimals, tc.closed, tc.ccw)
		}
	}
}

func TestSizeOf(t *testing.T) {
	for _, tc := range []struct {
		ha   float64
		want Size
	}{{0, PointEnough}, {3.51, PointEnough}, {3.96, PointEnough}, {3.97, NearLimit}, {4, NearLimit}, {4.04, NearLimit}, {4.05, PolygonDue}, {120.23, PolygonDue}} {
		if got := SizeOf(tc.ha); got != tc.want {
			t.Errorf("SizeOf(%v) = %d, want %d", tc.ha, got, tc.want)
		}
	}
}

func TestPolygonsAndPoints(t *testing.T) {
	p := read(t, `[-12.55,-55.72,-12.54,-55.71]`)
	want := []Position{{-55.72, -12.55}, {-55.71, -12.55}, {-55.71, -12.54}, {-55.72, -12.54}, {-55.72, -12.55}}
	if got := p.Polygons(); len(got) != 1 || len(got[0]) != 1 || !equal(got[0][0], want) {
		t.Errorf("polygons of a rectangle: %v, want %v", got, want)
	}
	p = read(t, pierced)
	if got := p.Polygons(); len(got) != 1 || len(got[0]) != 2 || len(got[0][1]) != 5 {
		t.Errorf("polygons of a pierced square: %v", got)
	}
	p = read(t, `{"type":"MultiPoint","coordinates":[[-55.72,-12.54],[-55.71,-12.55]]}`)
	if got, want := p.Points(), []Position{{-55.72, -12.54}, {-55.71, -12.55}}; !equal(got, want) || p.Polygons() != nil {
		t.Errorf("points: %v, want %v", got, want)
	}
}
