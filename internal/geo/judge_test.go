package geo

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJudge(t *testing.T) {
	type refusal struct {
		Class  int
		Code   Code
		At     string
		Sides  [2]int
		Mended bool
	}
	none := [2]int{-1, -1}
	polygon := func(rings string) string { return `{"type":"Polygon","coordinates":[` + rings + `]}` }
	for _, tc := range []struct {
		name, in string
		want     []refusal
	}{
		{"rectangle", soy, nil},
		{"lat, lon: put right", `[-12.55,-55.72,-12.54,-55.71]`, nil},
		{"list of numbers: closed", `[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, nil},
		{"clockwise: put right", polygon(`[[-55.72,-12.55],[-55.72,-12.54],[-55.71,-12.54],[-55.72,-12.55]]`), nil},
		{"nine decimals", polygon(`[[-55.720000123,-12.550000123],[-55.710000123,-12.550000123],[-55.710000123,-12.540000123],[-55.720000123,-12.550000123]]`), nil},
		{"point", `{"type":"Point","coordinates":[-55.72,-12.55]}`, nil},
		{"1 figure eight", polygon(`[[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]]`),
			[]refusal{{1, Crossing, "/coordinates/0/0", [2]int{0, 2}, false}}},
		{"1 vertex on a side", polygon(`[[-55.72,-12.55],[-55.70,-12.55],[-55.70,-12.53],[-55.71,-12.55],[-55.72,-12.53],[-55.72,-12.55]]`),
			[]refusal{{1, Touching, "/coordinates/0/0", [2]int{0, 3}, false}}},
		{"2 fold", polygon(`[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.53],[-55.71,-12.54],[-55.72,-12.54],[-55.72,-12.55]]`),
			[]refusal{{2, Folded, "/coordinates/0/2", [2]int{1, 2}, false}}},
		{"3 hole", polygon(pierced[1 : len(pierced)-1]),
			[]refusal{{3, Hole, "/coordinates/1/0", none, false}}},
		{"4 open", polygon(`[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54]]`),
			[]refusal{{4, Unclosed, "/coordinates/0/2", none, true}}},
		{"4 too few", polygon(`[[-55.72,-12.55],[-55.71,-12.55],[-55.72,-12.55]]`),
			[]refusal{{4, TooFew, "/coordinates/0/0", none, false}, {6, Collapsed, "/coordinates/0/0", none, false}}},
		{"5 MultiPolygon of one", `{"type":"MultiPolygon","coordinates":[[` + square + `]]}`,
			[]refusal{{5, LoneMulti, "/coordinates/0/0/0", none, true}}},
		{"5 MultiPoint of one", `{"type":"MultiPoint","coordinates":[[-55.72,-12.55]]}`,
			[]refusal{{5, LoneMulti, "/coordinates/0", none, true}}},
		{"6 one line", polygon(`[[-55.72,-12.55],[-55.71,-12.54],[-55.70,-12.53],[-55.72,-12.55]]`),
			[]refusal{{6, Collapsed, "/coordinates/0/0", none, false}}},
		{"7 equal, running", polygon(`[[-55.72,-12.55],[-55.7100001,-12.55],[-55.7100009,-12.55],[-55.71,-12.54],[-55.72,-12.55]]`),
			[]refusal{{7, EqualPoints, "/coordinates/0/2", none, true}}},
		{"7 equal, apart", polygon(`[[-55.72,-12.55],[-55.70,-12.55],[-55.71,-12.54],[-55.70,-12.53],[-55.72,-12.53],[-55.7100004,-12.5400004],[-55.72,-12.55]]`),
			[]refusal{{1, Touching, "/coordinates/0/1", [2]int{1, 4}, false}, {7, EqualPoints, "/coordinates/0/5", none, false}}},
		{"7 equal points", `{"type":"MultiPoint","coordinates":[[-55.7200001,-12.55],[-55.7200002,-12.55]]}`,
			[]refusal{{7, EqualPoints, "/coordinates/1", none, false}}},
		{"7 not rounded", `{"type":"MultiPoint","coordinates":[[-55.7200009,-12.55],[-55.720001,-12.55]]}`, nil},
		{"10 nothing to write", `[1,2,3]`, []refusal{{10, NoShape, "", none, false}}},
		{"10 no rectangle", `[30,40,10,20]`, []refusal{{10, NoShape, "", none, false}}},
		{"11 latitude", polygon(`[[-55.72,-12.55],[-55.71,-92.55],[-55.71,-12.54],[-55.72,-12.55]]`),
			[]refusal{{11, OutsideWorld, "/coordinates/0/1", none, false}}},
		{"a rectangle without width once cut", `[-55.7200001,-12.55,-55.7200009,-12.54]`,
			[]refusal{{6, Collapsed, "", none, false}}},
		{"a sliver gone once cut", polygon(`[[-55.72,-12.5500009],[-55.71,-12.5500001],[-55.70,-12.5500009],[-55.72,-12.5500009]]`),
			[]refusal{{6, Collapsed, "/coordinates/0/0", none, false}}},
		{"a touch made by the cut", polygon(`[[-55.72,-12.5500009],[-55.70,-12.5500009],[-55.70,-12.53],[-55.71,-12.5500001],[-55.72,-12.53],[-55.72,-12.5500009]]`),
			[]refusal{{1, Touching, "/coordinates/0/0", [2]int{0, 3}, false}}},
	} {
		var got []refusal
		for _, r := range read(t, tc.in).Judge() {
			got = append(got, refusal{r.Class, r.Code, r.Pointer, r.Sides, r.Mended})
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tc.name, tc.in, diff)
		}
		for _, r := range read(t, tc.in).Truncate6().Judge() {
			if r.Mended {
				t.Errorf("%s: %s cut is still refused for %s", tc.name, tc.in, r.Code)
			}
		}
	}
}

func TestTruncate6(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"cut, not rounded", `[-5.8227391234,-55.1234569999]`, `{"type":"Point","coordinates":[-55.123456,-5.822739]}`},
		{"filled up", `[-55.72,-12]`, `{"type":"Point","coordinates":[-55.720000,-12.000000]}`},
		{"no negative nought", `[-55.72,-0.0000001]`, `{"type":"Point","coordinates":[-55.720000,0.000000]}`},
		{"below one", `[-55.72,-0.05]`, `{"type":"Point","coordinates":[-55.720000,-0.050000]}`},
		{"exponent", `[-5.572e1,-1255E-2]`, `{"type":"Point","coordinates":[-55.720000,-12.550000]}`},
		{"repeated left out", `[[-55.72,-12.55],[-55.7100001,-12.55],[-55.7100009,-12.55],[-55.71,-12.54]]`,
			`{"type":"Polygon","coordinates":[[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000],[-55.720000,-12.550000]]]}`},
		{"rectangle", `[-12.55,-55.72,-12.54,-55.71]`,
			`{"type":"Polygon","coordinates":[[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000],[-55.720000,-12.540000],[-55.720000,-12.550000]]]}`},
		{"MultiPolygon of one", `{"type":"MultiPolygon","coordinates":[[],[` + square + `]]}`, `{"type":"Polygon","coordinates":[` + square + `]}`},
		{"nothing", `[1,2,3]`, ``},
		{"outside the world", `[1,2,300,400]`, ``},
		{"nothing left", `[-55.7200001,-12.55,-55.7200009,-12.54]`, ``},
	} {
		if got := string(read(t, tc.in).Truncate6().GeoJSON()); got != tc.want {
			t.Errorf("%s: %s cut is %s, want %s", tc.name, tc.in, got, tc.want)
		}
	}
}
