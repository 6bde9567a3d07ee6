package console

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/dispute"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

var disputeScreens = []screen{
	{method: http.MethodGet, path: "/disputas", scopes: admins, serve: showDisputes},
	{method: http.MethodPost, path: "/disputas", scopes: admins, serve: settleDispute},
}

var disputePages = []pageRow{{"disputes", []words{disputeTexts}}}

// disputesPage is how many disputes a page lists.
const disputesPage = 20

// disputesView is the list of codes that several parties claim.
type disputesView struct {
	frameView
	Disputes []disputeRow
	Next     string // the address of the next page, "" at the end
	Paged    bool   // this is not the first
	Wrong    string
	Once     string // of all its forms: each is told from the others by what it says
	Limited  bool   // the key sees some disputes only
}

// disputeRow is one code, with whom it can be given to.
type disputeRow struct {
	Type, Code, CodeHref string
	TypeName             string
	Owner                textLink
	Since, Settled       string // when it was claimed, and decided
	DecidedBy, Why       string // who decided it; Why is the reason, or that it was erased
	Claims               []claimRow
	More                 bool
	Choices              []string // the harvests, the owner's first
	// What was typed, where a form comes back.
	Reason, Chosen string
}

type claimRow struct {
	textLink
	Author, Records, Since string
}

func showDisputes(c *Console, on *call) (reply, error) {
	query := on.r.URL.Query()
	v := &disputesView{Paged: query.Get("cursor") != "", Limited: len(on.key.Safras) > 0}
	found, next, err := c.disputes(on).List(on.ctx, query.Get("cursor"), disputesPage)
	if err != nil {
		return reply{}, err
	}
	if v.Once, err = c.service.OnceName(); err != nil {
		return reply{}, err
	}
	for i := range found {
		v.Disputes = append(v.Disputes, newDisputeRow(on, &found[i]))
	}
	if next != "" {
		v.Next = withParameter(on.r, "cursor", next)
	}
	v.Curl = c.curl(http.MethodGet, "/lotes/disputas", "")
	return reply{page: "disputes", view: v}, nil
}

func (c *Console) disputes(on *call) dispute.Desk { return dispute.Desk{Book: c.service, By: on.key} }

func newDisputeRow(on *call, d *dispute.Dispute) disputeRow {
	row := disputeRow{
		Type: dispute.Type(d.Owner.Realm), Code: d.Owner.Text, Owner: textLink{d.Owner.SafraID, harvestHref(on, d.Owner.SafraID)},
		Since: msText(d.Owner.Since, on.lang), Choices: []string{d.Owner.SafraID}, More: d.More,
	}
	row.TypeName = disputeTexts[row.Type].In(on.lang)
	if d.Owner.Realm == ownership.Lots {
		row.CodeHref = lotHref(on, d.Owner.Text, "")
	}
	if d.Owner.Settled != 0 {
		row.Settled = msText(d.Owner.Settled, on.lang)
		row.DecidedBy, row.Why = d.Decision.By, d.Decision.Reason
		if d.Decision.Erased && row.Why == "" {
			row.Why = disputeTexts["erased"].In(on.lang)
		}
	}
	for i := range d.Rivals {
		h := &d.Rivals[i]
		row.Claims = append(row.Claims, claimRow{textLink{h.SafraID, harvestHref(on, h.SafraID)}, h.Author, strconv.FormatInt(h.Live, 10), msText(h.Since, on.lang)})
		if !slices.Contains(row.Choices, h.SafraID) {
			row.Choices = append(row.Choices, h.SafraID)
		}
	}
	return row
}

func msText(ms int64, l lang.Lang) string { return momentText(time.UnixMilli(ms).UTC(), l) }

// settleDispute takes the decision of an administrator. Where it cannot be taken the
// page comes back with what was typed.
func settleDispute(c *Console, on *call) (reply, error) {
	text := func(name string) string { return strings.TrimSpace(on.form.Get(name)) }
	code := ownership.Code{Realm: ownership.Lots, Text: lot.Fold(text("codigo"))}
	if text("tipo") == dispute.Type(ownership.GTINs) {
		item, err := trace.ParseTradeItem(text("codigo"), "")
		if err != nil {
			return reply{}, err
		}
		code = ownership.Code{Realm: ownership.GTINs, Text: item.GTIN}
	}
	s := trace.Settlement{SafraID: text("safraId"), Reason: text("motivo")}
	err := s.Check()
	if err == nil {
		said := strings.Join([]string{text("tipo"), code.Text, s.SafraID, s.Reason}, "\n")
		_, _, err = c.disputes(on).Settle(on.ctx, code, s, c.once(on, on.form.Get("uma"), []byte(said)))
	}
	if err == nil {
		return done("/disputas", "settled"), nil
	}
	if !trace.Is(err, trace.CodeInvalid) && !trace.Is(err, trace.CodeNotClaimant) {
		return reply{}, err
	}
	again, failed := showDisputes(c, on)
	if failed != nil {
		return reply{}, failed
	}
	v := again.view.(*disputesView)
	v.Wrong = problemText(err, on.lang)
	for i := range v.Disputes {
		if d := &v.Disputes[i]; d.Code == code.Text {
			d.Reason, d.Chosen = s.Reason, s.SafraID
		}
	}
	again.status = http.StatusUnprocessableEntity
	return again, nil
}

// problemText says what is wrong in one sentence for each member.
func problemText(err error, l lang.Lang) string {
	failed := trace.AsError(err)
	texts := []string{failed.Text(l)}
	if len(failed.Problems) > 0 {
		texts = texts[:0]
	}
	for i := range failed.Problems {
		p := &failed.Problems[i]
		texts = append(texts, disputeTexts[p.Field].In(l)+": "+p.Message.Fill(l, p.Args))
	}
	return strings.Join(texts, " ")
}
