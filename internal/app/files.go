package app

import (
	"context"
	"io"

	"rastro/internal/trace"
)

// OpenAttached reads a file that is attached to a record the key may read.
func (a *App) OpenAttached(ctx context.Context, by *trace.Key, sum string) (io.ReadSeekCloser, error) {
	_, content, err := a.Files.Open(ctx, by, sum)
	return content, err
}
