package kind

import (
	"errors"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
)

// rich reports whether the plot that comes next is more than a flat list.
func (c *checker) rich(next canon.Kind) bool {
	if next != '[' {
		return next == '{'
	}
	i := c.ahead(c.dec.InputOffset())
	i = c.ahead(i + 1)
	return i < int64(len(c.data)) && c.data[i] == '['
}

// ahead returns where the next value begins, or the list ends.
func (c *checker) ahead(i int64) int64 {
	for i < int64(len(c.data)) {
		switch c.data[i] {
		case ' ', '\t', '\r', '\n', ':':
			i++
		default:
			return i
		}
	}
	return i
}

// plot checks a plot that is not a flat list against the limits of any value, and
// then against what geo reads.
func (c *checker) plot() {
	start, before := c.ahead(c.dec.InputOffset()), len(c.problems)
	c.value(0)
	if len(c.problems) > before {
		return
	}
	pointer := string(c.dec.StackPointer())
	raw := c.data[start:c.dec.InputOffset()]
	_, err := geo.Read(raw)
	if failed, ok := errors.AsType[*geo.Error](err); ok {
		at := existing(string(raw), failed.Pointer)
		if failed.Reason == geo.TooManyNumbers {
			at = "" // the fault is the plot's, not that of the first number over the limit
		}
		c.add(finding.Finding{Field: c.field, Pointer: pointer + at, Rule: plotRules[failed.Reason], Args: plotArgs[failed.Reason]})
	}
}

// existing returns the part of a pointer that leads to something: a missing member is the fault of
// the object that lacks it.
func existing(value, pointer string) string {
	end := 0
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next, i := "", 0
		canon.Each(value, func(name, one string) bool {
			if name == token || name == "" && strconv.Itoa(i) == token {
				next = one
			}
			i++
			return next == ""
		})
		if next == "" {
			return pointer[:end]
		}
		value, end = next, end+1+len(token)
	}
	return pointer
}

// plotRules are the rules that a value breaks if it is not a plot.
var plotRules = map[geo.Reason]*finding.Rule{
	geo.NotAPlot:        WantNumbers,
	geo.NotJSON:         WantNumbers,
	geo.NotNumber:       WantCoordinate,
	geo.NotFinite:       NotFinite,
	geo.WrongNesting:    WrongNesting,
	geo.TooDeep:         WrongNesting,
	geo.UnknownType:     WantGeoJSON,
	geo.LineType:        LineHasNoArea,
	geo.NoCoordinates:   WantCoordinates,
	geo.TooManyNumbers:  TooManyItems,
	geo.TooManyFeatures: TooManyItems,
}

var plotArgs = map[geo.Reason]lang.Args{
	geo.TooManyNumbers:  {"max": strconv.Itoa(geo.MaxNumbers)},
	geo.TooManyFeatures: {"max": strconv.Itoa(geo.MaxFeatures)},
}
