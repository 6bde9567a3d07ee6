package api_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

type link struct {
	Href, Title, Type string
	Hreflang          []string
}

// linksetOf reads a linkset in the form of RFC 9264: one context, an anchor, and relations that are
// lists of links.
func linksetOf(t *testing.T, a answer) (anchor string, relations map[string][]link) {
	t.Helper()
	a.ok(200).has("Content-Type", "application/linkset+json").has("Cache-Control", "no-cache")
	var set struct{ Linkset []map[string]json.RawMessage }
	if err := json.Unmarshal(a.body, &set); err != nil || len(set.Linkset) != 1 {
		t.Fatalf("%s: %v in %s", a.request, err, a.body)
	}
	relations = map[string][]link{}
	for name, value := range set.Linkset[0] {
		if name == "anchor" {
			anchor = decode[string](t, name, value)
			continue
		}
		relations[strings.TrimPrefix(name, "https://gs1.org/voc/")] = decode[[]link](t, name, value)
	}
	return anchor, relations
}

func TestDigitalLink(t *testing.T) {
	t.Parallel()
	c := start(t)
	stranger := c.as("", "")
	r := c.create(validations, "S-1", `{"gtin":"7891234567895","lotes":["MT25-S-001","A/1.b_2"],"cultura":"SOJA"}`)
	page := publicURL + "/v/" + r.Codigo
	for _, path := range []string{
		"/01/07891234567895/10/MT25-S-001", "/01/7891234567895/10/MT25-S-001", "/01/07891234567895", "/01/7891234567895", "/01/07891234567895/10/A%2F1.b_2",
	} {
		a := stranger.get(path).ok(307).has("Location", page).has("Cache-Control", "no-cache").has("Vary", "Accept, Accept-Language")
		if got := decode[qrCode](t, a.request, a.Data); got.Codigo != r.Codigo || got.URL != page {
			t.Errorf("%s: %+v", path, got)
		}
		lot, hasLot := strings.CutPrefix(path[strings.LastIndex(path, "/")-3:], "/10/")
		want := publicURL + "/01/07891234567895"
		if hasLot {
			want += "/10/" + lot
		}
		if got := a.header.Get("Link"); got != "<"+want+`?linkType=linkset>; rel="linkset"; type="application/linkset+json"` {
			t.Errorf("%s: Link %s", path, got)
		}
		for _, again := range []answer{
			stranger.get(path, "Accept: application/linkset+json"), stranger.get(path + "?linkType=linkset"), stranger.get(path+"?linkType=all", "Accept: text/html"),
			stranger.get(path, "Accept: application/linkset+json, application/json;q=0.5"),
		} {
			anchor, relations := linksetOf(t, again)
			if links := relations["epcis"]; hasLot != (len(links) == 1) || hasLot && !strings.HasPrefix(links[0].Href, publicURL+"/epcis/events?MATCH_anyEPCClass=") || hasLot && links[0].Hreflang != nil {
				t.Errorf("%s: epcis %+v", path, links)
			}
			delete(relations, "epcis")
			if anchor != want || len(relations) != 3 {
				t.Errorf("%s: anchor %s, %v", path, anchor, relations)
			}
			if d := relations["defaultLink"]; len(d) != 1 || d[0].Href != page || d[0].Title != "Validação da safra" || strings.Join(d[0].Hreflang, " ") != "pt-BR en es de nl fr it" {
				t.Errorf("%s: defaultLink %+v", path, d)
			}
			if d := relations["certificationInfo"]; len(d) != 1 || d[0].Href != page+".pdf" || d[0].Type != "application/pdf" || len(d[0].Hreflang) != 7 {
				t.Errorf("%s: certificationInfo %+v", path, d)
			}
			if d := relations["traceability"]; len(d) != 2 || d[0].Href != page || d[1].Type != "application/json" || len(d[0].Hreflang) != 7 || d[1].Hreflang != nil {
				t.Errorf("%s: traceability %+v", path, d)
			}
		}
		stranger.get(path, "Accept: */*").ok(307)
		stranger.get(path, "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8").ok(307)
	}
	if _, relations := linksetOf(t, stranger.get("/01/7891234567895?linkType=linkset", "Accept-Language: es")); relations["traceability"][0].Title != "Trazabilidad" {
		t.Errorf("in Spanish: %+v", relations)
	}
}

// GTINs of every length are compared as numbers, and a wrong check digit is explained.
func TestDigitalLinkNumbers(t *testing.T) {
	t.Parallel()
	c := start(t)
	for gtin, full := range map[string]string{
		`"96385074"`: "00000096385074", `"036000291452"`: "00036000291452", `7891234567895`: "07891234567895", `"1 789123 456789 2"`: "17891234567892",
	} {
		r := c.create(validations, "S-1", `{"gtin":`+gtin+`,"lotes":["L-1"]}`)
		if len(r.Avisos) != 0 {
			t.Errorf("%s: %+v", gtin, r.Avisos)
		}
		for cut := full; ; cut = cut[1:] {
			if n := len(cut); n == 14 || n == 13 || n == 12 || n == 8 {
				c.get("/01/"+cut+"/10/L-1").ok(307).has("Location", publicURL+"/v/"+r.Codigo)
			}
			if cut[0] != '0' {
				break
			}
		}
	}
	for _, gtin := range []string{"7891234567896", "07891234567896", "789123456789", "00000000", "1", "abc", "7891234567895x", strings.Repeat("7", 10_000), "%20", "%00", "%ff", "789123456789%C2%B2"} {
		for _, path := range []string{"/01/" + gtin, "/01/" + gtin + "/10/L-1"} {
			a := c.as("", "").get(path, "Accept-Language: en").fails(400, "GTIN_INVALIDO")
			if len(a.Errors) != 1 || a.Errors[0].Campo != "gtin" || a.Errors[0].Mensagem == "" || !strings.Contains(a.Message, "8, 12, 13 or 14") {
				t.Errorf("%.40s: %s", path, a.body)
			}
		}
	}
	if a := c.get("/01/7891234567896"); a.Errors[0].Mensagem != "dígito verificador não confere" {
		t.Errorf("%+v", a.Errors)
	}
	// In a payload, such a number is stored and graded, and resolves to nothing.
	r := c.create(validations, "S-1", `{"gtin":"4006381333932","lotes":["L-1"]}`)
	if len(r.Avisos) != 1 || r.Avisos[0].Regra != "IDENTIFICADOR_INVALIDO" || r.Avisos[0].Campo != "gtin" {
		t.Errorf("avisos %+v", r.Avisos)
	}
	c.get("/01/4006381333931/10/L-1").fails(404, "ITEM_NAO_ENCONTRADO")
}

func TestDigitalLinkOfNothing(t *testing.T) {
	t.Parallel()
	c := start(t).as(rootAccess, rootSecret)
	c.create(validations, "S-1", `{"gtin":"7891234567895","lotes":["L-1"]}`)
	for _, lot := range []string{"L-2", "l-1", "%00", "%ff", "%20", "L-1%00", strings.Repeat("L", 21), strings.Repeat("L", 10_000), "..", "%27%3B--", "%3Cscript%3E"} {
		a := c.as("", "").get("/01/7891234567895/10/" + lot)
		if lot == ".." { // this path is cleaned first
			continue
		}
		a.fails(404, "ITEM_NAO_ENCONTRADO")
		if strings.Contains(a.Message, "script") || !strings.Contains(a.Message, "7891234567895") {
			t.Errorf("%.40s: %s", lot, a.Message)
		}
	}
	c.get("/01/4006381333931").fails(404, "ITEM_NAO_ENCONTRADO")
	for _, payload := range []string{`{"gtin":["4006381333931"]}`, `{"gtin":{"a":1}}`, `{"gtin":"4006381333931","lotes":"L-1"}`, `{"gtin":true}`} {
		c.post(validations, entity("S-1", payload)) // it must not fail, whatever the result
	}
	c.do("POST", "/01/7891234567895", "").fails(405, "METODO_NAO_PERMITIDO")
}

// The link leads to the newest validation that is not revoked or, if all are, to a revoked one.
func TestDigitalLinkFollowsTheNewest(t *testing.T) {
	t.Parallel()
	c := start(t)
	const path = "/01/7891234567895/10/L-1"
	leads := func(when string, r record) {
		t.Helper()
		if got := c.get(path).ok(307).header.Get("Location"); got != publicURL+"/v/"+url.PathEscape(r.Codigo) {
			t.Errorf("%s: to %s, want %s", when, got, r.Codigo)
		}
	}
	const payload = `{"gtin":"7891234567895","lotes":["L-1"]}`
	first := c.create(validations, "S-1", payload)
	leads("one", first)
	second := c.create(validations, "S-2", payload)
	leads("two", second)
	c.delete(validations + "/" + second.ID).ok(200)
	leads("the newest is revoked", first)
	c.put(validations+"?id="+first.ID, entity("S-1", `{"gtin":"7891234567895","lotes":["L-9"]}`)).ok(200)
	leads("the other names another lot now", second)
	c.get("/01/7891234567895/10/L-9").ok(307).has("Location", publicURL+"/v/"+first.Codigo)
	c.post(validations+"/"+second.ID+"/expurgo", `{"motivo":"pedido"}`).ok(200)
	c.get(path).fails(404, "ITEM_NAO_ENCONTRADO")
	c.put(validations+"?id="+first.ID, entity("S-1", `{}`)).ok(200)
	c.get("/01/7891234567895").fails(404, "ITEM_NAO_ENCONTRADO")
}
