package brazil

import "sync"

// sure is how far from the border of another state, in units of the map, a place must be
// for its state to be certain: 20 km. The outlines are ten kilometres off at most.
const sure = 2

// StateAt returns the state of a place, as its two capital letters; "" if that is not certain:
// abroad, at sea, or within 20 km of another state.
func StateAt(lat, lon float64) string {
	x, y, ok := OnMap(lat, lon)
	if !ok {
		return ""
	}
	all := territory()
	of := all[y][x]
	if of == 0 || of == several {
		return ""
	}
	for cy := max(y-sure, 0); cy <= min(y+sure, Height); cy++ {
		for cx := max(x-sure, 0); cx <= min(x+sure, Width); cx++ {
			if near := all[cy][cx]; near != 0 && near != of {
				return ""
			}
		}
	}
	return States()[of-1].UF
}

// several marks a cell that the outlines of several states have.
const several = 255

// territory says of each cell which state it is in: its number in States plus one, 0 for
// none. It is made once, in milliseconds.
var territory = sync.OnceValue(func() *[Height + 1][Width + 1]uint8 {
	var all [Height + 1][Width + 1]uint8
	for i, state := range States() {
		var inside raster
		for _, ring := range ringsOf(state.Outline) {
			inside.shade(ring)
		}
		for y := range all {
			for x := range all[y] {
				switch {
				case !inside.has(x, y):
				case all[y][x] == 0:
					all[y][x] = uint8(i + 1)
				default:
					all[y][x] = several
				}
			}
		}
	}
	return &all
})
