package qr

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"strings"
	"testing"
)

// document is everything that our SVG may contain; TestSVG refuses anything else.
type document struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2000/svg svg"`
	Attrs   []xml.Attr `xml:",any,attr"`
	ViewBox string     `xml:"viewBox,attr"`
	Role    string     `xml:"role,attr"`
	Label   string     `xml:"aria-label,attr"`
	Render  string     `xml:"shape-rendering,attr"`
	Rects   []struct {
		Width  string     `xml:"width,attr"`
		Height string     `xml:"height,attr"`
		Fill   string     `xml:"fill,attr"`
		Attrs  []xml.Attr `xml:",any,attr"`
	} `xml:"rect"`
	Paths []struct {
		D      string     `xml:"d,attr"`
		Stroke string     `xml:"stroke,attr"`
		Attrs  []xml.Attr `xml:",any,attr"`
	} `xml:"path"`
	Others []struct {
		XMLName xml.Name
	} `xml:",any"`
}

// rasterise draws an SVG of ours with scale pixels to a unit.
func rasterise(svg []byte, scale int) (*image.Paletted, error) {
	var d document
	if err := xml.Unmarshal(svg, &d); err != nil {
		return nil, err
	}
	var side, height int
	if _, err := fmt.Sscanf(d.ViewBox, "0 0 %d %d", &side, &height); err != nil || side != height {
		return nil, fmt.Errorf("viewBox %q: %v", d.ViewBox, err)
	}
	if len(d.Rects) != 1 || len(d.Paths) != 1 || len(d.Others) != 0 {
		return nil, fmt.Errorf("%d rects, %d paths, %v, want one rect, one path", len(d.Rects), len(d.Paths), d.Others)
	}
	path, found := strings.CutPrefix(d.Paths[0].D, "M0 .5")
	if !found {
		return nil, fmt.Errorf("path begins %.10q", d.Paths[0].D)
	}
	img := image.NewPaletted(image.Rect(0, 0, side*scale, side*scale), color.Palette{color.White, color.Black})
	x, y := 0, 0
	for r := strings.NewReader(path); r.Len() > 0; {
		var dx, dy, h int
		if _, err := fmt.Fscanf(r, "m%d %dh%d", &dx, &dy, &h); err != nil && err != io.EOF {
			return nil, fmt.Errorf("path at %d: %w", len(path)-r.Len(), err)
		}
		x, y = x+dx, y+dy
		if h <= 0 || x < 0 || y < 0 || x+h > side || y >= side {
			return nil, fmt.Errorf("stroke of %d at %d,%d leaves the view box of %d", h, x, y, side)
		}
		for py := y * scale; py < (y+1)*scale; py++ {
			for px := x * scale; px < (x+h)*scale; px++ {
				img.Pix[py*img.Stride+px] = 1
			}
		}
		x += h
	}
	return img, nil
}

func TestSVG(t *testing.T) {
	for _, text := range []string{"1", ticket, strings.Repeat("x", 300), strings.Repeat("x", byteMode.limit())} {
		c := encode(t, text)
		svg := c.SVG()
		var d document
		if err := xml.Unmarshal(svg, &d); err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		side := c.Size() + 2*quiet
		if got, want := d.ViewBox, fmt.Sprintf("0 0 %d %d", side, side); got != want {
			t.Errorf("viewBox %q, want %q", got, want)
		}
		if d.Role != "img" || d.Label == "" || d.Render != "crispEdges" || len(d.Attrs) != 1 {
			t.Errorf("role %q, label %q, rendering %q, others %v (want xmlns alone)", d.Role, d.Label, d.Render, d.Attrs)
		}
		img, err := rasterise(svg, 1)
		if err != nil {
			t.Fatalf("rasterise: %v", err)
		}
		ground, path := d.Rects[0], d.Paths[0]
		if n := fmt.Sprint(side); ground.Width != n || ground.Height != n || ground.Fill != "#fff" || len(ground.Attrs) != 0 {
			t.Errorf("ground %+v, want white and %s wide", ground, n)
		}
		if path.Stroke != "#000" || len(path.Attrs) != 0 {
			t.Errorf("stroke %q with %v, want #000 alone", path.Stroke, path.Attrs)
		}
		for y := range side {
			for x := range side {
				want := c.Dark(x-quiet, y-quiet)
				if got := img.ColorIndexAt(x, y) == 1; got != want {
					t.Fatalf("%.20q: unit %d,%d dark %v, want %v", text, x, y, got, want)
				}
			}
		}
		if guess := 256 + 8*c.modules.runs(); len(svg) > guess {
			t.Errorf("%d bytes, more than the %d set aside", len(svg), guess)
		}
	}
}
