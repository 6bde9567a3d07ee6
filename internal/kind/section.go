package kind

import "rastro/internal/lang"

// Section is a part of a form that stays folded until somebody opens it.
type Section uint8

// The sections, in the order of a form.
const (
	Usual Section = iota
	AboutProduct
	Drying
	Losses
	Grading
	Control
	Details
	AboutPlot
)

// Sections names each section but the first, which needs no name.
var Sections = map[Section]lang.Text{
	AboutProduct: {PT: "Produto e unidade", EN: "Product and plant", ES: "Producto y planta"},
	Drying:       {PT: "Secagem", EN: "Drying", ES: "Secado"},
	Losses:       {PT: "Limpeza, resíduos e perdas", EN: "Cleaning, residues and losses", ES: "Limpieza, residuos y pérdidas"},
	Grading:      {PT: "Classificação", EN: "Grading", ES: "Clasificación"},
	Control:      {PT: "Controle e certificação", EN: "Control and certification", ES: "Control y certificación"},
	Details:      {PT: "Mais detalhes", EN: "More details", ES: "Más detalles"},
	AboutPlot:    {PT: "Produtor e lugar do talhão", EN: "Producer and place of the plot", ES: "Productor y lugar de la parcela"},
}

// Pattern is the format of an identifier, for fields that contain one.
type Pattern uint8

// The patterns. A value that fits none is kept as typed.
const (
	_ Pattern = iota
	// Plates are number plates of vehicles, one or several.
	Plates
	// InvoiceKey is the access key of a tax document.
	InvoiceKey
	// Taxpayer is a CPF or a CNPJ.
	Taxpayer
)

// String returns the pattern's name for the scripts of pages, "" for none.
func (p Pattern) String() string {
	return [...]string{Plates: "placas", InvoiceKey: "chave", Taxpayer: "documento"}[p]
}
