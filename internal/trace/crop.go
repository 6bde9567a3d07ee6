package trace

import (
	"rastro/internal/crop"
	"rastro/internal/lang"
)

// Crop is the canonical name of a crop (TipoCultura).
type Crop = crop.Crop

// The crops the rules mention by name.
const (
	Soy    = crop.Soy
	Coffee = crop.Coffee
	Other  = crop.Other
)

// Crops lists every crop, the most grown first. OUTRA stands for the rest.
var Crops = crop.All

// ParseCrop reads a crop as people write it, in any case and with any accents and
// separators. It fails with CodeUnknownCrop, which lists all crops.
func ParseCrop(written string) (Crop, error) {
	if c, ok := crop.Parse(written); ok {
		return c, nil
	}
	return "", Fail(CodeUnknownCrop, "cultura", Clip(written), "valores", crop.List())
}

// Clip bounds how much of a caller's text a message repeats.
func Clip(s string) string { return lang.Clip(s, 60) }
