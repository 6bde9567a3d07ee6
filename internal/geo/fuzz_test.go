package geo

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

// Anything that can be read is valid JSON, is written as valid JSON, and reads the same afterwards.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		soy, coffee, square, pierced, `[[` + square + `],[` + nearby + `]]`, `[]`, `[1,2,3]`, `[1e400,2]`, `[0,0,0,0]`, `["a",1]`,
		`[-55.72,-12.55,-55.71,-12.54,-55.71,-12.55,-55.72,-12.54]`, `[5.572e1,-1E-9,0.1e-400,1e30]`,
		`{"type":"Point","coordinates":[-55.72,-12.55,300]}`,
		`{"type":"MultiPoint","coordinates":[[-55.72,-12.55],[-55.72,-12.55]]}`,
		`{"type":"Feature","properties":{"Area":5,"\u0041rea":"x"},"geometry":{"type":"Polygon","coordinates":[` + square + `]}}`,
		`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := Read(raw)
		if err != nil {
			if e := (*Error)(nil); !errors.As(err, &e) || p != nil {
				t.Fatalf("Read(%q): %v, %v", raw, p, err)
			}
			return
		}
		if !json.Valid(raw) {
			t.Fatalf("Read(%q) took what is no JSON", raw)
		}
		if n := len(p.Remarks("BR")); n > maxRemarks || n == 0 && p.Interpretation == Undetermined {
			t.Fatalf("Read(%q): %d remarks on %s", raw, n, p.Interpretation)
		}
		again, err := Read(p.Flat())
		if err != nil || !bytes.Equal(again.Flat(), p.Flat()) {
			t.Fatalf("Read(%q).Flat() is %s and does not read the same: %v", raw, p.Flat(), err)
		}
		if !json.Valid(p.Geometry()) {
			t.Fatalf("Read(%q).Geometria() is %s", raw, p.Geometry())
		}
		p.Judge()
		for _, q := range []*Plot{p, p.Truncate6()} {
			shape := q.GeoJSON()
			if q.Interpretation == Undetermined {
				if shape != nil {
					t.Fatalf("Read(%q).GeoJSON() is %s of nothing", raw, shape)
				}
				continue
			}
			back, err := Read(shape)
			if err != nil || !json.Valid(shape) || !bytes.Equal(back.GeoJSON(), shape) || back.Order != LonLat || !back.Closed {
				t.Fatalf("Read(%q).GeoJSON() is %s and does not read the same: %v", raw, shape, err)
			}
			for _, of := range back.parts {
				if of.kind == areaPart && back.spans[of.from].turn < 0 {
					t.Fatalf("Read(%q).GeoJSON() is %s: clockwise", raw, shape)
				}
			}
			if ha, share, ok := Overlap(q, back); ok && (ha < 0 || share < 0 || share > 1) {
				t.Fatalf("Overlap of %q with itself: %v, %v", raw, ha, share)
			}
		}
	})
}
