package taxdocs

import (
	"errors"
	"strings"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Create says which records are made from a document.
type Create uint8

// What is made.
const (
	Papers     Create = iota // the papers of a load; the rest is proposed
	Everything               // including proposals that lack nothing
)

// Creates are the choices by their names on the wire.
var Creates = map[string]Create{"notas": Papers, "todos": Everything}

// Options say how to import.
type Options struct {
	// DryRun writes nothing, and reports what would happen to each document.
	DryRun bool
	// HarvestID is the harvest of the documents; "" finds it for each.
	HarvestID string
	// Chosen are the harvests that a person chose for single documents, by their keys.
	Chosen map[string]string
	Create Create
	// Leave says which documents a person does not want; nil: none. It gets each before it is
	// written, with Suspect, Elsewhere and its key.
	Leave func(*Result) bool
	// LeaveSuspect leaves out the invoices that count for nothing, which nobody asked for.
	LeaveSuspect bool
	// Alone: somebody sent a single document. It is made again if it was erased.
	Alone bool
	// Source says who imports: api, console or cli. Imports of a source are listed and can be
	// undone.
	Source string
}

// Outcome is the outcome of a document, as named on the wire.
type Outcome string

// The outcomes.
const (
	Created   Outcome = "criado"
	Valid     Outcome = "valido" // of a dry run: would be created
	Existing  Outcome = "existente"
	Linked    Outcome = "ligado"      // added to the records of the documents that it is about; of a dry run: would be
	Homeless  Outcome = "semSafra"    // neither the caller nor the document says which harvest
	Unlinked  Outcome = "semNota"     // it is about documents that are not here
	Unwritten Outcome = "semRegistro" // read, but no record is made of it
	Refused   Outcome = "recusado"
	LeftOut   Outcome = "deixado" // by Options.Leave or LeaveSuspect
)

// advice says what to do about an outcome, if anything.
var advice = map[Outcome]lang.Text{
	Homeless: {
		PT: "não dá para saber a safra: nenhum lote da nota é conhecido, nem um documento a que ela se refira; informe a safra",
		EN: "the harvest cannot be told: no lot of the invoice is known, nor a document that it refers to; state the harvest",
		ES: "no se puede saber la cosecha: ningún lote de la factura es conocido, ni un documento al que se refiera; indique la cosecha",
	},
	Unlinked: {
		PT: "as notas de que este documento fala não estão aqui; importe-as antes, ou no mesmo zip, e depois este arquivo de novo",
		EN: "the invoices that this document is about are not here; import them first, or in the same zip, and then this file again",
		ES: "las facturas de las que habla este documento no están aquí; impórtelas antes, o en el mismo zip, y después este archivo de nuevo",
	},
	Unwritten: {
		PT: "este documento não vira registro: só NF-e de mercadoria (modelo 55), com o XML completo",
		EN: "this document does not become a record: only an NF-e of goods does (model 55, whole XML)",
		ES: "este documento no genera registro: solo la NF-e de mercancías (modelo 55), con el XML completo",
	},
}

// Suspects are the choices about invoices that count for nothing, by their names on the wire:
// whether they are left out.
var Suspects = map[string]bool{"ignorar": true, "criar": false}

// leftOut is the advice about an invoice that is left out because it counts for nothing.
var leftOut = lang.Text{
	PT: "esta nota não vale como está (alterada, cancelada, de teste, não autorizada ou sem assinatura) e ficou de fora; para gravá-la mesmo assim: 'suspeitas=criar' ou '--suspect criar'",
	EN: "this invoice counts for nothing as it is (altered, cancelled, a test, not authorised or unsigned) and was left out; to write it all the same: 'suspeitas=criar' or '--suspect criar'",
	ES: "esta factura no vale como está (alterada, cancelada, de prueba, no autorizada o sin firma) y quedó fuera; para guardarla igual: 'suspeitas=criar' o '--suspect criar'",
}

// severalHarvests is the advice if the lots of a document belong to several harvests.
var severalHarvests = lang.Text{
	PT: "os lotes da nota são de safras diferentes; informe a safra",
	EN: "the lots of the invoice are of different harvests; state the harvest",
	ES: "los lotes de la factura son de cosechas diferentes; indique la cosecha",
}

// otherHarvest returns the advice if the lots of an invoice are of another harvest than the one that
// the caller named for it.
func otherHarvest(elsewhere []string) lang.Text {
	names := lang.Clip(strings.Join(elsewhere, ", "), maxShown)
	return lang.Text{
		PT: "os lotes desta nota são de outra safra (" + names + "), não da que foi dita; escolha a safra certa",
		EN: "the lots of this invoice are of another harvest (" + names + "), not of the one that was said; choose the right harvest",
		ES: "los lotes de esta factura son de otra cosecha (" + names + "), no de la que se dijo; elija la cosecha correcta",
	}
}

// newHarvest returns the advice of a dry run for a harvest that the caller does not reach. Only a
// write reveals whether somebody has it.
func newHarvest(harvestID string) lang.Text {
	name := "'" + lang.Clip(harvestID, maxShown) + "'"
	return lang.Text{
		PT: "a safra " + name + " não está entre as suas: ao gravar, ela começa com esta nota, ou a gravação é recusada (" + string(trace.CodeForbiddenHarvest) + ") se ela for de outra organização; confira o nome",
		EN: "the harvest " + name + " is not among yours: a write begins it with this invoice, or is refused (" + string(trace.CodeForbiddenHarvest) + ") if it is another organisation's; check the name",
		ES: "la cosecha " + name + " no está entre las suyas: al guardar, comienza con esta factura, o se rechaza (" + string(trace.CodeForbiddenHarvest) + ") si es de otra organización; verifique el nombre",
	}
}

// moreTargets is the advice if a document is about more others than it is added to.
var moreTargets = lang.Text{
	PT: "o documento fala de mais de " + lang.PT.Number(maxTargets, 0) + " outros; ele foi ligado só aos primeiros",
	EN: "the document is about more than " + lang.EN.Number(maxTargets, 0) + " others; it was linked to the first of them only",
	ES: "el documento habla de más de " + lang.ES.Number(maxTargets, 0) + " otros; se ligó solo a los primeros",
}

// deletedSince is the advice where the record of a document is no longer there.
var deletedSince = lang.Text{
	PT: "já foi importado, e o registro foi excluído depois; restaure-o, se for o caso",
	EN: "it was imported before, and its record has since been deleted; restore it if need be",
	ES: "ya se importó, y el registro fue eliminado después; restáurelo si corresponde",
}

// erasedSince is the advice if the document was erased. A file with many documents does not bring
// back what somebody had erased; sending the document alone does.
var erasedSince = lang.Text{
	PT: "já foi importado, e o registro foi eliminado de vez depois; para criar um registro novo, importe só este XML",
	EN: "it was imported before, and its record has since been erased; to create a new record, import this XML alone",
	ES: "ya se importó, y el registro fue borrado definitivamente después; para crear un registro nuevo, importe solo este XML",
}

// Link is a record that a document was added to.
type Link struct {
	Kind      *kind.Kind
	HarvestID string
	ID        trace.ID
}

// Proposal is a record that a document may become.
type Proposal struct {
	propose.Record
	// Missing are the fields that somebody has to fill first.
	Missing []string
	// Doubted: something is wrong with the invoice, so a person looks at it first.
	Doubted bool
	// Repeats is an existing record about the same load; nil if none is known.
	Repeats *trace.Record
	// Perhaps: it may be about the same load, and a person has to decide.
	Perhaps bool
	// Candidates are records to which a person may link the document, the likeliest first. Only the
	// list of waiting documents has them.
	Candidates []*trace.Record
	// Outcome is "proposto", or what happened to it.
	Outcome Outcome
	ID      trace.ID // of the record that it became

	number int // among those of its kind; part of its mark
}

// Proposed is the outcome of a waiting proposal.
const Proposed Outcome = "proposto"

// Kind returns the kind of the record.
func (p *Proposal) Kind() *kind.Kind { return kind.ByPrefix(p.Prefix) }

// Result is the result for one file.
type Result struct {
	Number int64  // of the file, from 1
	File   string // its name
	// Document is what was read, without the tree for its signature; nil if nothing was read.
	Document *fiscal.Document
	Report   grade.Report
	Outcome  Outcome
	// HarvestID is the harvest it belongs to, Harvests are those it may belong to.
	HarvestID string
	Harvests  []string
	Lots      []string
	// Elsewhere are the other harvests of its lots, if the caller named one for it.
	Elsewhere []string
	// Suspect: the invoice is broken, not properly signed, cancelled or a test, so it counts for nothing.
	Suspect bool
	// Repeats: it is the same file as an earlier one of the import.
	Repeats bool
	// Record is what was created, or would be; for an existing record only its place is set.
	Record    *trace.Record
	Place     Link
	Links     []Link
	Proposals []Proposal
	Advice    lang.Text
	Err       error
}

// Count counts files. In a dry run Created and Linked are those that would be.
type Count struct {
	Total, Created, Existing, Linked, Waiting, Refused, Left int64
	DryRun                                                   bool
	// Records counts all records that were written, including those from proposals.
	Records int64
	// Run is the import in the list of imports; zero if nothing was written.
	Run trace.ID
}

func (c *Count) add(r *Result) {
	c.Total++
	switch r.Outcome {
	case Created, Valid:
		c.Created++
	case Existing:
		c.Existing++
	case Linked:
		c.Linked++
	case Refused:
		c.Refused++
	case LeftOut:
		c.Left++
	default:
		c.Waiting++
	}
}

// codes are the errors of files that cannot be read.
var codes = map[fiscal.Code]trace.Code{
	fiscal.BadXML: trace.CodeBadXML, fiscal.HasDTD: trace.CodeXMLWithDTD, fiscal.Unknown: trace.CodeUnknownDocument,
	fiscal.TooLarge: trace.CodeDocumentTooLarge, fiscal.BadZip: trace.CodeBadZip,
}

// Unreadable returns the error for a file that cannot be read; other errors are returned unchanged.
func Unreadable(err error) error {
	wrong, ok := errors.AsType[*fiscal.Error](err)
	if !ok {
		return err
	}
	said := lang.Text{PT: wrong.Message(lang.PT), EN: wrong.Message(lang.EN), ES: wrong.Message(lang.ES)}
	return &trace.Error{Code: codes[wrong.Code], Problems: []trace.Problem{{Field: "arquivo", Rule: string(wrong.Code), Message: said}}}
}
