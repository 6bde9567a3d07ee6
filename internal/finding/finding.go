package finding

import (
	"cmp"

	"rastro/internal/lang"
)

// Finding is something that a rule found.
type Finding struct {
	Rule *Rule
	// Field and Pointer (RFC 6901, from the record's root) are the place in the record, if the
	// finding is about one record.
	Field, Pointer string
	// Records are the records of a harvest that the finding is about, with the one to check first
	// at the front. The list is bounded; the message contains the full count.
	Records []Ref
	// Args and Words are the values of the message's placeholders; those in Words
	// differ by language.
	Args  lang.Args
	Words map[string]lang.Text
}

// Ref names a field of a record.
type Ref struct{ Prefix, ID, Field string }

// Say gives a placeholder its value: a string, or a lang.Text where the value
// differs by language.
func (f *Finding) Say(name string, value any) {
	switch value := value.(type) {
	case string:
		if f.Args == nil {
			f.Args = lang.Args{}
		}
		f.Args[name] = value
	case lang.Text:
		if f.Words == nil {
			f.Words = map[string]lang.Text{}
		}
		f.Words[name] = value
	}
}

// Message returns the finding in one language.
func (f Finding) Message(l lang.Lang) string {
	said := Message{f.Rule.Message, f.Args, f.Words}
	if f.Args[hintArg] == "" {
		return said.In(l)
	}
	return said.In(l) + Message{f.Rule.Hint, f.Args, f.Words}.In(l)
}

// hintArg is the placeholder for a rule's hint. A finding that sets it is shown with the hint.
const hintArg = "sugestao"

// Text returns the finding in every language.
func (f Finding) Text() lang.Text {
	return lang.Text{PT: f.Message(lang.PT), EN: f.Message(lang.EN), ES: f.Message(lang.ES)}
}

// Compare orders findings by severity, the worst first.
func (f *Finding) Compare(other *Finding) int {
	return cmp.Compare(f.Rule.Severity.rank(), other.Rule.Severity.rank())
}

// Message is a text with {placeholders} and the values that fill them.
type Message struct {
	Text  lang.Text
	Args  lang.Args            // the same in every language
	Words map[string]lang.Text // different in each
}

// In returns the message in one language.
func (m Message) In(l lang.Lang) string {
	if len(m.Words) == 0 {
		return m.Text.Fill(l, m.Args)
	}
	args := make(lang.Args, len(m.Args)+len(m.Words))
	for name, value := range m.Args {
		args[name] = value
	}
	for name, value := range m.Words {
		args[name] = value.In(l)
	}
	return m.Text.Fill(l, args)
}

// MaxQuoted bounds how much of a value a message repeats.
const MaxQuoted = 60
