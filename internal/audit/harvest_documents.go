package audit

import (
	"slices"
	"strconv"

	"rastro/internal/ptbr"
)

// checkCodes looks for records of the harvest under codes of different years.
func (c *conferral) checkCodes() {
	if len(c.codes) < 2 {
		return
	}
	forms := make([]string, len(c.codes))
	for code, n := range c.codes {
		forms[n] = Season(code)
	}
	count := map[string]int{}
	for i := range c.records {
		if form := forms[c.records[i].code]; form != "" {
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
	var refs []Ref
	n, other := 0, ""
	for i := range c.records {
		form := forms[c.records[i].code]
		if form == "" || form == main {
			continue
		}
		if other == "" {
			other = form
		}
		refs = c.appendRef(refs, int32(i), "safraCodigo")
		n++
	}
	c.add(codesDiffer, refs, "uma", main, "outra", other, "registros", n)
}

// Season is the form in which the spellings of one harvest code are equal: its
// years. It is "" for a code that does not say them, which is not compared.
func Season(code string) string {
	first, last, reading := ptbr.Harvest(code)
	if reading != ptbr.Read {
		return ""
	}
	form := strconv.Itoa(first)
	if last != first {
		form += "/" + strconv.Itoa(last)
	}
	return form
}

// checkCargoReference holds the cargo reference against the export declaration,
// where they stand in two records, and against the export invoices.
func (c *conferral) checkCargoReference() {
	emitters, invoices, all := c.exporters()
	var due, ruc *customsFact
	dues, rucs := 0, 0
	for i := range c.customs {
		f := &c.customs[i]
		if f.dues > 0 {
			due = f
		}
		dues += f.dues
		rucs += f.rucs
		if f.rucs == 0 {
			continue
		}
		ruc = f
		if f.rucs == 1 && !f.told && all && len(emitters) > 0 && !emitters[f.exporter] {
			refs := slices.Concat([]Ref{c.ref(f.rec, "declaracaoExportacao")}, invoices)
			c.add(referenceExporter, refs, "ruc", taxpayerRoot(f.exporter), "registros", len(refs))
		}
	}
	if dues == 1 && rucs == 1 && due != ruc && due.due != ruc.ruc {
		c.add(referenceYear, []Ref{c.ref(ruc.rec, "declaracaoExportacao"), c.ref(due.rec, "declaracaoExportacao")},
			"ruc", strconv.Itoa(ruc.ruc), "due", strconv.Itoa(due.due))
	}
}

// exporters are those who issued the export invoices, and whether they are all
// known.
func (c *conferral) exporters() (emitters map[string]bool, invoices []Ref, all bool) {
	emitters = map[string]bool{}
	read := map[int32]bool{}
	for i := range c.invoices {
		f := &c.invoices[i]
		if !f.export {
			continue
		}
		emitters[f.emitter] = true
		read[f.rec] = true
		invoices = c.appendRef(invoices, f.rec, "notaFiscalExportacao")
	}
	for i := range c.cargoes {
		if f := &c.cargoes[i]; f.export && f.paper && !read[f.rec] {
			return emitters, invoices, false
		}
	}
	return emitters, invoices, true
}

// taxpayerRoot is how a taxpayer is named in a finding: a firm by its root, a
// person not at all.
func taxpayerRoot(id string) string {
	if len(id) == 8 {
		return "CNPJ " + id
	}
	return "CPF"
}

// checkInvoicePeriod holds the month of export invoices against the shipments.
func (c *conferral) checkInvoicePeriod() {
	var first, last dayMark
	for i := range c.shipments {
		f := &c.shipments[i]
		first.lower(f.on, f.rec, "dataTransporte")
		last.raise(f.on, f.rec, "dataTransporte")
	}
	if !first.sure() {
		return
	}
	from, to := first.day.month()-1, last.day.month()+1
	for i := range c.invoices {
		f := &c.invoices[i]
		if !f.export || f.month >= from && f.month <= to {
			continue
		}
		near := first
		if f.month > to {
			near = last
		}
		c.add(invoicePeriod, []Ref{c.ref(f.rec, "notaFiscalExportacao"), c.ref(near.rec, near.field)},
			"mes", monthName(f.month), "embarque", near.day)
	}
}

// month numbers the months: year*12 + month-1.
func (d dayNumber) month() int {
	t := d.date()
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
func (c *conferral) checkReuse() {
	c.checkInvoiceReuse()
	c.checkReportReuse()
}

// checkInvoiceReuse looks for one invoice in the papers of several cargoes.
func (c *conferral) checkInvoiceReuse() {
	cargo := map[int32]*cargoFact{}
	for i := range c.cargoes {
		cargo[c.cargoes[i].rec] = &c.cargoes[i]
	}
	uses := map[string][]int32{}
	var order []string
	for i := range c.invoices {
		f := &c.invoices[i]
		list := uses[f.key]
		switch {
		case len(list) == 0:
			order = append(order, f.key)
		case list[len(list)-1] == f.rec:
			continue
		}
		uses[f.key] = append(list, f.rec)
	}
	for _, key := range order {
		if recs := uses[key]; len(recs) > 1 {
			c.tellInvoice(key, recs, cargo)
		}
	}
}

// tellInvoice tells of an invoice that is used for different lots, or more than
// once for one does not know which.
func (c *conferral) tellInvoice(key string, recs []int32, cargo map[int32]*cargoFact) {
	first := cargo[recs[0]]
	inland, apart := 0, false
	for _, rec := range recs {
		f := cargo[rec]
		if !f.export {
			inland++
		}
		if f.lots.n > 0 && first.lots.n == 0 {
			first = f
		}
		apart = apart || c.disjoint(first.lots, f.lots)
	}
	rule := invoiceReused
	switch {
	case apart:
	case first.lots.n == 0 && (inland > 1 || inland == 0):
		rule = invoiceRepeated
	default:
		return
	}
	var refs []Ref
	for _, rec := range recs {
		field := "notaFiscal"
		if cargo[rec].export {
			field = "notaFiscalExportacao"
		}
		refs = c.appendRef(refs, rec, field)
	}
	c.add(rule, refs, "chave", key[:6]+"…"+key[len(key)-4:], "registros", len(recs))
}

// disjoint tells whether two records name lots, and none in common.
func (c *conferral) disjoint(a, b lotSet) bool {
	if a.n == 0 || b.n == 0 || a.vague || b.vague {
		return false
	}
	for _, lot := range c.lots.of(a) {
		if slices.Contains(c.lots.of(b), lot) {
			return false
		}
	}
	return true
}

// checkReportReuse looks for one inspection report that says different things of
// different lots. One report in several records is usual otherwise.
func (c *conferral) checkReportReuse() {
	first := map[string]*inspectionFact{}
	for i := range c.inspections {
		f := &c.inspections[i]
		if f.report == "" {
			continue
		}
		was := first[f.report]
		if was == nil {
			first[f.report] = f
			continue
		}
		sameAgency := was.agency == f.agency || was.agency == "" || f.agency == ""
		differs := was.on.known() && f.on.known() && was.on != f.on || was.result != "" && f.result != "" && was.result != f.result
		if sameAgency && differs && c.disjoint(was.lots, f.lots) {
			c.add(reportReused, []Ref{c.ref(f.rec, "numeroRelatorioInspecao"), c.ref(was.rec, "numeroRelatorioInspecao")}, "numero", f.report)
		}
	}
}
