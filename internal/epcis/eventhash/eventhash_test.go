package eventhash_test

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/epcis/eventhash"

	"pgregory.net/rapid"
)

const contextURL = "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"

// read reads one event, given by its members.
func read(t interface{ Fatalf(string, ...any) }, members string) *epcis.Event {
	in := `{"@context":["` + contextURL + `",{"ex":"https://ns.example.com/"}],` + members + `}`
	r := epcis.Read([]byte(in), today)
	if len(r.Events) != 1 || r.Verdict() == epcis.Refused {
		t.Fatalf("%s: %v", in, r.All())
	}
	return r.Events[0]
}

func preHash(t interface{ Fatalf(string, ...any) }, e *epcis.Event) string {
	text, err := eventhash.PreHash(e)
	if err != nil {
		t.Fatalf("%s: %v", e.JSON(), err)
	}
	return text
}

const plain = `"type":"ObjectEvent","action":"ADD","eventTime":"2026-03-01T08:30:00-03:00","eventTimeZoneOffset":"-03:00","quantityList":[{"epcClass":"urn:x:1"}]`

const plainText = "eventType=ObjectEventeventTime=2026-03-01T11:30:00.000ZeventTimeZoneOffset=-03:00quantityListquantityElementepcClass=urn:x:1action=ADD"

// What a member adds to the pre-hash of the plain event.
func TestPreHash(t *testing.T) {
	for member, want := range map[string]string{
		`"ex:a":"x"`:                "{https://ns.example.com/}a=x",
		`"ex:a":" x "`:              "{https://ns.example.com/}a=x",
		`"ex:a":""`:                 "{https://ns.example.com/}a",
		`"ex:a":null`:               "",
		`"ex:a":[]`:                 "",
		`"ex:a":{}`:                 "{https://ns.example.com/}a",
		`"ex:a":["2","1"]`:          "{https://ns.example.com/}a=1{https://ns.example.com/}a=2",
		`"ex:a":[["2","1"]]`:        "{https://ns.example.com/}a=1=2",
		`"ex:a":true`:               "{https://ns.example.com/}a=true",
		`"ex:a":{"ex:c":1,"b":2}`:   "{https://ns.example.com/}ab=2{https://ns.example.com/}c=1",
		`"ex:a":"ex:b"`:             "{https://ns.example.com/}a=https://ns.example.com/b",
		`"zz:a":"zz:b"`:             "zz:a=zz:b",
		`"gs1:a":"gs1:b"`:           "{https://gs1.org/voc/}a=https://gs1.org/voc/b",
		`"https://y.example/a":"x"`: "https://y.example/a=x",
		`"rdfs:comment":"x"`:        "",
		`"ex:a":{"comment":"x"}`:    "{https://ns.example.com/}a",
		`"ex:comment":"x"`:          "{https://ns.example.com/}comment=x",
		`"eventID":"urn:x:9","recordTime":"2026-03-02T00:00:00Z","errorDeclaration":{"declarationTime":"2026-03-02T00:00:00Z"}`: "",
		`"ex:a":{"@context":{"in":"https://in.example/"},"in:b":"in:c"}`:                                                        "{https://ns.example.com/}a{https://in.example/}b=https://in.example/c",
		`"ex:a":"urn:epcglobal:cbv:bizstep:shipping"`:                                                                           "{https://ns.example.com/}a=https://ref.gs1.org/cbv/BizStep-shipping",
		`"ilmd":{"ex:b":1,"cbvmda:a":"2026-01-01"}`:                                                                             "ilmdcbvmda:a=2026-01-01{https://ns.example.com/}b=1",
		`"ilmd":{}`: "",
		`"bizTransactionList":[{"bizTransaction":"urn:x:2","type":"po"},{"bizTransaction":"urn:x:1"}]`: "bizTransactionListbizTransaction=urn:x:1type=https://ref.gs1.org/cbv/BTT-pobizTransaction=urn:x:2",
		`"sourceList":[{"type":"location","source":"urn:x:2"}],"destinationList":[{"type":"location","destination":"urn:x:3"}]`: "destinationListtype=https://ref.gs1.org/cbv/SDT-locationdestination=urn:x:3" +
			"sourceListtype=https://ref.gs1.org/cbv/SDT-locationsource=urn:x:2",
		`"bizStep":"https://s.example/x","disposition":"urn:epcglobal:cbv:disp:active"`:          "bizStep=https://s.example/xdisposition=https://ref.gs1.org/cbv/Disp-active",
		`"readPoint":{"ex:z":"1","id":"urn:epc:id:sgln:7890000.00011.0"},"certificationInfo":[]`: "readPointid=https://id.gs1.org/414/7890000000116{https://ns.example.com/}z=1",
		`"sensorElementList":[{"sensorReport":[{"type":"Mass","value":2.50,"uom":"KGM"},{"value":10,"type":"gs1:Mass"}],"sensorMetadata":{"time":"2026-01-01T00:00:00.9995Z"}}]`: "sensorElementListsensorElementsensorMetadatatime=2026-01-01T00:00:01.000Z" +
			"sensorReporttype=https://gs1.org/voc/Massvalue=10sensorReporttype=https://gs1.org/voc/Massvalue=2.5uom=KGM",
	} {
		if got := preHash(t, read(t, plain+","+member)); got != plainText+want {
			t.Errorf("%s:\n%s, want\n%s", member, got, plainText+want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"14.0": "14", "14.10": "14.1", "0": "0", "-0.0": "0", "1e3": "1000", "12.5E-1": "1.25", "-7.50": "-7.5", "0.0001": "0.0001", "0.00001": "1e-05", "0.000012": "1.2e-05", "1e-12": "1e-12",
		`"007"`: "7", `"+5"`: "5", `".5"`: "0.5", `"5."`: "5", `"1e399"`: "1" + strings.Repeat("0", 399), `"1e401"`: "1e401", "0.1000000000000000055": "0.1", `"1e999999999999"`: "1e999999999999",
		`"35260312345678000195550010000000011000000017"`: "35260312345678000195550010000000011000000017",
		"35260312345678000195550010000000011000000018":   "35260312345678000195550010000000011000000018",
		`"abc"`: "abc", `"1_0"`: "1_0", `"e5"`: "e5", `"."`: ".", `"-"`: "-", `"1.2.3"`: "1.2.3", `"2026-01-01"`: "2026-01-01", `"NaN"`: "NaN", `"inf"`: "inf",
	} {
		if got := preHash(t, read(t, plain+`,"ex:a":`+in)); got != plainText+"{https://ns.example.com/}a="+want {
			t.Errorf("%s: %s, want %s", in, strings.TrimPrefix(got, plainText), want)
		}
	}
}

func TestTimes(t *testing.T) {
	for in, want := range map[string]string{
		"2026-03-01T08:30:00.1415-03:00":       "2026-03-01T11:30:00.142Z",
		"2026-03-01T08:30:00.1425-03:00":       "2026-03-01T11:30:00.143Z",
		"2026-03-01T08:30:00.14249999-03:00":   "2026-03-01T11:30:00.142Z",
		"2025-12-31T23:59:59.9996Z":            "2026-01-01T00:00:00.000Z",
		"2026-03-01T08:30:00.1234567891+00:00": "2026-03-01T08:30:00.123Z",
	} {
		got := preHash(t, read(t, strings.Replace(plain, "2026-03-01T08:30:00-03:00", in, 1)))
		if want := strings.Replace(plainText, "2026-03-01T11:30:00.000Z", want, 1); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// A short prefix for a long address does not fill the memory.
func TestTooLong(t *testing.T) {
	long := "https://ns.example.com/" + strings.Repeat("a", 2000) + "/"
	values := strings.TrimSuffix(strings.Repeat(`"p:x",`, 100_000), ",")
	for _, member := range []string{`"p:a":[` + values + `]`, `"bizTransactionList":[{"bizTransaction":"urn:x:1"}],"p:a":{"p:b":[` + values + `]}`, `"ilmd":{"p:a":[` + values + `]}`, `"readPoint":{"id":"urn:x:1","p:a":[[` + values + `]]}`} {
		in := `{"@context":["` + contextURL + `",{"p":"` + long + `"}],` + plain + "," + member + `}`
		r := epcis.Read([]byte(in), today)
		if r.Verdict() != epcis.Accepted {
			t.Fatalf("%v", r.All())
		}
		if _, err := eventhash.Of(r.Events[0]); !errors.Is(err, eventhash.ErrTooLong) {
			t.Errorf("%.30s: %v", member, err)
		}
	}
}

func TestTwice(t *testing.T) {
	event := func(more string) string { return "{" + plain + more + "}" }
	in := `{"@context":"` + contextURL + `","type":"EPCISDocument","schemaVersion":"2.0","creationDate":"2026-03-01T12:00:00Z","epcisBody":{"eventList":[` +
		strings.Join([]string{event(""), event(`,"eventID":"urn:x:1"`), event(`,"bizStep":"shipping"`), event(`,"eventID":"urn:x:1","errorDeclaration":{"declarationTime":"2026-04-01T00:00:00Z"}`)}, ",") + `]}}`
	r := epcis.Read([]byte(in), today)
	hashes := make([]string, len(r.Events))
	for i, e := range r.Events {
		hashes[i] = eventhash.Sum(preHash(t, e))
	}
	if got := eventhash.Twice(r.Events, hashes); len(got) != 1 || got[0].Pointer != "/epcisBody/eventList/1" || got[0].Args["valor"] != "/epcisBody/eventList/0" {
		t.Errorf("%+v", got)
	}
}

// rich is an event with something of everything: each member as the ways of writing it.
// @ stands for the prefix.
var rich = []struct {
	name   string
	values []string
}{
	{"type", []string{`"TransformationEvent"`}},
	{"eventTime", []string{`"2026-03-01T08:30:00-03:00"`, `"2026-03-01T11:30:00.000Z"`, `"2026-03-01T11:30:00.0004Z"`}},
	{"eventTimeZoneOffset", []string{`"-03:00"`}},
	{"eventID", []string{`"urn:x:1"`, `"urn:x:2"`}},
	{"inputEPCList", []string{`["urn:epc:id:sgtin:7890000.012345.1","urn:x:2"]`, `["urn:x:2","https://a.example/01/07890000123457/10/L/21/1?x=y"]`}},
	{"outputQuantityList", []string{`[{"epcClass":"urn:epc:class:lgtin:7890000.012345.L","quantity":14,"uom":"KGM"}]`, `[{"uom":"KGM","quantity":1.40e1,"epcClass":"https://a.example/gtin/7890000123457/lot/L"}]`}},
	{"bizStep", []string{`"storing"`, `"cbv:BizStep-storing"`, `"https://ref.gs1.org/cbv/BizStep-storing"`, `"urn:epcglobal:cbv:bizstep:storing"`}},
	{"disposition", []string{`"@:good"`, `"https://ns.example.com/good"`}},
	{"readPoint", []string{`{"id":"urn:epc:id:sgln:7890000.00011.0","@:door":"3"}`, `{"@:door":3.0,"id":"https://b.example/gln/7890000000116"}`}},
	{"bizTransactionList", []string{`[{"type":"po","bizTransaction":"urn:x:7"},{"type":"inv","bizTransaction":"urn:x:8"}]`, `[{"bizTransaction":"urn:x:8","type":"cbv:BTT-inv"},{"bizTransaction":"urn:x:7","type":"urn:epcglobal:cbv:btt:po"}]`}},
	{"sensorElementList", []string{`[{"sensorReport":[{"type":"Mass","value":1},{"type":"Angle","value":2}]}]`, `[{"sensorReport":[{"value":2.0,"type":"gs1:Angle"},{"value":1.0,"type":"https://gs1.org/voc/Mass"}]}]`}},
	{"ilmd", []string{`{"@:a":"1","@:b":{"@:c":["x","y"]}}`, `{"@:b":{"@:c":["y","x"]},"@:a":1}`}},
	{"@:field", []string{`"@:value"`, `"https://ns.example.com/value"`}},
}

// The order of members and lists, white space, the name of a prefix and the spelling of a
// value do not change the hash.
func TestOneHash(t *testing.T) {
	hash := func(order []int, choice func(n int) int, prefix, space string) string {
		var b strings.Builder
		for i, at := range order {
			m := rich[at]
			value := m.values[choice(len(m.values))]
			if i > 0 {
				b.WriteString("," + space)
			}
			fmt.Fprintf(&b, `"%s":%s%s`, strings.ReplaceAll(m.name, "@", prefix), space, strings.ReplaceAll(value, "@", prefix))
		}
		in := `{"@context":["` + contextURL + `",{"` + prefix + `":"https://ns.example.com/"}],` + space + b.String() + space + `}`
		r := epcis.Read([]byte(in), today)
		if r.Verdict() != epcis.Accepted {
			t.Fatalf("%s: %v", in, r.All())
		}
		return preHash(t, r.Events[0])
	}
	straight := make([]int, len(rich))
	for i := range straight {
		straight[i] = i
	}
	want := hash(straight, func(int) int { return 0 }, "ex", "")
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(straight).Draw(t, "order")
		prefix := rapid.StringMatching(`[b-d][a-z0-9_-]{0,4}`).Filter(func(s string) bool { return s != "cbv" }).Draw(t, "prefix")
		space := rapid.StringMatching(`[ \n\t]{0,3}`).Draw(t, "space")
		got := hash(order, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "value") }, prefix, space)
		if got != want {
			t.Fatalf("\n%s, want\n%s", got, want)
		}
	})
}

// Each member that is part of the event is part of the hash.
func TestEachMemberCounts(t *testing.T) {
	texts := map[string]string{}
	for skip := -1; skip < len(rich); skip++ {
		var members []string
		for i, m := range rich {
			if i != skip {
				members = append(members, strings.ReplaceAll(`"`+m.name+`":`+m.values[0], "@", "ex"))
			}
		}
		if skip >= 0 && (rich[skip].name == "type" || rich[skip].name == "eventTime" || rich[skip].name == "eventID") {
			continue // the event is invalid without them, or they identify it
		}
		text := preHash(t, read(t, strings.Join(members, ",")))
		if other, ok := texts[text]; ok {
			t.Errorf("without member %d as without %s", skip, other)
		}
		texts[text] = fmt.Sprint(skip)
	}
}

// The hash does not change when an event is written canonically.
func FuzzPreHash(f *testing.F) {
	var members []string
	for _, m := range rich {
		members = append(members, strings.ReplaceAll(`"`+m.name+`":`+m.values[0], "@", "ex"))
	}
	f.Add(`{"@context":["` + contextURL + `",{"ex":"https://ns.example.com/"}],` + strings.Join(members, ",") + `}`)
	f.Add(`{"@context":"` + contextURL + `",` + plain + `,"ex:a":[1.0,{"b":null},[["x"]]]}`)
	f.Fuzz(func(t *testing.T, in string) {
		r := epcis.Read([]byte(in), today)
		if r.Verdict() == epcis.Refused {
			return
		}
		written, err := canon.Canonical([]byte(in))
		if err != nil {
			return
		}
		again := epcis.Read(written, today)
		for i, e := range r.Events {
			if a, b := preHash(t, e), preHash(t, again.Events[i]); a != b {
				t.Errorf("%s, and canonically\n%s", a, b)
			}
		}
	})
}

// How long it takes to read, check and hash an event: a large and a small one in turn.
func BenchmarkReadAndHash(b *testing.B) {
	const batch = 100
	var members []string
	for _, m := range rich[:len(rich)-2] {
		members = append(members, strings.ReplaceAll(`"`+m.name+`":`+m.values[0], "@", "ex"))
	}
	full, small := "{"+strings.Join(members, ",")+"}", "{"+plain+"}"
	var events []string
	for i := range batch {
		events = append(events, strings.ReplaceAll([]string{full, small}[i%2], "urn:x:1", fmt.Sprint("urn:x:1", i)))
	}
	in := []byte(`{"@context":["` + contextURL + `",{"ex":"https://ns.example.com/"}],"type":"EPCISDocument","schemaVersion":"2.0","creationDate":"2026-03-01T12:00:00Z","epcisBody":{"eventList":[` + strings.Join(events, ",") + `]}}`)
	b.SetBytes(int64(len(in) / batch))
	b.ReportAllocs()
	before := processorTime(b)
	for n := 0; n < b.N; n += batch {
		r := epcis.Read(in, today)
		if r.Verdict() != epcis.Accepted {
			b.Fatal(r.All())
		}
		for _, e := range r.Events {
			if _, err := eventhash.Of(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "CPU-µs/event")
}

// processorTime returns the processor time of this process, which other programs hardly affect.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
