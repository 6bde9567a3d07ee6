package plotfile

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// Whatever was sent as a plot, nothing panics, the output is JSON, and what cannot be written is an
// error.
func FuzzCollect(f *testing.F) {
	for _, v := range vectors {
		f.Add(v.field, v.geometry, "Ana", "BR")
	}
	f.Add("geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Area":1e400,"ProducerName":"\ud800"},"geometry":null},3,null]}`, "", "")
	f.Fuzz(func(t *testing.T, field, geometry, name, country string) {
		if !json.Valid([]byte(geometry)) || !utf8.ValidString(name+country+field+geometry) {
			return // records contain nothing else
		}
		who := ana
		who.Name, who.Country = name, country
		r := collected(EU, 1, planned(1, field, geometry, who), planned(2, field, geometry, who))
		if len(r.Parts) > 0 && !json.Valid(r.File) {
			t.Errorf("no JSON: %s", r.File)
		}
		if r.Ready() && r.Plots+r.Repeated != len(r.Placed) || !r.Ready() && r.Summary.Errors == 0 {
			t.Errorf("%d plots, %d repeated of %d, %+v", r.Plots, r.Repeated, len(r.Placed), r.Summary)
		}
		for i := range r.Findings {
			if text := r.Findings[i].AppendJSON(nil, 0); !json.Valid(text) {
				t.Errorf("the pre-flight is not JSON: %s", text)
			}
		}
	})
}
