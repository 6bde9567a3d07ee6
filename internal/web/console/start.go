package console

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

var demoScreens = []screen{
	{method: http.MethodPost, path: "/demonstracao", scopes: writers, serve: fillDemo},
}

// startView is the first page: what needs doing, and the harvests.
type startView struct {
	frameView
	Reads  bool // the key may read
	Writes bool // and write something
	// Empty: nothing is stored at all; MayFill: the demonstration may be written.
	Empty, MayFill bool
	Once           string
	Search         string
	Todo           []todoView
	TodoNote       string
	ShowTodo       bool
	Cards          []cardView
	First, Next    string // other pages of the list, "" for none
	Groups         []writeGroup
	Harvests       []harvestTab // those that the key is for
}

// cardView is a harvest in the list.
type cardView struct {
	SafraID, Code, Href string
	Crop                cropView
	Percent             int
	Complete, Total     string
	Period, Changed     string
	Finding             string
	Severity            severityView
	More                string // findings beyond the worst
	State               string // of its newest validation
	StateClass          string
	Note                string // in the place of all of these
	Load                string // where the card can be had that is not made yet
}

// writeGroup is a phase with the kinds that a key without reading may write.
type writeGroup struct {
	Name  string
	Kinds []harvestTab
}

// Bounds on what the first page shows. What it may not confer is fetched card by
// card.
const (
	startPage = 12
	todoLook  = 60
	todoShown = 8
)

func start(c *Console, on *call) (reply, error) {
	v := &startView{Reads: on.key.Has(trace.Read)}
	v.Title = startTexts["title"].In(on.lang)
	for _, k := range kind.All {
		v.Writes = v.Writes || on.key.MayWrite(k, "")
	}
	if !v.Reads {
		v.Groups, v.Harvests = writable(on), ownHarvests(on)
		return reply{page: "start", view: v}, nil
	}
	query := on.r.URL.Query()
	v.Search = strings.TrimLeft(query.Get("busca"), " ")
	if !utf8.ValidString(v.Search) || utf8.RuneCountInString(v.Search) > maxHarvestName || strings.IndexByte(v.Search, 0) >= 0 {
		return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "busca", "esperado", "0–100")
	}
	cursor := query.Get("cursor")
	page, err := c.service.Harvests(on.ctx, on.key, trace.HarvestList{Prefix: v.Search, Budget: c.bounds.list}, trace.Paging{Size: startPage, Cursor: cursor}, c.cards)
	if err != nil {
		return reply{}, err
	}
	v.Curl = c.curl("GET", "/safras?"+url.Values{"busca": {v.Search}}.Encode(), "")
	for _, card := range page.Cards {
		v.Cards = append(v.Cards, c.viewCard(on, card))
	}
	if page.Next != "" {
		v.Next = "?" + url.Values{"busca": {v.Search}, "cursor": {page.Next}}.Encode()
	}
	if cursor != "" {
		v.First = "?" + url.Values{"busca": {v.Search}}.Encode()
	}
	if len(v.Cards) == 0 && v.Search == "" && cursor == "" {
		if v.Empty, err = c.service.Empty(on.ctx); err != nil {
			return reply{}, err
		}
		v.MayFill, v.Once = v.Empty && on.key.MayFillDemo(), rand.Text()
	}
	if v.Search == "" && cursor == "" && len(v.Cards) > 0 {
		v.ShowTodo = true
		if err := c.todo(on, v, page); err != nil {
			return reply{}, err
		}
	}
	return reply{page: "start", view: v, block: "list"}, nil
}

// viewCard puts a card into words.
func (c *Console) viewCard(on *call, card *trace.HarvestCard) cardView {
	l := on.lang
	href := root(on.r) + "console" + harvestPath(card.SafraID)
	v := cardView{SafraID: card.SafraID, Code: card.SafraCodigo, Href: href}
	switch card.Unreviewed {
	case trace.HarvestTooLarge:
		v.Note = harvestTexts["large"].In(l)
		return v
	case trace.HarvestPostponed:
		v.Note, v.Load = startTexts["postponed"].In(l), href+"/cartao"
		return v
	}
	v.Crop, v.Percent = viewCrop(card.Crop, l), card.Percent
	v.Complete = completeText(card, l)
	v.Total = harvestCounted(harvestTexts, "records", l, int64(card.Total))
	v.Period = dayText(card.From, l) + " – " + dayText(card.To, l)
	v.Changed = momentText(card.ChangedAt, l)
	if w := card.Worst; w != nil {
		v.Severity, v.Finding = viewSeverity(w.Rule.Severity, l), w.Message(l)
		if n := int64(card.Summary.Errors + card.Summary.Alerts + card.Summary.Infos - 1); n > 0 {
			v.More = harvestFill(harvestTexts, "more", l, "n", countText(n, l))
		}
	}
	if card.Validation != nil {
		v.State, v.StateClass = viewState(card.Validation.At(c.service.Now()), l)
	}
	return v
}

func completeText(card *trace.HarvestCard, l lang.Lang) string {
	return harvestFill(harvestTexts, "completeof", l, "p", countText(int64(card.Percent), l),
		"a", countText(int64(card.Present), l), "b", countText(int64(card.Present+card.Missing), l))
}

// viewState is a validation's state in words, and the class of its badge.
func viewState(s trace.State, l lang.Lang) (text, class string) {
	switch s {
	case trace.Valid:
		class = "bom"
	case trace.Altered, trace.Expired:
		class = "alerta"
	default:
		class = "erro"
	}
	return harvestTexts["state."+string(s)].In(l), class
}

// harvestCard answers with one card, for a list in which it was not made yet.
func harvestCard(c *Console, on *call) (reply, error) {
	if !on.partial() {
		return goTo(harvestPath(on.path("id"))), nil
	}
	card, err := c.service.HarvestCard(on.ctx, on.key, on.path("id"), "", c.cards)
	if err != nil {
		return reply{}, err
	}
	v := &startView{Reads: true, Cards: []cardView{c.viewCard(on, card)}}
	return reply{page: "start", view: v, block: "cards"}, nil
}

// writable are the kinds that a key may write, by phase.
func writable(on *call) []writeGroup {
	var groups []writeGroup
	for _, p := range kind.Phases {
		group := writeGroup{Name: p.Title.In(on.lang)}
		for _, k := range kind.All {
			if k.Phase == p.Code && on.key.MayWrite(k, "") {
				group.Kinds = append(group.Kinds, harvestTab{Href: root(on.r) + "console/registros/" + kindSlug(k) + "/novo", Text: k.Title.In(on.lang)})
			}
		}
		if group.Kinds != nil {
			groups = append(groups, group)
		}
	}
	return groups
}

// ownHarvests are the harvests that a key is for, as far as a page shows them.
func ownHarvests(on *call) []harvestTab {
	var all []harvestTab
	for _, safra := range on.key.Safras[:min(len(on.key.Safras), 100)] {
		all = append(all, harvestTab{Href: root(on.r) + "console" + harvestPath(safra), Text: safra})
	}
	return all
}

// fillDemo writes the demonstration harvests, once however often it is clicked.
func fillDemo(c *Console, on *call) (reply, error) {
	once := on.form.Get("vez")
	if len(once) > maxHarvestName {
		once = ""
	}
	if _, err := c.service.FillDemo(on.ctx, on.key, once); err != nil {
		return reply{}, err
	}
	return done("", "demo"), nil
}
