package geo

import (
	"errors"
	"strings"
	"testing"
)

// A number has one decimal point, however many digits precede it.
func TestNumberHasOnePoint(t *testing.T) {
	for _, number := range []string{
		"5500710000.2.550000", "1.2.3", "-5500710000.2.5", "123456789.1.1", "1234567890.1.1", "1234567890.1.", "1234567890..1", "1234567890.", "1.5e3.5", "1234567890.5e3.5", "1e2e3", "1234567890e2.0",
	} {
		for _, plot := range []string{"[" + number + ",2,3,4]", "[1,2,3," + number + "]", "[[1,2],[" + number + ",4],[5,6]]"} {
			if p, err := Read([]byte(plot)); err == nil {
				t.Errorf("Read(%s) = %s", plot, p.Flat())
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tc := range []struct {
		in      string
		reason  Reason
		pointer string
		vertex  int
	}{
		{``, NotAPlot, "", -1},
		{`null`, NotAPlot, "", -1},
		{`"-55,-12"`, NotAPlot, "", -1},
		{`7`, NotAPlot, "", -1},
		{`["a",1,2,3]`, NotNumber, "/0", 0},
		{`[1,2,3,"a"]`, NotNumber, "/3", 1},
		{`[1,2,null,4]`, NotNumber, "/2", 1},
		{`[1,2,{},4]`, NotNumber, "/2", 1},
		{`[1,2,true,4]`, NotNumber, "/2", 1},
		{`[NaN,1,2,3]`, NotNumber, "/0", 0},
		{`[Infinity,1,2,3]`, NotNumber, "/0", 0},
		{`[1e400,1,2,3]`, NotFinite, "/0", 0},
		{`[1,2,3,-1e400]`, NotFinite, "/3", 1},
		{`[1,2,3,` + strings.Repeat("9", 400) + `]`, NotFinite, "/3", 1},
		{`[1,2,[3,4]]`, WrongNesting, "/2", 1},
		{`[[1,2],3]`, WrongNesting, "/1", 1},
		{`[[1,2],[3]]`, WrongNesting, "/1", 1},
		{`[[1,2],[3,4,5,6]]`, WrongNesting, "/1", 1},
		{`[[1,2],[]]`, WrongNesting, "/1", 1},
		{`[[1,2],[3,"4"]]`, NotNumber, "/1/1", 1},
		{`[[1,2],null]`, NotNumber, "/1", 1},
		{`[[[1,2],[3,4]],[5,6]]`, WrongNesting, "/1/0", 0},
		{`[[[[[1,2]]]]]`, WrongNesting, "", -1},
		{`[[[[1,2],[3,4],[5,[6]]]]]`, WrongNesting, "/0/0/2/1", 2},
		{strings.Repeat("[", 100_000), WrongNesting, "", -1},
		{`[1,2`, NotJSON, "/1", 0},
		{`[1,2,`, NotJSON, "/2", 1},
		{`[1 2]`, NotJSON, "/0", 0},
		{`[1,2]]`, NotJSON, "", -1},
		{`[1,2] 3`, NotJSON, "", -1},
		{`[01,2]`, NotJSON, "/0", 0},
		{`[1.,2]`, NotJSON, "/0", 0},
		{`[-,2]`, NotJSON, "/0", 0},
		{`[.5,2]`, NotJSON, "/0", 0},
		{`[+5,2]`, NotJSON, "/0", 0},
		{`[1e,2]`, NotJSON, "/0", 0},
		{`[0x10,2]`, NotJSON, "/0", 0},
		{`{"type":"Point","coordinates":[1,2]`, NotJSON, "", -1},
		{`{"type":"Point","coordinates":[1,2]} {}`, NotJSON, "", -1},
		{`{}`, UnknownType, "/type", -1},
		{`{"type":7,"coordinates":[1,2]}`, UnknownType, "/type", -1},
		{`{"type":"point","coordinates":[1,2]}`, UnknownType, "/type", -1},
		{`{"type":"Circle","coordinates":[1,2]}`, UnknownType, "/type", -1},
		{`{"type":"LineString","coordinates":[[1,2],[3,4]]}`, LineType, "/type", -1},
		{`{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[]}}`, LineType, "/geometry/type", -1},
		{`{"type":"Point"}`, NoCoordinates, "", -1},
		{`{"type":"Point","coordinates":null}`, NoCoordinates, "", -1},
		{`{"type":"Point","coordinates":[[1,2]]}`, WrongNesting, "/coordinates/0", 0},
		{`{"type":"Point","coordinates":7}`, WrongNesting, "/coordinates", 0},
		{`{"type":"Polygon","coordinates":[[1,2],[3,4],[5,6]]}`, WrongNesting, "/coordinates/0/0", 0},
		{`{"type":"Polygon","coordinates":[[[1,2],[3,"4"],[5,6]]]}`, NotNumber, "/coordinates/0/1/1", 1},
		{`{"type":"MultiPolygon","coordinates":[[[[1,2],[3,4],[5,6]]],[[[1,2],[3,4],[5,1e999]]]]}`, NotFinite, "/coordinates/1/0/2/1", 2},
		{`{"type":"Feature","properties":{}}`, NoCoordinates, "", -1},
		{`{"type":"Feature","geometry":7}`, UnknownType, "/geometry/type", -1},
		{`{"type":"FeatureCollection"}`, NoCoordinates, "/features", -1},
		{`{"type":"FeatureCollection","features":{}}`, NoCoordinates, "/features", -1},
		{`{"type":"FeatureCollection","features":[{"type":"Point","coordinates":[1,2]}]}`, UnknownType, "/features/0/type", -1},
		{`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature"}]}`, NoCoordinates, "/features/1", -1},
		{`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,null]]]}}]}`, NotNumber, "/features/1/geometry/coordinates/0/1/1", 1},
		{`{"type":"GeometryCollection"}`, NoCoordinates, "/geometries", -1},
		{`{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[1,"2"]}]}`, NotNumber, "/geometries/1/coordinates/1", 0},
		{`{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[]}]}`, WrongNesting, "/geometries/0/geometries", -1},
		{`{"type":"Point","coordinates":[1,2],"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, TooDeep, "", -1},
		{`{"type":"FeatureCollection","features":[` + strings.Repeat(`{"type":"Feature","geometry":null},`, MaxFeatures) + `{"type":"Feature","geometry":null}]}`, TooManyFeatures, "/features", -1},
		{`[` + strings.Repeat("1,", MaxNumbers) + `1]`, TooManyNumbers, "/200000", 100_000},
		{`[` + strings.Repeat("[1,2,3],", MaxNumbers/3) + `[1,2,3]]`, TooManyNumbers, "/66666/2", 66_666},
	} {
		p, err := Read([]byte(tc.in))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Read(%.80s) = %v, %v; want an *Error", tc.in, p, err)
			continue
		}
		if want := (Error{tc.reason, tc.pointer, tc.vertex}); *e != want || p != nil {
			t.Errorf("Read(%.80s): %+v, want %+v", tc.in, *e, want)
		}
		if e.Error() == "" {
			t.Errorf("Read(%.80s): no text", tc.in)
		}
	}
}

// The limits themselves are within them.
func TestReadTakesTheMost(t *testing.T) {
	read(t, `[`+strings.Repeat("1,", MaxNumbers-1)+`1]`)
	read(t, `{"type":"FeatureCollection","features":[`+strings.Repeat(`{"type":"Feature","geometry":null},`, MaxFeatures-1)+`{"type":"Feature","geometry":null}]}`)
	read(t, `{"type":"Point","coordinates":[1,2],"x":`+strings.Repeat("[", MaxDepth-1)+strings.Repeat("]", MaxDepth-1)+`}`)
}

func TestScanNumber(t *testing.T) {
	for _, tc := range []struct {
		in       string
		value    int64
		decimals int
	}{
		{"0", 0, 0},
		{"-0", 0, 0},
		{"-0.0", 0, 1},
		{"7", 7_000_000_000, 0},
		{"-12.540000", -12_540_000_000, 6},
		{"-55.72", -55_720_000_000, 2},
		{"1.123456789", 1_123_456_789, 9},
		{"1.1234567899", 1_123_456_789, 10}, // cut off, not rounded
		{"-5.8227391239", -5_822_739_123, 10},
		{"999999999.999999999", 999_999_999_999_999_999, 9},
		{"1000000000", 1_000_000_000_000_000_000, 0},
		{"99999999999", far, 0},
		{"-99999999999.5", -far, 1},
		{"5.572e1", 55_720_000_000, 2},
		{"5572E-2", 55_720_000_000, 2},
		{"0.05572e+3", 55_720_000_000, 2},
		{"1e-9", 1, 9},
		{"19e-10", 1, 10},
		{"1e-400", 0, 400},
		{"1e-99999999999", 0, 1_000_000},
		{"0e99999999999", 0, 0},
		{"1e300", far, 0},
		{"-1e9", -1_000_000_000_000_000_000, 0},
		{"0.0000000001e10", 1_000_000_000, 0},
		{"100000000000000000000e-20", 1_000_000_000, 20},
	} {
		n, end, reason := scanNumber([]byte(tc.in), 0)
		if reason != "" || end != len(tc.in) || n.value != tc.value || n.decimals != tc.decimals {
			t.Errorf("scanNumber(%s) = %+v to %d %s, want %d with %d decimals", tc.in, n, end, reason, tc.value, tc.decimals)
		}
	}
}
