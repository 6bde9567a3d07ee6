package sqlite

import (
	"encoding/hex"

	"rastro/internal/trace"
)

// hexes are marks as JSON can hold them.
func hexes(marks []trace.Mark) []string {
	texts := make([]string, len(marks))
	for i, m := range marks {
		texts[i] = hex.EncodeToString(m[:])
	}
	return texts
}
