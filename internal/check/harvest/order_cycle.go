package harvest

import (
	"cmp"
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
)

// The number of days that a crop takes in the field until it can be harvested.
const (
	soyShortest = 80
	soyLongest  = 180
	coffeeYoung = 540
)

// plantedOn is a day of planting and the record that states it.
type plantedOn struct {
	day facts.Day
	rec int32
}

func (p plantedOn) compare(day facts.Day) int { return cmp.Compare(p.day, day) }

// checkCycle looks for harvests that no planting explains.
func (c *checker) checkCycle() {
	if c.crop != "SOJA" && c.crop != "CAFE" || len(c.Plantings) == 0 {
		return
	}
	planted := make([]plantedOn, 0, 2*len(c.Plantings))
	for i := range c.Plantings {
		f := &c.Plantings[i]
		if !f.On.Known() {
			return
		}
		planted = append(planted, plantedOn{f.On.From, f.Rec})
		if f.On.To != f.On.From {
			planted = append(planted, plantedOn{f.On.To, f.Rec})
		}
	}
	slices.SortStableFunc(planted, func(a, b plantedOn) int { return a.compare(b.day) })
	for i := range c.Reapings {
		f := &c.Reapings[i]
		if !f.On.Known() || f.On.To < planted[0].day { // before any planting: out of order
			continue
		}
		from, to := f.On.From-soyLongest, f.On.To-soyShortest
		if c.crop == "CAFE" {
			from, to = planted[0].day, f.On.To-coffeeYoung
		}
		if at, _ := slices.BinarySearchFunc(planted, from, plantedOn.compare); at < len(planted) && planted[at].day <= to {
			continue
		}
		after, _ := slices.BinarySearchFunc(planted, f.On.To+1, plantedOn.compare)
		last := planted[after-1]
		refs := []finding.Ref{c.Ref(f.Rec, f.Field), c.Ref(last.rec, "dataPlantio")}
		if c.crop == "CAFE" {
			c.add(rules.CoffeeTooYoung, refs, "dias", int(f.On.To-last.day), "minimo", coffeeYoung)
		} else {
			c.add(rules.SoyCycle, refs, "dias", int(f.On.To-last.day), "minimo", soyShortest, "maximo", soyLongest)
		}
	}
}
