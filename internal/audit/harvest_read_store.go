package audit

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// readWorking reads a beneficiamento.
func (b *Book) readWorking(rec int32, p *payload) {
	f := workingFact{rec: rec, from: unknownSpan, to: unknownSpan, custody: -1}
	for p.next() {
		switch string(p.name) {
		case "loteEntrada":
			f.in = b.readLots(p)
		case "loteSaida":
			f.out = b.readLots(p)
		case "dataInicio":
			f.from = p.days()
		case "dataFim":
			f.to = p.days()
		case "pesoEntrada":
			f.inMass = p.massMember()
		case "pesoSaida":
			f.outMass = p.massMember()
		case "produtoEntrada":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.form = coffeeFormOf(text)
		case "produtoSaida":
			text, _ := p.brief(briefPhrase)
			b.readCrop(text)
			f.green = coffeeFormOf(text) == green
		case "modeloCadeiaCustodia":
			text, _ := p.brief(briefPhrase)
			if model := certainly(ptbr.Custody, text); model != "" {
				f.custody = int8(slices.Index(custodyRanks, model))
			}
		}
	}
	b.workings = append(b.workings, f)
}

// readCargo reads a documentacaoCarga or a documentacaoCargaExportacao.
func (b *Book) readCargo(rec int32, p *payload) {
	f := cargoFact{rec: rec, export: b.kindOf(rec).Phase == "08", lots: b.lots.begin()}
	for p.next() {
		switch string(p.name) {
		case "notaFiscal", "notaFiscalExportacao":
			text := p.text()
			f.paper = !ptbr.IsAbsent(text)
			b.readInvoices(rec, f.export, text)
		case "declaracaoSegregacao":
			text, _ := p.brief(briefList)
			b.lots.mentioned(&f.lots, text)
		case "certificadoOrigemLote", "certificadoOrigem":
			text := p.text()
			b.readCars(text)
			b.lots.mentioned(&f.lots, text)
		case "certificadoFitossanitario":
			f.plant = !ptbr.IsAbsent(p.text())
		}
	}
	b.cargoes = append(b.cargoes, f)
}

// readInvoices notes the invoice keys in a text that check.
func (b *Book) readInvoices(rec int32, export bool, text string) {
	for _, id := range brdoc.Scan(text, brdoc.Keys, b.year) {
		key, ok := brdoc.ParseKey(id.Value)
		if !ok || !id.Valid || id.Type != brdoc.NFe {
			continue
		}
		f := invoiceFact{rec: rec, key: strings.Clone(id.Value), month: key.Year*12 + key.Month - 1, export: export}
		if f.emitter = key.Emitter; !key.ByCPF && len(key.Emitter) >= 8 {
			f.emitter = key.Emitter[:8]
		}
		f.emitter = strings.Clone(f.emitter)
		b.invoices = append(b.invoices, f)
	}
}

// readReceipt reads a recebimento or an armazenamento.
func (b *Book) readReceipt(rec int32, p *payload) {
	f := receiptFact{rec: rec, on: unknownSpan, stored: b.kindOf(rec).Name == "armazenamento"}
	for p.next() {
		switch string(p.name) {
		case "dataHoraRecebimento":
			f.on = p.days()
		case "volume":
			f.mass = p.mass()
		case "loteOrigem":
			f.lots = b.readLots(p)
		case "tipoCafe":
			text, _ := p.brief(briefPhrase)
			f.farming, f.certified = certainly(ptbr.Farming, text), certainly(ptbr.Certified, text)
		}
	}
	b.receipts = append(b.receipts, f)
}

// readSample reads a controleQualidade.
func (b *Book) readSample(rec int32, p *payload) {
	f := sampleFact{rec: rec, lots: b.lots.begin()}
	for p.next() {
		if string(p.name) == "identificacao" {
			text, _ := p.brief(briefList)
			b.readCrop(text)
			b.lots.mentioned(&f.lots, text)
		}
	}
	b.samples = append(b.samples, f)
}

// readProcess reads a processamento.
func (b *Book) readProcess(rec int32, p *payload) {
	f := processFact{rec: rec, from: unknownSpan, to: unknownSpan}
	var product, output, blend string
	for p.next() {
		switch string(p.name) {
		case "dataInicio":
			f.from = p.days()
		case "dataFim":
			f.to = p.days()
		case "lote":
			f.lots = b.readLots(p)
		case "volume":
			f.in = p.mass()
		case "produtoFinal":
			product, _ = p.brief(briefPhrase)
			b.readCrop(product)
		case "volumeFinal":
			output = p.text()
		case "blendagem":
			blend = p.text()
		}
	}
	f.out = readMasses(output)
	f.products = productsOf(product, output, len(f.out.kg))
	f.made = b.lots.begin()
	b.lots.mentioned(&f.made, product)
	b.readBlend(&f, blend)
	b.processes = append(b.processes, f)
}

// readBlend reads the parts of a blend.
func (b *Book) readBlend(f *processFact, text string) {
	parts, reading := lot.Blend(text)
	if f.blended = reading; len(parts) > maxBlendParts {
		return
	}
	for _, part := range parts {
		number, _ := b.lots.number(part.Name) // it has one, or there were no parts
		f.blend = append(f.blend, blendPart{number, part.Value, part.Share, part.Known})
	}
}
