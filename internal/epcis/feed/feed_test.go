package feed_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/epcis/feed"
	"rastro/internal/epcis/query"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const origin = "https://rastro.example"

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	app   *app.App
	store trace.Store
	root  *trace.Key
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t, store: d.Store(t)}
		var root *access.NewKey
		s.app, root = stores.Rooted(t, s.store, testkit.Ticking().Now)
		s.root = &root.Key
		run(t, s)
	})
}

func (s *site) create(by *trace.Key, prefix, harvest, payload string) trace.Record {
	s.Helper()
	made, err := s.app.Create(s.Context(), by, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvest, Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

func (s *site) log() {
	s.Helper()
	stores.Integrate(s, s.app)
}

func (s *site) parse(text string) *query.Query {
	s.Helper()
	values, err := url.ParseQuery(text)
	if err != nil {
		s.Fatal(err)
	}
	q, err := query.Parse(values)
	if err != nil {
		s.Fatal(err)
	}
	return q
}

// page returns a page.
func (s *site) page(by *trace.Key, text string) feed.Page {
	s.Helper()
	page, err := s.app.Events.Events(s.Context(), by, s.parse(text), origin)
	if err != nil {
		s.Fatalf("%s: %v", text, err)
	}
	return page
}

// ids returns the ends of the ids of events: which version of which record. A star marks an error
// declaration.
func ids(page feed.Page) string {
	var all []string
	for _, e := range page.Events {
		id := e.ID[strings.LastIndexByte(e.ID, '/')+1:]
		if strings.Contains(string(e.JSON), `"errorDeclaration"`) {
			id += "*"
		}
		all = append(all, id)
	}
	return strings.Join(all, " ")
}

// everything goes through all pages.
func (s *site) everything(by *trace.Key, text string) (all []string) {
	s.Helper()
	for token := ""; ; {
		page := s.page(by, text+token)
		all = append(all, strings.Fields(ids(page))...)
		if page.Next == "" {
			return all
		}
		token = "&nextPageToken=" + url.QueryEscape(page.Next)
	}
}

func event(r *trace.Record, version int) string { return fmt.Sprintf("%s.%d", r.ID, version) }

func (s *site) update(r *trace.Record, payload string) {
	s.Helper()
	if _, err := s.app.Update(s.Context(), s.root, r.Kind, trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, Payload: []byte(payload)}, trace.AnyVersion); err != nil {
		s.Fatal(err)
	}
}

// An update is an error declaration and the event that is right, a deletion a declaration, and
// an erasure leaves nothing.
func TestHistory(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		r := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"L-1","volume":"10 t"}`)
		s.update(&r, `{"loteOrigem":"L-2","volume":"10 t"}`)
		if _, err := s.app.Delete(t.Context(), s.root, r.Kind, r.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if got := s.everything(s.root, ""); len(got) != 0 {
			t.Errorf("events that are not in the log: %s", got)
		}
		s.log()
		story := strings.Join([]string{event(&r, 1), event(&r, 1) + "*", event(&r, 2), event(&r, 2) + "*"}, " ")
		if got := strings.Join(s.everything(s.root, ""), " "); got != story {
			t.Errorf("%s, want %s", got, story)
		}
		for text, want := range map[string]string{
			"MATCH_anyEPCClass=" + origin + "/id/lote/L-1":                             event(&r, 1) + " " + event(&r, 1) + "*",
			"MATCH_epcClass=" + origin + "/id/lote/l-2":                                event(&r, 2) + " " + event(&r, 2) + "*",
			"MATCH_anyEPCClass=" + origin + "/id/lote/L-3":                             "",
			"MATCH_anyEPCClass=https://other.example/id/lote/L-1":                      "",
			"MATCH_anyEPC=" + origin + "/id/lote/L-1":                                  "",
			"EQ_eventID=" + origin + "/id/evento/" + event(&r, 2):                      event(&r, 2) + " " + event(&r, 2) + "*",
			"EXISTS_errorDeclaration=true":                                             event(&r, 1) + "* " + event(&r, 2) + "*",
			"EQ_errorReason=did_not_occur":                                             event(&r, 2) + "*",
			"EQ_correctiveEventID=" + origin + "/id/evento/" + event(&r, 2):            event(&r, 1) + "*",
			"EQ_bizStep=receiving&eventType=ObjectEvent&eventCountLimit=1":             event(&r, 1),
			"EQ_bizStep=shipping":                                                      "",
			"MATCH_anyEPCClass=" + origin + "/id/lote/*":                               story,
			"orderBy=recordTime":                                                       event(&r, 2) + "* " + event(&r, 1) + "* " + event(&r, 2) + " " + event(&r, 1),
			"orderBy=eventTime&orderDirection=ASC&perPage=1&maxEventCount=4":           strings.Join([]string{event(&r, 1), event(&r, 1) + "*", event(&r, 2), event(&r, 2) + "*"}, " "),
			"GE_recordTime=" + r.UpdatedAt.Format("2006-01-02T15:04:05.000Z07:00"):     story,
			"LT_recordTime=" + r.UpdatedAt.Format("2006-01-02T15:04:05.000Z07:00"):     "",
			"EQ_transformationID=" + origin + "/id/registro/" + r.ID.String():          "",
			"eventCountLimit=3&perPage=2&MATCH_anyEPCClass=" + origin + "/id/lote/L-1": event(&r, 1) + " " + event(&r, 1) + "*",
		} {
			if got := strings.Join(s.everything(s.root, text), " "); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
		all, err := s.app.Events.Event(t.Context(), s.root, event(&r, 1), origin)
		if err != nil || ids(feed.Page{Events: all}) != event(&r, 1)+" "+event(&r, 1)+"*" {
			t.Errorf("%s: %v", ids(feed.Page{Events: all}), err)
		}
		if _, err := s.app.Erase(t.Context(), s.root, r.Kind, r.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		s.log()
		if got := s.everything(s.root, ""); len(got) != 0 {
			t.Errorf("of an erased record is left %s", got)
		}
		if got := s.everything(s.root, "MATCH_anyEPCClass="+origin+"/id/lote/L-1"); len(got) != 0 {
			t.Errorf("of an erased record is left %s", got)
		}
		_, err = s.app.Events.Event(t.Context(), s.root, event(&r, 1), origin)
		if failed, ok := errors.AsType[*query.Error](err); !ok || failed.Code != query.Erased {
			t.Errorf("an erased event: %v", err)
		}
	})
}

// Pages show the log as it was when the first one was read, in every order, and have each event
// once.
func TestPages(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		var made []trace.Record
		for i := range 7 {
			made = append(made, s.create(s.root, kind.Receiving, "S-1", fmt.Sprintf(`{"loteOrigem":"L-1","dataHoraRecebimento":"2025-02-%02d"}`, 20-i)))
			if i%3 == 0 {
				s.update(&made[i], `{"loteOrigem":"L-1","dataHoraRecebimento":"2025-02-27"}`)
			}
		}
		for range 2 {
			s.create(s.root, kind.Harvesting, "S-1", `{"quantidadeColhida":434400}`)
			s.create(s.root, kind.Harvesting, "S-2", `{"quantidadeColhida":434400}`)
		}
		s.log()
		lot := "MATCH_anyEPCClass=" + origin + "/id/lote/L-1&"
		harvest := "MATCH_anyEPCClass=" + origin + "/id/safra/S-1&"
		for text, want := range map[string]int{"": 17, "orderBy=eventTime": 17, "orderBy=eventTime&orderDirection=ASC": 17, lot: 13, lot + "orderBy=recordTime": 13, harvest: 2} {
			whole := ids(s.page(s.root, text))
			if n := len(strings.Fields(whole)); n != want {
				t.Errorf("%q: %d events, want %d: %s", text, n, want, whole)
			}
			for _, size := range []int{1, 2, 5, 13} {
				if got := strings.Join(s.everything(s.root, fmt.Sprintf("%s&perPage=%d", text, size)), " "); got != whole {
					t.Errorf("%q in pages of %d: %s, want %s", text, size, got, whole)
				}
			}
		}
		for _, text := range []string{"perPage=5", "perPage=5&orderBy=eventTime", lot + "perPage=5"} {
			first := s.page(s.root, text)
			s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"L-1","dataHoraRecebimento":"2025-01-01"}`)
			s.log()
			n := len(first.Events)
			for next := first.Next; next != ""; {
				page := s.page(s.root, text+"&nextPageToken="+url.QueryEscape(next))
				n, next = n+len(page.Events), page.Next
			}
			if want := len(s.everything(s.root, text)) - 1; n != want {
				t.Errorf("%s: %d events, want the %d of the first page's snapshot", text, n, want)
			}
		}
		// A token belongs to one query, and to one reader.
		token := "&nextPageToken=" + url.QueryEscape(s.page(s.root, "perPage=2").Next)
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-1"}
		for _, c := range []struct {
			by   *trace.Key
			text string
		}{{s.root, "EQ_bizStep=receiving" + token}, {&limited, token[1:]}, {s.root, "nextPageToken=x"}} {
			if _, err := s.app.Events.Events(t.Context(), c.by, s.parse(c.text), origin); !trace.Is(err, trace.CodeBadCursor) {
				t.Errorf("%s: %v", c.text, err)
			}
		}
		if len(s.page(s.root, "perPage=3"+token).Events) != 3 {
			t.Error("the size of pages is not part of the query")
		}
		_, err := s.app.Events.Events(t.Context(), s.root, s.parse("maxEventCount=3"), origin)
		if failed, ok := errors.AsType[*query.Error](err); !ok || failed.Code != query.TooMany {
			t.Errorf("more events than maxEventCount: %v", err)
		}
	})
}

// A lot that a validation names with a trade item is shown as a Digital Link, and found by both
// names; by the trade item of another it is not.
func TestDigitalLink(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		r := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"L-1"}`)
		s.create(s.root, kind.Validation, "S-1", `{"status":"APROVADO","lotes":["L-1"],"gtin":"07891234567895"}`)
		s.log()
		const link = "https://id.gs1.org/01/07891234567895/10/L-1"
		for name, want := range map[string]string{link: event(&r, 1), origin + "/id/lote/L-1": event(&r, 1), "https://brand.example/01/7891234567895/10/L-1": event(&r, 1), "https://id.gs1.org/01/07890000123457/10/L-1": ""} {
			page := s.page(s.root, "EQ_bizStep=receiving&MATCH_anyEPCClass="+name)
			if got := ids(page); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
			for _, e := range page.Events {
				if !strings.Contains(string(e.JSON), `"epcClass":"`+link+`"`) {
					t.Errorf("%s: %s", name, e.JSON)
				}
			}
		}
	})
}

// What a caller may not read does not exist for it, whatever it requests.
func TestAttackEventsOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for _, name := range []string{"Alfa", "Beta"} {
			if _, _, err := s.app.RegisterOrganization(t.Context(), s.root, organization.Request{Name: &name}, nil); err != nil {
				t.Fatal(err)
			}
		}
		inside := func(name string) *trace.Key {
			by := *s.root
			by.AccessKey, by.Organization = name, name
			return s.app.Inside(&by)
		}
		mine, other := inside("Alfa"), inside("Beta")
		own := s.create(mine, kind.Receiving, "A-1", `{"loteOrigem":"A-L"}`)
		theirs := s.create(other, kind.PostHarvest, "B-1", `{"loteEntrada":"B-L","loteSaida":"A-L","unidadeBeneficiamento":"Armazém Oculto"}`)
		s.create(other, kind.Validation, "B-1", `{"status":"APROVADO","lotes":["A-L"],"gtin":"07891234567895"}`)
		grown := s.create(other, kind.Harvesting, "B-1", `{"quantidadeColhida":434400}`)
		s.log()
		harvest := "MATCH_anyEPCClass=" + origin + "/id/safra/B-1"
		if got := ids(s.page(s.root, harvest)); got != event(&grown, 1) {
			t.Errorf("of all harvests: %q, want %q", got, event(&grown, 1))
		}
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"A-1"}
		writer := *s.root
		writer.AccessKey, writer.Scopes = "rk_writer", []trace.Scope{trace.Write, trace.Admin}
		lots := origin + "/id/lote/"
		for name, by := range map[string]*trace.Key{"organisation": mine, "limited": &limited} {
			for text, want := range map[string]string{
				"": event(&own, 1), "orderBy=eventTime": event(&own, 1), "MATCH_anyEPCClass=" + lots + "A-L": event(&own, 1),
				"MATCH_anyEPCClass=" + lots + "B-L": "", harvest: "", "EQ_eventID=" + origin + "/id/evento/" + event(&theirs, 1): "",
				"EQ_transformationID=" + origin + "/id/registro/" + theirs.ID.String(): "", "EQ_readPoint=" + origin + "/id/local/armazem-oculto": "", "maxEventCount=1": event(&own, 1),
				"MATCH_anyEPCClass=https://id.gs1.org/01/07891234567895/10/A-L": "",
			} {
				page := s.page(by.Fresh(), text)
				if got := ids(page); got != want || page.Next != "" {
					t.Errorf("%s: %s: %q, want %q; next %q", name, text, got, want, page.Next)
				}
				for _, e := range page.Events {
					if strings.Contains(string(e.JSON), "B-L") || strings.Contains(string(e.JSON), "0789") {
						t.Errorf("%s: %s: %s", name, text, e.JSON)
					}
				}
			}
			if _, err := s.app.Events.Event(t.Context(), by.Fresh(), event(&theirs, 1), origin); !trace.Is(err, trace.CodeRecordNotFound) {
				t.Errorf("%s: an event of others: %v", name, err)
			}
			for text, by := range map[string]*trace.Key{"": by.Fresh(), harvest: by.Fresh()} {
				if page, err := s.app.Events.OfHarvest(t.Context(), by, "B-1", s.parse(text), origin); !trace.Is(err, trace.CodeForbiddenHarvest) || len(page.Events) > 0 {
					t.Errorf("%s: a harvest of others, %q: %v %v", name, text, ids(page), err)
				}
			}
			if got := strings.Join(s.ofHarvest(by.Fresh(), "A-1", ""), " "); got != event(&own, 1) {
				t.Errorf("%s: its own harvest: %q", name, got)
			}
			for _, resource := range []string{query.EPCs, query.ReadPoints, query.BizLocations} {
				page, err := s.app.Events.Values(t.Context(), by.Fresh(), resource, s.parse(""), origin)
				if err != nil || strings.Contains(fmt.Sprint(page.Values), "B-L") || strings.Contains(fmt.Sprint(page.Values), "oculto") {
					t.Errorf("%s: %s: %v %v", name, resource, page.Values, err)
				}
			}
		}
		if _, err := s.app.Events.Events(t.Context(), &writer, s.parse(""), origin); !trace.Is(err, trace.CodeForbiddenScope) {
			t.Errorf("a key that may not read: %v", err)
		}
		page, err := s.app.Events.Values(t.Context(), s.root, query.ReadPoints, s.parse(""), origin)
		if err != nil || !slices.Equal(page.Values, []string{origin + "/id/local/armazem-oculto"}) {
			t.Errorf("%v %v", page.Values, err)
		}
		if page, err = s.app.Events.Values(t.Context(), s.root, query.EPCs, s.parse("perPage=1"), origin); err != nil || !slices.Equal(page.Values, []string{lots + "A-L"}) || page.Next == "" {
			t.Errorf("%+v %v", page, err)
		}
		if page, err = s.app.Events.Values(t.Context(), s.root, query.BizSteps, s.parse(""), origin); err != nil || !slices.Contains(page.Values, "receiving") || !slices.Contains(page.Values, origin+"/ns/epcis/BizStep-plantio") {
			t.Errorf("%+v %v", page, err)
		}
	})
}
