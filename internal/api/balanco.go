package api

import (
	"rastro/internal/canon"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// balance answers with the mass balance of a lot.
func balance(a *API, c *call) (reply, error) {
	at, _, err := a.instant(c.query(), "em")
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.BalanceOf(c.ctx, c.key, c.path("codigo"), at)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"lote":`...)
	data = canon.AppendString(data, found.Lot)
	data = append(data, `,"em":"`...)
	data = trace.AppendTime(data, found.At)
	data = append(data, `",`...)
	return reply{data: append(tracefile.AppendBalance(data, found, c.lang), '}')}, nil
}
