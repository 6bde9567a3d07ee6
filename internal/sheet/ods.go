package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// odsPart is where an OpenDocument spreadsheet keeps its sheets, one after the other.
const odsPart = "content.xml"

// openODS lists the sheets of an OpenDocument spreadsheet. Its cells state what they are, so no
// styles are read.
func openODS(a *archive) (*book, error) {
	if a.parts["meta-inf/manifest.xml"] != nil {
		if locked, err := a.mentions("META-INF/manifest.xml", []byte("encryption-data")); err != nil || locked {
			if err == nil {
				err = &Error{Reason: Protected}
			}
			return nil, err
		}
	}
	b := &book{archive: a, document: true}
	err := a.each(odsPart, func(e *xml.StartElement, around string) error {
		if e.Name.Local == "table" && around == "spreadsheet" && len(b.sheets) < maxSheets {
			b.sheets = append(b.sheets, strconv.Itoa(len(b.sheets)))
			b.names = append(b.names, attribute(e, "name"))
		}
		return nil
	})
	return b, err
}

// odsSource reads the rows of one sheet.
type odsSource struct {
	*markup
	left int // sheets before the current one
	in   bool
	line int
	rowCells
	again int // how often the last row is repeated
	at    int // the next cell's column
	most  int // columns
	depth int // of the current element
}

func (b *book) odsRows(sheet, columns int) (*odsSource, error) {
	m, err := b.markup(odsPart)
	if err != nil {
		return nil, err
	}
	return &odsSource{markup: m, left: sheet, most: columns}, nil
}

func (s *odsSource) next() (int, []Cell, error) {
	if s.again > 0 && len(s.cells) > 0 {
		s.again--
		s.line++
		return s.line, s.cells, nil
	}
	for {
		token, err := s.token()
		if errors.Is(err, io.EOF) {
			return 0, nil, damaged(errors.New("the sheet ends early"))
		}
		if err != nil {
			return 0, nil, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if err := s.start(&e); err != nil {
				return 0, nil, err
			}
		case xml.EndElement:
			s.depth--
			switch {
			case e.Name.Local == "table" && s.in && s.depth < sheetDepth:
				return 0, nil, io.EOF
			case e.Name.Local == "table-row" && s.in && len(s.cells) > 0:
				return s.line, s.cells, nil
			case e.Name.Local == "table-row" && s.in:
				s.line += s.again
				s.again = 0
			}
		}
	}
}

// sheetDepth is how deep the sheets are: document, body, spreadsheet, table.
const sheetDepth = 4

func (s *odsSource) start(e *xml.StartElement) error {
	s.depth++
	switch e.Name.Local {
	case "table":
		if s.depth == sheetDepth {
			s.in = s.left == 0
			s.left--
		}
	case "table-row":
		s.reset()
		s.at = 0
		s.line++
		s.again = repeated(e, "number-rows-repeated") - 1
	case "table-cell", "covered-table-cell":
		s.depth--
		return s.cell(e)
	}
	return nil
}

// repeated returns how many cells or rows an element represents.
func repeated(e *xml.StartElement, name string) int {
	n, err := strconv.Atoi(attribute(e, name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1<<20)
}

// cell reads one cell up to its end.
func (s *odsSource) cell(start *xml.StartElement) error {
	var (
		text   strings.Builder
		depth  = 1
		aside  = 0 // within a comment
		inText = 0
	)
	for depth > 0 {
		token, err := s.token()
		if err != nil {
			return damaged(errors.New("a cell does not end"))
		}
		switch e := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return damaged(errors.New("a cell is nested too deep"))
			}
			switch e.Name.Local {
			case "annotation":
				aside = depth
			case "p":
				if inText++; aside == 0 && text.Len() > 0 {
					text.WriteByte('\n')
				}
			case "s":
				text.WriteByte(' ')
			case "tab":
				text.WriteByte('\t')
			}
		case xml.CharData:
			if inText > 0 && aside == 0 && text.Len() < maxToken {
				text.Write(e)
			}
		case xml.EndElement:
			if e.Name.Local == "p" {
				inText--
			}
			if depth == aside {
				aside = 0
			}
			depth--
		}
	}
	c := odsCell(start, text.String())
	if start.Name.Local == "covered-table-cell" {
		c = Cell{} // its content is hidden
	}
	from, wide := s.at, repeated(start, "number-columns-repeated")
	if s.at += wide; s.at > maxColumn {
		return tooManyColumns(s.most)
	}
	if c.IsEmpty() {
		return nil
	}
	for c.Column = from; c.Column < s.at; c.Column++ {
		if err := s.add(c, s.line); err != nil {
			return err
		}
	}
	return nil
}

// odsCell returns the cell for the file's data.
func odsCell(e *xml.StartElement, text string) Cell {
	v, err := strconv.ParseFloat(attribute(e, "value"), 64)
	number := err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
	switch kind := attribute(e, "value-type"); {
	case strings.HasPrefix(text, "#") && strings.HasSuffix(text, "!"), text == "#N/A", text == "#N/D", strings.HasPrefix(text, "Err:"):
		return Cell{Kind: ErrorCell, Text: text}
	case kind == "" && attribute(e, "formula") != "" && text == "":
		return Cell{Kind: ErrorCell, Text: notComputed}
	case (kind == "float" || kind == "currency") && number:
		return Cell{Kind: NumberCell, Number: v}
	case kind == "percentage" && number:
		return Cell{Text: strings.Replace(Decimal(v*100), ".", ",", 1) + "%", Number: v * 100, Share: true}
	case kind == "date":
		return Cell{Kind: DateCell, Text: strings.TrimSuffix(attribute(e, "date-value"), "T00:00:00")}
	case kind == "time":
		return Cell{Kind: TextCell, Text: text}
	case kind == "boolean":
		return Cell{Kind: BoolCell, Text: text}
	}
	return Cell{Text: text}
}
