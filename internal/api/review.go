package api

import (
	"rastro/internal/canon"
	"rastro/internal/trace"
)

// review answers with the review of a harvest.
func review(a *API, c *call) (reply, error) {
	target, err := target(c.query())
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.Review(c.ctx, c.key, c.path("id"), target)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"safraId":`...)
	data = canon.AppendString(data, c.path("id"))
	rest := found.AppendVerdict(nil, c.lang, a.service.Now())
	return reply{data: append(append(data, ','), rest[1:]...)}, nil
}

// reviewed answers with the review that a validation was made with, word for word.
func reviewed(a *API, c *call) (reply, error) {
	found, err := a.service.Reviewed(c.ctx, c.key, c.route.Kind, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	v := &found.Validation
	data := append([]byte(nil), `{"validacaoId":"`...)
	data = append(data, v.ID.String()...)
	data = append(data, `","codigo":`...)
	data = canon.AppendString(data, v.ValidationCode)
	data = append(data, `,"conferidaEm":"`...)
	data = trace.AppendTime(data, v.CreatedAt())
	data = append(data, `","justificativa":`...)
	if found.Reason == "" {
		data = append(data, `null`...)
	} else {
		data = canon.AppendString(data, found.Reason)
	}
	data = append(data, `,"safraId":`...)
	data = canon.AppendString(data, v.HarvestID)
	return reply{data: append(append(data, ','), found.Report[1:]...)}, nil
}
