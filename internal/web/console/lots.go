package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/eudr"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

var lotScreens = []screen{
	{method: http.MethodGet, path: "/lotes", scopes: readers, serve: findLots},
	{method: http.MethodGet, path: "/lotes/{codigo}", scopes: readers, memory: trace.TraceMemory, serve: traceLots},
	{method: http.MethodGet, path: "/lotes/{codigo}/baixar", scopes: readers, memory: trace.TraceMemory, serve: downloadTrace},
	{method: http.MethodGet, path: "/lotes/{codigo}/balanco", scopes: readers, memory: trace.TraceMemory, serve: lotBalance},
	{method: http.MethodGet, path: "/lotes/{codigo}/eudr", scopes: readers, memory: eudr.Memory, serve: lotEUDR},
	{method: http.MethodGet, path: "/lotes/{codigo}/eudr/arquivo", scopes: readers, memory: eudr.Memory, serve: downloadEUDR},
	{method: http.MethodGet, path: "/lotes/{codigo}/eudr/dossie.zip", scopes: readers, memory: eudr.Memory, serve: downloadDossier},
	{method: http.MethodGet, path: "/safras/{id}/rastreio", scopes: readers, memory: trace.TraceMemory, serve: traceLots},
	{method: http.MethodGet, path: "/safras/{id}/rastreio/baixar", scopes: readers, memory: trace.TraceMemory, serve: downloadTrace},
}

var lotPages = []pageRow{
	{"lots", []words{lotsTexts}},
	{"lot", []words{lotsTexts, traceTexts}},
	{"lot_balance", []words{lotsTexts, balanceTexts}},
	{"lot_eudr", []words{lotsTexts, eudrTexts}},
}

// lotsView is the search for lots.
type lotsView struct {
	frameView
	Search  string
	Lots    []lotRow
	Next    string // the address of the next page, "" at the end
	Paged   bool   // this is not the first
	Missing string // what is said where a lot is not there
	Near    []textLink
}

type lotRow struct {
	textLink
	Known    bool
	Records  string
	Harvests []textLink
}

// textLink is a text that may lead somewhere.
type textLink struct{ Text, Href string }

// lotsPage is how many lots a page lists.
const lotsPage = 30

func findLots(c *Console, on *call) (reply, error) {
	query := on.r.URL.Query()
	v := &lotsView{Search: strings.TrimSpace(query.Get("busca"))}
	if len(v.Search) > lot.MaxCode || !utf8.ValidString(v.Search) || strings.IndexByte(v.Search, 0) >= 0 {
		return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "busca", "esperado", "≤ "+strconv.Itoa(lot.MaxCode))
	}
	cursor := query.Get("cursor")
	found, next, err := c.service.FindLots(on.ctx, on.key, v.Search, cursor, lotsPage)
	if err != nil {
		return reply{}, err
	}
	v.Paged = cursor != ""
	for i := range found {
		row := lotRow{textLink: textLink{found[i].Code, lotHref(on, found[i].Code, "")}, Known: found[i].Known, Records: countText(int64(found[i].Records), on.lang)}
		for _, safra := range found[i].SafraIDs {
			row.Harvests = append(row.Harvests, textLink{safra, harvestHref(on, safra)})
		}
		v.Lots = append(v.Lots, row)
	}
	if next != "" {
		v.Next = withParameter(on.r, "cursor", next)
	}
	if len(found) == 0 && next == "" && cursor == "" && v.Search != "" {
		if err := c.nearLots(on, v); err != nil {
			return reply{}, err
		}
	}
	path := "/lotes"
	if v.Search != "" {
		path += "?busca=" + url.QueryEscape(v.Search)
	}
	v.Curl = c.curl(http.MethodGet, path, "")
	return reply{page: "lots", view: v, block: "results"}, nil
}

// nearLots says which codes are spelt like the one that was looked for.
func (c *Console) nearLots(on *call, v *lotsView) error {
	q := trace.TraceQuery{Lot: v.Search, Direction: trace.ToOrigin, Limit: 1}
	_, err := c.service.Trace(on.ctx, on.key, q, func(trace.TraceHead) (trace.TraceSink, error) { return nowhere{}, nil })
	if trace.Is(err, trace.CodeLotNotFound) {
		v.unknown(on, err)
		return nil
	}
	return err
}

// unknown fills in that there is no such lot.
func (v *lotsView) unknown(on *call, err error) {
	failed := trace.AsError(err)
	v.Missing = failed.Text(on.lang)
	for _, p := range failed.Problems {
		if code := p.Args["lote"]; code != "" {
			v.Near = append(v.Near, textLink{code, lotHref(on, code, "")})
		}
	}
}

// noLot answers for a lot that is not there with the search for it.
func (c *Console) noLot(on *call, code string, err error) (reply, error) {
	if !trace.Is(err, trace.CodeLotNotFound) {
		return reply{}, err
	}
	v := &lotsView{Search: code}
	v.unknown(on, err)
	v.Curl = c.curl(http.MethodGet, "/lotes?busca="+url.QueryEscape(code), "")
	return reply{page: "lots", view: v, status: http.StatusNotFound}, nil
}

// nowhere takes a trace and keeps nothing.
type nowhere struct{}

func (nowhere) Node(*trace.TraceNode) error { return nil }
func (nowhere) Edge(*trace.TraceEdge) error { return nil }
