package facts

import (
	"rastro/internal/geo"

	"rastro/internal/finding"
)

// Claims returns the plots with an area that the harvest claims: those of its plans or, if it has
// none, of its plantings. They come in the order in which they are compared with those of other
// harvests.
func (b *Book) Claims() []*geo.Plot {
	plots, _ := b.ClaimedPlots()
	return plots
}

// Unoutlined returns how many plots the harvest claims by records that draw no outline.
func (b *Book) Unoutlined() (n int) {
	b.Settle()
	drawn := false
	for i := range b.Plans {
		if p := &b.Plans[i].Plot; p.Shape != nil && p.Ha > 0 {
			drawn = true
		} else {
			n++
		}
	}
	if drawn {
		return n
	}
	sown := 0
	for i := range b.Plantings {
		if p := &b.Plantings[i].Plot; p.Shape == nil || p.Ha <= 0 {
			sown++
		}
	}
	if len(b.Plantings) > sown || n == 0 { // the plantings represent the plans
		return sown
	}
	return n
}

func (b *Book) ClaimedPlots() (plots []*geo.Plot, refs []finding.Ref) {
	b.Settle()
	claim := func(f *Plot, rec int32, field string) {
		if f.Shape != nil && f.Ha > 0 {
			plots = append(plots, f.Shape)
			refs = append(refs, b.Ref(rec, field))
		}
	}
	for i := range b.Plans {
		claim(&b.Plans[i].Plot, b.Plans[i].Rec, b.Plans[i].Field)
	}
	if plots != nil {
		return plots, refs
	}
	for i := range b.Plantings {
		claim(&b.Plantings[i].Plot, b.Plantings[i].Rec, "areaPlantada")
	}
	return plots, refs
}
