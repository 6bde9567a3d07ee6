package account

import (
	"cmp"

	"rastro/internal/author"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Note is the content of a version of kind.Person, kind.SignIn or kind.Role, without personal data.
type Note struct {
	Person       string // the id of the person; "" for a role
	Organization string
	Deployment   bool   // the person administers the server
	Active       bool   // the person may sign in
	Means        string // of a sign-in, or the purpose of a link
	Title        string // of a role
	Known        bool   // false: its content was erased
	// Changes are what a version of a person after the first changed; none in one of an earlier build.
	Changes []Change
	Roles   [2]lang.Text // the names of the roles in them, filled in by NameRoles
	Reason  string       // of the erasure
}

// NoteOf reads such a version. An erased one no longer has its organisation; that of its author is
// used instead.
func NoteOf(v *trace.Record) Note {
	n := Note{Organization: v.UpdatedBy}
	if _, organization, ok := author.Parse(v.UpdatedBy); ok {
		n.Organization = organization
	}
	switch v.Kind {
	case kind.Person:
		var d document
		n.Person = v.ID.String()
		if n.Known = v.Operation != trace.Erased && canon.Unmarshal(v.Payload, &d) == nil; n.Known {
			n.Organization, n.Deployment, n.Active, n.Changes = d.Organization, d.Deployment, d.Active, d.Changes
		}
	case kind.SignIn: // the author is whoever signs in, or made a link
		var e entry
		if n.Known = canon.Unmarshal(v.Payload, &e) == nil; n.Known {
			n.Person, n.Means, n.Deployment = e.Person, e.By, e.Deployment
			n.Organization = cmp.Or(e.Organization, n.Organization)
		}
	case kind.Role:
		var d roleDocument
		if n.Known = canon.Unmarshal(v.Payload, &d) == nil; n.Known {
			n.Organization, n.Title = d.Organization, d.Title
		}
	}
	return n
}
