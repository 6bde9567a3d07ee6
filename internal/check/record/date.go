package record

import (
	"slices"
	"strconv"
	"time"

	"rastro/internal/ptbr"
)

// Years before which a date is in doubt: a coffee field may be old, a delivery is unlikely to be.
const (
	OldestEvent    = 1990
	OldestPlanting = 1950
)

// The checks of date fields. What happened cannot lie in the future, a plan may.
var (
	happened  = []check{gradeDate(OldestEvent, false)}
	wasSown   = []check{gradePlanting}
	isPlanned = []check{gradeDate(OldestEvent, true)}
)

// gradePlanting leaves a date that is only a year to gradePlantingYear.
func gradePlanting(g *grader, f *fact) {
	if _, reading := ptbr.Year(f.text); reading != ptbr.Read {
		gradeDate(OldestPlanting, false)(g, f)
	}
}

// gradePlantingYear checks a planting with only a year. For coffee and other crops that stand for
// years, people know no more; for soy it is not a date.
func gradePlantingYear(g *grader) {
	f := g.get("dataPlantio")
	if f.kind != '"' || f.reading != ptbr.Unreadable {
		return
	}
	year, reading := ptbr.Year(f.text)
	if reading != ptbr.Read {
		return
	}
	switch {
	case year > g.year:
		g.add(futureDate, f, "valor", f.quoted(), "ano", strconv.Itoa(g.year))
	case year < OldestPlanting:
		g.add(ancientDate, f, "valor", f.quoted(), "ano", strconv.Itoa(OldestPlanting))
	case g.crop() == noCrop:
		g.add(impreciseDate, f, "valor", f.quoted()) // another record may say that it is coffee
	case g.crop() != coffee && !g.isPerennial():
		g.add(unreadableDate, f, "valor", f.quoted())
	}
}

func gradeDate(oldest int, plan bool) check {
	return func(g *grader, f *fact) {
		switch f.reading {
		case ptbr.Impossible:
			g.add(impossibleDate, f, "valor", f.quoted())
		case ptbr.Unreadable:
			g.unreadDate(f)
		case ptbr.Read:
			// Only the year of the write is known, and one more day is not a mistake.
			from := time.Date(g.year+1, time.January, 2, 0, 0, 0, 0, ptbr.Brasilia)
			switch {
			case !plan && !f.at.Before(from):
				g.add(futureDate, f, "valor", f.quoted(), "ano", strconv.Itoa(g.year))
			case f.at.Year() < oldest:
				g.add(ancientDate, f, "valor", f.quoted(), "ano", strconv.Itoa(oldest))
			}
		}
	}
}

// unreadDate reports a text that is not a single date. A text with a month, or with a day among
// other words, is still useful.
func (g *grader) unreadDate(f *fact) {
	mentioned := slices.ContainsFunc(ptbr.Dates(f.text), func(m ptbr.Moment) bool { return m.Reading == ptbr.Read })
	if mentioned {
		g.add(impreciseDate, f, "valor", f.quoted())
	} else {
		g.add(unreadableDate, f, "valor", f.quoted())
	}
}

// gradeCleaning reads the dates of a cleaning record.
func gradeCleaning(g *grader, f *fact) {
	for _, m := range ptbr.Dates(f.text) {
		if m.Reading == ptbr.Impossible {
			g.add(impossibleMention, f, "valor", clip(f.text[m.Start:m.End]))
			return
		}
	}
}

// gradeHarvestDay checks that a harvest has a date.
func gradeHarvestDay(g *grader) {
	record := g.get("registroLimpeza")
	if !record.absent() && g.get("dataColheita").absent() && len(ptbr.Dates(record.text)) == 0 {
		g.add(undatedCleaning, record, "valor", record.quoted())
	}
}

// gradeDuration checks that the end does not come before the start. Days are
// compared: one of the two may say the hour and the other not.
func gradeDuration(g *grader) {
	start, end := g.get("dataInicio"), g.get("dataFim")
	if start.reading == ptbr.Read && end.reading == ptbr.Read && calendarDay(end.at) < calendarDay(start.at) {
		g.add(endBeforeStart, end, "inicio", start.quoted(), "fim", end.quoted())
	}
}

// gradeValidity checks that a validation does not expire before it is made. If its day is missing,
// only the year of the write is known.
func gradeValidity(g *grader) {
	made, until := g.get("dataValidacao"), g.get("validade")
	if until.reading != ptbr.Read {
		return
	}
	if made.reading == ptbr.Read && calendarDay(until.at) < calendarDay(made.at) || made.reading != ptbr.Read && until.at.Year() < g.year {
		g.add(validityOver, until, "validade", until.quoted())
	}
}

// calendarDay numbers the days of the calendar, in the zone of the text.
func calendarDay(at time.Time) int { return at.Year()*1000 + at.YearDay() }
