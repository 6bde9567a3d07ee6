package audit

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// readShipment reads a transporteExportacao.
func (b *Book) readShipment(rec int32, p *payload) {
	f := shipmentFact{rec: rec, on: unknownSpan}
	for p.next() {
		switch string(p.name) {
		case "dataTransporte":
			f.on = planned(p.days(), oldestEvent)
		case "identificacaoTransporte":
			text, _ := p.brief(briefPhrase)
			f.mode = lot.ModeOf(text, b.year)
		case "volumeTransportado":
			f.mass = p.massMember()
		case "loteOrigem":
			f.lots = b.readLots(p)
		case "destino":
			text, ok := p.brief(briefPhrase)
			f.bound = !ok || !ptbr.IsAbsent(text)
			f.europe = inEurope(text)
		}
	}
	b.shipments = append(b.shipments, f)
}

// declarations are what is looked for where the export declaration is due.
var declarations = brdoc.Types(brdoc.DUE, brdoc.RUC) | brdoc.Keys

// readCustoms reads a documentacaoAduaneira.
func (b *Book) readCustoms(rec int32, p *payload) {
	f := customsFact{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "declaracaoExportacao":
			f.takeAll(brdoc.Scan(p.text(), declarations, b.year))
		case "destino":
			text, _ := p.brief(briefPhrase)
			f.europe = inEurope(text)
		}
	}
	b.customs = append(b.customs, f)
}

// takeAll notes what a text names. Where it also names invoices, the record's own
// findings hold the cargo reference against them.
func (f *customsFact) takeAll(ids []brdoc.ID) {
	var ruc brdoc.CargoReference
	for _, id := range ids {
		f.take(id)
		if id.Type == brdoc.RUC && id.Valid {
			ruc, _ = brdoc.ParseRUC(id.Value)
		}
	}
	for _, id := range ids {
		by, ok := issuedBy(id, ruc)
		if by {
			f.told = false
			return
		}
		f.told = f.told || ok
	}
}

// take notes a declaration or a cargo reference. A declaration's check digit was
// worked out, not published, so one that fails still says its year.
func (f *customsFact) take(id brdoc.ID) {
	switch id.Type {
	case brdoc.DUE:
		if year, ok := id.Year(); ok && (id.Valid || id.Reason == brdoc.CheckDigit) {
			f.due = year
			f.dues++
		}
	case brdoc.RUC:
		ruc, ok := brdoc.ParseRUC(id.Value)
		if !ok || !id.Valid {
			return
		}
		f.rucs++
		f.ruc = ruc.Year
		if f.exporter = ruc.Root; ruc.CPF != "" {
			f.exporter = ruc.CPF
		}
		f.exporter = strings.Clone(f.exporter)
	}
}

// readConformity reads a certificadoConformidade.
func (b *Book) readConformity(rec int32, p *payload) {
	f := conformityFact{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "certificadosOrigem":
			f.car = b.readCars(p.text()) || f.car
		case "certificadosFitossanitarios":
			f.plant = !ptbr.IsAbsent(p.text())
		case "declaracaoNaoOGM":
			text, _ := p.brief(briefPhrase)
			f.nonGM = readGM(text) == ptbr.NonGM
		case "certificadosSustentabilidade", "comprovantesConformidadeRegulamentacao":
			text := p.text()
			if ptbr.IsAbsent(text) {
				break
			}
			f.evidence = true
			f.car = b.readCars(text) || f.car
			f.forest = f.forest || hasPhrase(plainWords(text), forestWords)
		}
	}
	b.conformities = append(b.conformities, f)
}

// forestWords are how people speak of deforestation and of those who watch it.
var forestWords = []string{"desmat", "deforest", "prodes", "mapbiomas", "deter ", "31/12/2020", "2020-12-31", "eudr", "nada consta", "selo verde", "seloverde", "moratoria"}

// readInspection reads an inspecaoPreEmbarque.
func (b *Book) readInspection(rec int32, p *payload) {
	f := inspectionFact{rec: rec, on: unknownSpan}
	for p.next() {
		switch string(p.name) {
		case "dataInspecao":
			f.on = b.past(p.days(), oldestEvent)
		case "resultadoInspecao":
			text, _ := p.brief(briefPhrase)
			f.result = certainly(ptbr.Results, text)
		case "codigosLote":
			f.lots = b.lotsMember(p)
		case "numeroRelatorioInspecao":
			if text, _ := p.brief(lot.MaxCode); !ptbr.IsAbsent(text) {
				f.report = string(lot.AppendFold(nil, text))
			}
		case "nomeAgenciaInspetora":
			if text, _ := p.brief(briefMass); !ptbr.IsAbsent(text) {
				f.agency = strings.TrimSpace(plainWords(text))
			}
		}
	}
	b.inspections = append(b.inspections, f)
}

// lotsMember reads the lots of a list, or of a text.
func (b *Book) lotsMember(p *payload) lotSet {
	s := b.lots.begin()
	p.each(func(text string) {
		if s.vague = s.vague || len(text) > briefList || s.n >= maxLotsNamed; !s.vague {
			b.lots.readInto(&s, text)
		}
	})
	return s
}

// readClosing reads a validacao.
func (b *Book) readClosing(rec int32, p *payload) {
	f := closingFact{rec: rec}
	for p.next() {
		switch string(p.name) {
		case "lotes":
			f.lots = b.lotsMember(p)
		case "gtin":
			if text, ok := p.brief(briefPhrase); ok {
				if id := brdoc.Check(brdoc.GTIN, text, 0); id.Valid {
					f.gtin = brdoc.GTIN14(id.Value)
				}
			}
		case "cultura":
			b.stateCrop(rec, p)
		}
	}
	b.closings = append(b.closings, f)
}
