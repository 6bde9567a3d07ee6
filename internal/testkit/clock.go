package testkit

import (
	"sync/atomic"
	"time"
)

// Epoch is when a Clock begins.
var Epoch = time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)

// Clock is the clock of a service under test. It is at Epoch until a test moves it.
// Many goroutines may use it at once.
type Clock struct {
	ahead atomic.Int64
	tick  time.Duration
}

// Ticking returns a clock that advances by a millisecond at every reading, so that no two records
// have the same instant.
func Ticking() *Clock { return &Clock{tick: time.Millisecond} }

// At returns a clock that stands still at an instant.
func At(t time.Time) *Clock {
	c := &Clock{}
	c.Advance(t.Sub(Epoch))
	return c
}

// Now returns the time on the clock.
func (c *Clock) Now() time.Time { return Epoch.Add(time.Duration(c.ahead.Add(int64(c.tick)))) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.ahead.Add(int64(d)) }
