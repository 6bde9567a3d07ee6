package httpkit

import (
	"cmp"
	"net/http"
	"strconv"
	"time"

	"rastro/internal/trace"
)

// soon is the default wait; later lists the errors that take longer to pass.
const soon = time.Second

var later = map[trace.Code]time.Duration{
	trace.CodeBusy:    5 * time.Second, // others have to finish first
	trace.CodeCrowded: 5 * time.Second,

	trace.CodeTooManyUploads: 10 * time.Second,
}

// RetryAfter sets the header with the time to wait: in whole seconds, rounded up, at least one. If
// there is no wait, it sets no header.
func RetryAfter(h http.Header, wait time.Duration) {
	if wait > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
}

// Retry sets the time to wait after a temporary error, unless the headers already have one.
func Retry(h http.Header, failed *trace.Error) {
	switch failed.Class() {
	case trace.TooMany, trace.Unavailable:
	default:
		return
	}
	if h.Get("Retry-After") != "" {
		return
	}
	RetryAfter(h, cmp.Or(failed.Wait, later[failed.Code], soon))
}
