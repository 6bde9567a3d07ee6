package sheet

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/xuri/excelize/v2"
)

// Column is a column of a table.
type Column struct {
	Title string
	Width float64 // in characters
}

// Table is a sheet of a workbook: rows of texts and numbers under their titles.
type Table struct {
	Name    string
	Columns []Column
	Rows    iter.Seq[[]any]
}

// WriteTable writes rows of texts and numbers, under their titles, as a workbook of one sheet.
// A text is never a formula.
func WriteTable(w io.Writer, name string, columns []Column, rows iter.Seq[[]any]) error {
	return WriteTables(w, Table{name, columns, rows})
}

// WriteTables is WriteTable for a workbook of several sheets.
func WriteTables(w io.Writer, tables ...Table) (err error) {
	file := excelize.NewFile()
	defer func() { err = errors.Join(err, file.Close()) }()
	for i, t := range tables {
		if i == 0 {
			err = file.SetSheetName("Sheet1", t.Name)
		} else {
			_, err = file.NewSheet(t.Name)
		}
		if err == nil {
			err = writeTable(file, t.Name, t.Columns, t.Rows)
		}
		if err != nil {
			return fmt.Errorf("write table: %w", err)
		}
	}
	return send(file, w)
}

func writeTable(file *excelize.File, name string, columns []Column, rows iter.Seq[[]any]) error {
	bold, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	stream, err := file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	titles := make([]any, len(columns))
	for i, c := range columns {
		titles[i] = excelize.Cell{StyleID: bold, Value: c.Title}
		if err := stream.SetColWidth(i+1, i+1, c.Width); err != nil {
			return err
		}
	}
	if err := stream.SetPanes(&frozenHeader); err != nil {
		return err
	}
	if err := stream.SetRow("A1", titles); err != nil {
		return err
	}
	at := 2
	for row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, at)
		if err != nil {
			return err
		}
		if err := stream.SetRow(cell, row); err != nil {
			return err
		}
		at++
	}
	return stream.Flush()
}
