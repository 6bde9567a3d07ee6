package pagekit

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
)

// RecordReader reads the records that pages name.
type RecordReader interface {
	GetPlain(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error)
}

// maxTitles is how many records of a page are shown with their titles, each of which is read
// separately. Others are shown with their kind and time of writing.
const maxTitles = 200

// Titles names records as lists do. Each record is read only once, even if it does not exist.
type Titles struct {
	records RecordReader
	on      *Call
	here    string // the harvest that the page is about; records of other harvests are shown with theirs
	known   map[string]string
	err     error
}

// NewTitles names the records of a page. here is the harvest that it is about, "" if it is about none:
// then no harvest is named.
func NewTitles(records RecordReader, on *Call, here string) *Titles {
	return &Titles{records: records, on: on, here: here, known: map[string]string{}}
}

// Err is why the records could not be read; the page fails then.
func (t *Titles) Err() error { return t.err }

// Of returns the title of a record.
func (t *Titles) Of(k *kind.Kind, id string) string {
	if name, ok := t.known[id]; ok {
		return name
	}
	if k == nil {
		return id
	}
	if k == kind.Profile { // there is only one
		return k.Title.In(t.on.Lang)
	}
	name := written(t.on, k, id)
	if len(t.known) >= maxTitles || t.err != nil {
		return name
	}
	r, err := t.records.GetPlain(t.on.Ctx, t.on.Key, k, id)
	switch {
	case err == nil:
		name = title.Of(t.on.Key, r, t.on.Lang).String()
		if t.here != "" && r.HarvestID != t.here {
			name += " · " + wordsOfTitles["harvest"].In(t.on.Lang) + " " + r.HarvestID
		}
	case trace.AsError(err).Class() == trace.Unavailable || trace.AsError(err).Class() == trace.Internal || t.on.Ctx.Err() != nil:
		t.err = err
	}
	t.known[id] = name
	return name
}

var wordsOfTitles = Words{
	"harvest": {PT: "safra", EN: "harvest", ES: "cosecha"},
	"written": {PT: "{tipo} registrado em {quando}", EN: "{tipo} recorded on {quando}", ES: "{tipo} registrado el {quando}"},
}

// written identifies a record by its kind and time of writing: the end of an id means nothing to
// people.
func written(on *Call, k *kind.Kind, id string) string {
	called := k.Title.In(on.Lang)
	if parsed, ok := trace.ParseID(id); ok {
		return wordsOfTitles["written"].Fill(on.Lang, lang.Args{"tipo": called, "quando": on.Moment(parsed.Time())})
	}
	return called
}

// Written names a record by its kind and the time it was written, where the record itself is not
// read.
func Written(on *Call, prefix, id string) string {
	if k := kind.ByPrefix(prefix); k != nil {
		return written(on, k, id)
	}
	return id
}
