package console

import (
	"strconv"
	"time"

	"rastro/internal/trace"
)

// visit counts a request of somebody who is not signed in.
func (c *Console) visit(on *call) time.Duration {
	return c.gate.Visit(c.proxies.Client(on.r).Network)
}

// within refuses a request whose sender has to wait.
func (on *call) within(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	on.retryAfter(wait)
	return trace.Fail(trace.CodeRateLimited)
}

// retryAfter tells the browser how long to wait, in whole seconds; 0 is nothing
// to tell.
func (on *call) retryAfter(wait time.Duration) {
	if wait > 0 {
		on.w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	}
}
