package lot

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// lotsView is the search for lots.
type lotsView struct {
	pagekit.Frame
	Search  string
	Lots    []lotRow
	Next    string // the address of the next page, "" at the end
	Paged   bool   // this is not the first
	Missing string // shown if there is no such lot
	Near    []pagekit.Link
}

type lotRow struct {
	pagekit.Link
	Known    bool
	Records  string
	Harvests []pagekit.Link
}

// lotsPage is how many lots a page lists.
const lotsPage = 30

func (c *Controller) Find(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	v := &lotsView{Search: strings.TrimSpace(query.Get("busca"))}
	if len(v.Search) > lot.MaxCode || !utf8.ValidString(v.Search) || strings.IndexByte(v.Search, 0) >= 0 {
		return pagekit.Reply{}, trace.BadParameter("busca", "≤ "+strconv.Itoa(lot.MaxCode))
	}
	cursor := query.Get("cursor")
	found, next, err := c.service.FindLots(on.Ctx, on.Key, v.Search, cursor, lotsPage)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Paged = cursor != ""
	for i := range found {
		row := lotRow{Link: pagekit.Link{Text: found[i].Code, Href: pagekit.LotHref(on, found[i].Code, "")}, Known: found[i].Known, Records: pagekit.CountText(int64(found[i].Records), on.Lang)}
		for _, harvest := range found[i].HarvestIDs {
			row.Harvests = append(row.Harvests, pagekit.Link{Text: harvest, Href: pagekit.HarvestHref(on, harvest)})
		}
		v.Lots = append(v.Lots, row)
	}
	if next != "" {
		v.Next = pagekit.WithParameter(on.Request, "cursor", next)
	}
	if len(found) == 0 && next == "" && cursor == "" && v.Search != "" {
		if err := c.nearLots(on, v); err != nil {
			return pagekit.Reply{}, err
		}
	}
	path := "/lotes"
	if v.Search != "" {
		path += "?busca=" + url.QueryEscape(v.Search)
	}
	v.Curl = on.Curl(http.MethodGet, path, "")
	return pagekit.Reply{Page: "lots", View: v, Block: "results"}, nil
}

// nearLots lists codes that are spelled like the requested one.
func (c *Controller) nearLots(on *pagekit.Call, v *lotsView) error {
	q := lineage.Query{Lot: v.Search, Direction: lineage.ToOrigin, Limit: 1}
	_, err := c.service.Trace(on.Ctx, on.Key, q, func(lineage.Head) (lineage.Sink, error) { return nowhere{}, nil })
	if trace.Is(err, trace.CodeLotNotFound) {
		v.unknown(on, err)
		return nil
	}
	return err
}

// unknown fills in the view of an unknown lot.
func (v *lotsView) unknown(on *pagekit.Call, err error) {
	failed := trace.AsError(err)
	v.Missing = on.ErrorText(failed)
	for _, p := range failed.Problems {
		if code := p.Args["lote"]; code != "" {
			v.Near = append(v.Near, pagekit.Link{Text: code, Href: pagekit.LotHref(on, code, "")})
		}
	}
}

// noLot answers with a search when a lot does not exist.
func (c *Controller) noLot(on *pagekit.Call, code string, err error) (pagekit.Reply, error) {
	if !trace.Is(err, trace.CodeLotNotFound) {
		return pagekit.Reply{}, err
	}
	v := &lotsView{Search: code}
	v.unknown(on, err)
	v.Curl = on.Curl(http.MethodGet, "/lotes?busca="+url.QueryEscape(code), "")
	return pagekit.Reply{Page: "lots", View: v, Status: http.StatusNotFound}, nil
}

// nowhere is a sink that discards a trace.
type nowhere struct{}

func (nowhere) Node(*lineage.Node) error { return nil }
func (nowhere) Edge(*lineage.Edge) error { return nil }
