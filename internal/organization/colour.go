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

var (
	colour     = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	bareColour = regexp.MustCompile(`^[0-9A-Fa-f]{6}$`)
)

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
		args := ratio(text)
		args["sugestao"] = darker(channels(text))
		m.Report(name, ruleContrast, args)
	}
	return text
}

// ratio returns the contrast of white on a colour for texts, rounded down.
func ratio(text string) lang.Args {
	written := strconv.FormatFloat(math.Floor(contrast(channels(text))*10)/10, 'f', 1, 64)
	return lang.Args{"razao": written, "comvirgula": strings.Replace(written, ".", ",", 1)}
}

var readableText = lang.Text{PT: "Branco sobre esta cor tem contraste de {comvirgula}:1. Dá para ler bem.", EN: "White on this colour has a contrast of {razao}:1, which is easy to read.", ES: "El blanco sobre este color tiene un contraste de {comvirgula}:1. Se lee bien."}

// TypedColour returns a colour as requests write it: many programs show it without its sign.
func TypedColour(text string) string {
	if bareColour.MatchString(text) {
		return "#" + text
	}
	return text
}

// JudgeColour says whether white is readable on a colour. It returns the colour as it would be kept;
// "" if the text is none.
func JudgeColour(text string, l lang.Lang) (kept, said string, readable bool) {
	var m trace.Members
	kept = checkColour(&m, "cor", text)
	for _, p := range m.Problems {
		said = p.Message.Fill(l, p.Args)
	}
	switch {
	case !colour.MatchString(kept):
		return "", said, false
	case said != "":
		return kept, said, false
	}
	return kept, readableText.Fill(l, ratio(kept)), true
}
