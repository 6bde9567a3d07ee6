package server

import (
	"io"
	"sync"
	"time"
)

// Lines is where log lines go. A line of the log proper is written at once; one
// of the access log waits a moment for others, since a write for each request
// costs more than making its line. Both keep their order.
//
// A killed process loses only the access lines of that moment.
type Lines struct {
	mu    sync.Mutex
	to    io.Writer
	buf   []byte
	timer *time.Timer
	armed bool
}

// How long access lines are buffered, and how many bytes.
const (
	lineDelay  = 100 * time.Millisecond
	lineBuffer = 32 << 10
)

// NewLines makes lines that go to a writer.
func NewLines(to io.Writer) *Lines {
	l := &Lines{to: to, buf: make([]byte, 0, lineBuffer+4096)}
	l.timer = time.AfterFunc(time.Hour, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.armed = false
		_ = l.flush() // there is nowhere else to report a failure
	})
	l.timer.Stop()
	return l
}

// Write implements io.Writer: the lines are out when it returns.
func (l *Lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf = append(l.buf, p...)
	return len(p), l.flush()
}

// later buffers a line.
func (l *Lines) later(line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf = append(l.buf, line...)
	if len(l.buf) >= lineBuffer {
		_ = l.flush()
	} else if !l.armed {
		l.armed = true
		l.timer.Reset(lineDelay)
	}
}

// Flush writes what waits.
func (l *Lines) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush()
}

func (l *Lines) flush() error {
	if len(l.buf) == 0 {
		return nil
	}
	_, err := l.to.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}
