package api

import (
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// The log is served as the tiles specification says: a checkpoint that changes,
// and tiles that never do.
const (
	checkpointCaching = "no-cache"
	tileCaching       = "public, max-age=31536000, immutable"
)

func checkpoint(a *API, c *call) (reply, error) {
	signed, err := a.service.Checkpoint(c.ctx)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", checkpointCaching)
	return reply{media: "text/plain; charset=utf-8", raw: signed}, nil
}

func tile(a *API, c *call) (reply, error) {
	t, err := ledger.ParsePath("tile/" + c.path("path"))
	if err != nil {
		return reply{}, trace.Fail(trace.CodeTilePath)
	}
	data, err := a.service.Tile(c.ctx, t)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", tileCaching)
	return reply{media: "application/octet-stream", raw: data}, nil
}
