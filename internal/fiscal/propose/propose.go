// Package propose says which records a tax document becomes: the documents of a load, and other
// facts from its issuer that a person may accept as a record. It writes nothing. CPFs, addresses,
// names of people and money stay in the document. The one exception is the key of an invoice issued
// by a natural person: it contains that person's CPF, and there is no other way to identify the
// invoice.
package propose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Record is a record that a document becomes.
type Record struct {
	Prefix string // of its kind
	Fields []Field
	Beside []Member
}

// Member is a member of the payload that is not a field of its kind.
type Member struct {
	Name string
	JSON []byte
}

// Field is a field of the payload.
type Field struct {
	Name, Value string
	// Unsure: the document does not say exactly this, so a person looks at it first.
	Unsure bool
}

// maxText limits what a field takes over from a document.
const maxText = 300

// add adds a field, unless it is empty. A CPF in the text is masked.
func (r *Record) add(name, value string, unsure bool) {
	if value != "" {
		value = brdoc.Mask(lang.Clip(value, 2*maxText)) // cutting the text may split a CPF in two, so mask a longer text and cut that
		r.Fields = append(r.Fields, Field{name, lang.Clip(value, maxText), unsure})
	}
}

// addKey adds the key of the document, unchanged.
func (r *Record) addKey(name string, d *fiscal.Document) {
	r.Fields = append(r.Fields, Field{Name: name, Value: strings.ToUpper(d.Key)})
}

// Payload returns the record's payload, as JSON.
func (r *Record) Payload() []byte {
	out := []byte{'{'}
	for i, f := range r.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(canon.AppendString(out, f.Name), ':')
		out = canon.AppendString(out, f.Value)
	}
	for _, m := range r.Beside {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(canon.AppendString(out, m.Name), ':'), m.JSON...)
	}
	return append(out, '}')
}

// isInvoice reports whether a document is an invoice of goods with a key, and not one of a
// shop's till.
func isInvoice(d *fiscal.Document) bool {
	key, ok := brdoc.ParseKey(d.Key)
	return d.Type == fiscal.Invoice && ok && key.Type == brdoc.NFe
}

// Papers returns the record of a load's papers, for exports or inland. Lots are those that the
// caller linked the invoice to. Documents other than invoices have none.
func Papers(d *fiscal.Document, lots []string) (Record, bool) {
	if !isInvoice(d) {
		return Record{}, false
	}
	r, invoice, origin := Record{Prefix: kind.Cargo}, "notaFiscal", "certificadoOrigemLote"
	if d.Exports() {
		r, invoice, origin = Record{Prefix: kind.ExportCargo}, "notaFiscalExportacao", "certificadoOrigem"
	}
	r.addKey(invoice, d)
	if len(lots) > 0 {
		word := "lote "
		if len(lots) > 1 {
			word = "lotes "
		}
		r.add(origin, "Conforme a nota fiscal: "+word+strings.Join(lots, ", "), true)
	}
	r.add("certificadoFitossanitario", permit(d.Permit), false)
	return r, true
}

// permit names a plant movement permit; other permits are not phytosanitary documents.
func permit(p fiscal.Permit) string {
	if name := p.Name(); p.Number != "" && (name == "PTV" || name == "GTV" || name == "ATV") {
		parts := []string{name}
		for _, part := range []string{p.UF, p.Series, p.Number} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		return strings.Join(parts, " ")
	}
	return ""
}

// Arrival returns the record of a load's arrival at a warehouse. It needs a mass; the destination
// of an export invoice is unknown. The crop is "" if unknown. The plates may come from elsewhere,
// such as a waybill.
func Arrival(d *fiscal.Document, of crop.Crop, lots, plates []string) (Record, bool) {
	kilos, known := mass(d, of)
	if !isInvoice(d) || d.Exports() || !known {
		return Record{}, false
	}
	r := Record{Prefix: kind.Receiving}
	// The issuer of an invoice for incoming goods is the recipient; other invoices state when the
	// load left.
	moment := d.Header.Left
	if moment == "" {
		moment = d.Header.Issued
	}
	if _, ok := fiscal.Instant(moment); !ok {
		moment = ""
	}
	r.add("dataHoraRecebimento", moment, d.Header.Direction != "0")
	r.add("veiculo", strings.Join(plates, ", "), false)
	r.add("volume", written(kilos)+" kg", d.Header.Direction != "0" || kilos.Converted || contradicted(d))
	r.add("loteOrigem", strings.Join(lots, ", "), false)
	return r, true
}

// Needed are the fields without which nobody would submit the form of a kind, and which a document
// may lack. A record without one of them says nothing, and waits until a person fills it in.
var Needed = map[string][]string{
	kind.Receiving:        {"dataHoraRecebimento", "veiculo", "loteOrigem"},
	kind.InputApplication: {"dose", "data"},
}

// Missing returns the fields that somebody has to fill first.
func (r *Record) Missing() (names []string) {
	for _, name := range Needed[r.Prefix] {
		if !slices.ContainsFunc(r.Fields, func(f Field) bool { return f.Name == name }) {
			names = append(names, name)
		}
	}
	return names
}

// Fill adds a field that a person filled in, if the document lacks it.
func (r *Record) Fill(name, value string) {
	if value = strings.TrimSpace(value); slices.Contains(r.Missing(), name) {
		r.add(name, value, false)
	}
}

// contradicted reports whether the weights of an invoice are not the same.
func contradicted(d *fiscal.Document) bool {
	items, ok := d.Kilos()
	net, stated := d.NetWeight()
	return ok && stated && items > 0 && !grade.Near(items, net) && !grade.Near(items, net*1000)
}

// mass returns the mass of a crop's items. A figure in kg, of the items or of the transport, has
// priority over one that must be converted.
func mass(d *fiscal.Document, of crop.Crop) (sum fiscal.Mass, known bool) {
	all, some := true, false
	known = true
	for i := range d.Items {
		c := grade.CropOf(d.Items[i].NCM)
		if c == "" || of != "" && of != crop.Other && c != of {
			all = false
			continue
		}
		some = true
		m, ok := d.Items[i].Mass()
		sum, known = sum.Add(m), known && ok
	}
	if !some {
		return sum, false
	}
	net, stated := d.NetMass()
	if stated && (!known || all && sum.Converted && grade.Near(sum.Kilos, net.Kilos)) {
		return net, true
	}
	return sum, known && sum.Kilos > 0
}

// written formats a mass for people and for our readers. With exactly three decimals, 12,345 could
// be read as thousands, so a fourth is added.
func written(m fiscal.Mass) string {
	scale := math.Pow10(min(m.Places, 3))
	whole, part, _ := strings.Cut(strconv.FormatFloat(math.Round(m.Kilos*scale)/scale, 'f', -1, 64), ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "." + whole[at:]
	}
	switch {
	case part == "":
		return whole
	case len(part) == 3 && len(whole) <= 3:
		part += "0"
	}
	return whole + "," + part
}

// Plates returns the plates in a document that have a valid form, each once.
func Plates(d *fiscal.Document) (list []string) {
	for _, written := range d.Transport.Plates {
		id := brdoc.Check(brdoc.Plate, written, 0)
		if id.Valid && !slices.Contains(list, id.Value) && len(list) < maxPlates {
			list = append(list, id.Value)
		}
	}
	return list
}

const maxPlates = 5 // a lorry and its trailers

// classes are the kinds of inputs by the first digits of their NCM. A pesticide with another number
// is classified by its name, or as other.
var classes = []struct{ ncm, class string }{
	{"380891", "Inseticida"}, {"380892", "Fungicida"}, {"380893", "Herbicida"}, {"3808", "Outro"},
}

// MaxApplications is the maximum number of records proposed from one invoice.
const MaxApplications = 50

// Applications returns the records of inputs sold with an agronomist's prescription in an invoice,
// one per pesticide. Only the farm knows when and where it is applied.
func Applications(d *fiscal.Document) (list []Record) {
	var numbers []string
	for _, p := range d.Prescriptions {
		if p.Number != "" && !slices.Contains(numbers, p.Number) {
			numbers = append(numbers, p.Number)
		}
	}
	if !isInvoice(d) || len(numbers) == 0 {
		return nil
	}
	for _, item := range d.Items {
		class := classOf(item.NCM)
		if class == "" || len(list) == MaxApplications {
			continue
		}
		r := Record{Prefix: kind.InputApplication}
		r.add("tipo", strings.TrimSuffix(class+": "+item.Description, ": "), class == "Outro")
		r.add("numeroReceituario", strings.Join(numbers, ", "), len(numbers) > 1)
		list = append(list, r)
	}
	return list
}

func classOf(ncm string) string {
	ncm = strings.ReplaceAll(ncm, ".", "")
	for _, row := range classes {
		if strings.HasPrefix(ncm, row.ncm) {
			return row.class
		}
	}
	return ""
}
