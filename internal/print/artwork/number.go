package artwork

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// scanner reads numbers as drawings write them: 1-2.5.5 are three.
type scanner struct{ rest string }

var numberForm = regexp.MustCompile(`^[\s,]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)`)

func (s *scanner) number() (float64, bool) {
	found := numberForm.FindStringSubmatchIndex(s.rest)
	if found == nil {
		return 0, false
	}
	v, err := strconv.ParseFloat(s.rest[found[2]:found[3]], 64)
	s.rest = s.rest[found[1]:]
	return v, err == nil && math.Abs(v) < mostWritten
}

// flag reads a flag of an arc, which need not be followed by a space.
func (s *scanner) flag() (set, ok bool) {
	s.rest = strings.TrimLeft(s.rest, " ,\t\r\n")
	if s.rest == "" || s.rest[0] != '0' && s.rest[0] != '1' {
		return false, false
	}
	set = s.rest[0] == '1'
	s.rest = s.rest[1:]
	return set, true
}

// command reads the next letter of a path; ok is false if a number follows, or nothing.
func (s *scanner) command() (letter byte, ok bool) {
	s.rest = strings.TrimLeft(s.rest, " ,\t\r\n")
	if s.rest == "" || !strings.ContainsRune("MmLlHhVvCcSsQqTtAaZz", rune(s.rest[0])) {
		return 0, false
	}
	letter = s.rest[0]
	s.rest = s.rest[1:]
	return letter, true
}

func numbers(text string) (all []float64) {
	s := scanner{text}
	for {
		v, ok := s.number()
		if !ok {
			return all
		}
		all = append(all, v)
	}
}

// units are the units of lengths, in pixels; em and ex are those of a text of usual size.
var units = map[string]float64{"": 1, "px": 1, "pt": 96 / 72., "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "em": 16, "ex": 8}

// length reads a length; a percentage is relative to the whole.
func length(text string, whole float64) float64 {
	s := scanner{text}
	v, ok := s.number()
	if !ok {
		return 0
	}
	unit := strings.TrimSpace(s.rest)
	if unit == "%" {
		return v / 100 * whole
	}
	return v * units[unit]
}

// share reads an opacity; 1 if there is none.
func share(text string) float64 {
	if text == "" {
		return 1
	}
	return math.Max(0, math.Min(1, length(text, 1)))
}

// fontSize returns the size of a text in pixels, as a text.
func fontSize(text, around string) string {
	outer := length(around, 0)
	size := length(text, outer)
	if unit, ok := strings.CutSuffix(text, "em"); ok {
		size = length(unit, 0) * outer
	}
	if size <= 0 {
		return around
	}
	return strconv.FormatFloat(size, 'f', -1, 64)
}

// diagonal returns the base of relative lengths that are neither horizontal nor vertical.
func (c *canvas) diagonal() float64 { return math.Hypot(c.width, c.height) / math.Sqrt2 }
