package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"rastro/internal/intake"
)

// How often progress is shown: as a bar, and as lines.
const (
	barInterval  = 100 * time.Millisecond
	lineInterval = 5 * time.Second
	barWidth     = 30
)

// progress shows how far an import is: a bar on a terminal, otherwise a line now and then.
// It never writes to standard output.
type progress struct {
	to       io.Writer
	terminal bool
	done     func() float64
	began    time.Time
	last     time.Time
	drawn    bool
}

func newProgress(to io.Writer, done func() float64) *progress {
	now := time.Now()
	return &progress{to: to, terminal: isTerminal(to), done: done, began: now, last: now}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

func (p *progress) step(count intake.Count) {
	interval := lineInterval
	if p.terminal {
		interval = barInterval
	}
	now := time.Now()
	if now.Sub(p.last) < interval {
		return
	}
	p.last = now
	text := fmt.Sprintf("%s, %.0f a second", counted(count.Total, "row", "rows"), float64(count.Total)/now.Sub(p.began).Seconds())
	if count.Refused > 0 {
		text += fmt.Sprintf(", %d refused", count.Refused)
	}
	if p.done != nil {
		share := min(1, p.done())
		text = fmt.Sprintf("%3.0f%% %s", 100*share, text)
		if full := int(share * barWidth); p.terminal {
			text = "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "] " + text
		}
	}
	p.clear()
	if p.terminal {
		fmt.Fprint(p.to, text)
		p.drawn = true
		return
	}
	fmt.Fprintln(p.to, text)
}

// clear removes the bar, so that a line can be printed.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.drawn = false
	}
}

func (p *progress) end() { p.clear() }
