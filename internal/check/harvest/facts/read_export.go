package facts

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/check/record"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// readShipment reads a transporteExportacao.
func (b *Book) readShipment(rec int32, p *payload) {
	f := Shipment{Rec: rec, On: UnknownDays}
	for p.next() {
		switch string(p.name) {
		case "dataTransporte":
			f.On = planned(p.days(), record.OldestEvent)
		case "identificacaoTransporte":
			text, _ := p.brief(briefPhrase)
			f.Mode = lot.ModeOf(text, b.year)
		case "volumeTransportado":
			f.Mass = p.massMember()
		case "loteOrigem":
			f.Lots = b.readLots(p)
		case "destino":
			text, ok := p.brief(briefPhrase)
			f.Bound = !ok || !ptbr.IsAbsent(text)
			f.Europe = inEurope(text)
		}
	}
	b.Shipments = append(b.Shipments, f)
}

// declarations are the identifiers searched for in the field for the export declaration.
var declarations = brdoc.Types(brdoc.DUE, brdoc.RUC) | brdoc.Keys

// readCustoms reads a documentacaoAduaneira.
func (b *Book) readCustoms(rec int32, p *payload) {
	f := Customs{Rec: rec}
	for p.next() {
		switch string(p.name) {
		case "declaracaoExportacao":
			f.takeAll(brdoc.Scan(p.text(), declarations, b.year))
		case "destino":
			text, _ := p.brief(briefPhrase)
			f.Europe = inEurope(text)
		}
	}
	b.Customs = append(b.Customs, f)
}

// takeAll notes what a text names. Where it also names invoices, the record's own
// findings compare the cargo reference with them.
func (f *Customs) takeAll(ids []brdoc.ID) {
	var ruc brdoc.CargoReference
	for _, id := range ids {
		f.take(id)
		if id.Type == brdoc.RUC && id.Valid {
			ruc, _ = brdoc.ParseRUC(id.Value)
		}
	}
	for _, id := range ids {
		by, ok := ruc.Issued(id)
		if by {
			f.Told = false
			return
		}
		f.Told = f.Told || ok
	}
}

// take notes a declaration or a cargo reference. The algorithm of a declaration's check digit is
// inferred, not published, so a declaration that fails it still gives its year.
func (f *Customs) take(id brdoc.ID) {
	switch id.Type {
	case brdoc.DUE:
		if year, ok := id.Year(); ok && (id.Valid || id.Reason == brdoc.CheckDigit) {
			f.Due = year
			f.Dues++
		}
	case brdoc.RUC:
		ruc, ok := brdoc.ParseRUC(id.Value)
		if !ok || !id.Valid {
			return
		}
		f.Rucs++
		f.Ruc = ruc.Year
		if f.Exporter = ruc.Root; ruc.CPF != "" {
			f.Exporter = ruc.CPF
		}
		f.Exporter = strings.Clone(f.Exporter)
	}
}

// readConformity reads a certificadoConformidade.
func (b *Book) readConformity(rec int32, p *payload) {
	f := Conformity{Rec: rec}
	for p.next() {
		switch string(p.name) {
		case "certificadosOrigem":
			f.Car = b.readCars(p.text()) || f.Car
		case "certificadosFitossanitarios":
			f.Plant = !ptbr.IsAbsent(p.text())
		case "declaracaoNaoOGM":
			text, _ := p.brief(briefPhrase)
			f.NonGM = readGM(text) == words.NonGM
		case "certificadosSustentabilidade", "comprovantesConformidadeRegulamentacao":
			text := p.text()
			if ptbr.IsAbsent(text) {
				break
			}
			f.Evidence = true
			f.Car = b.readCars(text) || f.Car
			f.Forest = f.Forest || hasPhrase(PlainWords(text), forestWords)
		}
	}
	b.Conformities = append(b.Conformities, f)
}

// forestWords are the words that people use for deforestation and for those who monitor it.
var forestWords = []string{"desmat", "deforest", "prodes", "mapbiomas", "deter ", "31/12/2020", "2020-12-31", "eudr", "nada consta", "selo verde", "seloverde", "moratoria"}

// readInspection reads an inspecaoPreEmbarque.
func (b *Book) readInspection(rec int32, p *payload) {
	f := Inspection{Rec: rec, On: UnknownDays}
	for p.next() {
		switch string(p.name) {
		case "dataInspecao":
			f.On = b.past(p.days(), record.OldestEvent)
		case "resultadoInspecao":
			text, _ := p.brief(briefPhrase)
			if term, reading := words.Result(text); reading == ptbr.Read {
				f.Result = term
			}
		case "codigosLote":
			f.Lots = b.lotsMember(p)
		case "numeroRelatorioInspecao":
			if text, _ := p.brief(lot.MaxCode); !ptbr.IsAbsent(text) {
				f.Report = string(lot.AppendFold(nil, text))
			}
		case "nomeAgenciaInspetora":
			if text, _ := p.brief(briefMass); !ptbr.IsAbsent(text) {
				f.Agency = strings.TrimSpace(PlainWords(text))
			}
		}
	}
	b.Inspections = append(b.Inspections, f)
}

// lotsMember reads the lots of a list, or of a text.
func (b *Book) lotsMember(p *payload) LotSet {
	s := b.Lots.begin()
	p.each(func(text string) {
		if s.Vague = s.Vague || len(text) > briefList || s.N >= maxLotsNamed; !s.Vague {
			b.Lots.readInto(&s, text)
		}
	})
	return s
}

// readClosing reads a validacao.
func (b *Book) readClosing(rec int32, p *payload) {
	f := Validation{Rec: rec}
	for p.next() {
		switch string(p.name) {
		case "lotes":
			f.Lots = b.lotsMember(p)
		case "gtin":
			if text, ok := p.brief(briefPhrase); ok {
				if id := brdoc.Check(brdoc.GTIN, text, 0); id.Valid {
					f.Gtin = brdoc.GTIN14(id.Value)
				}
			}
		case "cultura":
			b.stateCrop(rec, p)
		}
	}
	b.Validations = append(b.Validations, f)
}
