package artwork

import "errors"

// Memory is the maximum memory for drawing, for sides of up to about 600 pixels.
const Memory = 24 << 20

// Limits of a drawing. A logo needs a hundredth of them.
const (
	maxPoints = 150_000    // of lines, after curves became lines, and of the outlines of strokes; each takes some 100 bytes in all
	maxWork   = 20_000_000 // steps of which a million takes some 20 ms: pixels painted, crossings of lines, rules looked at
	maxDepth  = 60         // elements in elements, and gradients that refer to others
	maxStops  = 64         // colours of a gradient; designers use three
	maxClips  = 8 << 20    // bytes of all clips together, one for each pixel that they may show: thirty clips of a whole logo
)

// The cost of operations, in steps.
const (
	gradientWork = 4      // how much more than one of one colour a pixel of a gradient takes
	crossingWork = 4      // finding and sorting a crossing, and putting its edge into its place
	readWork     = 4      // reading a byte of a path, a list or a transformation again
	ruleWork     = 2      // checking whether a rule applies to an element, in addition to its classes
	elementWork  = 50     // collecting the properties of an element, most of which are inherited
	lookEvery    = 50_000 // the interval of checking whether somebody still waits: a millisecond of work
)

// Numbers too small to be visible, or whose use in a division would not give a number.
const (
	nothing     = 1e-12 // a length, an area or a determinant this small counts as zero: float64 has 16 digits
	samePlace   = 1e-9  // closer points are equal
	least       = 1e-6  // the smallest scale or cosine that lengths are divided by
	leastCover  = 1e-3  // of a pixel; no 8-bit colour shows it
	farthest    = 1e8   // pixels from the picture to a line that is drawn; beyond it, slopes lose their digits
	mostWritten = 1e7   // the largest number in a drawing; no logo needs more
)

// errTooMuch means that a drawing exceeds the limits.
var errTooMuch = errors.New("artwork: the drawing takes too much to draw")

// charge counts steps before they are taken. It returns false when drawing must stop: the drawing
// took too much, or nobody waits for it.
func (c *canvas) charge(steps int) bool {
	if c.err != nil {
		return false
	}
	if c.work += steps; c.work > maxWork {
		c.err = errTooMuch
	} else if c.work >= c.look {
		c.look, c.err = c.work+lookEvery, c.ctx.Err()
	}
	return c.err == nil
}

// room takes points from the budget before they are made. It returns false if there are not enough.
func (c *canvas) room(points int) bool {
	if c.points += points; c.points > maxPoints && c.err == nil {
		c.err = errTooMuch
	}
	return c.err == nil
}
