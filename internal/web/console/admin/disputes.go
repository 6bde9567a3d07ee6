package admin

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/dispute"
	"rastro/internal/lot"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// disputesPage is how many disputes a page lists.
const disputesPage = 20

// disputesView is the list of codes that several parties claim.
type disputesView struct {
	pagekit.Frame
	Disputes []disputeRow
	Next     string // the address of the next page, "" at the end
	Paged    bool   // this is not the first
	Wrong    string
	Once     string // shared by all its forms, which differ in content
	Limited  bool   // the key sees some disputes only
}

// disputeRow is a code, with those who can be given it.
type disputeRow struct {
	Type, Code, CodeHref string
	TypeName             string
	Owner                pagekit.Link
	Since, Settled       string // when it was claimed, and decided
	Seen                 int64  // the same as Settled, for the form
	DecidedBy, Why       string // who decided it; Why is the reason, or that it was erased
	Claims               []claimRow
	More                 bool
	Choices              []string // the harvests, the owner's first
	// What was typed, if the form is shown again.
	Reason, Chosen string
	Public         bool
}

type claimRow struct {
	pagekit.Link
	Author, Records, Since string
}

func (c *Controller) ShowDisputes(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	v := &disputesView{Paged: query.Get("cursor") != "", Limited: on.Key.LimitedToHarvests()}
	found, next, err := c.disputes(on).List(on.Ctx, query.Get("cursor"), disputesPage)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if v.Once, err = on.OnceName(); err != nil {
		return pagekit.Reply{}, err
	}
	for i := range found {
		v.Disputes = append(v.Disputes, newDisputeRow(on, &found[i]))
	}
	if next != "" {
		v.Next = pagekit.WithParameter(on.Request, "cursor", next)
	}
	v.Curl = on.Curl(http.MethodGet, "/lotes/disputas", "")
	return pagekit.Reply{Page: "disputes", View: v}, nil
}

func (c *Controller) disputes(on *pagekit.Call) dispute.Desk {
	return dispute.Desk{Book: c.book, By: on.Key}
}

func newDisputeRow(on *pagekit.Call, d *dispute.Dispute) disputeRow {
	row := disputeRow{
		Type: dispute.Type(d.Owner.Realm), Code: d.Owner.Text, Owner: pagekit.Link{Text: d.Owner.HarvestID, Href: pagekit.HarvestHref(on, d.Owner.HarvestID)},
		Since: msText(d.Owner.Since, on), Choices: []string{d.Owner.HarvestID}, More: d.More, Seen: d.Owner.Settled,
	}
	row.TypeName = disputeTexts[row.Type].In(on.Lang)
	if d.Owner.Realm == ownership.Lots {
		row.CodeHref = pagekit.LotHref(on, d.Owner.Text, "")
	}
	if d.Owner.Settled != 0 {
		row.Settled = msText(d.Owner.Settled, on)
		row.DecidedBy, row.Why = d.Decision.By, d.Decision.Reason
		if d.Decision.Erased && row.Why == "" {
			row.Why = disputeTexts["erased"].In(on.Lang)
		}
	}
	for i := range d.Rivals {
		h := &d.Rivals[i]
		row.Claims = append(row.Claims, claimRow{pagekit.Link{Text: h.HarvestID, Href: pagekit.HarvestHref(on, h.HarvestID)}, h.Author, strconv.FormatInt(h.Live, 10), msText(h.Since, on)})
		if !slices.Contains(row.Choices, h.HarvestID) {
			row.Choices = append(row.Choices, h.HarvestID)
		}
	}
	return row
}

func msText(ms int64, on *pagekit.Call) string { return on.Moment(time.UnixMilli(ms)) }

// SettleDispute applies an administrator's decision. If it is not possible, the page is shown again
// with what was typed.
func (c *Controller) SettleDispute(on *pagekit.Call) (pagekit.Reply, error) {
	text := func(name string) string { return strings.TrimSpace(on.Form.Get(name)) }
	code := ownership.Code{Realm: ownership.Lots, Text: lot.Fold(text("codigo"))}
	if text("tipo") == dispute.Type(ownership.GTINs) {
		item, err := trace.ParseTradeItem(text("codigo"), "")
		if err != nil {
			return pagekit.Reply{}, err
		}
		code = ownership.Code{Realm: ownership.GTINs, Text: item.GTIN}
	}
	s := ownerbook.Settlement{HarvestID: text("safraId"), Reason: text("motivo"), Public: on.Form.Has("motivoPublico")}
	if seen, err := strconv.ParseInt(text("decidida"), 10, 64); err == nil {
		s.Seen = &seen
	}
	err := s.Check()
	if err == nil {
		said := strings.Join([]string{text("tipo"), code.Text, s.HarvestID, s.Reason, strconv.FormatBool(s.Public)}, "\n")
		_, _, err = c.disputes(on).Settle(on.Ctx, code, s, on.Once(on.Form.Get("uma"), []byte(said)))
	}
	if err == nil {
		return pagekit.Done("/disputas", "settled"), nil
	}
	status := map[trace.Code]int{
		trace.CodeInvalid: http.StatusUnprocessableEntity, trace.CodeNotClaimant: http.StatusUnprocessableEntity,
		trace.CodeNoDispute: http.StatusConflict, trace.CodeSettledSince: http.StatusConflict,
	}[trace.AsError(err).Code]
	if status == 0 {
		return pagekit.Reply{}, err
	}
	again, failed := c.ShowDisputes(on)
	if failed != nil {
		return pagekit.Reply{}, failed
	}
	v := again.View.(*disputesView)
	v.Wrong = problemText(on, err)
	for i := range v.Disputes {
		if d := &v.Disputes[i]; d.Code == code.Text {
			d.Reason, d.Chosen, d.Public = s.Reason, s.HarvestID, s.Public
		}
	}
	again.Status = status
	return again, nil
}

// problemText describes the problems in one sentence per member.
func problemText(on *pagekit.Call, err error) string {
	failed, l := trace.AsError(err), on.Lang
	texts := []string{on.ErrorText(failed)}
	if len(failed.Problems) > 0 {
		texts = texts[:0]
	}
	for i := range failed.Problems {
		p := &failed.Problems[i]
		texts = append(texts, disputeTexts[p.Field].In(l)+": "+p.Message.Fill(l, p.Args))
	}
	return strings.Join(texts, " ")
}
