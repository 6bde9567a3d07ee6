package sheet

import (
	"strconv"

	"rastro/internal/lang"
)

// cellCost is what a cell costs to read besides its text.
const cellCost = 8

// cost returns how many bytes of cells a cell counts for.
func (c *Cell) cost() int64 { return int64(len(c.Text)) + cellCost }

// metered limits the bytes of all cells of a sheet. A small file can hold a lot: an OpenDocument file repeats cells and
// rows, and the cells of a workbook share texts.
type metered struct {
	source
	left, most int64
	ended      func() error
}

func (l Limits) meter(s source) source { return &metered{s, l.Expanded, l.Expanded, l.Ended} }

func (m *metered) next() (int, []Cell, error) {
	if m.ended != nil {
		if err := m.ended(); err != nil {
			return 0, nil, err
		}
	}
	line, cells, err := m.source.next()
	for i := range cells {
		m.left -= cells[i].cost()
	}
	if err == nil && m.left < 0 {
		err = expands(m.most)
	}
	return line, cells, err
}

// rowCells are the cells of a row being read. Its bytes are limited as those of a line of text.
type rowCells struct {
	cells []Cell
	bytes int64
}

func (r *rowCells) reset() { r.cells, r.bytes = r.cells[:0], 0 }

func (r *rowCells) add(c Cell, line int) error {
	if r.bytes += c.cost(); r.bytes > maxCell {
		return &Error{Reason: RowTooLong, Args: lang.Args{"linha": strconv.Itoa(line), "max": mebibytes(maxCell)}}
	}
	r.cells = append(r.cells, c)
	return nil
}

func expands(most int64) error {
	return &Error{Reason: Expands, Args: lang.Args{"max": mebibytes(most)}}
}
