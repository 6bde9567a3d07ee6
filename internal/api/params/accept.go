package params

import (
	"mime"
	"strconv"
	"strings"
)

// Accepted picks the best of the offered media types for an Accept header. It
// picks the first offered one if the caller has no preference, or none that can be
// met.
func Accepted(header string, offered ...string) string {
	best, bestQuality, bestWidth := offered[0], 0.0, 0
	for _, offer := range offered {
		quality, width := preference(header, offer)
		if quality > bestQuality || quality == bestQuality && quality > 0 && width > bestWidth {
			best, bestQuality, bestWidth = offer, quality, width
		}
	}
	return best
}

// preference returns the quality that an Accept header gives a media type, 0 for none, and how
// specific the match is: the type itself is more specific than type/*, and that more than */*. The
// most specific match counts.
func preference(header, offer string) (quality float64, width int) {
	major, _, _ := strings.Cut(offer, "/")
	widths := map[string]int{offer: 3, major + "/*": 2, "*/*": 1}
	for part := range strings.SplitSeq(header, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil || widths[media] <= width {
			continue
		}
		q := 1.0
		if written, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(written, 64); err != nil {
				continue
			}
		}
		quality, width = q, widths[media]
	}
	return quality, width
}
