package artwork

import (
	"image"
	"math"
)

// clipKey is all that a clip follows from.
type clipKey struct {
	by     *node
	onto   matrix
	around *image.Alpha // the clip of the surrounding elements
}

// clipped returns how much of each pixel is left of an element; nil for all of it. Outside the
// bounds nothing is left.
func (c *canvas) clipped(n *node, own *scope, o *lines) *image.Alpha {
	by := c.ids[referred(own.props["clip-path"])]
	if by == nil || by.name != "clipPath" {
		return own.clip
	}
	onto := own.onto.after(c.transforms(by.attrs["transform"]))
	if by.attrs["clipPathUnits"] == "objectBoundingBox" {
		if o == nil {
			return own.clip
		}
		onto = onto.after(o.box())
	}
	key := clipKey{by, onto, own.clip}
	if _, ok := c.clips[key]; !ok {
		c.clips[key] = c.clip(by, onto, own.clip)
	}
	return c.clips[key]
}

// outlines are the outlines of an element of a clip, in pixels.
type outlines struct {
	shapes  [][]point
	evenOdd bool
}

// clip draws a clip within the one around it.
func (c *canvas) clip(by *node, onto matrix, around *image.Alpha) *image.Alpha {
	var parts []outlines
	bounds, props := image.Rectangle{}, c.inside(by)
	for _, kid := range by.kids {
		if kid.name == "" {
			continue
		}
		part := c.enter(kid, &scope{onto: onto, props: props, opacity: 1})
		shapes := c.outline(kid, part).onto(part.onto)
		if c.err != nil {
			return nil
		}
		parts = append(parts, outlines{shapes, part.props["clip-rule"] == "evenodd"})
		bounds = bounds.Union(c.touched(shapes))
	}
	if around != nil {
		bounds = bounds.Intersect(around.Rect)
	}
	pixels := bounds.Dx() * bounds.Dy()
	if c.clipBytes += pixels; c.clipBytes > maxClips && c.err == nil {
		c.err = errTooMuch
	}
	if !c.charge(pixels) {
		return nil
	}
	clip := image.NewAlpha(bounds)
	for _, part := range parts {
		c.fill(part.shapes, part.evenOdd, func(y, x int, cover float64) {
			if (image.Point{X: x, Y: y}).In(bounds) {
				at := clip.PixOffset(x, y)
				clip.Pix[at] = max(clip.Pix[at], uint8(math.Round(cover*opaque)))
			}
		})
	}
	if around != nil {
		within(clip, around)
	}
	return clip
}

// within reduces a clip to what the surrounding one shows. The bounds of clip must lie inside those
// of around.
func within(clip, around *image.Alpha) {
	for y := clip.Rect.Min.Y; y < clip.Rect.Max.Y; y++ {
		row := clip.Pix[clip.PixOffset(clip.Rect.Min.X, y):][:clip.Rect.Dx()]
		other := around.Pix[around.PixOffset(clip.Rect.Min.X, y):]
		for i, v := range row {
			row[i] = uint8(int(v) * int(other[i]) / opaque)
		}
	}
}

// touched returns the pixels of the picture that outlines may cover.
func (c *canvas) touched(shapes [][]point) image.Rectangle {
	whole := point{float64(c.w), float64(c.h)}
	low, high := whole, point{}
	for _, points := range shapes {
		for _, p := range points {
			if p.drawn() {
				low = point{math.Min(low.x, p.x), math.Min(low.y, p.y)}
				high = point{math.Max(high.x, p.x), math.Max(high.y, p.y)}
			}
		}
	}
	low = point{math.Max(0, math.Floor(low.x)), math.Max(0, math.Floor(low.y))}
	high = point{math.Min(whole.x, math.Ceil(high.x)), math.Min(whole.y, math.Ceil(high.y))}
	if low.x >= high.x || low.y >= high.y {
		return image.Rectangle{}
	}
	return image.Rect(int(low.x), int(low.y), int(high.x), int(high.y))
}

// inside returns the properties that are in force inside an element, wherever it is referred to from.
func (c *canvas) inside(n *node) map[string]string {
	if n == nil {
		return initial()
	}
	return c.properties(n, c.inside(n.around))
}
