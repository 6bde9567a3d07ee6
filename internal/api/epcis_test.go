package api_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/query"
	"rastro/internal/kind"
)

// found returns the events of an answer, read strictly, as another system may.
func (a answer) found(t *testing.T) []*epcis.Event {
	t.Helper()
	if a.status != 200 {
		t.Fatalf("%s: %d %s", a.request, a.status, a.body)
	}
	r := epcis.Read(a.body, time.Now().Add(100*365*24*time.Hour))
	if r.Verdict() != epcis.Accepted || len(r.All()) > 0 || r.Type != epcis.QueryDocument {
		t.Errorf("%s: %v %+v in %s", a.request, r.Verdict(), r.All(), a.body)
	}
	return r.Events
}

func (a answer) members(t *testing.T) (all struct{ Member []string }) {
	t.Helper()
	if err := json.Unmarshal(a.body, &all); err != nil || a.status != 200 {
		t.Fatalf("%s: %d %s", a.request, a.status, a.body)
	}
	return all
}

// EPCIS routes answer in the forms of the standard.
func TestEPCIS(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.post(kind.Receiving, `{"safraId":"S-1","dados":{"loteOrigem":"L-1","dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}}`)
	c.post(kind.Shipment, `{"safraId":"S-1","dados":{"loteOrigem":"L-1","destino":"NLRTM, Roterdã"}}`)
	c.spread()
	lot := publicURL + "/id/lote/L-1"

	a := c.get("/epcis/events?perPage=1")
	all := a.found(t)
	if len(all) != 1 || all[0].ReadPoint() != "" || !strings.HasSuffix(all[0].BizStep(), "BizStep-receiving") {
		t.Errorf("%s", a.body)
	}
	for name, want := range map[string]string{"GS1-EPCIS-Version": "2.0.0", "GS1-CBV-Version": "2.0.0", "GS1-Extensions": "rastro=" + publicURL + "/ns/epcis/", "Content-Type": "application/json"} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	next, _, found := strings.Cut(strings.TrimPrefix(a.header.Get("Link"), "<"), `>; rel="next"`)
	if !found || len(c.get(next).found(t)) != 1 {
		t.Errorf("Link: %s", a.header.Get("Link"))
	}
	if a = c.get("/epcis/events/"+url.PathEscape(all[0].ID), "Accept: application/ld+json"); len(a.found(t)) != 1 || a.header.Get("Content-Type") != "application/ld+json" {
		t.Errorf("%v %s", a.header, a.body)
	}
	short := all[0].ID[strings.LastIndexByte(all[0].ID, '/')+1:]
	if got := c.get("/epcis/events/" + short).found(t); len(got) != 1 || got[0].ID != all[0].ID {
		t.Errorf("%s", short)
	}
	for path, want := range map[string]int{
		"/epcis/epcs/" + url.PathEscape(lot) + "/events": 2, "/epcis/bizSteps/shipping/events": 1, "/epcis/eventTypes/ObjectEvent/events?EQ_bizStep=receiving": 1, "/epcis/eventTypes/TransactionEvent/events": 0,
		"/epcis/events?safraId=S-1": 2, "/epcis/events?safraId=S-2": 0, "/epcis/bizSteps/shipping/events?safraId=S-1": 1,
		"/epcis/dispositions/in_transit/events": 1, "/epcis/readPoints/" + url.PathEscape(publicURL+"/x") + "/events": 0, "/epcis/events?MATCH_anyEPCClass=" + url.QueryEscape(lot+"|"+lot+"x"): 2,
		"/epcis/events?EQ_bizStep=receiving|shipping": 2, "/epcis/events?EQ_bizStep=receiving&EQ_bizStep=shipping": 2,
	} {
		if got := len(c.get(path).found(t)); got != want {
			t.Errorf("%s: %d events, want %d", path, got, want)
		}
	}
	for _, path := range []string{"/epcis", "/epcis/"} {
		if got := c.get(path).members(t).Member; len(got) != 7 || !slices.Contains(got, "events") {
			t.Errorf("%s: %v", path, got)
		}
	}
	if got := c.get("/epcis/epcs").members(t).Member; !slices.Equal(got, []string{lot}) {
		t.Errorf("lots: %v", got)
	}
	if got := c.get("/epcis/bizSteps/shipping").members(t).Member; !slices.Equal(got, []string{"events"}) {
		t.Errorf("%v", got)
	}
	if a = c.do("HEAD", "/epcis/events", ""); a.status != 200 || a.header.Get("GS1-EPCIS-Version") == "" {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	c.post(kind.Receiving+"/"+made.record().ID+"/expurgo", `{"motivo":"pedido"}`)
	if a = c.get("/epcis/events/" + short); a.status != 410 || !strings.Contains(string(a.body), "epcisException:NoSuchResourceException") {
		t.Errorf("an erased event: %d %s", a.status, a.body)
	}
}

// Every fixed parameter of the standard is served, and what is wrong has the standard's name.
func TestEPCISQueries(t *testing.T) {
	t.Parallel()
	c := start(t)
	values := map[string]string{"eventType": "ObjectEvent", "EQ_action": "ADD", "orderBy": "eventTime", "orderDirection": "ASC", "EQ_errorReason": "incorrect_data", "EQ_type": "Temperature", "EQ_bizStep": "receiving"}
	for i := range query.Params {
		name := query.Params[i].Name
		value := values[name]
		switch {
		case value != "":
		case strings.HasSuffix(name, "Time"):
			value = "2026-03-01T08:30:00-03:00"
		case strings.Contains(name, "ispos"):
			value = "in_transit"
		case strings.HasPrefix(name, "EXISTS_"), name == "EQ_booleanValue":
			value = "true"
		case strings.HasSuffix(name, "_quantity"), strings.Contains(name, "ventCount"):
			value = "12"
		default:
			value = "urn:x:y"
		}
		if a := c.get("/epcis/events?" + name + "=" + url.QueryEscape(value)); a.status != 200 {
			t.Errorf("%s=%s: %d %s", name, value, a.status, a.body)
		}
	}
	many := strings.Repeat("urn:x:y|", 10_000)
	for _, e := range []struct {
		path, header string
		status       int
		exception    string
	}{
		{"/epcis/events?EQ_bizTransaction_po=urn:x:y", "", 501, "ImplementationException"},
		{"/epcis/events?EQ_https%3A%2F%2Fx.example%2F%23y=1", "", 501, "ImplementationException"},
		{"/epcis/events?cor=azul", "", 400, "QueryParameterException"},
		{"/epcis/events?EQ_bizStep=teleporting", "", 400, "QueryParameterException"},
		{"/epcis/events?GE_eventTime=ontem", "", 400, "QueryParameterException"},
		{"/epcis/events?eventCountLimit=1&maxEventCount=1", "", 400, "QueryParameterException"},
		{"/epcis/events?perPage=0", "", 400, "QueryParameterException"},
		{"/epcis/events?nextPageToken=abc", "", 400, "QueryParameterException"},
		{"/epcis/events?MATCH_epc=" + many, "", 413, "QueryTooComplexException"},
		{"/epcis/events/x", "", 404, "NoSuchResourceException"},
		{"/epcis/events/x?perPage=1", "", 400, "QueryParameterException"},
		{"/epcis/events?safraId=", "", 400, "QueryParameterException"},
		{"/epcis/events?safraId=+", "", 400, "QueryParameterException"},
		{"/epcis/events?safraId=S-1&safraId=S-2", "", 400, "QueryParameterException"},
		{"/epcis/eventTypes?safraId=S-1", "", 400, "QueryParameterException"},
		{"/epcis/eventTypes?EQ_bizStep=receiving", "", 400, "QueryParameterException"},
		{"/epcis/eventTypes/RocketEvent/events", "", 400, "QueryParameterException"},
		{"/epcis/epcs/nada", "", 400, "QueryParameterException"},
		{"/epcis/nada", "", 404, "NoSuchResourceException"},
		{"/epcis/events", "Accept: application/xml", 406, "NotAcceptableException"},
		{"/epcis/events", "GS1-EPCIS-Min: 2.1", 406, "NotAcceptableException"},
		{"/epcis/events", "GS1-EPCIS-Max: 1.2", 406, "NotAcceptableException"},
		{"/epcis/events", "GS1-CBV-Min: x", 406, "NotAcceptableException"},
		{"/epcis/events", "GS1-EPC-Format: Always_EPC_URN", 406, "NotAcceptableException"},
		{"/epcis/events", "X-API-SECRET-KEY: wrong", 401, "SecurityException"},
	} {
		var headers []string
		if e.header != "" {
			headers = append(headers, e.header)
		}
		a := c.get(e.path, headers...)
		var p struct {
			Type, Title, Detail, Error string
			Status                     int
		}
		if err := json.Unmarshal(a.body, &p); err != nil || a.status != e.status || p.Status != e.status || p.Type != "epcisException:"+e.exception || p.Detail == "" || p.Error == "" || a.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%.80s %s: %d %s, want %d %s", e.path, e.header, a.status, a.body, e.status, e.exception)
		}
	}
	for _, header := range []string{"GS1-EPCIS-Min: 1.2", "GS1-EPCIS-Max: 2.0.0", "GS1-CBV-Max: 3", "GS1-EPC-Format: Always_GS1_Digital_Link", "Accept: */*", "Accept: text/html, application/ld+json;q=0.1"} {
		if a := c.get("/epcis/events", header); a.status != 200 {
			t.Errorf("%s: %d %s", header, a.status, a.body)
		}
	}
	a := c.do("OPTIONS", "/epcis/events", "")
	if a.status != 204 || !strings.Contains(a.header.Get("Allow"), "GET") || a.header.Get("GS1-EPCIS-Min") != "2.0.0" || a.header.Get("GS1-EPC-Format") == "" || a.header.Get("GS1-EPCIS-Version") != "2.0.0" {
		t.Errorf("OPTIONS: %d %v", a.status, a.header)
	}
	if a = c.do("DELETE", "/epcis/events", ""); a.status != 405 || !strings.Contains(string(a.body), "epcisException:") {
		t.Errorf("DELETE: %d %s", a.status, a.body)
	}
}

func TestResolver(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := c.as("", "").get("/.well-known/gs1resolver")
	var said struct {
		ResolverRoot         string
		SupportedPrimaryKeys []string
	}
	if err := json.Unmarshal(a.body, &said); err != nil || a.status != 200 || said.ResolverRoot != publicURL || !slices.Equal(said.SupportedPrimaryKeys, []string{"01"}) {
		t.Errorf("%d %s", a.status, a.body)
	}
}
