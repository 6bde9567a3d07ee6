package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// xlsxSource reads the rows of a sheet. A formula is never computed: the value
// that was kept with it counts.
type xlsxSource struct {
	*markup
	book *book
	rowCells
	line  int
	ended bool // the sheet's data came to its end, not the file
}

func (b *book) rows(part string) (*xlsxSource, error) {
	m, err := b.markup(part)
	if err != nil {
		return nil, err
	}
	return &xlsxSource{markup: m, book: b}, nil
}

func (s *xlsxSource) next() (int, []Cell, error) {
	s.reset()
	for !s.ended {
		token, err := s.token()
		if errors.Is(err, io.EOF) {
			return 0, nil, damaged(errors.New("the sheet ends early"))
		}
		if err != nil {
			return 0, nil, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "row":
				s.line++
				if n, err := strconv.Atoi(attribute(&e, "r")); err == nil && n > 0 {
					s.line = n
				}
			case "c":
				if err := s.cell(&e); err != nil {
					return 0, nil, err
				}
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "row":
				if len(s.cells) > 0 {
					return s.line, s.cells, nil
				}
			case "sheetData":
				s.ended = true
			}
		}
	}
	return 0, nil, io.EOF
}

// notComputed is the result of a formula if the file contains none, because no program has computed
// it yet.
const notComputed = "#CALC!"

// maxColumn is the number of columns of a sheet.
const maxColumn = 16_384

// cell reads one cell up to its end.
func (s *xlsxSource) cell(start *xml.StartElement) error {
	at := 0
	if n := len(s.cells); n > 0 {
		at = s.cells[n-1].Column + 1
	}
	if ref := attribute(start, "r"); ref != "" {
		if at = columnOf(ref); at < 0 {
			return damaged(errors.New("no cell is called " + strconv.Quote(ref)))
		}
	}
	kind, format := attribute(start, "t"), 0
	if n, err := strconv.Atoi(attribute(start, "s")); err == nil {
		format = n
	}
	var (
		text    capture
		formula bool
	)
	for {
		token, err := s.token()
		if errors.Is(err, io.EOF) {
			return damaged(errors.New("a cell does not end"))
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			text.start(e.Name.Local)
			formula = formula || e.Name.Local == "f"
		case xml.CharData:
			text.data(e)
		case xml.EndElement:
			text.end(e.Name.Local)
			if e.Name.Local != "c" {
				continue
			}
			if formula && len(text.text) == 0 && kind != "str" {
				kind, text.text = "e", append(text.text, notComputed...)
			}
			if len(s.cells) < maxColumn && len(text.text) > 0 {
				c, err := s.book.cell(kind, format, &text)
				if err != nil {
					return err
				}
				c.Column = at
				return s.add(c, s.line)
			}
			return nil
		}
	}
}

// cell returns the cell for the file's data.
func (b *book) cell(kind string, format int, text *capture) (Cell, error) {
	raw := string(text.text)
	switch kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(raw))
		if err != nil {
			return Cell{}, damaged(err)
		}
		shared, ok := b.texts.get(i)
		if !ok {
			return Cell{}, damaged(errors.New("a cell's text is missing"))
		}
		return Cell{Text: shared}, nil
	case "str", "inlineStr":
		return Cell{Text: text.string()}, nil
	case "d":
		return Cell{Kind: DateCell, Text: raw}, nil
	case "e":
		return Cell{Kind: ErrorCell, Text: raw}, nil
	case "b":
		if strings.TrimSpace(raw) == "1" {
			return Cell{Kind: BoolCell, Text: "VERDADEIRO"}, nil
		}
		return Cell{Kind: BoolCell, Text: "FALSO"}, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return Cell{Text: raw}, nil
	}
	return b.number(v, format), nil
}

// number makes a cell from a number and its format. A percentage is shown as people see it: 13,5%
// is stored as 0.135.
func (b *book) number(v float64, format int) Cell {
	how := plainStyle
	if format >= 0 && format < len(b.styles) {
		how = b.styles[format]
	}
	switch how {
	case dateStyle:
		if text, ok := SerialText(v, b.count1904); ok {
			return Cell{Kind: DateCell, Text: text}
		}
	case percentStyle:
		return Cell{Text: strings.Replace(Decimal(v*100), ".", ",", 1) + "%", Number: v * 100, Share: true}
	}
	return Cell{Kind: NumberCell, Number: v}
}

// columnOf returns the column in a cell's name, counted from 0; -1 if it has none.
func columnOf(ref string) int {
	n := 0
	for i := range len(ref) {
		c := ref[i] &^ ' ' // upper case
		if c < 'A' || c > 'Z' {
			break
		}
		if n = n*26 + int(c-'A') + 1; n > maxColumn {
			return -1
		}
	}
	return n - 1
}

// countRows counts the rows of a sheet with a value, up to a limit, without decoding values. It
// also verifies the part's checksum.
func (b *book) countRows(part string, most int) (int, error) {
	in, err := b.open(part)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	var (
		buf           = make([]byte, 64<<10)
		name          = make([]byte, 0, 32) // of the element being read
		reading, full bool
		rows          int
	)
	for {
		n, err := in.Read(buf)
		for _, c := range buf[:n] {
			switch {
			case c == '<':
				reading, name = true, name[:0]
			case !reading:
			case c == ':':
				name = name[:0] // it was the prefix
			case c > ' ' && c != '>' && c != '/' && len(name) < cap(name):
				name = append(name, c)
			default:
				reading = false
				switch {
				case bytes.Equal(name, []byte("row")):
					full = false
				case !full && (bytes.Equal(name, []byte("v")) || bytes.Equal(name, []byte("t"))):
					full = true
					rows++
				}
			}
		}
		switch {
		case rows > most, errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return 0, damaged(err)
		}
	}
}
