package web

import (
	"context"
	"errors"
	"time"

	"rastro/internal/bounded"
)

const (
	// maxLogos bounds the logos that are kept as paper takes them, each of at most 1 MiB and
	// most of a few kilobytes: a drawing can take half a second, and anyone may ask for a
	// certificate.
	maxLogos = 32
	// logoUnused is how long a logo is kept that is on no certificate.
	logoUnused = time.Hour
	// drawTimeout bounds the drawing of a logo, which continues for the others if the first
	// caller hangs up: twenty times what the largest takes, for a busy machine.
	drawTimeout = 10 * time.Second
)

// drawnLogos keeps logos as paper takes them, by their SHA-256. Those who ask for one while it is
// drawn share it.
type drawnLogos struct {
	kept bounded.Cache[string, *drawnLogo]
}

// drawnLogo is a logo that is drawn, or under way.
type drawnLogo struct {
	done chan struct{}
	file []byte
	err  error
}

// errNotDrawn is the error for callers that waited for a logo whose drawing panicked.
var errNotDrawn = errors.New("the logo could not be drawn")

func newDrawnLogos() (*drawnLogos, error) {
	kept, err := bounded.ByCount[string, *drawnLogo](maxLogos, logoUnused)
	return &drawnLogos{kept}, err
}

// get returns a kept logo, or one that draw makes.
func (d *drawnLogos) get(ctx context.Context, sum string, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	mine := &drawnLogo{done: make(chan struct{}), err: errNotDrawn}
	shared, _ := d.kept.ComputeIfAbsent(sum, func() (*drawnLogo, bool) { return mine, false })
	if shared == mine {
		d.draw(ctx, sum, mine, draw)
	}
	select {
	case <-shared.done:
		return shared.file, shared.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// draw makes a logo. One that failed is drawn anew for the next caller.
func (d *drawnLogos) draw(ctx context.Context, sum string, l *drawnLogo, draw func(context.Context) ([]byte, error)) {
	defer func() {
		if l.err != nil {
			d.kept.Invalidate(sum)
		}
		close(l.done)
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawTimeout)
	defer cancel()
	l.file, l.err = draw(ctx)
}
