package canon

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// List reads the items of a JSON list one at a time, however long it is. Names that occur twice and
// invalid UTF-8 are refused on the way; the other checks of Validate are left to the reader of an
// item.
type List struct {
	dec   *jsontext.Decoder
	from  *noting
	begun bool
}

// noting remembers why a reader failed, whatever the decoder reports.
type noting struct {
	io.Reader
	err error
}

func (n *noting) Read(p []byte) (int, error) {
	read, err := n.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		n.err = err
	}
	return read, err
}

// NewList reads a list from r.
func NewList(r io.Reader) *List {
	from := &noting{Reader: r}
	return &List{dec: jsontext.NewDecoder(from), from: from}
}

// Next returns the next item, valid until the one after it; io.EOF after the last; an *Error if
// the text is not a list or is malformed; or the error of the reader.
func (l *List) Next() (Value, error) {
	if !l.begun {
		l.begun = true
		switch kind := l.dec.PeekKind(); kind {
		case '[':
			if _, err := l.dec.ReadToken(); err != nil {
				return nil, l.fail(err)
			}
		default:
			return nil, &Error{Reason: NotJSON}
		}
	}
	if l.dec.PeekKind() != ']' {
		value, err := l.dec.ReadValue()
		if err != nil {
			return nil, l.fail(err)
		}
		return value, nil
	}
	if _, err := l.dec.ReadToken(); err != nil {
		return nil, l.fail(err)
	}
	if _, err := l.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, &Error{Reason: TwoValues, Offset: l.dec.InputOffset()}
	}
	return nil, io.EOF
}

// fail separates malformed JSON from a failure to read it.
func (l *List) fail(err error) error {
	if l.from.err != nil {
		return l.from.err
	}
	return readError(err, l.dec)
}
