package console

import (
	"time"

	"rastro/internal/lang"
)

// instantText is an instant as people write it; "" for none. It is said in UTC:
// the server does not know where its reader is, and a trail must not be guessed at.
func instantText(at time.Time, l lang.Lang) string {
	if at.IsZero() {
		return ""
	}
	if l == lang.EN {
		return at.UTC().Format("2 Jan 2006, 15:04 UTC")
	}
	return at.UTC().Format("02/01/2006, 15:04 UTC")
}
