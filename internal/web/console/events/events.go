// Package events has the console's pages of a lot and of a harvest as EPCIS events: what other
// systems read of them.
package events

import (
	"context"
	"embed"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/epcis/feed"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/epcis/uri"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Asker is what the pages ask; feed.Asker says what each method promises.
type Asker interface {
	Events(ctx context.Context, by *trace.Key, q *query.Query, origin string) (feed.Page, error)
	OfHarvest(ctx context.Context, by *trace.Key, harvest string, q *query.Query, origin string) (feed.Page, error)
}

// Controller answers the requests for the pages.
type Controller struct{ asker Asker }

// New returns a controller.
func New(asker Asker) *Controller { return &Controller{asker} }

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil, pagekit.Page{Name: "events", Words: []pagekit.Words{texts}})
}

type view struct {
	pagekit.Frame
	Name      string
	HarvestID string
	Tabs      []pagekit.HarvestTab
	Lot       pagekit.Link
	Rows      []row
	Next      string
}

// row is an event as the page shows it.
type row struct {
	Record         pagekit.Link
	When, Accuracy string
	Step, State    string
	Wrong          string // what an error declaration says
	Parts          []part
	JSON           string
}

// part is what an event says of some things, places or documents.
type part struct {
	Label string
	Texts []string
}

// event is as much of an event as the page shows.
type event struct {
	At          string     `json:"eventTime"`
	Step        string     `json:"bizStep"`
	Disposition string     `json:"disposition"`
	Record      string     `json:"rastro:registro"`
	Accuracy    string     `json:"rastro:precisaoTempo"`
	Inputs      []quantity `json:"inputQuantityList"`
	Outputs     []quantity `json:"outputQuantityList"`
	Observed    []quantity `json:"quantityList"`
	Place       struct {
		ID string `json:"id"`
	} `json:"readPoint"`
	After struct {
		ID string `json:"id"`
	} `json:"bizLocation"`
	Papers []struct {
		Name string `json:"bizTransaction"`
	} `json:"bizTransactionList"`
	Destinations []struct {
		Name string `json:"destination"`
	} `json:"destinationList"`
	Certificates []string `json:"certificationInfo"`
	Wrong        *struct {
		Reason string `json:"reason"`
	} `json:"errorDeclaration"`
}

type quantity struct {
	Class    string   `json:"epcClass"`
	Quantity *float64 `json:"quantity"`
}

// perPage is how many events a page shows.
const perPage = 30

// OfLot shows the events of a lot.
func (c *Controller) OfLot(on *pagekit.Call) (pagekit.Reply, error) {
	code := lot.Fold(on.Path("codigo"))
	if code == "" {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	q := &query.Query{PerPage: perPage, Token: on.Request.URL.Query().Get("cursor")}
	name := uri.Lot{Code: code}.URI(on.PublicURL)
	if err := q.Under(query.EPCs, name); err != nil { // too long for a URI
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	page, err := c.asker.Events(on.Ctx, on.Key, q, on.PublicURL)
	v := &view{Name: code, Lot: pagekit.Link{Text: code, Href: pagekit.LotHref(on, code, "")}}
	v.Title = texts["title"].In(on.Lang) + " · " + code
	v.Curl = on.Curl("GET", "/epcis/epcs/"+url.PathEscape(name)+"/events", "")
	return c.show(on, v, page, err)
}

// OfHarvest shows the events of a harvest.
func (c *Controller) OfHarvest(on *pagekit.Call) (pagekit.Reply, error) {
	v := &view{HarvestID: strings.TrimSpace(on.Path("id"))}
	if v.HarvestID == "" || len([]rune(v.HarvestID)) > 100 {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	v.Name, v.Tabs = v.HarvestID, pagekit.HarvestTabs(on, v.HarvestID, "/eventos")
	v.Title = v.HarvestID + " · " + texts["title"].In(on.Lang)
	v.Curl = on.Curl("GET", "/epcis/events?safraId="+url.QueryEscape(v.HarvestID), "")
	q := &query.Query{PerPage: perPage, Token: on.Request.URL.Query().Get("cursor")}
	page, err := c.asker.OfHarvest(on.Ctx, on.Key, v.HarvestID, q, on.PublicURL)
	return c.show(on, v, page, err)
}

func (c *Controller) show(on *pagekit.Call, v *view, page feed.Page, err error) (pagekit.Reply, error) {
	if err != nil {
		return pagekit.Reply{}, err
	}
	for i := range page.Events {
		r, err := rowOf(on, &page.Events[i])
		if err != nil {
			return pagekit.Reply{}, err
		}
		v.Rows = append(v.Rows, r)
	}
	if page.Next != "" {
		v.Next = "?" + url.Values{"cursor": {page.Next}}.Encode()
	}
	return pagekit.Reply{Page: "events", View: v}, nil
}

func rowOf(on *pagekit.Call, e *ours.Event) (r row, err error) {
	var said event
	if err := canon.UnmarshalLenient(e.JSON, &said); err != nil {
		return r, err
	}
	at, err := time.Parse(time.RFC3339, said.At)
	if err != nil {
		return r, err
	}
	r = row{Step: word(said.Step, on.Lang), State: word(said.Disposition, on.Lang), JSON: lines(e.JSON), When: on.Moment(at)}
	switch said.Accuracy {
	case ours.ToTheDay:
		r.When = on.DayOf(at)
	case ours.AsRecorded:
		r.Accuracy = texts["recorded"].In(on.Lang)
	}
	r.Record = pagekit.Link{Text: e.Kind.Title.In(on.Lang), Href: pagekit.RecordHref(on, e.Kind.Prefix, said.Record)}
	if d := said.Wrong; d != nil {
		r.Wrong = word(d.Reason, on.Lang)
	}
	add := func(label string, all ...string) {
		p := part{Label: texts[label].In(on.Lang)}
		for _, text := range all {
			if text != "" {
				p.Texts = append(p.Texts, text)
			}
		}
		if len(p.Texts) > 0 {
			r.Parts = append(r.Parts, p)
		}
	}
	add("in", things(said.Inputs, on.Lang)...)
	add("out", things(said.Outputs, on.Lang)...)
	add("things", things(said.Observed, on.Lang)...)
	add("place", said.Place.ID)
	add("after", said.After.ID)
	for _, d := range said.Destinations {
		add("to", d.Name)
	}
	var papers []string
	for _, p := range said.Papers {
		papers = append(papers, p.Name)
	}
	add("papers", papers...)
	add("certificates", said.Certificates...)
	return r, nil
}

func things(all []quantity, l lang.Lang) (texts []string) {
	for _, q := range all {
		text := q.Class
		if q.Quantity != nil {
			text += " · " + l.Number(*q.Quantity, 3) + " kg"
		}
		texts = append(texts, text)
	}
	return texts
}

// word is a word of EPCIS in a language; any other word stays as it is.
func word(said string, l lang.Lang) string {
	if t, ok := words[said]; ok {
		return t.In(l)
	}
	return said
}

// lines writes an event with one member per line.
func lines(event []byte) string {
	var b strings.Builder
	b.WriteString("{")
	canon.Each(string(event), func(name, value string) bool {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString("\n  " + strconv.Quote(name) + ": " + value)
		return true
	})
	return b.String() + "\n}"
}
