package api

import (
	"fmt"
	"math"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"rastro/internal/trace"
)

// maxCounted bounds how many keys are counted at once; the ones longest unused
// are forgotten first.
const maxCounted = 20_000

// rates bounds how many requests a key may make. nil bounds nothing.
type rates struct {
	perSecond float64
	limiters  *otter.Cache[string, *rate.Limiter]
}

func newRates(perSecond float64) (*rates, error) {
	if perSecond <= 0 {
		return nil, nil
	}
	cache, err := otter.New(&otter.Options[string, *rate.Limiter]{MaximumSize: maxCounted})
	if err != nil {
		return nil, fmt.Errorf("rate limit: %w", err)
	}
	return &rates{perSecond, cache}, nil
}

// take counts a request against its key and says in the headers what is left.
func (l *rates) take(c *call) error {
	if l == nil {
		return nil
	}
	burst := int(math.Max(1, math.Ceil(l.perSecond)))
	limiter, ok := l.limiters.ComputeIfAbsent(c.key.AccessKey, func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(l.perSecond), burst), false
	})
	if !ok {
		return nil
	}
	allowed := limiter.Allow()
	left := max(0, limiter.Tokens())
	h := c.w.Header()
	window := max(1, int(math.Round(float64(burst)/l.perSecond))) // seconds in which the whole burst comes back
	h.Set("RateLimit-Policy", fmt.Sprintf(`"chave";q=%d;w=%d`, burst, window))
	h.Set("RateLimit", fmt.Sprintf(`"chave";r=%d;t=%d`, int(left), window))
	if !allowed {
		retryAfter(c.w, time.Duration(math.Max(0, 1-left)/l.perSecond*float64(time.Second)))
		return trace.Fail(trace.CodeRateLimited)
	}
	return nil
}
