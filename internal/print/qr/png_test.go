package qr

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

func encode(t testing.TB, text string) *Code {
	t.Helper()
	c, err := Encode(text)
	if err != nil {
		t.Fatalf("Encode(%q): %v", text, err)
	}
	return c
}

func TestPNG(t *testing.T) {
	tests := []struct {
		name        string
		text        string
		scale, want int // want is the number of pixels per module
	}{
		{"one pixel", ticket, 1, 1},
		{"three", ticket, 3, 3},
		{"seven, largest code", strings.Repeat("x", byteMode.limit()), 7, 7},
		{"default", ticket, 0, DefaultScale},
		{"below 0", ticket, -3, DefaultScale},
		{"two words a line", strings.Repeat("x", 300), 5, 5},
		{"largest scale", "1", MaxScale, MaxScale},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := encode(t, tt.text)
			file, err := c.PNG(tt.scale)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatalf("image/png cannot read it: %v", err)
			}
			p, ok := img.(*image.Paletted)
			if !ok || file[24] != 1 {
				t.Fatalf("got %T of %d bits, want a palette of one bit", img, file[24])
			}
			side := (c.Size() + 2*quiet) * tt.want
			if p.Rect != image.Rect(0, 0, side, side) {
				t.Fatalf("bounds %v, want %d × %d", p.Rect, side, side)
			}
			if len(p.Palette) != 2 || p.Palette[0] != (color.RGBA{255, 255, 255, 255}) || p.Palette[1] != (color.RGBA{A: 255}) {
				t.Fatalf("palette %v, want white, black", p.Palette)
			}
			for y := range side {
				for x := range side {
					want := c.Dark(x/tt.want-quiet, y/tt.want-quiet)
					if got := p.Pix[y*p.Stride+x] == 1; got != want {
						t.Fatalf("pixel %d,%d dark %v, want %v", x, y, got, want)
					}
				}
			}
			if again, err := c.PNG(tt.scale); err != nil || !bytes.Equal(file, again) {
				t.Errorf("a second drawing differs (%v)", err)
			}
		})
	}
}

func TestPNGRefusesScale(t *testing.T) {
	for _, scale := range []int{MaxScale + 1, 1 << 40} {
		if file, err := encode(t, "1").PNG(scale); !errors.Is(err, ErrScale) || file != nil {
			t.Errorf("PNG(%d) = %d bytes, %v, want ErrScale", scale, len(file), err)
		}
	}
}
