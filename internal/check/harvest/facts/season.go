package facts

import (
	"strconv"

	"rastro/internal/ptbr"
)

// Season is the form in which the spellings of one harvest code are equal: its
// years. It is "" for a code that does not say them, which is not compared.
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

// Season is the harvest's years as its codes say them, "" where they do not say
// them or do not agree.
func (b *Book) Season() string {
	years := ""
	for code := range b.Codes {
		switch form := Season(code); {
		case form == "":
		case years != "" && years != form:
			return ""
		default:
			years = form
		}
	}
	return years
}
