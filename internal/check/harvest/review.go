// Package harvest checks the records of one harvest against each other and against the
// requirements. Package facts reads the records; Source supplies everything else.
package harvest

import (
	"cmp"
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// Review is the result of comparing the records of a harvest with each other.
type Review struct {
	Crop string // canonical name, "" when the records do not say
	// Findings are the worst first, then in the order of the rules, then of the
	// records. There are at most maxFindings.
	Findings []finding.Finding
	// Summary counts all findings, also those beyond the bound.
	Summary finding.Summary
	// Excess is the finding that more left the harvest than was weighed at it; nil if none.
	Excess *finding.Finding
	// Errors counts the errors by their rule.
	Errors       map[*finding.Rule]int
	Completeness Completeness
	// Targets is the review for every target, in the order of Targets.
	Targets []TargetReview
	// Land says what was checked against public layers.
	Land Land
	// Profile is what the harvest's profile states. Derived is what follows with certainty from the
	// records, for fields that the profile does not state.
	Profile profile.Profile
	Derived profile.Derived
}

// Limits on what a review returns: enough to work with.
const (
	maxFindings = 500
	maxNamed    = 20
)

// Check compares the records in the book with each other and with what is required. The order of
// the records does not matter.
func Check(b *facts.Book, o Options) Review {
	b.Settle()
	c := checker{Book: b, o: o, perRule: map[*finding.Rule]int{}}
	c.crop = b.Crop()
	c.prepare()
	for _, check := range checks {
		check(&c)
	}
	for _, f := range c.remarks() {
		c.note(f)
	}
	elsewhere, europe := c.checkEurope()
	slices.SortStableFunc(c.found, compare)
	excess := c.excess()
	if len(c.found) > maxFindings {
		c.found = slices.Clone(c.found[:maxFindings])
	}
	out := Review{Crop: c.crop, Findings: c.found, Excess: excess, Summary: c.summary, Errors: map[*finding.Rule]int{}, Completeness: c.completeness(o.Target), Land: o.Land, Profile: b.Profile, Derived: b.Derived()}
	for rule, n := range c.perRule {
		if rule.Severity == finding.Error {
			out.Errors[rule] = n
		}
	}
	for _, target := range Targets {
		of := TargetReview{c.completeness(target), elsewhere}
		if target == EUDR {
			of.Summary = europe
		}
		out.Targets = append(out.Targets, of)
	}
	return out
}

// checkEurope runs the European checks, and keeps their findings if the harvest goes there or the
// review is for that market. It returns the counts of findings for other markets, and for that one.
func (c *checker) checkEurope() (elsewhere, europe finding.Summary) {
	elsewhere, found := c.summary, len(c.found)
	for _, check := range europeanChecks {
		check(c)
	}
	europe = c.summary
	switch {
	case c.aims(EUDR) || c.boundForEurope():
		elsewhere = europe
	case c.o.Target != EUDR:
		c.found, c.summary = c.found[:found], elsewhere
	}
	return elsewhere, europe
}

// compare orders findings, the worst first, then in the order of the rules.
func compare(a, b finding.Finding) int {
	return cmp.Or(a.Compare(&b), rules.Place[a.Rule]-rules.Place[b.Rule])
}

// Before reports whether a review lists a finding before another.
func Before(a, b *finding.Finding) bool { return compare(*a, *b) < 0 }

// checker is a harvest on its way through the checks. Checks go over the facts in the order of the
// records, so the findings of a rule come in that order.
type checker struct {
	*facts.Book
	o       Options
	crop    string
	found   []finding.Finding
	perRule map[*finding.Rule]int
	summary finding.Summary

	origin  origins  // which lots are known, and from where
	land    land     // the area of the harvest
	earlier earliest // the earliest each lot was seen at each stage
}

// checks run in this order. None sees another's findings, except for what prepare stores.
var checks = []func(*checker){
	(*checker).checkOrder, (*checker).checkCycle, (*checker).checkIntervals,
	(*checker).checkApplicationDates, (*checker).checkWindows,
	(*checker).checkBalance, (*checker).checkTotal, (*checker).checkIndustry, (*checker).checkYield,
	(*checker).checkTreatedArea, (*checker).checkHarvestedArea, (*checker).checkSeed,
	(*checker).checkUnknownLots, (*checker).checkDoubledLots, (*checker).checkCircle, (*checker).checkBlends,
	(*checker).checkCustody, (*checker).checkClaims, (*checker).checkRivals,
	(*checker).checkCodes, (*checker).checkCrops, (*checker).checkCargoReference, (*checker).checkReuse,
	(*checker).checkInvoicePeriod, (*checker).checkInspections, (*checker).checkApplicators, (*checker).checkModified,
	(*checker).checkOverlaps, (*checker).checkLand, (*checker).checkFiles,
}

// europeanChecks are for harvests that go to the European Union, or that must be fit for it. They
// always run, so that the verdict on that market does not depend on the market of the review.
var europeanChecks = []func(*checker){(*checker).checkPlots, (*checker).checkDeforested, (*checker).checkEvidence}

// prepare computes what several checks use.
func (c *checker) prepare() {
	c.origin = c.origins()
	c.land = c.landOf()
	c.earlier = c.earliestSeen()
}

// aims reports whether the profile of the harvest names a target.
func (c *checker) aims(at Target) bool { return slices.Contains(c.Profile.Targets, string(at)) }

// add notes a finding. The arguments are pairs of a placeholder and its value.
// If a rule finds more than can be sent, the rest is only counted.
func (c *checker) add(rule *finding.Rule, records []finding.Ref, args ...any) {
	f := finding.Finding{Rule: rule, Records: records}
	if c.room(rule) {
		sayAll(&f, args)
		if len(records) > maxNamed {
			f.Records = slices.Clone(records[:maxNamed])
		}
	}
	c.note(f)
}

// note counts a finding, and keeps it if there is room.
func (c *checker) note(f finding.Finding) {
	c.summary.Count(f.Rule.Severity)
	if c.perRule[f.Rule]++; c.perRule[f.Rule] <= maxFindings {
		c.found = append(c.found, f)
	}
}

// room reports whether another finding of the rule would be kept.
func (c *checker) room(rule *finding.Rule) bool { return c.perRule[rule] < maxFindings }

// appendRef adds a reference to a list that names no more than a finding does.
func (c *checker) appendRef(refs []finding.Ref, rec int32, field string) []finding.Ref {
	if len(refs) >= maxNamed {
		return refs
	}
	return append(refs, c.Ref(rec, field))
}

// sayAll fills placeholders, given as alternating names and values.
func sayAll(f *finding.Finding, args []any) {
	for i := 0; i+1 < len(args); i += 2 {
		say(f, args[i].(string), args[i+1])
	}
}

// say gives a placeholder its value: a text, a number, a day, or words that
// differ by language.
func say(f *finding.Finding, name string, value any) {
	switch v := value.(type) {
	case string:
		value = lang.Clip(v, finding.MaxQuoted)
	case int:
		value = grouped(float64(v), 0)
	case float64:
		value = grouped(v, 2)
	case facts.Day:
		value = v.Text()
	}
	f.Say(name, value)
}

// grouped formats a number for people, with a maximum number of decimals.
func grouped(v float64, decimals int) lang.Text {
	return lang.Text{PT: lang.PT.Number(v, decimals), EN: lang.EN.Number(v, decimals), ES: lang.ES.Number(v, decimals)}
}
