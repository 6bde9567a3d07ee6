package page

import (
	"bytes"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"rastro/internal/print/font"
	"rastro/internal/print/qr"
)

// The names of our fonts in a PDF.
const (
	sans = "sans"
	mono = "mono"
)

// pdfFonts are the embedded fonts by family and style; fpdf embeds only the used glyphs.
var pdfFonts = []struct {
	family, style string
	face          *font.Font
}{
	{sans, "", font.Regular}, {sans, "B", font.Bold}, {mono, "", font.Mono},
}

// points are in a millimetre.
const points = 72 / Inch

// NewPDF begins a document of pages of one size. The result depends only on its input, not on
// when or where it is made.
func NewPDF(w, h float64, title, language string, at time.Time) *fpdf.Fpdf {
	p := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: w, Ht: h}})
	p.SetCatalogSort(true)
	p.SetCreationDate(at)
	p.SetModificationDate(at)
	p.SetProducer("Rastro", true)
	p.SetCreator("Rastro", true)
	p.SetTitle(title, true)
	if language != "" {
		p.SetLang(language)
	}
	p.SetMargins(0, 0, 0)
	p.SetAutoPageBreak(false, 0)
	p.SetCellMargin(0)
	for _, f := range pdfFonts {
		p.AddUTF8FontFromBytes(f.family, f.style, bytes.Clone(f.face.File)) // it modifies its argument
	}
	return p
}

// WriteLine writes one line of text.
func WriteLine(p *fpdf.Fpdf, l Line) {
	for _, f := range pdfFonts {
		if f.face == l.Face {
			p.SetFont(f.family, f.style, l.Em*points)
		}
	}
	p.Text(l.X, l.Y, l.Text)
}

// DrawCode draws a QR code with its upper left module at x, y.
func DrawCode(p *fpdf.Fpdf, c *qr.Code, x, y, module float64) {
	p.SetFillColor(0, 0, 0)
	c.EachRun(func(column, row, n int) {
		p.Rect(x+float64(column)*module, y+float64(row)*module, float64(n)*module, module, "F")
	})
}

// Bytes ends a document.
func Bytes(p *fpdf.Fpdf) ([]byte, error) {
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		return nil, fmt.Errorf("print: write PDF: %w", err)
	}
	return out.Bytes(), nil
}
