package term

import (
	"strconv"
	"strings"

	"rastro/internal/attachment"
	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// realmOf says which identifiers are terms. A CPF is not one: people are found through the list of
// people. Neither are codes shared by many records, such as those of countries and goods.
var realmOf = map[brdoc.Type]Realm{
	brdoc.Plate: Plate,
	brdoc.NFe:   Invoice, brdoc.NFCe: Invoice, brdoc.CTe: Invoice, brdoc.CTeOS: Invoice, brdoc.MDFe: Invoice, brdoc.DFe: Invoice,
	brdoc.CAR: Number, brdoc.SNCR: Number, brdoc.CCIR: Number, brdoc.NIRF: Number, brdoc.CIB: Number,
	brdoc.DUE: Number, brdoc.Duimp: Number, brdoc.RUC: Number, brdoc.DDS: Number, brdoc.LPCO: Number,
	brdoc.Container: Number, brdoc.IMO: Number, brdoc.CNPJ: Number, brdoc.ICO: Number,
	brdoc.PTV: Number, brdoc.CFO: Number, brdoc.CFOC: Number, brdoc.ART: Number,
	brdoc.GTIN: Number, brdoc.GLN: Number, brdoc.SSCC: Number, brdoc.GRAI: Number,
}

// invoiceFields are the fields that name an invoice, often by its number alone.
var invoiceFields = map[string]string{kind.Cargo: "notaFiscal", kind.ExportCargo: "notaFiscalExportacao"}

// productFields are the fields in which records say what they are about. Receipts are not among
// them: there are many, and their harvest is found by its plan or its lots.
var productFields = []string{"soja", "cultura", "produtoEntrada", "produtoSaida", "produtoFinal"}

// maxTerms bounds the terms of one record: a list of a thousand lots is found by its first.
const maxTerms = 100

// Of returns the terms of a version, each once. One that ends a record, was erased or is a note of
// the journal has none.
func Of(r *trace.Record) []Term {
	if r.Operation.Ends() || r.Gone() || r.Kind.IsChange() {
		return nil
	}
	var all terms
	for _, id := range identifiers(r) {
		realm, ok := realmOf[id.Type]
		if !ok {
			continue
		}
		if realm == Invoice {
			all.invoice(id.Value)
		} else {
			all.add(realm, id.Value)
		}
	}
	for _, line := range paperLines(r.Payload) {
		all.paper(line)
	}
	if ticket := fieldText(r.Payload, kind.LoadTicket); ticket != "" {
		all.add(Number, ticket)
		all.add(Number, strings.TrimLeft(Fold(ticket), "0"))
	}
	for _, field := range productFields {
		if _, known := r.Kind.Field(field); known {
			all.add(Product, fieldText(r.Payload, field))
		}
	}
	if field := invoiceFields[r.Kind.Prefix]; field != "" {
		for _, number := range InvoiceNumbers(fieldText(r.Payload, field)) {
			all.add(Invoice, number)
		}
	}
	if r.MayClaim() {
		for _, code := range r.Claimed(ownership.Lots) {
			all.add(Lot, code)
		}
	}
	for _, f := range attachment.List(r.Seal) {
		all.add(File, f.Name)
		all.add(File, f.Sum)
	}
	return all
}

// paperLines returns the lines in which a record lists tax documents: the receipt of a load is found
// by its invoice, and an invoice by its waybill.
func paperLines(payload []byte) (lines []string) {
	canon.Each(string(payload), func(name, list string) bool {
		if name != record.TaxPapers || canon.KindOf(list) != '[' {
			return true
		}
		canon.Each(list, func(_, line string) bool {
			if canon.KindOf(line) == '"' {
				lines = append(lines, canon.Unquote(line))
			}
			return len(lines) < maxTerms
		})
		return false
	})
	return lines
}

// paper adds the keys in a line about a tax document, or the number that somebody typed instead.
func (t *terms) paper(line string) {
	keyed := false
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r < '0' || r > '9' }) {
		if _, ok := brdoc.ParseKey(word); ok {
			keyed = true
			t.invoice(word)
		}
	}
	if keyed {
		return
	}
	for _, number := range InvoiceNumbers(line) {
		t.add(Invoice, number)
	}
}

// identifiers are those that were found when the version was written. Earlier builds kept them
// in other forms; those versions are graded again.
func identifiers(r *trace.Record) []record.Identifier {
	if ids, ok := record.PackedIDs(r.Findings, r.Payload); ok {
		return ids
	}
	return r.Graded().IDs
}

type terms []Term

func (t *terms) add(realm Realm, shown string) {
	folded := Fold(shown)
	if folded == "" || len(*t) == maxTerms {
		return
	}
	for _, other := range *t {
		if other.Realm == realm && other.Text == folded {
			return
		}
	}
	*t = append(*t, Term{realm, folded, shown})
}

// invoice adds the key of a tax document, and its number.
func (t *terms) invoice(key string) {
	t.add(Invoice, key)
	if read, ok := brdoc.ParseKey(key); ok {
		t.add(Invoice, strconv.Itoa(read.Number))
	}
}

// fieldText returns the text of a member of a payload; "" if it has none.
func fieldText(payload []byte, field string) (text string) {
	canon.Each(string(payload), func(name, value string) bool {
		if name == field {
			if canon.UnmarshalLenient([]byte(value), &text) != nil {
				text = ""
			}
			return false
		}
		return true
	})
	return text
}

// maxInvoiceDigits is the maximum length of an invoice's number.
const maxInvoiceDigits = 9

// InvoiceNumbers returns the numbers in a text that may be those of invoices, without leading
// zeros: "NF 12.345, série 1" has 12345. It ignores dates, keys and numbers of one or two digits.
func InvoiceNumbers(text string) []string {
	var found []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '/' && r != '-' }) {
		word = strings.Trim(word, "./-")
		if strings.ContainsAny(word, "/-") { // a date, a CNPJ
			continue
		}
		digits := strings.ReplaceAll(word, ".", "")
		if strings.Contains(word, ".") && !thousands(word) {
			continue
		}
		if len(digits) > maxInvoiceDigits {
			continue
		}
		if digits = strings.TrimLeft(digits, "0"); len(digits) > 2 {
			found = append(found, digits)
		}
	}
	return found
}

// thousands reports whether points are only between groups of three digits.
func thousands(word string) bool {
	for i, group := range strings.Split(word, ".") {
		if i > 0 && len(group) != 3 || len(group) == 0 || len(group) > 3 {
			return false
		}
	}
	return true
}
