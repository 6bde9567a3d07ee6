package epcis_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

const contextURL = "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"

// documented puts events into a document.
func documented(events ...string) string {
	return `{"@context":["` + contextURL + `",{"ex":"https://ns.example.com/"}],"type":"EPCISDocument","schemaVersion":"2.0","creationDate":"2026-03-01T12:00:00Z","epcisBody":{"eventList":[` + strings.Join(events, ",") + `]}}`
}

// good is an event, without its braces, to which a test adds members.
const good = `"eventTime":"2026-03-01T08:30:00-03:00","eventTimeZoneOffset":"-03:00"`

const (
	observed = `{"type":"ObjectEvent","action":"OBSERVE",` + good + `,"epcList":["https://rastro.example/id/lote/A"]`
	first    = "/epcisBody/eventList/0"
)

// broken are documents that break exactly one rule.
var broken = []struct {
	name    string
	in      string
	rule    *finding.Rule
	pointer string
}{
	{"nothing", ``, epcis.NotJSON, ""},
	{"XML", `<epcis:EPCISDocument/>`, epcis.NotJSON, ""},
	{"cut", documented(observed + `}`)[:90], epcis.NotJSON, "/@context/1/ex"},
	{"a name twice", documented(observed + `,"action":"ADD"}`), epcis.NotJSON, first + "/action"},
	{"two documents", documented(observed+`}`) + `{}`, epcis.NotJSON, ""},
	{"too deep", documented(observed + `,"ex:a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`), epcis.NotJSON, first + "/ex:a" + strings.Repeat("/0", canon.MaxDepth-4)},
	{"a list", `[]`, epcis.WrongShape, ""},
	{"another document", `{"@context":"` + contextURL + `","type":"Invoice"}`, epcis.NotEPCIS, "/type"},
	{"no type", `{"@context":"` + contextURL + `"}`, epcis.NotEPCIS, "/type"},
	{"no events", documented(), epcis.NoEvents, ""},
	{"too many events", documented(strings.Split(strings.Repeat(observed+"}\n", 1001), "\n")[:1001]...), epcis.TooManyEvents, "/epcisBody/eventList"},
	{"events that are no list", strings.Replace(documented(), "[]", "{}", 1), epcis.WrongShape, "/epcisBody/eventList"},
	{"an event that is none", documented(`7`), epcis.WrongShape, first},
	{"an event without type", documented(`{` + good + `}`), epcis.MissingVital, first},
	{"an event of another type", documented(`{"type":"QuantityEvent",` + good + `}`), epcis.UnknownType, first + "/type"},
	{"an old version", strings.Replace(documented(observed+`}`), `"2.0"`, `"1.2"`, 1), epcis.BadValue, "/schemaVersion"},
	{"no body", `{"@context":"` + contextURL + `","type":"EPCISDocument","schemaVersion":"2.0","creationDate":"2026-03-01T12:00:00Z"}`, epcis.MissingVital, ""},
	{"no creation date", strings.Replace(documented(observed+`}`), `"creationDate":"2026-03-01T12:00:00Z",`, ``, 1), epcis.Missing, ""},
	{"a field of nobody", strings.Replace(documented(observed+`}`), `"type":"EPCISDocument"`, `"type":"EPCISDocument","note":"x"`, 1), epcis.UnknownField, "/note"},

	{"no time", documented(strings.Replace(observed, `"eventTime":"2026-03-01T08:30:00-03:00",`, ``, 1) + `}`), epcis.MissingVital, first},
	{"a time without zone", documented(strings.Replace(observed, "00-03:00", "00", 1) + `}`), epcis.BadVital, first + "/eventTime"},
	{"no offset", documented(strings.Replace(observed, `,"eventTimeZoneOffset":"-03:00"`, ``, 1) + `}`), epcis.Missing, first},
	{"an offset of words", documented(strings.Replace(observed, `"-03:00"`, `"BRT"`, 1) + `}`), epcis.BadValue, first + "/eventTimeZoneOffset"},
	{"an offset beyond the earth", documented(strings.Replace(observed, `"-03:00"`, `"+14:30"`, 1) + `}`), epcis.BadValue, first + "/eventTimeZoneOffset"},
	{"an offset that contradicts the time", documented(strings.Replace(observed, `"-03:00"`, `"-04:00"`, 1) + `}`), epcis.OffsetDiffers, first + "/eventTimeZoneOffset"},
	{"a future time", documented(strings.Replace(observed, "2026-03-01T08", "2026-11-19T08", 1) + `}`), epcis.Future, first + "/eventTime"},
	{"no action", documented(strings.Replace(observed, `"action":"OBSERVE",`, ``, 1) + `}`), epcis.Missing, first},
	{"an unknown action", documented(strings.Replace(observed, `OBSERVE`, `observe`, 1) + `}`), epcis.UnknownWord, first + "/action"},
	{"an unknown step", documented(observed + `,"bizStep":"shiping"}`), epcis.UnknownWord, first + "/bizStep"},
	{"an unknown step of GS1", documented(observed + `,"bizStep":"cbv:BizStep-shiping"}`), epcis.NoStandardWord, first + "/bizStep"},
	{"an unknown step in an old URN", documented(observed + `,"bizStep":"urn:epcglobal:cbv:bizstep:growing"}`), epcis.UnknownWord, first + "/bizStep"},
	{"a step of another list", documented(observed + `,"bizStep":"urn:epcglobal:cbv:disp:active"}`), epcis.UnknownWord, first + "/bizStep"},
	{"a step that is no URI", documented(observed + `,"bizStep":"ex:a b"}`), epcis.NotURI, first + "/bizStep"},
	{"a step that is a number", documented(observed + `,"bizStep":7}`), epcis.WrongShape, first + "/bizStep"},
	{"an unknown disposition", documented(observed + `,"disposition":"in_transport"}`), epcis.UnknownWord, first + "/disposition"},
	{"no lasting disposition", documented(observed + `,"persistentDisposition":{"set":[]}}`), epcis.TooFew, first + "/persistentDisposition/set"},
	{"a lasting disposition of nothing", documented(observed + `,"persistentDisposition":{}}`), epcis.TooFew, first + "/persistentDisposition"},
	{"an unknown document", documented(observed + `,"bizTransactionList":[{"type":"nfe","bizTransaction":"urn:br:nfe:1"}]}`), epcis.UnknownWord, first + "/bizTransactionList/0/type"},
	{"a source without type", documented(observed + `,"sourceList":[{"source":"urn:x:1"}]}`), epcis.Missing, first + "/sourceList/0"},
	{"an unknown measurement", documented(observed + `,"sensorElementList":[{"sensorReport":[{"type":"Moisture"}]}]}`), epcis.UnknownWord, first + "/sensorElementList/0/sensorReport/0/type"},
	{"a measurement in quotes", documented(observed + `,"sensorElementList":[{"sensorReport":[{"type":"Mass","value":"7"}]}]}`), epcis.WrongShape, first + "/sensorElementList/0/sensorReport/0/value"},
	{"a sensor without report", documented(observed + `,"sensorElementList":[{"sensorMetadata":{}}]}`), epcis.Missing, first + "/sensorElementList/0"},
	{"an empty epcList", documented(strings.Replace(observed, `["https://rastro.example/id/lote/A"]`, `[]`, 1) + `}`), epcis.NoIdentifier, first + "/epcList"},
	{"no identifiers", documented(strings.Replace(observed, `,"epcList":["https://rastro.example/id/lote/A"]`, ``, 1) + `}`), epcis.NoIdentifier, first},
	{"an EPC twice", documented(strings.Replace(observed, `lote/A"`, `lote/A","https://rastro.example/id/lote/A"`, 1) + `}`), epcis.Twice, first + "/epcList/1"},
	{"an EPC that is no URI", documented(strings.Replace(observed, `https://rastro.example/id/lote/A`, `LOTE-1`, 1) + `}`), epcis.NotURI, first + "/epcList/0"},
	{"an EPC that is too long", documented(strings.Replace(observed, `lote/A`, strings.Repeat("A", 2048), 1) + `}`), epcis.TooLong, first + "/epcList/0"},
	{"a wrong check digit", documented(strings.Replace(observed, `rastro.example/id/lote/A`, `id.gs1.org/01/07890000123450/10/A`, 1) + `}`), epcis.CheckDigit, first + "/epcList/0"},
	{"epcList as a text", documented(strings.Replace(observed, `["https://rastro.example/id/lote/A"]`, `"https://rastro.example/id/lote/A"`, 1) + `}`), epcis.WrongShape, first + "/epcList"},
	{"a field of the quantity", documented(observed + `,"quantityList":[{"epcClass":"urn:x:1","weight":5}]}`), epcis.UnknownField, first + "/quantityList/0/weight"},
	{"a negative quantity", documented(observed + `,"quantityList":[{"epcClass":"urn:x:1","quantity":-5}]}`), epcis.Negative, first + "/quantityList/0/quantity"},
	{"a unit in words", documented(observed + `,"quantityList":[{"epcClass":"urn:x:1","quantity":5,"uom":"kg"}]}`), epcis.BadValue, first + "/quantityList/0/uom"},
	{"a field of no name space", documented(observed + `,"safra":"2026"}`), epcis.UnknownField, first + "/safra"},
	{"a field of another event", documented(observed + `,"inputEPCList":["urn:x:1"]}`), epcis.WrongEvent, first + "/inputEPCList"},
	{"a name with a slash", documented(observed + `,"a/b~c":1}`), epcis.UnknownField, first + "/a~1b~0c"},
	{"ilmd without name space", documented(strings.Replace(observed, "OBSERVE", "ADD", 1) + `,"ilmd":{"lote":"1"}}`), epcis.UnknownField, first + "/ilmd/lote"},
	{"ilmd that nothing made", documented(observed + `,"ilmd":{"ex:lote":"1"}}`), epcis.StrayILMD, first + "/ilmd"},
	{"a certificate that is an object", documented(observed + `,"certificationInfo":[{"ex:a":1}]}`), epcis.WrongShape, first + "/certificationInfo/0"},
	{"a prefix that nothing declares", documented(observed + `,"zz:a":1}`), epcis.UndeclaredPrefix, first + "/zz:a"},

	{"an error declared before the event", documented(observed + `,"errorDeclaration":{"declarationTime":"2026-02-01T00:00:00Z"}}`), epcis.EarlyDeclaration, first + "/errorDeclaration/declarationTime"},
	{"an error declared in the future", documented(observed + `,"errorDeclaration":{"declarationTime":"2027-02-01T00:00:00Z"}}`), epcis.Future, first + "/errorDeclaration/declarationTime"},
	{"an error declared without time", documented(observed + `,"errorDeclaration":{"reason":"did_not_occur"}}`), epcis.Missing, first + "/errorDeclaration"},
	{"an error for no reason", documented(observed + `,"errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z","reason":"oops"}}`), epcis.UnknownWord, first + "/errorDeclaration/reason"},
	{"an event that corrects itself", documented(observed + `,"eventID":"urn:x:1","errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z","correctiveEventIDs":["urn:x:2","urn:x:1"]}}`), epcis.OwnCorrection, first + "/errorDeclaration/correctiveEventIDs/1"},
	{"an event twice", documented(observed+`,"eventID":"urn:x:1"}`, observed+`,"eventID":"urn:x:1"}`), epcis.EventTwice, "/epcisBody/eventList/1/eventID"},

	{"an aggregation of nothing", documented(`{"type":"AggregationEvent","action":"ADD",` + good + `,"parentID":"urn:x:1","childEPCs":[]}`), epcis.NoIdentifier, first + "/childEPCs"},
	{"an association with nothing", documented(`{"type":"AssociationEvent","action":"ADD",` + good + `,"childEPCs":["urn:x:2"]}`), epcis.Missing, first},
	{"a parent in itself", documented(`{"type":"AggregationEvent","action":"ADD",` + good + `,"parentID":"urn:epc:id:sscc:7890000.0000000333","childEPCs":["https://a.example/00/078900000000003339"]}`), epcis.Loop, first},
	{"a transaction without documents", documented(`{"type":"TransactionEvent","action":"ADD",` + good + `,"epcList":["urn:x:1"]}`), epcis.Missing, first},
	{"a transaction with no document", documented(`{"type":"TransactionEvent","action":"ADD",` + good + `,"epcList":["urn:x:1"],"bizTransactionList":[]}`), epcis.TooFew, first + "/bizTransactionList"},
	{"a transformation without output", documented(`{"type":"TransformationEvent",` + good + `,"inputEPCList":["urn:x:1"]}`), epcis.NoIdentifier, first},
	{"a transformation with an action", documented(`{"type":"TransformationEvent","action":"ADD",` + good + `,"inputEPCList":["urn:x:1"],"outputEPCList":["urn:x:2"]}`), epcis.WrongEvent, first + "/action"},

	{"no context", strings.Replace(documented(observed+`}`), `"`+contextURL+`",`, ``, 1), epcis.NoContext, "/@context"},
	{"a context that is a number", strings.Replace(documented(observed+`}`), `"`+contextURL+`",`, `"`+contextURL+`",7,`, 1), epcis.WrongShape, "/@context/1"},
	{"a context that is no address", strings.Replace(documented(observed+`}`), `"`+contextURL+`",`, `"`+contextURL+`","x",`, 1), epcis.NotURI, "/@context/1"},
	{"a context of others", strings.Replace(documented(observed+`}`), `"`+contextURL+`",`, `"`+contextURL+`","http://127.0.0.1/ctx",`, 1), epcis.RemoteContext, "/@context/1"},
	{"a prefix that is a number", strings.Replace(documented(observed+`}`), `{"ex":`, `{"a":7,"ex":`, 1), epcis.BadPrefix, "/@context/1/a"},
	{"a prefix of GS1", strings.Replace(documented(observed+`}`), `{"ex":`, `{"cbv":"https://evil.example/","ex":`, 1), epcis.ProtectedPrefix, "/@context/1/cbv"},
	{"a prefix explained by itself", strings.Replace(documented(observed+`}`), `{"ex":`, `{"a":"a:x","ex":`, 1), epcis.CyclicPrefix, "/@context"},
	{"a single event without context", observed + `}`, epcis.Missing, ""},
}

func TestBroken(t *testing.T) {
	seen := map[*finding.Rule]bool{}
	for _, tc := range broken {
		r := epcis.Read([]byte(tc.in), today)
		all := r.All()
		if len(all) != 1 || all[0].Rule != tc.rule || all[0].Pointer != tc.pointer {
			for _, f := range all {
				t.Logf("  %s at %q: %s", f.Rule.ID, f.Pointer, f.Message(lang.EN))
			}
			t.Errorf("%s: want %s at %q", tc.name, tc.rule.ID, tc.pointer)
			continue
		}
		want := epcis.Accepted
		if tc.rule.Severity == finding.Error {
			want = epcis.Refused
			if epcis.Keeps(tc.rule) {
				want = epcis.Doubtful
			}
		}
		if got := r.Verdict(); got != want {
			t.Errorf("%s: verdict %d, want %d", tc.name, got, want)
		}
		for _, l := range lang.All {
			if said := all[0].Message(l); strings.Contains(said, "{") {
				t.Errorf("%s: %q leaves a placeholder open", tc.name, said)
			}
		}
		seen[tc.rule] = true
	}
	for _, rule := range epcis.Rules {
		// These have tests of their own: their documents are large.
		if !seen[rule] && rule != epcis.TooLarge && rule != epcis.TooManyValues && rule != epcis.TooManyPrefixes {
			t.Errorf("%s has no document that breaks it", rule.ID)
		}
		if !rule.Message.Complete() || rule.Source == "" {
			t.Errorf("%s is not complete", rule.ID)
		}
	}
}

func TestLarge(t *testing.T) {
	prefixes := ""
	for i := range 201 {
		prefixes += fmt.Sprintf(`"p%d":"https://p.example/%d/",`, i, i)
	}
	for _, tc := range []struct {
		in   string
		rule *finding.Rule
	}{
		{strings.Repeat(" ", epcis.MaxBytes) + "{", epcis.TooLarge},
		{documented(observed + `,"ex:a":[` + strings.Repeat("0,", epcis.MaxValues) + `0]}`), epcis.TooManyValues},
		{strings.Replace(documented(observed+`}`), `{"ex":`, `{`+prefixes+`"ex":`, 1), epcis.TooManyPrefixes},
	} {
		r := epcis.Read([]byte(tc.in), today)
		if r.Verdict() != epcis.Refused || len(r.Findings) == 0 || r.Findings[0].Rule != tc.rule {
			t.Errorf("%s: verdict %d, %+v", tc.rule.ID, r.Verdict(), r.Findings)
		}
	}
}

// Memory's result covers what is kept, including growing lists and empty ones.
func TestMemory(t *testing.T) {
	for name, in := range map[string]string{
		"small values": documented(observed + `,"ex:a":[` + strings.Repeat("[],", 50_000) + `[]]}`),
		"white space":  documented(observed + `,"ex:a":{` + strings.Repeat(" ", 100_000) + `}}`),
		"a long text":  documented(observed + `,"ex:a":"` + strings.Repeat("x", 1<<20) + `"}`),
	} {
		said := epcis.Memory([]byte(in))
		kept := len(in)
		var count func(n *epcis.Node)
		count = func(n *epcis.Node) {
			kept += int(reflect.TypeFor[epcis.Node]().Size())
			for i := range n.In {
				count(&n.In[i])
			}
		}
		count(epcis.Read([]byte(in), today).Root)
		if said < kept || said > 7*kept {
			t.Errorf("%s: %d bytes are kept, %d were said", name, kept, said)
		}
	}
}

// Problems are listed up to a limit, and only counted beyond it.
func TestManyFindings(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(`"https://id.gs1.org/01/07890000123450",`, 400), ",")
	in := documented(`{"type":"ObjectEvent","action":"OBSERVE",` + good + `,"quantityList":[{"epcClass":"urn:x:1"}],"sourceList":[` +
		strings.TrimSuffix(strings.Repeat(`{"type":"location","source":"https://id.gs1.org/414/7890000000110"},`, 400), ",") + `],"certificationInfo":[` + many + `],"bizStep":"shiping"}`)
	r := epcis.Read([]byte(in), today)
	if len(r.All()) != epcis.MaxFindings+1 || r.More != 600 || r.Verdict() != epcis.Doubtful {
		t.Errorf("%d findings, %d more, verdict %d", len(r.All()), r.More, r.Verdict())
	}
}

func TestEvents(t *testing.T) {
	in := `{"@context":["` + contextURL + `",{"loc":{"@id":"https://x.example/","@prefix":true},"step":"loc:step/"}],` +
		`"type":"TransformationEvent",` + good + `,"eventID":"urn:x:1","bizStep":"step:milling","disposition":"urn:epcglobal:cbv:disp:active",` +
		`"inputQuantityList":[{"epcClass":"urn:x:in","quantity":1.50,"uom":"KGM"}],"outputEPCList":["urn:x:out"],"readPoint":{"id":"urn:x:here"},"bizLocation":{"id":"urn:x:there","ex2:note":"a"},` +
		`"errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z","reason":"incorrect_data","correctiveEventIDs":["urn:x:2"]}}`
	r := epcis.Read([]byte(in), today)
	if r.Verdict() != epcis.Accepted || len(r.Events) != 1 || r.Events[0].JSON() != in {
		t.Fatalf("verdict %d, %v", r.Verdict(), r.All())
	}
	e := r.Events[0]
	if e.Type != epcis.TransformationEvent || e.ID != "urn:x:1" || e.Time.UTC().Hour() != 11 || e.BizStep() != "https://x.example/step/milling" ||
		e.Disposition() != "https://ref.gs1.org/cbv/Disp-active" || e.ReadPoint() != "urn:x:here" || e.BizLocation() != "urn:x:there" || e.Pointer != "" {
		t.Errorf("%+v %s %s", e, e.BizStep(), e.Disposition())
	}
	if got, want := fmt.Sprint(slices.Collect(e.Things())), "[{input urn:x:in true 1.50 KGM} {output urn:x:out false  }]"; got != want {
		t.Errorf("things %s, want %s", got, want)
	}
	if d := e.Declaration(); d == nil || d.Reason != "https://ref.gs1.org/cbv/ER-incorrect_data" || len(d.Corrective) != 1 || d.Time.Month() != 4 {
		t.Errorf("declaration %+v", d)
	}
}

// What the standard allows is accepted, even if it looks unusual.
func TestAccepted(t *testing.T) {
	for name, in := range map[string]string{
		"an empty list next to a full one": documented(`{"type":"ObjectEvent","action":"OBSERVE",` + good + `,"epcList":[],"quantityList":[{"epcClass":"urn:x:1"}]}`),
		"a reading of a place":             documented(`{"type":"ObjectEvent","action":"OBSERVE",` + good + `,"readPoint":{"id":"geo:1,2"},"sensorElementList":[{"sensorReport":[{"type":"Temperature","value":20.5,"uom":"CEL"}]}]}`),
		"UTC with the offset of the place": documented(strings.Replace(observed, "08:30:00-03:00", "11:30:00Z", 1) + `}`),
		"words as Web URIs":                documented(observed + `,"bizStep":"https://ref.gs1.org/cbv/BizStep-storing","disposition":"cbv:Disp-active"}`),
		"half a transformation":            documented(`{"type":"TransformationEvent",` + good + `,"transformationID":"urn:x:t","outputEPCList":["urn:x:2"]}`),
		"an empty pallet":                  documented(`{"type":"AggregationEvent","action":"DELETE",` + good + `,"parentID":"urn:x:1"}`),
		"a context in an extension":        documented(observed + `,"ex:a":{"@context":{"in":"https://in.example/"},"in:b":{"c":null}}}`),
		"an event and its declaration":     documented(observed+`,"eventID":"urn:x:1"}`, observed+`,"eventID":"urn:x:1","errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z"}}`),
		"GS1's prefixes again":             strings.Replace(documented(observed+`}`), `{"ex":`, `{"gs1":"https://gs1.org/voc/","ex":`, 1),
		"just now":                         documented(strings.Replace(observed, "2026-03-01T08:30:00-03:00", "2026-11-18T09:10:00-03:00", 1) + `}`),
		"a query that found nothing":       `{"@context":"` + contextURL + `","type":"EPCISQueryDocument","epcisBody":{"queryResults":{"queryName":"q","resultsBody":{"eventList":[]}}}}`,
	} {
		r := epcis.Read([]byte(in), today)
		for _, f := range r.All() {
			t.Errorf("%s: %s at %s: %s", name, f.Rule.ID, f.Pointer, f.Message(lang.EN))
		}
	}
}

func TestVocabularies(t *testing.T) {
	for _, v := range []*epcis.Vocabulary{epcis.BizSteps, epcis.Dispositions, epcis.Transactions, epcis.Parties, epcis.ErrorReasons, epcis.Components, epcis.Measurements, epcis.Alerts, epcis.Actions} {
		for _, word := range v.Words() { // a list that is not sorted loses words
			if !v.Has(word) {
				t.Errorf("%s: %s is lost", v.Name.EN, word)
			}
		}
		if !v.Name.Complete() {
			t.Errorf("%+v", v.Name)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, tc := range broken {
		if len(tc.in) < 4096 {
			f.Add(tc.in)
		}
	}
	f.Fuzz(func(t *testing.T, in string) {
		r := epcis.Read([]byte(in), today)
		if r.Verdict() != epcis.Refused && len(r.Events) == 0 && r.Type != epcis.QueryDocument {
			t.Error("accepted without events")
		}
		for _, e := range r.Events {
			for thing := range e.Things() {
				if thing.Role == "" {
					t.Errorf("%+v has no role", thing)
				}
			}
			e.Declaration()
		}
	})
}
