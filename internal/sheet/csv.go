package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"

	"rastro/internal/lang"
)

// delimiters separate the cells of a line, in order of preference if a header matches several.
var delimiters = []rune{';', '\t', ','}

// openCSV opens a text.
func (r *Rows) openCSV(in io.ReaderAt, size int64) error {
	looked, err := look(in, size)
	if err != nil {
		return err
	}
	open := func(delimiter rune) *csvSource {
		s := newCSVSource(io.NewSectionReader(in, looked.start, size-looked.start), looked.latin, delimiter)
		s.skipped = looked.lines
		return s
	}
	var (
		best    *csvSource
		line    int
		header  []Cell
		known   = -1
		trouble error
	)
	for _, delimiter := range delimiters {
		if looked.delimiter != 0 && delimiter != looked.delimiter {
			continue
		}
		s := open(delimiter)
		at, cells, err := first(s)
		if err != nil {
			if trouble == nil {
				trouble = err
			}
			continue
		}
		if n := r.headings.known(cells); n > known || n == known && len(cells) > len(header) {
			best, line, header, known = s, at, cells, n
		}
	}
	if best == nil {
		return trouble
	}
	if wide, ok := errors.AsType[*Error](trouble); known == 0 && ok && wide.Reason == TooManyColumns {
		return wide
	}
	if known == 0 && looked.markup {
		return &Error{Reason: NotSpreadsheet}
	}
	if err := r.begin(r.limits.meter(best), line, header); err != nil {
		return err
	}
	best.keep = true
	if r.total = looked.rows - 1; r.total > r.limits.Rows+len(marks)+1 {
		return tooManyRows(r.limits.Rows)
	}
	return nil
}

// csvSource reads the lines of a text.
type csvSource struct {
	csv     *csv.Reader
	bound   *bound
	cells   []Cell
	skipped int // lines before those that are read here
	after   int // the line after the last row
	width   int // of the last row, with its empty cells
	keep    bool
}

func newCSVSource(in io.Reader, latin bool, delimiter rune) *csvSource {
	if latin {
		in = &latinReader{in: bufio.NewReader(in)}
	}
	s := &csvSource{bound: &bound{in: in, mark: byte(delimiter)}, after: 1}
	s.csv = csv.NewReader(s.bound)
	s.csv.Comma = delimiter
	s.csv.FieldsPerRecord = -1
	s.csv.ReuseRecord = true
	return s
}

func (s *csvSource) close() error { return nil }

func (s *csvSource) next() (int, []Cell, error) {
	s.bound.left, s.bound.marks = maxCell+bufferSize, 0
	fields, err := s.csv.Read()
	if err != nil {
		return 0, nil, s.trouble(err)
	}
	line, _ := s.csv.FieldPos(0)
	s.after = line + 1
	s.width = len(fields)
	s.cells = s.cells[:0]
	if !s.keep {
		s.cells = nil // the header is compared across delimiters
	}
	for i, text := range fields {
		if text != "" {
			s.after += strings.Count(text, "\n")
			s.cells = append(s.cells, Cell{Column: i, Text: unguard(text)})
		}
	}
	return line + s.skipped, s.cells, nil
}

// trouble returns what an error of the reader means for the person with the file.
func (s *csvSource) trouble(err error) error {
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		return &Error{Reason: BadQuotes, Args: lang.Args{"linha": strconv.Itoa(syntax.StartLine + s.skipped)}, Err: err}
	}
	if errors.Is(err, errTooWide) {
		return tooManyColumns(DefaultLimits.Columns)
	}
	if errors.Is(err, errTooLong) {
		return &Error{Reason: RowTooLong, Args: lang.Args{"linha": strconv.Itoa(s.after + s.skipped), "max": mebibytes(maxCell)}, Err: err}
	}
	return err
}

var (
	errTooLong = errors.New("one line of the text has no end")
	errTooWide = errors.New("one line of the text has too many cells")
)

// maxMarks bounds the marks between the cells of a line. The reader of CSV needs far more memory for
// a cell than the mark takes in the file.
const maxMarks = 1 << 14

const bufferSize = 4096 // that the reader of CSV reads ahead

// bound stops a reader that needs too much at once.
type bound struct {
	in     io.Reader
	left   int
	mark   byte // divides cells
	marks  int  // outside quotes, in this line and what was read ahead
	quoted bool // inside quotes
}

func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.in.Read(p[:min(len(p), bufferSize)])
	b.left -= n
	for _, c := range p[:n] {
		switch c {
		case '"':
			b.quoted = !b.quoted
		case b.mark:
			if !b.quoted {
				b.marks++
			}
		}
	}
	if b.marks > maxMarks {
		return 0, errTooWide
	}
	return n, err
}

// latinReader turns Windows-1252, which Excel writes in Brazil, into UTF-8.
type latinReader struct {
	in   *bufio.Reader
	rest []byte
}

func (r *latinReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		var buf [1024]byte
		n, err := r.in.Read(buf[:])
		for _, b := range buf[:n] {
			r.rest = append(r.rest, string(windows1252(b))...)
		}
		if n == 0 && err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// upper are the characters of Windows-1252 from 0x80 to 0x9f, where it differs from ISO 8859-1;
// five are undefined.
var upper = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

func windows1252(b byte) rune {
	if b >= 0x80 && b <= 0x9f {
		return upper[b-0x80]
	}
	return rune(b)
}

// looksLikeMarkup reports whether a text is a page or a document in XML, which
// other programs pass off as a spreadsheet.
func looksLikeMarkup(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) || strings.HasPrefix(string(head), "%PDF") || strings.HasPrefix(string(head), "{\\rtf")
}
