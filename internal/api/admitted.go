package api

import (
	"errors"

	"rastro/internal/admit"
	"rastro/internal/replica"
)

// maxRepeatable is the largest body whose handler may run again: while it waits
// for memory the body is held without a claim.
const maxRepeatable = 1 << 20

// admitted runs the handler of a call within the memory that callers share.
//
// Most calls need next to nothing and claim memory as they go. A call that finds none free releases
// what it has, waits for as much as its key may have, and runs once more. That is safe because a
// handler that writes does so in one transaction and claims nothing after the commit. An import may
// take several transactions, so it never runs again.
func (a *API) admitted(c *call) (reply, error) {
	if c.route.Memory > c.claim.Reserved() {
		if err := c.claim.Wait(c.ctx, c.route.Memory); err != nil {
			return reply{}, err
		}
	}
	answer, err := c.measured(a)
	if errors.Is(err, admit.ErrBusy) && len(c.body) <= maxRepeatable && !c.route.Lines && !c.route.streams && !c.route.batches {
		answer = reply{} // release what the answer was made from
		if err = c.claim.WaitMost(c.ctx); err == nil {
			answer, err = c.measured(a)
		}
	}
	return answer, err
}

// measured runs the handler and claims the memory of its answer while it is sent, which takes long
// if the reader is slow. Only reads claim it: a write is already done, and must be answered as
// done. Its answer is no larger than the body or the one record that it wrote.
func (c *call) measured(a *API) (reply, error) {
	answer, err := c.handled(a)
	if err != nil || c.claim == nil || !isRead(c.r) {
		return answer, err
	}
	size := len(answer.data) + len(answer.rest) + len(answer.raw)
	for _, part := range answer.parts {
		size += len(part)
	}
	if answer.record != nil {
		size += answer.record.Size()
	}
	if size > admit.Free {
		err = c.claim.Grow(int64(size))
	}
	return answer, err
}

// handled runs the handler. If a database replica went away meanwhile, the handler runs once more
// with data from the leader.
func (c *call) handled(a *API) (reply, error) {
	if !a.options.Replicas || !c.route.replica {
		return c.route.handle(a, c)
	}
	c.ctx = replica.May(c.ctx)
	answer, err := c.route.handle(a, c)
	if replica.Failed(c.ctx) && !answer.sent {
		c.ctx = replica.Never(c.ctx)
		answer, err = c.route.handle(a, c)
	}
	return answer, err
}
