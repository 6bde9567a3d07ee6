package sheet

import (
	"encoding/csv"
	"fmt"
	"io"

	"rastro/internal/lang"
)

// csvSink writes text. Every cell is made safe: see guard.
type csvSink struct {
	csv    *csv.Writer
	fields []string
}

// newCSVSink writes as spreadsheet programs in a language expect it: where the comma is the decimal
// mark, semicolons separate the cells, and without the byte order mark they would take UTF-8 for
// something else.
func newCSVSink(w io.Writer, l lang.Lang) (*csvSink, error) {
	if _, err := w.Write(byteOrderMark); err != nil {
		return nil, fmt.Errorf("begin CSV: %w", err)
	}
	s := &csvSink{csv: csv.NewWriter(w)}
	if l != lang.EN {
		s.csv.Comma = ';'
	}
	return s, nil
}

func newPlainSink(w io.Writer) (*csvSink, error) { return &csvSink{csv: csv.NewWriter(w)}, nil }

func (s *csvSink) write(cells []Cell) error {
	s.fields = s.fields[:0]
	for i := range cells {
		s.fields = append(s.fields, Guard(cells[i].Text))
	}
	if err := s.csv.Write(s.fields); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func (s *csvSink) close() error {
	if s.csv.Flush(); s.csv.Error() != nil {
		return fmt.Errorf("end CSV: %w", s.csv.Error())
	}
	return nil
}
