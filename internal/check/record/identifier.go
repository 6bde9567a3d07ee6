package record

import (
	"slices"
	"strconv"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// Identifier is an identifier that was found in a record.
type Identifier struct {
	brdoc.ID
	Field string
}

// Shown returns the value as a key that may read the record sees it: whole, except for parts that
// nobody needs to see again.
func (i Identifier) Shown() string { return shown(i.ID) }

func shown(id brdoc.ID) string {
	if id.Type == brdoc.CPF || id.Type.Secret() {
		return id.Masked()
	}
	return id.Value
}

// cpfDigits is the number of digits of a CPF. A text with fewer cannot contain one.
const cpfDigits = 11

// identify looks for identifiers in a field and remarks on those that are wrong.
func (g *grader) identify(f *fact) {
	if f.text != "" {
		g.scan(f, f.text, f.field.pointer)
	}
	for i, text := range f.texts {
		if text != "" {
			g.scan(f, text, f.field.pointer+"/"+strconv.Itoa(i))
		}
	}
}

func (g *grader) scan(f *fact, text, pointer string) {
	want := f.field.ids
	if !want.Has(brdoc.CPF) && countDigits(text) >= cpfDigits {
		want |= brdoc.Types(brdoc.CPF)
	}
	if want == 0 {
		return
	}
	for _, id := range brdoc.Scan(text, want, g.year) {
		stray := id.Type == brdoc.CPF && !f.field.ids.Has(brdoc.CPF)
		if (stray || f.field.label.Has(id.Type)) && !announced(text, id) || stray && !id.Valid {
			continue
		}
		g.keep(f, id)
		switch {
		case stray && !f.field.personal:
			g.addAt(strayCPF, f, pointer, "valor", id.Masked())
		case id.Certain():
			g.addAt(invalidID, f, pointer, "tipo", id.Type.Name(), "valor", shown(id), "motivo", id.Reason.Text())
		case !id.Valid:
			args := []any{"tipo", id.Type.Name(), "valor", shown(id), "motivo", id.Reason.Text()}
			if id.Type == brdoc.Country && id.Value == "UK" {
				args = append(args, "sugestao", "GB")
			}
			g.addAt(doubtfulID, f, pointer, args...)
		}
	}
}

// labelReach is how many bytes before a number its label is searched for.
const labelReach = 24

// announced reports whether a taxpayer's number has its mask, or its name before it.
func announced(text string, id brdoc.ID) bool {
	if id.End-id.Start > len(id.Value) {
		return true
	}
	before := strings.ToUpper(text[max(0, id.Start-labelReach):id.Start])
	return strings.Contains(before, "CPF") || strings.Contains(before, "CNPJ") || strings.Contains(before, "CGC")
}

// keep lists an identifier, once for each field.
func (g *grader) keep(f *fact, id brdoc.ID) {
	if len(g.out.IDs) == maxIdentifiers {
		return
	}
	for _, other := range g.out.IDs {
		if other.Type == id.Type && other.Value == id.Value && other.Field == f.field.name {
			return
		}
	}
	g.out.IDs = append(g.out.IDs, Identifier{id, f.field.name})
}

// found returns those identifiers in a field that are of certain types.
func (g *grader) found(f *fact, types brdoc.Set) []Identifier {
	var list []Identifier
	for _, id := range g.out.IDs {
		if id.Field == f.field.name && types.Has(id.Type) {
			list = append(list, id)
		}
	}
	return list
}

func (g *grader) count(f *fact, types brdoc.Set) int {
	n := 0
	for _, id := range g.out.IDs {
		if id.Field == f.field.name && types.Has(id.Type) {
			n++
		}
	}
	return n
}

// needs returns a check that a field contains an identifier of certain types.
func needs(types brdoc.Set, rule *finding.Rule) check {
	return func(g *grader, f *fact) {
		if g.count(f, types) == 0 && !f.absent() {
			g.add(rule, f, "valor", f.quoted())
		}
	}
}

// gradeInvoice checks the access keys in a field for goods invoices.
func gradeInvoice(g *grader, f *fact) {
	keys := g.found(f, brdoc.Keys)
	invoiced := slices.ContainsFunc(keys, func(id Identifier) bool { return id.Valid && id.Type == brdoc.NFe })
	for _, id := range keys {
		key, ok := brdoc.ParseKey(id.Value)
		if !ok || !id.Valid {
			continue
		}
		switch {
		case isCarriage(id.Type) && (invoiced || saysCarriage(f.text)):
		case id.Type != brdoc.NFe:
			g.add(otherModel, f, "tipo", id.Type.Name(), "modelo", strconv.Itoa(key.Model))
		case key.Emission == 0 && key.Year >= emissionSince:
			g.add(noEmission, f, "valor", id.Value)
		}
		g.period(f, key)
	}
}

// isCarriage reports whether a document is a waybill, which travels with the goods and their
// invoice.
func isCarriage(t brdoc.Type) bool { return t == brdoc.CTe || t == brdoc.CTeOS }

// saysCarriage reports whether a text says that its key is a waybill's. Then nobody mistook it for
// the invoice's.
func saysCarriage(text string) bool {
	folded := strings.ReplaceAll(lang.Fold(text), "-", "")
	return strings.Contains(folded, "cte") || strings.Contains(folded, "conhecimento")
}

// emissionSince is the year from which a key encodes the form of issue.
const emissionSince = 2011

// period compares a key's month with the dates next to it.
func (g *grader) period(f *fact, key brdoc.AccessKey) {
	month := key.Year*12 + key.Month
	var other *ptbr.Moment
	for _, m := range ptbr.Dates(f.text) {
		if m.Reading != ptbr.Read {
			continue
		}
		if away := m.At.Year()*12 + int(m.At.Month()) - month; away >= -1 && away <= 1 {
			return
		}
		other = &m
	}
	if other != nil {
		g.add(otherPeriod, f, "mes", yearMonth(key.Year, key.Month), "data", other.At.Format("02/01/2006"))
	}
}

func yearMonth(year, month int) string {
	return strconv.Itoa(month/10) + strconv.Itoa(month%10) + "/" + strconv.Itoa(year)
}

// gradeDeclaration checks the content of the field for the export declaration.
func gradeDeclaration(g *grader, f *fact) {
	imports := g.found(f, brdoc.Types(brdoc.Duimp))
	for _, id := range imports {
		g.add(importDeclaration, f, "valor", id.Value)
	}
	declared := g.found(f, brdoc.Types(brdoc.DUE))
	if len(imports)+len(declared) == 0 && !f.absent() {
		g.add(noDeclaration, f, "valor", f.quoted())
	}
	keys := g.found(f, brdoc.Keys)
	for _, id := range g.found(f, brdoc.Types(brdoc.RUC)) {
		ruc, ok := brdoc.ParseRUC(id.Value)
		if !ok || !id.Valid {
			continue
		}
		if due, differs := otherYear(declared, ruc.Year); differs {
			g.add(otherYearRUC, f, "valor", id.Value, "ano", strconv.Itoa(ruc.Year), "due", due.Value)
		}
		if key, differs := otherExporter(keys, ruc); differs {
			g.add(otherExporterRUC, f, "valor", id.Value, "chave", key.Value)
		}
	}
}

// otherYear reports a declaration of another year, unless the field also has one of this year.
func otherYear(declared []Identifier, year int) (other Identifier, differs bool) {
	for _, id := range declared {
		switch y, ok := id.Year(); {
		case !ok:
		case y == year:
			return id, false
		default:
			other, differs = id, true
		}
	}
	return other, differs
}

// otherExporter reports an invoice from somebody else, unless the field also has one from the
// reference's exporter.
func otherExporter(keys []Identifier, ruc brdoc.CargoReference) (other Identifier, differs bool) {
	for _, id := range keys {
		switch by, ok := ruc.Issued(id.ID); {
		case by:
			return id, false
		case ok:
			other, differs = id, true
		}
	}
	return other, differs
}

// gradeGTIN checks a field that contains only a GTIN, without a label.
func gradeGTIN(g *grader, f *fact) {
	if f.absent() || f.text == "" {
		return
	}
	id := brdoc.Check(brdoc.GTIN, f.text, g.year)
	if id.Valid {
		g.keep(f, id)
		return
	}
	rule := doubtfulID
	if id.Reason == brdoc.CheckDigit && len(id.Value) > shortGTIN {
		rule = invalidID
	}
	g.add(rule, f, "tipo", id.Type.Name(), "valor", f.quoted(), "motivo", id.Reason.Text())
}

// shortGTIN is the length of the short GTIN, which a date or a postcode has too.
const shortGTIN = 8

// gradeLicence checks that a licence is not an import licence.
func gradeLicence(g *grader, f *fact) {
	for _, id := range g.found(f, brdoc.Types(brdoc.LPCO, brdoc.LPCOModel)) {
		if id.Valid && id.Import() {
			g.add(importLicence, f, "valor", id.Value)
		}
	}
}

// gradeStatement checks that a verification number is accompanied by its reference.
func gradeStatement(g *grader, f *fact) {
	if g.count(f, brdoc.Types(brdoc.DDSVerification)) > 0 && g.count(f, brdoc.Types(brdoc.DDS)) == 0 {
		g.add(noReference, f)
	}
}
