package labels

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"

	"rastro/internal/print/page"
)

// png draws the label in dots. The file contains the number of dots per inch, so that it is printed
// at its own size.
func (s *sheet) png() ([]byte, error) {
	canvas := image.NewGray(image.Rect(0, 0, s.dots(s.size.W), s.dots(s.size.H)))
	for i := range canvas.Pix {
		canvas.Pix[i] = 0xff
	}
	left, top := s.dots(s.x), s.dots(s.y)
	s.code.EachRun(func(x, y, n int) {
		for row := range s.pitch {
			at := canvas.PixOffset(left+x*s.pitch, top+y*s.pitch+row)
			clear(canvas.Pix[at : at+n*s.pitch])
		}
	})
	scale := float64(s.dpi) / page.Inch
	for _, l := range s.lines {
		l.Face.Draw(canvas, l.Text, l.X*scale, l.Y*scale, l.Em*scale)
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&file, greys(canvas)); err != nil {
		return nil, err
	}
	return withResolution(file.Bytes(), s.dpi), nil
}

// greyLevels are enough for soft edges, and take half a byte each.
const greyLevels = 16

func greys(from *image.Gray) *image.Paletted {
	palette := make(color.Palette, greyLevels)
	for i := range palette {
		palette[i] = color.Gray{Y: uint8(i * 0xff / (greyLevels - 1))}
	}
	to := image.NewPaletted(from.Rect, palette)
	for i, grey := range from.Pix {
		to.Pix[i] = uint8((int(grey)*(greyLevels-1) + 0x7f) / 0xff)
	}
	return to
}

// withResolution puts a pHYs chunk behind the header of a PNG file, which
// image/png does not write.
func withResolution(file []byte, dpi int) []byte {
	const header = 8 + 25 // signature, IHDR
	perMetre := uint32(math.Round(float64(dpi) / page.Inch * 1000))
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // of a metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	out := append(make([]byte, 0, len(file)+len(chunk)), file[:header]...)
	return append(append(out, chunk...), file[header:]...)
}
