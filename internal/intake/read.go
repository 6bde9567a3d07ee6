package intake

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// The maximum number of bytes of the body of a record, and of a record with a plot.
const (
	MaxBody     = 1 << 20
	MaxPlotBody = 25 << 20
)

func maxBody(k *kind.Kind) int {
	if k != nil && !k.HasPlot() {
		return MaxBody
	}
	return MaxPlotBody
}

// RowReader reads the rows of an import from JSON: a list of envelopes, or one on each line. It
// holds one row at a time.
type RowReader struct {
	kind   *kind.Kind // nil: each row states it
	buffer *bufio.Reader
	row    int64

	// For a list: its items, and how much more may be read of the next one.
	list *canon.List
	left int
	most int
}

var bom = []byte("\xef\xbb\xbf")

// NewRowReader reads rows of a kind. If it is nil, each row states its own in "prefixo" or "tipo",
// as in an export. It fails with CodeEmptyBody if there is nothing.
func NewRowReader(r io.Reader, k *kind.Kind) (*RowReader, error) {
	reader := &RowReader{kind: k, buffer: bufio.NewReaderSize(r, 64<<10), most: maxBody(k) + 64<<10}
	if begin, _ := reader.buffer.Peek(len(bom)); bytes.Equal(begin, bom) {
		_, _ = reader.buffer.Discard(len(bom))
	}
	for {
		next, err := reader.buffer.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return nil, trace.Fail(trace.CodeEmptyBody)
		case err != nil:
			return nil, err
		case next == '\n':
			reader.row++
			continue
		case next == ' ', next == '\t', next == '\r':
			continue
		}
		_ = reader.buffer.UnreadByte()
		if next == '[' {
			reader.row = 0
			reader.list = canon.NewList(listBytes{reader})
		}
		return reader, nil
	}
}

// MaxRows bounds the rows of one request.
const MaxRows = 200_000

// ReadRows reads the rows of a request's body, within its limit. A list must be readable as a
// whole: otherwise its rows cannot be determined. listOnly accepts nothing else.
func ReadRows(body []byte, k *kind.Kind, listOnly bool) (*RowReader, error) {
	r, err := NewRowReader(bytes.NewReader(body), k)
	if err != nil {
		return nil, err
	}
	r.most = len(body) // it is in memory already
	body = bytes.TrimPrefix(body, bom)
	rows := 0
	switch {
	case r.list != nil:
		if err := trace.Readable(body); err != nil {
			return nil, err
		}
		canon.Each(string(body), func(_, _ string) bool {
			rows++
			return rows <= MaxRows
		})
	case listOnly:
		if err := trace.Readable(body); err != nil {
			return nil, err
		}
	default:
		rows = bytes.Count(bytes.TrimSpace(body), []byte{'\n'}) + 1
	}
	switch {
	case rows == 0:
		return nil, trace.Fail(trace.CodeNotList, "max", strconv.Itoa(MaxRows))
	case rows > MaxRows:
		return nil, trace.Fail(trace.CodeTooManyRows, "max", strconv.Itoa(MaxRows))
	}
	return r, nil
}

// Next implements ImportSource.
func (r *RowReader) Next() (Row, error) {
	if r.list != nil {
		return r.item()
	}
	for {
		line, whole, err := r.line()
		if err != nil {
			return Row{}, err
		}
		r.row++
		if !whole {
			return r.tooLong(""), nil
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return r.read(line, ""), nil
		}
	}
}

func (r *RowReader) tooLong(at string) Row {
	return Row{Line: r.row, At: at, Kind: r.kind, Err: trace.Fail(trace.CodeRowTooLong, "max", strconv.Itoa(maxBody(r.kind)))}
}

// line reads a line; if it is too long, the line is not kept and whole is false.
func (r *RowReader) line() (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := r.buffer.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= maxBody(r.kind)+2; whole {
			line = append(line, part...)
		} else {
			line = nil
		}
		switch {
		case err == nil:
			return line, whole, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (len(line) > 0 || !whole):
			return line, whole, nil
		default:
			return nil, false, err
		}
	}
}

// item reads an item of a list. If the list is malformed, the start of the next item is unknown,
// and it ends there.
func (r *RowReader) item() (Row, error) {
	r.left = r.most
	value, err := r.list.Next()
	if errors.Is(err, io.EOF) {
		return Row{}, err
	}
	r.row++
	at := "/" + strconv.FormatInt(r.row-1, 10)
	bad, malformed := errors.AsType[*canon.Error](err)
	switch {
	case malformed:
		return Row{}, trace.UnreadableAt(bad)
	case err != nil:
		return Row{}, err
	case len(value) > maxBody(r.kind):
		return r.tooLong(at), nil
	}
	return r.read(value, at), nil
}

// listBytes bounds the memory of one item.
type listBytes struct{ r *RowReader }

func (b listBytes) Read(p []byte) (int, error) {
	if b.r.left <= 0 {
		return 0, trace.Fail(trace.CodeRowTooLong, "max", strconv.Itoa(maxBody(b.r.kind)))
	}
	n, err := b.r.buffer.Read(p[:min(len(p), b.r.left)])
	b.r.left -= n
	return n, err
}

// read reads the envelope of a row. An error in it concerns only this row.
func (r *RowReader) read(body []byte, at string) Row {
	row := Row{Line: r.row, At: at, Kind: r.kind}
	if row.Err = trace.ReadableObject(body); row.Err != nil {
		return row
	}
	if row.Kind, row.Err = r.kindOf(body); row.Err != nil {
		return row
	}
	if most := maxBody(row.Kind); len(body) > most {
		row.Err = trace.Fail(trace.CodeRowTooLong, "max", strconv.Itoa(most))
		return row
	}
	row.Envelope, row.Err = row.readEnvelope(body)
	row.Envelope.ID = "" // of the record it was exported from
	return row
}

// kindOf returns the kind that a row states, or the requested one, which the row must not
// contradict.
func (r *RowReader) kindOf(body []byte) (*kind.Kind, error) {
	if r.kind != nil && !bytes.Contains(body, []byte(`"prefixo"`)) && !bytes.Contains(body, []byte(`"tipo"`)) {
		return r.kind, nil
	}
	var prefix, name string
	canon.Each(string(body), func(member, value string) bool {
		switch member {
		case "prefixo":
			prefix = canon.Unquote(value)
		case "tipo":
			name = canon.Unquote(value)
		}
		return true
	})
	said := prefix
	if said == "" {
		said = name
	}
	found := namedKind(said)
	switch {
	case r.kind == nil && found == nil:
		return nil, trace.Fail(trace.CodeUnknownKind, "tipo", trace.Clip(said))
	case r.kind == nil:
		return found, nil
	case said == "", said == r.kind.Name, found == r.kind:
		return r.kind, nil
	}
	return nil, trace.Fail(trace.CodeOtherKind, "dito", trace.Clip(said), "tipo", r.kind.Prefix)
}
