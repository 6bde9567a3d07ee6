package main

import (
	"fmt"
	"io"
	"time"
)

// console shows progress: on standard error, since the table is the output.
type console struct {
	w     io.Writer
	began time.Time
	last  time.Time
	now   func() time.Time
}

func newConsole(w io.Writer, now func() time.Time) *console {
	return &console{w: w, began: now(), now: now}
}

// step writes one line with the time since the start before it.
func (c *console) step(format string, args ...any) {
	fmt.Fprintf(c.w, "%7.1fs  %s\n", c.now().Sub(c.began).Seconds(), fmt.Sprintf(format, args...))
}

// tick reports the progress of long work, every few seconds.
func (c *console) tick(what string, done, all int) {
	const interval = 5 * time.Second
	if now := c.now(); now.Sub(c.last) >= interval {
		c.last = now
		c.step("%s: %s of %s", what, grouped(int64(done)), grouped(int64(all)))
	}
}
