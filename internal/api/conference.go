package api

import (
	"rastro/internal/audit"
	"rastro/internal/canon"
)

// conference answers with what an auditor would say of a harvest.
func conference(a *API, c *call) (reply, error) {
	var target audit.Target
	if query := c.query(); query.Has("alvo") {
		var ok bool
		if target, ok = audit.ParseTarget(query.Get("alvo")); !ok {
			return reply{}, badParameter("alvo", "EUDR, EXPORTACAO, INTERNO")
		}
	}
	found, err := a.service.Confer(c.ctx, c.key, c.path("id"), target)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"safraId":`...)
	data = canon.AppendString(data, c.path("id"))
	rest := found.AppendJSON(nil, c.lang)
	return reply{data: append(append(data, ','), rest[1:]...)}, nil
}
