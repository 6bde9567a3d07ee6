package api

import "rastro/internal/canon"

// conference answers with what an auditor would say of a harvest.
func conference(a *API, c *call) (reply, error) {
	target, err := target(c.query())
	if err != nil {
		return reply{}, err
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
