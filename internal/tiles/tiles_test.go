package tiles

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for template, origin := range map[string]string{
		"https://tiles.example.org/{z}/{x}/{y}.png":                   "https://tiles.example.org",
		"https://Tiles.Example.org:443/{z}/{y}/{x}":                   "https://tiles.example.org",
		"https://tiles.example.org:8443/w?z={z}&x={x}&y={y}&key=a-b_": "https://tiles.example.org:8443",
		"http://127.0.0.1:9000/{z}/{x}/{y}.jpg":                       "http://127.0.0.1:9000",
		"http://localhost/{z}/{x}/{y}":                                "http://localhost",
		"https://[2001:db8::1]/{z}/{x}/{y}":                           "https://[2001:db8::1]",
	} {
		got, err := Parse(template)
		if err != nil || got.Origin != origin || got.Template != template || !got.Set() {
			t.Errorf("%s: %+v, %v; want the origin %s", template, got, err, origin)
		}
	}
	for template, want := range map[string]error{
		"":                                      errPlaceholder,
		"https://tiles.example.org/":            errPlaceholder,
		"https://tiles.example.org/{z}/{x}.png": errPlaceholder,
		"https://{s}.tiles.example.org/{z}/{x}/{y}":             errPlaceholder,
		"https://tiles.example.org/{z}/{x}/{y}/{y}":             errPlaceholder,
		"https://tiles.example.org/{z}/{x}/{y}}":                errPlaceholder,
		"https://{z}.example.org/{x}/{y}":                       errHost,
		"https://example.org:{z}/{x}/{y}":                       errHost,
		"https://example.org{z}/{x}/{y}":                        errHost,
		"https://user:pw@example.org/{z}/{x}/{y}":               errHost,
		"https://*/{z}/{x}/{y}":                                 errHost,
		"https://*.example.org/{z}/{x}/{y}":                     errHost,
		"https://example.org;script-src/{z}/{x}/{y}":            errHost,
		"https://example.org,x/{z}/{x}/{y}":                     errHost,
		"https:///{z}/{x}/{y}":                                  errHost,
		"https://example.org:x/{z}/{x}/{y}":                     errAddress,
		"https://example.org:99999/{z}/{x}/{y}":                 errHost,
		"https://example.org:/{z}/{x}/{y}":                      errHost,
		"http://tiles.example.org/{z}/{x}/{y}":                  errScheme,
		"http://10.0.0.1/{z}/{x}/{y}":                           errScheme,
		"ftp://example.org/{z}/{x}/{y}":                         errAddress,
		"javascript:alert(1)//{z}{x}{y}":                        errAddress,
		"data:image/png,{z}{x}{y}":                              errAddress,
		"/{z}/{x}/{y}":                                          errAddress,
		"https://example.org/{z}/{x}/{y}#a":                     errAddress,
		"https://example.org /{z}/{x}/{y}":                      errAddress,
		"https://example.org/\"{z}/{x}/{y}":                     errAddress,
		"https://exämple.org/{z}/{x}/{y}":                       errAddress,
		"https://a.org/{z}/{x}/{y}" + strings.Repeat("a", 1000): errAddress,
	} {
		if got, err := Parse(template); err != want {
			t.Errorf("%s: %+v, %v; want %v", template, got, err, want)
		}
	}
	s, _ := Parse("https://t.example/{z}/{y}/{x}?k={")
	if s.Set() {
		t.Error("half a brace passes")
	}
}

// The tile of the example was computed by hand from the definition of the map.
func TestCover(t *testing.T) {
	if got := Cover(-55.72, -12.55, -55.71, -12.54, 12); len(got) == 0 || len(got) > 12 || got[0].Zoom < 15 {
		t.Errorf("%+v", got)
	}
	s, err := Parse("https://t.example/{z}/{x}/{y}.png")
	if err != nil {
		t.Fatal(err)
	}
	one := Cover(-55.7155, -12.5455, -55.7154, -12.5454, 1)
	if len(one) != 1 || s.At(one[0].Zoom, one[0].X, one[0].Y) != "https://t.example/17/45250/70140.png" {
		t.Errorf("%+v %s", one, s.At(one[0].Zoom, one[0].X, one[0].Y))
	}
	for _, none := range [][4]float64{{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 86, 1, 87}, {-181, 0, 0, 1}, {math.NaN(), 0, 1, 1}} {
		if got := Cover(none[0], none[1], none[2], none[3], 12); got != nil {
			t.Errorf("%v is covered by %v", none, got)
		}
	}
}

// For any stretch, its tiles join, are few, and show all of it.
func TestCoverIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		west, south := rapid.Float64Range(-180, 179).Draw(t, "west"), rapid.Float64Range(-85, 84).Draw(t, "south")
		east := west + rapid.Float64Range(1e-6, 1).Draw(t, "wide")
		north := south + rapid.Float64Range(1e-6, 1).Draw(t, "high")
		const most = 24
		all := Cover(west, south, east, north, most)
		if len(all) == 0 || len(all) > most {
			t.Fatalf("%d tiles", len(all))
		}
		first, last := all[0], all[len(all)-1]
		const near = 1e-9
		if first.West > west+near || first.North < north-near || last.East < east-near || last.South > south+near {
			t.Fatalf("%v to %v do not show %v %v %v %v", first, last, west, south, east, north)
		}
	})
}
