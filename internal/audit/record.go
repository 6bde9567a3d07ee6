package audit

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Graded is what grading one record gives.
type Graded struct {
	Findings []Finding
	IDs      []Identifier
}

// Finding is one remark on one record.
type Finding struct {
	Rule    *Rule
	Field   string
	Pointer string // RFC 6901, from the record's root
	Args    lang.Args
	// Words are the values of the placeholders that differ by language.
	Words map[string]lang.Text
}

// Bounds on what one record can make us send back.
const (
	maxFindings    = 100
	maxIdentifiers = 100
)

// maxQuoted bounds how much of a value a message repeats.
const maxQuoted = 60

// Record grades one payload, written in a year. It is a pure function: the same
// payload of the same kind and year always gives the same. First come the
// findings on single fields in the order of the payload, then those on several
// fields together in the order of the kind's checks. A finding may be on a
// field of the kind that is missing.
func Record(k *kind.Kind, dados []byte, year int) Graded {
	form := forms[k]
	if form == nil {
		return Graded{}
	}
	g := grader{form: form, year: year, facts: make([]fact, len(form.fields))}
	for i := range g.facts {
		g.facts[i].field = &form.fields[i]
	}
	canon.Each(string(dados), g.member)
	for _, check := range form.checks {
		check(&g)
	}
	return g.out
}

// grader is one payload on its way through the checks.
type grader struct {
	form  *form
	year  int
	facts []fact // one for each field of the form, there or not
	out   Graded

	stated   string // the crop, where a member says it
	cropRead bool
	cropIs   crop
}

// member takes up one member of the payload, and tells whether there is room for
// findings on another.
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

// get is a field of the payload. The form has it, or the caller is wrong.
func (g *grader) get(name string) *fact { return &g.facts[g.form.index[name]] }

// unknown remarks on a member that the kind does not have. Even there a CPF is
// not overlooked.
func (g *grader) unknown(name, value string) {
	f := fact{field: &field{name: name, pointer: "/dados/" + canon.PointerToken(name), shape: kind.Text}}
	if !g.form.open && !isBeside(g.form.kind.Prefix, name) {
		args := []any{"campo", lang.Clip(name, maxQuoted)}
		if near := nearest(g.form.kind, name); near != "" {
			args = append(args, "sugestao", near)
		}
		g.add(unknownField, &f, args...)
	}
	if f.take(value) {
		g.identify(&f)
	}
	if name == "cultura" {
		g.stated = f.text
	}
}

func nearest(k *kind.Kind, name string) string {
	best, distance := "", 4 // more than three edits is another word
	for i := range k.Fields {
		if d := lang.Edits(name, k.Fields[i].Name, distance); d < distance {
			best, distance = k.Fields[i].Name, d
		}
	}
	return best
}

// add remarks on a field. The arguments are pairs of a placeholder and its
// value: a string, or a lang.Text where it differs by language.
func (g *grader) add(rule *Rule, f *fact, args ...any) { g.addAt(rule, f, f.field.pointer, args...) }

// addAt remarks on a place within a field.
func (g *grader) addAt(rule *Rule, f *fact, pointer string, args ...any) {
	if len(g.out.Findings) == maxFindings {
		return
	}
	found := Finding{Rule: rule, Field: f.field.name, Pointer: pointer}
	for i := 0; i+1 < len(args); i += 2 {
		switch name := args[i].(string); value := args[i+1].(type) {
		case string:
			if found.Args == nil {
				found.Args = lang.Args{}
			}
			found.Args[name] = value
		case lang.Text:
			if found.Words == nil {
				found.Words = map[string]lang.Text{}
			}
			found.Words[name] = value
		}
	}
	g.out.Findings = append(g.out.Findings, found)
}

// Message says the finding in one language.
func (f Finding) Message(l lang.Lang) string {
	args := f.Args
	if len(f.Words) > 0 {
		args = make(lang.Args, len(f.Args)+len(f.Words))
		for name, value := range f.Args {
			args[name] = value
		}
		for name, value := range f.Words {
			args[name] = value.In(l)
		}
	}
	message := f.Rule.Message.Fill(l, args)
	if args["sugestao"] != "" {
		message += f.Rule.Hint.Fill(l, args)
	}
	return message
}

// Text says the finding in every language.
func (f Finding) Text() lang.Text {
	return lang.Text{PT: f.Message(lang.PT), EN: f.Message(lang.EN), ES: f.Message(lang.ES)}
}
