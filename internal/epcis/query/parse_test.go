package query_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/query"
	"rastro/internal/lang"
)

// said reads a query string and returns the result: the canonical form, or the code.
func said(t *testing.T, in string) (string, *query.Query) {
	values, err := url.ParseQuery(in)
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Parse(values)
	var failure *query.Error
	if errors.As(err, &failure) {
		for _, l := range lang.All {
			if m := failure.Message(l); m == "" || strings.Contains(m, "{") {
				t.Errorf("%s: %q", in, m)
			}
		}
		return string(failure.Code) + " " + failure.Parameter, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return q.Canonical(), q
}

func TestParse(t *testing.T) {
	const none = `["","false","0","0"]]`
	for in, want := range map[string]string{
		"":                            "[" + none,
		"EQ_bizStep=storing|shipping": `[["EQ_bizStep","https://ref.gs1.org/cbv/BizStep-shipping","https://ref.gs1.org/cbv/BizStep-storing"],` + none,
		"EQ_bizStep=shipping&EQ_bizStep=cbv:BizStep-storing&EQ_bizStep=storing": `[["EQ_bizStep","https://ref.gs1.org/cbv/BizStep-shipping","https://ref.gs1.org/cbv/BizStep-storing"],` + none,
		"EQ_bizStep=https://s.example/x":                                        `[["EQ_bizStep","https://s.example/x"],` + none,
		"EQ_bizStep=storring":                                                   "EPCIS_PARAMETRO_VALOR EQ_bizStep",
		"EQ_action=ADD|OBSERVE":                                                 `[["EQ_action","ADD","OBSERVE"],` + none,
		"EQ_action=urn:x:1":                                                     "EPCIS_PARAMETRO_VALOR EQ_action",
		"eventType=ObjectEvent":                                                 `[["eventType","ObjectEvent"],` + none,
		"eventType=EPCISDocument":                                               "EPCIS_PARAMETRO_VALOR eventType",
		"GE_eventTime=2026-03-01T08:30:00-03:00":                                `[["GE_eventTime","2026-03-01T11:30:00Z"],` + none,
		"GE_eventTime=2026-03-01":                                               "EPCIS_PARAMETRO_VALOR GE_eventTime",
		"GE_eventTime=2026-03-01T08:30:00Z&GE_eventTime=2026-03-01T08:30:00Z":   "EPCIS_PARAMETRO_REPETIDO GE_eventTime",
		"MATCH_anyEPC=urn:epc:id:sgtin:7890000.012345.1":                        `[["MATCH_anyEPC","https://id.gs1.org/01/07890000123457/21/1"],` + none,
		"MATCH_anyEPC=LOTE-1":                                                   "EPCIS_PARAMETRO_VALOR MATCH_anyEPC",
		"MATCH_anyEPC=urn:epc:idpat:sgtin:7890000.*.*":                          "EPCIS_PARAMETRO_NAO_FEITO MATCH_anyEPC",
		"MATCH_anyEPC=":                                                         "EPCIS_PARAMETRO_VALOR MATCH_anyEPC",
		"EQ_quantity=12.50":                                                     `[["EQ_quantity","12.5"],` + none,
		"EQ_quantity=1e999":                                                     "EPCIS_PARAMETRO_VALOR EQ_quantity",
		"EQ_quantity=NaN":                                                       "EPCIS_PARAMETRO_VALOR EQ_quantity",
		"EXISTS_errorDeclaration=true":                                          `[["EXISTS_errorDeclaration","true"],` + none,
		"EXISTS_errorDeclaration=yes":                                           "EPCIS_PARAMETRO_VALOR EXISTS_errorDeclaration",
		"EQ_errorReason=did_not_occur":                                          `[["EQ_errorReason","https://ref.gs1.org/cbv/ER-did_not_occur"],` + none,
		"orderBy=eventTime&orderDirection=ASC&eventCountLimit=5":                `[["eventTime","true","5","0"]]`,
		"orderBy=bizStep":                                                       "EPCIS_PARAMETRO_VALOR orderBy",
		"orderBy=https://ns.example.com/%23weight":                              "EPCIS_PARAMETRO_NAO_FEITO orderBy",
		"orderDirection=up":                                                     "EPCIS_PARAMETRO_VALOR orderDirection",
		"eventCountLimit=0":                                                     "EPCIS_PARAMETRO_VALOR eventCountLimit",
		"eventCountLimit=5&maxEventCount=5":                                     "EPCIS_LIMITES maxEventCount",
		"maxEventCount=99999999999":                                             "EPCIS_PARAMETRO_VALOR maxEventCount",
		"perPage=50&nextPageToken=abc":                                          "[" + none,
		"perPage=0":                                                             "EPCIS_PARAMETRO_VALOR perPage",
		"perPage=1&perPage=2":                                                   "EPCIS_PARAMETRO_REPETIDO perPage",
		"nextPageToken=" + strings.Repeat("a", 5000):                            "EPCIS_PARAMETRO_VALOR nextPageToken",
		"EQ_eventID=" + strings.Repeat("urn:x:1|", 9999) + "urn:x:1":            "EPCIS_CONSULTA_GRANDE EQ_eventID",
		"EQ_eventID=" + strings.Repeat("a", 2049):                               "EPCIS_PARAMETRO_VALOR EQ_eventID",

		"EQ_bizTransaction_po=urn:x:1":          "EPCIS_PARAMETRO_NAO_FEITO EQ_bizTransaction_po",
		"EQ_ILMD_https://ns.example.com/%23a=1": "EPCIS_PARAMETRO_NAO_FEITO EQ_ILMD_https://ns.example.com/#a",
		"GT_https://ns.example.com/%23a=1":      "EPCIS_PARAMETRO_NAO_FEITO GT_https://ns.example.com/#a",
		"EXISTS_ex:a=true":                      "EPCIS_PARAMETRO_NAO_FEITO EXISTS_ex:a",
		"GE_value_CEL=1":                        "EPCIS_PARAMETRO_NAO_FEITO GE_value_CEL",
		"EQ_sDev=1":                             "EPCIS_PARAMETRO_NAO_FEITO EQ_sDev",
		"HASATTR_ex:a=1":                        "EPCIS_PARAMETRO_NAO_FEITO HASATTR_ex:a",
		"EQ_bizStepp=storing":                   "EPCIS_PARAMETRO EQ_bizStepp",
		"EQ_=1":                                 "EPCIS_PARAMETRO EQ_",
		"EQ_ILMD_=1":                            "EPCIS_PARAMETRO EQ_ILMD_",
		"EXISTS_value=true":                     "EPCIS_PARAMETRO EXISTS_value",
		"bizStep=storing":                       "EPCIS_PARAMETRO bizStep",
	} {
		if got, _ := said(t, in); got != want {
			t.Errorf("%.80s: %s, want %s", in, got, want)
		}
	}
	if _, q := said(t, "perPage=5000"); q == nil || q.PerPage != 1000 {
		t.Errorf("%+v", q)
	}
}

func TestPatterns(t *testing.T) {
	for pattern, names := range map[string]map[string]bool{
		"urn:epc:idpat:sgtin:7890000.012345.*":     {"https://id.gs1.org/01/07890000123457/21/9": true, "https://id.gs1.org/01/07890000123457": true, "https://id.gs1.org/01/07890000123457/10/9": false},
		"urn:epc:idpat:grai:7890000.66666.*":       {"https://id.gs1.org/8003/0789000066666487": true, "https://id.gs1.org/8003/0789000066666587": false},
		"https://a.example/01/07890000123457/10/L": {"https://id.gs1.org/01/07890000123457/10/L": true, "https://id.gs1.org/01/07890000123457/10/L2": false},
		"https://rastro.example/id/lote/MT25*":     {"https://rastro.example/id/lote/MT25-1": true, "https://rastro.example/id/lote/MS25-1": false},
		"urn:epc:class:lgtin:7890000.012345.L":     {"https://id.gs1.org/01/07890000123457/10/L": true},
	} {
		_, q := said(t, "MATCH_anyEPCClass="+url.QueryEscape(pattern))
		if q == nil {
			t.Errorf("%s is refused", pattern)
			continue
		}
		for name, want := range names {
			if got := q.Filters[0].Values[0].Matches(name); got != want {
				t.Errorf("%s and %s: %v", pattern, name, got)
			}
		}
	}
}

// A stored query is read as the same parameters in an address are.
func TestParseNode(t *testing.T) {
	for in, want := range map[string]string{
		`{"eventType":["ObjectEvent"],"EQ_quantity":12.5,"EXISTS_errorDeclaration":true}`: `[["EQ_quantity","12.5"],["EXISTS_errorDeclaration","true"],["eventType","ObjectEvent"],["","false","0","0"]]`,
		`{"eventType":{}}`:   "EPCIS_PARAMETRO_VALOR",
		`{"eventType":[[]]}`: "EPCIS_PARAMETRO_VALOR",
		`{"eventType":[]}`:   "EPCIS_PARAMETRO_VALOR",
		`{"EQ_action":null}`: "EPCIS_PARAMETRO_VALOR",
		`[]`:                 "EPCIS_PARAMETRO_VALOR",
		`{"nothing":"x"}`:    "EPCIS_PARAMETRO",
	} {
		r := epcis.Read([]byte(in), today) // not a document, but still read
		q, err := query.ParseNode(r.Root)
		var failure *query.Error
		got := ""
		if errors.As(err, &failure) {
			got = string(failure.Code)
		} else {
			got = q.Canonical()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestTables(t *testing.T) {
	if len(query.Params) != 53 {
		t.Errorf("%d parameters, and the standard has 53", len(query.Params))
	}
	seen := map[string]bool{}
	for _, p := range query.Params {
		if seen[p.Name] || p.Op != "" && p.Field == "" {
			t.Errorf("%+v", p)
		}
		seen[p.Name] = true
	}
	for code, row := range query.Codes {
		if !row.Text.Complete() || row.Exception == "" || row.Status < 400 {
			t.Errorf("%s: %+v", code, row)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("EQ_bizStep", "storing|shipping")
	f.Add("MATCH_anyEPC", "urn:epc:idpat:sgtin:7890000.012345.*")
	f.Add("GE_value_CEL", "1")
	f.Fuzz(func(t *testing.T, name, value string) {
		q, err := query.Parse(map[string][]string{name: {value}})
		if err == nil && q.Canonical() == "" || err != nil && fmt.Sprint(err) == "" {
			t.Errorf("%q=%q", name, value)
		}
	})
}

var today = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
