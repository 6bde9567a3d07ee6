package graph

import (
	"html"
	"math"
)

// Part is a stretch of a bar.
type Part struct {
	Class string
	Size  float64
	Title string
}

// Bar is a row of a chart: its parts lie end to end.
type Bar struct {
	Name, Note string
	Parts      []Part
	// Mark is the position of a line across the bar, such as the stock; NaN for none.
	Mark float64
	Href string
}

// The measures of a chart.
const (
	chartWidth         = 720
	barTop, barHeight  = 20, 22
	barPitch           = 66
	chartChars         = 88
	leastPart, barEdge = 0.5, 2
)

// Chart draws bars below each other, to one scale. Sizes that are not numbers, or
// not above zero, take no room.
func Chart(label string, bars []Bar) string {
	most := 0.0
	for i := range bars {
		sum := 0.0
		for _, p := range bars[i].Parts {
			sum += size(p.Size)
		}
		most = max(most, sum, size(bars[i].Mark))
	}
	var w writer
	height := float64(len(bars) * barPitch)
	w.put(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="`, html.EscapeString(label), `" viewBox="0 0 `, num(chartWidth), ` `, num(height), `">`)
	for i := range bars {
		b := &bars[i]
		y := float64(i * barPitch)
		w.put(`<text class="name" x="0" y="`, num(y+14), `">`, html.EscapeString(clip(b.Name, chartChars)), `</text>`)
		w.put(`<rect class="rail" x="0" y="`, num(y+barTop), `" width="`, num(chartWidth), `" height="`, num(barHeight), `"/>`)
		x := 0.0
		for _, p := range b.Parts {
			wide := scaled(p.Size, most)
			if wide < leastPart {
				continue
			}
			w.put(`<rect class="`, html.EscapeString(p.Class), `" x="`, num(x), `" y="`, num(y+barTop), `" width="`, num(wide), `" height="`, num(barHeight), `"><title>`, html.EscapeString(p.Title), `</title></rect>`)
			x += wide
		}
		if at := scaled(b.Mark, most); at > 0 {
			w.put(`<path class="mark" d="M`, num(min(at, chartWidth-barEdge)), ` `, num(y+barTop-3), `v`, num(barHeight+6), `"/>`)
		}
		w.put(`<text class="note" x="0" y="`, num(y+barTop+barHeight+11), `">`, html.EscapeString(clip(b.Note, chartChars+20)), `</text>`)
	}
	w.put(`</svg>`)
	return w.String()
}

// size returns the length that represents a number.
func size(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return 0
	}
	return v
}

func scaled(v, most float64) float64 {
	if most <= 0 {
		return 0
	}
	return size(v) / most * chartWidth
}
