package facts

import (
	"strings"

	"rastro/internal/ptbr"
)

// IntervalSource is the source of the days between an application and the harvest.
type IntervalSource uint8

const (
	NoInterval IntervalSource = iota
	StatedInterval
	TypicalInterval
)

// maxActive bounds the text that is searched for an active ingredient.
const maxActive = 200

// readInterval reads the days from the dose, or else from the kind of input. A separate number of
// days has priority. If a text gives several, the smallest counts.
func (f *Application) readInterval(kindOf, dose string) {
	for _, text := range []string{dose, kindOf} {
		days, reading := ptbr.PreHarvestInterval(text)
		if reading == ptbr.Absent {
			continue
		}
		switch {
		case reading != ptbr.Read:
			f.Source = NoInterval // stated, but too vaguely to conclude anything
			return
		case f.Source == StatedInterval:
			f.Days = min(f.Days, days)
		default:
			f.Days, f.Source = days, StatedInterval
		}
		return
	}
	if f.Source == NoInterval && len(kindOf)+len(dose) <= maxActive && (kindOf != "" || dose != "") {
		f.Active = PlainWords(kindOf + " " + dose)
	}
}

// passesIn returns how many passes over the field a text mentions, 0 for none.
func passesIn(text string) int {
	if !strings.ContainsAny(text, "0123456789") || len(text) > kindMaxText {
		return 0
	}
	most, before := 0, 0
	for w := range EachWord(PlainWords(text)) {
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

// kindMaxText is the maximum length of a text; the rest is not searched.
const kindMaxText = 5_000 * 4
