package record

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/records"
	"rastro/internal/right"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// listSize is how many records a page of a list shows.
const listSize = 20

// listView is a list of records of a kind. The query is in the address.
type listView struct {
	pagekit.Frame
	Kind     pagekit.KindView
	Q        string
	Harvest  string
	Sort     string
	Sorts    []option
	Harvests []string // to choose from
	Rows     []rowView
	Add      string
	Note     string // how the records were found
	Unsorted bool
	Alike    []linkView // harvests that may have been meant
	Anywhere string     // the same search in all texts; "" if it already was one
	First    string     // of the first page; "" on the first page
	Next     string
	Searched bool // the next page keeps searching
	Exports  []linkView
}

type option struct {
	Value, Text string
	Selected    bool
}

type linkView struct{ Href, Text string }

type rowView struct {
	Href, Name   string
	Harvest      string
	HarvestHref  string
	Badge        badgeView
	When, By     string
	WhenMachines string
}

// listAsked is the query in a list's address.
type listAsked struct {
	search records.Search
	sort   string
	cursor string
}

// sortOptions are the orders a list offers, as the API names them.
var sortOptions = []struct {
	value string
	text  lang.Text
}{
	{"criadoEm,desc", lang.Text{PT: "Mais novos primeiro", EN: "Newest first", ES: "Más nuevos primero"}},
	{"criadoEm,asc", lang.Text{PT: "Mais antigos primeiro", EN: "Oldest first", ES: "Más antiguos primero"}},
	{"atualizadoEm,desc", lang.Text{PT: "Alterados por último", EN: "Last changed first", ES: "Modificados por último"}},
	{"atualizadoEm,asc", lang.Text{PT: "Há mais tempo sem mudança", EN: "Longest unchanged first", ES: "Hace más tiempo sin cambios"}},
	{"safraId,asc", lang.Text{PT: "Safra, A a Z", EN: "Harvest, A to Z", ES: "Cosecha, A a Z"}},
	{"safraId,desc", lang.Text{PT: "Safra, Z a A", EN: "Harvest, Z to A", ES: "Cosecha, Z a A"}},
	{"safraCodigo,asc", lang.Text{PT: "Código da safra, A a Z", EN: "Harvest code, A to Z", ES: "Código de la cosecha, A a Z"}},
	{"safraCodigo,desc", lang.Text{PT: "Código da safra, Z a A", EN: "Harvest code, Z to A", ES: "Código de la cosecha, Z a A"}},
}

func readAsked(query url.Values) (listAsked, error) {
	a := listAsked{sort: query.Get("sort"), cursor: query.Get("cursor")}
	a.search = records.Search{HarvestID: strings.TrimSpace(query.Get("safra")), Text: strings.TrimSpace(query.Get("q")), Anywhere: query.Get("modo") == "texto"}
	for name, value := range map[string]string{"q": a.search.Text, "safra": a.search.HarvestID} {
		if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 { // no stored text can equal it
			return a, trace.BadParameter(name, "UTF-8")
		}
	}
	if a.sort == "" {
		a.sort = sortOptions[0].value
	}
	name, direction, _ := strings.Cut(a.sort, ",")
	var names []string
	for _, f := range trace.SortFields {
		if names = append(names, f.Name); strings.EqualFold(f.Name, name) && (direction == "" || direction == "asc" || direction == "desc") {
			a.search.Order = trace.NewOrder([]trace.Term{{Field: f.Field, Desc: direction == "desc"}})
			return a, nil
		}
	}
	return a, trace.Fail(trace.CodeBadSort, "campo", lang.Clip(a.sort, 60), "campos", strings.Join(names, ", "))
}

// address returns the address of the same query with some parameters changed; "" removes one.
func (a listAsked) address(k *kind.Kind, changes ...string) string {
	query := url.Values{}
	set := func(name, value string) {
		if query.Del(name); value != "" {
			query.Set(name, value)
		}
	}
	set("q", a.search.Text)
	set("safra", a.search.HarvestID)
	if a.sort != sortOptions[0].value {
		set("sort", a.sort)
	}
	if a.search.Anywhere {
		set("modo", "texto")
	}
	set("cursor", a.cursor)
	for i := 0; i+1 < len(changes); i += 2 {
		set(changes[i], changes[i+1])
	}
	if len(query) == 0 {
		return pagekit.RecordsPath(k)
	}
	return pagekit.RecordsPath(k) + "?" + query.Encode()
}

func (c *Controller) List(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	asked, err := readAsked(on.Request.URL.Query())
	if err != nil {
		return pagekit.Reply{}, err
	}
	if format := on.Request.URL.Query().Get("formato"); format != "" {
		if err := on.Key.NeedRight(right.Export); err != nil {
			return pagekit.Reply{}, err
		}
		return c.exportRecords(on, k, asked, format)
	}
	found, err := c.service.Search(on.Ctx, on.Key, k, asked.search, trace.Paging{Size: listSize, Cursor: asked.cursor})
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &listView{Kind: pagekit.ViewKind(k, on.Lang), Q: asked.search.Text, Harvest: asked.search.HarvestID, Sort: asked.sort, Unsorted: found.Unsorted}
	v.Title = v.Kind.Title
	for _, o := range sortOptions {
		v.Sorts = append(v.Sorts, option{o.value, o.text.In(on.Lang), o.value == asked.sort})
	}
	if v.Harvests, err = c.service.HarvestNames(on.Ctx, on.Key, ""); err != nil {
		return pagekit.Reply{}, err
	}
	if mayAdd(on.Key, k, asked.search.HarvestID) {
		v.Add = pagekit.RecordsPath(k) + "/novo"
		if asked.search.HarvestID != "" {
			v.Add += "?safra=" + url.QueryEscape(asked.search.HarvestID)
		}
	}
	v.note(found, asked, k, on.Lang)
	v.Exports = asked.exports(k)
	pagekit.KnowAuthors(on, found.Records, func(r *trace.Record) string { return r.UpdatedBy })
	if v.Rows, err = c.rows(on, found.Records); err != nil {
		return pagekit.Reply{}, err
	}
	v.Curl = on.Curl(http.MethodGet, listCall(k, asked), "")
	return pagekit.Reply{Page: "record_list", View: v, Block: "records"}, nil
}

// note says how the records were found, and how to continue.
func (v *listView) note(found records.Found, asked listAsked, k *kind.Kind, l lang.Lang) {
	if asked.cursor != "" {
		v.First = asked.address(k, "cursor", "")
	}
	if found.Next != "" {
		v.Next = asked.address(k, "cursor", found.Next)
	}
	for _, name := range found.Harvests {
		v.Alike = append(v.Alike, linkView{asked.address(k, "safra", name, "q", "", "modo", "", "cursor", ""), name})
	}
	n := lang.Args{"n": pagekit.CountText(int64(found.Looked), l), "q": asked.search.Text}
	switch found.How {
	case records.ByItsID:
		v.Note = recordListTexts["byid"].In(l)
	case records.ByLot:
		v.Note = recordListTexts["bylot"].Fill(l, n)
		v.Anywhere = asked.address(k, "modo", "texto", "cursor", "")
	case records.ByText:
		v.Searched = found.Next != ""
		v.Note = recordListTexts["bytext"].Fill(l, n)
		if v.Searched {
			v.Note = recordListTexts["sofar"].Fill(l, n)
		}
	}
}

// rows shows records as in a list, with the verdicts of their own pages.
func (c *Controller) rows(on *pagekit.Call, all []trace.Record) (rows []rowView, err error) {
	said := c.findings(on, reviewedOnList)
	for i := range all {
		found, whole, err := said.of(&all[i])
		if err != nil {
			return nil, err
		}
		rows = append(rows, viewRow(on, &all[i], badgeOf(&all[i], found, whole, on.Lang)))
	}
	return rows, nil
}

func viewRow(on *pagekit.Call, r *trace.Record, badge badgeView) rowView {
	return rowView{
		Href: pagekit.RecordPath(r.Kind, r.ID.String()), Name: title.Of(on.Key, r, on.Lang).Name(), Harvest: r.HarvestID, HarvestHref: "/safras/" + url.PathEscape(r.HarvestID),
		Badge: badge, When: on.Moment(r.UpdatedAt), By: on.Author(r.UpdatedBy), WhenMachines: r.UpdatedAt.UTC().Format(trace.TimeLayout),
	}
}

// listCall returns the API's call for the same list. It does not search texts.
func listCall(k *kind.Kind, asked listAsked) string {
	path := k.Prefix
	if asked.search.HarvestID != "" {
		path += "/safra/" + url.PathEscape(asked.search.HarvestID)
	}
	return path + "?size=20&sort=" + url.QueryEscape(asked.sort)
}
