package web

import (
	"context"
	"errors"
	"time"

	"rastro/internal/bounded"
)

const (
	// maxLogos limits the print forms of logos in the cache. Each has at most 1 MiB, most a few
	// kilobytes. Drawing one can take half a second, and anyone may request a certificate.
	maxLogos = 32
	// logoUnused is how long an unused logo is kept.
	logoUnused = time.Hour
	// drawTimeout bounds the drawing of a logo, which continues for the other callers if the first
	// one hangs up: twenty times what the largest logo takes, to allow for a busy machine.
	drawTimeout = 10 * time.Second
)

// drawnLogos caches the print forms of logos by their SHA-256. Concurrent requests share one
// drawing.
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

// draw draws a logo. A failure is not cached: the next caller tries again.
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
