package geo

import (
	"strconv"
	"strings"
)

// Reason says why a value is not a plot.
type Reason string

// The reasons.
const (
	NotAPlot        Reason = "NOT_A_PLOT"   // neither a list nor an object
	NotJSON         Reason = "NOT_JSON"     // cut short or malformed
	NotNumber       Reason = "NOT_A_NUMBER" // something other than the expected number
	NotFinite       Reason = "NOT_FINITE"   // 1e400
	WrongNesting    Reason = "WRONG_NESTING"
	UnknownType     Reason = "UNKNOWN_TYPE" // no GeoJSON type, or one in another spelling
	LineType        Reason = "LINE"         // LineString and MultiLineString have no area
	NoCoordinates   Reason = "NO_COORDINATES"
	TooManyNumbers  Reason = "TOO_MANY_NUMBERS"
	TooManyFeatures Reason = "TOO_MANY_FEATURES"
	TooDeep         Reason = "TOO_DEEP"
)

// Error says why a value is not a plot, and where.
type Error struct {
	Reason  Reason
	Pointer string // RFC 6901, from the value that was read
	Vertex  int    // of its ring, from 0; -1 if none is at fault
}

func (e *Error) Error() string {
	return "no plot: " + strings.ToLower(string(e.Reason)) + " at " + strconv.Quote(e.Pointer)
}

// place is the position of a shape in the input. The indexes are -1 if the value had no such list.
type place struct {
	form                       form
	feature, geometry, polygon int32
}

// pointer returns the JSON pointer of the shape's list of positions or rings.
func (at place) pointer() string {
	var s []byte
	index := func(member string, i int32) {
		if i >= 0 {
			s = append(append(s, member...), '/')
			s = strconv.AppendInt(s, int64(i), 10)
		}
	}
	index("/features", at.feature)
	if at.form >= featureForm {
		s = append(s, "/geometry"...)
	}
	index("/geometries", at.geometry)
	if at.form >= geometryForm {
		s = append(s, "/coordinates"...)
	}
	index("", at.polygon)
	return string(s)
}

// pointer returns the JSON pointer of one vertex: of its position, or of its
// first number in a flat list.
func (of shape) pointer(ring, vertex int) string {
	s := of.place.pointer()
	switch {
	case of.place.form == flatForm:
		return s + "/" + strconv.Itoa(2*vertex)
	case of.kind == areaPart && of.place.form != pairsForm:
		s += "/" + strconv.Itoa(ring)
	case of.kind == pointsPart && of.place.form >= geometryForm && !of.many:
		return s
	}
	return s + "/" + strconv.Itoa(vertex)
}
