package sqlite

import (
	"encoding/hex"

	"rastro/internal/trace"
)

// hexes encodes marks for JSON.
func hexes(marks []trace.Mark) []string {
	texts := make([]string, len(marks))
	for i, m := range marks {
		texts[i] = hex.EncodeToString(m[:])
	}
	return texts
}
