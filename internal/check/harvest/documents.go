package harvest

import (
	"slices"
	"strconv"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/kind"
)

// checkCodes looks for records of the harvest under codes of different years.
func (c *checker) checkCodes() {
	if len(c.Codes) < 2 {
		return
	}
	forms := make([]string, len(c.Codes))
	for code, n := range c.Codes {
		forms[n] = facts.Season(code)
	}
	count := map[string]int{}
	for i := range c.Records {
		if form := forms[c.Records[i].Code]; form != "" {
			count[form]++
		}
	}
	main := ""
	for form, n := range count {
		if main == "" || n > count[main] || n == count[main] && form < main {
			main = form
		}
	}
	if len(count) < 2 {
		return
	}
	var refs []finding.Ref
	n, other := 0, ""
	for i := range c.Records {
		form := forms[c.Records[i].Code]
		if form == "" || form == main {
			continue
		}
		if other == "" {
			other = form
		}
		refs = c.appendRef(refs, int32(i), "safraCodigo")
		n++
	}
	c.add(rules.CodesDiffer, refs, "uma", main, "outra", other, "registros", n)
}

// checkCargoReference compares the cargo reference with the export declaration,
// where they are in two records, and against the export invoices.
func (c *checker) checkCargoReference() {
	emitters, invoices, all := c.exporters()
	var due, ruc *facts.Customs
	dues, rucs := 0, 0
	for i := range c.Customs {
		f := &c.Customs[i]
		if f.Dues > 0 {
			due = f
		}
		dues += f.Dues
		rucs += f.Rucs
		if f.Rucs == 0 {
			continue
		}
		ruc = f
		if f.Rucs == 1 && !f.Told && all && len(emitters) > 0 && !emitters[f.Exporter] {
			refs := slices.Concat([]finding.Ref{c.Ref(f.Rec, "declaracaoExportacao")}, invoices)
			c.add(rules.ReferenceExporter, refs, "ruc", taxpayerRoot(f.Exporter), "registros", len(refs))
		}
	}
	if dues == 1 && rucs == 1 && due != ruc && due.Due != ruc.Ruc {
		c.add(rules.ReferenceYear, []finding.Ref{c.Ref(ruc.Rec, "declaracaoExportacao"), c.Ref(due.Rec, "declaracaoExportacao")},
			"ruc", strconv.Itoa(ruc.Ruc), "due", strconv.Itoa(due.Due))
	}
}

// exporters returns who issued the export invoices, and whether all of them are known.
func (c *checker) exporters() (emitters map[string]bool, invoices []finding.Ref, all bool) {
	emitters = map[string]bool{}
	read := map[int32]bool{}
	for i := range c.Invoices {
		f := &c.Invoices[i]
		if !f.Export {
			continue
		}
		emitters[f.Emitter] = true
		read[f.Rec] = true
		invoices = c.appendRef(invoices, f.Rec, "notaFiscalExportacao")
	}
	for i := range c.Cargoes {
		if f := &c.Cargoes[i]; f.Export && f.Paper && !read[f.Rec] {
			return emitters, invoices, false
		}
	}
	return emitters, invoices, true
}

// taxpayerRoot returns how a taxpayer is named in a finding: a firm by its root, a
// person not at all.
func taxpayerRoot(id string) string {
	if len(id) == 8 {
		return "CNPJ " + id
	}
	return "CPF"
}

// checkInvoicePeriod compares the month of export invoices with the shipments.
func (c *checker) checkInvoicePeriod() {
	var first, last dayMark
	for i := range c.Shipments {
		f := &c.Shipments[i]
		first.lower(f.On, f.Rec, "dataTransporte")
		last.raise(f.On, f.Rec, "dataTransporte")
	}
	if !first.sure() {
		return
	}
	from, to := monthOf(first.day)-1, monthOf(last.day)+1
	for i := range c.Invoices {
		f := &c.Invoices[i]
		if !f.Export || f.Month >= from && f.Month <= to {
			continue
		}
		near := first
		if f.Month > to {
			near = last
		}
		c.add(rules.InvoicePeriod, []finding.Ref{c.Ref(f.Rec, "notaFiscalExportacao"), c.Ref(near.rec, near.field)},
			"mes", monthName(f.Month), "embarque", near.day)
	}
}

// monthOf numbers the months: year*12 + month-1.
func monthOf(d facts.Day) int {
	t := d.Time()
	return t.Year()*12 + int(t.Month()) - 1
}

// monthName writes a month as MM/YYYY.
func monthName(month int) string {
	m := strconv.Itoa(month%12 + 1)
	if len(m) == 1 {
		m = "0" + m
	}
	return m + "/" + strconv.Itoa(month/12)
}

// checkReuse looks for one document under different lots.
func (c *checker) checkReuse() {
	c.checkInvoiceReuse()
	c.checkReportReuse()
}

// checkInvoiceReuse looks for one invoice in the papers of several cargoes.
func (c *checker) checkInvoiceReuse() {
	cargo := map[int32]*facts.Cargo{}
	for i := range c.Cargoes {
		cargo[c.Cargoes[i].Rec] = &c.Cargoes[i]
	}
	uses := map[string][]int32{}
	var order []string
	for i := range c.Invoices {
		f := &c.Invoices[i]
		list := uses[f.Key]
		switch {
		case len(list) == 0:
			order = append(order, f.Key)
		case list[len(list)-1] == f.Rec:
			continue
		}
		uses[f.Key] = append(list, f.Rec)
	}
	for _, key := range order {
		if recs := uses[key]; len(recs) > 1 {
			c.tellInvoice(key, recs, cargo)
		}
	}
}

// tellInvoice reports an invoice that is used for different lots, or more than once for
// unknown ones.
func (c *checker) tellInvoice(key string, recs []int32, cargo map[int32]*facts.Cargo) {
	first := cargo[recs[0]]
	inland, apart := 0, false
	for _, rec := range recs {
		f := cargo[rec]
		if !f.Export {
			inland++
		}
		if f.Lots.N > 0 && first.Lots.N == 0 {
			first = f
		}
		apart = apart || c.disjoint(first.Lots, f.Lots)
	}
	rule := rules.InvoiceReused
	switch {
	case apart:
	case first.Lots.N == 0 && (inland > 1 || inland == 0):
		rule = rules.InvoiceRepeated
	default:
		return
	}
	var refs []finding.Ref
	for _, rec := range recs {
		field := "notaFiscal"
		if cargo[rec].Export {
			field = "notaFiscalExportacao"
		}
		refs = c.appendRef(refs, rec, field)
	}
	c.add(rule, refs, "chave", key[:6]+"…"+key[len(key)-4:], "registros", len(recs))
}

// disjoint reports whether two records name lots, and none in common.
func (c *checker) disjoint(a, b facts.LotSet) bool {
	if a.N == 0 || b.N == 0 || a.Vague || b.Vague {
		return false
	}
	for _, lot := range c.Lots.Of(a) {
		if slices.Contains(c.Lots.Of(b), lot) {
			return false
		}
	}
	return true
}

// checkReportReuse looks for one inspection report that says different things of
// different lots. One report in several records is usual otherwise.
func (c *checker) checkReportReuse() {
	first := map[string]*facts.Inspection{}
	for i := range c.Inspections {
		f := &c.Inspections[i]
		if f.Report == "" {
			continue
		}
		was := first[f.Report]
		if was == nil {
			first[f.Report] = f
			continue
		}
		sameAgency := was.Agency == f.Agency || was.Agency == "" || f.Agency == ""
		differs := was.On.Known() && f.On.Known() && was.On != f.On || was.Result != "" && f.Result != "" && was.Result != f.Result
		if sameAgency && differs && c.disjoint(was.Lots, f.Lots) {
			c.add(rules.ReportReused, []finding.Ref{c.Ref(f.Rec, "numeroRelatorioInspecao"), c.Ref(was.Rec, "numeroRelatorioInspecao")}, "numero", f.Report)
		}
	}
}

// checkCrops looks for records that state different crops.
func (c *checker) checkCrops() {
	if n := c.skipped(); n > 0 {
		c.add(rules.CropUnknown, []finding.Ref{c.Ref(0, "cultura")}, "regras", n)
	}
	if len(c.CropsStated) == 0 {
		return
	}
	first := c.CropsStated[0]
	for _, s := range c.CropsStated[1:] {
		if s.Crop == first.Crop {
			continue
		}
		var refs []finding.Ref
		n := 0
		for _, each := range c.CropsStated {
			refs = c.appendRef(refs, each.Rec, "cultura")
			n++
		}
		c.add(rules.CropsDiffer, refs, "uma", string(first.Crop), "outra", string(s.Crop), "registros", n)
		return
	}
}

// skipped counts the rules that look at records of the harvest and are skipped because its
// crop is not known.
func (c *checker) skipped() (n int) {
	if c.crop != "" {
		return 0
	}
	for _, r := range rules.All {
		if r.NeedsCrop && slices.ContainsFunc(r.Kinds, func(prefix string) bool { return c.Count(kind.ByPrefix(prefix)) > 0 }) {
			n++
		}
	}
	return n
}
