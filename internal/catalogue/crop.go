package catalogue

import (
	"rastro/internal/crop"
	"rastro/internal/trace"
)

// ParseCrop reads a crop as people write it, in any case and with any accents and
// separators. It fails with trace.CodeUnknownCrop, which lists all crops.
func ParseCrop(written string) (trace.Crop, error) {
	if c, ok := crop.Parse(written); ok {
		return c, nil
	}
	return "", trace.Fail(trace.CodeUnknownCrop, "cultura", trace.Clip(written), "valores", crop.List())
}
