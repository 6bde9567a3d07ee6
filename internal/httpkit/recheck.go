package httpkit

import (
	"io"
	"time"
)

// recheckAfter is how long a body may take before its sender is checked again. A deactivated person
// is out within two seconds.
const recheckAfter = time.Second

// Recheck returns a body that checks its sender again while it is read, if that takes long: callers
// are admitted before their body arrives, and must not keep an old right by sending slowly. A check
// that fails ends the reading. A body that arrives at once is not checked again.
func Recheck(body io.ReadCloser, now func() time.Time, check func() error) io.ReadCloser {
	return &rechecked{body, now, check, now(), nil}
}

type rechecked struct {
	io.ReadCloser
	now    func() time.Time
	check  func() error
	last   time.Time
	failed error
}

func (b *rechecked) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	n, err := b.ReadCloser.Read(p)
	if now := b.now(); now.Sub(b.last) >= recheckAfter {
		b.last = now
		if b.failed = b.check(); b.failed != nil {
			return 0, b.failed
		}
	}
	return n, err
}
