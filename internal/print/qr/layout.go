package qr

import (
	"fmt"
	"sync"

	"rsc.io/qr/coding"
)

const maskCount = 8

// layout is all that a version fixes. Planning it takes as long as a dozen codes,
// so each version is planned once, when first needed. All forty together take
// 2 MB.
type layout struct {
	size int
	// places contains the position of each bit, data first, then error correction.
	places []place
	// masks is the symbol under each mask with every data bit 0. A symbol is one
	// of these, xor its data bits: mask and data meet nowhere else.
	masks [maskCount]square
}

// place is a module; 177 modules fit a byte.
type place struct{ x, y uint8 }

var layouts [coding.MaxVersion + 1]struct {
	once sync.Once
	l    *layout
	err  error
}

// layoutOf returns the layout of a version, which must not be changed.
func layoutOf(v coding.Version) (*layout, error) {
	slot := &layouts[v]
	slot.once.Do(func() { slot.l, slot.err = newLayout(v) })
	return slot.l, slot.err
}

func newLayout(v coding.Version) (*layout, error) {
	l := new(layout)
	for m := range l.masks {
		plan, err := coding.NewPlan(v, level, coding.Mask(m))
		if err != nil {
			return nil, fmt.Errorf("qr: plan version %d with mask %d: %w", v, m, err)
		}
		if m == 0 {
			l.size = len(plan.Pixel)
			l.places = places(plan)
		}
		l.masks[m].reset(l.size)
		for y, row := range plan.Pixel {
			for x, pixel := range row {
				if pixel&coding.Black != 0 {
					l.masks[m].set(x, y)
				}
			}
		}
	}
	return l, nil
}

// places returns where a plan puts its bits; masks do not move them.
func places(plan *coding.Plan) []place {
	at := make([]place, 8*(plan.DataBytes+plan.CheckBytes))
	for y, row := range plan.Pixel {
		for x, pixel := range row {
			if r := pixel.Role(); r == coding.Data || r == coding.Check {
				at[pixel.Offset()] = place{uint8(x), uint8(y)}
			}
		}
	}
	return at
}

// place puts the bits of a message, highest first, into an all light square.
func (l *layout) place(s *square, message []byte) {
	for i, b := range message {
		for j, p := range l.places[8*i:][:8] {
			if b<<j&0x80 != 0 {
				s.set(int(p.x), int(p.y))
			}
		}
	}
}
