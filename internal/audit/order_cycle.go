package audit

import (
	"cmp"
	"slices"
)

// How long a crop stands, in days: what can be harvested at all.
const (
	soyShortest = 80
	soyLongest  = 180
	coffeeYoung = 540
)

// plantedOn is a day of planting and the record that says so.
type plantedOn struct {
	day dayNumber
	rec int32
}

func (p plantedOn) compare(day dayNumber) int { return cmp.Compare(p.day, day) }

// checkCycle looks for harvests that no planting explains.
func (c *conferral) checkCycle() {
	if c.crop != "SOJA" && c.crop != "CAFE" || len(c.plantings) == 0 {
		return
	}
	planted := make([]plantedOn, 0, 2*len(c.plantings))
	for i := range c.plantings {
		f := &c.plantings[i]
		if !f.on.known() {
			return
		}
		planted = append(planted, plantedOn{f.on.from, f.rec})
		if f.on.to != f.on.from {
			planted = append(planted, plantedOn{f.on.to, f.rec})
		}
	}
	slices.SortStableFunc(planted, func(a, b plantedOn) int { return a.compare(b.day) })
	for i := range c.reapings {
		f := &c.reapings[i]
		if !f.on.known() || f.on.to < planted[0].day { // before any planting: out of order
			continue
		}
		from, to := f.on.from-soyLongest, f.on.to-soyShortest
		if c.crop == "CAFE" {
			from, to = planted[0].day, f.on.to-coffeeYoung
		}
		if at, _ := slices.BinarySearchFunc(planted, from, plantedOn.compare); at < len(planted) && planted[at].day <= to {
			continue
		}
		after, _ := slices.BinarySearchFunc(planted, f.on.to+1, plantedOn.compare)
		last := planted[after-1]
		refs := []Ref{c.ref(f.rec, f.field), c.ref(last.rec, "dataPlantio")}
		if c.crop == "CAFE" {
			c.add(coffeeTooYoung, refs, "dias", int(f.on.to-last.day), "minimo", coffeeYoung)
		} else {
			c.add(soyCycle, refs, "dias", int(f.on.to-last.day), "minimo", soyShortest, "maximo", soyLongest)
		}
	}
}
