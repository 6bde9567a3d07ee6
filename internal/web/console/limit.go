package console

import (
	"time"

	"rastro/internal/httpstatus"
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
	httpstatus.RetryAfter(on.w.Header(), wait)
	return trace.Fail(trace.CodeRateLimited)
}
