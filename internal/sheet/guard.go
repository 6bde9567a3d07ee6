package sheet

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Programs take a CSV cell that begins with one of these marks for a formula, which may call out or
// run a command. Such a text gets an apostrophe before it, which programs show and do not run. To
// make reading it back unambiguous, a text that already has apostrophes before it gets one more.

// plainNumber matches numbers that no program reads as a formula despite a leading sign.
var plainNumber = regexp.MustCompile(`^[+-]?[0-9]+(?:[.,][0-9]+)*$`)

// Guard makes a text safe for a CSV cell.
func Guard(s string) string {
	if isFormula(strings.TrimLeft(s, "'")) && !plainNumber.MatchString(s) {
		return "'" + s
	}
	return s
}

// unguard undoes Guard.
func unguard(s string) string {
	if strings.HasPrefix(s, "'") && isFormula(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

// isFormula reports whether a program might read a text as a formula: by its first character, in
// either width, also after spaces that some programs drop.
func isFormula(s string) bool {
	if strings.HasPrefix(s, "\t") || strings.HasPrefix(s, "\r") || strings.HasPrefix(s, "\n") {
		return true
	}
	switch r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " \u00a0\u3000\ufeff")); r {
	case '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
		return true
	}
	return false
}
