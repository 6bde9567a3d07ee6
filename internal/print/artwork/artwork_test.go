package artwork_test

import (
	"bytes"
	"image"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/logo"
	"rastro/internal/print/artwork"
	"rastro/internal/print/printtest"
)

// drawings each contain one feature of drawings; one contains many.
var drawings = map[string]string{
	"shapes":            `<rect x="5" y="5" width="40" height="30" rx="8" fill="#1a7f37"/><circle cx="75" cy="25" r="18" fill="teal"/><ellipse cx="25" cy="70" rx="20" ry="12" fill="rgb(200,30,30)"/><polygon points="60,90 80,55 95,90" fill="hsl(45,80%,50%)"/>`,
	"a path":            `<path d="M10 80C40 10 65 10 95 80S60 95 50 60zm10-60q15 20 30 0t30 0v10H20z" fill="#333"/>`,
	"arcs":              `<path d="M10 50a40 25 30 1 0 60-20zM60 80A20 20 0 0190 60L95 95z" fill="navy"/>`,
	"compact arcs":      `<path d="M20 50a30 30 0 0160 0 30 30 0 01-60 0" fill="navy"/>`,
	"holes":             `<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/><path transform="translate(40 40) scale(.2)" fill="red" d="M10 10h80v80h-80zM30 30v40h40v-40z"/>`,
	"the same way":      `<path fill="#060" d="M10 10h80v80h-80zM30 30h40v40h-40z"/>`,
	"strokes":           `<g fill="none" stroke="#14632f" stroke-width="8"><path d="M15 20h70l-60 25" stroke-linejoin="round" stroke-linecap="round"/><path d="M15 60l20 25 20-25 20 25" stroke-linejoin="miter"/><path d="M80 50v40" stroke-linecap="square"/></g>`,
	"a closed stroke":   `<rect x="15" y="15" width="70" height="70" fill="#eee" stroke="purple" stroke-width="6"/><circle cx="50" cy="50" r="20" fill="none" stroke="orange" stroke-width="3"/>`,
	"a bevel":           `<path d="M15 85L50 20l35 65" fill="none" stroke="black" stroke-width="12" stroke-linejoin="bevel"/>`,
	"a sharp miter":     `<path d="M10 55L90 50 10 45" fill="none" stroke="black" stroke-width="5"/>`,
	"a turned stroke":   `<g transform="translate(50 50) rotate(30) scale(2 .5)"><rect x="-15" y="-30" width="30" height="60" fill="gold" stroke="black" stroke-width="4"/></g>`,
	"transformations":   `<g transform="translate(50,50) rotate(45) skewX(10)"><rect x="-20" y="-20" width="40" height="40" fill="crimson"/></g><rect transform="matrix(1 .2 -.2 1 20 5)" width="20" height="20"/><rect transform="rotate(20 80 80)" x="70" y="70" width="20" height="20" fill="blue"/>`,
	"a linear gradient": `<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/><stop offset="50%" stop-color="#1a7f37"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient><linearGradient id="b" xlink:href="#a" x1="0" y1="0" x2="0" y2="1"/></defs><rect x="5" y="5" width="90" height="40" fill="url(#a)"/><circle cx="50" cy="72" r="25" fill="url(#b)"/>`,
	"gradients in use":  `<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="10" x2="40" gradientTransform="rotate(20)" spreadMethod="reflect"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="100" height="100" fill="url(#a)"/>`,
	"radial gradients":  `<radialGradient id="a"><stop stop-color="yellow"/><stop offset="1" stop-color="green"/></radialGradient><radialGradient id="b" cx=".5" cy=".5" r=".5" fx=".3" fy=".3" xlink:href="#a"/><circle cx="30" cy="50" r="25" fill="url(#a)"/><rect x="60" y="20" width="35" height="60" fill="url(#b)"/>`,
	"clips":             `<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><clipPath id="d" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path="url(#c)"><rect width="100" height="50" fill="green"/><rect y="50" width="100" height="50" fill="blue" clip-path="url(#d)"/></g>`,
	"see-through":       `<rect x="10" y="10" width="50" height="50" fill="red" fill-opacity=".5"/><rect x="40" y="40" width="50" height="50" opacity=".4" fill="#00f8"/>`,
	"a style sheet":     `<style>.a,.b{fill:#1a7f37}.b{stroke:#000;stroke-width:3px}#k{fill:red}circle{fill:blue}</style><circle cx="20" cy="20" r="15"/><rect class="a" x="40" y="5" width="30" height="30"/><rect class="b" fill="pink" x="5" y="50" width="30" height="30"/><rect id="k" class="a" x="50" y="50" width="30" height="30"/><rect class="a" style="fill:orange" x="80" y="50" width="15" height="30"/>`,
	"current colours":   `<g color="#a0522d"><rect width="50" height="100" fill="currentColor"/></g><rect x="60" width="20" height="100" visibility="hidden"/><rect x="60" width="20" height="100" display="none"/>`,
	"a far view":        `<rect x="10%" y="10%" width="80%" height="80%" fill="#555"/><line x1="0" y1="0" x2="100%" y2="100%" stroke="red" stroke-width="2mm"/><polyline points="10,90 50,60,90,90" fill="none" stroke="blue"/>`,
	"a leaf":            `<g fill="none" stroke="#14632f" stroke-width="3" stroke-linecap="round"><path d="M50 95V45"/><path d="M50 60C20 62 10 40 12 20c25-2 38 15 38 40z" fill="#4caf50"/><path d="M50 75c5-30 25-35 40-33 0 20-12 35-40 33z" fill="#81c784"/></g>`,
}

const view = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">`

func cleaned(t testing.TB, name, drawing string) logo.Logo {
	t.Helper()
	l, err := logo.Clean([]byte(drawing))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return l
}

func raster(t testing.TB, name string, l logo.Logo) image.Image {
	t.Helper()
	file, err := artwork.Raster(t.Context(), &l, side)
	if err != nil || file == nil {
		t.Fatalf("%s: %d bytes, %v", name, len(file), err)
	}
	printtest.Keep(t, strings.ReplaceAll(name, " ", "-")+"-ours.png", file)
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return picture
}

const side = 400

// The print form equals another program's drawing: fewer than one pixel in two hundred differs by
// more than smoothed edges do.
func TestAsAnotherProgramDraws(t *testing.T) {
	t.Parallel()
	convert := printtest.Tool(t, "rsvg-convert", "librsvg2-bin")
	for name, drawing := range drawings {
		l := cleaned(t, name, view+drawing+`</svg>`)
		ours := raster(t, name, l)
		path := printtest.Keep(t, strings.ReplaceAll(name, " ", "-")+".svg", l.Bytes)
		theirs, err := png.Decode(strings.NewReader(printtest.Run(t, convert, "-w", strconv.Itoa(side), "-h", strconv.Itoa(side), "-b", "white", path)))
		if err != nil {
			t.Fatal(err)
		}
		far, drawn := 0, 0
		for y := range side {
			for x := range side {
				if differ(ours, theirs, x, y, 0x3000) {
					far++
				}
				if differ(ours, image.White, x, y, 0x1000) {
					drawn++
				}
			}
		}
		if far*200 > side*side || drawn*50 < side*side {
			t.Errorf("%s: %d pixels of %d differ, %d are drawn", name, far, side*side, drawn)
		}
	}
}

func differ(a, b image.Image, x, y, most int) bool {
	r1, g1, b1, _ := a.At(x, y).RGBA()
	r2, g2, b2, _ := b.At(x, y).RGBA()
	for _, d := range [3]int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
		if d > most || -d > most {
			return true
		}
	}
	return false
}

// dark returns how much of a part of a picture is not white.
func dark(picture image.Image, part image.Rectangle) float64 {
	n := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if differ(picture, image.White, x, y, 0x4000) {
				n++
			}
		}
	}
	return float64(n) / float64(part.Dx()*part.Dy())
}

// Texts use our typefaces, so only their positions are compared.
func TestTexts(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text        string
		left, right bool // where there is ink
	}{
		"from the left": {`<text x="2" y="55" font-size="20">São</text>`, true, false},
		"to the right":  {`<text x="98" y="55" font-size="20" text-anchor="end">São</text>`, false, true},
		"in the middle": {`<text x="50" y="55" font-size="20px" font-weight="700" text-anchor="middle">Cooperativa</text>`, true, true},
		"in parts":      {`<text y="55" font-size="20"><tspan x="2">São</tspan><tspan x="60">Rio</tspan></text>`, true, true},
		"sized inside":  {`<g font-size="10"><text x="2" y="55" style="font-size:2em">São</text></g>`, true, false},
	} {
		picture := raster(t, name, cleaned(t, name, view+tc.text+`</svg>`))
		left, right := dark(picture, image.Rect(0, 140, 190, 220)), dark(picture, image.Rect(210, 140, 400, 220))
		if (left > .02) != tc.left || (right > .02) != tc.right {
			t.Errorf("%s: ink left %.3f, right %.3f", name, left, right)
		}
	}
}

// The drawing's proportions are kept, and a PNG is unchanged.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		root string
		w, h int
	}{
		{`viewBox="0 0 200 50"`, 400, 100}, {`viewBox="-10 -10 50 200"`, 100, 400}, {`width="30" height="30"`, 400, 400}, {`viewBox="0 0 1000 1"`, 400, 1},
	} {
		l := cleaned(t, tc.root, `<svg xmlns="http://www.w3.org/2000/svg" `+tc.root+`><rect x="-10" y="-10" width="1000" height="1000"/></svg>`)
		picture := raster(t, "sizes", l)
		if b := picture.Bounds(); b.Dx() != tc.w || b.Dy() != tc.h || dark(picture, b) < .99 {
			t.Errorf("%s: %v, %.3f dark", tc.root, b, dark(picture, b))
		}
	}
	plain := logo.Logo{Media: logo.PNG, Width: 1, Height: 1}
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	plain.Bytes = file.Bytes()
	if out, err := artwork.Raster(t.Context(), &plain, side); err != nil || len(out) == 0 {
		t.Errorf("a PNG: %d bytes, %v", len(out), err)
	}
}

func FuzzRaster(f *testing.F) {
	for _, drawing := range drawings {
		f.Add(view + drawing + `</svg>`)
	}
	f.Fuzz(func(t *testing.T, drawing string) {
		l, err := logo.Clean([]byte(drawing))
		if err != nil || l.Media != logo.SVG {
			return
		}
		if _, err := artwork.Raster(t.Context(), &l, 60); err != nil {
			t.Errorf("%q: %v", drawing, err)
		}
	})
}

// BenchmarkRaster draws the leaf at the size that paper takes.
func BenchmarkRaster(b *testing.B) {
	l := cleaned(b, "a leaf", view+drawings["a leaf"]+`</svg>`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := artwork.Raster(b.Context(), &l, 520); err != nil {
			b.Fatal(err)
		}
	}
}
