package geo

import "testing"

func TestGeoJSON(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"point", `[-12.5500,-55.72]`, `{"type":"Point","coordinates":[-55.72,-12.5500]}`},
		{"rectangle", soy, `{"type":"Polygon","coordinates":[` + square + `]}`},
		{"corners turned", `[-55.71,-12.540,-55.72,-12.55]`, `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.540],[-55.72,-12.540],[-55.72,-12.55]]]}`},
		{"ring: closed", `[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]]}`},
		{"ring: turned", `[-55.72,-12.55,-55.71,-12.54,-55.71,-12.55]`, `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]]}`},
		{"ring: lat, lon", `[-12.55,-55.72,-12.55,-55.71,-12.54,-55.71]`, `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]]}`},
		{"hole", pierced, `{"type":"Polygon","coordinates":` + pierced + `}`},
		{"hole: turned", `[` + square + `,[[-55.718,-12.548],[-55.716,-12.548],[-55.716,-12.546]]]`, `{"type":"Polygon","coordinates":[` + square + `,[[-55.718,-12.548],[-55.716,-12.546],[-55.716,-12.548],[-55.718,-12.548]]]}`},
		{"many", `[[` + square + `],[` + nearby + `]]`, `{"type":"MultiPolygon","coordinates":[[` + square + `],[` + nearby + `]]}`},
		{"points", `{"type":"MultiPoint","coordinates":[[-55.72,-12.54],[-55.71,-12.55]]}`, `{"type":"MultiPoint","coordinates":[[-55.72,-12.54],[-55.71,-12.55]]}`},
		{"mixed", `{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[` + square + `]},{"type":"Point","coordinates":[-55.69,-12.56]}]}`,
			`{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-55.69,-12.56]},{"type":"Polygon","coordinates":[` + square + `]}]}`},
		{"a collapsed shape among others", `{"type":"MultiPolygon","coordinates":[[[[-55.7,-12.5]]],[` + square + `]]}`, `{"type":"Polygon","coordinates":[` + square + `]}`},
		{"undetermined", `[1,2,3]`, ``},
	} {
		if got := string(read(t, tc.in).GeoJSON()); got != tc.want {
			t.Errorf("%s: GeoJSON of %s is %s, want %s", tc.name, tc.in, got, tc.want)
		}
	}
}

func TestGeometry(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{soy, `{"interpretacao":"BBOX","areaHa":120.23,"bbox":[-55.72,-12.55,-55.71,-12.54],"ordem":"LON_LAT"}`},
		{`[-12.55,-55.72,-12.54,-55.71]`, `{"interpretacao":"BBOX","areaHa":120.23,"bbox":[-55.72,-12.55,-55.71,-12.54],"ordem":"LAT_LON"}`},
		{coffee, `{"interpretacao":"BBOX","areaHa":3.51,"bbox":[-45.4512,-21.3605,-45.4494,-21.3588],"ordem":"LON_LAT"}`},
		{`[-45.4512,-21.3605,-45.4511,-21.3604]`, `{"interpretacao":"BBOX","areaHa":0.0115,"bbox":[-45.4512,-21.3605,-45.4511,-21.3604],"ordem":"LON_LAT"}`},
		{`[-55.72,-12.55]`, `{"interpretacao":"PONTO","areaHa":null,"bbox":[-55.72,-12.55,-55.72,-12.55],"ordem":"LON_LAT"}`},
		{`[[` + square + `],[` + nearby + `]]`, `{"interpretacao":"MULTIPOLIGONO","areaHa":240.46,"bbox":[-55.72,-12.55,-55.69,-12.54],"ordem":"LON_LAT"}`},
		{`[1,2,3]`, `{"interpretacao":"INDETERMINADA","areaHa":null,"bbox":null,"ordem":null}`},
	} {
		if got := string(read(t, tc.in).Geometry()); got != tc.want {
			t.Errorf("Geometria of %s is %s, want %s", tc.in, got, tc.want)
		}
	}
}

// A plot does not refer to the text it was read from, and does not expose its own data.
func TestPlotIsItsOwn(t *testing.T) {
	raw := []byte(soy)
	p, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	clear(raw)
	clear(p.Flat())
	clear(p.GeoJSON())
	if got := string(p.Flat()); got != soy {
		t.Errorf("Flat is %s, want %s", got, soy)
	}
}
