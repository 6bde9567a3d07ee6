// Package runs records what imports wrote, so that one can be undone. Each transaction of an import
// notes its records in the journal together with them: whatever happens to the server, an import
// lists exactly what it wrote.
package runs

import (
	"context"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/notebook"
	"rastro/internal/trace"
)

// State is the state of an import.
type State string

// The states.
const (
	Written State = "gravada"
	Undoing State = "desfazendo" // partly undone; asking again continues
	Undone  State = "desfeita"
)

// Document is the journal's document of an import. It has no file name, because people put others'
// names and numbers into those, and the journal keeps everything.
type Document struct {
	Owner    string   `json:"dono"`
	By       string   `json:"por"`    // who began it
	Source   string   `json:"origem"` // api, console, cli
	Mapping  string   `json:"mapeamento,omitzero"`
	Papers   int64    `json:"documentos,omitzero"` // tax documents that were read
	Kinds    []string `json:"tipos"`               // prefixes
	Harvests []string `json:"safras"`              // the first
	More     bool     `json:"maisSafras,omitzero"`
	Rows     int64    `json:"gravados"`
	State    State    `json:"estado"`
	Looked   int64    `json:"vistos,omitzero"`    // of an undo: records that were looked at
	Deleted  int64    `json:"excluidos,omitzero"` // and deleted
	// Records are those that this version adds, later versions that the import itself made of
	// its records, "id:version", and those that it made of records from before, "id@version".
	Records []string `json:"registros,omitzero"`
}

// Import is an import that wrote something.
type Import struct {
	ID      trace.ID
	Version int64
	Document
}

// At is when it began.
func (i *Import) At() time.Time { return i.ID.Time() }

// JSON returns the import as the wire shows it.
func (i *Import) JSON() []byte {
	data, err := canon.Marshal(struct {
		ID       string   `json:"id"`
		At       string   `json:"criadoEm"`
		By       string   `json:"criadoPor"`
		Source   string   `json:"origem"`
		Mapping  string   `json:"mapeamento"`
		Papers   int64    `json:"documentos"`
		Kinds    []string `json:"tipos"`
		Harvests []string `json:"safras"`
		More     bool     `json:"maisSafras"`
		Rows     int64    `json:"gravados"`
		State    State    `json:"estado"`
		Deleted  int64    `json:"excluidos"`
	}{i.ID.String(), i.At().UTC().Format(trace.TimeLayout), i.By, i.Source, i.Mapping, i.Papers, i.Kinds, i.Harvests, i.More, i.Rows, i.State, i.Deleted})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// Limits of a version's content.
const (
	maxHarvests = 50   // that are named; an import rarely has more than one
	perVersion  = 1000 // records
)

// Writer is what a transaction of an import needs in addition to its records.
type Writer interface {
	notebook.Reader
	notebook.VersionWriter
}

// Run is an import under way. It is not safe for concurrent use.
type Run struct {
	journal *trace.Journal
	by      *trace.Key
	doc     Document
	record  trace.Record // the newest committed version; empty if there is none yet

	next    Document
	pending trace.Record // the newest version of the running transaction
	own     func(trace.ID) bool
}

// Begin begins to note an import. Nothing is written before the first record is.
func Begin(journal *trace.Journal, by *trace.Key, source, mapping string) *Run {
	return &Run{journal: journal, by: by, doc: Document{Owner: notebook.OwnerOf(by), By: by.Author(), Source: source, Mapping: mapping, State: Written}}
}

// OfPapers sets how many tax documents are imported.
func (r *Run) OfPapers(n int64) *Run {
	r.doc.Papers = n
	return r
}

// ID returns the import's id; false before anything was written.
func (r *Run) ID() (trace.ID, bool) { return r.record.ID, r.record.Version > 0 }

// Pending returns the id that the import has if the running transaction commits.
func (r *Run) Pending() trace.ID { return r.pending.ID }

// Owns sets which records the import made itself; by default all of them. For others, an undo
// reverts the versions that the import wrote.
func (r *Run) Owns(own func(trace.ID) bool) *Run {
	r.own = own
	return r
}

// Add notes records in the transaction that writes them. The transaction may run again; only the
// last Add before Committed counts, so it MUST be called on every try, even if that one wrote
// nothing. It fails with CodeImportUndone if somebody undid the import meanwhile. Profiles are left
// out, because they are not undone. Records that are not first versions belong to the import
// itself, or to others: see Owns.
func (r *Run) Add(ctx context.Context, w Writer, written []*trace.Record) error {
	if r.pending, r.next = r.record, r.doc; len(written) == 0 {
		return nil
	}
	if r.record.Version > 0 {
		now, ok, err := w.NoteEntry(ctx, r.record.ID)
		if err != nil {
			return err
		}
		if !ok || now.Version != r.record.Version {
			return trace.Fail(trace.CodeImportUndone)
		}
	}
	written = slices.DeleteFunc(slices.Clone(written), func(one *trace.Record) bool { return one.Kind == kind.Profile })
	for part := range slices.Chunk(written, perVersion) {
		if err := r.version(ctx, w, part); err != nil {
			return err
		}
	}
	return nil
}

// version writes one version of the note.
func (r *Run) version(ctx context.Context, w Writer, part []*trace.Record) error {
	d := &r.next
	d.Kinds, d.Harvests, d.Records = slices.Clone(d.Kinds), slices.Clone(d.Harvests), make([]string, 0, len(part))
	for _, one := range part {
		others := r.own != nil && one.Version > 1 && !r.own(one.ID)
		switch version := strconv.FormatInt(one.Version, 10); {
		case others:
			d.Records = append(d.Records, one.ID.String()+"@"+version)
		case one.Version > 1:
			d.Records = append(d.Records, one.ID.String()+":"+version)
			continue
		default:
			d.Records = append(d.Records, one.ID.String())
			d.Rows++
		}
		d.Kinds = trace.AppendOnce(d.Kinds, one.Kind.Prefix)
		switch {
		case slices.Contains(d.Harvests, one.HarvestID):
		case len(d.Harvests) < maxHarvests:
			d.Harvests = append(d.Harvests, one.HarvestID)
		default:
			d.More = true
		}
	}
	body, err := canon.Marshal(d)
	if err != nil {
		return err
	}
	if r.pending.Version > 0 {
		return notebook.Continue(ctx, w, r.journal, &r.pending, trace.Updated, r.by, body)
	}
	r.pending, err = notebook.Begin(ctx, w, r.journal, kind.ImportRun, r.by, body)
	return err
}

// Committed reports that the transaction of the last Add is durable.
func (r *Run) Committed() {
	if r.pending.Version > r.record.Version {
		r.record, r.doc = r.pending, r.next
	}
}

// Reader is what the package reads.
type Reader interface {
	notebook.Reader
	trace.VersionReader
	// NewestVersions returns the newest versions of those of some records that exist, in no
	// particular order.
	NewestVersions(ctx context.Context, ids []trace.ID) ([]trace.Record, error)
	trace.ValidationReader
	trace.PageReader
	trace.LotRowReader
}

// RunKeeper keeps imports. It is safe for concurrent use.
type RunKeeper struct {
	store   Port
	journal *trace.Journal
}

// New returns a RunKeeper.
func New(store Port, journal *trace.Journal) *RunKeeper { return &RunKeeper{store, journal} }

// sees reports whether a caller may know of an import: one of its own organisation, in harvests
// that it reaches.
func sees(by *trace.Key, d *Document) bool {
	if d.Owner != notebook.OwnerOf(by) || d.More && len(by.Harvests) > 0 {
		return false
	}
	return !slices.ContainsFunc(d.Harvests, func(harvestID string) bool { return !by.Reaches(harvestID) })
}

// Told reads a version of an import's note that says what was written; false for any other version,
// and for what an undo wrote.
func Told(v *trace.Record) (Import, bool) {
	e, ok := notebook.Of(v)
	if !ok || v.Kind != kind.ImportRun {
		return Import{}, false
	}
	i, err := read(&e)
	return i, err == nil && i.State == Written
}

// Sees reports whether a caller may know of the import.
func (i *Import) Sees(by *trace.Key) bool { return notebook.Need(by) == nil && sees(by, &i.Document) }

func read(e *notebook.Entry) (Import, error) {
	i := Import{ID: e.ID, Version: e.Version}
	return i, canon.UnmarshalLenient(e.Body, &i.Document)
}

// Imports lists imports, newest first, starting before one; the zero id starts at the beginning. It
// reads up to ten times as many as it may list, so a page may be short: next is where the following
// page begins, zero at the end.
func (k *RunKeeper) Imports(ctx context.Context, by *trace.Key, before trace.ID, limit int) (list []Import, next trace.ID, err error) {
	if err := notebook.Need(by); err != nil {
		return nil, next, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		list, next = nil, trace.ID{}
		q := notebook.Query{Owner: notebook.OwnerOf(by), Kind: kind.ImportRun, Down: true, Limit: limit}
		if before != (trace.ID{}) {
			q.After = before.String()
		}
		const most = 10
		for range most {
			page, err := r.NoteEntries(ctx, q)
			if err != nil {
				return err
			}
			for i := range page {
				one, err := read(&page[i])
				if err != nil {
					return err
				}
				if sees(by, &one.Document) {
					list = append(list, one)
				}
				if next = one.ID; len(list) == limit {
					return nil
				}
			}
			if len(page) < limit {
				next = trace.ID{}
				return nil
			}
			q.After = next.String()
		}
		return nil
	})
	return list, next, err
}

// ImportRun returns an import; CodeNoImport if the caller sees none with the id.
func (k *RunKeeper) ImportRun(ctx context.Context, by *trace.Key, id string) (out Import, err error) {
	if err := notebook.Need(by); err != nil {
		return out, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		out, err = find(ctx, r, by, id)
		return err
	})
	return out, err
}

func find(ctx context.Context, r notebook.Reader, by *trace.Key, id string) (Import, error) {
	parsed, ok := trace.ParseID(id)
	if !ok {
		return Import{}, trace.Fail(trace.CodeNoImport)
	}
	e, ok, err := r.NoteEntry(ctx, parsed)
	if err != nil {
		return Import{}, err
	}
	if !ok || e.Kind != kind.ImportRun {
		return Import{}, trace.Fail(trace.CodeNoImport)
	}
	out, err := read(&e)
	if err == nil && !sees(by, &out.Document) {
		err = trace.Fail(trace.CodeNoImport)
	}
	return out, err
}
