package pagekit

import (
	"rastro/internal/author"
	"rastro/internal/lang"
)

// erasedTexts is how a page names a person of whom only the id is left.
var erasedTexts = lang.Text{PT: "pessoa {id}", EN: "person {id}", ES: "persona {id}"}

// Author is how a page names who wrote something: a person by name and organisation, anyone else
// as the journal does.
func (on *Call) Author(written string) string {
	id, organization, person := author.Parse(written)
	if !person {
		return written
	}
	name, known := on.named[id]
	if !known {
		if found, err := on.People(on.Ctx, []string{id}); err == nil {
			name = found[id]
		}
		if on.named == nil {
			on.named = map[string]string{}
		}
		on.named[id] = name
	}
	if name == "" {
		name = erasedTexts.Fill(on.Lang, lang.Args{"id": lang.Clip(id, 13)})
	}
	if organization == "" {
		return name
	}
	return name + " (" + organization + ")"
}
