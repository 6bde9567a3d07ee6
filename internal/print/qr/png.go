package qr

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// DefaultScale is the pixels per module when the caller leaves it open: a code
// of the size of ours is then 328 pixels wide, sharp on a screen and 28 mm at
// 300 dpi.
const DefaultScale = 8

// MaxScale bounds the picture that a caller can request: 6 000 × 6 000 pixels for the largest
// symbol.
const MaxScale = 32

// ErrScale is what errors.Is finds for a scale above MaxScale.
var ErrScale = errors.New("qr: scale too large")

// encoder compresses at the highest speed: the default level takes five times as
// long to save 90 of 640 bytes.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}

// buffers keeps what writing a PNG needs.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	kept, _ := b.pool.Get().(*png.EncoderBuffer)
	return kept
}

func (b *buffers) Put(used *png.EncoderBuffer) { b.pool.Put(used) }

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
	var out bytes.Buffer
	if err := encoder.Encode(&out, c.modules.image(scale)); err != nil {
		return nil, fmt.Errorf("qr: write png: %w", err)
	}
	return out.Bytes(), nil
}

// image draws the modules, quiet zone included.
func (b *bitmap) image(scale int) *image.Paletted {
	width := (b.size + 2*quiet) * scale
	drawn := image.NewPaletted(image.Rect(0, 0, width, width), color.Palette{color.White, color.Black})
	for y := range b.size {
		first := drawn.Pix[(y+quiet)*scale*width:][:width]
		line := b.line(y)
		for from, to, ok := run(line, 0); ok; from, to, ok = run(line, to) {
			for x := from * scale; x < to*scale; x++ {
				first[x] = 1
			}
		}
		for i := 1; i < scale; i++ {
			copy(drawn.Pix[((y+quiet)*scale+i)*width:], first)
		}
	}
	return drawn
}
