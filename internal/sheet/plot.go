package sheet

import (
	"strings"
	"unicode"

	"rastro/internal/canon"
	"rastro/internal/geo/landfile"
	"rastro/internal/kind"
)

// readPlot reads a list in JSON, a GeoJSON, the text of a KML or GPX, or plain pairs of numbers.
// The digits of such pairs are kept as written.
func readPlot(_ *kind.Field, c *Cell) value {
	text := strings.TrimSpace(c.Text)
	if c.Kind != TextCell {
		return refuse(WantPlot, c)
	}
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		if canon.Validate([]byte(text)) != nil {
			return refuse(BadJSON, c)
		}
		return value{json: []byte(text)}
	}
	if strings.HasPrefix(text, "<") {
		plot, err := landfile.Read([]byte(text))
		if err != nil {
			return refuse(BadPlotFile, c)
		}
		return value{json: plot}
	}
	if list, ok := pairs(text); ok {
		return value{json: list}
	}
	return refuse(WantPlot, c)
}

// pairs reads numbers separated by semicolons, spaces, line breaks or commas. A comma before a
// space is a separator. Within a word, a comma is a separator if every number has a point;
// otherwise it is the decimal mark, and then a point anywhere else in the text makes it doubtful.
func pairs(text string) ([]byte, bool) {
	text = strings.NewReplacer("\u2212", "-", "(", " ", ")", " ").Replace(text)
	points := strings.Contains(text, ".")
	list := []byte{'['}
	n := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || unicode.IsSpace(r) }) {
		if word = strings.Trim(word, ","); word == "" {
			continue
		}
		numbers := []string{word}
		if points {
			numbers = strings.Split(word, ",")
		}
		for _, one := range numbers {
			if len(numbers) > 1 && !strings.Contains(one, ".") {
				return nil, false
			}
			if n++; n > 1 {
				list = append(list, ',')
			}
			var ok bool
			if list, ok = appendDegrees(list, one); !ok {
				return nil, false
			}
		}
	}
	return append(list, ']'), n > 1
}

// appendDegrees appends a number of degrees as JSON: up to three digits, and
// decimals behind a point or a comma.
func appendDegrees(list []byte, s string) ([]byte, bool) {
	s = strings.TrimPrefix(s, "+")
	if strings.HasPrefix(s, "-") {
		list, s = append(list, '-'), s[1:]
	}
	whole, decimals, marked := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	if len(whole) == 0 || len(whole) > 3 || strings.Trim(whole+decimals, digits) != "" || marked && decimals == "" {
		return nil, false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	list = append(list, whole...)
	if marked {
		list = append(append(list, '.'), decimals...)
	}
	return list, true
}
