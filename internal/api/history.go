package api

import (
	"net/url"
	"strconv"
	"time"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/erase"
	"rastro/internal/trace"
)

// instant reads an instant parameter: RFC 3339, or a date as people in Brazil
// write it. ok is false if the parameter is absent. A date without a time is
// its first moment.
func (a *API) instant(query url.Values, name string) (at time.Time, ok bool, err error) {
	if !query.Has(name) {
		return time.Time{}, false, nil
	}
	at, err = a.service.Instant(name, query.Get(name))
	return at, err == nil, err
}

// detail serves {prefix}/{id}/historico and /prova, which the router alone cannot distinguish from
// {prefix}/safra/{id}.
func detail(a *API, c *call) (reply, error) {
	for _, r := range details(c.route.Kind) {
		if r.Detail == c.path("detalhe") {
			c.r.Pattern = r.Method + " " + c.route.Kind.Prefix + r.Path // for the log and the metrics
			r.strict = true
			if err := c.knownQuery(&r); err != nil {
				return reply{}, err
			}
			answer, err := r.handle(a, c)
			if err == nil {
				answer.message = r.Success
			}
			return answer, err
		}
	}
	c.r.Pattern = "" // no such route exists
	return reply{}, trace.Fail(trace.CodePathNotFound)
}

func history(a *API, c *call) (reply, error) {
	content, n, err := a.service.History(c.ctx, c.key, c.route.Kind, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	p := trace.Paging{Size: n, Total: true}
	return list(c.r, p, int64(n), "", len(content), func(dst []byte) []byte { return append(dst, content...) }), nil
}

func proof(a *API, c *call) (reply, error) {
	version, err := params.Ordinal(c.query(), "versao")
	if err != nil {
		return reply{}, err
	}
	proved, err := a.service.Prove(c.ctx, c.key, c.route.Kind, c.path("id"), int64(version))
	if err != nil {
		return reply{}, err
	}
	data, err := canon.Marshal(proved)
	return reply{data: data}, err
}

func eraseRecord(a *API, c *call) (reply, error) {
	reason, err := erase.ReadReason(c.body)
	if err != nil {
		return reply{}, err
	}
	erased, err := a.service.Erase(c.ctx, c.key, c.route.Kind, c.path("id"), reason)
	if err != nil {
		return reply{}, err
	}
	return reply{data: trace.ErasedError(&erased).Data}, nil
}

func differences(a *API, c *call) (reply, error) {
	query := c.r.URL.Query()
	from, ok, err := a.instant(query, "de")
	if err != nil {
		return reply{}, err
	}
	if !ok {
		return reply{}, trace.BadParameter("de", "2026-11-15T02:00:00Z")
	}
	to, ok, err := a.instant(query, "ate")
	if err != nil {
		return reply{}, err
	}
	if !ok {
		to = a.service.Now()
	}
	if to.Before(from) {
		return reply{}, trace.BadParameter("ate", "> de")
	}
	content, n, truncated, err := a.service.Differences(c.ctx, c.key, c.path("id"), from, to)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"safraId":`...)
	data = canon.AppendString(data, c.path("id"))
	data = append(data, `,"de":"`...)
	data = from.AppendFormat(data, trace.TimeLayout)
	data = append(data, `","ate":"`...)
	data = to.AppendFormat(data, trace.TimeLayout)
	data = append(data, `","total":`...)
	data = strconv.AppendInt(data, int64(n), 10)
	data = append(data, `,"truncado":`...)
	data = strconv.AppendBool(data, truncated)
	data = append(data, `,"content":[`...)
	data = append(data, content...)
	return reply{data: append(data, `]}`...)}, nil
}
