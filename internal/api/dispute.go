package api

import (
	"net/http"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/dispute"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

var settledMessage = lang.Text{PT: "Titular decidido. A decisão está no log.", EN: "Owner settled. The decision is in the log.", ES: "Titular decidido. La decisión está en el log."}

// disputeRoutes are the rows on who owns a lot or a GTIN.
var disputeRoutes = []Route{
	{Method: "GET", Path: "/lotes/disputas", Operation: "disputes", Scopes: admins, handle: listDisputes,
		Doc:     openapi.Facts{ID: "listDisputas", Tag: openapi.TagLots, Summary: "Lotes e GTINs que mais de uma parte reivindica", Gives: "PaginaDeDisputa", Params: []string{"size", "cursor"}, Headers: paged},
		Success: lang.Text{PT: "Lotes e GTINs em disputa.", EN: "Lots and GTINs in dispute.", ES: "Lotes y GTIN en disputa."}},
	{Method: "POST", Path: "/lotes/{codigo}/titular", Operation: "settle lot", Body: bodyLimit, Scopes: admins, handle: settleLot,
		Doc: openapi.Facts{ID: "settleLote", Tag: openapi.TagLots, Summary: "Decidir de que safra é um lote", Takes: "PedidoDeTitular", Example: settlementExample, Gives: "Disputa", Params: onceOnly}, Success: settledMessage},
	{Method: "POST", Path: "/gtin/{gtin}/titular", Operation: "settle gtin", Body: bodyLimit, Scopes: admins, handle: settleGTIN,
		Doc: openapi.Facts{ID: "settleGTIN", Tag: openapi.TagLots, Summary: "Decidir de que safra é um GTIN", Takes: "PedidoDeTitular", Example: settlementExample, Gives: "Disputa", Params: onceOnly}, Success: settledMessage},
}

func (a *API) disputes(c *call) dispute.Desk { return dispute.Desk{Book: a.service, By: c.key} }

func listDisputes(a *API, c *call) (reply, error) {
	p, err := params.Paging(c.query())
	if err != nil {
		return reply{}, err
	}
	p.Size = min(p.Size, maxDisputes)
	found, next, err := a.disputes(c).List(c.ctx, p.Cursor, p.Size)
	if err != nil {
		return reply{}, err
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
	return list(c.r, p, 0, next, 512*len(found), func(dst []byte) []byte {
		for i := range found {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = found[i].AppendJSON(dst)
		}
		return dst
	}), nil
}

// maxDisputes limits a page, because each dispute takes a few reads.
const maxDisputes = 100

func settleLot(a *API, c *call) (reply, error) {
	code := lot.Fold(c.path("codigo"))
	if code == "" || c.unmatchable("codigo") {
		return reply{}, trace.Fail(trace.CodeNotClaimed, "codigo", params.Clip(c.path("codigo")))
	}
	return a.settle(c, ownership.Code{Realm: ownership.Lots, Text: code})
}

func settleGTIN(a *API, c *call) (reply, error) {
	item, err := trace.ParseTradeItem(c.path("gtin"), "")
	if err != nil {
		return reply{}, err
	}
	return a.settle(c, ownership.Code{Realm: ownership.GTINs, Text: item.GTIN})
}

func (a *API) settle(c *call, code ownership.Code) (reply, error) {
	s, err := ownerbook.ReadSettlement(c.body)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	found, replayed, err := a.disputes(c).Settle(c.ctx, code, s, once)
	if err != nil {
		return reply{}, err
	}
	if replayed {
		markReplayed(c)
	}
	return reply{status: http.StatusCreated, data: found.AppendJSON(nil)}, nil
}
