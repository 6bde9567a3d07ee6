package columns

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"unicode/utf8"

	"rastro/internal/kind"
)

const (
	// maxProgram bounds the instructions of a pattern, with its repetitions written out: each character of a cell may
	// take as many steps.
	maxProgram = 128
	// maxSteps bounds the steps of all patterns on a file: cells of 40 characters in 100 000 rows take half of it at most.
	maxSteps = 1 << 30
)

// splitter is a pattern with the steps that it may take for each character.
type splitter struct {
	pattern *regexp.Regexp
	size    int
}

// compile compiles a pattern; ok is false if it does not have two groups, or is too large.
func compile(pattern string) (s splitter, ok bool) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return s, false
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return s, false
	}
	re, err := regexp.Compile(pattern)
	return splitter{re, len(program.Inst)}, err == nil && re.NumSubexp() == 2
}

// parts returns the two parts of a text, nil if it has none, and the steps that may have been taken. It does
// not try a text that is too long for a field.
func (s splitter) parts(text string) (parts []string, steps int) {
	if utf8.RuneCountInString(text) > kind.MaxText {
		return nil, 0
	}
	found := s.pattern.FindStringSubmatch(text)
	if found != nil && len(found[0]) == len(text) {
		parts = found[1:]
	}
	return parts, (len(text) + 1) * s.size
}

// tooSlow is the error of a pattern that takes too many steps on a file.
func tooSlow(at int) error { return bad("coluna " + strconv.Itoa(at) + ": padrao") }
