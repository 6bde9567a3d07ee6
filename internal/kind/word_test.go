package kind

import (
	"regexp"
	"testing"

	"rastro/internal/lang"
)

// code matches what only programs read.
var code = regexp.MustCompile(`^[A-Z]+(_[A-Z]+)+$|^[A-Z]{5,}$`)

func TestChoicesAreWords(t *testing.T) {
	used := map[string]bool{}
	for _, k := range append(All[:len(All):len(All)], Profile) {
		for _, f := range k.FormFields() {
			for _, value := range f.Values {
				used[value] = true
				for _, l := range lang.All {
					if word := f.Word(value, l); word == "" || code.MatchString(word) {
						t.Errorf("%s.%s: %q is %q in %s", k.Name, f.Name, value, word, l.Code())
					}
				}
			}
			if f.Word("no known value", lang.EN) != "no known value" {
				t.Errorf("%s.%s renames what somebody wrote", k.Name, f.Name)
			}
		}
	}
	for value, word := range choiceWords {
		if !used[value] || !word.Complete() {
			t.Errorf("the word of %q has no field, or lacks a language", value)
		}
	}
}

func TestKnownFields(t *testing.T) {
	for _, k := range append(All[:len(All):len(All)], Profile) {
		if len(k.Known) == 0 {
			t.Errorf("%s: no field tells one record from another", k.Name)
		}
		plain := false // a placeholder for people who may not see personal data
		for _, name := range k.Known {
			f, ok := k.Declared(name)
			if !ok || f.Shape == Plot || f.Shape == Objects {
				t.Errorf("%s: %q cannot be in a title", k.Name, name)
			}
			plain = plain || !f.Personal
		}
		if !plain {
			t.Errorf("%s: without personal data nothing tells one record from another", k.Name)
		}
	}
}
