// Package search has the console's search: one box on every page, and the page of what it finds.
package search

import (
	"context"
	"embed"
	"net/url"
	"strings"

	"rastro/internal/find"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Finder is what the page needs from the domain; find.Finder documents it.
type Finder interface {
	Find(ctx context.Context, by *trace.Key, text string, most int) ([]find.Group, error)
}

// Controller answers the requests for the search.
type Controller struct{ finder Finder }

// New returns a controller.
func New(finder Finder) *Controller { return &Controller{finder} }

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil, pagekit.Page{Name: "search", Words: []pagekit.Words{texts}})
}

// How many things of each kind are shown: on the page, and below the box while somebody types.
const onPage, belowBox = 20, 4

type view struct {
	pagekit.Frame
	Search string
	Groups []group
	None   bool   // the search found nothing
	All    string // the page with everything, "" if this is it
}

type group struct {
	Title string
	Rows  []row
	More  bool
}

type row struct {
	pagekit.Link
	Note string
}

// Find shows the results for a text.
func (c *Controller) Find(on *pagekit.Call) (pagekit.Reply, error) {
	v := &view{Search: lang.Clip(strings.ToValidUTF8(on.Request.URL.Query().Get("q"), ""), find.MaxText)}
	v.Searches = true
	root, most := pagekit.Root(on.Request), onPage
	if on.Partial() { // the links are put into another page
		most, root = belowBox, rootOf(on.Request.Header.Get("HX-Current-URL"), root)
		v.All = root + "console/busca?" + url.Values{"q": {v.Search}}.Encode()
	}
	found, err := c.finder.Find(on.Ctx, on.Key, v.Search, most)
	if err != nil {
		return pagekit.Reply{}, err
	}
	for _, g := range found {
		shown := group{Title: g.Source.Title.In(on.Lang), More: g.More}
		for i := range g.Hits {
			shown.Rows = append(shown.Rows, rowOf(on, root, &g.Hits[i]))
		}
		v.Groups = append(v.Groups, shown)
	}
	v.None = len(v.Groups) == 0 && strings.TrimSpace(v.Search) != ""
	return pagekit.Reply{Page: "search", View: v, Block: "found"}, nil
}

// rootOf returns the relative path to the server's root from the page that the browser shows; other
// if that is not a page of the console.
func rootOf(page, other string) string {
	shown, err := url.Parse(page)
	if err != nil {
		return other
	}
	path := shown.EscapedPath()
	at := strings.Index(path, "/console")
	if at < 0 {
		return other
	}
	if up := strings.Count(path[at:], "/") - 1; up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

// rowOf returns a hit as a link.
func rowOf(on *pagekit.Call, root string, h *find.Hit) row {
	at := func(path, text, note string) row {
		return row{pagekit.Link{Text: text, Href: root + "console" + path}, note}
	}
	switch {
	case h.Person != nil:
		return at("/pessoas/"+h.Person.ID.String(), h.Person.Name, h.Person.Organization)
	case h.Organization != nil:
		return at("/organizacoes/"+h.Organization.ID.String(), h.Organization.Name, h.Organization.CNPJ)
	case h.Record != nil:
		name, note := title.Of(on.Key, h.Record, on.Lang).String(), h.HarvestID
		if !strings.Contains(name, h.Text) && h.Text != h.Record.ID.String() {
			note = h.Text + " · " + note
		}
		return at(pagekit.RecordPath(h.Record.Kind, h.Record.ID.String()), name, note)
	case h.Lot != "":
		return at("/lotes/"+url.PathEscape(h.Lot), h.Lot, "")
	case h.Validation != "":
		return at("/validacoes/"+url.PathEscape(h.Validation), h.Validation, h.HarvestID)
	}
	return at(pagekit.HarvestPath(h.HarvestID), h.HarvestID, "")
}
