package query_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/query"
)

const head = `{"@context":"https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld","eventTime":"2026-03-01T08:30:00-03:00","eventTimeZoneOffset":"-03:00",`

// subjects are events in which every fixed parameter finds something.
var subjects = map[string]string{
	"shipped": head + `"type":"ObjectEvent","action":"OBSERVE","bizStep":"shipping","disposition":"urn:epcglobal:cbv:disp:in_transit","persistentDisposition":{"set":["recalled"],"unset":["active"]},
		"epcList":["urn:epc:id:sscc:7890000.0000000333"],"quantityList":[{"epcClass":"urn:epc:class:lgtin:7890000.012345.L1","quantity":600.5,"uom":"KGM"}],
		"readPoint":{"id":"urn:epc:id:sgln:7890000.00011.0"},"bizLocation":{"id":"https://rastro.example/id/local/x"},
		"errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z","reason":"did_not_occur","correctiveEventIDs":["urn:x:7"]},
		"sensorElementList":[{"sensorMetadata":{"startTime":"2026-02-01T00:00:00Z","endTime":"2026-02-02T00:00:00Z","deviceID":"urn:epc:id:giai:7890000.D1","bizRules":"urn:x:rules"},
			"sensorReport":[{"type":"Temperature","value":20,"microorganism":"urn:x:m","chemicalSubstance":"urn:x:c","dataProcessingMethod":"urn:x:p","stringValue":"s","hexBinaryValue":"f0","uriValue":"urn:x:u","booleanValue":true}]}]}`,
	"packed": head + `"type":"AggregationEvent","action":"ADD","parentID":"urn:epc:id:sscc:7890000.0000000333","childEPCs":["urn:epc:id:sgtin:7890000.012345.1"]}`,
	"milled": head + `"type":"TransformationEvent","transformationID":"urn:x:t","inputEPCList":["urn:x:i"],"outputEPCList":["urn:x:o"],"inputQuantityList":[{"epcClass":"urn:x:ic"}],"outputQuantityList":[{"epcClass":"urn:x:oc","quantity":7}]}`,
}

func TestMatch(t *testing.T) {
	used := map[string]bool{}
	for in, want := range map[string]string{
		"eventType=ObjectEvent|AggregationEvent":                   "packed shipped",
		"GE_eventTime=2026-03-01T11:30:00Z":                        "milled packed shipped",
		"GE_eventTime=2026-03-01T11:30:00.001Z":                    "",
		"LT_eventTime=2026-03-01T11:30:00Z":                        "",
		"GE_recordTime=2026-11-18T12:00:00Z":                       "milled packed shipped",
		"LT_recordTime=2026-11-18T12:00:00Z":                       "",
		"EQ_action=ADD":                                            "packed",
		"EQ_bizStep=cbv:BizStep-shipping":                          "shipped",
		"EQ_disposition=in_transit":                                "shipped",
		"EQ_persistentDisposition_set=recalled":                    "shipped",
		"EQ_persistentDisposition_unset=recalled":                  "",
		"EQ_readPoint=https://id.gs1.org/414/7890000000116":        "shipped",
		"WD_readPoint=urn:x:elsewhere":                             "",
		"EQ_bizLocation=https://rastro.example/id/local/x":         "shipped",
		"WD_bizLocation=https://rastro.example/id/local/x":         "shipped",
		"EQ_transformationID=urn:x:t":                              "milled",
		"MATCH_epc=https://id.gs1.org/00/078900000000003339":       "shipped",
		"MATCH_epc=urn:epc:idpat:sgtin:7890000.012345.*":           "packed",
		"MATCH_parentID=https://a.example/sscc/078900000000003339": "packed",
		"MATCH_inputEPC=urn:x:i|urn:x:o":                           "milled",
		"MATCH_outputEPC=urn:x:i":                                  "",
		"MATCH_anyEPC=urn:epc:id:sscc:7890000.0000000333":          "packed shipped",
		"MATCH_epcClass=https://a.example/01/07890000123457/10/L1": "shipped",
		"MATCH_inputEPCClass=urn:x:ic":                             "milled",
		"MATCH_outputEPCClass=urn:x:o*":                            "milled",
		"MATCH_anyEPCClass=urn:x:*|https://id.gs1.org/*":           "milled shipped",
		"EQ_quantity=600.50":                                       "shipped",
		"GT_quantity=7":                                            "shipped",
		"GE_quantity=7":                                            "milled shipped",
		"LT_quantity=7":                                            "",
		"LE_quantity=7":                                            "milled",
		"EQ_eventID=id:packed":                                     "packed",
		"EXISTS_errorDeclaration=true":                             "shipped",
		"EXISTS_errorDeclaration=false":                            "milled packed shipped",
		"GE_errorDeclarationTime=2026-04-01T00:00:00Z":             "shipped",
		"LT_errorDeclarationTime=2026-04-01T00:00:00Z":             "",
		"EQ_errorReason=did_not_occur":                             "shipped",
		"EQ_correctiveEventID=urn:x:7":                             "shipped",
		"GE_startTime=2026-02-01T00:00:00Z":                        "shipped",
		"LT_startTime=2026-02-01T00:00:00Z":                        "",
		"GE_endTime=2026-02-03T00:00:00Z":                          "",
		"LT_endTime=2026-02-03T00:00:00Z":                          "shipped",
		"EQ_type=Temperature":                                      "shipped",
		"EQ_deviceID=https://id.gs1.org/8004/7890000D1":            "shipped",
		"EQ_dataProcessingMethod=urn:x:p":                          "shipped",
		"EQ_microorganism=urn:x:m":                                 "shipped",
		"EQ_chemicalSubstance=urn:x:c":                             "shipped",
		"EQ_bizRules=urn:x:rules":                                  "shipped",
		"EQ_stringValue=s":                                         "shipped",
		"EQ_hexBinaryValue=f0":                                     "shipped",
		"EQ_uriValue=urn:x:u":                                      "shipped",
		"EQ_booleanValue=true":                                     "shipped",
		"EQ_booleanValue=false":                                    "",
		"orderBy=eventTime&orderDirection=ASC&maxEventCount=1":     "milled packed shipped",
		"eventCountLimit=1":                                        "milled packed shipped",
		"EQ_action=ADD|OBSERVE&EQ_bizStep=shipping":                "shipped",
	} {
		_, q := said(t, in)
		if q == nil {
			t.Errorf("%s is refused", in)
			continue
		}
		var matched []string
		for _, name := range []string{"milled", "packed", "shipped"} {
			r := epcis.Read([]byte(subjects[name]), today)
			if r.Verdict() != epcis.Accepted {
				t.Fatalf("%s: %v", name, r.All())
			}
			if q.Match(query.Subject{Event: r.Events[0], ID: "id:" + name, Recorded: time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)}) {
				matched = append(matched, name)
			}
		}
		if got := strings.Join(matched, " "); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
		values, err := url.ParseQuery(in)
		if err != nil {
			t.Fatal(err)
		}
		for name := range values {
			used[name] = true
		}
	}
	for _, p := range query.Params {
		if !used[p.Name] {
			t.Errorf("%s has no test", p.Name)
		}
	}
}
