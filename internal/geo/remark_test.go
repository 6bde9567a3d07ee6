package geo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each remark says where: the vertex or the sides, and the place in what was sent.
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
		{"few decimals", `[-55.720000,-12.550000,-55.71001,-12.540000]`,
			Remark{Code: FewDecimals, Pointer: "/2", Vertex: 1, Sides: none, Count: 1, Decimals: 5}},
		{"coarse", `[-55.720000,-12.550000,-55.71,-12.540000]`,
			Remark{Code: CoarseDecimals, Pointer: "/2", Vertex: 1, Sides: none, Count: 1, Decimals: 2}},
		{"coarse at the equator", `[-55.720000,0,-55.710000,0.010000]`,
			Remark{Code: CoarseDecimals, Pointer: "/0", Vertex: 0, Sides: none, Count: 1, Decimals: 0}},
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
		all := read(t, tc.in).Remarks()
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
		{10_000, 6, FewDecimals},
		{1_000, 6, FewDecimals},
		{1_000, 4, FewDecimals},
		{1_000, 3, CoarseDecimals},
		{100, 2, CoarseDecimals},
	} {
		if got := codes(read(t, ring(tc.n, tc.decimals))); !slices.Contains(got, tc.want) {
			t.Errorf("%d vertices of up to %d decimals: %v, want %s", tc.n, tc.decimals, got, tc.want)
		}
	}
}

func shortest(v float64, decimals int) string {
	s := strings.TrimRight(fmt.Sprintf("%.*f", decimals, v), "0")
	return strings.TrimSuffix(s, ".")
}

// The remarks on a plot of very many bad shapes are bounded.
func TestRemarksAreBounded(t *testing.T) {
	bowTie := `[[[-55.70,-12.55],[-55.69,-12.54],[-55.69,-12.55],[-55.70,-12.54]]]`
	p := read(t, `{"type":"MultiPolygon","coordinates":[`+strings.Repeat(bowTie+",", 5_000)+bowTie+`]}`)
	if n := len(p.Remarks()); n != maxRemarks {
		t.Errorf("%d remarks, want %d", n, maxRemarks)
	}
	if n := len(p.Judge()); n != maxRemarks {
		t.Errorf("%d refusals, want %d", n, maxRemarks)
	}
	point := `[[[-55.70,-12.55]]]`
	p = read(t, `{"type":"MultiPolygon","coordinates":[`+strings.Repeat(point+",", 5_000)+point+`]}`)
	if n := len(p.Remarks()); n != maxRemarks {
		t.Errorf("%d remarks on collapsed shapes, want %d", n, maxRemarks)
	}
}
