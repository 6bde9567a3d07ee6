package console

import (
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// visit counts a request of someone who is not signed in.
func (c *Console) visit(on *pagekit.Call) time.Duration {
	return c.gate.Visit(c.proxies.Client(on.Request).Network)
}

// within refuses a request whose sender has to wait.
func within(on *pagekit.Call, wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	httpkit.RetryAfter(on.Writer.Header(), wait)
	return trace.Fail(trace.CodeRateLimited)
}
