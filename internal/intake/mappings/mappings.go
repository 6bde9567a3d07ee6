// Package mappings keeps how organisations read spreadsheets that were not made for Rastro: under
// a name, in the journal. A file of the same layout is then read the same way.
package mappings

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"rastro/internal/author"
	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/notebook"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// Limits on what an organisation keeps. All of it is read for a guess.
const (
	MaxMappings = 100
	maxBody     = 64 << 10
)

// Reader is what the package reads.
type Reader interface {
	notebook.Reader
	trace.VersionReader
}

// Writer reads and writes in a transaction.
type Writer interface {
	notebook.Reader
	notebook.Writer
	trace.RecordWriter
	trace.VersionReader
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort returns the port of a store: the engine's snapshots and transactions have entries.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writer { return w.(Writer) })
}

// MappingKeeper keeps mappings. It is safe for concurrent use.
type MappingKeeper struct {
	store   Port
	journal *trace.Journal
}

// New returns a MappingKeeper.
func New(store Port, journal *trace.Journal) *MappingKeeper { return &MappingKeeper{store, journal} }

// Saved is a mapping that is kept.
type Saved struct {
	ID      trace.ID
	Version int64
	Mapping *columns.Mapping
}

// document is the journal's document of a mapping.
type document struct {
	Owner   string      `json:"dono"`
	Key     string      `json:"chave"`
	Name    string      `json:"nome"`
	Mapping canon.Value `json:"mapa"`
}

// JSON returns the mapping as the wire shows it.
func (s *Saved) JSON() []byte {
	mapping, err := s.Mapping.Append(nil)
	if err != nil {
		panic(err) // it was read from JSON
	}
	data, err := canon.Marshal(struct {
		ID      string      `json:"id"`
		Name    string      `json:"nome"`
		Kind    string      `json:"tipo"`
		Version int64       `json:"versao"`
		At      string      `json:"criadoEm"`
		Mapping canon.Value `json:"mapa"`
	}{s.ID.String(), s.Mapping.Name, s.Mapping.Kind, s.Version, s.ID.Time().UTC().Format(trace.TimeLayout), mapping})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// read reads an entry; false if an earlier build wrote what this one does not understand.
func read(e *notebook.Entry) (Saved, bool) {
	var d document
	if canon.UnmarshalLenient(e.Body, &d) != nil {
		return Saved{}, false
	}
	m, err := columns.Read(d.Mapping)
	if err != nil {
		return Saved{}, false
	}
	return Saved{e.ID, e.Version, m}, true
}

// sees reports whether a caller may know of a mapping: one that fills in a harvest is only for
// those who reach it.
func sees(by *trace.Key, m *columns.Mapping) bool {
	return !slices.ContainsFunc(m.Constants, func(c columns.Constant) bool {
		return c.Field == sheet.HarvestID && len(by.Harvests) > 0 && !by.Reaches(c.Value)
	})
}

// Mappings lists the mappings that a caller may use, by name.
func (k *MappingKeeper) Mappings(ctx context.Context, by *trace.Key) (all []Saved, err error) {
	if err := notebook.Need(by); err != nil {
		return nil, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		all = nil
		found, err := entries(ctx, r, by)
		for i := range found {
			if one, ok := read(&found[i]); ok && sees(by, one.Mapping) {
				all = append(all, one)
			}
		}
		return err
	})
	return all, err
}

// Mapping finds a mapping by its name, in any spelling, or by its id; CodeNoMapping if the caller
// may use none of them.
func (k *MappingKeeper) Mapping(ctx context.Context, by *trace.Key, named string) (out Saved, err error) {
	if err := notebook.Need(by); err != nil {
		return out, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		out, err = find(ctx, r, by, named)
		return err
	})
	return out, err
}

func find(ctx context.Context, r Reader, by *trace.Key, named string) (Saved, error) {
	id, isID := trace.ParseID(named)
	if !isID {
		one, ok, err := seen(ctx, r, by, lang.Fold(named))
		if err == nil && !ok {
			err = trace.Fail(trace.CodeNoMapping)
		}
		return one, err
	}
	e, ok, err := r.NoteEntry(ctx, id)
	if err != nil {
		return Saved{}, err
	}
	ours := ok && e.Kind == kind.MappingChange && e.Owner == notebook.OwnerOf(by)
	if ok && e.Kind == kind.MappingChange && !ours {
		if ours, err = earlier(ctx, r, by, &e); err != nil {
			return Saved{}, err
		}
	}
	if ours {
		if one, readable := read(&e); readable && sees(by, one.Mapping) {
			return one, nil
		}
	}
	return Saved{}, trace.Fail(trace.CodeNoMapping)
}

// seen finds the mapping with a name among those that a caller may know of.
func seen(ctx context.Context, r Reader, by *trace.Key, folded string) (Saved, bool, error) {
	all, err := entries(ctx, r, by)
	if err != nil {
		return Saved{}, false, err
	}
	for i := range all {
		if one, ok := read(&all[i]); ok && lang.Fold(one.Mapping.Name) == folded && sees(by, one.Mapping) {
			return one, true, nil
		}
	}
	return Saved{}, false, nil
}

// entries returns the entries of a caller's organisation.
func entries(ctx context.Context, r Reader, by *trace.Key) ([]notebook.Entry, error) {
	q := notebook.Query{Owner: notebook.OwnerOf(by), Kind: kind.MappingChange, Limit: MaxMappings}
	all, err := r.NoteEntries(ctx, q)
	if err != nil || q.Owner == "" {
		return all, err
	}
	q.Owner = ""
	before, err := r.NoteEntries(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range before {
		ours, err := earlier(ctx, r, by, &before[i])
		if err != nil {
			return nil, err
		}
		if ours {
			all = append(all, before[i])
		}
	}
	return all, nil
}

// earlier reports whether an entry of the server is of a caller's organisation from before it was
// registered: its keys saved it under the organisation's name, and nobody else changed it since.
func earlier(ctx context.Context, r Reader, by *trace.Key, e *notebook.Entry) (bool, error) {
	m := by.Member()
	if m == nil || e.Owner != "" {
		return false, nil
	}
	registered := trace.ID(m.ID).Time()
	if !e.ID.Time().Before(registered) {
		return false, nil
	}
	versions, err := r.Versions(ctx, e.ID)
	if err != nil || len(versions) == 0 {
		return false, err
	}
	first, last := &versions[0], &versions[len(versions)-1]
	named := func(name string) bool {
		if _, organization, ok := author.Parse(name); ok {
			name = organization
		}
		return slices.Contains(m.Names, lang.Fold(name))
	}
	return named(first.CreatedBy) && (last.UpdatedAt.Before(registered) || named(last.UpdatedBy)), nil
}

// freeKey returns the text under which a mapping is stored. Its name may belong to a mapping of
// which the caller may not know: both are stored, and each caller finds its own.
func freeKey(ctx context.Context, r notebook.Reader, owner, id, folded string) (string, error) {
	key := folded
	for n := 2; ; n++ {
		other, taken, err := r.NoteNamed(ctx, owner, kind.MappingChange, key)
		if err != nil || !taken || other.ID.String() == id {
			return key, err
		}
		key = folded + "\x1f" + strconv.Itoa(n) // no name has that sign
	}
}

// checkName brings a name into its canonical spelling.
func checkName(name string) (string, error) {
	var m trace.Members
	name = naming.Check(&m, "nome", name)
	if _, isID := trace.ParseID(name); isID { // a name that is an id would be looked up as one
		m.Report("nome", trace.RuleReserved, nil)
	}
	return name, m.Err()
}

// Prepare gives a mapping its name for saving, and returns it as it will be written. The error says
// why it cannot be saved, regardless of what else is saved.
func Prepare(name string, m *columns.Mapping) (text []byte, err error) {
	if m.Name, err = checkName(name); err != nil {
		return nil, err
	}
	if text, err = m.Append(nil); err == nil {
		_, err = columns.Read(text)
	}
	if err != nil {
		return nil, Unusable(err)
	}
	if len(text) > maxBody {
		return nil, Unusable(&sheet.Error{Reason: sheet.LargeMapping, Args: lang.Args{"max": strconv.Itoa(maxBody >> 10)}})
	}
	return text, nil
}

// SaveMapping keeps a mapping under a name. Without an id it is a new one, and CodeMappingTaken
// fails if another has the name; with one it takes the place of that mapping, if match admits its
// version, and otherwise fails with CodeStale.
func (k *MappingKeeper) SaveMapping(ctx context.Context, by *trace.Key, id, name string, m columns.Mapping, match trace.IfMatch) (out Saved, err error) {
	if err := notebook.Need(by); err != nil {
		return out, err
	}
	text, err := Prepare(name, &m)
	if err != nil {
		return out, err
	}
	name = m.Name
	err = k.store.Update(ctx, func(w Writer) error {
		other, taken, err := seen(ctx, w, by, lang.Fold(name))
		if err != nil {
			return err
		}
		if taken && other.ID.String() != id {
			return trace.Fail(trace.CodeMappingTaken, "nome", name)
		}
		owner := notebook.OwnerOf(by)
		if parsed, ok := trace.ParseID(id); ok { // a mapping from before its organisation was registered keeps its owner
			e, ok, err := w.NoteEntry(ctx, parsed)
			if err != nil {
				return err
			}
			if ok {
				owner = e.Owner
			}
		}
		key, err := freeKey(ctx, w, owner, id, lang.Fold(name))
		if err != nil {
			return err
		}
		body, err := canon.Marshal(document{Owner: owner, Key: key, Name: name, Mapping: text})
		if err != nil {
			return err
		}
		out = Saved{Version: 1, Mapping: &m}
		if id == "" {
			out.ID, err = k.add(ctx, w, by, body)
			return err
		}
		had, err := find(ctx, w, by, id)
		if err != nil {
			return err
		}
		if err := admits(match, &had); err != nil {
			return err
		}
		if same, err := had.Mapping.Append(nil); err != nil || bytes.Equal(same, text) {
			out = had // a form that was sent twice writes once
			return err
		}
		out.ID, out.Version = had.ID, had.Version+1
		return k.change(ctx, w, by, had.ID, trace.Updated, body)
	})
	return out, err
}

// admits fails unless the version of a mapping may be changed.
func admits(match trace.IfMatch, had *Saved) error {
	if !match.Admits(had.Version) {
		return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(had.Version, 10))
	}
	return nil
}

// add notes a new mapping.
func (k *MappingKeeper) add(ctx context.Context, w Writer, by *trace.Key, body []byte) (trace.ID, error) {
	have, err := w.NoteEntries(ctx, notebook.Query{Owner: notebook.OwnerOf(by), Kind: kind.MappingChange, Limit: MaxMappings})
	if err != nil {
		return trace.ID{}, err
	}
	if len(have) >= MaxMappings {
		return trace.ID{}, trace.Fail(trace.CodeManyMappings, "max", strconv.Itoa(MaxMappings))
	}
	made, err := notebook.Begin(ctx, w, k.journal, kind.MappingChange, by, body)
	return made.ID, err
}

// change writes a further version of a mapping's note.
func (k *MappingKeeper) change(ctx context.Context, w Writer, by *trace.Key, id trace.ID, op trace.Operation, body []byte) error {
	versions, err := w.Versions(ctx, id)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return trace.Fail(trace.CodeStoreDamaged)
	}
	r := versions[len(versions)-1]
	if err := notebook.Continue(ctx, w, k.journal, &r, op, by, body); err != nil || op != trace.Erased {
		return err
	}
	return w.Erase(ctx, id, r.Version-1, "")
}

// RenameMapping renames a mapping.
func (k *MappingKeeper) RenameMapping(ctx context.Context, by *trace.Key, id, name string) (Saved, error) {
	had, err := k.Mapping(ctx, by, id)
	if err != nil {
		return had, err
	}
	return k.SaveMapping(ctx, by, had.ID.String(), name, *had.Mapping, trace.IfMatch{had.Version})
}

// DeleteMapping destroys a mapping. A value that it fills in may be personal, so no version of it
// stays in the journal. It fails with CodeStale if match does not admit its version.
func (k *MappingKeeper) DeleteMapping(ctx context.Context, by *trace.Key, id string, match trace.IfMatch) error {
	if err := notebook.Need(by); err != nil {
		return err
	}
	return k.store.Update(ctx, func(w Writer) error {
		had, err := find(ctx, w, by, id)
		if err != nil {
			return err
		}
		if err := admits(match, &had); err != nil {
			return err
		}
		receipt, err := canon.Marshal(trace.Receipt{Reason: "mapeamento excluído", Versions: had.Version})
		if err != nil {
			return err
		}
		return k.change(ctx, w, by, had.ID, trace.Erased, receipt)
	})
}

// Unusable is the error for a mapping that cannot be used.
func Unusable(err error) error {
	failed, ok := err.(*sheet.Error)
	if !ok {
		return err
	}
	return &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{{Field: "mapa", Pointer: "/mapa", Rule: string(failed.Reason), Message: sheet.Reasons[failed.Reason], Args: failed.Args}}, Cause: failed.Err}
}

// MappingMemory returns the earlier choices of a caller's organisation, for a guess.
func (k *MappingKeeper) MappingMemory(ctx context.Context, by *trace.Key) (guess.Memory, error) {
	all, err := k.Mappings(ctx, by)
	slices.SortFunc(all, func(a, b Saved) int { return bytes.Compare(b.ID[:], a.ID[:]) }) // the newest first
	return memory(all), err
}

type memory []Saved

// Mapping implements guess.Memory.
func (m memory) Mapping(signature string) (*columns.Mapping, bool) {
	for i := range m {
		if m[i].Mapping.Signature == signature {
			return m[i].Mapping, true
		}
	}
	return nil, false
}

// Choices implements guess.Memory.
func (m memory) Choices(header string) (all []guess.Choice) {
	for i := range m {
		for _, c := range m[i].Mapping.Columns {
			if columns.Fold(c.Header) != header {
				continue
			}
			switch c.Use {
			case columns.Field, columns.Join:
				all = append(all, guess.Choice{Kind: m[i].Mapping.Kind, Use: columns.Field, Field: c.Field})
			case columns.Extra, columns.Ignore:
				all = append(all, guess.Choice{Kind: m[i].Mapping.Kind, Use: c.Use, Field: c.Field})
			}
		}
	}
	return all
}
