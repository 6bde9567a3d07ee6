// Package phototest makes photos for tests, with the EXIF of a phone.
package phototest

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"
)

// Shot is a photo.
type Shot struct {
	Width, Height int
	Orientation   uint16 // 0: missing
	TakenAt       string // as EXIF writes it: 2025:02:10 09:30:00
	Zone          string // -03:00
	Lat, Lon      float64
	Seed          byte // makes photos differ
}

// JPEG returns the photo as a phone stores it. Its left half is red, its right half blue.
func (s Shot) JPEG(tb testing.TB) []byte {
	tb.Helper()
	w, h := max(s.Width, 8), max(s.Height, 8)
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{220, s.Seed, 20, 255}
			if x >= w/2 {
				c = color.RGBA{20, s.Seed, 220, 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, nil); err != nil {
		tb.Fatal(err)
	}
	plain, exif := b.Bytes(), s.exif()
	head := []byte{0xff, 0xd8, 0xff, 0xe1, 0, 0}
	binary.BigEndian.PutUint16(head[4:], uint16(len(exif)+2))
	return bytes.Join([][]byte{head, exif, plain[2:]}, nil)
}

// Types of TIFF values.
const (
	short    = 3
	long     = 4
	rational = 5
	ascii    = 2
)

type entry struct {
	tag, kind uint16
	count     uint32
	value     []byte
}

func text(tag uint16, s string) entry {
	return entry{tag, ascii, uint32(len(s) + 1), append([]byte(s), 0)}
}

func degrees(tag uint16, v float64) entry {
	v = math.Abs(v)
	whole, rest := math.Modf(v)
	minutes, rest := math.Modf(rest * 60)
	var b []byte
	for _, r := range [][2]uint32{{uint32(whole), 1}, {uint32(minutes), 1}, {uint32(math.Round(rest * 60 * 10000)), 10000}} {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, r[0]), r[1])
	}
	return entry{tag, rational, 3, b}
}

func side(v float64, positive, negative string) string {
	if v < 0 {
		return negative
	}
	return positive
}

// exif returns the segment: a header, and three directories that point at each other.
func (s Shot) exif() []byte {
	var main, camera, place []entry
	if s.Orientation > 0 {
		main = append(main, entry{0x0112, short, 1, binary.LittleEndian.AppendUint16(nil, s.Orientation)})
	}
	if s.TakenAt != "" {
		camera = append(camera, text(0x9003, s.TakenAt))
	}
	if s.Zone != "" {
		camera = append(camera, text(0x9011, s.Zone))
	}
	if s.Lat != 0 || s.Lon != 0 {
		place = append(place, text(1, side(s.Lat, "N", "S")), degrees(2, s.Lat), text(3, side(s.Lon, "E", "W")), degrees(4, s.Lon))
	}
	main = append(main, entry{0x8769, long, 1, nil}, entry{0x8825, long, 1, nil})
	at := uint32(8)
	cameraAt := at + size(main)
	placeAt := cameraAt + size(camera)
	main[len(main)-2].value = binary.LittleEndian.AppendUint32(nil, cameraAt)
	main[len(main)-1].value = binary.LittleEndian.AppendUint32(nil, placeAt)
	out := []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00")
	out = append(out, directory(main, at)...)
	out = append(out, directory(camera, cameraAt)...)
	return append(out, directory(place, placeAt)...)
}

func size(entries []entry) uint32 {
	n := uint32(2 + 12*len(entries) + 4)
	for _, e := range entries {
		if len(e.value) > 4 {
			n += uint32(len(e.value))
		}
	}
	return n
}

func directory(entries []entry, at uint32) []byte {
	out := binary.LittleEndian.AppendUint16(nil, uint16(len(entries)))
	var far []byte
	behind := at + uint32(2+12*len(entries)+4)
	for _, e := range entries {
		out = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(out, e.tag), e.kind)
		out = binary.LittleEndian.AppendUint32(out, e.count)
		if len(e.value) > 4 {
			out = binary.LittleEndian.AppendUint32(out, behind+uint32(len(far)))
			far = append(far, e.value...)
			continue
		}
		out = append(append(out, e.value...), make([]byte, 4-len(e.value))...)
	}
	return append(append(out, 0, 0, 0, 0), far...)
}

// Progressive returns a grey JPEG whose coefficients come in passes, with as many colour samples as
// light samples, or a quarter of them. The file is small, whatever its size in pixels.
func Progressive(width, height int, reduced bool) []byte {
	light, blocks := byte(0x11), 3
	step := 8
	if reduced {
		light, blocks, step = 0x22, 6, 16
	}
	out := []byte{0xff, 0xd8, 0xff, 0xdb, 0, 67, 0}
	out = append(out, bytes.Repeat([]byte{1}, 64)...) // one table of factors
	out = append(out, 0xff, 0xc2, 0, 17, 8, byte(height>>8), byte(height), byte(width>>8), byte(width), 3, 1, light, 0, 2, 0x11, 0, 3, 0x11, 0)
	out = append(out, 0xff, 0xc4, 0, 20, 0, 1)
	out = append(out, make([]byte, 16)...) // one code: the bit 0 is the difference 0
	out = append(out, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)
	units := ((width + step - 1) / step) * ((height + step - 1) / step)
	out = append(out, make([]byte, (units*blocks+7)/8)...)
	return append(out, 0xff, 0xd9)
}
