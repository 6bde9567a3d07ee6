package admit

import "context"

// Claim is a request's share of a budget. Only one goroutine may use it at a time. A nil Claim has
// no limit, so code that runs without a budget, such as a command, uses it in the same way.
type Claim struct {
	budget *Budget
	holder string
	held   int64 // reserved; the budget's lock guards it while the claim waits
	used   int64
	read   int64 // part of used that a single read takes
}

// Claim returns a claim that holds nothing, for callers without a key.
func (b *Budget) Claim() *Claim {
	if b == nil {
		return nil
	}
	return &Claim{budget: b}
}

// For sets the key against which the claim counts from now on. It first returns what the claim
// holds.
func (c *Claim) For(accessKey string) {
	if c == nil || c.holder == accessKey {
		return
	}
	c.Release()
	c.holder = accessKey
}

// Grow takes that many bytes more. It never waits: if they are not available it returns ErrBusy,
// and ErrTooLarge if the claim would exceed the largest allowed. It first uses up what Wait
// reserved.
func (c *Claim) Grow(bytes int64) error {
	if c == nil || bytes <= 0 {
		return nil
	}
	if more := c.used + bytes - c.held; more > 0 {
		if c.held+more > c.budget.Share(c.holder) {
			return ErrTooLarge
		}
		if !c.budget.grow(c, more) {
			return ErrBusy
		}
	}
	c.used += bytes
	return nil
}

// Reach claims the memory of one read while it is collected; bytes is its size so far. Reads of one
// request follow each other and release their memory, so the largest counts, not their sum. Code
// that keeps several results claims their sum with Grow.
func (c *Claim) Reach(bytes int64) error {
	if c == nil || bytes <= c.read {
		return nil
	}
	if err := c.Grow(bytes - c.read); err != nil {
		return err
	}
	c.read = bytes
	return nil
}

// Wait reserves that many bytes, in turn, for a claim that returns what it holds. It returns
// ErrBusy if its turn does not come in time, ErrTooLarge if it never would, and the context's error
// if that ends first.
func (c *Claim) Wait(ctx context.Context, bytes int64) error {
	if c == nil {
		return nil
	}
	c.Release()
	return c.budget.wait(ctx, c, bytes)
}

// WaitUpTo reserves that many bytes or, if the claim's holder may not have so many, as many as it
// may have. The caller must know that the rest fits into the process's reserve: see Least.
func (c *Claim) WaitUpTo(ctx context.Context, bytes int64) error {
	if c == nil {
		return nil
	}
	return c.Wait(ctx, min(bytes, c.budget.Share(c.holder)))
}

// WaitMost reserves the most that the claim's holder may have.
func (c *Claim) WaitMost(ctx context.Context) error {
	if c == nil {
		return nil
	}
	return c.Wait(ctx, c.budget.Share(c.holder))
}

// Reserved returns how many bytes the claim holds.
func (c *Claim) Reserved() int64 {
	if c == nil {
		return 0
	}
	return c.held
}

// Release returns everything.
func (c *Claim) Release() {
	if c == nil {
		return
	}
	if c.held > 0 {
		c.budget.release(c)
	}
	c.used, c.read = 0, 0
}

// Done returns everything at the end of a request. The next one on the same connection may be from
// another caller.
func (c *Claim) Done() {
	if c == nil {
		return
	}
	c.Release()
	c.holder = Anyone
}

type contextKey struct{}

// Context returns a context that carries a claim.
func Context(ctx context.Context, c *Claim) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// From returns the claim in a context; nil if it has none.
func From(ctx context.Context) *Claim {
	c, _ := ctx.Value(contextKey{}).(*Claim)
	return c
}
