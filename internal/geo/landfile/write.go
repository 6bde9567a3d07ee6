package landfile

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/geo/euproperty"
	"rastro/internal/lang"
)

// geoJSON writes the collected plots.
func (g *gather) geoJSON() ([]byte, error) {
	g.dropLabels()
	switch len(g.features) {
	case 0:
		return nil, failed(NoPlot, "")
	case 1:
		return g.features[0].append(nil), nil
	}
	out := []byte(`{"type":"FeatureCollection","features":[`)
	for i := range g.features {
		if i > 0 {
			out = append(out, ',')
		}
		out = g.features[i].append(out)
	}
	return append(out, `]}`...), nil
}

func (f *feature) append(out []byte) []byte {
	out = append(out, `{"type":"Feature","properties":{`...)
	for i, p := range f.properties {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(canon.AppendString(out, p.name), ':')
		out = append(out, p.value...)
	}
	out = append(out, `},"geometry":`...)
	switch {
	case len(f.polygons) == 0:
		out = f.appendPoints(out)
	case len(f.points) == 0:
		out = f.appendPolygons(out)
	default:
		out = f.appendPolygons(append(out, `{"type":"GeometryCollection","geometries":[`...))
		out = append(f.appendPoints(append(out, ',')), `]}`...)
	}
	return append(out, '}')
}

func (f *feature) appendPoints(out []byte) []byte {
	if len(f.points) == 1 {
		return append(appendPosition(append(out, `{"type":"Point","coordinates":`...), f.points[0]), '}')
	}
	return append(appendPositions(append(out, `{"type":"MultiPoint","coordinates":`...), f.points), '}')
}

func (f *feature) appendPolygons(out []byte) []byte {
	if len(f.polygons) == 1 {
		return append(appendRings(append(out, `{"type":"Polygon","coordinates":`...), f.polygons[0]), '}')
	}
	out = append(out, `{"type":"MultiPolygon","coordinates":[`...)
	for i, rings := range f.polygons {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendRings(out, rings)
	}
	return append(out, `]}`...)
}

func appendRings(out []byte, rings [][]position) []byte {
	out = append(out, '[')
	for i, ring := range rings {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPositions(out, ring)
	}
	return append(out, ']')
}

func appendPositions(out []byte, all []position) []byte {
	out = append(out, '[')
	for i, at := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPosition(out, at)
	}
	return append(out, ']')
}

func appendPosition(out []byte, at position) []byte {
	out = append(append(out, '['), at.lon...)
	return append(append(append(out, ','), at.lat...), ']')
}

// Limits on what is kept of a file's statements about a plot.
const (
	maxProperties    = 30
	maxPropertyBytes = 200
	// A larger number is a code, and stays a text with all its digits.
	maxPropertyNumber = 1e15
)

// say notes a property, as a number if it is one, otherwise as a text. Names that the EU's system
// reads, but in another case, are columns of some program in unknown units, and are left out.
func (f *feature) say(name, text string, isNumber bool) {
	name, text = plain(name), plain(text)
	if name == "" || text == "" || len(f.properties) == maxProperties {
		return
	}
	if own := euproperty.Meant(name); own != "" && own != name {
		return
	}
	for _, p := range f.properties {
		if p.name == name {
			return
		}
	}
	if number, err := strconv.ParseFloat(text, 64); isNumber && err == nil && math.Abs(number) < maxPropertyNumber {
		f.properties = append(f.properties, property{name, strconv.AppendFloat(nil, number, 'f', -1, 64)})
		return
	}
	f.properties = append(f.properties, property{name, canon.AppendString(nil, text)})
}

// plain returns a text of a file in one line, in UTF-8: what is not is taken for Latin-1, as
// most programs in Brazil write it.
func plain(s string) string {
	if !utf8.ValidString(s) {
		s = latin1([]byte(s))
	}
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	return lang.Clip(strings.TrimSpace(s), maxPropertyBytes)
}

func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}
