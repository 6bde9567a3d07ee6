package labels

import (
	"time"

	"codeberg.org/go-pdf/fpdf"

	"rastro/internal/print/page"
)

// labelDate is a fixed creation date: a label does not show when it was made, and the same label is
// always the same file.
var labelDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *sheet) pdf() ([]byte, error) {
	p := page.NewPDF(s.size.W, s.size.H, s.link, "", labelDate)
	p.AddPage()
	s.draw(p, 0, 0)
	return page.Bytes(p)
}

// draw draws the label with its upper left corner at a position.
func (s *sheet) draw(p *fpdf.Fpdf, x, y float64) {
	page.DrawCode(p, s.code, x+s.x, y+s.y, s.module())
	p.SetTextColor(0, 0, 0)
	for _, l := range s.lines {
		l.X, l.Y = l.X+x, l.Y+y
		page.WriteLine(p, l)
	}
}

// cutGrey is the darkness of the cutting lines between labels.
const cutGrey, cutWidth = 190, .1

// sheets draws a number of labels on sheets of A4, row by row, in the middle of each, with
// lines to cut along.
func (s *sheet) sheets(copies int) ([]byte, error) {
	p := page.NewPDF(sheetWidth, sheetHeight, s.link, "", labelDate)
	left := (sheetWidth - float64(s.size.across)*s.size.W) / 2
	top := (sheetHeight - float64(s.size.down)*s.size.H) / 2
	for i := range copies {
		at := i % s.size.PerSheet()
		if at == 0 {
			p.AddPage()
		}
		x := left + float64(at%s.size.across)*s.size.W
		y := top + float64(at/s.size.across)*s.size.H
		if s.size.PerSheet() > 1 {
			p.SetDrawColor(cutGrey, cutGrey, cutGrey)
			p.SetLineWidth(cutWidth)
			p.Rect(x, y, s.size.W, s.size.H, "D")
		}
		s.draw(p, x, y)
	}
	return page.Bytes(p)
}
