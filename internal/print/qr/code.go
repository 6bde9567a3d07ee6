// Package qr encodes text as a QR code (ISO/IEC 18004, error correction level M)
// and draws it as PNG or SVG. The same text always gives the same bytes. It
// chooses mode, version and mask itself; rsc.io/qr/coding provides tables,
// placement and error correction. All functions are safe for concurrent use.
package qr

import (
	"errors"
	"fmt"
	"sync"

	"rsc.io/qr/coding"
)

// ErrEmpty is returned for the empty text: a symbol without content is a bug in the caller, and
// readers differ in how they treat it.
var ErrEmpty = errors.New("qr: empty text")

// ErrTooLong is what errors.Is finds for a text too long for every version.
var ErrTooLong = errors.New("qr: text too long")

// quiet is the width of the light margin the standard asks for on every side,
// in modules.
const quiet = 4

// Code is a QR symbol. It is immutable.
type Code struct {
	version coding.Version
	mask    int
	modules bitmap
}

// Size returns the number of modules on a side, without the quiet zone.
func (c *Code) Size() int { return c.modules.size }

// Dark reports whether the module in column x of row y is dark. Everything
// outside the symbol is light.
func (c *Code) Dark(x, y int) bool { return c.modules.dark(x, y) }

// scratch is the temporary memory of one Encode.
type scratch struct {
	bits   coding.Bits
	data   square
	masked square
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Encode returns the smallest symbol that holds the text, with the mask of the lowest penalty. Text
// in UTF-8 is marked as such unless it is plain ASCII. The error is ErrEmpty, or wraps ErrTooLong
// with the maximum length in bytes, which depends on whether the text is digits only, capitals and
// digits, or anything.
func Encode(text string) (*Code, error) {
	if text == "" {
		return nil, ErrEmpty
	}
	m := modeOf(text)
	version, ok := m.fit(text)
	if !ok {
		return nil, fmt.Errorf("%w: %d bytes, at most %d of this kind", ErrTooLong, len(text), m.limit())
	}
	l, err := layoutOf(version)
	if err != nil {
		return nil, err
	}

	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.bits.Reset()
	m.write(&s.bits, text, version)
	s.bits.AddCheckBytes(version, level)
	s.data.reset(l.size)
	l.place(&s.data, s.bits.Bytes())

	code := &Code{version: version, mask: l.bestMask(&s.data, &s.masked)}
	code.modules.reset(l.size)
	code.modules.xor(&l.masks[code.mask].rows, &s.data.rows)
	return code, nil
}

// EachRun calls fn with every run of dark modules: its first column, its row, and
// how many modules it has.
func (c *Code) EachRun(fn func(x, y, n int)) {
	for y := range c.modules.size {
		line := c.modules.line(y)
		for from, to, ok := run(line, 0); ok; from, to, ok = run(line, to) {
			fn(from-quiet, y, to-from)
		}
	}
}
