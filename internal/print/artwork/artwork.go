// Package artwork draws organisations' logos for print. It reads drawings written by package logo,
// so it supports no more SVG than that allow-list: shapes, texts, gradients and clips. It is pure,
// and the same logo always gives the same bytes.
package artwork

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"rastro/internal/logo"
)

// Raster returns the print form of a logo: a plain PNG on white, with sides of at most that many
// pixels; nil for a drawing that exceeds the limits. It ends early if the context does.
func Raster(ctx context.Context, l *logo.Logo, most int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if l.Media == logo.PNG {
		return l.Raster(most)
	}
	drawn, err := draw(ctx, l, most)
	if errors.Is(err, errTooMuch) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := png.Encode(&file, drawn.picture); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

func draw(ctx context.Context, l *logo.Logo, most int) (*canvas, error) {
	root, sheet, err := parse(l.Bytes)
	if err != nil {
		return nil, err
	}
	side := func(v int) int {
		return max(1, int(math.Round(float64(most)*float64(v)/float64(max(l.Width, l.Height, 1)))))
	}
	w, h := side(l.Width), side(l.Height)
	c := &canvas{
		ctx: ctx, w: w, h: h, picture: image.NewRGBA(image.Rect(0, 0, w, h)), sheet: sheet,
		ids: map[string]*node{}, clips: map[clipKey]*image.Alpha{}, said: map[*node]*said{}, moves: map[string]matrix{},
	}
	for i := range c.picture.Pix {
		c.picture.Pix[i] = opaque
	}
	c.name(root)
	onto := c.view(root)
	c.node(root, &scope{onto: onto, props: initial(), opacity: 1}, 0)
	return c, c.err
}

// opaque is a whole pixel, and each channel of white.
const opaque = 0xff

// canvas is a drawing under way.
type canvas struct {
	ctx           context.Context
	w, h          int
	picture       *image.RGBA
	sheet         []rule
	ids           map[string]*node
	width, height float64 // of the view, in its own units, to which relative lengths refer
	clips         map[clipKey]*image.Alpha
	said          map[*node]*said   // what gradients say
	moves         map[string]matrix // of lists of transformations
	points, work  int               // taken of maxPoints and maxWork
	clipBytes     int               // taken of maxClips
	look          int               // the amount of work after which the context is checked
	err           error
}

// name indexes what others refer to.
func (c *canvas) name(n *node) {
	if id := n.attrs["id"]; id != "" && c.ids[id] == nil {
		c.ids[id] = n
	}
	for _, kid := range n.kids {
		c.name(kid)
	}
}

// view returns the map from the units of the drawing to pixels.
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

// scope is what an element inherits.
type scope struct {
	onto    matrix // from its units to pixels
	props   map[string]string
	clip    *image.Alpha // how much of each pixel is drawn; nil for all
	opacity float64
}

// node draws an element with its content.
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
		own.clip = c.clipped(n, own, nil)
		for _, kid := range n.kids {
			c.node(kid, own, depth+1)
		}
	default:
		o := c.outline(n, own)
		own.clip = c.clipped(n, own, o)
		if own.props["visibility"] == "" || own.props["visibility"] == "visible" {
			c.paintFill(o, own)
			c.paintStroke(o, own)
		}
	}
}

// enter returns the scope of an element.
func (c *canvas) enter(n *node, around *scope) *scope {
	own := &scope{onto: around.onto, props: c.properties(n, around.props), clip: around.clip, opacity: around.opacity}
	if n.name != "svg" {
		own.onto = own.onto.after(c.transforms(n.attrs["transform"]))
	}
	own.opacity *= share(own.props["opacity"])
	return own
}

// paint puts a colour onto a pixel.
func (c *canvas) paint(y, x int, ink color.NRGBA, cover float64, own *scope) {
	cover *= own.opacity * float64(ink.A) / opaque
	if own.clip != nil {
		cover *= float64(own.clip.AlphaAt(x, y).A) / opaque
	}
	at := c.picture.Pix[c.picture.PixOffset(x, y):][:3]
	for i, v := range [3]uint8{ink.R, ink.G, ink.B} {
		at[i] = uint8(math.Round(float64(at[i])*(1-cover) + float64(v)*cover))
	}
}

// referred returns the id in url(#id).
func referred(text string) string {
	id, ok := strings.CutPrefix(text, "url(#")
	if !ok {
		return ""
	}
	id, _, _ = strings.Cut(id, ")")
	return id
}
