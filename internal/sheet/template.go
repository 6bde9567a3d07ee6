package sheet

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Template writes the spreadsheet to fill in for a kind: its header has the names
// of the fields, and the rows below it their labels, what to write in them, and
// an example. These rows are marked in their first cell, and the reader passes
// over them. An XLSX has a second sheet that explains every field.
func Template(w io.Writer, format Format, k *kind.Kind, l lang.Lang) error {
	fields := templateFields(k)
	if format == XLSX {
		return templateXLSX(w, k, fields, l)
	}
	s, how, err := newSink(w, format, k, l, fields)
	if err != nil {
		return err
	}
	for _, row := range guide(k, fields, l, how) {
		if err := s.write(row); err != nil {
			return err
		}
	}
	return s.close()
}

// The harvest in examples.
const (
	exampleHarvest = "S-2025-001"
	exampleCode    = "2024/25"
)

// guide returns the first rows of a template: names, labels, help and example.
func guide(k *kind.Kind, fields []kind.Field, l lang.Lang, how notation) [][]Cell {
	header := names(fields)
	labels, help, example := make([]Cell, len(fields)), make([]Cell, len(fields)), make([]Cell, len(fields))
	for i := range fields {
		f := &fields[i]
		labels[i] = Cell{Text: label(f, l)}
		help[i] = Cell{Text: f.Help.In(l)}
	}
	example[0], example[1] = Cell{Text: exampleHarvest}, Cell{Text: exampleCode}
	for i := range fields[len(envelope):] {
		at := len(envelope) + i
		if raw := exampleOf(k, fields[at].Name); raw != nil {
			example[at] = how.encode(&fields[at], raw)
		}
	}
	for row, mark := range map[*Cell]lang.Text{&labels[0]: labelMark, &help[0]: helpMark, &example[0]: exampleMark} {
		row.Text = mark.In(l) + " " + row.Text
	}
	rows := [][]Cell{header, labels, help, example}
	for _, row := range rows {
		for i := range row {
			row[i].Column = i
		}
	}
	return rows
}

// label returns a field's label with its unit.
func label(f *kind.Field, l lang.Lang) string {
	if f.Unit == "" {
		return f.Label.In(l)
	}
	return f.Label.In(l) + " (" + f.Unit + ")"
}

// exampleOf returns a field's value in the kind's example; nil if it has none.
func exampleOf(k *kind.Kind, field string) canon.Value {
	var raw canon.Value
	canon.Each(k.Example, func(name, v string) bool {
		if name == field {
			raw = canon.Value(v)
		}
		return raw == nil
	})
	return raw
}

// shapes say how to write the value of a field.
var shapes = map[kind.Shape]lang.Text{
	kind.Text:        {PT: "texto", EN: "text", ES: "texto"},
	kind.Date:        {PT: "data, como 05/10/2024 ou 2024-10-05", EN: "date, such as 05/10/2024 (day first) or 2024-10-05", ES: "fecha, como 05/10/2024 o 2024-10-05"},
	kind.DateTime:    {PT: "data e hora, como 05/10/2024 14:30", EN: "date and time, such as 05/10/2024 14:30 (day first)", ES: "fecha y hora, como 05/10/2024 14:30"},
	kind.Number:      {PT: "número, como 1234,56 ou 1234.56", EN: "number, such as 1234.56 or 1234,56", ES: "número, como 1234,56 o 1234.56"},
	kind.Plot:        {PT: "pares de coordenadas em graus decimais, como -55.7201, -12.5502; -55.7103, -12.5401, ou o texto de um GeoJSON, KML ou GPX", EN: "pairs of coordinates in decimal degrees, such as -55.7201, -12.5502; -55.7103, -12.5401, or the text of a GeoJSON, KML or GPX", ES: "pares de coordenadas en grados decimales, como -55.7201, -12.5502; -55.7103, -12.5401, o el texto de un GeoJSON, KML o GPX"},
	kind.Texts:       {PT: "lista de textos, separados por ponto e vírgula", EN: "list of texts, separated by semicolons", ES: "lista de textos, separados por punto y coma"},
	kind.Quantity:    {PT: "número, ou texto com o número e a unidade", EN: "number, or text with the number and its unit", ES: "número, o texto con el número y la unidad"},
	kind.TextOrTexts: {PT: "texto, ou vários separados por ponto e vírgula", EN: "text, or several separated by semicolons", ES: "texto, o varios separados por punto y coma"},
	kind.Objects:     {PT: "lista de objetos em JSON, como no exemplo", EN: "list of objects in JSON, as in the example", ES: "lista de objetos en JSON, como en el ejemplo"},
}

// notes explain how to fill in a template.
var notes = []lang.Text{
	{PT: "Preencha uma linha por registro na primeira planilha. A primeira linha, com os nomes dos campos, deve ficar.", EN: "Fill in one row per record on the first sheet. Its first row, with the names of the fields, must stay.", ES: "Complete una fila por registro en la primera hoja. La primera fila, con los nombres de los campos, no se debe borrar."},
	{PT: "Linhas que começam com #rótulo, #ajuda ou #exemplo não são importadas.", EN: "Rows that begin with #label, #help or #example are not imported.", ES: "Las filas que comienzan con #etiqueta, #ayuda o #ejemplo no se importan."},
	{PT: "Células vazias ficam de fora do registro. Colunas sem uso podem ser apagadas.", EN: "Empty cells are left out of the record. Columns that are not used may be deleted.", ES: "Las celdas vacías quedan fuera del registro. Las columnas sin uso pueden borrarse."},
	{PT: "Um ponto seguido de exatamente três dígitos separa milhares: 1.234 é mil duzentos e trinta e quatro.", EN: "A point before exactly three digits marks thousands: 1.234 is one thousand two hundred and thirty-four.", ES: "Un punto seguido de exactamente tres dígitos separa miles: 1.234 es mil doscientos treinta y cuatro."},
	{PT: "Nas fórmulas, conta o último valor calculado.", EN: "For formulas, the last computed value counts.", ES: "En las fórmulas cuenta el último valor calculado."},
}

// helpHeader names the columns of the sheet that explains the fields.
var helpHeader = []lang.Text{
	{PT: "Campo", EN: "Field", ES: "Campo"},
	{PT: "Rótulo", EN: "Label", ES: "Etiqueta"},
	{PT: "O que escrever", EN: "What to write", ES: "Qué escribir"},
	{PT: "Tipo", EN: "Type", ES: "Tipo"},
	{PT: "Unidade", EN: "Unit", ES: "Unidad"},
	{PT: "Exemplo", EN: "Example", ES: "Ejemplo"},
	{PT: "Valores usuais (outros são aceitos)", EN: "Usual values (others are accepted)", ES: "Valores usuales (se aceptan otros)"},
}

// helpRow explains a field.
func helpRow(f *kind.Field, example Cell, l lang.Lang) []string {
	return []string{f.Name, f.Label.In(l), f.Help.In(l), shapes[f.Shape].In(l), f.Unit, strings.TrimPrefix(example.Shown(), exampleMark.In(l)+" "), strings.Join(f.Values, "; ")}
}

func failedTemplate(k *kind.Kind, err error) error {
	return fmt.Errorf("write template of %s: %w", k.Name, err)
}

// KindsOf lists the kinds for which a file has the columns of their template and no others. It
// looks at the first row of the first sheet.
func KindsOf(f *File, among []*kind.Kind) ([]*kind.Kind, error) {
	cells, err := f.Cells(0)
	if err != nil {
		return nil, err
	}
	defer cells.Close()
	_, header, err := cells.Next()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []*kind.Kind
	for _, k := range among {
		found, err := newHeadings(k).columns(header, f.limits.Columns)
		if err == nil && !slices.ContainsFunc(found, func(c column) bool { return c.field == nil && c.header != "" }) {
			all = append(all, k)
		}
	}
	return all, nil
}
