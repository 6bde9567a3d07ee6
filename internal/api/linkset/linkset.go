// Package linkset writes the links about goods as a linkset (RFC 9264), in terms of the GS1 Web
// Vocabulary.
package linkset

import (
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// Media is the media type of a linkset.
const Media = "application/linkset+json"

// ResolverPath is where a resolver of Digital Links says what it resolves.
const ResolverPath = "/.well-known/gs1resolver"

// Resolver describes this server as a resolver of GS1 Digital Links, which begin with its origin.
func Resolver(origin string) []byte {
	out := canon.AppendString([]byte(`{"name":"Rastro","resolverRoot":`), origin)
	return append(out, `,"supportedPrimaryKeys":["01"],"linkTypeDefaultCanBeLinkset":false,"supportedLinkType":[{"namespace":"https://gs1.org/voc/","prefix":"gs1:"}]}`+"\n"...)
}

// rows are the links about goods, those of one relation together.
var rows = []struct {
	relation, suffix, media string
	pages                   bool // people read it, in the languages of buyers
	title                   lang.Text
}{
	{"defaultLink", "", "text/html", true, lang.Text{PT: "Validação da safra", EN: "Validation of the harvest", ES: "Validación de la cosecha"}},
	{"traceability", "", "text/html", true, lang.Text{PT: "Rastreabilidade", EN: "Traceability", ES: "Trazabilidad"}},
	{"traceability", "", "application/json", false, lang.Text{PT: "Rastreabilidade, para programas", EN: "Traceability, for programs", ES: "Trazabilidad, para programas"}},
	{"certificationInfo", ".pdf", "application/pdf", true, lang.Text{PT: "Certificado de validação", EN: "Certificate of validation", ES: "Certificado de validación"}},
}

var epcis = lang.Text{PT: "Eventos EPCIS 2.0 (pede chave)", EN: "EPCIS 2.0 events (asks for a key)", ES: "Eventos EPCIS 2.0 (pide clave)"}

// languages is the member that says in which languages people read a link.
var languages = func() string {
	var tags []string
	for _, l := range lang.OfBuyers {
		tags = append(tags, strconv.Quote(l.Tag()))
	}
	return `,"hreflang":[` + strings.Join(tags, ",") + "]"
}()

// Of writes the links of goods. anchor is their address at this server, page the public page of
// the validation that names them, and class their name in EPCIS events; "" without a lot.
func Of(anchor, page, origin, class string, l lang.Lang) []byte {
	out := canon.AppendString([]byte(`{"linkset":[{"anchor":`), anchor)
	before := ""
	link := func(relation, href, media string, pages bool, title lang.Text) {
		switch {
		case relation == before:
			out = append(out, ',')
		case before != "":
			out = append(out, ']')
			fallthrough
		default:
			out = append(out, `,"https://gs1.org/voc/`+relation+`":[`...)
		}
		before = relation
		out = canon.AppendString(append(out, `{"href":`...), href)
		out = canon.AppendString(append(out, `,"title":`...), title.In(l))
		out = append(out, `,"type":"`+media+`"`...)
		if pages {
			out = append(out, languages...)
		}
		out = append(out, '}')
	}
	for _, row := range rows {
		link(row.relation, page+row.suffix, row.media, row.pages, row.title)
	}
	if class != "" {
		link("epcis", origin+"/epcis/events?MATCH_anyEPCClass="+url.QueryEscape(class), "application/ld+json", false, epcis)
	}
	return append(out, "]}]}\n"...)
}
