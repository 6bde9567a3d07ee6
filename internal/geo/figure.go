package geo

// Figure is one part of a plot as it is drawn: points, or an area with its exterior
// ring and then its holes, as sent and without the closing vertex.
type Figure struct {
	Points bool
	Rings  [][]Position
}

// Figures are the parts of a plot, none for Undetermined.
func (p *Plot) Figures() []Figure {
	if p.Interpretation == Undetermined {
		return nil
	}
	var all []Figure
	for _, of := range p.parts {
		f := Figure{Points: of.kind == pointsPart}
		for ring := range p.rings(of) {
			var at []Position
			for _, here := range p.outline(of, ring, nil) {
				at = append(at, here.position())
			}
			if len(at) > 0 {
				f.Rings = append(f.Rings, at)
			}
		}
		if f.Rings != nil {
			all = append(all, f)
		}
	}
	return all
}
