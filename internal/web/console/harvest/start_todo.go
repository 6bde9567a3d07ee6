package harvest

import (
	"slices"
	"strings"
	"time"

	"rastro/internal/dispute"
	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// todoView is something that someone should do.
type todoView struct {
	Href, HarvestID, Text string
	Severity              severityView
}

// expiresSoon is how long before its last day a validation is mentioned.
const expiresSoon = 30 * 24 * time.Hour

// disputesCounted is how many disputes are counted before the number has a plus sign.
const disputesCounted = 20

// nearlyComplete is the percentage from which on a harvest is worth finishing.
const nearlyComplete = 75

// todo lists what the harvests need most; the board has all of it.
func (c *Controller) todo(on *pagekit.Call, v *todoList) error {
	v.ShowTodo, v.Heading = true, startTexts[advice("todo", pagekit.WritesSomewhere(on))].In(on.Lang)
	cards, waiting, err := c.boards.BoardCards(on.Ctx, on.Key)
	if err != nil {
		return err
	}
	now := c.service.Now()
	left, err := c.todoRecalls(on, v, cards)
	if err != nil {
		return err
	}
	var needy []*harvests.Card
	for _, card := range cards {
		if needOf(card, now) != noNeed {
			needy = append(needy, card)
		}
	}
	slices.SortStableFunc(needy, func(a, b *harvests.Card) int { return int(needOf(a, now) - needOf(b, now)) })
	if err := c.todoDisputes(on, v); err != nil {
		return err
	}
	shown := min(len(needy), max(0, todoShown-len(v.Todo)))
	for _, card := range needy[:shown] {
		v.Todo = append(v.Todo, todoOf(on, card, now))
	}
	if left += len(needy) - shown; left > 0 {
		v.TodoMore = pagekit.Link{
			Text: pagekit.Fill(startTexts, "todo.more", on.Lang, "n", pagekit.CountText(int64(left), on.Lang)), Href: pagekit.Root(on.Request) + "console",
		}
	}
	if waiting > 0 {
		v.TodoNote = pagekit.Counted(startTexts, "todo.waiting", on.Lang, int64(waiting))
	}
	return nil
}

// todoRecalls lists the recalls that mark harvests, the newest first, and those by others of which only
// the owner is told, before everything else. left
// is the number of further ones.
func (c *Controller) todoRecalls(on *pagekit.Call, v *todoList, cards []*harvests.Card) (left int, err error) {
	names := make([]string, len(cards))
	for i, card := range cards {
		names[i] = card.HarvestID
	}
	found, err := c.boards.Notices(on.Ctx, on.Key, names)
	if err != nil {
		return 0, err
	}
	listed := found[:min(len(found), todoRecalled)]
	for i := range listed {
		link := recallLink(on, &found[i])
		v.Todo = append(v.Todo, todoView{
			Href: link.Href, HarvestID: lang.Clip(strings.Join(found[i].Harvests, ", "), maxHarvestName), Text: link.Text,
			Severity: severityView{"erro", startTexts["todo.recall.tag"].In(on.Lang)},
		})
	}
	left = len(found) - len(listed)
	foreign, err := c.boards.ForeignNotices(on.Ctx, on.Key, names)
	if err != nil {
		return 0, err
	}
	pagekit.KnowAuthors(on, foreign, func(n *recall.ForeignNotice) string { return n.By })
	for i := range foreign[:min(len(foreign), todoForeign)] {
		link := foreignLink(on, &foreign[i])
		v.Todo = append(v.Todo, todoView{
			Href: link.Href, HarvestID: lang.Clip(strings.Join(foreign[i].Harvests, ", "), maxHarvestName), Text: link.Text,
			Severity: severityView{"alerta", startTexts["todo.foreign.tag"].In(on.Lang)},
		})
	}
	return left + max(0, len(foreign)-todoForeign), nil
}

// todoForeign is how many recalls by others are listed.
const todoForeign = 2

// todoRecalled is how many recalls are listed, so that there is room for other tasks.
const todoRecalled = 4

// todoDisputes shows open disputes to keys that may settle them. It reads one page of them; if
// there are more, the number has a plus sign.
func (c *Controller) todoDisputes(on *pagekit.Call, v *todoList) error {
	if !on.Key.Has(trace.Admin) {
		return nil
	}
	found, next, err := dispute.Desk{Book: c.disputes, By: on.Key}.List(on.Ctx, "", disputesCounted)
	if err != nil {
		return err
	}
	open := 0
	for i := range found {
		if found[i].Owner.Settled == 0 {
			open++
		}
	}
	if open == 0 {
		return nil
	}
	key, n := "todo.disputes", pagekit.CountText(int64(open), on.Lang)
	switch {
	case next != "":
		n += "+"
	case open == 1:
		key = "todo.disputes1"
	}
	v.Todo = append(v.Todo, todoView{
		Href: pagekit.Root(on.Request) + "console/disputas", HarvestID: startTexts["todo.dispute"].In(on.Lang), Text: pagekit.Fill(startTexts, key, on.Lang, "n", n),
		Severity: severityView{"alerta", startTexts["todo.disputes.tag"].In(on.Lang)},
	})
	return nil
}

// need is what a harvest needs most; the most urgent comes first.
type need int

const (
	hasErrors need = iota
	isTampered
	isRefused
	isAltered
	isExpired
	isMassShut
	isExpiring
	isReady
	isNearlyComplete
	noNeed
)

// stateNeeds are the states of a validation that need attention.
var stateNeeds = map[trace.State]need{trace.Tampered: isTampered, trace.Refused: isRefused, trace.Altered: isAltered, trace.Expired: isExpired}

// massGap returns the finding that shuts the gate of masses for some market, nil if none does. What is
// only missing there has someone to record it, and is on the board.
func massGap(card *harvests.Card) *verdict.Gap {
	for i := range card.Found.Targets {
		gates := card.Found.Targets[i].Gates
		for j := range gates {
			if gates[j].Gate == verdict.Mass && gates[j].Passing() == verdict.Shut && gates[j].Gaps[0].Who == "" {
				return &gates[j].Gaps[0]
			}
		}
	}
	return nil
}

// needOf returns what a harvest needs most.
func needOf(card *harvests.Card, now time.Time) need {
	if card.Unreviewed != "" {
		return noNeed
	}
	val := card.Validation
	if card.Found.Summary.Errors > 0 && (!val.Live() || val.At(now) != trace.Valid) {
		return hasErrors
	}
	if val.Live() {
		if of, ok := stateNeeds[val.At(now)]; ok {
			return of
		}
	}
	switch {
	case massGap(card) != nil:
		return isMassShut
	case val.Live() && !val.Ends.IsZero() && val.Ends.Sub(now) < expiresSoon:
		return isExpiring
	case val.Live():
		return noNeed
	}
	switch asked := card.Found.Total; {
	case asked > 0 && card.Found.Complete():
		return isReady
	case asked > 0 && card.Found.Percent() >= nearlyComplete:
		return isNearlyComplete
	}
	return noNeed
}

// advice returns the name of a text that says what to do, or of the one for those who may not do it,
// which says only what there is.
func advice(key string, may bool) string {
	if may {
		return key
	}
	return key + ".reader"
}

// todoOf describes what a harvest needs most.
func todoOf(on *pagekit.Call, card *harvests.Card, now time.Time) todoView {
	l := on.Lang
	item := todoView{HarvestID: card.HarvestID}
	path := pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(card.HarvestID)
	say := func(severity, page, key string, pairs ...string) todoView {
		item.Href = path + page
		item.Severity = severityView{severity, startTexts["todo."+key+".tag"].In(l)}
		item.Text = pagekit.Fill(startTexts, "todo."+key, l, pairs...)
		return item
	}
	until := ""
	if val := card.Validation; val != nil {
		until = pagekit.DayText(val.Ends.AddDate(0, 0, -1), l)
	}
	missing := int64(card.Found.Total - card.Found.Present)
	acts, validates := pagekit.Writes(on, card.HarvestID), validates(on, card.HarvestID)
	switch needOf(card, now) {
	case hasErrors:
		return say("erro", "/conferencia", advice("errors", acts), "erros", pagekit.Counted(harvestTexts, "errors", l, int64(card.Found.Summary.Errors)), "pior", lang.Clip(card.Worst.Message(l), 160))
	case isTampered:
		return say("erro", "/validar", "tampered")
	case isRefused:
		return say("erro", "/validar", advice("refused", validates), "quando", on.DayOf(card.Validation.MadeAt))
	case isMassShut:
		return say("alerta", "/conferencia", "mass", "motivo", lang.Clip(massGap(card).Reason.In(l), 160))
	case isAltered:
		return say("alerta", "/validar", advice("altered", validates), "quando", on.DayOf(card.Validation.MadeAt))
	case isExpired:
		return say("alerta", "/validar", "expired", "dia", until)
	case isExpiring:
		return say("alerta", "/validar", "expiring", "dia", until)
	case isReady:
		return say("bom", "/validar", advice("ready", validates))
	}
	return say("info", "/conferencia", "nearly", "n", pagekit.CountText(missing, l), "p", pagekit.CountText(int64(card.Found.Percent()), l))
}
