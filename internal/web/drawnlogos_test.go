package web

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/logo"
	"rastro/internal/print/artwork"
)

// Concurrent requests for a logo wait for a single drawing, even if its caller hangs up, and no
// request waits longer than its own time limit.
func TestLogoIsDrawnOnce(t *testing.T) {
	logos, err := newDrawnLogos()
	if err != nil {
		t.Fatal(err)
	}
	drawing, err := logo.Clean([]byte(emblem))
	if err != nil {
		t.Fatal(err)
	}
	began, others := make(chan struct{}), make(chan struct{})
	var drawn atomic.Int32
	draw := func(ctx context.Context) ([]byte, error) {
		if drawn.Add(1) == 1 {
			close(began)
			<-others
		}
		return artwork.Raster(ctx, &drawing, logoSide)
	}
	var all sync.WaitGroup
	first, hangUp := context.WithCancel(t.Context())
	ask := func(ctx context.Context) {
		all.Go(func() {
			if file, err := logos.get(ctx, "a", draw); err == nil && len(file) == 0 || err != nil && ctx.Err() == nil {
				t.Errorf("%d bytes, %v", len(file), err)
			}
		})
	}
	ask(first)
	<-began
	hangUp()
	if _, err := logos.get(first, "a", draw); !errors.Is(err, context.Canceled) {
		t.Errorf("one who hung up: %v", err)
	}
	for range 8 {
		ask(t.Context())
	}
	close(others)
	all.Wait()
	if n := drawn.Load(); n != 1 {
		t.Errorf("drawn %d times", n)
	}
}

// A drawing that failed or panicked is tried again, and leaves nobody waiting.
func TestLogoIsDrawnAgainAfterAFailure(t *testing.T) {
	logos, err := newDrawnLogos()
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	if _, err := logos.get(t.Context(), "a", func(context.Context) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("failed: %v", err)
	}
	began, others, waited := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		defer func() { _ = recover() }()
		_, _ = logos.get(t.Context(), "a", func(context.Context) ([]byte, error) {
			close(began)
			<-others
			panic("drawing")
		})
	}()
	<-began
	shared, _ := logos.kept.GetIfPresent("a")
	go func() {
		<-shared.done
		waited <- shared.err
	}()
	close(others)
	if err := <-waited; !errors.Is(err, errNotDrawn) {
		t.Errorf("panicked: %v", err)
	}
	if file, err := logos.get(t.Context(), "a", func(context.Context) ([]byte, error) { return []byte("a"), nil }); err != nil || string(file) != "a" {
		t.Errorf("again: %q, %v", file, err)
	}
}
