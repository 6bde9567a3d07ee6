package console

import (
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/remote"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// network returns where a request comes from.
func (c *Console) network(on *pagekit.Call) remote.Network {
	return c.proxies.Client(on.Request).Network
}

// visit counts a request of someone who is not signed in.
func (c *Console) visit(on *pagekit.Call) time.Duration {
	return c.gate.Visit(c.network(on))
}

// within refuses a request whose sender has to wait.
func within(on *pagekit.Call, wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	httpkit.RetryAfter(on.Writer.Header(), wait)
	return trace.Fail(trace.CodeRateLimited)
}
