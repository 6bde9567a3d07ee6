package font

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var fonts = map[string]*Font{"regular": Regular, "bold": Bold, "mono": Mono}

// What Portuguese and Spanish are written with is in the fonts for text.
func TestHasOurLanguages(t *testing.T) {
	const needed = "ÁÀÂÃÉÊÍÓÔÕÚÜÇÑáàâãéêíóôõúüçñ¿¡ºª°“”‘’–—…·→≤≥€"
	for name, f := range fonts {
		for r := rune(' '); r <= '~'; r++ {
			if !f.Has(r) {
				t.Errorf("%s has no %q", name, r)
			}
		}
		if !f.Has('…') {
			t.Errorf("%s cannot shorten", name)
		}
	}
	for _, f := range []*Font{Regular, Bold} {
		for _, r := range needed {
			if !f.Has(r) {
				t.Errorf("no %q", r)
			}
		}
	}
	if Regular.Has('🌱') {
		t.Error("a font of 36 KB has a seedling?")
	}
}

// Widths as the full fonts have them, measured by other means.
func TestWidth(t *testing.T) {
	for _, tc := range []struct {
		f    *Font
		text string
		want float64
	}{
		{Regular, "", 0}, {Regular, "0", 1173. / 2048}, {Regular, " ", 586. / 2048}, {Regular, "ç", 1014. / 2048},
		{Bold, "W", 2034. / 2048}, {Mono, "i", 1233. / 2048}, {Mono, "WWW", 3 * 1233. / 2048},
	} {
		if got := tc.f.Width(tc.text); math.Abs(got-tc.want) > 2e-3 {
			t.Errorf("%q is %.4f wide, want %.4f", tc.text, got, tc.want)
		}
	}
}

func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		width := rapid.Float64Range(0, 20).Draw(t, "width")
		got := Regular.Fit(text, width)
		if w := Regular.Width(got); w > width {
			t.Fatalf("%q is %f wide, more than %f", got, w, width)
		}
		if got == text || got == "" {
			return
		}
		begin, cut := strings.CutSuffix(got, ellipsis)
		if !cut || !strings.HasPrefix(text, begin) || !utf8.ValidString(got) {
			t.Fatalf("%q of %q", got, text)
		}
	})
	if got := Regular.Fit("MT25-S-001", Regular.Width("MT25-S…")-.01); got != "MT25…" {
		t.Errorf("%q: a hyphen before the mark", got)
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "São José": "São José", " a\r\n\tb ": "a b", "\x1b[31mred": "[31mred", "abc\u202egpj.exe": "abc gpj.exe", "a\u00a0b": "a b", "\u200b": "", "çã🌱": "çã\uFFFD",
	} {
		if got := Regular.Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Mono.Printable("é🌱"); got != "??" {
		t.Errorf("the font of even width makes %q", got)
	}
}

// square is a pen that notes how far a glyph reaches, and whether its lines close.
type square struct {
	low, high float32
	open      bool
	lines     int
}

func (s *square) reach(at ...float32) {
	s.low, s.high = min(s.low, slices.Min(at)), max(s.high, slices.Max(at))
}
func (s *square) MoveTo(x, y float32)       { s.open = true; s.reach(x, y) }
func (s *square) LineTo(x, y float32)       { s.reach(x, y) }
func (s *square) QuadTo(a, b, x, y float32) { s.reach(a, b, x, y) }
func (s *square) ClosePath()                { s.open = false; s.lines++ }

// Every glyph of every font can be read, has an outline that closes, and keeps to
// the square.
func TestOutlines(t *testing.T) {
	for name, f := range fonts {
		found := 0
		for r := rune(0); r <= unicode.MaxRune; r++ {
			if !f.Has(r) {
				continue
			}
			found++
			var s square
			f.Outline(&s, string(r), 0, 0, 1)
			if s.open || s.low < -1.4 || s.high > 1.8 || (s.lines == 0) != unicode.IsSpace(r) && r != '\u00ad' {
				t.Errorf("%s: %q is %+v", name, r, s)
			}
		}
		if found < 90 {
			t.Errorf("%s has %d characters", name, found)
		}
	}
}

// The middle of a stem is black, the paper next to it white, and how much is
// dark does not depend on where between two pixels a letter stands.
func TestDraw(t *testing.T) {
	var dark [4]float64
	for i := range dark {
		img := white(60, 60)
		Bold.Draw(img, "H", 5+float64(i)/4, 50-float64(i)/4, 50)
		for _, p := range img.Pix {
			dark[i] += float64(255-p) / 255
		}
		if img.GrayAt(13, 30).Y > 10 || img.GrayAt(1, 30).Y != 255 || img.GrayAt(25, 20).Y != 255 {
			t.Errorf("%d: stem %d, margin %d, between %d", i, img.GrayAt(13, 30).Y, img.GrayAt(1, 30).Y, img.GrayAt(25, 20).Y)
		}
		if math.Abs(dark[i]-dark[0]) > .01*dark[0] {
			t.Errorf("%.1f pixels are dark, %.1f a fraction of a pixel away", dark[i], dark[0])
		}
	}
	off := white(20, 20)
	Bold.Draw(off, "much too wide", 0, 15, 15)
	Bold.Draw(off, "", 0, 15, 15)
	for _, p := range off.Pix {
		if p != 255 {
			t.Fatal("a text that does not fit was drawn in part")
		}
	}
}

func white(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

// TestDrawing leaves a picture to look at where RASTRO_DRAWINGS names a folder.
func TestDrawing(t *testing.T) {
	img := white(900, 220)
	for i, f := range []*Font{Regular, Bold, Mono} {
		f.Draw(img, "Fazenda São José · Cana-de-açúcar 2024/25 ¿Ñandú?", 10, 50+60*float64(i), 32)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("RASTRO_DRAWINGS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "font.png"), file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
