// Package labels draws the labels of a validation, as SVG, PNG, PDF and ZPL, from
// one table of sizes. Its input is public.Page, the public allow-list, so it cannot
// print more than that. The same input always gives the same bytes.
package labels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/print/font"
	"rastro/internal/print/page"
	"rastro/internal/public"
	"rastro/internal/trace"
)

// Format is a file format of labels.
type Format struct {
	Name  string
	Media string
	// DPI is the default resolution: that of most label printers. Vector formats are laid out on a
	// grid too, so that a label printer draws every module equally wide.
	DPI    int
	render func(*sheet) ([]byte, error)
}

// pdfName is the form that sheets of labels have.
const pdfName = "pdf"

// Formats are the forms of a label.
var Formats = []Format{
	{"svg", "image/svg+xml", 203, (*sheet).svg},
	{"png", "image/png", 300, (*sheet).png},
	{pdfName, "application/pdf", 203, (*sheet).pdf},
	{"zpl", "application/zpl; charset=utf-8", 203, (*sheet).zpl},
}

// Resolutions are the dots an inch that a label can be made for.
var Resolutions = []int{203, 300}

// FindFormat finds a form by its name, in any case.
func FindFormat(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == strings.ToLower(name) })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// ErrTooDense is what errors.Is finds for a code whose QR code would be too fine
// to print on a label of the size.
var ErrTooDense = errors.New("labels: the QR code is too fine for the label")

// Draw draws one label, as Order.Draw does.
func Draw(p public.Page, publicURL string, l lang.Lang, f Format, size Size, dpi int) ([]byte, error) {
	return Order{Page: p, PublicURL: publicURL, Lang: l, Format: f, Size: size, DPI: dpi}.Draw()
}

// MaxCopies bounds the labels of one file: ten sheets of the smallest.
const MaxCopies = 400

// MaxWeight is the largest weight on a label, in kilograms: that of a ship.
const MaxWeight = 500_000_000

// Order is which labels to draw.
type Order struct {
	Page      public.Page
	PublicURL string
	Lang      lang.Lang
	Format    Format
	Size      Size
	DPI       int
	// Weight is the weight of the labelled goods in kilograms, as stated by the person who
	// prints it, not by the validation; 0 is not stated.
	Weight float64
	// Copies puts that many labels on sheets of A4, at most MaxCopies; only as PDF. 0 is a single
	// label on a page of its own size, for label printers.
	Copies int
}

// Draw draws the labels. A label says where to check, never the result: paper does not change when
// the state of a validation does.
func (o Order) Draw() ([]byte, error) {
	texts := labelTexts(o.Page, o.PublicURL, o.Lang)
	if o.Weight > 0 && o.Weight <= MaxWeight {
		addWeight(texts, o.Page.Harvest, o.Lang.Number(o.Weight, 3)+" kg")
	}
	s, err := o.Size.lay(texts, page.Link(o.PublicURL, o.Page.Code), o.DPI)
	if err != nil {
		return nil, err
	}
	if o.Copies > 0 {
		if o.Format.Name != pdfName {
			return nil, fmt.Errorf("labels: %d copies as %s", o.Copies, o.Format.Name)
		}
		return s.sheets(min(o.Copies, MaxCopies))
	}
	return o.Format.render(s)
}

// addWeight adds the weight after the harvest, whose text is short: all rows of the smallest label
// are taken.
func addWeight(texts map[field][]string, harvested, weight string) {
	var ways []string
	for _, said := range append(texts[harvest], harvested) {
		if said != "" {
			ways = append(ways, said+" · "+weight)
		}
	}
	texts[harvest] = append(ways, weight)
}

// field is something on a label.
type field uint8

const (
	owner  field = iota // the organisation that validated
	signed              // the same with its CNPJ and the day, if there is room
	crop
	harvest
	lots
	verify
	place
	code
)

var labelWords = map[string]lang.Text{
	"harvest": {PT: "Safra {safra}", EN: "Harvest {safra}", ES: "Cosecha {safra}", More: &lang.More{DE: "Ernte {safra}", NL: "Oogst {safra}", FR: "Récolte {safra}", IT: "Raccolto {safra}"}},
	"lot":     {PT: "Lote {lotes}", EN: "Lot {lotes}", ES: "Lote {lotes}", More: &lang.More{DE: "Partie {lotes}", NL: "Partij {lotes}", FR: "Lot {lotes}", IT: "Lotto {lotes}"}},
	"lots":    {PT: "Lotes {lotes}", EN: "Lots {lotes}", ES: "Lotes {lotes}", More: &lang.More{DE: "Partien {lotes}", NL: "Partijen {lotes}", FR: "Lots {lotes}", IT: "Lotti {lotes}"}},
	"count":   {PT: "{n} lotes", EN: "{n} lots", ES: "{n} lotes", More: &lang.More{DE: "{n} Partien", NL: "{n} partijen", FR: "{n} lots", IT: "{n} lotti"}},
	"verify":  {PT: "Verifique em", EN: "Verify at", ES: "Verifique en", More: &lang.More{DE: "Prüfen unter", NL: "Controleer op", FR: "Vérifier sur", IT: "Verificare su"}},
}

// labelTexts returns the words of a label, longest first where there are several
// ways to say a thing: what fits is printed.
func labelTexts(p public.Page, publicURL string, l lang.Lang) map[field][]string {
	texts := map[field][]string{
		verify: {labelWords["verify"].In(l)},
		place:  {font.Regular.Printable(shown(publicURL) + "/v/")},
		code:   {font.Bold.Printable(p.Code)},
	}
	if p.By != nil {
		texts[owner] = []string{font.Bold.Printable(p.By.Name)}
		texts[signed] = append([]string{font.Bold.Printable(p.By.Line(l, p.State != trace.Refused))}, texts[owner]...)
	}
	if name := p.Crop.Name().In(l); name != "" && p.Crop != trace.Other { // other crops are not sold
		texts[crop] = []string{name}
	}
	if p.Harvest != "" {
		texts[harvest] = []string{labelWords["harvest"].Fill(l, lang.Args{"safra": p.Harvest})}
	}
	word := labelWords["lots"]
	if len(p.Lots) == 1 {
		word = labelWords["lot"]
	}
	for _, list := range page.LotLists(p.Lots, l) {
		texts[lots] = append(texts[lots], word.Fill(l, lang.Args{"lotes": list}))
	}
	if n := len(p.Lots); n > 1 {
		texts[lots] = append(texts[lots], labelWords["count"].Fill(l, lang.Args{"n": strconv.Itoa(n)}))
	}
	return texts
}

// shown returns an address as people type it.
func shown(address string) string {
	address = strings.TrimPrefix(address, "https://")
	return strings.TrimPrefix(address, "http://")
}
