package api

import (
	"net/http"
	"net/url"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/print/page"
	"rastro/internal/trace"
)

const mediaLinkset = "application/linkset+json"

// digitalLink resolves a GS1 Digital Link: people are led to the public page of
// the newest validation that names the goods, machines get everything there is
// (RFC 9264) when they ask for it as GS1 says they do.
func digitalLink(a *API, c *call) (reply, error) {
	if c.unmatchable("lote") {
		return reply{}, trace.Fail(trace.CodeItemNotFound, "gtin", params.Clip(c.path("gtin")))
	}
	item, err := trace.ParseTradeItem(c.path("gtin"), c.path("lote"))
	if err != nil {
		return reply{}, err
	}
	asked := c.query().Get("linkType")
	if asked == "" && params.Accepted(c.r.Header.Get("Accept"), mediaJSON, mediaLinkset) == mediaLinkset {
		asked = "linkset"
	}
	code, err := a.service.ValidationOf(c.ctx, item)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-cache") // there may be a newer validation
	anchor := a.options.PublicURL + "/01/" + item.GTIN
	if item.Lot != "" {
		anchor += "/10/" + url.PathEscape(item.Lot)
	}
	public := page.Link(a.options.PublicURL, code)
	if asked == "linkset" || asked == "all" {
		return reply{media: mediaLinkset, raw: linkset(anchor, public, c.lang)}, nil
	}
	data := append([]byte(nil), `{"codigo":`...)
	data = canon.AppendString(data, code)
	data = append(data, `,"url":`...)
	data = canon.AppendString(data, public)
	return reply{
		status: http.StatusTemporaryRedirect, location: public, data: append(data, '}'),
		link: "<" + anchor + `?linkType=linkset>; rel="linkset"; type="` + mediaLinkset + `"`,
	}, nil
}

// linkRows are the links about goods, in terms of the GS1 Web Vocabulary.
var linkRows = []struct {
	relation, suffix, media string
	title                   lang.Text
}{
	{"defaultLink", "", "text/html", lang.Text{PT: "Validação da safra", EN: "Validation of the harvest", ES: "Validación de la cosecha"}},
	{"traceability", "", "text/html", lang.Text{PT: "Rastreabilidade", EN: "Traceability", ES: "Trazabilidad"}},
	{"traceability", "", mediaJSON, lang.Text{PT: "Rastreabilidade, para programas", EN: "Traceability, for programs", ES: "Trazabilidad, para programas"}},
	{"certificationInfo", ".pdf", "application/pdf", lang.Text{PT: "Certificado de validação", EN: "Certificate of validation", ES: "Certificado de validación"}},
}

// linkset writes the links of an item.
func linkset(anchor, page string, l lang.Lang) []byte {
	out := append([]byte(nil), `{"linkset":[{"anchor":`...)
	out = canon.AppendString(out, anchor)
	before := ""
	for _, row := range linkRows {
		switch {
		case row.relation == before:
			out = append(out, ',')
		case before != "":
			out = append(out, ']')
			fallthrough
		default:
			out = append(out, `,"https://gs1.org/voc/`+row.relation+`":[`...)
		}
		before = row.relation
		out = append(out, `{"href":`...)
		out = canon.AppendString(out, page+row.suffix)
		out = append(out, `,"title":`...)
		out = canon.AppendString(out, row.title.In(l))
		out = append(out, `,"type":"`+row.media+`","hreflang":["pt-BR","en","es"]}`...)
	}
	return append(out, "]}]}\n"...)
}
