package kind

import (
	"slices"

	"rastro/internal/lang"
)

// extraPlotFields are the fields that a record with a plot may have in addition to the interface's: who
// grows the plot, and where. The file for the European Union is made from them. A harvest's profile
// states the same once for all plots.
var extraPlotFields = []Field{
	ofProfile("produtor"),
	{
		Name: "nomeProdutor", Shape: Text, Personal: true, SameAs: "produtor",
		Label: lang.Text{PT: "Nome do produtor", EN: "Name of the producer", ES: "Nombre del productor"},
		Help: lang.Text{
			PT: "O mesmo que produtor, que prevalece se vierem os dois.",
			EN: "The same as produtor, which counts if both are given.",
			ES: "Lo mismo que produtor, que prevalece si vienen los dos.",
		},
	},
	ofProfile("municipio"), ofProfile("uf"), ofProfile("fazenda"), ofProfile("pais"), ofProfile("localProducao"),
}

// KeptColumns is the member in which a record lists those of its members that came from spreadsheet
// columns that somebody chose to keep, each with its original header: {"pedido":"Nº do pedido"}.
// They are not mistakes, and pages show the header.
const KeptColumns = "colunasMantidas"

// The members that identify a load in any record about it.
const (
	// TaxPapers lists tax documents, one text each: the invoice of a load, or a document
	// imported about it.
	TaxPapers = "documentosFiscais"
	// LoadTicket is the number printed on the weighbridge ticket.
	LoadTicket = "numeroRomaneio"
)

// extraLoadFields are the documents of a load. The interface has no fields for them, but without them
// two records of one load look like two loads: see package load.
var extraLoadFields = []Field{
	{
		Name: LoadTicket, Shape: Text, Says: Paper, Section: Details,
		Label:    lang.Text{PT: "Romaneio ou ticket", EN: "Delivery note or scale ticket", ES: "Remito o ticket de balanza"},
		Synonyms: []string{"rom", "romaneio", "nº romaneio", "nº do romaneio", "número do romaneio", "nº rom", "romaneio nº", "ticket", "nº ticket", "ticket nº", "ticket no", "ticket number", "num ticket", "tíquete", "tk", "tkt", "ticket balança", "ticket da balança", "ticket de pesagem", "nº ticket balança", "nº pesagem", "scale ticket", "weigh ticket", "delivery note", "remito", "nº remito"},
		Help: lang.Text{
			PT: "Número do romaneio ou do ticket da balança; com ele o Rastro percebe quando a mesma carga chega duas vezes.",
			EN: "Number of the delivery note or of the scale ticket; with it Rastro notices when the same load is entered twice.",
			ES: "Número del remito o del ticket de la balanza; con él Rastro nota cuando la misma carga llega dos veces.",
		},
	},
	{
		Name: TaxPapers, Shape: Texts, Says: Paper, Section: Details,
		Label:    lang.Text{PT: "Documentos fiscais", EN: "Tax documents", ES: "Documentos fiscales"},
		Synonyms: []string{"nf", "nfe", "nf e", "nº nf", "n nf", "numero nf", "nota", "nota fiscal", "número da nota", "nº nota", "nº da nota", "danfe", "chave", "chave nfe", "chave de acesso", "chave de acesso nfe", "chave nf e", "invoice", "invoice number", "nf produtor", "nº nfe", "nota produtor", "nota do produtor", "nf do produtor", "factura", "nº factura"},
		Help: lang.Text{
			PT: "Notas da carga, uma por linha: o número (NF 12345) ou a chave de acesso.",
			EN: "Invoices of the load, one per line: the number (NF 12345) or the access key.",
			ES: "Facturas de la carga, una por línea: el número (NF 12345) o la clave de acceso.",
		},
	},
}

// ofProfile returns a field of the profile.
func ofProfile(name string) Field {
	f, _ := Profile.Field(name)
	f.Section = AboutPlot
	return f
}

// Declared finds a field by name, including fields that are not in the interface.
func (k *Kind) Declared(name string) (Field, bool) {
	if f, ok := k.Field(name); ok {
		return f, true
	}
	for _, f := range k.Beside {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// FormFields returns the fields that a form shows: the interface's first, then the others, each
// name once.
func (k *Kind) FormFields() []Field {
	fields := slices.Clone(k.Fields)
	for _, f := range k.Beside {
		if f.SameAs == "" {
			fields = append(fields, f)
		}
	}
	return fields
}
