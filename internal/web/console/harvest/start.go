package harvest

import (
	"crypto/rand"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// startView is the list of harvests: what needs doing, and a card for each. In a store without
// harvests it is the first page.
type startView struct {
	pagekit.Frame
	Reads  bool // the key may read
	Writes bool // and write something
	// Empty: nothing is stored, as far as the caller may know. MayFill: the demonstration may be
	// written.
	Empty, MayFill bool
	Once           string
	Search         string
	Offers         []pagekit.Link
	todoList
	Cards       []cardView
	First, Next string // other pages of the list, "" for none
	Groups      []writeGroup
	Harvests    []harvestTab // those that the key is for
}

// todoList is what harvests need most.
type todoList struct {
	ShowTodo bool
	Heading  string
	Todo     []todoView
	TodoNote string
	TodoMore pagekit.Link // what is not listed, and the board
}

// cardView is a harvest in the list.
type cardView struct {
	HarvestID, Code, Href string
	Crop                  cropView
	Percent               int
	Complete, Total       string
	Period, Changed       string
	Finding               string
	Severity              severityView
	More                  string // findings beyond the worst
	Standing, Verdict     verdictView
	Recalls               []pagekit.Link
	Note                  string // in the place of all of these
	Access                string // that it was shared, by whom and for what; "" for own ones
	Load                  string // where the card can be fetched if it is not made yet
}

// writeGroup is a phase with the kinds that a key without reading may write.
type writeGroup struct {
	Name  string
	Kinds []harvestTab
}

// Limits on what the first page shows. What it may not review is fetched card by
// card.
const (
	startPage = 12
	todoShown = 8
)

// Start shows the list of harvests.
func (c *Controller) Start(on *pagekit.Call) (pagekit.Reply, error) {
	v := &startView{Reads: on.Key.Has(trace.Read), Writes: pagekit.WritesSomewhere(on)}
	v.Title = startTexts["title"].In(on.Lang)
	if !v.Reads {
		v.Groups, v.Harvests = writable(on), ownHarvests(on)
		return pagekit.Reply{Page: "start", View: v}, nil
	}
	query := on.Request.URL.Query()
	v.Search = strings.TrimLeft(query.Get("busca"), " ")
	if !utf8.ValidString(v.Search) || utf8.RuneCountInString(v.Search) > maxHarvestName || strings.IndexByte(v.Search, 0) >= 0 {
		return pagekit.Reply{}, trace.BadParameter("busca", "0–100")
	}
	cursor := query.Get("cursor")
	page, err := c.service.Harvests(on.Ctx, on.Key, harvests.Query{Prefix: v.Search, Budget: c.bounds.List}, trace.Paging{Size: startPage, Cursor: cursor}, c.cards)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Curl = on.Curl("GET", "/safras?"+url.Values{"busca": {v.Search}}.Encode(), "")
	for _, card := range page.Cards {
		v.Cards = append(v.Cards, viewCard(on, card, c.service.Now()))
	}
	if err := c.tellCards(on, v.Cards); err != nil {
		return pagekit.Reply{}, err
	}
	if page.Next != "" {
		v.Next = "?" + url.Values{"busca": {v.Search}, "cursor": {page.Next}}.Encode()
	}
	if cursor != "" {
		v.First = "?" + url.Values{"busca": {v.Search}}.Encode()
	}
	if len(v.Cards) == 0 && v.Search == "" && cursor == "" {
		if v.Empty, err = c.service.Empty(on.Ctx, on.Key); err != nil {
			return pagekit.Reply{}, err
		}
		v.MayFill, v.Once = v.Empty && on.Key.MayFillDemo(), rand.Text()
		v.Offers = offersFor(on, true)
	}
	if v.Search == "" && cursor == "" && len(v.Cards) > 0 {
		if err := c.todo(on, &v.todoList); err != nil {
			return pagekit.Reply{}, err
		}
	}
	return pagekit.Reply{Page: "start", View: v, Block: "list"}, nil
}

// viewCard puts a card into words.
func viewCard(on *pagekit.Call, card *harvests.Card, now time.Time) cardView {
	l := on.Lang
	href := pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(card.HarvestID)
	v := cardView{HarvestID: card.HarvestID, Code: card.Season, Href: href}
	switch card.Unreviewed {
	case harvests.HarvestTooLarge:
		v.Note = harvestTexts["large"].In(l)
		return v
	case harvests.HarvestPostponed:
		v.Note, v.Load = startTexts["postponed"].In(l), href+"/cartao"
		return v
	case harvests.HarvestDamaged:
		v.Note = startTexts["damaged"].In(l)
		return v
	}
	v.Crop, v.Percent = viewCrop(card.Crop, l), card.Found.Percent()
	v.Complete = completeText(&card.Found, l)
	v.Total = pagekit.Counted(harvestTexts, "records", l, int64(card.Total))
	if card.Total > 0 && card.Dated { // the days of an upload say nothing about a harvest
		v.Period = pagekit.DayText(card.From, l) + " – " + pagekit.DayText(card.To, l)
	}
	v.Changed = on.Moment(card.ChangedAt)
	if w := card.Worst; w != nil {
		v.Severity, v.Finding = viewSeverity(w.Rule.Severity, l), w.Message(l)
		if n := int64(card.Found.Summary.All() - 1); n > 0 {
			v.More = pagekit.Fill(harvestTexts, "more", l, "n", pagekit.CountText(n, l))
		}
	}
	said := card.Verdict(now)
	v.Verdict = viewVerdict(&said, l)
	level, standing := said.Phrase(said.Sound())
	v.Standing = verdictView{levelClasses[level], standing.In(l)}
	if said.Sound() {
		v.Standing.Text += marketsText(said.ReadyFor(), l)
	}
	return v
}

// marketsText names markets in parentheses.
func marketsText(targets []string, l lang.Lang) string {
	if len(targets) == 0 {
		return ""
	}
	names := make([]string, len(targets))
	for i, target := range targets {
		names[i] = profileTexts["target."+target].In(l)
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// verdictView is a verdict at a glance and in words.
type verdictView struct{ Class, Text string }

// levelClasses are the classes of badges.
var levelClasses = map[verdict.Level]string{verdict.Green: "bom", verdict.Amber: "alerta", verdict.Red: "erro"}

func viewVerdict(v *verdict.Verdict, l lang.Lang) verdictView {
	return verdictView{levelClasses[v.Level()], v.Sentence(l)}
}

// completeText says how complete a harvest is.
func completeText(v *verdict.Verdict, l lang.Lang) string {
	return pagekit.Fill(harvestTexts, "completeof", l, "p", pagekit.CountText(int64(v.Percent()), l),
		"a", pagekit.CountText(int64(v.Present), l), "b", pagekit.CountText(int64(v.Total), l))
}

// tellCards marks the cards that are being recalled, and those of other organisations.
func (c *Controller) tellCards(on *pagekit.Call, cards []cardView) error {
	told := map[string]*[]pagekit.Link{}
	var ids []string
	for i := range cards {
		ids = append(ids, cards[i].HarvestID)
	}
	shared, err := c.shares.Received(on.Ctx, on.Key, ids)
	if err != nil {
		return err
	}
	for i := range cards {
		if r, is := shared[cards[i].HarvestID]; is {
			cards[i].Access = accessText(on, &r)
		}
	}
	for i := range cards {
		told[cards[i].HarvestID] = &cards[i].Recalls
	}
	return c.tell(on, told)
}

// Card answers with a single card, for a list that was sent before the card was ready.
func (c *Controller) Card(on *pagekit.Call) (pagekit.Reply, error) {
	if !on.Partial() {
		return pagekit.GoTo(pagekit.HarvestPath(on.Path("id"))), nil
	}
	card, err := c.service.HarvestCard(on.Ctx, on.Key, on.Path("id"), "", c.cards)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &startView{Reads: true, Cards: []cardView{viewCard(on, card, c.service.Now())}}
	return pagekit.Reply{Page: "start", View: v, Block: "cards"}, c.tellCards(on, v.Cards)
}

// writable returns the kinds that a key may write, by phase.
func writable(on *pagekit.Call) []writeGroup {
	var groups []writeGroup
	for _, p := range kind.Phases {
		group := writeGroup{Name: p.Title.In(on.Lang)}
		for _, k := range kind.All {
			if k.Phase == p.Code && on.Key.MayWrite(k, "") {
				group.Kinds = append(group.Kinds, harvestTab{Href: pagekit.Root(on.Request) + "console/registros/" + pagekit.KindSlug(k) + "/novo", Text: k.Title.In(on.Lang)})
			}
		}
		if group.Kinds != nil {
			groups = append(groups, group)
		}
	}
	return groups
}

// ownHarvests returns the harvests that a key is limited to, as many as a page shows.
func ownHarvests(on *pagekit.Call) []harvestTab {
	var all []harvestTab
	for _, harvest := range on.Key.Harvests[:min(len(on.Key.Harvests), 100)] {
		all = append(all, harvestTab{Href: pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(harvest), Text: harvest})
	}
	return all
}

// FillDemo writes the demonstration harvests, only once however often it is clicked.
func (c *Controller) FillDemo(on *pagekit.Call) (pagekit.Reply, error) {
	once := on.Form.Get("vez")
	if len(once) > maxHarvestName {
		once = ""
	}
	if _, err := c.service.FillDemo(on.Ctx, on.Key, once); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("", "demo"), nil
}
