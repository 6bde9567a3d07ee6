package trace

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"rastro/internal/canon"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// A version that does not commit to its findings is compared with the words of its time;
// new versions have real plurals.
func TestRegradedEarlierKeepsTheWordsOfItsTime(t *testing.T) {
	r := Record{Kind: kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), Operation: Created, Payload: []byte(`{"poligono":[10.120034,20.340056,10.130078,20.350091]}`)}
	if got := string(r.RegradedEarlier().Findings); !strings.Contains(got, "ponto(s) fora do Brasil") {
		t.Errorf("earlier: %q", got)
	}
	if got := string(r.Regraded().Findings); !strings.Contains(got, "pontos fora do Brasil") {
		t.Errorf("now: %q", got)
	}
}

var plan = kind.ByPrefix("/cadastroPlanejamento/planoCultivo")

// gradedRecord returns a record with a payload, graded as a write grades it.
func gradedRecord(tb testing.TB, k *kind.Kind, payload string) *Record {
	tb.Helper()
	r := &Record{Kind: k, HarvestID: "S", Payload: []byte(payload), Version: 1, Operation: Created, UpdatedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	r.GradeNow()
	return r
}

// shown returns what the wire shows of a record's payload and plot.
func shown(tb testing.TB, r *Record, l lang.Lang) (payload, geometry string) {
	tb.Helper()
	wire := r.AppendJSON(nil, l)
	if err := canon.Validate(wire); err != nil {
		tb.Fatalf("%v in %s", err, wire)
	}
	canon.Each(string(wire), func(name, value string) bool {
		switch name {
		case "dados":
			payload = value
		case "geometria":
			geometry = value
		}
		return true
	})
	return payload, geometry
}

func TestReshape(t *testing.T) {
	const (
		square  = `[-55.720183,-12.550241,-55.710367,-12.550241,-55.710367,-12.540128,-55.720183,-12.550241]`
		ring    = `[[-55.720183,-12.550241],[-55.710367,-12.550241],[-55.710367,-12.540128],[-55.720183,-12.550241]]`
		polygon = `{"type": "Polygon", "coordinates": [` + ring + `]}`
		made    = `{"type":"Polygon","coordinates":[` + ring + `]}`
		two     = `{"type":"MultiPolygon","coordinates":[[` + ring + `],[[[-55.8,-12.7],[-55.79,-12.7],[-55.79,-12.69],[-55.8,-12.7]]]]}`
	)
	for _, tc := range []struct{ in, want, reading string }{
		{`{"poligono":` + square + `}`, ``, "ANEL"},
		{`{ "poligono" : [-55.720183, -12.550241, -55.710367, -12.540128 ] , "x":"é" }`, ``, "BBOX"},
		{`{"poligono":[]}`, ``, "INDETERMINADA"},
		{`{"soja":"x"}`, ``, ""},
		{`{"poligono":null}`, ``, ""},
		{`{"poligono":[1,2,3,4],"geojson":` + polygon + `}`, ``, "POLIGONO"},
		{`{"poligono":[1,2,3,4],"geojson":"x"}`, ``, "BBOX"},

		{`{"poligono":` + ring + `}`, `{"poligono":` + square + `,"geojson":` + made + `}`, "ANEL"},
		{`{"a":"\u00e9","poligono" : ` + polygon + ` , "soja" : 1.50 }`, `{"a":"\u00e9","poligono" : ` + square + ` , "soja" : 1.50 ,"geojson":` + polygon + `}`, "POLIGONO"},
		{`{"poligono":` + two + `}`, `{"poligono":[-55.8,-12.7,-55.710367,-12.540128],"geojson":` + two + `}`, "MULTIPOLIGONO"},
		{`{"poligono":{"type":"Feature","id":7,"properties":{"nome":"Talhão 1"},"geometry":` + polygon + `}}`,
			`{"poligono":` + square + `,"geojson":{"type":"Feature","id":7,"properties":{"nome":"Talhão 1"},"geometry":` + polygon + `}}`, "POLIGONO"},
		{`{"poligono":{"type":"Point","coordinates":[-55.720183,-12.550241,310.5]}}`,
			`{"poligono":[-55.720183,-12.550241],"geojson":{"type":"Point","coordinates":[-55.720183,-12.550241,310.5]}}`, "PONTO"},
		{`{"poligono":{"type":"FeatureCollection","features":[]}}`, `{"poligono":[],"geojson":{"type":"FeatureCollection","features":[]}}`, "INDETERMINADA"},
		{`{"poligono":[[100,200],[300,400]]}`, `{"poligono":[100,200,300,400]}`, "INDETERMINADA"},
		// A "geojson" member that the caller sent stays; null counts as absent.
		{`{"poligono":` + ring + `,"geojson":` + two + `}`, `{"poligono":` + square + `,"geojson":` + two + `}`, "MULTIPOLIGONO"},
		{`{"geojson":"x","poligono":` + ring + `}`, `{"geojson":"x","poligono":` + square + `}`, "ANEL"},
		{`{"poligono":` + ring + `,"geojson":null,"b":2}`, `{"poligono":` + square + `,"geojson":` + made + `,"b":2}`, "ANEL"},
		{`{"geojson": null ,"a":1,"poligono":` + polygon + `,"b":2}`, `{"geojson": ` + polygon + ` ,"a":1,"poligono":` + square + `,"b":2}`, "POLIGONO"},
	} {
		want := tc.want
		if want == "" {
			want = tc.in // byte for byte
		}
		r := gradedRecord(t, plan, tc.in)
		if r.reshaped() != (tc.want != "") {
			t.Errorf("%s: reshaped %t", tc.in, r.reshaped())
		}
		for _, l := range lang.All {
			for _, of := range []*Record{r, r.Kept()} {
				payload, geometry := shown(t, of, l)
				if payload != want {
					t.Errorf("%s:\n got %s\nwant %s", tc.in, payload, want)
				}
				if string(of.Payload) != tc.in {
					t.Errorf("%s is kept as %s", tc.in, of.Payload)
				}
				if (geometry == "") != (tc.reading == "") || !strings.HasPrefix(geometry, `{"interpretacao":"`+tc.reading) && tc.reading != "" {
					t.Errorf("%s: read as %s, want %s", tc.in, geometry, tc.reading)
				}
			}
		}
		if kept := r.Kept(); kept.Weight() < len(kept.wire) || kept.reshaped() && kept.Weight() < len(kept.wire)+len(kept.Payload) {
			t.Errorf("%s weighs %d", tc.in, kept.Weight())
		}
		// Sending back what was read must store the same plot.
		again := gradedRecord(t, plan, want)
		payload, geometry := shown(t, again, lang.PT)
		if _, before := shown(t, r, lang.PT); payload != want && !again.reshaped() || !sameLand(before, geometry) {
			t.Errorf("%s sent back gives %s, %s, was %s", want, payload, geometry, before)
		}
	}
}

// sameLand compares two readings except for what they call the shape: a ring sent
// back with its GeoJSON is a polygon.
func sameLand(a, b string) bool {
	cut := func(s string) string { _, rest, _ := strings.Cut(s, ","); return rest }
	return cut(a) == cut(b)
}

// A record whose plot needs no reshaping must cost nothing extra.
func TestNoReshapeAllocatesNothing(t *testing.T) {
	for _, r := range []*Record{
		gradedRecord(t, kind.ByPrefix("/armazenamento/recebimento"), `{"volume":"36.000 kg"}`), gradedRecord(t, plan, `{"poligono":[-55.720183,-12.550241,-55.710367,-12.540128]}`),
	} {
		buffer := make([]byte, 0, 4096)
		if n := testing.AllocsPerRun(100, func() { buffer = r.AppendJSON(buffer[:0], lang.PT) }); n > 0 {
			t.Errorf("%s: %v allocations", r.Kind.Prefix, n)
		}
	}
}

// BenchmarkAppendJSON shows a record: without a plot, with one as a list, which
// must cost the same for its bytes, and with one that is shown otherwise.
func BenchmarkAppendJSON(b *testing.B) {
	ring := func(vertices int, open, sep, end string) string {
		var all strings.Builder
		for i := range vertices {
			at := 2 * math.Pi * float64(i) / float64(vertices)
			fmt.Fprintf(&all, open+"%.6f,%.6f"+sep, -55+math.Cos(at)/10, -12+math.Sin(at)/10)
		}
		return strings.TrimSuffix(all.String(), ",") + end
	}
	for _, of := range []struct {
		name, prefix, payload string
	}{
		{"no plot", "/armazenamento/recebimento", `{"volume":"36.000 kg","observacao":"` + strings.Repeat("x", 120) + `"}`},
		{"list of 6 vertices", plan.Prefix, `{"poligono":[` + ring(6, "", ",", "]}")},
		{"6 pairs", plan.Prefix, `{"poligono":[` + ring(6, "[", "],", "]}")},
		{"polygon of 6 vertices", plan.Prefix, `{"poligono":{"type":"Polygon","coordinates":[[` + ring(6, "[", "],", "]]}}")},
		{"polygon of 100000 vertices", plan.Prefix, `{"poligono":{"type":"Polygon","coordinates":[[` + ring(100_000, "[", "],", "]]}}")},
	} {
		r := gradedRecord(b, kind.ByPrefix(of.prefix), of.payload)
		b.Run(of.name, func(b *testing.B) {
			var buffer []byte
			b.ReportAllocs()
			for b.Loop() {
				buffer = r.AppendJSON(buffer[:0], lang.PT)
			}
			b.SetBytes(int64(len(buffer)))
		})
	}
}

// Every accepted plot is shown as a list of plain numbers. Reading that list gives the same plot:
// the same land if it has one ring, the same extent otherwise.
func FuzzReshape(f *testing.F) {
	for _, plot := range []string{
		`[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54]]`, `[[-12.55,-55.72,9],[-12.55,-55.71,9],[-12.54,-55.71,9]]`, `[[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54]]]]`,
		`{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]]}}`,
		`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1e1,2E-1]}},{"type":"Feature","geometry":null}]}`,
		`{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},{"type":"Point","coordinates":[]}]}`, `[ ]`, `[[1,2],[3,4]]`, `{"type":"MultiPolygon","coordinates":[[]]}`,
	} {
		for _, beside := range []string{`,"geojson":null`, `,"geojson":{"type":"Point","coordinates":[1,2]}`, `,"é":[1]`, ``} {
			f.Add(plot, beside, true)
			f.Add(plot, beside, false)
		}
	}
	f.Fuzz(func(t *testing.T, plot, beside string, first bool) {
		payload := `{"poligono":` + plot + beside + `}`
		if first {
			payload = `{"a":1` + beside + `,"poligono":` + plot + `}`
		}
		env, err := ReadEnvelope(plan, fmt.Appendf(nil, `{"safraId":"S","dados":%s}`, payload))
		if err != nil {
			return
		}
		sent, hasPlot := member(string(env.Payload), "poligono")
		if !hasPlot || sent == "null" {
			return
		}
		r := gradedRecord(t, plan, string(env.Payload))
		out, _ := shown(t, r, lang.PT)
		flat, _ := member(out, "poligono")
		var numbers []json.Number
		if err := json.Unmarshal([]byte(flat), &numbers); err != nil {
			t.Fatalf("%s is shown as %s", env.Payload, flat)
		}
		was, err := geo.Read([]byte(sent))
		if err != nil {
			t.Fatalf("%s was accepted: %v", sent, err)
		}
		is, err := geo.Read([]byte(flat))
		if err != nil {
			t.Fatalf("%s of %s: %v", flat, sent, err)
		}
		if r.reshaped() && string(is.Flat()) != flat {
			t.Fatalf("%s of %s becomes %s", flat, sent, is.Flat())
		}
		if !r.reshaped() && out != string(env.Payload) {
			t.Fatalf("%s is shown as %s", env.Payload, out)
		}
		// The corners of a collapsed shape do not form a rectangle, and are not read as one.
		if was.Interpretation == geo.Ring && (was.AreaHa != is.AreaHa || was.BBox != is.BBox || was.Order != is.Order) {
			t.Fatalf("%s was %+v, %s is %+v", sent, was, flat, is)
		}
		if is.Interpretation != geo.Undetermined && was.Interpretation != geo.Undetermined && was.BBox != is.BBox && was.Interpretation != geo.Polygon {
			t.Fatalf("%s is around %+v, %s around %+v", sent, was.BBox, flat, is.BBox)
		}
		if again, _ := shown(t, gradedRecord(t, plan, out), lang.PT); again != out {
			if whole, _ := member(out, "geojson"); whole != "null" { // null next to a list stays
				t.Fatalf("%s sent back is shown as %s", out, again)
			}
		}
	})
}

// member returns the last member with a name, as the reshaping does.
func member(object, name string) (value string, ok bool) {
	canon.Each(object, func(n, v string) bool {
		if n == name {
			value, ok = v, true
		}
		return true
	})
	return value, ok
}
