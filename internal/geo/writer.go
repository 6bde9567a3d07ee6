package geo

// writer writes the shapes of a plot as GeoJSON.
type writer struct {
	p   *Plot
	out []byte
}

func (w *writer) string(s string) { w.out = append(w.out, s...) }

// next writes the comma before all but the first item of a list.
func (w *writer) next() {
	if last := w.out[len(w.out)-1]; last != '[' && last != ':' {
		w.out = append(w.out, ',')
	}
}

// pair writes one position of which the numbers x and y are the lon and the lat.
func (w *writer) pair(x, y int) {
	w.next()
	w.out = append(append(w.out, '['), w.p.token(w.p.sent(x))...)
	w.out = append(append(w.out, ','), w.p.token(w.p.sent(y))...)
	w.out = append(w.out, ']')
}

func (w *writer) points(count int) {
	if count == 1 {
		w.string(`{"type":"Point","coordinates":`)
	} else {
		w.string(`{"type":"MultiPoint","coordinates":[`)
	}
	for _, of := range w.p.parts {
		if of.kind != pointsPart {
			continue
		}
		for i := int(w.p.spans[of.from].from); i < int(w.p.spans[of.from].to); i++ {
			w.pair(2*i, 2*i+1)
		}
	}
	if count > 1 {
		w.string("]")
	}
	w.string("}")
}

func (w *writer) areas(count int) {
	if count == 1 {
		w.string(`{"type":"Polygon","coordinates":`)
	} else {
		w.string(`{"type":"MultiPolygon","coordinates":[`)
	}
	for _, of := range w.p.parts {
		if of.kind == pointsPart || !w.sound(of) {
			continue
		}
		w.next()
		w.string("[")
		if of.kind == cornersPart {
			w.rectangle()
		} else {
			for i, s := range w.p.rings(of) {
				w.ring(s, i > 0)
			}
		}
		w.string("]")
	}
	if count > 1 {
		w.string("]")
	}
	w.string("}")
}

// sound reports whether a shape has a ring of three vertices, as GeoJSON demands.
func (w *writer) sound(of shape) bool {
	return of.kind == cornersPart || w.p.hasThree(w.p.spans[of.from])
}

func (w *writer) rectangle() {
	west, south, east, north := 0, 1, 2, 3
	if w.p.at[west] > w.p.at[east] {
		west, east = east, west
	}
	if w.p.at[south] > w.p.at[north] {
		south, north = north, south
	}
	w.string("[")
	w.pair(west, south)
	w.pair(east, south)
	w.pair(east, north)
	w.pair(west, north)
	w.pair(west, south)
	w.string("]")
}

func (w *writer) ring(s span, hole bool) {
	if !w.p.hasThree(s) {
		return
	}
	s = w.p.opened(s)
	w.next()
	w.string("[")
	n := int(s.to - s.from)
	wrong := hole && s.turn > 0 || !hole && s.turn < 0
	for i := range n + 1 {
		i %= n
		if wrong && i > 0 {
			i = n - i
		}
		i += int(s.from)
		w.pair(2*i, 2*i+1)
	}
	w.string("]")
}
