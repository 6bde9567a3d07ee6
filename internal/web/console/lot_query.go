package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/trace"
)

// maxDepth bounds the steps that may be asked for, as the API does.
const maxDepth = 1_000_000

// The parameters of a trace in an address, which links keep.
var traceParameters = []string{"direcao", "profundidade", "em"}

// traceQuery reads what a trace is asked for. A field that was left empty asks for
// nothing.
func (c *Console) traceQuery(on *call, limit int) (trace.TraceQuery, error) {
	query := on.r.URL.Query()
	q := trace.TraceQuery{Lot: on.path("codigo"), SafraID: on.path("id"), Direction: trace.BothWays, Depth: -1, Limit: limit}
	switch d := trace.TraceDirection(strings.ToLower(query.Get("direcao"))); d {
	case trace.ToOrigin, trace.ToDestination, trace.BothWays:
		q.Direction = d
	case "":
	default:
		return q, trace.Fail(trace.CodeBadParameter, "nome", "direcao", "esperado", "origem, destino, ambos")
	}
	if depth := query.Get("profundidade"); depth != "" {
		n, err := strconv.Atoi(depth)
		if err != nil || n < 0 || n > maxDepth {
			return q, trace.Fail(trace.CodeBadParameter, "nome", "profundidade", "esperado", "0–"+strconv.Itoa(maxDepth))
		}
		q.Depth = n
	}
	var err error
	q.At, err = c.asOf(on)
	return q, err
}

// asOf is the instant that the address asks for, zero for now.
func (c *Console) asOf(on *call) (time.Time, error) {
	written := on.r.URL.Query().Get("em")
	if written == "" {
		return time.Time{}, nil
	}
	return c.service.Instant("em", written)
}

// keptQuery are the parameters of the trace that the address has, to be carried
// on.
func keptQuery(on *call) url.Values {
	kept := url.Values{}
	for _, name := range traceParameters {
		if value := on.r.URL.Query().Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	return kept
}

// tracePath is the API's path of what is traced.
func tracePath(q *trace.TraceQuery) string {
	if q.SafraID != "" {
		return "/rastreio/safra/" + url.PathEscape(q.SafraID)
	}
	return "/rastreio/lote/" + url.PathEscape(q.Lot)
}

// lotHref leads to a page of a lot: "" for its trace, "/balanco", "/eudr".
func lotHref(on *call, code, page string) string {
	return root(on.r) + "console/lotes/" + url.PathEscape(code) + page
}

func harvestHref(on *call, safraID string) string {
	return root(on.r) + "console/safras/" + url.PathEscape(safraID)
}

// proofHref leads to the record that proves something.
func proofHref(on *call, prefix, id string) string {
	return root(on.r) + "console/registros/" + strings.ReplaceAll(strings.TrimPrefix(prefix, "/"), "/", ".") + "/" + url.PathEscape(id)
}

func refHref(on *call, r trace.RecordRef) string { return proofHref(on, r.Kind.Prefix, r.ID.String()) }

// withQuery puts parameters behind an address, none where there are none.
func withQuery(href string, query url.Values) string {
	if len(query) == 0 {
		return href
	}
	return href + "?" + query.Encode()
}

// saveAs has the browser save what follows under a name.
func saveAs(h http.Header, media, name string) {
	h.Set("Content-Type", media)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}
