package layerfile

import (
	"encoding/json"
	"strconv"

	"rastro/internal/geo"
)

// maxNesting bounds collections in collections.
const maxNesting = 8

// geometry reads a geometry of GeoJSON.
func (a *Area) geometry(raw json.RawMessage) {
	if len(raw) == 0 || string(raw) == "null" {
		a.Fault = NoGeometry
		return
	}
	var g feature
	if json.Unmarshal(raw, &g) != nil {
		a.Fault = BadGeometry
		return
	}
	a.shape(&g, 0)
}

func (a *Area) shape(g *feature, depth int) {
	levels := 3
	switch g.Type {
	case "Polygon":
	case "MultiPolygon":
		levels = 4
	case "Point", "MultiPoint":
		a.Fault = IsPoint
		return
	case "LineString", "MultiLineString":
		a.Fault = IsLine
		return
	case "GeometryCollection":
		a.collection(g, depth)
		return
	default:
		a.Fault = BadGeometry
		return
	}
	rings, ok := readRings(g.Coordinates, levels)
	if !ok {
		a.Fault = BadGeometry
	}
	a.Rings = append(a.Rings, rings...)
}

// collection reads the areas of a collection and ignores the rest.
func (a *Area) collection(g *feature, depth int) {
	var all []feature
	if depth == maxNesting || json.Unmarshal(g.Geometries, &all) != nil {
		a.Fault = BadGeometry
		return
	}
	fault := NoGeometry
	for i := range all {
		a.Fault = ""
		if a.shape(&all[i], depth+1); a.Fault == BadGeometry {
			return
		}
		if a.Fault != "" {
			fault = a.Fault
		}
	}
	if a.Fault = ""; len(a.Rings) == 0 {
		a.Fault = fault
	}
}

// readRings reads the coordinates of a Polygon, whose numbers are three lists deep, or of a
// MultiPolygon, with four. A third number is a height and is ignored.
func readRings(raw []byte, levels int) (rings []geo.LandRing, ok bool) {
	level, inPolygon, inPosition := 0, 0, 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '[':
			if level++; level > levels {
				return nil, false
			}
			switch level {
			case levels:
				inPosition = 0
				if len(rings) == 0 {
					return nil, false
				}
			case levels - 1:
				rings = append(rings, geo.LandRing{Hole: inPolygon > 0})
				inPolygon++
			case levels - 2:
				inPolygon = 0
			}
		case c == ']':
			if level == levels && inPosition < 2 {
				return nil, false
			}
			level--
		case c == '-' || c >= '0' && c <= '9':
			end := i + 1
			for end < len(raw) && (raw[end] >= '0' && raw[end] <= '9' || raw[end] == '.' || raw[end] == 'e' || raw[end] == 'E' || raw[end] == '+' || raw[end] == '-') {
				end++
			}
			v, err := strconv.ParseFloat(string(raw[i:end]), 64)
			if level != levels || err != nil {
				return nil, false
			}
			if inPosition++; inPosition <= 2 {
				last := &rings[len(rings)-1]
				last.At = append(last.At, v)
			}
			i = end - 1
		case c == ',' || c == ' ' || c == '\n' || c == '\t' || c == '\r':
		default:
			return nil, false
		}
	}
	return rings, level == 0 && len(rings) > 0
}
