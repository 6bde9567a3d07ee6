package artwork

// path reads the data of a path, up to where it cannot be read, as browsers do.
func (o *lines) path(data string) {
	p := pathReader{scanner: scanner{data}, lines: o}
	letter := byte(0)
	for {
		next, ok := p.command()
		switch {
		case ok:
			letter = next
		case letter == 0 || letter == 'Z' || letter == 'z':
			return
		case letter == 'M': // more pairs after the first are lines
			letter = 'L'
		case letter == 'm':
			letter = 'l'
		}
		if !p.segment(letter) || *o.budget > maxPoints {
			return
		}
	}
}

// pathReader follows the data of a path.
type pathReader struct {
	scanner
	*lines
	control point // of the curve before, mirrored
	was     byte  // c or q after such a curve
}

// segment draws one piece; false if the data ends or is wrong.
func (p *pathReader) segment(letter byte) bool {
	relative := letter >= 'a'
	from := p.here()
	base := point{}
	if relative {
		base = from
	}
	mirrored := from
	lower := letter | 0x20
	if curve := map[byte]byte{'s': 'c', 't': 'q'}[lower]; curve != 0 && curve == p.was {
		mirrored = p.control
	}
	p.was = 0
	switch lower {
	case 'z':
		p.end()
		return true
	case 'h', 'v':
		v, ok := p.number()
		if !ok {
			return false
		}
		if lower == 'h' {
			p.to(point{base.x + v, from.y})
		} else {
			p.to(point{from.x, base.y + v})
		}
		return true
	case 'a':
		return p.arcSegment(base)
	}
	pairs := map[byte]int{'m': 1, 'l': 1, 't': 1, 's': 2, 'q': 2, 'c': 3}[lower]
	var at [3]point
	for i := range pairs {
		x, _ := p.number()
		y, ok := p.number()
		if !ok {
			return false
		}
		at[i] = point{base.x + x, base.y + y}
	}
	bent := func(by, to point, kind byte) { p.control, p.was = point{2*to.x - by.x, 2*to.y - by.y}, kind }
	switch lower {
	case 'm':
		p.start(at[0])
	case 'l':
		p.to(at[0])
	case 'c':
		p.cubic(at[0], at[1], at[2])
		bent(at[1], at[2], 'c')
	case 's':
		p.cubic(mirrored, at[0], at[1])
		bent(at[0], at[1], 'c')
	case 'q':
		p.quad(at[0], at[1])
		bent(at[0], at[1], 'q')
	case 't':
		p.quad(mirrored, at[0])
		bent(mirrored, at[0], 'q')
	}
	return true
}

func (p *pathReader) arcSegment(base point) bool {
	rx, _ := p.number()
	ry, _ := p.number()
	turned, ok := p.number()
	large, flagged := p.flag()
	sweep, both := p.flag()
	x, _ := p.number()
	y, end := p.number()
	if !ok || !flagged || !both || !end {
		return false
	}
	p.arc(rx, ry, turned, large, sweep, point{base.x + x, base.y + y})
	return true
}
