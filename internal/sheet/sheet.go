// Package sheet converts records to and from spreadsheets: templates, a reader of XLSX and CSV, and
// a writer whose files the reader reads back unchanged. The kind table drives all of it; kind.Check
// judges the payloads.
//
// A cell is read according to the shape of its field. If that would not give the same value back,
// the writer puts "json:" and the value's JSON into the cell.
//
// excelize writes XLSX but does not read it here: its row iterator cannot distinguish a number from
// a text or a date from a number, and reads a damaged sheet as a short one.
package sheet

import (
	"strconv"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Format is a form of spreadsheet.
type Format uint8

// The formats. CSV is for opening in a spreadsheet program with a double click: with a byte order
// mark and, in Portuguese and Spanish, with the semicolons and decimal commas that these programs
// expect there. PlainCSV is for programs: no mark, commas, decimal points.
const (
	XLSX Format = iota + 1
	CSV
	PlainCSV
)

// Extension returns the file name extension of the format.
func (f Format) Extension() string {
	if f == XLSX {
		return ".xlsx"
	}
	return ".csv"
}

// MediaType returns the format's media type.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// Limits limit the cost of a file. A zero field means its default.
type Limits struct {
	Rows     int   // with records
	Columns  int   // of the header
	Bytes    int64 // of the file
	Expanded int64 // of the parts of a workbook that are read, unpacked, and of the cells of a sheet
	// Ended, called before every row, returns why the reading must stop; nil if it need not.
	Ended func() error
}

// DefaultLimits are far above what a person fills in, and below what would keep
// a server busy for minutes.
var DefaultLimits = Limits{Rows: 100_000, Columns: 300, Bytes: 32 << 20, Expanded: 256 << 20}

func (l Limits) orDefault() Limits {
	d := DefaultLimits
	if l.Rows > 0 {
		d.Rows = l.Rows
	}
	if l.Columns > 0 {
		d.Columns = l.Columns
	}
	if l.Bytes > 0 {
		d.Bytes = l.Bytes
	}
	if l.Expanded > 0 {
		d.Expanded = l.Expanded
	}
	d.Ended = l.Ended
	return d
}

// maxCell bounds the bytes of one cell: a plot of 200 000 numbers fits in text.
const maxCell = 8 << 20

// The columns that are not fields of a payload.
const (
	HarvestID = "safraId"
	Season    = "safraCodigo"

	harvestID = HarvestID
	season    = Season
	recordID  = "id"
	extras    = "dados"
	authorID  = "gravadoPorId"
	author    = "gravadoPor"
)

// envelope are the columns that are before the fields of every kind.
var envelope = []kind.Field{
	{
		Name: harvestID, Shape: kind.Text,
		Synonyms: []string{"id da safra", "identificador da safra", "uuid safra", "harvest id"},
		Label:    lang.Text{PT: "Safra (identificador)", EN: "Harvest (identifier)", ES: "Cosecha (identificador)"},
		Help: lang.Text{
			PT: "Identificador da safra a que o registro pertence, o mesmo em todos os registros dela; obrigatório.",
			EN: "Identifier of the harvest the record belongs to, the same in all its records; required.",
			ES: "Identificador de la cosecha a la que pertenece el registro, el mismo en todos sus registros; obligatorio.",
		},
	},
	{
		Name: season, Shape: kind.Text,
		Synonyms: []string{"safra", "ano safra", "código da safra", "safra agrícola", "ano agrícola", "season", "crop year", "harvest", "campaña"},
		Label:    lang.Text{PT: "Safra (código)", EN: "Harvest (code)", ES: "Cosecha (código)"},
		Help: lang.Text{
			PT: "Código da safra, por exemplo 2024/25.",
			EN: "Code of the harvest, for example 2024/25.",
			ES: "Código de la cosecha, por ejemplo 2024/25.",
		},
	},
}

// trailing are an export's columns after the fields: what a payload contains beyond them, and the
// record's id.
var trailing = []kind.Field{
	{
		Name: extras, Shape: kind.Text,
		Label: lang.Text{PT: "Outros dados (JSON)", EN: "Other data (JSON)", ES: "Otros datos (JSON)"},
		Help: lang.Text{
			PT: "Objeto JSON com os campos que não têm coluna.",
			EN: "JSON object with the members that have no column.",
			ES: "Objeto JSON con los campos que no tienen columna.",
		},
	},
	{
		Name: recordID, Shape: kind.Text,
		Label: lang.Text{PT: "Identificador do registro", EN: "Record identifier", ES: "Identificador del registro"},
		Help: lang.Text{
			PT: "Dado pelo sistema; deixe vazio em registros novos.",
			EN: "Given by the system; leave it empty in new records.",
			ES: "Dado por el sistema; déjelo vacío en registros nuevos.",
		},
	},
}

// signed are the columns of an export that name each record's author, as in the journal and as
// people do. A reader ignores them: nobody becomes an author through a spreadsheet.
var signed = []kind.Field{
	{
		Name: authorID, Shape: kind.Text,
		Label: lang.Text{PT: "Gravado por (identificador)", EN: "Written by (identifier)", ES: "Guardado por (identificador)"},
		Help: lang.Text{
			PT: "Autor da versão como está no log; a importação não lê esta coluna.",
			EN: "Author of the version as the log has it; an import does not read this column.",
			ES: "Autor de la versión como está en el log; la importación no lee esta columna.",
		},
	},
	{
		Name: author, Shape: kind.Text,
		Label: lang.Text{PT: "Gravado por", EN: "Written by", ES: "Guardado por"},
		Help: lang.Text{
			PT: "Nome de quem gravou a versão; a importação não lê esta coluna.",
			EN: "Name of the author of the version; an import does not read this column.",
			ES: "Nombre de quien guardó la versión; la importación no lee esta columna.",
		},
	},
}

// Address returns a cell's name as spreadsheets show it: column 0 of line 7 is A7.
func Address(column, line int) string { return letters(column) + strconv.Itoa(line) }

func letters(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}
