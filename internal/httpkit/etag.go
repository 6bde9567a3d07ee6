package httpkit

import "strings"

// Holds reports whether the values of If-None-Match name an entity tag, by the weak
// comparison that the header asks for.
func Holds(headers []string, etag string) bool {
	for _, header := range headers {
		for one := range strings.SplitSeq(header, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == etag {
				return true
			}
		}
	}
	return false
}
