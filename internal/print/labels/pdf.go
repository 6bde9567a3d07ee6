package labels

import (
	"time"

	"rastro/internal/print/page"
)

// labelDate is when a label was made: it does not say, and the same label is
// always the same file.
var labelDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *sheet) pdf() ([]byte, error) {
	p := page.NewPDF(s.size.W, s.size.H, s.link, "", labelDate)
	p.AddPage()
	page.DrawCode(p, s.code, s.x, s.y, s.module())
	p.SetTextColor(0, 0, 0)
	for _, l := range s.lines {
		page.WriteLine(p, l)
	}
	return page.Bytes(p)
}
