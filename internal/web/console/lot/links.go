package lot

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/share"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Links is what the pages of links read and write; share.LinkKeeper documents each method.
type Links interface {
	Share(ctx context.Context, by *trace.Key, r share.Request, once *trace.Idempotency, answer func(*share.Made) []byte) (share.Made, error)
	LinksOf(ctx context.Context, by *trace.Key, code string) ([]share.Link, error)
	LinkOf(ctx context.Context, by *trace.Key, id string) (share.Link, []share.View, error)
	Revoke(ctx context.Context, by *trace.Key, id string) (share.Link, error)
}

// linksView is the page of a lot's links: the form that makes one, and the existing ones.
type linksView struct {
	pagekit.Frame
	Lot, EUDR pagekit.Link
	Self      string
	Once      string
	For       string
	Until     string
	Limit     string
	Most      int
	Wrong     string
	Errors    map[string]string
	Made      string // the address of the new link
	Links     []linkRow
}

type linkRow struct {
	pagekit.Link
	State, Class, Made, Until, Views string
	End                              string // where it is revoked; "" if it no longer opens anything
}

// Links shows the links of a lot.
func (c *Controller) Links(on *pagekit.Call) (pagekit.Reply, error) {
	v := &linksView{Limit: strconv.Itoa(share.DefaultViews), Until: on.Zone.In(c.now().AddDate(0, 0, share.DefaultDays)).Format(time.DateOnly)}
	return c.linksPage(on, v, 0)
}

// MakeLink creates a link and shows its address, which cannot be shown again.
func (c *Controller) MakeLink(on *pagekit.Call) (pagekit.Reply, error) {
	v := &linksView{For: on.Form.Get("para"), Until: on.Form.Get("expiraEm"), Limit: on.Form.Get("limite"), Errors: map[string]string{}}
	request, err := share.Fill(on.Path("codigo"), v.For, v.Until, v.Limit, c.now())
	var made share.Made
	if err == nil {
		address := func(m *share.Made) []byte { return canon.AppendString(nil, on.PublicURL+share.Path(m.Token)) }
		body := []byte(v.For + "\n" + v.Until + "\n" + v.Limit)
		if made, err = c.links.Share(on.Ctx, on.Key, request, on.Once(on.Form.Get("uma"), body), address); err == nil {
			text := canon.Value(address(&made))
			if made.Replay != nil { // the button was pressed twice
				text = made.Replay.Data
			}
			v.Made, _ = canon.String(text)
			return c.linksPage(on, v, http.StatusCreated)
		}
	}
	if trace.Is(err, trace.CodeLotNotFound) {
		return c.noLot(on, on.Path("codigo"), err)
	}
	refused, err := pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "lot_links")
	if err != nil {
		return refused, err
	}
	v.Holds = true
	return c.linksPage(on, v, refused.Status)
}

// linksPage fills in the page.
func (c *Controller) linksPage(on *pagekit.Call, v *linksView, status int) (pagekit.Reply, error) {
	code := on.Path("codigo")
	links, err := c.links.LinksOf(on.Ctx, on.Key, code)
	if err != nil {
		return c.noLot(on, code, err)
	}
	if v.Once, err = on.OnceName(); err != nil {
		return pagekit.Reply{}, err
	}
	v.Title = linkTexts["title"].In(on.Lang) + " " + code
	v.Lot, v.EUDR = pagekit.Link{Text: code, Href: pagekit.LotHref(on, code, "")}, pagekit.Link{Href: pagekit.LotHref(on, code, "/eudr")}
	v.Self, v.Most = pagekit.LotHref(on, code, "/links"), share.MaxViews
	for i := range links {
		v.Links = append(v.Links, c.linkRow(on, code, &links[i]))
	}
	v.Curl = on.Curl(http.MethodPost, kind.LinkChange.Prefix, `{"lote":"`+code+`","para":"Koffie BV"}`)
	return pagekit.Reply{Page: "lot_links", View: v, Status: status}, nil
}

var linkClasses = map[share.State]string{share.Active: "bom", share.Expired: "alerta", share.UsedUp: "alerta", share.Revoked: "alerta"}

func (c *Controller) linkRow(on *pagekit.Call, code string, l *share.Link) linkRow {
	state := l.State(c.now())
	href := pagekit.LotHref(on, code, "/links/"+l.ID.String())
	row := linkRow{
		Link: pagekit.Link{Text: l.For, Href: href}, State: linkTexts[string(state)].In(on.Lang), Class: linkClasses[state],
		Made: on.Moment(l.CreatedAt()), Until: on.Moment(l.ExpiresAt),
		Views: pagekit.CountText(int64(l.Views), on.Lang) + " / " + pagekit.CountText(int64(l.Limit), on.Lang),
	}
	if row.Text == "" {
		row.Text = linkTexts["unnamed"].In(on.Lang)
	}
	if state == share.Active {
		row.End = href + "/revogar"
	}
	return row
}

// linkView is a link, and every time it was opened.
type linkView struct {
	pagekit.Frame
	Lot, All pagekit.Link
	Row      linkRow
	Views    []linkOpened
}

type linkOpened struct{ Number, At, Part string }

// ShowLink shows when a link was opened.
func (c *Controller) ShowLink(on *pagekit.Call) (pagekit.Reply, error) {
	l, views, err := c.links.LinkOf(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &linkView{Row: c.linkRow(on, l.Lot, &l)}
	v.Lot, v.All = pagekit.Link{Text: l.Lot, Href: pagekit.LotHref(on, l.Lot, "")}, pagekit.Link{Href: pagekit.LotHref(on, l.Lot, "/links")}
	v.Title = linkTexts["one"].In(on.Lang)
	for i := range views {
		seen := &views[len(views)-1-i]
		v.Views = append(v.Views, linkOpened{strconv.Itoa(seen.Number), on.Moment(seen.At), linkTexts[string(seen.Part)].In(on.Lang)})
	}
	v.Curl = on.Curl(http.MethodGet, kind.LinkChange.Prefix+"/"+l.ID.String(), "")
	return pagekit.Reply{Page: "lot_link", View: v}, nil
}

// RevokeLink revokes a link.
func (c *Controller) RevokeLink(on *pagekit.Call) (pagekit.Reply, error) {
	l, err := c.links.Revoke(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/lotes/"+url.PathEscape(l.Lot)+"/links", "linkrevoked"), nil
}
