package web

import (
	"fmt"
	"slices"
	"strings"

	"rastro/internal/geo/brazil"
	"rastro/internal/lang"
	"rastro/internal/public"
	"rastro/internal/web/drawing"
)

// mapView is the map: the states, with the relevant ones marked, and the places.
type mapView struct {
	Label         string
	Width, Height int
	States        []drawing.State
	Towns, Plots  []drawing.Dot
}

// drawMap draws where a harvest grew; nil if unknown.
func drawMap(place public.Place, label string) *mapView {
	m := &mapView{Label: label, Width: brazil.Width, Height: brazil.Height}
	marked := map[string]bool{}
	for _, town := range place.Municipalities {
		marked[town.UF] = true
		m.Towns = drawing.AddDot(m.Towns, town.Latitude, town.Longitude)
	}
	for _, plot := range place.Plots {
		m.Plots = drawing.AddDot(m.Plots, plot.Latitude, plot.Longitude)
	}
	if len(m.Plots) > 0 {
		m.Towns = nil // the plot is more precise
	}
	if len(m.Towns)+len(m.Plots) == 0 {
		return nil
	}
	m.States = drawing.States(marked)
	return m
}

// lotsView is the drawing of lots, top to bottom: the field, the lots in the order in which they
// are made from one another, and the ports.
type lotsView struct {
	Width, Height int
	Boxes         []box
	Ways          []string // paths
	More          string
	Said          []string // the same in words
}

type box struct {
	X, Y, W, H, Middle int
	Class              string
	Line, Note         string
	LineY, NoteY       int
}

// The drawing is as wide as a small phone, with two boxes side by side at most.
const (
	drawWidth = 320
	boxHeight = 44
	boxGap    = 26
	sideGap   = 12
	maxDrawn  = 12
	// How many characters fit into a box of full width, and of half the width.
	wholeLine, halfLine = 36, 17
	wholeNote, halfNote = 52, 25
)

// phaseShort names each phase in one word.
var phaseShort = map[string]lang.Text{
	"01": {PT: "plano", EN: "plan", ES: "plan", More: &lang.More{DE: "Plan", NL: "plan", FR: "plan", IT: "piano"}}, "02": {PT: "campo", EN: "field", ES: "campo", More: &lang.More{DE: "Feld", NL: "veld", FR: "champ", IT: "campo"}}, "03": {PT: "colheita", EN: "harvest", ES: "cosecha", More: &lang.More{DE: "Ernte", NL: "oogst", FR: "récolte", IT: "raccolta"}},
	"04": {PT: "secagem", EN: "drying", ES: "secado", More: &lang.More{DE: "Trocknung", NL: "droging", FR: "séchage", IT: "essiccazione"}}, "05": {PT: "transporte", EN: "transport", ES: "transporte", More: &lang.More{DE: "Transport", NL: "transport", FR: "transport", IT: "trasporto"}}, "06": {PT: "armazém", EN: "storage", ES: "almacén", More: &lang.More{DE: "Lager", NL: "opslag", FR: "stockage", IT: "deposito"}},
	"07": {PT: "indústria", EN: "industry", ES: "industria", More: &lang.More{DE: "Industrie", NL: "industrie", FR: "industrie", IT: "industria"}}, "08": {PT: "embarque", EN: "shipping", ES: "embarque", More: &lang.More{DE: "Verladung", NL: "verlading", FR: "embarquement", IT: "imbarco"}}, "09": {PT: "exportação", EN: "export", ES: "exportación", More: &lang.More{DE: "Ausfuhr", NL: "export", FR: "export", IT: "export"}},
	"10": {PT: "validação", EN: "validation", ES: "validación", More: &lang.More{DE: "Bestätigung", NL: "validatie", FR: "validation", IT: "convalida"}},
}

// lotsDrawing is a drawing of lots that is being made.
type lotsDrawing struct {
	view *lotsView
	at   map[string]box // by their whole lines
	y    int            // where the next row begins
}

// row adds boxes side by side, two at most.
func (d *lotsDrawing) row(boxes []box) {
	width, line, note := drawWidth-2, wholeLine, wholeNote
	if len(boxes) > 1 {
		width, line, note = (drawWidth-2-sideGap)/2, halfLine, halfNote
	}
	for i, b := range boxes {
		b.X, b.Y, b.W, b.H = 1+i*(width+sideGap), d.y+1, width, boxHeight
		b.Middle, b.LineY, b.NoteY = b.X+width/2, b.Y+19, b.Y+34
		if b.Note == "" {
			b.LineY = b.Y + 27
		}
		d.at[b.Line] = b
		b.Line, b.Note = lang.Clip(b.Line, line), lang.Clip(b.Note, note)
		d.view.Boxes = append(d.view.Boxes, b)
	}
	d.y += boxHeight + boxGap
}

// rows adds as many rows as the boxes need.
func (d *lotsDrawing) rows(boxes []box) {
	for pair := range slices.Chunk(boxes, 2) {
		d.row(pair)
	}
}

// drawLots draws the lots of a harvest; nil if there are none.
func drawLots(p *public.Page, l lang.Lang, field string) *lotsView {
	if len(p.Chain) == 0 {
		return nil
	}
	d := lotsDrawing{view: &lotsView{Width: drawWidth}, at: map[string]box{}}
	d.row([]box{{Line: publicTexts["field"].In(l), Note: field, Class: "end"}})
	var ports []string
	drawn := 0
	for _, level := range lotLevels(p.Chain) {
		level = level[:min(len(level), maxDrawn-drawn)]
		drawn += len(level)
		var boxes []box
		for _, lot := range level {
			boxes = append(boxes, lotBox(p, lot, l))
			for _, port := range lot.Destinations {
				if name := portName(port); !slices.Contains(ports, name) {
					ports = append(ports, name)
				}
			}
		}
		d.rows(boxes)
	}
	var ends []box
	for _, name := range ports[:min(len(ports), 4)] {
		ends = append(ends, box{Line: name, Class: "end"})
	}
	d.rows(ends)
	d.view.Height = d.y - boxGap + 2
	if left := len(p.Chain) - drawn; left > 0 {
		d.view.More = publicTexts["moreLots"].Fill(l, lang.Args{"n": fmt.Sprint(left)})
	}
	d.view.join(p.Chain, d.at, l)
	return d.view
}

// lotBox returns the box of a lot, before it has its place.
func lotBox(p *public.Page, lot public.Lot, l lang.Lang) box {
	b := box{Line: lot.Code, Note: phasesOf(lot, l)}
	if slices.ContainsFunc(p.Lots, func(code string) bool { return strings.EqualFold(code, lot.Code) }) {
		b.Class = "own"
	}
	if lot.OfOthers {
		b.Class, b.Note = "other", publicTexts["ofOther"].In(l)
	}
	return b
}

// join draws the connections between boxes, and describes them.
func (v *lotsView) join(lots []public.Lot, at map[string]box, l lang.Lang) {
	way := func(from, to string) {
		a, b := at[from], at[to]
		if a.W == 0 || b.W == 0 {
			return
		}
		x1, y1, x2, y2 := a.Middle, a.Y+a.H, b.Middle, b.Y-3
		bend := (y2 - y1) / 2
		v.Ways = append(v.Ways, fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1, y1+bend, x2, y2-bend, x2, y2))
	}
	for _, lot := range lots {
		if lot.OfOthers {
			v.Said = append(v.Said, publicTexts["isOfOther"].Fill(l, lang.Args{"lote": lot.Code}))
		}
		if len(lot.From) == 0 && !lot.OfOthers { // no record says that it came from this field
			way(publicTexts["field"].In(l), lot.Code)
		} else if len(lot.From) > 0 {
			v.Said = append(v.Said, publicTexts["madeOf"].Fill(l, lang.Args{"lote": lot.Code, "de": strings.Join(lot.From, ", ")}))
		}
		for _, from := range lot.From {
			way(from, lot.Code)
		}
		var ports []string
		for _, port := range lot.Destinations {
			way(lot.Code, portName(port))
			ports = append(ports, portName(port))
		}
		if ports != nil {
			v.Said = append(v.Said, publicTexts["goesTo"].Fill(l, lang.Args{"lote": lot.Code, "para": strings.Join(ports, ", ")}))
		}
	}
	v.Said = v.Said[:min(len(v.Said), 3*maxDrawn)]
}

// lotLevels places lots below those that they were made from. Lots in a circle stay where the
// search ends.
func lotLevels(lots []public.Lot) [][]public.Lot {
	depth := map[string]int{}
	for range lots { // a chain has at most as many links as there are lots
		moved := false
		for _, lot := range lots {
			for _, from := range lot.From {
				if d := depth[from] + 1; d > depth[lot.Code] && d < len(lots) {
					depth[lot.Code], moved = d, true
				}
			}
		}
		if !moved {
			break
		}
	}
	levels := make([][]public.Lot, len(lots))
	for _, lot := range lots {
		levels[depth[lot.Code]] = append(levels[depth[lot.Code]], lot)
	}
	return levels
}

func phasesOf(lot public.Lot, l lang.Lang) string {
	var words []string
	for _, phase := range lot.Phases {
		words = append(words, phaseShort[phase].In(l))
	}
	if n := len(words); n > 3 {
		return words[0] + " → " + words[n-1]
	}
	return strings.Join(words, " · ")
}
