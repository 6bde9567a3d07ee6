package eudr

import (
	"bytes"
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
		if !json.Valid(r.AppendJSON(nil, 0, nil, nil)) {
			t.Errorf("the pre-flight is not JSON: %s", r.AppendJSON(nil, 0, nil, nil))
		}
	})
}

// Anything given as a dossier is refused, and nothing panics.
func FuzzVerify(f *testing.F) {
	f.Add([]byte("PK\x03\x04"), "")
	f.Add([]byte("PK\x05\x06"+string(make([]byte, 18))), "")
	f.Fuzz(func(t *testing.T, archive []byte, key string) {
		if v, err := Verify(bytes.NewReader(archive), int64(len(archive)), key); err == nil {
			t.Errorf("it holds: %+v", v)
		}
	})
}
