// Package reading writes the readable documents of a dossier: a PDF in each of seven languages, and
// one HTML file with all of them that loads nothing. Its input is plain facts, and the same facts
// always give the same bytes.
package reading

import (
	"math"
	"strconv"

	"rastro/internal/lang"
	"rastro/internal/web/drawing"
)

// Dossier is the content of a lot's readable documents.
type Dossier struct {
	Lot     string
	Verdict string // a name of Texts: ready, gaps, recalled
	Masses  string // how the balance closes, by its name on the wire

	Plots, Producers, Harvests, Lots int
	AreaHa, ShippedKg                float64 // NaN: unknown
	References                       []string
	Signed                           []lang.Text // who validated
	Log                              string      // its name
	Entries                          int64       // in the signed state

	Maps  []drawing.Local
	Drawn int // plots that the maps show

	Route     []Step
	Parties   []Party
	Documents []Document
	Accounts  []Account
	Checks    []Check
}

// Step is a lot on the way.
type Step struct {
	Code     string
	Depth    int
	Harvests string
}

// Party is a grower of the lot.
type Party struct {
	Name, Country string
	Plots         int
	Ha            float64
}

// Document is a file that a record lists.
type Document struct {
	Name    string
	Because string // why it was left out; "" if it was not
	Bytes   int64
	Small   []byte // a small copy of a picture, as JPEG; nil for none
}

// Account is the mass of a lot that arrived and left, in kg; NaN if unknown.
type Account struct {
	Lot                    string
	Came, Used, Sent, Left float64
}

// Check is a requirement of article 9.
type Check struct {
	Item, Article, Situation string
	Detail                   lang.Text // filled in
}

// Limits on the rows that the pages show; the spreadsheet has all rows.
const (
	maxRows      = 100
	maxDocuments = 60
)

func word(name string, t lang.Lang, args lang.Args) string {
	text := Texts[name]
	return text.Fill(t, args)
}

func number(v float64, decimals int, t lang.Lang) string {
	if math.IsNaN(v) {
		return "–"
	}
	return t.Number(v, decimals)
}

// pair is a fact of the summary.
type pair struct{ Name, Text string }

func (d *Dossier) summary(t lang.Lang) (all []pair) {
	add := func(name, text string) {
		if text != "" {
			all = append(all, pair{word(name, t, nil), text})
		}
	}
	count := func(n int) string { return t.Number(float64(n), 0) }
	add("plots", count(d.Plots))
	add("area", number(d.AreaHa, 1, t)+" ha")
	add("producers", count(d.Producers))
	add("harvests", count(d.Harvests))
	add("lots", count(d.Lots))
	if d.ShippedKg > 0 { // false for NaN
		add("shipped", number(d.ShippedKg, 0, t)+" kg")
	}
	for _, reference := range d.References {
		add("reference", reference)
	}
	for _, by := range d.Signed {
		add("signed", by.In(t))
	}
	add("log", d.Log+", "+word("entries", t, lang.Args{"n": t.Number(float64(d.Entries), 0)}))
	return all
}

// table is a part of a page: titles, and rows of texts.
type table struct {
	Heading, Note string
	Titles        []string
	Numbers       int // this many columns at the end contain numbers
	Widths        []float64
	Rows          [][]string
}

// tables returns the parts of a page that are lists.
func (d *Dossier) tables(t lang.Lang) []table {
	w := func(name string) string { return word(name, t, nil) }
	more := func(all int) string {
		if all <= maxRows {
			return ""
		}
		return word("more", t, lang.Args{"n": t.Number(float64(all-maxRows), 0)})
	}
	checks := table{Heading: w("checked"), Widths: []float64{3, 2.4, 7}}
	if !t.Own() {
		checks.Note = w("english")
	}
	for _, c := range d.Checks {
		checks.Rows = append(checks.Rows, []string{w(c.Item) + " (" + c.Article + ")", w(c.Situation), c.Detail.In(t.Product())})
	}
	route := table{Heading: w("route"), Note: more(len(d.Route)), Titles: []string{w("lot"), w("harvest"), w("step")}, Numbers: 1, Widths: []float64{4, 6, 2}}
	for _, s := range d.Route[:min(len(d.Route), maxRows)] {
		route.Rows = append(route.Rows, []string{s.Code, s.Harvests, strconv.Itoa(s.Depth)})
	}
	parties := table{Heading: w("parties"), Note: more(len(d.Parties)), Titles: []string{w("name"), w("country"), w("plots"), w("area") + " (ha)"}, Numbers: 2, Widths: []float64{6, 2, 2, 2}}
	for _, p := range d.Parties[:min(len(d.Parties), maxRows)] {
		parties.Rows = append(parties.Rows, []string{p.Name, p.Country, t.Number(float64(p.Plots), 0), number(p.Ha, 1, t)})
	}
	masses := table{Heading: w("balance"), Note: w(d.Masses), Titles: []string{w("lot"), w("came"), w("used"), w("sent"), w("left")}, Numbers: 4, Widths: []float64{4, 2, 2.4, 2, 2}}
	for _, a := range d.Accounts[:min(len(d.Accounts), maxRows)] {
		masses.Rows = append(masses.Rows, []string{a.Lot, number(a.Came, 0, t), number(a.Used, 0, t), number(a.Sent, 0, t), number(a.Left, 0, t)})
	}
	return []table{checks, route, parties, masses}
}

// mapNote says that the map does not show all plots; "" if it does.
func (d *Dossier) mapNote(t lang.Lang) string {
	if d.Drawn >= d.Plots {
		return ""
	}
	return word("mapleft", t, lang.Args{"n": t.Number(float64(d.Drawn), 0), "todos": t.Number(float64(d.Plots), 0)})
}

// told returns what readers should know about a document.
func (x *Document) told(t lang.Lang) string {
	if x.Because != "" {
		return word("leftout", t, lang.Args{"porque": word(x.Because, t, nil)})
	}
	return t.Number(float64(x.Bytes)/1024, 1) + " KiB"
}
