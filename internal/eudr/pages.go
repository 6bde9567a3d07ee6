package eudr

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/attach/photo"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/filings"
	"rastro/internal/geo"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/print/reading"
	"rastro/internal/sheet"
	"rastro/internal/web/drawing"
)

// Limits of the pages; the spreadsheet and the GeoJSON contain everything.
const (
	maxMapped = 300 // plots on the maps
	maxSmall  = 12  // small copies of pictures
	smallSide = 320 // their longest side, in pixels
)

// grower is a party by name and country.
type grower struct{ name, country string }

// grown is a plot of the file as shown on the pages.
type grown struct {
	by int32 // index of the party
	ha float64
}

// gathered is what the pages need of the plots, which are visited once, while the file is made.
type gathered struct {
	plots   []grown
	parties []reading.Party
	at      map[grower]int32
	shapes  []*geo.Plot
}

func newGathered() *gathered { return &gathered{at: map[grower]int32{}} }

func (g *gathered) add(p plotfile.Given) {
	by := grower{p.Name, p.Country}
	index, known := g.at[by]
	if !known {
		index = int32(len(g.parties))
		g.at[by] = index
		g.parties = append(g.parties, reading.Party{Name: p.Name, Country: p.Country})
	}
	g.parties[index].Plots++
	g.parties[index].Ha += p.Ha
	g.plots = append(g.plots, grown{index, p.Ha})
	if len(g.shapes) < maxMapped {
		if shape, err := geo.Read(p.Feature); err == nil {
			g.shapes = append(g.shapes, shape)
		}
	}
}

// reading puts together what people read of the dossier.
func (d *Dossier) reading(files *dossierzip.Attachments) *reading.Dossier {
	o, r := d.Origin, d.Report
	said := r.Verdict(d.Article9, d.Harvests)
	out := &reading.Dossier{
		Lot: r.Lot, Verdict: "gaps", Masses: string(r.Masses), Plots: r.Plots, Producers: r.Producers, Harvests: r.Harvests, Lots: len(o.Lots),
		AreaHa: r.AreaHa, ShippedKg: o.ShippedKg, Parties: d.gathered.parties,
	}
	switch {
	case d.recalled:
		out.Verdict = "recalled"
	case said.Ready():
		out.Verdict = "ready"
	}
	for i := range d.filed {
		if f := &d.filed[i]; f.InForce() && f.Reference != "" && !slices.Contains(out.References, f.Reference) && len(out.References) < filings.MaxOfLot {
			out.References = append(out.References, f.Reference)
		}
	}
	if d.identity != nil {
		for i := range d.identity.Signed[:min(len(d.identity.Signed), maxLogos)] {
			out.Signed = append(out.Signed, d.identity.Signed[i].Text)
		}
	}
	lines := strings.SplitN(string(d.Checkpoint), "\n", 3) // its name, its size, and the rest
	if len(lines) == 3 {
		out.Log = lines[0]
		out.Entries, _ = strconv.ParseInt(lines[1], 10, 64)
	}
	maps, left := drawing.Locals(d.gathered.shapes)
	out.Maps, out.Drawn = maps, len(d.gathered.shapes)-left
	for i := range o.Lots {
		out.Route = append(out.Route, reading.Step{Code: o.Lots[i].Code, Depth: o.Lots[i].Depth, Harvests: strings.Join(o.Lots[i].HarvestIDs, ", ")})
	}
	for i := range d.Article9 {
		info := &d.Article9[i]
		text := lang.Text{PT: info.Text(lang.PT), EN: info.Text(lang.EN), ES: info.Text(lang.ES)}
		out.Checks = append(out.Checks, reading.Check{Item: info.Item, Article: info.Article, Situation: string(info.Situation), Detail: text})
	}
	situation := There
	if len(r.Land.Layers) == 0 {
		situation = Unexamined
	}
	out.Checks = append(out.Checks, reading.Check{Item: "CAMADAS", Article: "10(2)", Situation: string(situation), Detail: r.Land.Text()})
	out.Accounts = accountsOf(d.balance)
	out.Documents = d.documents(files)
	return out
}

func accountsOf(b *lineage.Balance) (all []reading.Account) {
	if b == nil {
		return nil
	}
	for i := range b.Accounts {
		a := &b.Accounts[i]
		all = append(all, reading.Account{Lot: a.Lot, Came: a.Available, Used: a.Consumed, Sent: a.Shipped, Left: a.Left})
	}
	return all
}

// documents lists the files of the records, with small copies of the first pictures.
func (d *Dossier) documents(files *dossierzip.Attachments) (all []reading.Document) {
	small := 0
	for i := range files.Files {
		f := &files.Files[i]
		x := reading.Document{Name: f.Name, Bytes: f.Bytes}
		switch {
		case files.Hides(f):
			x.Because, x.Name = dossierzip.Private, ""
		case f.Bytes > dossierzip.MaxFileBytes:
			x.Because = dossierzip.OverLimit
		case photo.Is(f.Media()) && small < maxSmall:
			if x.Small = d.small(f); x.Small != nil {
				small++
			}
		}
		if x.Name == "" {
			x.Name = f.Sum[:16] + "…"
		}
		all = append(all, x)
	}
	return all
}

// small returns a small copy of a picture; nil if there is none.
func (d *Dossier) small(f *dossierzip.FileLine) []byte {
	content, err := d.Open(f.Sum)
	if err != nil {
		return nil // the list of attachments reports it as missing
	}
	defer content.Close()
	info, err := photo.Measure(content, f.Media())
	if err != nil {
		return nil
	}
	out, err := photo.Small(content, f.Media(), info, smallSide)
	if err != nil {
		return nil
	}
	return out
}

// writePages writes the pages for people, before anything else.
func (d *Dossier) writePages(z *dossierzip.Archive, files *dossierzip.Attachments) {
	if z.Err() != nil || d.gathered == nil {
		return
	}
	told := d.reading(files)
	for _, t := range lang.OfBuyers {
		text, err := told.PDF(t)
		z.Fail(err)
		z.Text(dossierzip.PDFFile(t), text)
	}
	text, err := told.HTML()
	z.Fail(err)
	z.Text(dossierzip.HTMLFile, text)
	var book bytes.Buffer
	z.Fail(d.writeSheet(&book, told))
	sorted, err := repacked(book.Bytes())
	z.Fail(err)
	z.Text(dossierzip.SheetFile, sorted)
}

// repacked returns a workbook with its parts in a fixed order. The library writes them in any
// order, but two dossiers of the same state must be identical, byte for byte.
func repacked(book []byte) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range in.File {
		part, err := f.Open()
		if err != nil {
			return nil, err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: dossierzip.Stamp})
		if err == nil {
			_, err = io.Copy(w, part)
		}
		if err = cmp.Or(err, part.Close()); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return out.Bytes(), err
}

// writeSheet writes the plots, lots and records as a workbook.
func (d *Dossier) writeSheet(w *bytes.Buffer, told *reading.Dossier) error {
	out := bufio.NewWriter(w)
	column := func(title string, width float64) sheet.Column { return sheet.Column{Title: title, Width: width} }
	err := sheet.WriteTables(out,
		sheet.Table{Name: "Talhoes-Plots", Columns: []sheet.Column{column("Talhão / Plot", 40), column("Safra / Harvest", 26), column("Produtor / Producer", 30), column("País / Country", 14), column("ha", 12), column("GeoJSON", 12)}, Rows: d.plotRows()},
		sheet.Table{Name: "Lotes-Lots", Columns: []sheet.Column{column("Lote / Lot", 26), column("Passos atrás / Steps back", 24), column("Safras / Harvests", 50)}, Rows: func(yield func([]any) bool) {
			for _, s := range told.Route {
				if !yield([]any{s.Code, s.Depth, s.Harvests}) {
					return
				}
			}
		}},
		sheet.Table{Name: "Registros-Records", Columns: []sheet.Column{column("Tipo / Kind", 44), column("Id", 38), column("Versão / Version", 16), column("Safra / Harvest", 26), column("Papel / Role", 14), column("Arquivo / File", 90)}, Rows: d.recordRows()},
	)
	if err == nil {
		err = out.Flush()
	}
	return err
}

func (d *Dossier) plotRows() iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		at := 0
		for i := range d.Report.Placed {
			p := &d.Report.Placed[i]
			if p.Part == 0 || p.Repeats != "" || at == len(d.gathered.plots) {
				continue
			}
			plot := d.gathered.plots[at]
			at++
			by := &d.gathered.parties[plot.by]
			if !yield([]any{p.ID, p.Ref.HarvestID, by.Name, by.Country, plot.ha, p.Part}) {
				return
			}
		}
	}
}

func (d *Dossier) recordRows() iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for _, e := range d.entries() {
			id := e.ID.String()
			if !yield([]any{e.Kind.Prefix, id, e.Version, e.HarvestID, string(e.role), dossierzip.RecordFile(e.Kind.Prefix, id, e.Version)}) {
				return
			}
		}
	}
}
