package qr

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
)

// DefaultScale is the pixels per module when the caller leaves it open: a code
// of the size of ours is then 328 pixels wide, sharp on a screen and 28 mm at
// 300 dpi.
const DefaultScale = 8

// MaxScale bounds what a caller from outside may make us compress: 6 000 × 6 000
// pixels for the largest symbol.
const MaxScale = 32

// ErrScale is what errors.Is finds for a scale above MaxScale.
var ErrScale = errors.New("qr: scale too large")

// pngWriter keeps what writing one PNG needs. image/png is not used: it asks
// for every pixel through an interface, which takes sixteen times as long as
// packing runs of modules, and it cannot tell that most lines repeat.
type pngWriter struct {
	out  bytes.Buffer
	z    *zlib.Writer
	line []byte // filter byte 0 (none), then packed pixels
	same []byte // filter byte 2 (as above), then no difference
}

// BestSpeed: the default level takes five times as long to save 90 of 640 bytes.
var pngWriters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(nil, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return &pngWriter{z: z}
}}

// PNG draws the code with scale pixels to a module and the quiet zone around
// it, as a palette image of one bit a pixel. A scale of 0 or less is
// DefaultScale; one above MaxScale is ErrScale. The same code and scale always
// give the same bytes.
func (c *Code) PNG(scale int) ([]byte, error) {
	if scale <= 0 {
		scale = DefaultScale
	}
	if scale > MaxScale {
		return nil, fmt.Errorf("%w: %d, at most %d", ErrScale, scale, MaxScale)
	}
	w := pngWriters.Get().(*pngWriter)
	defer pngWriters.Put(w)
	if err := w.draw(&c.modules, scale); err != nil {
		return nil, fmt.Errorf("qr: write png: %w", err)
	}
	return bytes.Clone(w.out.Bytes()), nil
}

// draw leaves the whole file in w.out.
func (w *pngWriter) draw(b *bitmap, scale int) error {
	width := (b.size + 2*quiet) * scale
	w.out.Reset()
	w.out.WriteString("\x89PNG\r\n\x1a\n")

	at := w.begin("IHDR")
	w.number(uint32(width))
	w.number(uint32(width))
	w.out.WriteString("\x01\x03\x00\x00\x00") // one bit, palette, and the only methods there are
	w.end(at)

	at = w.begin("PLTE")
	w.out.WriteString("\xff\xff\xff\x00\x00\x00")
	w.end(at)

	at = w.begin("IDAT")
	w.z.Reset(&w.out)
	if err := w.pixels(b, scale, width); err != nil {
		return err
	}
	if err := w.z.Close(); err != nil {
		return err
	}
	w.end(at)

	w.end(w.begin("IEND"))
	return nil
}

// pixels compresses the lines, quiet zone included.
func (w *pngWriter) pixels(b *bitmap, scale, width int) error {
	n := 1 + (width+7)/8
	w.line = slices.Grow(w.line[:0], n)[:n]
	w.same = slices.Grow(w.same[:0], n)[:n]
	clear(w.same)
	w.same[0] = 2
	for y := -quiet; y < b.size+quiet; y++ {
		clear(w.line)
		if 0 <= y && y < b.size {
			line := b.line(y)
			for from, to, ok := run(line, 0); ok; from, to, ok = run(line, to) {
				fill(w.line[1:], from*scale, to*scale)
			}
		}
		if _, err := w.z.Write(w.line); err != nil {
			return err
		}
		for range scale - 1 {
			if _, err := w.z.Write(w.same); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill sets the bits [from, to) of a line, highest bit of a byte first.
func fill(line []byte, from, to int) {
	first, last := from>>3, to>>3
	head, tail := byte(0xff)>>(from&7), ^(byte(0xff) >> (to & 7))
	if first == last {
		line[first] |= head & tail
		return
	}
	line[first] |= head
	for i := first + 1; i < last; i++ {
		line[i] = 0xff
	}
	if tail != 0 {
		line[last] |= tail
	}
}

// begin starts a chunk and returns where; end writes its length and checksum.
func (w *pngWriter) begin(name string) int {
	at := w.out.Len()
	w.number(0)
	w.out.WriteString(name)
	return at
}

func (w *pngWriter) end(at int) {
	chunk := w.out.Bytes()[at:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8)) // length and name are not counted
	w.number(crc32.ChecksumIEEE(chunk[4:]))
}

func (w *pngWriter) number(n uint32) {
	w.out.Write(binary.BigEndian.AppendUint32(w.out.AvailableBuffer(), n))
}
