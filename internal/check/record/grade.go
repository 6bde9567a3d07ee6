// Package record checks a single record. A finding never blocks a write: it is returned with the
// record, and counts when the harvest is validated. The rules are rows of a table, and so are the
// searches in each field.
package record

import (
	"bytes"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Graded is the result of grading one record.
type Graded struct {
	Findings []finding.Finding
	IDs      []Identifier
	// Plot is the plot of the record, nil if it has none that can be read.
	// Reshaped: its field was not sent as a flat list of numbers.
	Plot     *geo.Plot
	Reshaped bool
}

// Limits on what a single record can make the response contain.
const (
	maxFindings    = 100
	maxIdentifiers = 100
)

// Grade grades a payload written in a year. It is a pure function: the same payload, kind and year
// always give the same result. First come the findings on single fields, in the order of the
// payload, then those on several fields, in the order of the kind's checks. A finding may be about
// a field of the kind that is missing.
func Grade(k *kind.Kind, payload []byte, year int) Graded {
	form := forms[k]
	if form == nil {
		return Graded{}
	}
	facts := form.blank()
	defer form.keep(facts)
	g := grader{form: form, year: year, facts: *facts, kept: KeptColumns(payload)}
	canon.Each(string(payload), g.member)
	for _, check := range form.checks {
		check(&g)
	}
	return g.out
}

// Slips returns what a person who fills in a form or a spreadsheet has to correct before the payload
// is written (see finding.Rule). No year is too late for it: whether a date lies in the future depends
// on the year of the write, and is no slip, but in an earlier year it would hide one.
func Slips(k *kind.Kind, payload []byte) []finding.Finding {
	return slices.DeleteFunc(Grade(k, payload, latestYear).Findings, func(f finding.Finding) bool { return !f.Rule.Slip })
}

// latestYear is later than every year that a date can have.
const latestYear = 9999

// maxKeptColumns bounds the columns that a payload is believed to have kept.
const maxKeptColumns = 200

// KeptColumns returns the members of a payload that are kept columns of a spreadsheet, with their
// headers.
func KeptColumns(payload []byte) (headers map[string]string) {
	if !bytes.Contains(payload, []byte(`"`+kind.KeptColumns+`"`)) {
		return nil
	}
	canon.Each(string(payload), func(name, value string) bool {
		if name != kind.KeptColumns || canon.KindOf(value) != '{' {
			return true
		}
		headers = map[string]string{}
		canon.Each(value, func(name, header string) bool {
			if canon.KindOf(header) == '"' {
				headers[name] = canon.Unquote(header)
			}
			return len(headers) < maxKeptColumns
		})
		return false
	})
	return headers
}

// grader holds a payload while the checks run.
type grader struct {
	form  *form
	year  int
	facts []fact // one for each field of the form, there or not
	out   Graded

	kept     map[string]string // columns that somebody chose to keep
	taxCheck string            // findings about the invoice, as kept in the payload
	stated   string            // the crop, if a member states it
	cropRead bool
	cropIs   crop
}

// member processes one member of the payload, and reports whether there is room for findings on
// another.
func (g *grader) member(name, value string) bool {
	i, known := g.form.index[name]
	if !known {
		g.unknown(name, value)
	} else if f := &g.facts[i]; f.take(value) {
		g.identify(f)
		for _, check := range f.field.checks {
			check(g, f)
		}
	}
	return len(g.out.Findings) < maxFindings
}

// get returns a field of the payload. The form must have it.
func (g *grader) get(name string) *fact { return &g.facts[g.form.index[name]] }

// unknown remarks on a member that the kind does not have. Even there a CPF is
// not overlooked.
func (g *grader) unknown(name, value string) {
	f := fact{field: &field{name: name, pointer: "/dados/" + canon.PointerToken(name), shape: kind.Text}}
	if !g.form.open && !IsExtraMember(g.form.kind.Prefix, name) && g.kept[name] == "" {
		args := []any{"campo", lang.Clip(name, finding.MaxQuoted)}
		if near := nearest(g.form.kind, name); near != "" {
			args = append(args, "sugestao", near)
		}
		g.add(unknownField, &f, args...)
	}
	if f.take(value) {
		g.identify(&f)
	}
	switch name {
	case "cultura":
		g.stated = f.text
	case TaxPapers:
		g.gradeTaxPapers(&f, value)
	case found.Member:
		g.taxCheck = value
	}
}

func nearest(k *kind.Kind, name string) string {
	best, distance := "", 4 // more than three edits is another word
	for _, f := range slices.Concat(k.Fields, k.Beside) {
		if d := lang.Edits(name, f.Name, distance); d < min(distance, len(f.Name)) {
			best, distance = f.Name, d
		}
	}
	return best
}

// add remarks on a field. The arguments are pairs of a placeholder and its
// value: a string, or a lang.Text where it differs by language.
func (g *grader) add(rule *finding.Rule, f *fact, args ...any) {
	g.addAt(rule, f, f.field.pointer, args...)
}

// addAt remarks on a place within a field.
func (g *grader) addAt(rule *finding.Rule, f *fact, pointer string, args ...any) {
	if len(g.out.Findings) == maxFindings {
		return
	}
	one := finding.Finding{Rule: rule, Field: f.field.name, Pointer: pointer}
	for i := 0; i+1 < len(args); i += 2 {
		one.Say(args[i].(string), args[i+1])
	}
	g.out.Findings = append(g.out.Findings, one)
}
