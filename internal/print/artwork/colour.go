package artwork

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// colourOf reads a colour; ok is false for "none", and for an invalid one.
func colourOf(text string, props map[string]string) (c color.NRGBA, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch {
	case text == "currentcolor":
		if props["color"] == "" || strings.EqualFold(props["color"], "currentcolor") {
			return color.NRGBA{A: opaque}, true
		}
		return colourOf(props["color"], nil)
	case strings.HasPrefix(text, "#"):
		return hexColour(text[1:])
	case strings.Contains(text, "("):
		return functionColour(text)
	}
	named, ok := colornames.Map[text]
	return color.NRGBA{named.R, named.G, named.B, opaque}, ok
}

func hexColour(digits string) (c color.NRGBA, ok bool) {
	if len(digits) == 3 || len(digits) == 4 {
		var doubled strings.Builder
		for _, d := range digits {
			doubled.WriteString(strings.Repeat(string(d), 2))
		}
		digits = doubled.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	return color.NRGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(v)}, err == nil && len(digits) == 8
}

// functionColour reads rgb(), rgba(), hsl() and hsla().
func functionColour(text string) (c color.NRGBA, ok bool) {
	name, rest, _ := strings.Cut(text, "(")
	parts := strings.FieldsFunc(strings.TrimSuffix(rest, ")"), func(r rune) bool { return strings.ContainsRune(" ,/", r) })
	if len(parts) < 3 {
		return c, false
	}
	byteOf := func(v float64) uint8 { return uint8(math.Round(math.Max(0, math.Min(opaque, v)))) }
	alpha := uint8(opaque)
	if len(parts) > 3 {
		alpha = byteOf(opaque * length(parts[3], 1))
	}
	if strings.HasPrefix(name, "rgb") {
		return color.NRGBA{byteOf(length(parts[0], opaque)), byteOf(length(parts[1], opaque)), byteOf(length(parts[2], opaque)), alpha}, true
	}
	turn, full, light := length(parts[0], 360), length(parts[1], 1), length(parts[2], 1)
	channel := func(n float64) uint8 {
		k := math.Mod(n+turn/30, 12)
		if k < 0 {
			k += 12
		}
		return byteOf(opaque * (light - full*math.Min(light, 1-light)*math.Max(-1, math.Min(math.Min(k-3, 9-k), 1))))
	}
	return color.NRGBA{channel(0), channel(8), channel(4), alpha}, true
}
