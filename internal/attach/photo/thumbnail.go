package photo

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io"

	"golang.org/x/image/draw"

	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
)

// ErrNoCopy: the picture is of a type that cannot be decoded here, or it is damaged.
var ErrNoCopy = errors.New("there is no small copy of this file")

// quality of the JPEG: good enough to read a label in the picture.
const quality = 82

// MaxMemory limits the memory for a small copy. A progressive JPEG needs several times as much as
// any other picture of its size: a large one gets no small copy.
const MaxMemory = 512 << 20

// Memory returns the maximum memory for making a small copy. For a JPEG, decoding takes what its
// header implies, or the maximum if that cannot be read; otherwise four bytes per pixel, eight in a
// PNG of 16 bits. Scaling takes 32 bytes per pixel of a picture as wide as the copy and as high as
// the original, and weights for each row and column of the original.
func (i *Info) Memory(media string, side int) int64 {
	const around = 16 << 20 // the copy itself, buffers
	pixels := int64(i.Width) * int64(i.Height)
	decoding := 4 * pixels
	switch {
	case i.decoder > 0:
		decoding = i.decoder
	case media == filetype.JPEG:
		decoding = worstJPEG * pixels
	case media == filetype.PNG:
		decoding = 8 * pixels
	}
	width, _ := copySize(i.Width, i.Height, side)
	scaling := 32*int64(width)*int64(i.Height) + 64*(int64(i.Width)+int64(i.Height))
	return decoding + scaling + around
}

// copySize returns the size of a small copy. Even a very narrow picture stays at least one pixel
// wide.
func copySize(width, height, side int) (int, int) {
	scale := min(1, float64(side)/float64(max(width, height, 1)))
	return max(1, int(float64(width)*scale+0.5)), max(1, int(float64(height)*scale+0.5))
}

// Small makes a JPEG copy of a picture with a maximum length of its longest side in pixels, without
// metadata, turned the right way up. The caller limits how many run at once.
func Small(file io.ReadSeeker, media string, info Info, side int) (out []byte, err error) {
	if media == filetype.HEIC || !Is(media) || info.Memory(media, side) > MaxMemory {
		return nil, ErrNoCopy
	}
	defer func() { // files come from anywhere
		if recover() != nil {
			out, err = nil, ErrNoCopy
		}
	}()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	full, _, err := image.Decode(file)
	if err != nil {
		return nil, ErrNoCopy
	}
	bounds := full.Bounds()
	if int64(bounds.Dx())*int64(bounds.Dy()) > attachment.MaxPixels || bounds.Empty() {
		return nil, ErrNoCopy
	}
	width, height := copySize(bounds.Dx(), bounds.Dy(), side)
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src) // JPEG has no transparency
	draw.BiLinear.Scale(small, small.Bounds(), full, bounds, draw.Over, nil)
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, info.turn.of(small), &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return encoded.Bytes(), nil
}

// turn is a camera's orientation in EXIF's numbers: 1 is upright.
type turn int

// swaps reports whether width and height change places.
func (t turn) swaps() bool { return t >= 5 }

// of turns a picture the right way up.
func (t turn) of(from *image.RGBA) *image.RGBA {
	if t <= 1 || t > 8 {
		return from
	}
	w, h := from.Bounds().Dx(), from.Bounds().Dy()
	outW, outH := w, h
	if t.swaps() {
		outW, outH = h, w
	}
	to := image.NewRGBA(image.Rect(0, 0, outW, outH))
	for y := range outH {
		for x := range outW {
			fx, fy := t.source(x, y, w, h)
			to.SetRGBA(x, y, from.RGBAAt(fx, fy))
		}
	}
	return to
}

// source returns where the pixel that is shown at x, y is stored.
func (t turn) source(x, y, w, h int) (int, int) {
	switch t {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}
