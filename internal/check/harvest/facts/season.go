package facts

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/ptbr"
)

// Season returns the common form of a harvest code's spellings: its years. It is "" for a code
// without years, which is not compared.
func Season(code string) string {
	first, last, reading := ptbr.Harvest(code)
	if reading != ptbr.Read {
		return ""
	}
	form := strconv.Itoa(first)
	if last != first {
		form += "/" + strconv.Itoa(last)
	}
	return form
}

// SeasonName returns a harvest code as people name the season: 2024/25 for every spelling of these
// years, and the code itself if it does not contain them.
func SeasonName(code string) string {
	form := Season(code)
	if form == "" {
		return code
	}
	if first, last, two := strings.Cut(form, "/"); two {
		return first + "/" + last[2:]
	}
	return form
}

// maxSeasons bounds the years that a harvest's land is compared in.
const maxSeasons = 16

// Seasons returns the years in the harvest's codes, those of most records first. A record under
// another code adds years and removes none.
func (b *Book) Seasons() []string {
	forms := make([]string, len(b.Codes))
	for code, n := range b.Codes {
		forms[n] = Season(code)
	}
	count := map[string]int{}
	for i := range b.Records {
		if form := forms[b.Records[i].Code]; form != "" {
			count[form]++
		}
	}
	seasons := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	return seasons[:min(len(seasons), maxSeasons)]
}
