package api

import (
	"net/http"
	"net/url"

	"rastro/internal/api/linkset"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/epcis/uri"
	"rastro/internal/lot"
	"rastro/internal/print/page"
	"rastro/internal/trace"
)

// resolver says which Digital Links this server resolves.
func resolver(a *API, _ *call) (reply, error) {
	return reply{media: mediaJSON, raw: linkset.Resolver(a.options.PublicURL)}, nil
}

// digitalLink resolves a GS1 Digital Link: people are led to the public page of the newest
// validation that names the goods, machines get everything there is (RFC 9264) if they ask for it
// in the way that GS1 defines.
func digitalLink(a *API, c *call) (reply, error) {
	if c.unmatchable("lote") {
		return reply{}, trace.Fail(trace.CodeItemNotFound, "gtin", params.Clip(c.path("gtin")))
	}
	item, err := trace.ParseTradeItem(c.path("gtin"), c.path("lote"))
	if err != nil {
		return reply{}, err
	}
	asked := c.query().Get("linkType")
	if asked == "" && params.Accepted(c.r.Header.Get("Accept"), mediaJSON, linkset.Media) == linkset.Media {
		asked = "linkset"
	}
	code, err := a.service.ValidationOf(c.ctx, item)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-cache") // a newer validation may exist next time
	anchor := a.options.PublicURL + "/01/" + item.GTIN
	class := ""
	if item.Lot != "" {
		class = uri.Lot{Code: lot.Fold(item.Lot), GTIN: item.GTIN}.URI(a.options.PublicURL)
		anchor += "/10/" + url.PathEscape(item.Lot)
	}
	public := page.Link(a.options.PublicURL, code)
	if asked == "linkset" || asked == "all" {
		return reply{media: linkset.Media, raw: linkset.Of(anchor, public, a.options.PublicURL, class, c.lang)}, nil
	}
	data := append([]byte(nil), `{"codigo":`...)
	data = canon.AppendString(data, code)
	data = append(data, `,"url":`...)
	data = canon.AppendString(data, public)
	return reply{
		status: http.StatusTemporaryRedirect, location: public, data: append(data, '}'),
		link: "<" + anchor + `?linkType=linkset>; rel="linkset"; type="` + linkset.Media + `"`,
	}, nil
}
