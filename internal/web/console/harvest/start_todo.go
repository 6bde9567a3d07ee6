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
	rank                  int
}

// expiresSoon is how long before its last day a validation is worth a word.
const expiresSoon = 30 * 24 * time.Hour

// disputesCounted is how many disputes are counted before the number has a plus sign.
const disputesCounted = 20

// nearlyComplete is from how many percent on a harvest is worth finishing.
const nearlyComplete = 75

// todo looks through some harvests, those of the last names first: people count
// their harvests upwards. Where the list shows all there are, through these.
func (c *Controller) todo(on *pagekit.Call, v *startView, page harvests.Page) error {
	cards, more := page.Cards, page.Next != ""
	if more {
		looked, err := c.service.Harvests(on.Ctx, on.Key, harvests.Query{Desc: true, Budget: c.bounds.List}, trace.Paging{Size: todoLook}, c.cards)
		if err != nil {
			return err
		}
		cards, more = looked.Cards, looked.Next != ""
	}
	seen := 0
	for _, card := range cards {
		if card.Unreviewed != "" {
			more = true
			continue
		}
		seen++
		if item, ok := c.todoOf(on, card); ok {
			v.Todo = append(v.Todo, item)
		}
	}
	if err := c.todoDisputes(on, v); err != nil {
		return err
	}
	slices.SortStableFunc(v.Todo, func(a, b todoView) int { return a.rank - b.rank })
	if left := len(v.Todo) - todoShown; left > 0 {
		v.Todo = v.Todo[:todoShown]
		v.TodoNote = pagekit.Fill(startTexts, "todo.more", on.Lang, "n", pagekit.CountText(int64(left), on.Lang)) + " "
	}
	if more {
		v.TodoNote += pagekit.Fill(startTexts, "todo.looked", on.Lang, "n", pagekit.CountText(int64(seen), on.Lang))
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
		Severity: severityView{"alerta", startTexts["todo.disputes.tag"].In(on.Lang)}, rank: -1,
	})
	return nil
}

// todoOf is what a harvest needs most.
func (c *Controller) todoOf(on *pagekit.Call, card *harvests.Card) (todoView, bool) {
	l, now := on.Lang, c.service.Now()
	item := todoView{HarvestID: card.HarvestID}
	path := pagekit.Root(on.Request) + "console" + pagekit.HarvestPath(card.HarvestID)
	say := func(rank int, severity, page, key string, pairs ...string) (todoView, bool) {
		item.rank, item.Href = rank, path+page
		item.Severity = severityView{severity, startTexts["todo."+key+".tag"].In(l)}
		item.Text = pagekit.Fill(startTexts, "todo."+key, l, pairs...)
		return item, true
	}
	if n := card.Found.Summary.Errors; n > 0 && (card.Validation == nil || card.Validation.At(now) != trace.Valid) {
		return say(0, "erro", "/conferencia", "errors", "erros", pagekit.Counted(harvestTexts, "errors", l, int64(n)), "pior", lang.Clip(card.Worst.Message(l), 160))
	}
	if val := card.Validation; val != nil {
		until := pagekit.DayText(val.Ends.AddDate(0, 0, -1), l)
		switch state := val.At(now); {
		case state == trace.Altered:
			return say(1, "alerta", "/validar", "altered", "quando", on.DayOf(val.MadeAt))
		case state == trace.Expired:
			return say(2, "alerta", "/validar", "expired", "dia", until)
		case state == trace.Valid && !val.Ends.IsZero() && val.Ends.Sub(now) < expiresSoon:
			return say(3, "alerta", "/validar", "expiring", "dia", until)
		}
		return todoView{}, false
	}
	switch asked := card.Found.Total; {
	case asked > 0 && card.Found.Complete():
		return say(4, "bom", "/validar", "ready")
	case asked > 0 && card.Found.Percent() >= nearlyComplete:
		return say(5, "info", "/conferencia", "nearly", "n", pagekit.CountText(int64(asked-card.Found.Present), l), "p", pagekit.CountText(int64(card.Found.Percent()), l))
	}
	return todoView{}, false
}
