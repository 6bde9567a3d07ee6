package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// source is a file of rows.
type source struct {
	rows intake.Source
	// done returns how much was read, from 0 to 1; nil if unknown.
	done func() float64
	file io.Closer // nil: not ours
	book io.Closer // nil: no spreadsheet
	// mapping is the name of the mapping in use; "" for none.
	mapping string
	sheet   bool
}

func (s *source) close() {
	for _, c := range []io.Closer{s.book, s.file} {
		if c != nil {
			_ = c.Close() // it was only read
		}
	}
}

// openSource recognises a file by its first bytes. at is nil for a stream.
func openSource(r io.Reader, at io.ReaderAt, size int64, k *kind.Kind) (*source, error) {
	counted := &countingReader{Reader: r}
	head := bufio.NewReaderSize(counted, 64<<10)
	begin, err := head.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(begin, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(text) > 0 && text[0] != '{' && text[0] != '[' && k != nil {
		return openSheet(head, at, size, k)
	}
	if bytes.HasPrefix(text, []byte("PK\x03\x04")) {
		return nil, errors.New("name the kind of the spreadsheet's records with --kind, such as --kind colheita")
	}
	rows, err := intake.NewRowReader(head, k)
	if err != nil {
		return nil, err
	}
	opened := &source{rows: rows}
	if size > 0 {
		opened.done = func() float64 { return float64(counted.n.Load()) / float64(size) }
	}
	return opened, nil
}

type countingReader struct {
	io.Reader
	n atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// openSheet opens a spreadsheet. One that comes as a stream is read whole first, because its end
// says what is in it.
func openSheet(r io.Reader, at io.ReaderAt, size int64, k *kind.Kind) (*source, error) {
	if at == nil {
		whole, err := io.ReadAll(io.LimitReader(r, sheet.DefaultLimits.Bytes+1))
		if err != nil {
			return nil, fmt.Errorf("cannot read the file: %w", err)
		}
		at, size = bytes.NewReader(whole), int64(len(whole))
	}
	book, err := sheet.Open(at, size, k, sheet.Limits{})
	if err != nil {
		return nil, err
	}
	rows := &sheetRows{Rows: book, kind: k}
	return &source{rows: rows, book: book, sheet: true, done: func() float64 { return float64(rows.read) / float64(max(1, book.Total())) }}, nil
}

// sheetRows are the rows of a spreadsheet.
type sheetRows struct {
	*sheet.Rows
	kind *kind.Kind
	read int
}

// Next implements intake.Source.
func (s *sheetRows) Next() (intake.Row, error) {
	row, err := s.Rows.Next()
	if err != nil {
		return intake.Row{}, err
	}
	s.read++
	return intake.SheetRow(s.kind, row), nil
}
