package page

import (
	"strings"

	"rastro/internal/print/font"
)

// Style is how a text is set: in a face, Em millimetres high, reduced to Least if it does not
// fit, on at most that many lines.
type Style struct {
	Face      *font.Font
	Em, Least float64
	Lines     int
}

const (
	// Leading is the distance between two lines, as a multiple of their height.
	Leading = 1.24
	// Ascent is how much of the height is above the baseline, including accents.
	Ascent = .93
)

// Line is a line of text: the position of its first letter, and its height.
type Line struct {
	Face     *font.Font
	Text     string
	X, Y, Em float64
}

// Width returns the width of the line.
func (l Line) Width() float64 { return l.Em * l.Face.Width(l.Text) }

// Fit chooses the wording and the height of a text: the first wording that fits at full height,
// else at the minimum height, else as much of the last as there is room for. The caller places the
// lines.
func (s Style) Fit(ways []string, width float64) []Line {
	if len(ways) == 0 {
		return nil
	}
	for _, em := range []float64{s.Em, (s.Em + s.Least) / 2, s.Least} { // use a shorter wording before a smaller height
		for _, way := range ways {
			if texts, whole := wrap(s.Face, way, width/em, s.Lines); whole {
				return s.at(texts, em)
			}
		}
	}
	texts, _ := wrap(s.Face, ways[len(ways)-1], width/s.Least, s.Lines)
	return s.at(texts, s.Least)
}

func (s Style) at(texts []string, em float64) []Line {
	lines := make([]Line, len(texts))
	for i, text := range texts {
		lines[i] = Line{Face: s.Face, Text: text, Em: em}
	}
	return lines
}

// wrap breaks a text into at most that many lines, after spaces and hyphens where
// there are any, and reports whether that is the whole text; otherwise the last
// line ends in a mark.
func wrap(f *font.Font, text string, width float64, most int) (lines []string, whole bool) {
	for text != "" {
		if len(lines) == most-1 {
			last := f.Fit(text, width)
			if last == "" {
				return lines, false
			}
			return append(lines, last), last == text
		}
		end, soft, used := len(text), 0, 0.0
		for i, r := range text {
			used += f.Width(string(r))
			if used > width {
				end = i
				break
			}
			if r == ' ' || r == '-' {
				soft = i + 1
			}
		}
		if end < len(text) && soft > 0 {
			end = soft
		}
		if end == 0 { // not one letter fits
			return lines, false
		}
		lines = append(lines, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	return lines, true
}
