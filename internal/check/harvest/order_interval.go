package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
)

// Interval is how many days must pass between the application of an active ingredient and the
// harvest of a crop. It is the shortest on any label, since labels differ: breaking it breaks them
// all.
type Interval struct {
	Active string // as a text names it: lower case, no accents
	Crop   string
	Days   int
}

// TypicalIntervals apply if a record names the ingredient but not the days. They are the lower
// end of what labels in Brazil state.
var TypicalIntervals = []Interval{
	{"glifosato", "SOJA", 7}, {"glyphosate", "SOJA", 7},
	{"diquate", "SOJA", 7}, {"diquat", "SOJA", 7}, {"reglone", "SOJA", 7},
	{"glufosinato", "SOJA", 7},
	{"dicamba", "SOJA", 7},
	{"tebuconazol", "SOJA", 30}, {"protioconazol", "SOJA", 30}, {"mancozebe", "SOJA", 30}, {"mancozeb", "SOJA", 30},
	{"ciproconazol", "SOJA", 30}, {"picoxistrobina", "SOJA", 30},
	{"tebuconazol", "CAFE", 30}, {"ciproconazol", "CAFE", 30}, {"epoxiconazol", "CAFE", 45}, {"piraclostrobina", "CAFE", 45},
}

// interval returns how many days must lie between the application and the harvest,
// and whether the record itself says so.
func (c *checker) interval(f *facts.Application) (days int, source facts.IntervalSource) {
	if f.Source != facts.NoInterval || f.Active == "" {
		return f.Days, f.Source
	}
	table := c.o.Intervals
	if table == nil {
		table = TypicalIntervals
	}
	for w := range facts.EachWord(f.Active) {
		for _, row := range table {
			if row.Crop == c.crop && row.Active == w {
				days, source = max(days, row.Days), facts.TypicalInterval
			}
		}
	}
	return days, source
}

// checkIntervals looks for pesticides applied too close to the harvest. Records
// do not say which plot was sprayed, so an application is compared with every
// harvest after it: only when none of them keeps the interval is it broken.
func (c *checker) checkIntervals() {
	last, stated, ok := c.lastReaping()
	if !ok {
		return
	}
	for i := range c.Applications {
		f := &c.Applications[i]
		if !f.On.Known() || f.On.To > last {
			continue
		}
		days, source := c.interval(f)
		ends := f.On.From + facts.Day(days)
		if source == facts.NoInterval || ends <= last {
			continue
		}
		rule := rules.IntervalBroken
		if source == facts.TypicalInterval || !stated || f.On.From != f.On.To {
			rule = rules.IntervalDoubtful
		}
		refs := []finding.Ref{c.Ref(f.Rec, "data")}
		for k := 0; k < len(c.Reapings) && len(refs) < maxNamed && c.room(rule); k++ {
			if r := &c.Reapings[k]; r.On.To >= f.On.From {
				refs = append(refs, c.Ref(r.Rec, r.Field))
			}
		}
		c.add(rule, refs, "aplicacao", f.On.From, "dias", days, "fim", ends, "colheita", last, "faltam", int(ends-last))
	}
}

// lastReaping returns the last day of harvest, if every harvest states its day, and whether it is
// stated as such.
func (c *checker) lastReaping() (last facts.Day, stated, ok bool) {
	last, stated = facts.NoDay, true
	for i := range c.Reapings {
		r := &c.Reapings[i]
		if !r.On.Known() {
			return 0, false, false
		}
		stated = stated && r.Stated
		last = max(last, r.On.To)
	}
	return last, stated, len(c.Reapings) > 0
}

// beforePlanting is how many days before planting an application still belongs to the harvest:
// weeds are killed up to three months ahead.
const beforePlanting = 90

// checkApplicationDates looks for pesticides applied before the field was made
// ready or after it was harvested. Lime and fertiliser go out at any time.
func (c *checker) checkApplicationDates() {
	planted := c.firstPlanting()
	last, _, reaped := c.lastReaping()
	for i := range c.Applications {
		f := &c.Applications[i]
		if !f.On.Known() || !f.Pesticide {
			continue
		}
		switch {
		case planted.sure() && f.On.To < planted.day-beforePlanting:
			c.add(rules.ApplicationTooEarly, []finding.Ref{c.Ref(f.Rec, "data"), c.Ref(planted.rec, "dataPlantio")},
				"aplicacao", f.On.To, "plantio", planted.day, "dias", int(planted.day-f.On.To))
		case reaped && f.On.From > last:
			refs := []finding.Ref{c.Ref(f.Rec, "data")}
			for k := range c.Reapings {
				if r := &c.Reapings[k]; r.On.To == last {
					refs = append(refs, c.Ref(r.Rec, r.Field))
					break
				}
			}
			c.add(rules.ApplicationTooLate, refs, "aplicacao", f.On.From, "colheita", last, "dias", int(f.On.From-last))
		}
	}
}
