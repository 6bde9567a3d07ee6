package ptbr

import (
	"math"
	"strings"

	"rastro/internal/ptbr/letters"
)

// maxInterval bounds an interval before harvest, in days. Labels give up to some
// hundred and fifty; four digits are something else.
const maxInterval = 999

// PreHarvestInterval reads from a dose how many days must pass between the application of an input
// and the harvest: carência 30 dias, intervalo de segurança: 30 d, 30 dias de carência. A text that
// does not mention it is Absent, and so is one that says it does not apply; "sem carência" is zero
// days; one that mentions it without a number is Unreadable. Of several intervals it returns the
// longest, as Ambiguous.
func PreHarvestInterval(text string) (days int, reading Reading) {
	var (
		tokens [maxTokens]token
		found  [maxFound]Found
	)
	all, _ := scan(text, tokens[:0], found[:0])
	for i := range all {
		f := &all[i]
		if f.Label != PreHarvest {
			continue
		}
		n, ok := f.days()
		switch {
		case !ok && reading == Absent:
			reading = Unreadable
		case !ok:
		case reading == Absent || reading == Unreadable:
			days, reading = n, Read
			if f.Reading == Ambiguous || f.Bound == AtLeast {
				reading = Ambiguous
			}
		case n != days:
			days, reading = max(n, days), Ambiguous
		}
	}
	if reading == Absent {
		return 0, unsaidInterval(text)
	}
	return days, reading
}

// days returns a quantity in whole days. A bare number is in days, the only usual unit.
func (f *Found) days() (int, bool) {
	value := f.Value
	if f.Unit != nil {
		hours, ok := f.Base()
		if value = hours / 24; !ok {
			return 0, false
		}
	}
	if value < 0 || value > maxInterval || value != math.Trunc(value) {
		return 0, false
	}
	return int(value), true
}

// interval is what a text without a number says about the interval.
type interval uint8

const (
	someInterval interval = iota
	noInterval
)

// intervalWords are how people speak of the interval, and how they say that there is none.
var intervalWords = func() letters.Lexicon[interval] {
	all := map[string]interval{}
	letters.EachSpelling("carencia|intervalo de seguranca|periodo de seguranca", func(s string) { all[s] = someInterval })
	letters.EachSpelling("zero|sem carencia|sem periodo de carencia|carencia zero|nao tem carencia|nao ha carencia|sem intervalo de seguranca", func(s string) { all[s] = noInterval })
	return letters.NewLexicon(all)
}()

// unsaidInterval returns what a text without a number says about the interval.
func unsaidInterval(text string) Reading {
	said, end, ok := intervalWords.Find(text)
	if !ok {
		return Absent
	}
	if said == noInterval {
		return Read
	}
	rest := strings.TrimLeft(text[end:], " :=-")
	if end := strings.IndexAny(rest, ",;"); end >= 0 {
		rest = rest[:end]
	}
	if IsAbsent(rest) {
		return Absent
	}
	return Unreadable
}
