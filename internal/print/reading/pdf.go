package reading

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"rastro/internal/lang"
	"rastro/internal/print/font"
	"rastro/internal/print/page"
	"rastro/internal/web/drawing"
)

// The sheet, in millimetres.
const (
	sheetW, sheetH = 210.0, 297.0
	margin         = 16.0
	inside         = sheetW - 2*margin
	bottom         = sheetH - margin - 6
)

type colour [3]int

var (
	ink   = colour{19, 32, 26}
	soft  = colour{70, 85, 76}
	hair  = colour{195, 204, 197}
	looks = map[string]colour{"ready": {15, 95, 52}, "gaps": {122, 70, 0}, "recalled": {155, 23, 32}}
)

// The styles of its texts.
var (
	big    = page.Style{Face: font.Bold, Em: 7, Least: 4.5, Lines: 2}
	head   = page.Style{Face: font.Bold, Em: 4.4, Least: 4.4, Lines: 2}
	strong = page.Style{Face: font.Bold, Em: 3.1, Least: 3.1, Lines: 3}
	body   = page.Style{Face: font.Regular, Em: 3.1, Least: 3.1, Lines: 8}
	small  = page.Style{Face: font.Regular, Em: 2.8, Least: 2.8, Lines: 8}
)

// writer is a PDF being written: the next part begins at y.
type writer struct {
	*fpdf.Fpdf
	t    lang.Lang
	lot  string
	y    float64
	page int
	// again writes the beginning of a page that continues a table; nil outside of tables.
	again func()
}

// PDF returns the dossier as people read it on paper, in one language.
func (d *Dossier) PDF(t lang.Lang) ([]byte, error) {
	title := word("title", t, nil) + " " + d.Lot
	w := &writer{Fpdf: page.NewPDF(sheetW, sheetH, title, t.Tag(), stamp), t: t, lot: d.Lot}
	w.next()
	w.text(big, ink, margin, inside, title)
	w.y += 2
	w.banner(looks[d.Verdict], word(d.Verdict, t, nil))
	w.heading(word("summary", t, nil))
	for _, fact := range d.summary(t) {
		w.row([]string{fact.Name, fact.Text}, []float64{4, 9}, 0, strong, body)
	}
	w.maps(d)
	for _, part := range d.tables(t) {
		w.table(&part)
	}
	w.documents(d)
	w.y += 3
	w.room(20)
	w.text(small, soft, margin, inside, word("proof", t, nil))
	return page.Bytes(w.Fpdf)
}

// stamp is the creation time of every PDF: the real time would make two PDFs of the same state
// differ.
var stamp = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// next begins a page.
func (w *writer) next() {
	w.AddPage()
	w.page++
	w.colour(soft)
	for _, l := range []page.Line{
		{Face: font.Regular, Text: "Rastro · " + font.Regular.Printable(w.lot), X: margin, Y: sheetH - margin + 4, Em: 2.6},
		{Face: font.Regular, Text: strconv.Itoa(w.page), X: sheetW - margin - 4, Y: sheetH - margin + 4, Em: 2.6},
	} {
		page.WriteLine(w.Fpdf, l)
	}
	w.y = margin
	if again := w.again; again != nil {
		w.again = nil
		again()
		w.again = again
	}
}

func (w *writer) colour(c colour) { w.SetTextColor(c[0], c[1], c[2]) }

// room begins a page if less height than that is left.
func (w *writer) room(height float64) {
	if w.y+height > bottom {
		w.next()
	}
}

// text writes a text from y downward, and returns its height.
func (w *writer) text(s page.Style, c colour, x, width float64, text string) {
	for _, l := range s.Fit([]string{s.Face.Printable(text)}, width) {
		w.colour(c)
		l.X, l.Y = x, w.y+page.Ascent*l.Em
		page.WriteLine(w.Fpdf, l)
		w.y += page.Leading * l.Em
	}
}

func (w *writer) heading(text string) {
	w.room(22)
	w.y += 4
	w.text(head, ink, margin, inside, text)
	w.y++
}

func (w *writer) banner(c colour, text string) {
	lines := page.Style{Face: font.Bold, Em: 5, Least: 4, Lines: 3}.Fit([]string{text}, inside-10)
	height := 6.0
	for _, l := range lines {
		height += page.Leading * l.Em
	}
	w.SetFillColor(c[0], c[1], c[2])
	w.Rect(margin, w.y, inside, height, "F")
	at := w.y + 3
	w.colour(colour{255, 255, 255})
	for _, l := range lines {
		l.X, l.Y = margin+5, at+page.Ascent*l.Em
		page.WriteLine(w.Fpdf, l)
		at += page.Leading * l.Em
	}
	w.y += height
}

// row writes texts next to each other, the last ones aligned right.
func (w *writer) row(texts []string, widths []float64, numbers int, first, rest page.Style) {
	total := 0.0
	for _, width := range widths {
		total += width
	}
	x, high := margin, 0.0
	var all []page.Line
	for i, text := range texts {
		style, width := rest, inside*widths[i]/total
		if i == 0 {
			style = first
		}
		y := 0.0
		for _, l := range style.Fit([]string{style.Face.Printable(text)}, width-3) {
			l.X, l.Y = x, y+page.Ascent*l.Em
			if i >= len(texts)-numbers {
				l.X = x + width - 3 - l.Width()
			}
			y += page.Leading * l.Em
			all = append(all, l)
		}
		high, x = max(high, y), x+width
	}
	w.room(high + 2)
	w.colour(ink)
	for _, l := range all {
		l.Y += w.y
		page.WriteLine(w.Fpdf, l)
	}
	w.y += high + 1
	w.SetDrawColor(hair[0], hair[1], hair[2])
	w.SetLineWidth(.15)
	w.Line(margin, w.y, margin+inside, w.y)
	w.y++
}

func (w *writer) table(t *table) {
	w.heading(t.Heading)
	if t.Note != "" {
		w.text(small, soft, margin, inside, t.Note)
		w.y++
	}
	if t.Titles != nil {
		titles := func() { w.row(t.Titles, t.Widths, t.Numbers, strong, strong) }
		titles()
		w.again = titles
		defer func() { w.again = nil }()
	}
	for _, texts := range t.Rows {
		w.row(texts, t.Widths, t.Numbers, body, body)
	}
}

// maps draws the plots.
func (w *writer) maps(d *Dossier) {
	if len(d.Maps) == 0 {
		return
	}
	w.heading(word("map", w.t, nil))
	if note := d.mapNote(w.t); note != "" {
		w.text(small, soft, margin, inside, note)
		w.y += 2
	}
	for i := range d.Maps {
		w.drawing(&d.Maps[i])
	}
}

// mapWidth is the width of a map on paper.
const mapWidth = 120.0

func (w *writer) drawing(m *drawing.Local) {
	scale := mapWidth / float64(m.Width)
	high := float64(m.Height) * scale
	w.room(high + 4)
	w.SetFillColor(244, 246, 242)
	w.SetDrawColor(hair[0], hair[1], hair[2])
	w.Rect(margin, w.y, mapWidth, high, "FD")
	at := func(x, y float64) fpdf.PointType { return fpdf.PointType{X: margin + x*scale, Y: w.y + y*scale} }
	w.SetFillColor(150, 205, 172)
	w.SetDrawColor(17, 92, 56)
	w.SetLineWidth(.2)
	for i := range m.Plots {
		for _, ring := range rings(m.Plots[i].Path) {
			points := make([]fpdf.PointType, len(ring))
			for j, p := range ring {
				points[j] = at(p[0], p[1])
			}
			w.Polygon(points, "FD")
		}
		for _, dot := range m.Plots[i].Dots {
			p := at(float64(dot.X), float64(dot.Y))
			w.Circle(p.X, p.Y, .7, "F")
		}
	}
	from, to := at(float64(m.Bar.X), float64(m.Bar.Y)), at(float64(m.Bar.X+m.Bar.Length), float64(m.Bar.Y))
	w.SetDrawColor(ink[0], ink[1], ink[2])
	w.SetLineWidth(.4)
	w.Line(from.X, from.Y, to.X, to.Y)
	w.colour(ink)
	page.WriteLine(w.Fpdf, page.Line{Face: font.Regular, Text: w.t.Number(float64(m.Bar.Metres), 0) + " m", X: from.X, Y: from.Y - 1, Em: 2.6})
	w.y += high + 4
}

// rings reads the path of a plot, which consists only of M, L and Z.
func rings(path string) (all [][][2]float64) {
	for part := range strings.SplitSeq(path, "Z") {
		var ring [][2]float64
		for _, text := range strings.FieldsFunc(part, func(r rune) bool { return r == 'M' || r == 'L' }) {
			x, y, _ := strings.Cut(text, " ")
			a, errX := strconv.ParseFloat(x, 64)
			b, errY := strconv.ParseFloat(y, 64)
			if errX == nil && errY == nil {
				ring = append(ring, [2]float64{a, b})
			}
		}
		if len(ring) > 2 {
			all = append(all, ring)
		}
	}
	return all
}

// documents lists the files, with small copies of pictures.
func (w *writer) documents(d *Dossier) {
	w.heading(word("documents", w.t, nil))
	if len(d.Documents) == 0 {
		w.text(body, ink, margin, inside, word("nodocs", w.t, nil))
	}
	for i := range d.Documents[:min(len(d.Documents), maxDocuments)] {
		x := &d.Documents[i]
		w.row([]string{x.Name, x.told(w.t)}, []float64{5, 7}, 0, body, body)
		if x.Small == nil {
			continue
		}
		name := "small" + strconv.Itoa(i)
		info := w.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPG"}, bytes.NewReader(x.Small))
		if w.Err() || info == nil || info.Height() == 0 {
			continue
		}
		const high = 30.0
		wide := min(high*info.Width()/info.Height(), inside)
		w.room(high + 4)
		w.ImageOptions(name, margin, w.y, wide, wide*info.Height()/info.Width(), false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
		w.y += high + 3
	}
	if more := len(d.Documents) - maxDocuments; more > 0 {
		w.text(small, soft, margin, inside, word("more", w.t, map[string]string{"n": w.t.Number(float64(more), 0)}))
	}
}
