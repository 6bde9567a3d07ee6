package lot

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/lineage"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// maxDepth is the maximum number of steps, as in the API.
const maxDepth = 1_000_000

// The parameters of a trace in an address, which links keep.
var traceParameters = []string{"direcao", "profundidade", "em"}

// traceQuery reads the parameters of a trace. Empty fields are ignored.
func (c *Controller) traceQuery(on *pagekit.Call, limit int) (lineage.Query, error) {
	query := on.Request.URL.Query()
	q := lineage.Query{Lot: on.Path("codigo"), HarvestID: on.Path("id"), Direction: lineage.BothWays, Depth: -1, Limit: limit}
	switch d := lineage.Direction(strings.ToLower(query.Get("direcao"))); d {
	case lineage.ToOrigin, lineage.ToDestination, lineage.BothWays:
		q.Direction = d
	case "":
	default:
		return q, trace.BadParameter("direcao", "origem, destino, ambos")
	}
	if depth := query.Get("profundidade"); depth != "" {
		n, err := strconv.Atoi(depth)
		if err != nil || n < 0 || n > maxDepth {
			return q, trace.BadParameter("profundidade", "0–"+strconv.Itoa(maxDepth))
		}
		q.Depth = n
	}
	var err error
	q.At, err = c.asOf(on)
	return q, err
}

// asOf returns the instant in the address; zero means now.
func (c *Controller) asOf(on *pagekit.Call) (time.Time, error) {
	written := on.Request.URL.Query().Get("em")
	if written == "" {
		return time.Time{}, nil
	}
	return c.service.Instant("em", written)
}

// keptQuery returns the trace parameters of the address, to be passed on.
func keptQuery(on *pagekit.Call) url.Values {
	kept := url.Values{}
	for _, name := range traceParameters {
		if value := on.Request.URL.Query().Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	return kept
}

// tracePath returns the API's path for what is traced.
func tracePath(q *lineage.Query) string {
	if q.HarvestID != "" {
		return "/rastreio/safra/" + url.PathEscape(q.HarvestID)
	}
	return "/rastreio/lote/" + url.PathEscape(q.Lot)
}
