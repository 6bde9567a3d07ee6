package kind_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// resolve follows an RFC 6901 pointer into a decoded document.
func resolve(doc any, pointer string) (any, bool) {
	if pointer == "" {
		return doc, true
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch at := doc.(type) {
		case map[string]any:
			next, ok := at[token]
			if !ok {
				return nil, false
			}
			doc = next
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at) {
				return nil, false
			}
			doc = at[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// within reports whether every value below doc keeps the limits that hold
// everywhere, in a plot too.
func within(doc any) bool {
	switch at := doc.(type) {
	case json.Number:
		_, err := at.Float64()
		return err == nil
	case string:
		return utf8.RuneCountInString(at) <= kind.MaxText
	case []any:
		return len(at) <= kind.MaxPlotItems && !slices.ContainsFunc(at, func(item any) bool { return !within(item) })
	case map[string]any:
		for _, value := range at {
			if !within(value) {
				return false
			}
		}
		return len(at) <= kind.MaxPlotItems
	}
	return true
}

// Check terminates for every valid object, points at values that are there, and lets nothing beyond
// the limits pass, however deep.
func FuzzCheck(f *testing.F) {
	for _, k := range kind.All {
		f.Add([]byte(k.Example))
	}
	for _, s := range []string{
		`{}`, `{"numero":-1,"area":[1,null,"x"],"textos":[["a"]]}`, `{"x":{"y":[1,{"z":1e999}]}}`, `{"a/b":{"~":[1e999]}}`,
		`{"horas":-1e999,"soja":{},"poligono":[[1]],"geojson":{"a":[[]]}}`, `{"":[[[[[]]]]]}`,
		`{"poligono":[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54]]}`, `{"area":{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,"2"]]]}}}`,
		`{"areaPlantada":{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point"}]}}]}}`,
	} {
		f.Add([]byte(s))
	}
	kinds := append([]*kind.Kind{shapes, openShapes}, kind.All...)
	f.Fuzz(func(t *testing.T, data []byte) {
		if canon.Validate(data) != nil || canon.Value(data).Kind() != '{' {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		var doc any
		if err := dec.Decode(&doc); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		for _, k := range kinds {
			problems := k.Check(data)
			if len(problems) > 20 {
				t.Fatalf("%s: %d problems with %q", k.Prefix, len(problems), data)
			}
			for _, p := range problems {
				if !slices.Contains(kind.Rules, p.Rule) {
					t.Fatalf("%s: unknown rule %q for %q", k.Prefix, p.Rule.ID, data)
				}
				if _, ok := resolve(doc, p.Pointer); !ok {
					t.Fatalf("%s: pointer %q leads nowhere in %q", k.Prefix, p.Pointer, data)
				}
			}
			if len(problems) == 0 && !within(doc) {
				t.Fatalf("%s: accepted %q, which is beyond a limit", k.Prefix, data)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	size := 0
	for _, k := range kind.All {
		size += len(k.Example)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range kind.All {
			if problems := k.Check([]byte(k.Example)); problems != nil {
				b.Fatalf("%s: %+v", k.Prefix, problems)
			}
		}
	}
}
