package geo

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Read reads a plot: a flat list of numbers, a list of positions, of rings or of polygons, or a
// GeoJSON object (Point, MultiPoint, Polygon, MultiPolygon, a GeometryCollection of these, Feature,
// FeatureCollection). A third number in a position is a height and is ignored. The error is an
// *Error and means that the value is none of these; any of these is a plot, however bad: see
// Remarks.
//
// The plot does not refer to raw.
func Read(raw []byte) (*Plot, error) {
	r := reader{src: raw, p: &Plot{Decimals: 1 << 30, Closed: true}, at: place{feature: -1, geometry: -1, polygon: -1}}
	r.space()
	var err error
	switch r.peek() {
	case '[':
		r.room(raw)
		err = r.bare()
	case '{':
		if !json.Valid(raw) {
			return nil, &Error{Reason: NotJSON, Vertex: -1}
		}
		if depth(raw) > MaxDepth {
			return nil, &Error{Reason: TooDeep, Vertex: -1}
		}
		r.room(raw)
		err = r.root(raw)
		r.i = len(raw)
	default:
		return nil, &Error{Reason: NotAPlot, Vertex: -1}
	}
	if err != nil {
		return nil, err
	}
	if r.space(); r.i != len(raw) {
		return nil, &Error{Reason: NotJSON, Vertex: -1}
	}
	r.p.text = append(bytes.TrimSuffix(r.p.text, []byte{','}), ']')
	r.p.settle()
	return r.p, nil
}

// reader walks over JSON text and gathers the numbers of a plot.
type reader struct {
	src   []byte
	i     int
	p     *Plot
	at    place
	level int    // lists around a number of the current value
	path  [5]int // index in each of the open lists
	open  int
	total int // numbers read, heights included
}

// room allocates for all numbers at once: each is followed by a comma.
func (r *reader) room(raw []byte) {
	n := min(bytes.Count(raw, []byte{','})+1, MaxNumbers)
	few := &r.p.few
	r.p.at, r.p.ends, r.p.spans, r.p.parts = few.at[:0], few.ends[:0], few.spans[:0], few.parts[:0]
	if n > len(few.at) {
		r.p.at, r.p.ends = make([]int64, 0, n), make([]uint32, 0, n)
	}
	r.p.text = append(make([]byte, 0, min(len(raw)+2, 32*n)), '[')
}

func (r *reader) space() {
	for r.i < len(r.src) && (r.src[r.i] == ' ' || r.src[r.i] == '\n' || r.src[r.i] == '\t' || r.src[r.i] == '\r') {
		r.i++
	}
}

// peek returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	if r.i < len(r.src) {
		return r.src[r.i]
	}
	return 0
}

// fail reports what is wrong with the current value.
func (r *reader) fail(reason Reason) *Error {
	e := &Error{Reason: reason, Vertex: -1}
	at := r.at
	at.polygon = -1 // it is the first index of the path
	s := []byte(at.pointer())
	for _, i := range r.path[:r.open] {
		s = strconv.AppendInt(append(s, '/'), int64(i), 10)
	}
	e.Pointer = string(s)
	switch {
	case r.level == 1 && r.at.form == flatForm && r.open == 1:
		e.Vertex = r.path[0] / 2
	case r.level >= 2 && r.open >= r.level-1:
		e.Vertex = r.path[r.level-2]
	case r.level == 1 && r.at.form != flatForm:
		e.Vertex = 0
	}
	return e
}

// list reads one list, item by item.
func (r *reader) list(item func(i int) error) error {
	switch c := r.peek(); {
	case c == '[':
		r.i++
	case isDigit(c) || c == '-':
		return r.fail(WrongNesting)
	default:
		return r.fail(r.wrong())
	}
	if r.space(); r.peek() == ']' {
		r.i++
		return nil
	}
	r.open++
	for i := 0; ; i++ {
		r.path[r.open-1] = i
		if err := item(i); err != nil {
			return err
		}
		r.space()
		switch r.peek() {
		case ',':
			r.i++
			r.space()
		case ']':
			r.i++
			r.open--
			return nil
		default:
			return r.fail(NotJSON)
		}
	}
}

// wrong returns a name for the value found instead of a number or a list of numbers.
func (r *reader) wrong() Reason {
	switch r.peek() {
	case '"', '{', 't', 'f', 'n', 'N', 'I':
		return NotNumber
	case '[':
		return WrongNesting
	}
	return NotJSON
}

// number reads one number, and keeps it unless it is a height.
func (r *reader) number(keep bool) error {
	n, end, reason := scanNumber(r.src, r.i)
	if reason == NotNumber {
		reason = r.wrong()
	}
	if r.total++; reason == "" && r.total > MaxNumbers {
		reason = TooManyNumbers
	}
	if reason != "" {
		return r.fail(reason)
	}
	if keep {
		r.p.keep(n, r.src[r.i:end])
	}
	r.i = end
	return nil
}

func (p *Plot) keep(n number, text []byte) {
	if n.decimals < p.Decimals {
		p.Decimals, p.coarsest = n.decimals, len(p.at)
	}
	p.precision[min(n.decimals, len(p.precision)-1)]++
	p.at = append(p.at, n.value)
	p.text = append(p.text, text...)
	p.ends = append(p.ends, uint32(len(p.text)))
	p.text = append(p.text, ',')
}

// token returns the text of a number as sent.
func (p *Plot) token(i int) []byte {
	start := uint32(1)
	if i > 0 {
		start = p.ends[i-1] + 1
	}
	return p.text[start:p.ends[i]]
}
