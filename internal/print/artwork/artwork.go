// Package artwork draws the logos of organisations for paper. It reads drawings as package logo
// wrote them, so it knows no more of SVG than its allow-list: shapes, texts, gradients and clips.
// It is pure, and the same logo always gives the same bytes.
package artwork

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"rastro/internal/logo"
)

// Memory is what drawing takes at most.
const Memory = 24 << 20

// Bounds of one drawing. A logo needs a hundredth of them.
const (
	maxPoints = 150_000    // of lines, after curves became lines
	maxWork   = 20_000_000 // steps of which a million takes some 20 ms: pixels painted, crossings of lines, rules looked at
	maxDepth  = 60         // elements in elements, and gradients that refer to others
)

// errTooMuch is of a drawing beyond the bounds.
var errTooMuch = errors.New("artwork: the drawing takes too much to draw")

// Raster is a logo as paper takes it: a plain PNG on white, with sides of at most that many
// pixels; nil of a drawing that takes too much to draw.
func Raster(l *logo.Logo, most int) ([]byte, error) {
	if l.Media == logo.PNG {
		return l.Raster(most)
	}
	picture, err := draw(l, most)
	if errors.Is(err, errTooMuch) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

func draw(l *logo.Logo, most int) (*image.RGBA, error) {
	root, sheet, err := parse(l.Bytes)
	if err != nil {
		return nil, err
	}
	side := func(v int) int {
		return max(1, int(math.Round(float64(most)*float64(v)/float64(max(l.Width, l.Height, 1)))))
	}
	w, h := side(l.Width), side(l.Height)
	c := &canvas{w: w, h: h, picture: image.NewRGBA(image.Rect(0, 0, w, h)), sheet: sheet, ids: map[string]*node{}}
	for i := range c.picture.Pix {
		c.picture.Pix[i] = 0xff
	}
	c.name(root)
	onto := c.view(root)
	c.node(root, &scope{onto: onto, props: initial(), opacity: 1}, 0)
	return c.picture, c.err
}

// canvas is a drawing under way.
type canvas struct {
	w, h          int
	picture       *image.RGBA
	sheet         []rule
	ids           map[string]*node
	width, height float64 // of the view, in its own units, of which lengths may be a part
	points, work  int
	err           error
}

// name finds what others refer to.
func (c *canvas) name(n *node) {
	if id := n.attrs["id"]; id != "" && c.ids[id] == nil {
		c.ids[id] = n
	}
	for _, kid := range n.kids {
		c.name(kid)
	}
}

// view brings the units of the drawing onto pixels.
func (c *canvas) view(root *node) matrix {
	box := numbers(root.attrs["viewBox"])
	if len(box) != 4 || box[2] <= 0 || box[3] <= 0 {
		box = []float64{0, 0, length(root.attrs["width"], 0), length(root.attrs["height"], 0)}
	}
	c.width, c.height = box[2], box[3]
	if c.width <= 0 || c.height <= 0 {
		return identity
	}
	scale := math.Min(float64(c.w)/c.width, float64(c.h)/c.height)
	return matrix{scale, 0, 0, scale, -box[0]*scale + (float64(c.w)-c.width*scale)/2, -box[1]*scale + (float64(c.h)-c.height*scale)/2}
}

// scope is what an element takes from those around it.
type scope struct {
	onto    matrix // from its units to pixels
	props   map[string]string
	clip    []uint8 // of each pixel how much of it is drawn; nil for all
	opacity float64
}

// node draws an element with what is in it.
func (c *canvas) node(n *node, around *scope, depth int) {
	if c.err != nil || depth > maxDepth || n.name == "defs" || n.name == "clipPath" || gradients[n.name] || n.name == "" {
		return
	}
	own := c.enter(n, around)
	if own.props["display"] == "none" {
		return
	}
	switch {
	case n.name == "svg", n.name == "g":
		own.clip = c.clipped(n, own, nil, depth)
		for _, kid := range n.kids {
			c.node(kid, own, depth+1)
		}
	default:
		o := c.outline(n, own)
		own.clip = c.clipped(n, own, o, depth)
		if own.props["visibility"] == "" || own.props["visibility"] == "visible" {
			c.paintFill(o, own)
			c.paintStroke(o, own)
		}
	}
}

// enter is the scope of an element.
func (c *canvas) enter(n *node, around *scope) *scope {
	own := &scope{onto: around.onto, props: c.properties(n, around.props), clip: around.clip, opacity: around.opacity}
	if n.name != "svg" {
		own.onto = own.onto.after(transforms(n.attrs["transform"]))
	}
	own.opacity *= share(own.props["opacity"])
	return own
}

// clipped is how much of each pixel is left of an element.
func (c *canvas) clipped(n *node, own *scope, o *lines, depth int) []uint8 {
	by := c.ids[referred(own.props["clip-path"])]
	if by == nil || by.name != "clipPath" {
		return own.clip
	}
	onto := own.onto.after(transforms(by.attrs["transform"]))
	if by.attrs["clipPathUnits"] == "objectBoundingBox" {
		if o == nil {
			return own.clip
		}
		onto = onto.after(o.box())
	}
	clip := make([]uint8, c.w*c.h)
	for _, kid := range by.kids {
		if kid.name == "" || depth > maxDepth {
			continue
		}
		part := c.enter(kid, &scope{onto: onto, props: c.properties(by, own.props), opacity: 1})
		c.fill(c.outline(kid, part).onto(part.onto), part.props["clip-rule"] == "evenodd", func(y, x int, cover float64) {
			at := y*c.w + x
			clip[at] = max(clip[at], uint8(math.Round(cover*0xff)))
		})
	}
	if own.clip != nil {
		for i := range clip {
			clip[i] = uint8(int(clip[i]) * int(own.clip[i]) / 0xff)
		}
	}
	return clip
}

// paint puts a colour onto a pixel.
func (c *canvas) paint(y, x int, ink color.NRGBA, cover float64, own *scope) {
	cover *= own.opacity * float64(ink.A) / 0xff
	if own.clip != nil {
		cover *= float64(own.clip[y*c.w+x]) / 0xff
	}
	at := c.picture.Pix[c.picture.PixOffset(x, y):][:3]
	for i, v := range [3]uint8{ink.R, ink.G, ink.B} {
		at[i] = uint8(math.Round(float64(at[i])*(1-cover) + float64(v)*cover))
	}
}

// referred is the id in url(#id).
func referred(text string) string {
	id, ok := strings.CutPrefix(text, "url(#")
	if !ok {
		return ""
	}
	id, _, _ = strings.Cut(id, ")")
	return id
}
