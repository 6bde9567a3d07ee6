package harvest

import (
	"slices"
	"time"

	"rastro/internal/dispute"
	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// todoView is something that someone should do.
type todoView struct {
	Href, HarvestID, Text string
	Severity              severityView
}

// expiresSoon is how long before its last day a validation is worth a word.
const expiresSoon = 30 * 24 * time.Hour

// disputesCounted is how many disputes are counted before the number has a plus sign.
const disputesCounted = 20

// nearlyComplete is from how many percent on a harvest is worth finishing.
const nearlyComplete = 75

// todo lists what the harvests need most: the board knows all of them.
func (c *Controller) todo(on *pagekit.Call, v *startView) error {
	cards, waiting, err := c.boards.BoardCards(on.Ctx, on.Key)
	if err != nil {
		return err
	}
	now := c.service.Now()
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
	shown := min(len(needy), todoShown-len(v.Todo))
	for _, card := range needy[:shown] {
		v.Todo = append(v.Todo, todoOf(on, card, now))
	}
	if left := len(needy) - shown; left > 0 {
		v.TodoNote = pagekit.Fill(startTexts, "todo.more", on.Lang, "n", pagekit.CountText(int64(left), on.Lang)) + " "
	}
	if waiting > 0 {
		v.TodoNote += pagekit.Counted(startTexts, "todo.waiting", on.Lang, int64(waiting))
	}
	return nil
}

// todoDisputes shows open disputes to keys that may settle them. It looks at one page of
// them; where there are more the number has a plus sign.
func (c *Controller) todoDisputes(on *pagekit.Call, v *startView) error {
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

// need is what a harvest needs most, the most urgent first.
type need int

const (
	hasErrors need = iota
	isAltered
	isExpired
	isExpiring
	isReady
	isNearlyComplete
	noNeed
)

// needOf is what a harvest needs most.
func needOf(card *harvests.Card, now time.Time) need {
	if card.Unreviewed != "" {
		return noNeed
	}
	val := card.Validation
	if card.Found.Summary.Errors > 0 && (val == nil || val.At(now) != trace.Valid) {
		return hasErrors
	}
	if val != nil {
		switch state := val.At(now); {
		case state == trace.Altered:
			return isAltered
		case state == trace.Expired:
			return isExpired
		case state == trace.Valid && !val.Ends.IsZero() && val.Ends.Sub(now) < expiresSoon:
			return isExpiring
		}
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

// todoOf puts what a harvest needs most into words.
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
	switch needOf(card, now) {
	case hasErrors:
		return say("erro", "/conferencia", "errors", "erros", pagekit.Counted(harvestTexts, "errors", l, int64(card.Found.Summary.Errors)), "pior", lang.Clip(card.Worst.Message(l), 160))
	case isAltered:
		return say("alerta", "/validar", "altered", "quando", on.DayOf(card.Validation.MadeAt))
	case isExpired:
		return say("alerta", "/validar", "expired", "dia", until)
	case isExpiring:
		return say("alerta", "/validar", "expiring", "dia", until)
	case isReady:
		return say("bom", "/validar", "ready")
	}
	return say("info", "/conferencia", "nearly", "n", pagekit.CountText(missing, l), "p", pagekit.CountText(int64(card.Found.Percent()), l))
}
