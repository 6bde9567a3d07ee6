package geo

// Region is a square of a twentieth of a degree, about 5.5 km. It is the finest unit in which a
// caller learns about other people's land: an answer that depends only on regions is the same
// wherever in its region a plot lies.
type Region int64

const regionStep = degree / 20

func regionAt(x, y int64) Region {
	return Region((y-brazilSouth)/regionStep<<16 | (x-brazilWest)/regionStep)
}

// Region returns the region with the middle of the extent; ok is false for an extent that is not
// indexed.
func (e Extent) Region() (r Region, ok bool) {
	if !e.findable() {
		return 0, false
	}
	return regionAt(e.West+(e.East-e.West)/2, e.South+(e.North-e.South)/2), true
}

// Regions returns the regions that may contain the middle of a plot of usual size that overlaps a
// plot of this extent: all that the extent reaches if it is half a region larger on every side.
func (e Extent) Regions() []Region {
	if !e.findable() {
		return nil
	}
	const half = regionStep / 2
	var found []Region
	last := regionAt(e.East+half, e.North+half)
	first := regionAt(max(e.West-half, brazilWest), max(e.South-half, brazilSouth))
	for y := first >> 16; y <= last>>16; y++ {
		for x := first & 0xffff; x <= last&0xffff; x++ {
			found = append(found, y<<16|x)
		}
	}
	return found
}

// Extent returns the part of the square that is covered by the plot index.
func (r Region) Extent() Extent {
	west, south := brazilWest+int64(r&0xffff)*regionStep, brazilSouth+int64(r>>16)*regionStep
	return Extent{west, south, min(west+regionStep, brazilEast), min(south+regionStep, brazilNorth)}
}

// AreaHa returns roughly how many hectares the rectangle has, which is most at the equator.
func (e Extent) AreaHa() float64 {
	const kmPerDegree = 111.32
	wide, high := float64(e.East-e.West)/degree*kmPerDegree, float64(e.North-e.South)/degree*kmPerDegree
	return 100 * wide * high
}
