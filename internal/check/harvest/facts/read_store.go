package facts

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/check/record"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// readWorking reads a beneficiamento.
func (b *Book) readWorking(rec int32, p *payload) {
	f := PostHarvest{Rec: rec, From: UnknownDays, To: UnknownDays, Custody: -1}
	for p.next() {
		switch string(p.name) {
		case "loteEntrada":
			f.In = b.readLots(p)
		case "loteSaida":
			f.Out = b.readLots(p)
		case "dataInicio":
			f.From = b.past(p.days(), record.OldestEvent)
		case "dataFim":
			f.To = planned(p.days(), record.OldestEvent)
		case "pesoEntrada":
			f.InMass = p.massMember()
		case "pesoSaida":
			f.OutMass = p.massMember()
		case "produtoEntrada":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.Form = coffeeFormOf(text)
		case "produtoSaida":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.Green = coffeeFormOf(text) == Green
		case "modeloCadeiaCustodia":
			text, _ := p.brief(briefPhrase)
			if model := certainly(words.Custody, text); model != "" {
				f.Custody = int8(slices.Index(CustodyRanks, model))
			}
		default:
			b.readSign(p)
		}
	}
	f.From, f.To = inOrder(f.From, f.To)
	b.PostHarvests = append(b.PostHarvests, f)
}

// readCargo reads a documentacaoCarga or a documentacaoCargaExportacao.
func (b *Book) readCargo(rec int32, p *payload) {
	f := Cargo{Rec: rec, Export: b.KindOf(rec).Phase == "08", Lots: b.Lots.begin()}
	for p.next() {
		switch string(p.name) {
		case "notaFiscal", "notaFiscalExportacao":
			text := p.text()
			f.Paper = !ptbr.IsAbsent(text)
			b.readInvoices(rec, f.Export, text)
		case "declaracaoSegregacao":
			text, _ := p.brief(briefList)
			b.Lots.mentioned(&f.Lots, text)
		case "certificadoOrigemLote", "certificadoOrigem":
			text := p.text()
			b.readCars(text)
			b.Lots.mentioned(&f.Lots, text)
		case "certificadoFitossanitario":
			f.Plant = !ptbr.IsAbsent(p.text())
		}
	}
	b.Cargoes = append(b.Cargoes, f)
}

// readInvoices notes the invoice keys in a text that check.
func (b *Book) readInvoices(rec int32, export bool, text string) {
	for _, id := range brdoc.Scan(text, brdoc.Keys, b.year) {
		key, ok := brdoc.ParseKey(id.Value)
		if !ok || !id.Valid || id.Type != brdoc.NFe {
			continue
		}
		f := Invoice{Rec: rec, Key: strings.Clone(id.Value), Month: key.Year*12 + key.Month - 1, Export: export}
		if f.Emitter = key.Emitter; !key.ByCPF && len(key.Emitter) >= 8 {
			f.Emitter = key.Emitter[:8]
		}
		f.Emitter = strings.Clone(f.Emitter)
		b.Invoices = append(b.Invoices, f)
	}
}

// readReceipt reads a recebimento or an armazenamento.
func (b *Book) readReceipt(rec int32, p *payload) {
	f := Receipt{Rec: rec, On: UnknownDays, Stored: b.KindOf(rec).Name == "armazenamento"}
	for p.next() {
		switch string(p.name) {
		case "dataHoraRecebimento":
			f.On = b.past(p.days(), record.OldestEvent)
		case "volume":
			f.Mass = p.mass()
		case "loteOrigem":
			f.Lots = b.readLots(p)
		case "tipoCafe":
			text, _ := p.brief(briefPhrase)
			f.Farming, f.Certified = certainly(words.Farming, text), certainly(words.Certified, text)
			b.coffeeSigns = b.coffeeSigns || slices.Contains(words.Crops.All(text), "CAFE")
		}
	}
	b.Receipts = append(b.Receipts, f)
}

// readSample reads a controleQualidade.
func (b *Book) readSample(rec int32, p *payload) {
	f := Sample{rec: rec, Lots: b.Lots.begin()}
	for p.next() {
		if string(p.name) == "identificacao" {
			text, _ := p.brief(briefList)
			b.readCrop(text)
			b.Lots.mentioned(&f.Lots, text)
		}
	}
	b.Samples = append(b.Samples, f)
}

// readProcess reads a processamento.
func (b *Book) readProcess(rec int32, p *payload) {
	f := Process{Rec: rec, From: UnknownDays, To: UnknownDays}
	var product, output, blend string
	for p.next() {
		switch string(p.name) {
		case "dataInicio":
			f.From = b.past(p.days(), record.OldestEvent)
		case "dataFim":
			f.To = planned(p.days(), record.OldestEvent)
		case "lote":
			f.Lots = b.readLots(p)
		case "volume":
			f.In = p.mass()
		case "produtoFinal":
			product, _ = p.brief(briefPhrase)
			b.readCrop(product)
		case "volumeFinal":
			output = p.text()
		case "blendagem":
			blend = p.text()
		}
	}
	f.Out = lot.ReadMasses(output)
	f.Products = productsOf(product, output, len(f.Out.Kg))
	f.Made = b.Lots.begin()
	b.Lots.made(&f.Made, product)
	b.readBlend(&f, blend)
	f.From, f.To = inOrder(f.From, f.To)
	b.Processes = append(b.Processes, f)
}

// readBlend reads the parts of a blend.
func (b *Book) readBlend(f *Process, text string) {
	parts, reading := lot.Blend(text)
	if m, ok := lot.ReadMerge(text); ok && len(parts) == 0 { // X = A + B
		whole, _ := b.Lots.number(m.Whole)
		if f.Lots.N == 0 {
			f.Lots = b.Lots.begin()
			b.Lots.put(&f.Lots, m.Whole)
		}
		if lots := b.Lots.Of(f.Lots); len(lots) == 1 && lots[0] == whole {
			parts, reading = m.Parts, ptbr.Read
		}
	}
	if len(parts) == 0 && f.Lots.Merged {
		for _, number := range b.Lots.Of(f.Lots)[1:] {
			f.Blend = append(f.Blend, blendPart{Lot: number})
		}
		return
	}
	if f.Blended = reading; len(parts) > maxBlendParts {
		return
	}
	for _, part := range parts {
		number, _ := b.Lots.number(part.Name) // it has one, or there were no parts
		f.Blend = append(f.Blend, blendPart{number, part.Value, part.Share, part.Known})
	}
}
