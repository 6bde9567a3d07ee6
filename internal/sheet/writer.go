package sheet

import (
	"fmt"
	"io"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Record is a record to write.
type Record struct {
	ID, HarvestID, HarvestCode string
	Payload                    []byte // a JSON object that was validated
	// AuthorID and Author are the record's author, if the writer has columns for that.
	AuthorID, Author string
}

// Writer writes records as a spreadsheet that Open reads back: the payload of
// every record comes back as the same JSON. No cell becomes a formula.
type Writer struct {
	fields   []kind.Field
	index    map[string]int // of the payload's fields
	notation notation
	sink     sink
	cells    []Cell
	last     int // the column of the id
}

// sink puts rows into a file.
type sink interface {
	write(cells []Cell) error
	close() error
}

// NewWriter begins a spreadsheet in one of the formats. The language decides how
// CSV is divided and how its numbers look; names are always the fields' own.
func NewWriter(w io.Writer, format Format, k *kind.Kind, l lang.Lang) (*Writer, error) {
	return newWriter(w, format, k, l, exportFields(k))
}

// NewSignedWriter is NewWriter with columns for who wrote each record.
func NewSignedWriter(w io.Writer, format Format, k *kind.Kind, l lang.Lang) (*Writer, error) {
	return newWriter(w, format, k, l, signedFields(k))
}

func newWriter(w io.Writer, format Format, k *kind.Kind, l lang.Lang, fields []kind.Field) (*Writer, error) {
	out := &Writer{fields: fields, index: map[string]int{}, last: len(exportFields(k)) - 1}
	for i := range k.Fields {
		out.index[k.Fields[i].Name] = len(envelope) + i
	}
	var err error
	if out.sink, out.notation, err = newSink(w, format, k, l, out.fields); err != nil {
		return nil, err
	}
	if err := out.sink.write(names(out.fields)); err != nil {
		_ = out.sink.close()
		return nil, fmt.Errorf("write header of spreadsheet: %w", err)
	}
	return out, nil
}

func newSink(w io.Writer, format Format, k *kind.Kind, l lang.Lang, fields []kind.Field) (sink, notation, error) {
	switch format {
	case XLSX:
		s, err := newXLSXSink(w, k, fields)
		return s, notation{numbers: true}, err
	case CSV:
		s, err := newCSVSink(w, l)
		return s, notation{comma: l != lang.EN}, err
	case PlainCSV:
		s, err := newPlainSink(w)
		return s, notation{}, err
	}
	return nil, notation{}, fmt.Errorf("no spreadsheet has the format %d", format)
}

func names(fields []kind.Field) []Cell {
	cells := make([]Cell, len(fields))
	for i := range fields {
		cells[i] = Cell{Column: i, Text: fields[i].Name}
	}
	return cells
}

// Write adds a record. An *Error means that the record cannot be represented in the format; nothing
// of it is written, and writing can continue with the next.
func (w *Writer) Write(r Record) error {
	clear(w.cells)
	w.cells = append(w.cells[:0], make([]Cell, len(w.fields))...)
	last := w.last
	for i, text := range map[int]string{0: r.HarvestID, 1: r.HarvestCode, last: r.ID, last + 1: r.AuthorID, last + 2: r.Author} {
		if text != "" && i < len(w.fields) {
			w.cells[i] = w.notation.encode(&w.fields[i], canon.AppendString(nil, text))
		}
	}
	var more []byte
	err := canon.Members(r.Payload, func(name string, v canon.Value) error {
		if i, ok := w.index[name]; ok {
			w.cells[i] = w.notation.encode(&w.fields[i], v)
			return nil
		}
		more = append(canon.AppendString(append(more, ','), name), ':')
		more = append(more, v...)
		return nil
	})
	if err != nil {
		return fmt.Errorf("write record of spreadsheet: %w", err)
	}
	if more != nil {
		more[0] = '{'
		object := canon.Value(append(more, '}'))
		if err := object.Compact(); err != nil {
			return fmt.Errorf("write record of spreadsheet: %w", err)
		}
		w.cells[last-1] = Cell{Text: portable(string(object))}
	}
	for i := range w.cells {
		w.cells[i].Column = i
	}
	return w.sink.write(w.cells)
}

// Close ends the file and releases everything, even if it fails. It does not
// close what is written to.
func (w *Writer) Close() error { return w.sink.close() }
