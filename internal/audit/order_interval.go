package audit

import (
	"strings"

	"rastro/internal/ptbr"
)

// intervalSource says from where the days between an application and the harvest
// are known.
type intervalSource uint8

const (
	noInterval intervalSource = iota
	statedInterval
	typicalInterval
)

// Interval is how many days must lie between the application of an active
// ingredient and the harvest of a crop. It is the shortest that labels give, as
// each label has its own: whoever breaks it has broken them all.
type Interval struct {
	Active string // as a text names it: lower case, no accents
	Crop   string
	Days   int
}

// TypicalIntervals hold where a record names the ingredient but not the days.
// They are the lower end of what labels in Brazil give.
var TypicalIntervals = []Interval{
	{"glifosato", "SOJA", 7}, {"glyphosate", "SOJA", 7},
	{"diquate", "SOJA", 7}, {"diquat", "SOJA", 7}, {"reglone", "SOJA", 7},
	{"glufosinato", "SOJA", 7},
	{"dicamba", "SOJA", 7},
	{"tebuconazol", "SOJA", 30}, {"protioconazol", "SOJA", 30}, {"mancozebe", "SOJA", 30}, {"mancozeb", "SOJA", 30},
	{"ciproconazol", "SOJA", 30}, {"picoxistrobina", "SOJA", 30},
	{"tebuconazol", "CAFE", 30}, {"ciproconazol", "CAFE", 30}, {"epoxiconazol", "CAFE", 45}, {"piraclostrobina", "CAFE", 45},
}

// maxActive bounds the text that is searched for an active ingredient.
const maxActive = 200

// readInterval reads the days out of the dose, else out of the kind of input. A
// number of days of its own goes before; where a text gives fewer, the fewer.
func (f *applicationFact) readInterval(kindOf, dose string) {
	for _, text := range []string{dose, kindOf} {
		days, reading := ptbr.PreHarvestInterval(text)
		if reading == ptbr.Absent {
			continue
		}
		switch {
		case reading != ptbr.Read:
			f.source = noInterval // said, but not clearly: nothing can be concluded
			return
		case f.source == statedInterval:
			f.days = min(f.days, days)
		default:
			f.days, f.source = days, statedInterval
		}
		return
	}
	if f.source == noInterval && len(kindOf)+len(dose) <= maxActive && (kindOf != "" || dose != "") {
		f.active = plainWords(kindOf + " " + dose)
	}
}

// interval is how many days must lie between the application and the harvest,
// and whether the record itself says so.
func (c *conferral) interval(f *applicationFact) (days int, source intervalSource) {
	if f.source != noInterval || f.active == "" {
		return f.days, f.source
	}
	table := c.o.Intervals
	if table == nil {
		table = TypicalIntervals
	}
	for w := range wordSeq(f.active) {
		for _, row := range table {
			if row.Crop == c.crop && row.Active == w {
				days, source = max(days, row.Days), typicalInterval
			}
		}
	}
	return days, source
}

// checkIntervals looks for pesticides applied too close to the harvest. Records
// do not say which plot was sprayed, so an application is held against every
// harvest after it: only when none of them keeps the interval is it broken.
func (c *conferral) checkIntervals() {
	last, stated, ok := c.lastReaping()
	if !ok {
		return
	}
	for i := range c.applications {
		f := &c.applications[i]
		if !f.on.known() || f.on.to > last {
			continue
		}
		days, source := c.interval(f)
		ends := f.on.from + dayNumber(days)
		if source == noInterval || ends <= last {
			continue
		}
		rule := intervalBroken
		if source == typicalInterval || !stated || f.on.from != f.on.to {
			rule = intervalDoubtful
		}
		refs := []Ref{c.ref(f.rec, "data")}
		for k := 0; k < len(c.reapings) && len(refs) < maxNamed && c.room(rule); k++ {
			if r := &c.reapings[k]; r.on.to >= f.on.from {
				refs = append(refs, c.ref(r.rec, r.field))
			}
		}
		c.add(rule, refs, "aplicacao", f.on.from, "dias", days, "fim", ends, "colheita", last, "faltam", int(ends-last))
	}
}

// lastReaping is the last day of harvest, where every harvest says its day, and
// whether it is stated as such.
func (c *conferral) lastReaping() (last dayNumber, stated, ok bool) {
	last, stated = noDay, true
	for i := range c.reapings {
		r := &c.reapings[i]
		if !r.on.known() {
			return 0, false, false
		}
		stated = stated && r.stated
		last = max(last, r.on.to)
	}
	return last, stated, len(c.reapings) > 0
}

// beforePlanting is how long before planting what is applied still belongs to a
// harvest, in days: weeds are killed up to three months ahead.
const beforePlanting = 90

// checkApplicationDates looks for pesticides applied before the field was made
// ready or after it was harvested. Lime and fertiliser go out at any time.
func (c *conferral) checkApplicationDates() {
	planted := c.firstPlanting()
	last, _, reaped := c.lastReaping()
	for i := range c.applications {
		f := &c.applications[i]
		if !f.on.known() || !f.pesticide {
			continue
		}
		switch {
		case planted.sure() && f.on.to < planted.day-beforePlanting:
			c.add(applicationTooEarly, []Ref{c.ref(f.rec, "data"), c.ref(planted.rec, "dataPlantio")},
				"aplicacao", f.on.to, "plantio", planted.day, "dias", int(planted.day-f.on.to))
		case reaped && f.on.from > last:
			refs := []Ref{c.ref(f.rec, "data")}
			for k := range c.reapings {
				if r := &c.reapings[k]; r.on.to == last {
					refs = append(refs, c.ref(r.rec, r.field))
					break
				}
			}
			c.add(applicationTooLate, refs, "aplicacao", f.on.from, "colheita", last, "dias", int(f.on.from-last))
		}
	}
}

// passesIn is how many passes over the field a text speaks of, 0 for none.
func passesIn(text string) int {
	if !strings.ContainsAny(text, "0123456789") || len(text) > kindMaxText {
		return 0
	}
	most, before := 0, 0
	for w := range wordSeq(plainWords(text)) {
		switch {
		case len(w) <= 2 && w[0] >= '1' && w[0] <= '9' && (len(w) == 1 || w[1] >= '0' && w[1] <= '9'):
			before = int(w[0] - '0')
			if len(w) == 2 {
				before = before*10 + int(w[1]-'0')
			}
		case strings.HasPrefix(w, "aplicac") || strings.HasPrefix(w, "passad") || strings.HasPrefix(w, "pulveriz") || w == "passes":
			most, before = max(most, before), 0
		case w != "x" && w != "vezes":
			before = 0
		}
	}
	return most
}

// kindMaxText is as long as a text may be; more is not looked through.
const kindMaxText = 5_000 * 4
