// Package epcisrest serves the routes of EPCIS 2.0 in the standard's own forms: its documents,
// headers and errors. The package above it admits callers.
package epcisrest

import (
	"net/http"
	"slices"
	"strings"

	"rastro/internal/api/openapi"
	"rastro/internal/epcis/feed"
	"rastro/internal/epcis/query"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Root is the path of all routes.
const Root = "/epcis"

// Serves reports whether a path belongs here, even if it does not exist.
func Serves(path string) bool { return path == Root || strings.HasPrefix(path, Root+"/") }

// Route is one row of the routes. All of them read, and need a key that may.
type Route struct {
	Path, Operation string
	Doc             openapi.Facts
	Success         lang.Text
	answer          func(*asked) (Answer, error)
}

// Answer is what a route answers.
type Answer struct {
	Status      int
	Media, Link string
	Body        []byte
	Code        string // of an error, for the access log
}

// asked is a call.
type asked struct {
	*http.Request
	asker  *feed.Asker
	by     *trace.Key
	origin string
	lang   lang.Lang
	name   string // of a resource
}

// Answer answers a call. origin is this server's address, h has the headers of the answer.
func (r *Route) Answer(asker *feed.Asker, by *trace.Key, request *http.Request, h http.Header, origin string, l lang.Lang) (Answer, error) {
	a := &asked{request, asker, by, origin, l, strings.Split(r.Path+"//", "/")[2]}
	media, err := acceptable(request.Header)
	if err == nil {
		var answer Answer
		if answer, err = r.answer(a); err == nil {
			answer.Media = media
			return answer, nil
		}
	}
	if failed, ok := feed.Refused(err); ok {
		row := failed.Row()
		return Answer{Status: row.Status, Media: ProblemMedia, Code: string(failed.Code),
			Body: problem(row.Exception, row.Status, failed.Message(l), string(failed.Code), h.Get("X-Request-Id"))}, nil
	}
	return Answer{}, err
}

// Resources are the top-level resources that list values.
var Resources = []string{query.EventTypes, query.EPCs, query.BizSteps, query.BizLocations, query.ReadPoints, query.Dispositions}

// titles say what the values of a resource are.
var titles = map[string]string{
	query.EventTypes: "tipos de evento", query.EPCs: "lotes", query.BizSteps: "etapas (bizStep)",
	query.BizLocations: "lugares onde a mercadoria fica (bizLocation)", query.ReadPoints: "lugares onde algo aconteceu (readPoint)", query.Dispositions: "situações (disposition)",
}

var (
	found  = lang.Text{PT: "Eventos EPCIS.", EN: "EPCIS events.", ES: "Eventos EPCIS."}
	listed = lang.Text{PT: "Lista EPCIS.", EN: "EPCIS list.", ES: "Lista EPCIS."}
)

// Routes is the table.
var Routes = func() []Route {
	paging := []string{"perPage", "nextPageToken"}
	filters := append([]string{"safraDoEvento"}, paging...)
	for i := range query.Params {
		filters = append(filters, openapi.EPCISParameter(query.Params[i].Name))
	}
	doc := func(id, summary, schema string, params []string) openapi.Facts {
		facts := openapi.Facts{ID: id, Tag: openapi.TagEPCIS, Summary: summary, Params: params, Headers: []string{"GS1-EPCIS-Version", "GS1-CBV-Version", "GS1-Extensions"}, Problem: true, Errors: []int{406, 413, 501},
			Forms: []openapi.Form{{Media: mediaJSON, Schema: schema}, {Media: mediaLD, Schema: schema}}}
		if params != nil {
			facts.Headers = append(facts.Headers, "Link")
		}
		return facts
	}
	erased := doc("getEPCISEvent", "Um evento EPCIS, e a declaração de erro sobre ele", "DocumentoEPCIS", nil)
	erased.Errors = append(erased.Errors, 410)
	all := []Route{
		{Root, "epcis", doc("getEPCIS", "Recursos EPCIS 2.0 deste servidor", "ColecaoEPCIS", nil), listed, top},
		{Root + "/events", "epcis events", doc("listEPCISEvents", "Consultar eventos EPCIS: os registros como outros sistemas os leem", "DocumentoEPCIS", filters), found, events},
		{Root + "/events/{eventID}", "epcis event", erased, found, event},
	}
	for _, name := range Resources {
		id := strings.ToUpper(name[:1]) + name[1:]
		all = append(all,
			Route{Root + "/" + name, "epcis " + name, doc("listEPCIS"+id, "Valores em eventos EPCIS: "+titles[name], "ColecaoEPCIS", paging), listed, values},
			Route{Root + "/" + name + "/{value}", "epcis value of " + name, doc("getEPCIS"+id, "O que há sob um valor: "+titles[name], "ColecaoEPCIS", nil), listed, value},
			Route{Root + "/" + name + "/{value}/events", "epcis events of " + name, doc("listEPCISEventsOf"+id, "Consultar os eventos EPCIS de um valor: "+titles[name], "DocumentoEPCIS", filters), found, events})
	}
	return all
}()

// top lists the resources.
func top(*asked) (Answer, error) { return collection(append(slices.Clone(Resources), "events"), "") }

// harvestName is the only parameter of our own: it selects the events of one harvest.
const harvestName = "safraId"

// parse reads the query of a call, without parameters of ours.
func (a *asked) parse(own ...string) (*query.Query, error) {
	params := a.URL.Query()
	for _, name := range own {
		delete(params, name)
	}
	return query.Parse(params)
}

func events(a *asked) (Answer, error) {
	q, err := a.parse(harvestName)
	if err == nil && a.name != "events" {
		err = q.Under(a.name, a.PathValue("value"))
	}
	if err != nil {
		return Answer{}, err
	}
	var page feed.Page
	switch harvest := a.URL.Query()[harvestName]; len(harvest) {
	case 0:
		page, err = a.asker.Events(a.Context(), a.by, q, a.origin)
	case 1:
		page, err = a.asker.OfHarvest(a.Context(), a.by, strings.TrimSpace(harvest[0]), q, a.origin)
	default:
		err = query.Fail(query.Repeated, harvestName, "")
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{Body: a.document(page.Events), Link: a.next(page.Next)}, nil
}

func event(a *asked) (Answer, error) {
	if err := a.bare(); err != nil {
		return Answer{}, err
	}
	all, err := a.asker.Event(a.Context(), a.by, a.PathValue("eventID"), a.origin)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Body: a.document(all)}, nil
}

func values(a *asked) (Answer, error) {
	q, err := a.parse()
	if err == nil && (len(q.Filters) > 0 || q.OrderBy != "" || q.Limit > 0 || q.Max > 0) {
		err = a.refuse()
	}
	if err != nil {
		return Answer{}, err
	}
	page, err := a.asker.Values(a.Context(), a.by, a.name, q, a.origin)
	if err != nil {
		return Answer{}, err
	}
	return collection(page.Values, a.next(page.Next))
}

// value returns what is below a value: its events. The answer is the same for every well-formed
// value, so nobody learns which exist.
func value(a *asked) (Answer, error) {
	err := a.bare()
	if err == nil {
		err = new(query.Query).Under(a.name, a.PathValue("value"))
	}
	if err != nil {
		return Answer{}, err
	}
	return collection([]string{"events"}, "")
}

// bare refuses a query where there can be none.
func (a *asked) bare() error {
	if a.URL.RawQuery == "" {
		return nil
	}
	return a.refuse()
}

// refuse names a parameter that the route does not have.
func (a *asked) refuse() error {
	for name := range a.URL.Query() {
		if name != "perPage" && name != "nextPageToken" || a.PathValue("value")+a.PathValue("eventID") != "" {
			return query.Fail(query.Unknown, name, "")
		}
	}
	return nil
}

// next returns the link to the next page.
func (a *asked) next(token string) string {
	if token == "" {
		return ""
	}
	q := a.URL.Query()
	q.Set("nextPageToken", token)
	return "<" + a.URL.EscapedPath() + "?" + q.Encode() + `>; rel="next"`
}
