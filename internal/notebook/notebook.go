// Package notebook is the port of what organisations keep in the journal other than records, and
// find by name: how they read spreadsheets, which imports they made, which statements they filed
// with the EU, the addresses of their webhooks, and the links with which buyers read lots.
package notebook

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Entry is something that an organisation keeps.
type Entry struct {
	Owner   string // the organisation's id, "" for the server itself; of a statement or a link its harvest
	Kind    *kind.Kind
	Name    string // unique per owner and kind
	ID      trace.ID
	Version int64
	Body    []byte // the content of its newest version, without long members
}

// Query selects the entries of an owner and a kind, by name.
type Query struct {
	Owner string
	Kind  *kind.Kind
	// After is the name of the last entry of the previous page. Down goes backwards.
	After string
	Down  bool
	Limit int
}

// Reader reads entries.
type Reader interface {
	// NoteEntries returns entries by name.
	NoteEntries(ctx context.Context, q Query) ([]Entry, error)
	// NoteNamed finds an entry by its name; ok is false if there is none.
	NoteNamed(ctx context.Context, owner string, k *kind.Kind, name string) (e Entry, ok bool, err error)
	// NoteEntry finds an entry by its id.
	NoteEntry(ctx context.Context, id trace.ID) (e Entry, ok bool, err error)
}

// Writer changes entries. The corresponding version of the journal MUST be in the same transaction.
type Writer interface {
	// PutNoteEntry writes an entry, replacing its previous version. If two transactions write the
	// same version, or the same name, one commits, and the other runs again.
	PutNoteEntry(ctx context.Context, e Entry) error
	// DropNoteEntry forgets an entry.
	DropNoteEntry(ctx context.Context, id trace.ID) error
}

// Title returns what people call the entry: its name as it was written, or the id of an import.
func (e *Entry) Title() string {
	var h head
	if canon.UnmarshalLenient(e.Body, &h) == nil && h.Title != "" {
		return h.Title
	}
	return e.ID.String()
}

// head is the common part of all entries.
type head struct {
	Owner string `json:"dono"`
	Name  string `json:"chave"` // in the form for comparison
	Title string `json:"nome"`  // as written
}

// long is the member of a version that its entry omits, because its list concerns only that
// version.
const long = "registros"

// kinds are the kinds of entries.
var kinds = []*kind.Kind{kind.MappingChange, kind.ImportRun, kind.Statement, kind.Webhook, kind.LinkChange}

// Of returns the entry that a version notes; ok is false for any other version, and for what
// was erased.
func Of(v *trace.Record) (e Entry, ok bool) {
	if !slices.Contains(kinds, v.Kind) || v.Operation.Ends() {
		return e, false
	}
	var h head
	if canon.UnmarshalLenient(v.Payload, &h) != nil {
		return e, false
	}
	e = Entry{Owner: h.Owner, Kind: v.Kind, Name: h.Name, ID: v.ID, Version: v.Version, Body: []byte{'{'}}
	if e.Name == "" {
		e.Name = v.ID.String()
	}
	err := canon.Members(v.Payload, func(name string, value canon.Value) error {
		if name == long {
			return nil
		}
		if len(e.Body) > 1 {
			e.Body = append(e.Body, ',')
		}
		e.Body = canon.AppendString(e.Body, name)
		e.Body = append(append(e.Body, ':'), value...)
		return nil
	})
	e.Body = append(e.Body, '}')
	return e, err == nil
}

// Need fails unless a caller may import: entries reveal as much as the rows of files.
func Need(by *trace.Key) error {
	if err := by.NeedRight(right.Import); err != nil {
		return err
	}
	return personal.Need(by)
}

// OwnerOf returns the owner of a key's entries: its organisation, or the server.
func OwnerOf(by *trace.Key) string {
	if m := by.Member(); m != nil {
		return trace.ID(m.ID).String()
	}
	return ""
}
