package pagekit

import (
	"rastro/internal/author"
	"rastro/internal/lang"
)

// erasedTexts are what a page shows for a person of whom only the id is left.
var erasedTexts = lang.Text{PT: "pessoa {id}", EN: "person {id}", ES: "persona {id}"}

// KnowAuthors looks up who wrote the rows of a page in a single query, so that Author can name
// them.
func KnowAuthors[T any](on *Call, rows []T, written func(*T) string) {
	var ids []string
	asked := map[string]bool{}
	for i := range rows {
		id, _, person := author.Parse(written(&rows[i]))
		if _, known := on.named[id]; person && !known && !asked[id] {
			asked[id] = true
			ids = append(ids, id)
		}
	}
	on.know(ids)
}

// know looks up the names of people. The name of an erased person is "".
func (on *Call) know(ids []string) {
	if len(ids) == 0 || on.unnamed != nil {
		return
	}
	found, err := on.People(on.Ctx, ids)
	if err != nil {
		on.unnamed = err
		return
	}
	if on.named == nil {
		on.named = map[string]string{}
	}
	for _, id := range ids {
		on.named[id] = found[id]
	}
}

// AuthorErr returns, once, why a name could not be looked up. A page that then shows an id would
// say that the person was erased, so it MUST NOT be sent.
func (on *Call) AuthorErr() error {
	err := on.unnamed
	on.unnamed = nil
	return err
}

// Organization returns what an organisation is called now, by a current or former name.
func (on *Call) Organization(name string) string {
	if on.CurrentName == nil {
		return name
	}
	return on.CurrentName(name)
}

// Author returns how a page names who wrote something: a person by name and organisation, anyone else
// as the journal does. A page with many rows calls KnowAuthors first.
func (on *Call) Author(written string) string {
	id, organization, person := author.Parse(written)
	if !person {
		return written
	}
	if _, known := on.named[id]; !known {
		on.know([]string{id})
	}
	name := on.named[id]
	if name == "" {
		name = erasedTexts.Fill(on.Lang, lang.Args{"id": lang.Clip(id, 13)})
	}
	if organization == "" {
		return name
	}
	return name + " (" + on.Organization(organization) + ")"
}
