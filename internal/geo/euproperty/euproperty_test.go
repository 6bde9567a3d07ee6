package euproperty

import "testing"

func TestNamesProducers(t *testing.T) {
	const (
		ana   = `{"type":"Feature","properties":{"ProducerName":"Ana"},"geometry":null}`
		blank = `{"type":"Feature","properties":{"ProducerName":" \t"},"geometry":null}`
		other = `{"type":"Feature","properties":{"producername":"Ana","note":{"ProducerName":"Ana"}},"geometry":null}`
	)
	of := func(features string) string { return `{"type":"FeatureCollection","features":[` + features + `]}` }
	for _, c := range []struct {
		geojson string
		want    bool
	}{
		{ana, true}, {of(ana), true}, {of(ana + "," + ana), true},
		{blank, false}, {other, false}, {of(ana + "," + blank), false}, {of(ana + "," + other), false}, {of(""), false},
		{`{"type":"Feature","properties":{"ProducerName":7}}`, false}, {`{"type":"Polygon","ProducerName":"Ana"}`, false},
		{`[1,2]`, false}, {`"ProducerName"`, false}, {``, false},
	} {
		if got := NamesProducers(c.geojson); got != c.want {
			t.Errorf("%s: %t, want %t", c.geojson, got, c.want)
		}
	}
}

func TestMeant(t *testing.T) {
	for name, want := range map[string]string{"ProducerName": Producer, "PRODUCERNAME": Producer, "area": Area, "Nome": "", "": ""} {
		if got := Meant(name); got != want {
			t.Errorf("%q stands for %q, want %q", name, got, want)
		}
	}
}
