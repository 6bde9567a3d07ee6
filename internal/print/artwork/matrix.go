package artwork

import (
	"math"
	"regexp"
	"strings"
)

type point struct{ x, y float64 }

// drawn reports whether a point, in pixels, is a number and close enough to be drawn.
func (p point) drawn() bool { return math.Abs(p.x)+math.Abs(p.y) < farthest }

// matrix maps x, y to ax + cy + e, bx + dy + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// after returns the map that applies n first.
func (m matrix) after(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) at(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

func (m matrix) determinant() float64 { return m[0]*m[3] - m[1]*m[2] }

// inverse returns the inverse map; ok is false if there is none.
func (m matrix) inverse() (back matrix, ok bool) {
	d := m.determinant()
	if math.Abs(d) < nothing || math.IsNaN(d) {
		return identity, false
	}
	return matrix{m[3] / d, -m[1] / d, -m[2] / d, m[0] / d, (m[2]*m[5] - m[3]*m[4]) / d, (m[1]*m[4] - m[0]*m[5]) / d}, true
}

// scale is the factor by which lengths grow, averaged over all directions.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.determinant())) }

var transformForm = regexp.MustCompile(`([A-Za-z]+)\(([^)]*)\)`)

// transforms reads a list of transformations, each list once.
func (c *canvas) transforms(text string) matrix {
	if text == "" {
		return identity
	}
	m, ok := c.moves[text]
	if !ok {
		if !c.charge(readWork * len(text)) {
			return identity
		}
		m = transforms(text)
		c.moves[text] = m
	}
	return m
}

func transforms(text string) matrix {
	m := identity
	for _, found := range transformForm.FindAllStringSubmatch(text, -1) {
		m = m.after(transform(found[1], numbers(strings.NewReplacer("deg", "", "px", "").Replace(found[2]))))
	}
	return m
}

func transform(name string, v []float64) matrix {
	at := func(i int, missing float64) float64 {
		if i < len(v) {
			return v[i]
		}
		return missing
	}
	turn := at(0, 0) * degree
	switch name {
	case "matrix":
		if len(v) == 6 {
			return matrix(v)
		}
	case "translate":
		return matrix{1, 0, 0, 1, at(0, 0), at(1, 0)}
	case "translateX":
		return matrix{1, 0, 0, 1, at(0, 0), 0}
	case "translateY":
		return matrix{1, 0, 0, 1, 0, at(0, 0)}
	case "scale":
		return matrix{at(0, 1), 0, 0, at(1, at(0, 1)), 0, 0}
	case "scaleX":
		return matrix{at(0, 1), 0, 0, 1, 0, 0}
	case "scaleY":
		return matrix{1, 0, 0, at(0, 1), 0, 0}
	case "rotate":
		sin, cos := math.Sincos(turn)
		round := matrix{1, 0, 0, 1, at(1, 0), at(2, 0)}
		return round.after(matrix{cos, sin, -sin, cos, 0, 0}).after(matrix{1, 0, 0, 1, -at(1, 0), -at(2, 0)})
	case "skewX":
		return matrix{1, 0, math.Tan(turn), 1, 0, 0}
	case "skewY":
		return matrix{1, math.Tan(turn), 0, 1, 0, 0}
	}
	return identity
}
