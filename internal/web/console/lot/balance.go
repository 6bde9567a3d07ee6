package lot

import (
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/tracefile"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/graph"
)

// What a balance shows at most.
const (
	maxBars        = 40
	maxBalanceRows = 300
)

// balanceView is the mass balance of a lot.
type balanceView struct {
	pagekit.Frame
	Lot        pagekit.Link
	Notes      []string
	Recalls    []pagekit.Link
	Verdict    string
	Class      string // of the box around it
	Excesses   []excessRow
	Violations []violationRow
	Accounts   []accountRow
	Steps      []stepRow
	LotChart   template.HTML
	StepChart  template.HTML
	LotKeys    []swatch
	StepKeys   []swatch
	More       bool // not all is shown
}

// swatch explains a colour in a chart.
type swatch struct{ Class, Text string }

type violationRow struct {
	Where pagekit.Link
	Rule  string
	Text  string
}

// excessRow is a harvest behind the lot that sent out more than was weighed.
type excessRow struct {
	Harvest    pagekit.Link
	Rule, Text string
}

type accountRow struct {
	pagekit.Link
	In, Lost, Consumed, Shipped, Left string
	Incomplete, Shared                bool
	Violations                        []string
	Closing                           string // if there are none
}

type stepRow struct {
	Record                pagekit.Link
	From, To              string
	Days                  string
	In, Out, Lost, Shrunk string
	Expected, Shares      string
	Violations            []string
	Closing               string // if there are none
}

func (c *Controller) Balance(on *pagekit.Call) (pagekit.Reply, error) {
	at, err := c.asOf(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	code := on.Path("codigo")
	found, err := c.service.BalanceWithReviews(on.Ctx, on.Key, code, at)
	if err != nil {
		return c.noLot(on, code, err)
	}
	kept := only(keptQuery(on), "em")
	v := &balanceView{Lot: pagekit.Link{Text: found.Lot, Href: pagekit.WithQuery(pagekit.LotHref(on, found.Lot, ""), kept)}}
	v.Title = balanceTexts["title"].In(on.Lang) + " " + found.Lot
	v.Verdict, v.Class = v.verdict(found, on.Lang), closingBoxes[found.Closing()]
	for i := range found.Excesses {
		excess := &found.Excesses[i]
		v.Excesses = append(v.Excesses, excessRow{pagekit.Link{Text: excess.HarvestID, Href: pagekit.HarvestHref(on, excess.HarvestID)}, excess.Rule, excess.Message.In(on.Lang)})
	}
	if !at.IsZero() {
		v.Notes = append(v.Notes, traceTexts["past"].Fill(on.Lang, lang.Args{"em": pagekit.DayText(at, on.Lang)}))
	}
	if found.Truncated {
		v.Notes = append(v.Notes, traceTexts["truncated"].In(on.Lang))
	}
	if found.Restricted {
		v.Notes = append(v.Notes, on.Text(traceTexts, "restricted").In(on.Lang))
	}
	sources := make([]string, len(found.Accounts))
	for i := range found.Accounts {
		sources[i] = found.Accounts[i].Lot
	}
	if v.Recalls, err = c.recallsOf(on, found.Lot, sources); err != nil {
		return pagekit.Reply{}, err
	}
	v.accounts(on, found, kept)
	titles := pagekit.NewTitles(c.records, on, "")
	v.steps(on, titles, found)
	v.More = len(found.Accounts) > maxBalanceRows || len(found.Steps) > maxBalanceRows
	v.Curl = on.Curl(http.MethodGet, pagekit.WithQuery("/rastreio/lote/"+url.PathEscape(found.Lot)+"/balanco", kept), "")
	return pagekit.Reply{Page: "lot_balance", View: v}, titles.Err()
}

// closingWords are the words for the results of a balance.
var closingWords = map[lot.Closing]string{lot.Closes: "good", lot.Unjudged: "unjudged", lot.Differs: "wrong"}

// closingBoxes are the boxes around the results of a balance: green only if it adds up.
var closingBoxes = map[lot.Closing]string{lot.Closes: "notice", lot.Unjudged: "warning", lot.Differs: "wrong"}

// doubtWords are the words for why a step cannot be judged.
var doubtWords = map[lot.Doubt]string{lot.NoMoisture: "nomoisture", lot.Unexplained: "unexplained"}

// closingText returns the text for the result of a step.
func closingText(s *lot.StepBalance, l lang.Lang) string {
	if name := doubtWords[s.Doubt()]; name != "" {
		return balanceTexts[name].Fill(l, lang.Args{"kg": kgOrDash(s.In-s.Out, l), "perda": kgOrDash(s.Shrink, l)})
	}
	return balanceTexts[closingWords[s.Closing()]].In(l)
}

// verdict returns the result of the balance. It adds up only if every mass is stated.
func (v *balanceView) verdict(found *lineage.Balance, l lang.Lang) string {
	switch found.Closing() {
	case lot.Differs:
		if found.Violations() == 0 {
			return balanceTexts["totals"].In(l)
		}
		return counted(balanceTexts["violation"], balanceTexts["violations"], found.Violations(), l)
	case lot.Unjudged:
		if found.Unreviewed && found.Balance.Closing() == lot.Closes {
			return balanceTexts["unreviewed"].In(l)
		}
		return balanceTexts["cannottell"].In(l)
	}
	return balanceTexts["closes"].In(l)
}

// texts formats violations, and collects them for the list at the top of the page.
func (v *balanceView) texts(on *pagekit.Call, where pagekit.Link, all []lot.Violation) (texts []string) {
	for i := range all {
		text := tracefile.ViolationText(&all[i], on.Lang)
		texts = append(texts, text)
		if len(v.Violations) < maxBalanceRows {
			v.Violations = append(v.Violations, violationRow{where, all[i].Rule.ID, text})
		}
	}
	return texts
}

func (v *balanceView) accounts(on *pagekit.Call, found *lineage.Balance, kept url.Values) {
	l := on.Lang
	word := func(name string) string { return balanceTexts[name].In(l) }
	v.LotKeys = []swatch{{"lost", word("lost")}, {"consumed", word("consumed")}, {"shipped", word("shipped")}, {"left", word("left")}, {"over", word("over")}, {"mark", word("available")}}
	var bars []graph.Bar
	for i := range found.Accounts {
		a := &found.Accounts[i]
		here := pagekit.Link{Text: a.Lot, Href: pagekit.WithQuery(pagekit.LotHref(on, a.Lot, ""), kept)}
		violations := v.texts(on, here, a.Violations)
		if i >= maxBalanceRows {
			continue
		}
		p := &a.Partial
		v.Accounts = append(v.Accounts, accountRow{
			Link: here, In: sumText(a.Available, p.Available, p.Received || p.Stored || p.Produced, l), Lost: sumText(a.Lost, p.Lost, true, l), Consumed: sumText(a.Consumed, p.Consumed, true, l), Shipped: sumText(a.Shipped, p.Shipped, true, l), Left: leftText(a, l),
			Incomplete: !a.Complete, Shared: a.Shared, Violations: violations, Closing: word(closingWords[a.Closing()]),
		})
		if len(bars) == maxBars || math.IsNaN(a.Available) && !(a.Consumed > 0) && !(a.Shipped > 0) {
			continue
		}
		bar := graph.Bar{Name: a.Lot, Mark: a.Available}
		left := a.Left
		if math.IsNaN(left) {
			left = 0
		}
		over := 0.0
		if left < 0 { // the amount that exceeds the stock is drawn separately
			over, left = -left, 0
		}
		taken := []struct {
			class string
			kg    float64
		}{{"lost", a.Lost}, {"consumed", a.Consumed}, {"shipped", a.Shipped}}
		for _, t := range taken {
			if math.IsNaN(t.kg) { // the table says that it is unknown
				continue
			}
			bar.Parts = append(bar.Parts, graph.Part{Class: t.class, Size: max(t.kg, 0), Title: word(t.class) + ": " + lotKg(t.kg, l)})
		}
		takeOff(bar.Parts, over)
		bar.Parts = append(bar.Parts, graph.Part{Class: "left", Size: left, Title: word("left") + ": " + lotKg(left, l)},
			graph.Part{Class: "over", Size: over, Title: word("over") + ": " + lotKg(over, l)})
		bar.Note = partsNote(word("available")+" "+kgOrDash(a.Available, l)+" kg", bar.Parts)
		bars = append(bars, bar)
	}
	if len(bars) > 0 {
		v.LotChart = template.HTML(graph.Chart(balanceTexts["lotchart"].In(l), bars))
	}
}

// sumText formats a sum of an account. said means that records mention it, so an unknown sum is not
// zero.
func sumText(kg float64, partial, said bool, l lang.Lang) string {
	switch {
	case math.IsNaN(kg) && said:
		return balanceTexts["unknown"].In(l)
	case partial:
		return balanceTexts["atleast"].Fill(l, lang.Args{"kg": kgOrDash(kg, l)})
	}
	return kgOrDash(kg, l)
}

// leftText formats what is left of a lot: as a bound if one side of the account is partial, as
// unknown if both are.
func leftText(a *lot.Account, l lang.Lang) string {
	if a.Left < 0 && len(a.Violations) == 0 && a.Closing() == lot.Unjudged {
		return balanceTexts["unknown"].In(l) // more may have come in than is known
	}
	switch kg := kgOrDash(a.Left, l); {
	case math.IsNaN(a.Left) && !math.IsNaN(a.Available), !math.IsNaN(a.Left) && a.Partial.Available && a.Partial.Taken():
		return balanceTexts["unknown"].In(l)
	case math.IsNaN(a.Left):
		return kg
	case a.Partial.Available:
		return balanceTexts["atleast"].Fill(l, lang.Args{"kg": kg})
	case a.Partial.Taken():
		return balanceTexts["atmost"].Fill(l, lang.Args{"kg": kg})
	default:
		return kg
	}
}

// takeOff shortens the last parts by the amount that is drawn separately.
func takeOff(parts []graph.Part, over float64) {
	for i := len(parts) - 1; i >= 0 && over > 0; i-- {
		off := min(parts[i].Size, over)
		parts[i].Size -= off
		over -= off
	}
}

// partsNote writes the parts of a bar in words.
func partsNote(first string, parts []graph.Part) string {
	texts := []string{first}
	for _, p := range parts {
		if p.Size > 0 {
			texts = append(texts, p.Title)
		}
	}
	return strings.Join(texts, " · ")
}

func (v *balanceView) steps(on *pagekit.Call, titles *pagekit.Titles, found *lineage.Balance) {
	l := on.Lang
	word := func(name string) string { return balanceTexts[name].In(l) }
	v.StepKeys = []swatch{{"out", word("out")}, {"lost", word("lost")}, {"gap", word("gap")}, {"over", word("over")}, {"mark", word("in")}}
	var bars []graph.Bar
	for i := range found.Steps {
		s := &found.Steps[i]
		ref := lineage.RowRef(&s.Row)
		record := pagekit.Link{Text: titles.Of(ref.Kind, ref.ID.String()), Href: pagekit.RefHref(on, ref)}
		violations := v.texts(on, record, s.Violations)
		if i >= maxBalanceRows {
			continue
		}
		row := stepRow{
			Record: record, From: strings.Join(s.From, ", "), To: strings.Join(s.To, ", "), Days: lotDays(s.Row.On, l),
			In: kgOrDash(s.In, l), Out: kgOrDash(s.Out, l), Lost: kgOrDash(s.Lost, l), Shrunk: kgOrDash(s.Shrink, l), Expected: kgOrDash(s.Expected, l), Violations: violations, Closing: closingText(s, l),
		}
		if lot.IsKnown(s.Shares) {
			row.Shares = pagekit.NumberText(s.Shares, 3, l) + " %"
		}
		v.Steps = append(v.Steps, row)
		if len(bars) == maxBars || !lot.IsKnown(s.In) && !lot.IsKnown(s.Out) {
			continue
		}
		bars = append(bars, stepBar(s, ref.Kind.Title.In(l)+": "+row.From+" → "+row.To, word, l))
	}
	if len(bars) > 0 {
		v.StepChart = template.HTML(graph.Chart(balanceTexts["stepchart"].In(l), bars))
	}
}

// stepBar draws what became of the input of a step: the output, the loss, and what is unaccounted
// for.
func stepBar(s *lot.StepBalance, name string, word func(string) string, l lang.Lang) graph.Bar {
	zero := func(v float64) float64 {
		if math.IsNaN(v) || v < 0 {
			return 0
		}
		return v
	}
	out, lost, in := zero(s.Out), zero(s.Lost), zero(s.In)
	over := 0.0
	if lot.IsKnown(s.In) && lot.IsKnown(s.Out) {
		over = max(out+lost-in, 0)
	}
	gap := max(in-out-lost, 0)
	if !lot.IsKnown(s.Out) {
		gap = 0
	}
	bar := graph.Bar{Name: name, Mark: s.In, Parts: []graph.Part{
		{Class: "out", Size: out, Title: word("out") + ": " + lotKg(out, l)}, {Class: "lost", Size: lost, Title: word("lost") + ": " + lotKg(lost, l)}}}
	takeOff(bar.Parts, over)
	bar.Parts = append(bar.Parts, graph.Part{Class: "gap", Size: gap, Title: word("gap") + ": " + lotKg(gap, l)}, graph.Part{Class: "over", Size: over, Title: word("over") + ": " + lotKg(over, l)})
	bar.Note = partsNote(word("in")+" "+kgOrDash(s.In, l)+" kg", bar.Parts)
	return bar
}
