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

// WriteTable writes rows of texts and numbers, under their titles, as a workbook of one sheet.
// A text is never a formula.
func WriteTable(w io.Writer, name string, columns []Column, rows iter.Seq[[]any]) (err error) {
	file := excelize.NewFile()
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := writeTable(file, name, columns, rows); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	return send(file, w)
}

func writeTable(file *excelize.File, name string, columns []Column, rows iter.Seq[[]any]) error {
	if err := file.SetSheetName("Sheet1", name); err != nil {
		return err
	}
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
