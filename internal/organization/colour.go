package organization

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// leastContrast is WCAG's minimum for text (level AA). An organisation's colour is the background
// of white text on pages, light and dark, and ink on white paper: both have the same ratio.
const leastContrast = 4.5

// channels are red, green and blue.
func channels(colour string) (rgb [3]int) {
	for i := range rgb {
		v, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // the form was checked
		rgb[i] = int(v)
	}
	return rgb
}

// contrast returns the ratio between white and a colour, as WCAG 2 defines it.
func contrast(rgb [3]int) float64 {
	luminance := 0.0
	for i, weight := range [3]float64{.2126, .7152, .0722} {
		v := float64(rgb[i]) / 255
		if v <= .04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+.055)/1.055, 2.4)
		}
		luminance += weight * v
	}
	return 1.05 / (luminance + .05)
}

// Readable reports whether a text is a colour on which white is readable.
func Readable(text string) bool {
	return colour.MatchString(text) && contrast(channels(text)) >= leastContrast
}

// darker returns the lightest shade of a colour on which white is readable.
func darker(rgb [3]int) string {
	shade := rgb
	for step := 1000; contrast(shade) < leastContrast; step-- {
		for i := range shade {
			shade[i] = rgb[i] * step / 1000
		}
	}
	return fmt.Sprintf("#%02x%02x%02x", shade[0], shade[1], shade[2])
}

// checkColour reports an invalid colour, or one on which white is not readable.
func checkColour(m *trace.Members, name, text string) string {
	text = strings.ToLower(text)
	switch {
	case text == "":
	case !colour.MatchString(text):
		m.Report(name, ruleColour, nil)
	case !Readable(text):
		rgb := channels(text)
		ratio := strconv.FormatFloat(math.Floor(contrast(rgb)*10)/10, 'f', 1, 64)
		m.Report(name, ruleContrast, lang.Args{"razao": ratio, "comvirgula": strings.Replace(ratio, ".", ",", 1), "sugestao": darker(rgb)})
	}
	return text
}
