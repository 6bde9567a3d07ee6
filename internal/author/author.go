// Package author defines how the journal names a person who writes: by an id and the organisation,
// never by name. Names are looked up when a page is made, so an erased person leaves only a
// pseudonym, and commitments still verify.
package author

import (
	"strings"
)

// prefix begins the name of a person. No key may have a name that begins with it.
const prefix = "pessoa:"

// Person returns the author of a person with an id, who acts for an organisation.
func Person(id, organization string) string { return prefix + id + "@" + organization }

// Reserved reports whether a text could be mistaken for a person.
func Reserved(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), prefix) }

// Parse reads what Person wrote; ok is false for any other author.
func Parse(text string) (id, organization string, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return "", "", false
	}
	id, organization, ok = strings.Cut(rest, "@")
	if !ok || id == "" {
		return "", "", false
	}
	return id, organization, true
}
