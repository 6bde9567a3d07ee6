package geo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each remark says where: the vertex or the sides, and the position in the input.
func TestRemarksSayWhere(t *testing.T) {
	none := [2]int{-1, -1}
	for _, tc := range []struct {
		name, in string
		want     Remark
	}{
		{"outside the world", `[-55.72,-12.55,-55.71,-12.55,-55.71,-95.54]`,
			Remark{Code: OutsideWorld, Pointer: "/4", Vertex: 2, Sides: none, Count: 1}},
		{"outside the world, twice", `[[-55.72,-12.55],[-190,-12.55],[-55.71,-95.54]]`,
			Remark{Code: OutsideWorld, Pointer: "/1", Vertex: 1, Sides: none, Count: 2}},
		{"outside the world, in a hole", `{"type":"Polygon","coordinates":[` + square + `,[[0,0],[1,1],[0,91]]]}`,
			Remark{Code: OutsideWorld, Pointer: "/coordinates/1/2", Ring: 1, Vertex: 2, Sides: none, Count: 1}},
		{"outside Brazil", `[[-55.720000,-12.550000],[-55.710000,-12.550000],[55.710000,-12.540000]]`,
			Remark{Code: OutsideBrazil, Pointer: "/2", Vertex: 2, Sides: none, Count: 1}},
		{"outside Brazil, in a feature", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"Polygon","coordinates":[` + square + `]}},{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[-55.710000,-12.540000],[1.000000,2.000000]]}}]}`,
			Remark{Code: OutsideBrazil, Pointer: "/features/2/geometry/coordinates/1", Part: 1, Vertex: 1, Sides: none, Count: 1}},
		{"outside the country of a feature", `{"type":"Feature","properties":{"ProducerCountry":"PY"},"geometry":{"type":"Polygon","coordinates":[` + square + `]}}`,
			Remark{Code: OutsideCountry, Pointer: "/geometry/coordinates/0/0", Vertex: 0, Sides: none, Count: 5, Country: "PY"}},
		{"in Paraguay", `[-57.640000,-25.290000,-57.630000,-25.280000]`,
			Remark{Code: OutsideBrazil, Pointer: "/0", Vertex: 0, Sides: none, Count: 2}},
		{"a device without a signal", `[[-55.720000,-12.550000],[-55.710000,-12.550000],[0,0],[-55.720000,-12.540000]]`,
			Remark{Code: AtZero, Pointer: "/2", Vertex: 2, Sides: none, Count: 1}},
		{"a point at zero", `[0.000000,0.000000]`,
			Remark{Code: AtZero, Pointer: "/0", Vertex: 0, Sides: none, Count: 1}},
		{"across the antimeridian", `[[179.990000,-16.800000],[-179.990000,-16.800000],[-179.990000,-16.790000],[179.990000,-16.790000]]`,
			Remark{Code: Antimeridian, Pointer: "/0", Vertex: 0, Sides: none, Count: 1}},
		{"few decimals", `[-55.72001,-12.55001,-55.71001,-12.540000]`,
			Remark{Code: FewDecimals, Pointer: "/0", Vertex: 0, Sides: none, Count: 3, Decimals: 5}},
		{"coarse", `[-55.72,-12.55,-55.71,-12.540000]`,
			Remark{Code: CoarseDecimals, Pointer: "/0", Vertex: 0, Sides: none, Count: 3, Decimals: 2}},
		{"parts on each other", `{"type":"MultiPolygon","coordinates":[[` + nearby + `],[` + square + `],[[[-55.715000,-12.550000],[-55.705000,-12.550000],[-55.705000,-12.540000],[-55.715000,-12.540000],[-55.715000,-12.550000]]]]}`,
			Remark{Code: PartsOverlap, Pointer: "/coordinates/1/0/0", Part: 1, Sides: none, Count: 1, Ha: 60.11, Parts: [2]int{2, 3}}},
		{"parts beside each other", `[[` + square + `],[[[-55.710000,-12.548000],[-55.700000,-12.548000],[-55.700000,-12.542000],[-55.710000,-12.542000]]]]`,
			Remark{Code: PartsAdjoin, Pointer: "/0/0/0", Sides: none, Count: 1, Parts: [2]int{1, 2}}},
		{"crossing", `{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[` + square + `],[[[-55.700000,-12.550000],[-55.690000,-12.540000],[-55.690000,-12.550000],[-55.700000,-12.540000],[-55.700000,-12.550000]]]]}}`,
			Remark{Code: Crossing, Pointer: "/geometry/coordinates/1/0/0", Part: 1, Vertex: 0, Sides: [2]int{0, 2}, Count: 1}},
		{"equal once cut", `[-55.7200001,-12.5500001,-55.7100001,-12.5500001,-55.7100009,-12.5500009,-55.7100001,-12.5400001,-55.7200001,-12.5500001]`,
			Remark{Code: EqualPoints, Pointer: "/4", Vertex: 2, Sides: none, Count: 1}},
		{"equal points", `{"type":"MultiPoint","coordinates":[[-55.710000,-12.540000],[-55.720000,-12.540000],[-55.7100009,-12.5400009]]}`,
			Remark{Code: EqualPoints, Pointer: "/coordinates/2", Vertex: 2, Sides: none, Count: 1}},
		{"hole", `{"type":"Polygon","coordinates":` + pierced + `}`,
			Remark{Code: Hole, Pointer: "/coordinates/1/0", Ring: 1, Vertex: 0, Sides: none, Count: 1}},
		{"open", `[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000]]`,
			Remark{Code: Unclosed, Pointer: "/2", Vertex: 2, Sides: none, Count: 1}},
		{"large rectangle", soy,
			Remark{Code: NeedsPolygon, Pointer: "/0", Vertex: 0, Sides: none, Count: 1, Ha: 120.23}},
		{"large point", `{"type":"Feature","properties":{"Area":40.5},"geometry":{"type":"Point","coordinates":[-55.720000,-12.550000]}}`,
			Remark{Code: NeedsPolygon, Pointer: "/geometry/coordinates", Vertex: 0, Sides: none, Count: 1, Ha: 40.5}},
		{"swapped", `[-12.550000,-55.720000]`,
			Remark{Code: OrderSwapped, Part: -1, Ring: -1, Vertex: -1, Sides: none, Count: 1}},
	} {
		all := read(t, tc.in).Remarks("BR")
		i := slices.IndexFunc(all, func(r Remark) bool { return r.Code == tc.want.Code })
		if i < 0 {
			t.Errorf("%s: remarks on %s are %+v, want %+v", tc.name, tc.in, all, tc.want)
			continue
		}
		got := all[i]
		got.Ha = float64(int(got.Ha*100+0.5)) / 100
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: remark on %s (-want +got):\n%s", tc.name, tc.in, diff)
		}
	}
}

// Numbers from a program that drops zeros at the end are not called coarse.
func TestDroppedZerosAreNotCoarse(t *testing.T) {
	ring := func(n, decimals int) string {
		var s []string
		for _, at := range star(n, 0.01, 0.002) {
			s = append(s, shortest(at.Lon, decimals), shortest(at.Lat, decimals))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	for _, tc := range []struct {
		n, decimals int
		want        Code
	}{
		{10_000, 6, ""},
		{1_000, 6, ""},
		{1_000, 5, FewDecimals},
		{1_000, 4, FewDecimals},
		{1_000, 3, CoarseDecimals},
		{100, 2, CoarseDecimals},
	} {
		got := slices.DeleteFunc(codes(read(t, ring(tc.n, tc.decimals))), func(c Code) bool { return c != FewDecimals && c != CoarseDecimals })
		if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.Equal(got, []Code{tc.want}) {
			t.Errorf("%d vertices of up to %d decimals: %v, want %s", tc.n, tc.decimals, got, tc.want)
		}
	}
}

func shortest(v float64, decimals int) string {
	s := strings.TrimRight(fmt.Sprintf("%.*f", decimals, v), "0")
	return strings.TrimSuffix(s, ".")
}

// A round number among precise ones is not rough: most numbers decide.
func TestRoundNumbersAreNotCoarse(t *testing.T) {
	for in, want := range map[string]Code{
		`[-55.720123,-12.502,-55.710456,-12.501789]`:               "",
		`[-55.72,-12.502,-55.710456,-12.501789]`:                   "",
		`[-55.720123,0,-55.710000,0.010000]`:                       "",
		`[-55.720123,-12.502]`:                                     "",
		`[-55.72,-12.502,-55.71,-12.501789]`:                       CoarseDecimals,
		`[-55.7201,-12.502,-55.7102,-12.5017]`:                     FewDecimals,
		`[-55.7201,-12.5021,-55.710299,-12.501701]`:                "",
		`[-55.72,-12.502]`:                                         CoarseDecimals,
		`[-55.720123,-12.5,-55.71,-12.5,-55.710456,-12.512345678]`: "",
	} {
		got := Code("")
		for _, r := range read(t, in).NumberRemarks("BR") {
			if r.Code == CoarseDecimals || r.Code == FewDecimals {
				got = r.Code
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// The remarks on a plot of very many bad shapes are bounded.
func TestRemarksAreBounded(t *testing.T) {
	bowTie := `[[[-55.70,-12.55],[-55.69,-12.54],[-55.69,-12.55],[-55.70,-12.54]]]`
	p := read(t, `{"type":"MultiPolygon","coordinates":[`+strings.Repeat(bowTie+",", 5_000)+bowTie+`]}`)
	if n := len(p.Remarks("BR")); n != maxRemarks {
		t.Errorf("%d remarks, want %d", n, maxRemarks)
	}
	if n := len(p.Judge()); n != maxRemarks {
		t.Errorf("%d refusals, want %d", n, maxRemarks)
	}
	point := `[[[-55.70,-12.55]]]`
	p = read(t, `{"type":"MultiPolygon","coordinates":[`+strings.Repeat(point+",", 5_000)+point+`]}`)
	if n := len(p.Remarks("BR")); n != maxRemarks {
		t.Errorf("%d remarks on collapsed shapes, want %d", n, maxRemarks)
	}
}
