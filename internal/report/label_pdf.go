package report

import "time"

// labelDate is when a label was made: it does not say, and the same label is
// always the same file.
var labelDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (s *sheet) pdf() ([]byte, error) {
	p := newPDF(s.size.W, s.size.H, s.link, "", labelDate)
	p.AddPage()
	pdfCode(p, s.code, s.x, s.y, s.module())
	p.SetTextColor(0, 0, 0)
	for _, l := range s.lines {
		pdfText(p, l)
	}
	return pdfBytes(p)
}
