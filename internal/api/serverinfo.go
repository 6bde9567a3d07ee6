package api

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check"
	"rastro/internal/finding"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// health answers while the process is up, regardless of the store.
func health(*API, *call) (reply, error) { return reply{data: []byte(`{}`)}, nil }

// ready answers while requests can be served: the store is reachable and the server is not
// about to stop.
func ready(a *API, c *call) (reply, error) {
	if a.options.Draining != nil && a.options.Draining() {
		return reply{}, trace.Fail(trace.CodeUnavailable)
	}
	if err := a.service.Ready(c.ctx); err != nil {
		return reply{}, err
	}
	filled, err := a.service.LotsFilled(c.ctx)
	if err != nil {
		return reply{}, err
	}
	data := strconv.AppendBool([]byte(`{"lotesCompletos":`), filled)
	if n := a.service.Damage(); n > 0 {
		data = strconv.AppendInt(append(data, `,"danos":`...), n, 10) // the log has the details
	}
	if a.service.WritesFail() {
		data = append(data, `,"escritaFalhando":true`...)
	}
	if at := a.service.Diverged(); !at.IsZero() {
		data = canon.AppendString(append(data, `,"divergencia":`...), at.Format(trace.TimeLayout)) // the same
	}
	return reply{data: append(data, '}')}, nil
}

// listRules lists every rule that findings mention.
func listRules(_ *API, c *call) (reply, error) {
	data := []byte(`{"content":[`)
	for i, r := range check.Rules {
		if i > 0 {
			data = append(data, ',')
		}
		data = finding.AppendRuleJSON(data, r, c.lang)
	}
	return reply{data: append(data, `]}`...)}, nil
}

// The log is served as the tiles specification requires: a checkpoint that changes, and tiles that
// never do.
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
