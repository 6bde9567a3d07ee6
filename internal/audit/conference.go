package audit

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Entry is one live record of a harvest, as it is held against the others.
type Entry struct {
	Kind        *kind.Kind
	ID          string
	SafraCodigo string
	Dados       []byte // not kept
	CreatedAt   time.Time
}

// HarvestOptions is what a harvest is held against beside its own records. The
// zero value asks nothing of it but that its records agree.
type HarvestOptions struct {
	Target Target
	// Mandatory are the kinds that the phase catalogue asks of each crop, by the
	// crop's canonical name. A crop that is not there is asked what OUTRA is.
	Mandatory map[string][]*kind.Kind
	// OtherLots are the lots of other harvests that this one may name.
	OtherLots []string
	// OtherPlots are the plots of other harvests. OtherPlotsMore: there may be more
	// than were looked at.
	OtherPlots     []OtherPlot
	OtherPlotsMore bool
	// Claims are the lots and GTINs that this harvest and another party claim.
	Claims []RivalClaim
	// Hidden is the land of other harvests, of the same years and crop, that whoever
	// reads the conference may not read.
	Hidden []HiddenLand
	// Windows are the sowing windows, nil for SowingWindows.
	Windows []SowingWindow
	// Intervals are the intervals before harvest that hold where a record says
	// none, nil for TypicalIntervals.
	Intervals []Interval
}

// RivalClaim is a lot or a GTIN that the harvest claims and others too.
type RivalClaim struct {
	Code string
	GTIN bool // a GTIN, not a lot
	// Owned: the code is this harvest's, and the other one claims it; else the other
	// way round.
	Owned bool
	// Cited: whoever does not own the lot only names it in a validation.
	Cited bool
	// Settled: an administrator decided whose the code is.
	Settled bool
	// Harvests are those of the others that the finding may name; without any it
	// only says that there are others. More: there are more of them.
	Harvests []string
	More     bool
	// Alike is how many further codes stand in the same way. They are counted, and not
	// told one by one.
	Alike int
}

// OtherPlot is a plot of another harvest.
type OtherPlot struct {
	Harvest     string // its safraId
	Named       bool   // the finding may say it; else only that there is one
	SafraCodigo string // without its years the plot is passed over
	Crop        string // as is one without its crop
	Plot        *geo.Plot
}

// HiddenLand is land of another harvest of which no more may be told than its region
// and, roughly, how large it is.
type HiddenLand struct {
	Region geo.Region
	Ha     float64
}

// Conference is what holding the records of a harvest against each other gives.
type Conference struct {
	Crop string // canonical name, "" when the records do not say
	// Findings are the worst first, then in the order of the rules, then of the
	// records. There are at most maxConferenceFindings.
	Findings []HarvestFinding
	// Summary counts all findings, also those beyond the bound.
	Summary      Summary
	Completeness Completeness
}

// HarvestFinding is one remark on records of a harvest.
type HarvestFinding struct {
	Rule *Rule
	Args lang.Args
	// Words are the values of the placeholders that differ by language.
	Words map[string]lang.Text
	// Records are those that it is about, the one to look at first ahead. There
	// are at most maxNamed; the message says how many it is about.
	Records []Ref
}

// Ref names a field of a record.
type Ref struct{ Prefix, ID, Field string }

// Summary counts findings by severity.
type Summary struct{ Erro, Alerta, Info int }

// Count counts one more finding.
func (s *Summary) Count(severity Severity) { s.count(severity, 1) }

func (s *Summary) count(severity Severity, n int) {
	switch severity {
	case Error:
		s.Erro += n
	case Alert:
		s.Alerta += n
	default:
		s.Info += n
	}
}

// Add counts what another summary does.
func (s *Summary) Add(more Summary) {
	s.Erro, s.Alerta, s.Info = s.Erro+more.Erro, s.Alerta+more.Alerta, s.Info+more.Info
}

// Worst is the heaviest severity there is, "" without findings.
func (s Summary) Worst() Severity {
	switch {
	case s.Erro > 0:
		return Error
	case s.Alerta > 0:
		return Alert
	case s.Info > 0:
		return Info
	}
	return ""
}

// Bounds on what a conference sends back: enough to work with.
const (
	maxConferenceFindings = 500
	maxNamed              = 20
)

// Harvest holds the records of one harvest against each other and against what
// is asked of them. It is a pure function, and the order of the entries does not
// matter. The year is the current one.
func Harvest(entries iter.Seq[Entry], year int, o HarvestOptions) Conference {
	b := NewBook(year)
	for e := range entries {
		b.Add(e)
	}
	return b.Confer(o)
}

// Confer runs every check on what the book holds.
func (b *Book) Confer(o HarvestOptions) Conference {
	b.settle()
	c := conferral{Book: b, o: o, perRule: map[*Rule]int{}}
	c.crop = b.Crop()
	c.prepare()
	for _, check := range harvestChecks {
		check(&c)
	}
	for _, f := range b.remarks {
		c.note(f)
	}
	slices.SortStableFunc(c.found, func(a, b HarvestFinding) int {
		return a.compare(&b)
	})
	if len(c.found) > maxConferenceFindings {
		c.found = slices.Clone(c.found[:maxConferenceFindings])
	}
	return Conference{Crop: c.crop, Findings: c.found, Summary: c.summary, Completeness: c.completeness()}
}

// compare orders findings, the worst first, then as the rules stand in their table.
func (f *HarvestFinding) compare(other *HarvestFinding) int {
	return cmp.Or(f.Rule.Severity.rank()-other.Rule.Severity.rank(), ruleOrder[f.Rule]-ruleOrder[other.Rule])
}

// Before reports whether a conference lists the finding ahead of another.
func (f *HarvestFinding) Before(other *HarvestFinding) bool { return f.compare(other) < 0 }

// rank orders severities, the worst first.
func (s Severity) rank() int {
	switch s {
	case Error:
		return 0
	case Alert:
		return 1
	}
	return 2
}

// conferral is a harvest on its way through the checks. Checks go over the
// facts in the order of the records, so findings of one rule come in it.
type conferral struct {
	*Book
	o       HarvestOptions
	crop    string
	found   []HarvestFinding
	perRule map[*Rule]int
	summary Summary

	origin  origins  // which lots are known, and from where
	land    land     // the area of the harvest
	europe  bool     // it goes to the European Union, or is asked to be fit for it
	earlier earliest // the earliest each lot was seen at each stage
}

// harvestChecks are run in this order; none sees what another found, but for
// what prepare leaves.
var harvestChecks = []func(*conferral){
	(*conferral).checkOrder, (*conferral).checkCycle, (*conferral).checkIntervals,
	(*conferral).checkApplicationDates, (*conferral).checkWindows,
	(*conferral).checkBalance, (*conferral).checkTotal, (*conferral).checkIndustry, (*conferral).checkYield,
	(*conferral).checkTreatedArea, (*conferral).checkHarvestedArea, (*conferral).checkSeed,
	(*conferral).checkUnknownLots, (*conferral).checkDoubledLots, (*conferral).checkCircle, (*conferral).checkBlends,
	(*conferral).checkCustody, (*conferral).checkClaims, (*conferral).checkRivals,
	(*conferral).checkCodes, (*conferral).checkCrops, (*conferral).checkCargoReference, (*conferral).checkReuse,
	(*conferral).checkInvoicePeriod, (*conferral).checkInspections, (*conferral).checkApplicators, (*conferral).checkModified,
	(*conferral).checkPlots, (*conferral).checkOverlaps, (*conferral).checkEvidence,
}

// prepare works out what several checks use.
func (c *conferral) prepare() {
	c.origin = c.origins()
	c.land = c.landOf()
	c.europe = c.o.Target == EUDR || c.boundForEurope()
	c.earlier = c.earliestSeen()
}

// add notes a finding. The arguments are pairs of a placeholder and its value.
// Of a rule that finds more than can be sent the rest is only counted.
func (c *conferral) add(rule *Rule, records []Ref, args ...any) {
	f := HarvestFinding{Rule: rule, Records: records}
	if c.room(rule) {
		f.sayAll(args)
		if len(records) > maxNamed {
			f.Records = slices.Clone(records[:maxNamed])
		}
	}
	c.note(f)
}

// note counts a finding, and keeps it while there is room.
func (c *conferral) note(f HarvestFinding) {
	c.summary.Count(f.Rule.Severity)
	if c.perRule[f.Rule]++; c.perRule[f.Rule] <= maxConferenceFindings {
		c.found = append(c.found, f)
	}
}

// room tells whether a finding of the rule would still be kept.
func (c *conferral) room(rule *Rule) bool { return c.perRule[rule] < maxConferenceFindings }

// sayAll gives placeholders their values, name and value in turn.
func (f *HarvestFinding) sayAll(args []any) {
	for i := 0; i+1 < len(args); i += 2 {
		f.say(args[i].(string), args[i+1])
	}
}

// say gives a placeholder its value: a text, a number, a day, or words that
// differ by language.
func (f *HarvestFinding) say(name string, value any) {
	if f.Args == nil {
		f.Args = lang.Args{}
	}
	switch v := value.(type) {
	case string:
		f.Args[name] = lang.Clip(v, maxQuoted)
		return
	case int:
		value = grouped(float64(v), 0)
	case float64:
		value = grouped(v, 2)
	case dayNumber:
		value = v.text()
	}
	if f.Words == nil {
		f.Words = map[string]lang.Text{}
	}
	f.Words[name] = value.(lang.Text)
}

// Message says the finding in one language.
func (f HarvestFinding) Message(l lang.Lang) string {
	args := make(lang.Args, len(f.Args)+len(f.Words))
	for name, value := range f.Args {
		args[name] = value
	}
	for name, value := range f.Words {
		args[name] = value.In(l)
	}
	message := f.Rule.Message.Fill(l, args)
	if args["sugestao"] != "" {
		message += f.Rule.Hint.Fill(l, args)
	}
	return message
}

// ref names a field of a record.
func (b *Book) ref(rec int32, field string) Ref {
	r := &b.records[rec]
	return Ref{r.kind.Prefix, r.id, field}
}

// appendRef adds a reference to a list that names no more than a finding does.
func (c *conferral) appendRef(refs []Ref, rec int32, field string) []Ref {
	if len(refs) >= maxNamed {
		return refs
	}
	return append(refs, c.ref(rec, field))
}
