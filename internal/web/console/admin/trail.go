package admin

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/author"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/proof"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// trailPerPage is how many entries a page shows.
const trailPerPage = 50

// trailRow is an entry of the trail as a page shows it.
type trailRow struct {
	Place, When, Stamp, Who, What, About string
	Badge                                string
	Harvest, HarvestHref                 string
	ID, Href, Open                       string // of the record, and where to read on
	Version                              string
}

type trailView struct {
	pagekit.Frame
	Harvest, From, Until string // as requested
	Rows                 []trailRow
	Looked               string // how far the search went, if the page is not full
	Behind               bool
	Part                 bool // the reader may not see every entry
	Size                 string
	Newest, Older        string
}

func (c *Controller) ShowTrail(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	v := &trailView{Harvest: strings.TrimSpace(query.Get("safra")), From: query.Get("de"), Until: query.Get("ate")}
	q := proof.TrailQuery{HarvestID: v.Harvest, Size: trailPerPage}
	var err error
	if q.From, err = dayOf(on, "de", v.From); err != nil {
		return pagekit.Reply{}, err
	}
	if q.Until, err = dayOf(on, "ate", v.Until); err != nil {
		return pagekit.Reply{}, err
	}
	if !q.Until.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1).Add(-time.Millisecond) // the whole day
	}
	if written := query.Get("antes"); written != "" {
		if q.Before, err = strconv.ParseInt(written, 10, 64); err != nil || q.Before < 1 {
			return pagekit.Reply{}, trace.BadParameter("antes", "1, 2, 3 …")
		}
		v.Newest = pagekit.WithParameter(on.Request, "antes", "")
	}
	page, err := c.service.Trail(on.Ctx, on.Key, q)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Part = !on.Key.Administers()
	v.Behind, v.Size = page.Behind, pagekit.CountText(page.Size, on.Lang)
	pagekit.KnowAuthors(on, page.Entries, func(e *proof.TrailEntry) string { return e.By })
	pagekit.KnowAuthors(on, page.Entries, func(e *proof.TrailEntry) string { return author.Person(e.Note.Account.Person, "") })
	for i := range page.Entries {
		v.Rows = append(v.Rows, newTrailRow(&page.Entries[i], on))
	}
	if page.Next > 0 {
		v.Older = pagekit.WithParameter(on.Request, "antes", strconv.FormatInt(page.Next, 10))
		if len(page.Entries) < trailPerPage {
			v.Looked = trailTexts["looked"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(page.Looked, on.Lang)})
		}
	}
	v.Curl = trailCall(on, q)
	return pagekit.Reply{Page: "trail", View: v, Block: "entries"}, nil
}

// trailCall returns the API's call for the same: the changes of a harvest between two instants, or,
// for all that is written, the log that anyone may read.
func trailCall(on *pagekit.Call, q proof.TrailQuery) string {
	if q.HarvestID == "" {
		return on.Curl(http.MethodGet, "/log/checkpoint", "")
	}
	from := q.From
	if from.IsZero() {
		from = time.Unix(0, 0)
	}
	period := url.Values{"de": {from.UTC().Format(time.RFC3339)}}
	if !q.Until.IsZero() {
		period.Set("ate", q.Until.UTC().Format(time.RFC3339))
	}
	return on.Curl(http.MethodGet, "/safras/"+url.PathEscape(q.HarvestID)+"/diferencas?"+period.Encode(), "")
}

// dayOf reads a day of a form, zero for none. It begins at midnight where pages are read.
func dayOf(on *pagekit.Call, name, written string) (time.Time, error) {
	if written == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, written)
	if err != nil {
		return time.Time{}, trace.BadParameter(name, "2026-01-31")
	}
	return on.Zone.Midnight(day), nil
}

func newTrailRow(e *proof.TrailEntry, on *pagekit.Call) trailRow {
	row := trailRow{
		Place: pagekit.CountText(e.Place, on.Lang), When: on.Moment(e.At), Stamp: e.At.UTC().Format(trace.TimeLayout), Who: on.Author(e.By),
		What: pagekit.OperationTexts[e.Operation.String()].In(on.Lang), Version: strconv.FormatInt(e.Version, 10),
	}
	switch {
	case e.Kind.IsChange():
		row.What, row.About = noteTexts[e.Kind](e, on)
		if e.Kind == kind.Settlement && row.Who == "" {
			row.Who = trailTexts["administrator"].In(on.Lang)
		}
		row.Version = ""
		if e.Kind == kind.RecallReport {
			row.Href, row.Open = pagekit.Root(on.Request)+"console/recall/"+e.ID.String(), trailTexts["openrecall"].In(on.Lang)
		}
		return row
	case e.Operation == trace.Deleted:
		row.Badge = "alerta"
	case e.Operation == trace.Erased:
		row.Badge = "erro"
	}
	here := pagekit.Root(on.Request) + "console/"
	row.About = e.Kind.Title.In(on.Lang)
	row.Harvest, row.HarvestHref = e.HarvestID, here+"safras/"+url.PathEscape(e.HarvestID)
	slug := strings.ReplaceAll(strings.TrimPrefix(e.Kind.Prefix, "/"), "/", ".")
	row.ID, row.Href = e.ID.String(), here+"registros/"+slug+"/"+e.ID.String()+"/historico"
	row.Open = trailTexts["history"].In(on.Lang)
	return row
}
