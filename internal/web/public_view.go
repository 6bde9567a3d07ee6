package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/print/qr"
	"rastro/internal/public"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/zone"
)

// publicView is the input of a validation's template. All its texts are ours, except for the code,
// the lots, the harvest's year and the stated reason.
type publicView struct {
	pageView
	Found                 bool
	State, Class, Meaning string
	Withdrawn             string // who revoked it, and when
	Verdict               string // the sentence, if the state alone is not enough
	Checked               string
	Overridden, Because   string
	Other, OtherText      string // the path below /v/ of a newer validation, or of the valid one
	Public                *public.Page
	Path                  string // of the code, below /v/
	Crop, Origin          string
	Quantity              factView
	Complete, Findings    string
	Files                 string // the number of documents; "" for none
	Until                 string
	Story                 []string // three sentences
	Phases                []phaseView
	Map                   *mapView
	PlotText              string
	Lots                  *lotsView
	Missing               []string
	Validator             string
	By                    *byView
	Entry, Signed         string
	Continues             []earlierLog
	Link                  string
	QR                    template.HTML
}

// earlierLog is a log that a later one continues.
type earlierLog struct{ Text, Key string }

type phaseView struct {
	Name, When string
	Kinds      []kindView
}

type kindView struct {
	Name, When, Count string
	Facts             []factView
}

type factView struct{ Name, Value, Class string }

// viewOf puts a validation into words.
func viewOf(page pageView, p *public.Page, publicURL string, z zone.Zone) (publicView, error) {
	l := page.lang
	said := headlineOf(p, z)
	v := publicView{
		pageView: page, Found: true, Public: p, State: said.title.In(l), Meaning: said.meaning.In(l), Class: said.class, Verdict: said.sentence.In(l),
		Path: url.PathEscape(p.Code), Crop: p.Crop.Shown().In(l), Origin: originOf(p), Until: monthName(p.ValidUntil, l),
		Checked:  fill("checked", l, "quando", momentOf(p.VerifiedAt, l, z)),
		Complete: fill("of", l, "presentes", p.Completeness.Present, "total", p.Completeness.Total, "percentual", p.Completeness.Percent, "mes", monthName(p.ValidatedAt, l)),
		Findings: p.Verdict.Counts(l),
	}
	v.Title = v.State + " · " + v.T["title"]
	if p.Divergences > 0 {
		v.Checked += " " + fill("divergences", l, "n", p.Divergences)
	}
	if p.Files > 0 {
		v.Files = fill("documents", l, "n", p.Files)
	}
	switch {
	case p.Review.Errors > 0 && p.Justification != "":
		v.Overridden = fill("overridden", l, "n", p.Review.Errors)
	case p.Review.Errors > 0 && p.State == trace.Refused:
		v.Because = fill("because", l, "n", p.Review.Errors)
	}
	switch {
	case p.Standing != nil:
		v.Other, v.OtherText = url.PathEscape(p.Standing.Code), page.T["seeStanding"]
	case p.Newer != nil:
		v.Other, v.OtherText = url.PathEscape(p.Newer.Code), page.T["newer"]
	}
	v.Quantity = quantityOf(p, l)
	told := map[factView]bool{v.Quantity: true}
	for _, phase := range p.Phases {
		v.Phases = append(v.Phases, phaseOf(phase, l, told))
	}
	v.Story = storyOf(p, v.Origin, l)
	v.place(p, l)
	v.Lots = drawLots(p, l, v.Origin)
	for _, absent := range p.Absent {
		v.Missing = append(v.Missing, kindTitle(absent.Phase, absent.Type, l))
	}
	v.Validator = fill("validator", l, "mes", monthName(p.ValidatedAt, l), "log", p.Log.Origin)
	v.signed(p.By, p.State != trace.Refused, l)
	if p.WithdrawnBy != nil {
		v.Withdrawn = p.WithdrawnBy.WithdrawnLine(l)
	}
	v.Signed = fill("signed", l, "quando", momentOf(p.Log.SignedAt, l, z))
	if p.Log.Index != nil {
		v.Entry = fill("entryOf", l, "indice", *p.Log.Index, "tamanho", p.Log.Size)
	}
	for _, p := range ledger.Lineage(p.Log.Origin, p.Log.Predecessors) {
		v.Continues = append(v.Continues, earlierLog{fill("continued", l, "log", p.Successor, "antecessor", p.Origin, "n", p.Size), p.Key})
	}
	v.Link = publicURL + "/v/" + v.Path
	code, err := qr.Encode(v.Link)
	if err != nil {
		return v, err
	}
	// Inside a page the drawing needs no name space, and has a better name.
	drawn := strings.Replace(string(code.SVG()), ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	v.QR = template.HTML(strings.Replace(drawn, ` role="img" aria-label="QR"`, ` aria-hidden="true"`, 1)) // our own output: only numbers
	return v, nil
}

// headline is the first thing that the page and the certificate say.
type headline struct {
	title, meaning, sentence lang.Text
	class                    string // of the colour and the shape
}

// headlineOf is green only for a harvest that is as validated, complete and without errors,
// and whose newest validation was not refused. One that is valid with gaps says so in its title.
func headlineOf(p *public.Page, z zone.Zone) headline {
	said := headline{title: stateTexts[p.State][0], meaning: stateTexts[p.State][1], sentence: p.Verdict.Text(), class: strings.ToLower(string(p.State))}
	switch {
	case p.Verdict.Level() == verdict.Green:
		said.sentence = lang.Text{}
	case p.State == trace.Valid && p.Verdict.Overruled:
		said.title, said.class = publicTexts["overruled"], "ressalva"
	case p.State == trace.Valid:
		said.title, said.meaning, said.sentence, said.class = said.sentence, gapsText(&p.Verdict), lang.Text{}, "ressalva"
	}
	if changed, err := time.Parse(trace.TimeLayout, p.ChangedAt); err == nil && p.State != trace.Tampered {
		now := lang.InAll(func(l lang.Lang) string { return fill("changed", l, "dia", l.LongDay(z.In(changed))) })
		if p.State == trace.Altered {
			said.meaning = now // which says more than the state
		} else {
			said.meaning = joined(said.meaning, now)
		}
	}
	switch {
	case p.Standing != nil:
		said.meaning = joined(said.meaning, otherText("standing", p.Standing))
	case p.Newer != nil:
		said.meaning = joined(said.meaning, otherText("newer", p.Newer))
	}
	return said
}

// gapsText says what keeps a valid validation from being green.
func gapsText(v *verdict.Verdict) lang.Text {
	switch {
	case v.Summary.Errors == 0:
		return publicTexts["gaps.steps"]
	case v.Complete():
		return publicTexts["gaps.errors"]
	}
	return publicTexts["gaps.both"]
}

// otherText names another validation of the harvest, and says how it ended.
func otherText(name string, n *public.Newer) lang.Text {
	name += map[bool]string{true: "Approved", false: "Refused"}[n.Approved]
	return lang.InAll(func(l lang.Lang) string { return fill(name, l, "mes", monthName(n.ValidatedAt, l), "codigo", n.Code) })
}

// joined joins two sentences.
func joined(a, b lang.Text) lang.Text {
	return lang.InAll(func(l lang.Lang) string { return a.In(l) + " " + b.In(l) })
}

// unknownView returns the page for an unknown validation.
func unknownView(page pageView, status int) publicView {
	v := publicView{pageView: page, Class: "desconhecida", State: page.T["unknown"], Meaning: page.T["retry"]}
	if status != http.StatusNotFound {
		v.State, v.Meaning = page.T["title"], page.T["down"]
	}
	v.Title = v.State + " · Rastro"
	return v
}

// fill returns a text of the page with its placeholders filled by name, value, …
func fill(name string, l lang.Lang, pairs ...any) string {
	args := lang.Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i].(string)] = fmt.Sprint(pairs[i+1])
	}
	return publicTexts[name].Fill(l, args)
}

// phaseOf puts a phase into words. A fact that an earlier kind stated already is not told again.
func phaseOf(p public.Phase, l lang.Lang, told map[factView]bool) phaseView {
	phase, _ := kind.PhaseByCode(p.Phase)
	v := phaseView{Name: phase.Title.In(l)}
	from, to := "", ""
	for _, k := range p.Kinds {
		row := kindView{Name: kindTitle(p.Phase, k.Type, l), Count: countOf(k.Records, l), When: span(k.From, k.To, l)}
		for _, f := range k.Facts {
			if fact := factOf(f, l); !told[fact] {
				told[fact] = true
				row.Facts = append(row.Facts, fact)
			}
		}
		v.Kinds = append(v.Kinds, row)
		if k.From != "" && (from == "" || k.From < from) {
			from = k.From
		}
		to = max(to, k.To)
	}
	if v.When = span(from, to, l); len(v.Kinds) == 1 { // which contains it
		v.When = ""
	}
	return v
}

// quantityOf returns the harvested mass, for the product's card and the certificate; empty if no
// record states it.
func quantityOf(p *public.Page, l lang.Lang) factView {
	for _, phase := range p.Phases {
		for _, k := range phase.Kinds {
			for _, f := range k.Facts {
				if f.Topic == disclose.Quantity {
					return factOf(f, l)
				}
			}
		}
	}
	return factView{}
}

func factOf(f public.Fact, l lang.Lang) factView {
	v := factView{Name: topicNames[f.Topic].In(l), Class: strings.ToLower(string(f.Topic))}
	if f.Topic == disclose.Quantity {
		name := "about"
		if f.Partial {
			name = "atleast"
		}
		v.Value = fill(name, l, "n", l.Number(f.Tonnes, 6)+" t")
		return v
	}
	if f.From != nil && f.To != nil {
		v.Value = percent(*f.From, l) + " %"
		if *f.From != *f.To {
			v.Value = percent(*f.From, l) + "–" + percent(*f.To, l) + " %"
		}
		return v
	}
	var said []string
	for _, term := range f.Terms {
		said = append(said, termName(f.Topic, term, l))
	}
	v.Value = strings.Join(said, ", ")
	return v
}

func percent(v float64, l lang.Lang) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if l != lang.EN {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

func countOf(n int, l lang.Lang) string {
	if n == 1 {
		return publicTexts["record"].In(l)
	}
	return fill("records", l, "n", n)
}

func kindTitle(phase, name string, l lang.Lang) string {
	i := slices.IndexFunc(kind.All, func(k *kind.Kind) bool { return k.Phase == phase && k.Name == name })
	if i < 0 {
		return ""
	}
	return kind.All[i].Title.In(l)
}

// originOf names the municipalities.
func originOf(p *public.Page) string {
	var names []string
	for _, m := range p.Place.Municipalities {
		names = append(names, m.Name+" ("+m.UF+")")
	}
	if names == nil && p.Place.State != "" {
		names = append(names, p.Place.State)
	}
	return strings.Join(names, ", ")
}

// place draws the map and describes it.
func (v *publicView) place(p *public.Page, l lang.Lang) {
	label := publicTexts["mapPlot"].In(l)
	if v.Origin != "" {
		label = fill("map", l, "lugar", v.Origin)
	}
	v.Map = drawMap(p.Place, label)
	switch n := len(p.Place.Plots); {
	case n == 1:
		at := p.Place.Plots[0]
		v.PlotText = fill("plots", l, "onde", degreesOf(at.Latitude, "N", southLetter.In(l), l)+", "+degreesOf(at.Longitude, eastLetter.In(l), westLetter.In(l), l))
	case n > 1:
		v.PlotText = fill("manyPlots", l, "n", n)
	}
}

// The letters of the points of the compass; north is N everywhere.
var (
	southLetter = lang.Text{PT: "S", EN: "S", ES: "S", More: &lang.More{DE: "S", NL: "Z", FR: "S", IT: "S"}}
	eastLetter  = lang.Text{PT: "L", EN: "E", ES: "E", More: &lang.More{DE: "O", NL: "O", FR: "E", IT: "E"}}
	westLetter  = lang.Text{PT: "O", EN: "W", ES: "O", More: &lang.More{DE: "W", NL: "W", FR: "O", IT: "O"}}
)

func degreesOf(v float64, positive, negative string, l lang.Lang) string {
	side := positive
	if v < 0 {
		v, side = -v, negative
	}
	text := strconv.FormatFloat(v, 'f', 2, 64)
	if l != lang.EN {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text + "° " + side
}

// monthName returns the name of a month, "" for none.
func monthName(month string, l lang.Lang) string {
	at, err := time.Parse("2006-01", month)
	if err != nil {
		return ""
	}
	return l.Month(at)
}

// span returns the text for a month, or for the first and last of several.
func span(from, to string, l lang.Lang) string {
	if from == to || to == "" {
		return monthName(from, l)
	}
	return monthName(from, l) + " – " + monthName(to, l)
}

// momentOf formats an instant to the minute, with the month as a word to avoid confusion with the
// day, and with the zone.
func momentOf(text string, l lang.Lang, z zone.Zone) string {
	at, err := time.Parse(trace.TimeLayout, text)
	if err != nil {
		return ""
	}
	at = z.In(at)
	return l.LongDay(at) + at.Format(", 15:04") + " (" + z.Offset(at) + ")"
}
