package lang

import (
	"strconv"
	"time"
)

// months are the names of the months.
var months = [...][12]string{
	PT: {"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
	EN: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	ES: {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	DE: {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	NL: {"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"},
	FR: {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	IT: {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"},
}

// Month writes a month and its year: "março de 2026", "March 2026".
func (l Lang) Month(at time.Time) string {
	return months[l][at.Month()-1] + l.of() + strconv.Itoa(at.Year())
}

// LongDay formats a day with its month as a word, to avoid confusing the two.
func (l Lang) LongDay(at time.Time) string {
	day := strconv.Itoa(at.Day())
	switch {
	case l == DE:
		day += "."
	case l == FR && at.Day() == 1:
		day = "1er"
	case l == IT && at.Day() == 1:
		day = "1º"
	}
	return day + l.of() + l.Month(at)
}

// of returns the word between the parts of a date. It also stands between a day and a month, except
// where the language writes "2 March".
func (l Lang) of() string {
	if l == PT || l == ES {
		return " de "
	}
	return " "
}

// Day writes a day in numbers.
func (l Lang) Day(at time.Time) string {
	switch l {
	case EN: // the month in letters: 02/01 is the first of February to half of its readers
		return at.Format("2 Jan 2006")
	case DE:
		return at.Format("02.01.2006")
	case NL:
		return at.Format("02-01-2006")
	}
	return at.Format("02/01/2006")
}
