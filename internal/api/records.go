package api

import (
	"net/http"

	"rastro/internal/api/params"
	"rastro/internal/records"
	"rastro/internal/trace"
)

func createRecord(a *API, c *call) (reply, error) {
	env, err := trace.ReadEnvelope(c.route.Kind, c.body)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	written, err := a.service.Create(c.ctx, c.key, c.route.Kind, env, once)
	if err != nil {
		return reply{}, err
	}
	if written.Replay != nil {
		return replayed(c, written.Replay, http.StatusCreated, 1), nil
	}
	answer := recordReply(&written.Record)
	answer.status = http.StatusCreated
	answer.location = c.route.Kind.Prefix + "/" + written.Record.ID.String()
	return answer, nil
}

func recordReply(r *trace.Record) reply { return reply{record: r, version: r.Version} }

func updateRecord(a *API, c *call) (reply, error) {
	env, err := trace.ReadEnvelope(c.route.Kind, c.body)
	if err != nil {
		return reply{}, err
	}
	if env.ID == "" {
		env.ID = c.r.URL.Query().Get("id")
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	record, err := a.service.Update(c.ctx, c.key, c.route.Kind, env, match)
	if err != nil {
		return reply{}, err
	}
	return recordReply(&record), nil
}

func getRecord(a *API, c *call) (reply, error) {
	if at, asOf, err := a.instant(c.query(), "em"); err != nil {
		return reply{}, err
	} else if asOf {
		record, err := a.service.GetAt(c.ctx, c.key, c.route.Kind, c.path("id"), at)
		if err != nil {
			return reply{}, err
		}
		return recordReply(&record), nil
	}
	if c.route.Kind.IsValidation() {
		// Its state changes without a new version, so the caller's copy may be stale under the same
		// ETag.
		c.r.Header.Del("If-None-Match")
	}
	record, err := a.service.Get(c.ctx, c.key, c.route.Kind, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return recordReply(record), nil
}

func deleteRecord(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	record, err := a.service.Delete(c.ctx, c.key, c.route.Kind, c.path("id"), match)
	if err != nil {
		return reply{}, err
	}
	answer := recordReply(&record)
	answer.version = 0 // nothing is left to match
	return answer, nil
}

func listRecords(a *API, c *call) (reply, error) {
	return a.listed(c, trace.NewestFirst, func(order trace.Order, p trace.Paging) (records.Page, error) {
		return a.service.List(c.ctx, c.key, c.route.Kind, order, p)
	})
}

func listHarvest(a *API, c *call) (reply, error) {
	return a.listed(c, trace.OldestFirst, func(order trace.Order, p trace.Paging) (records.Page, error) {
		return a.service.ByHarvest(c.ctx, c.key, c.route.Kind, c.path("id"), order, p)
	})
}

func (a *API) listed(c *call, otherwise trace.Order, read func(trace.Order, trace.Paging) (records.Page, error)) (reply, error) {
	query := c.query()
	order, err := params.RecordOrder(query["sort"], otherwise)
	if err != nil {
		return reply{}, err
	}
	p, err := params.Paging(query)
	if err != nil {
		return reply{}, err
	}
	if at, asOf, err := a.instant(query, "em"); err != nil {
		return reply{}, err
	} else if asOf {
		p.At, p.Total = at, false
	}
	page, err := read(order, p)
	if err != nil {
		return reply{}, err
	}
	size := 0
	for i := range page.Records {
		size += page.Records[i].Size()
	}
	return list(c.r, p, page.Total, page.Next, size, func(dst []byte) []byte {
		for i := range page.Records {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = page.Records[i].AppendJSON(dst, c.lang)
		}
		return dst
	}), nil
}
