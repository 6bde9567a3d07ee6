package api

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check"
	"rastro/internal/finding"
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
