// Package certificate draws the certificate of a validation, a PDF of one page. Its
// input is public.Page, the public allow-list, so it cannot print more than that.
// The same input always gives the same bytes.
package certificate

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/print/font"
	"rastro/internal/print/page"
	"rastro/internal/print/qr"
	"rastro/internal/public"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/zone"
)

// Sheet is the content of a certificate on A4: the state of a validation at one moment, that
// moment, and how to check the current state.
type Sheet struct {
	Public public.Page
	// State and Meaning say the state to a person.
	State, Meaning lang.Text
	// Origin and Story are where the harvest grew, and its story, as the page tells them.
	Origin string
	Story  lang.Text
	// Quantity is the harvested mass in words; empty if it is not known.
	Quantity lang.Text
	// PublicURL is where strangers reach the server.
	PublicURL string
	// Log is the log's signed state at that moment.
	Log ledger.Tree
	// Logo is the logo of the validating organisation, as a plain PNG; nil for none.
	Logo []byte
	// Zone is the time zone for showing the time.
	Zone zone.Zone
}

// The sheet, in millimetres.
const (
	sheetW, sheetH = 210.0, 297.0
	margin         = 18.0
	inside         = sheetW - 2*margin
	codeSide       = 38.0 // of the QR code
	factsW         = inside - codeSide - 8
)

// maxEarlier is how many earlier logs the sheet has room for, the latest ones; the
// page that the code leads to has them all, and so does a proof.
const maxEarlier = 1

// colour is red, green, blue.
type colour [3]int

var (
	ink   = colour{20, 32, 26}
	faint = colour{96, 108, 101}
	hair  = colour{201, 206, 201}
	leaf  = colour{20, 99, 47}
	amber = colour{122, 75, 0}
	ruby  = colour{156, 28, 28}
)

// look makes a state recognisable without reading: by colour and by shape.
type look struct {
	colour colour
	shape  func(p *fpdf.Fpdf, x, y, side float64)
}

var looks = map[verdict.Level]look{
	verdict.Green: {leaf, tick},
	verdict.Amber: {amber, triangle},
	verdict.Red:   {ruby, cross},
}

// PDF draws the certificate. The same certificate in the same language is always
// the same file.
func (c Sheet) PDF(l lang.Lang) ([]byte, error) {
	at, err := time.Parse(trace.TimeLayout, c.Public.VerifiedAt)
	if err != nil {
		return nil, fmt.Errorf("certificate: when the state was read: %w", err)
	}
	link := page.Link(c.PublicURL, c.Public.Code)
	code, err := qr.Encode(link)
	if err != nil {
		return nil, err
	}
	d := c.draw(l, at, link, code, false)
	if d.y > sheetH-margin {
		d = c.draw(l, at, link, code, true)
	}
	if d.y > sheetH-margin {
		return nil, fmt.Errorf("certificate: it is %.0f mm long", d.y)
	}
	return page.Bytes(d.Fpdf)
}

// draw draws the certificate. tight means with less text about who validated and about the lots,
// for a sheet that would be too long.
func (c Sheet) draw(l lang.Lang, at time.Time, link string, code *qr.Code, tight bool) *drawing {
	title := words["title"].In(l)
	d := &drawing{Fpdf: page.NewPDF(sheetW, sheetH, title, l.Tag(), at), l: l, y: margin, tight: tight}
	d.AddPage()
	d.logo(c.Logo)
	d.heading(title)
	d.signed(c.Public)
	d.state(c, c.Zone.Minute(at, l)+" "+c.Zone.Offset(at), link)
	top := d.y
	d.facts(&c)
	bottom := d.y
	d.code(code, top)
	d.y = max(bottom, d.y)
	d.story(c.Story)
	d.phases(c.Public)
	d.check(c, link)
	d.footer()
	return d
}

// drawing is a certificate being drawn: the next part begins at y.
type drawing struct {
	*fpdf.Fpdf
	l      lang.Lang
	y      float64
	beside float64 // room that the heading leaves for a logo
	tight  bool
}

func (d *drawing) word(name string) string { return words[name].In(d.l) }

func (d *drawing) ink(c colour) { d.SetTextColor(c[0], c[1], c[2]) }

func (d *drawing) fill(c colour) { d.SetFillColor(c[0], c[1], c[2]) }

// text writes a text between x and x+w on at most that many lines, from d.y down.
func (d *drawing) text(s page.Style, x, w float64, ways ...string) {
	for i, way := range ways {
		ways[i] = s.Face.Printable(way)
	}
	for _, l := range s.Fit(ways, w) {
		l.X, l.Y = x, d.y+l.Em*page.Ascent
		page.WriteLine(d.Fpdf, l)
		d.y += l.Em * page.Leading
	}
}

func (d *drawing) rule() {
	d.SetDrawColor(hair[0], hair[1], hair[2])
	d.SetLineWidth(.25)
	d.Line(margin, d.y, margin+inside, d.y)
}

func (d *drawing) heading(title string) {
	d.ink(leaf)
	d.text(page.Style{Face: font.Bold, Em: 4, Least: 4, Lines: 1}, margin, inside-d.beside, "RASTRO")
	d.ink(ink)
	d.text(page.Style{Face: font.Bold, Em: 8, Least: 6, Lines: 1}, margin, inside-d.beside, title)
	d.y += 3
}

// logo draws a logo in the corner next to the heading.
func (d *drawing) logo(file []byte) {
	const w, h = 44.0, 15.0
	if file == nil {
		return
	}
	options := fpdf.ImageOptions{ImageType: "PNG"}
	info := d.RegisterImageOptionsReader("logo", options, bytes.NewReader(file))
	if d.Err() { // reported when the document is finished
		return
	}
	scale := min(w/info.Width(), h/info.Height())
	width, height := info.Width()*scale, info.Height()*scale
	d.ImageOptions("logo", margin+inside-width, margin+(h-height)/2, width, height, false, options, 0, "")
	d.beside = w + 4
}

// signed says who validated, in that organisation's colour.
func (d *drawing) signed(p public.Page) {
	if p.By == nil {
		return
	}
	own := leaf
	if p.By.Colour != "" {
		_, _ = fmt.Sscanf(p.By.Colour, "#%02x%02x%02x", &own[0], &own[1], &own[2]) // a checked colour
	}
	const bar = 1.6
	top := d.y
	x, w := margin+bar+3, inside-bar-3
	d.ink(own)
	em, lines, more := 4.6, 2, []string{p.By.Sentence.In(d.l), p.By.Also()}
	if d.tight {
		em, lines, more = 3.4, 1, nil
	}
	d.text(page.Style{Face: font.Bold, Em: em, Least: 2.4, Lines: lines}, x, w, p.By.Line(d.l, p.State != trace.Refused))
	d.ink(ink)
	for _, also := range more {
		if also != "" {
			d.text(page.Style{Face: font.Regular, Em: 3.2, Least: 2.6, Lines: 1}, x, w, also)
		}
	}
	d.fill(own)
	d.Rect(margin, top, bar, d.y-top, "F")
	if d.y += 3; d.tight {
		d.y -= 2
	}
}

// state draws the band that says the state in words, colour and shape, and that the state may
// change.
func (d *drawing) state(c Sheet, at, link string) {
	const pad, mark = 5.0, 13.0
	how := looks[c.Public.Verdict.Level()]
	band := d.y
	d.y += pad
	x, w := margin+pad+mark+5, inside-2*pad-mark-5
	d.ink(how.colour)
	d.text(page.Style{Face: font.Bold, Em: 7, Least: 5, Lines: 1}, x, w, c.State.In(d.l))
	d.ink(ink)
	d.text(page.Style{Face: font.Regular, Em: 3.8, Least: 3.2, Lines: 2}, x, w, c.Meaning.In(d.l))
	d.y += 1
	d.text(page.Style{Face: font.Bold, Em: 3.4, Least: 3, Lines: 1}, x, w, words["at"].Fill(d.l, lang.Args{"em": at}))
	d.text(page.Style{Face: font.Regular, Em: 3.4, Least: 2.6, Lines: 3}, x, w, words["change"].Fill(d.l, lang.Args{"link": link}))
	d.y += pad - 1
	d.SetDrawColor(how.colour[0], how.colour[1], how.colour[2])
	d.SetLineWidth(.7)
	d.Rect(margin, band, inside, d.y-band, "D")
	d.fill(how.colour)
	if how.shape != nil {
		how.shape(d.Fpdf, margin+pad, band+pad, mark)
	}
	d.y += 6
}

// story tells the harvest in a few sentences, where there is room.
func (d *drawing) story(told lang.Text) {
	if said := told.In(d.l); said != "" && !d.tight {
		d.ink(ink)
		d.text(page.Style{Face: font.Regular, Em: 3.6, Least: 2.8, Lines: 3}, margin, inside, said)
	}
}

func (d *drawing) facts(c *Sheet) {
	p := &c.Public
	complete := p.Verdict.Counts(d.l)
	if p.Completeness.Total > 0 {
		complete = words["share"].Fill(d.l, lang.Args{
			"n": strconv.Itoa(p.Completeness.Present), "total": strconv.Itoa(p.Completeness.Total), "percentual": strconv.Itoa(p.Completeness.Percent)}) + " · " + complete
	}
	crop := p.Crop.Shown().In(d.l)
	if quantity := c.Quantity.In(d.l); quantity != "" { // on the same line: the page is full
		crop += ", " + quantity
	}
	when := monthOf(p.ValidatedAt)
	if p.By != nil {
		when = "" // its line contains the day
	}
	for _, f := range []struct {
		word string
		face *font.Font
		ways []string
	}{
		{"code", font.Bold, []string{p.Code}},
		{"crop", font.Regular, []string{crop}},
		{"harvest", font.Regular, []string{p.Harvest}},
		{"origin", font.Regular, []string{c.Origin}},
		{"when", font.Regular, []string{when}},
		{"until", font.Regular, []string{monthOf(p.ValidUntil)}},
		{"lots", font.Regular, page.LotLists(p.Lots, d.l)},
		{"otherLots", font.Regular, page.LotLists(p.LotsOfOthers, d.l)},
		{"complete", font.Regular, []string{complete}},
		{"statements", font.Regular, page.LotLists(p.Statements, d.l)},
	} {
		if len(f.ways) == 0 || f.ways[0] == "" {
			continue
		}
		const label = 30.0
		start, lines := d.y, 4
		if d.tight {
			lines = 2
		}
		d.ink(faint)
		d.text(page.Style{Face: font.Regular, Em: 3.9, Least: 3, Lines: 1}, margin, label-2, d.word(f.word))
		d.y = start
		d.ink(ink)
		d.text(page.Style{Face: f.face, Em: 3.9, Least: 2.8, Lines: lines}, margin+label, factsW-label, f.ways...)
		d.y += 1.2
	}
}

func (d *drawing) code(code *qr.Code, top float64) {
	// The code ends where the rest does; the margin of the paper serves as its own.
	left := margin + inside - codeSide
	page.DrawCode(d.Fpdf, code, left, top, codeSide/float64(code.Size()))
	d.y = top + codeSide + 5
	d.ink(faint)
	d.text(page.Style{Face: font.Regular, Em: 2.8, Least: 2.4, Lines: 2}, left, codeSide, d.word("scan"))
}

func (d *drawing) phases(p public.Page) {
	if len(p.Phases) == 0 {
		return
	}
	d.section("records")
	most := 1
	for _, phase := range p.Phases {
		most = max(most, phase.Records)
	}
	const names, number = 90.0, 20.0
	for _, phase := range p.Phases {
		known, _ := kind.PhaseByCode(phase.Phase)
		start := d.y
		d.ink(ink)
		d.text(page.Style{Face: font.Regular, Em: 3.4, Least: 2.6, Lines: 1}, margin, names-2, known.Title.In(d.l))
		next := d.y
		d.fill(leaf)
		bar := (inside - names - number) * float64(phase.Records) / float64(most)
		d.Rect(margin+names, start+.9, max(.6, bar), 2.4, "F")
		d.y = start
		d.text(page.Style{Face: font.Regular, Em: 3.4, Least: 2.4, Lines: 1}, margin+names+max(.6, bar)+1.5, number, strconv.Itoa(phase.Records))
		d.y = next + .3
	}
}

// section begins a part with its name.
func (d *drawing) section(word string) {
	d.y += 3
	d.rule()
	d.y += 3
	d.ink(ink)
	d.text(page.Style{Face: font.Bold, Em: 4.4, Least: 4, Lines: 1}, margin, inside, d.word(word))
	d.y += 1
}

// check shows how to verify without trusting anyone: what to compare, and the commands.
func (d *drawing) check(c Sheet, link string) {
	d.section("check")
	type fact struct {
		word, value string
		face        *font.Font // the one of fixed width lacks accents
	}
	facts := []fact{
		{"hash", c.Public.Hash, font.Mono},
		{"root", c.Public.Root, font.Mono},
		{"log", c.Public.Log.Origin, font.Mono},
		{"checkpoint", words["tree"].Fill(d.l, lang.Args{"n": strconv.FormatInt(c.Log.Size, 10), "raiz": base64.StdEncoding.EncodeToString(c.Log.Root[:])}), font.Regular},
		{"key", c.Public.Log.Key, font.Mono},
	}
	earlier := ledger.Lineage(c.Public.Log.Origin, c.Public.Log.Predecessors)
	for _, p := range earlier[:min(len(earlier), maxEarlier)] {
		facts = append(facts, fact{"earlier", words["continued"].Fill(d.l, lang.Args{"n": strconv.FormatInt(p.Size, 10), "chave": p.Key}), font.Regular})
	}
	for _, f := range facts {
		if f.value == "" {
			continue
		}
		const label = 38.0
		start := d.y
		d.ink(faint)
		d.text(page.Style{Face: font.Regular, Em: 2.9, Least: 2.4, Lines: 1}, margin, label-2, d.word(f.word))
		d.y = start
		d.ink(ink)
		lines := 2
		if f.word == "earlier" {
			lines = 1
		}
		d.text(page.Style{Face: f.face, Em: 2.6, Least: 2, Lines: lines}, margin+label, inside-label, f.value)
		d.y += .25
	}
	d.y += 1.2
	for _, step := range []struct{ word, command string }{
		{"step state", "curl -H 'Accept: application/json' " + link},
		{"step log", "curl " + c.PublicURL + "/log/checkpoint"},
		{"step proof", "rastro verify prova.json --key '" + c.Public.Log.Key + "'"},
	} {
		d.ink(ink)
		d.text(page.Style{Face: font.Regular, Em: 3, Least: 2.6, Lines: 2}, margin, inside, d.word(step.word))
		d.ink(faint)
		d.text(page.Style{Face: font.Mono, Em: 2.5, Least: 2, Lines: 2}, margin+4, inside-4, step.command)
		d.y += .6
	}
}

func (d *drawing) footer() {
	end := d.y
	d.y = max(d.y, sheetH-margin-5)
	d.ink(faint)
	d.text(page.Style{Face: font.Regular, Em: 2.6, Least: 2.2, Lines: 1}, margin, inside, d.word("footer"))
	d.y = max(end, d.y-5)
}

// monthOf writes a month as people do: 03/2026.
func monthOf(month string) string {
	at, err := time.Parse("2006-01", month)
	if err != nil {
		return month
	}
	return at.Format("01/2006")
}
