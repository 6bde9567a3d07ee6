package api

import (
	"mime"
	"strconv"
	"strings"
)

// accepted picks the best of the offered media types for an Accept header. The
// first offered one is for who has no preference, or none that can be met.
func accepted(header string, offered ...string) string {
	best, bestQuality, bestWidth := offered[0], 0.0, 0
	for part := range strings.SplitSeq(header, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		quality := 1.0
		if q, ok := params["q"]; ok {
			if quality, err = strconv.ParseFloat(q, 64); err != nil {
				continue
			}
		}
		for _, offer := range offered {
			// An exact type says more than type/*, which says more than */*.
			width := 0
			switch kind, _, _ := strings.Cut(offer, "/"); {
			case media == offer:
				width = 3
			case media == kind+"/*":
				width = 2
			case media == "*/*":
				width = 1
			}
			if width > 0 && (quality > bestQuality || quality == bestQuality && width > bestWidth) {
				best, bestQuality, bestWidth = offer, quality, width
			}
		}
	}
	return best
}
