package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Limits of the format itself.
const (
	maxSheetRows  = excelize.TotalRows
	maxSheetChars = excelize.TotalCellChars // of a cell, in UTF-16
)

// xlsxSink writes a workbook row by row; beyond 16 MiB the rows wait in a
// temporary file, and the zip goes straight to the writer.
type xlsxSink struct {
	out    io.Writer
	file   *excelize.File
	stream *excelize.StreamWriter
	fields []kind.Field
	values []any
	row    int
}

func newXLSXSink(w io.Writer, k *kind.Kind, fields []kind.Field) (*xlsxSink, error) {
	s := &xlsxSink{out: w, file: excelize.NewFile(), fields: fields}
	if err := s.begin(k, fields); err != nil {
		_ = s.file.Close()
		return nil, fmt.Errorf("begin XLSX: %w", err)
	}
	return s, nil
}

func (s *xlsxSink) begin(k *kind.Kind, fields []kind.Field) error {
	if err := s.file.SetSheetName("Sheet1", k.Name); err != nil {
		return err
	}
	formats, err := newFormats(s.file)
	if err != nil {
		return err
	}
	if s.stream, err = s.file.NewStreamWriter(k.Name); err != nil {
		return err
	}
	for i := range fields {
		if err := s.stream.SetColWidth(i+1, i+1, width(&fields[i])); err != nil {
			return err
		}
		if err := s.stream.SetColStyle(i+1, i+1, formats.of(&fields[i])); err != nil {
			return err
		}
	}
	return s.stream.SetPanes(&frozenHeader)
}

func (s *xlsxSink) write(cells []Cell) error {
	if s.row >= maxSheetRows {
		return &Error{Reason: SheetFull, Args: lang.Args{"max": strconv.Itoa(maxSheetRows)}}
	}
	s.values = append(s.values[:0], make([]any, len(cells))...)
	for i := range cells {
		switch c := &cells[i]; {
		case c.Kind == NumberCell:
			s.values[i] = c.Number
		case tooLong(c.Text):
			return &Error{Reason: CellTooLong, Args: lang.Args{"campo": s.fields[i].Name, "max": strconv.Itoa(maxSheetChars)}}
		case c.Text != "":
			s.values[i] = c.Text // a text is never a formula
		}
	}
	s.row++
	if err := s.stream.SetRow("A"+strconv.Itoa(s.row), s.values); err != nil {
		return fmt.Errorf("write XLSX: %w", err)
	}
	return nil
}

func tooLong(s string) bool {
	if len(s) <= maxSheetChars {
		return false
	}
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n > maxSheetChars
}

func (s *xlsxSink) close() error {
	err := s.stream.Flush()
	if err == nil {
		err = send(s.file, s.out)
	}
	if err = errors.Join(err, s.file.Close()); err != nil {
		return fmt.Errorf("end XLSX: %w", err)
	}
	return nil
}

// send writes a workbook as a stream. Otherwise it would be assembled in memory.
func send(f *excelize.File, w io.Writer) error {
	f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(w) })
	return f.Write(io.Discard)
}
