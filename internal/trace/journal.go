package trace

import (
	"context"
	"io"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// Journal makes versions of records and notes, and computes the state of validations. It has
// only a clock and a source of randomness: every method gets the transaction that it works in.
type Journal struct {
	now    func() time.Time
	random io.Reader
}

// NewJournal returns a Journal. now MUST return UTC in whole milliseconds.
func NewJournal(now func() time.Time, random io.Reader) *Journal { return &Journal{now, random} }

// Note writes a change of a key or of the phase catalogue into the journal, in the transaction
// of the change: like a record, it gets a commitment and a place in the log. what is the change
// as JSON, without secrets.
func (s *Journal) Note(ctx context.Context, w Appender, k *kind.Kind, by *Key, what []byte) error {
	_, err := s.Noted(ctx, w, k, by, what)
	return err
}

// Noted is Note that returns the id of the entry.
func (s *Journal) Noted(ctx context.Context, w Appender, k *kind.Kind, by *Key, what []byte) (ID, error) {
	now := s.now()
	id, err := NewID(now, "", s.random)
	if err != nil {
		return ID{}, err
	}
	party, author := "rastro", "rastro"
	if by != nil {
		party, author = by.Party(), by.Author()
	}
	return id, s.Append(ctx, w, &Record{
		ID: id, Kind: k, Payload: what, Version: 1, Operation: Created, UpdatedAt: now, CreatedBy: party, UpdatedBy: author,
		scratch: scratch{by: by},
	})
}

// PhaseNote is the note of catalogue entries: everything in their rows.
type PhaseNote struct {
	Phases  []PhaseDocument `json:"fases"`
	Deleted bool            `json:"excluida"`
}

// NotePhases notes the present state of catalogue entries.
func (s *Journal) NotePhases(ctx context.Context, w Appender, by *Key, phases ...CropPhase) error {
	what := []byte(`{"fases":[`)
	for i := range phases {
		if i > 0 {
			what = append(what, ',')
		}
		what = append(what, phases[i].JSON()...)
	}
	what = append(what, `],"excluida":`...)
	what = strconv.AppendBool(what, phases[0].Deleted)
	return s.Note(ctx, w, kind.PhaseChange, by, append(what, '}'))
}

// NotedPhases returns the catalogue entries that a note mentions, as they were then;
// none for another version.
func (r *Record) NotedPhases() []CropPhase {
	var note PhaseNote
	if r.Kind != kind.PhaseChange || canon.UnmarshalLenient(r.Payload, &note) != nil {
		return nil
	}
	phases := make([]CropPhase, 0, len(note.Phases))
	for i := range note.Phases {
		f := &note.Phases[i]
		id, ok := ParseID(f.ID)
		if !ok {
			continue
		}
		phases = append(phases, CropPhase{
			ID: id, Crop: f.Crop, Stage: f.Stage, StageName: f.StageName, Name: f.Name, Description: f.Description, Order: f.Order,
			KindName: f.KindName, KindNumber: f.KindNumber, Required: f.Required, Active: f.Active, Version: f.Version,
			CreatedAt: Moment(f.CreatedAt), UpdatedAt: Moment(f.UpdatedAt), Deleted: note.Deleted,
		})
	}
	return phases
}

// First makes a record's first version.
func (s *Journal) First(by *Key, k *kind.Kind, env Envelope) (Record, error) {
	return s.FirstAfter(by, k, env, time.Time{})
}

// FirstAfter is First for a record whose id must be later than one of an instant, even if the
// clock of this server is behind.
func (s *Journal) FirstAfter(by *Key, k *kind.Kind, env Envelope, after time.Time) (Record, error) {
	now := s.now()
	if !now.After(after) {
		now = after.Add(time.Millisecond)
	}
	id, err := NewID(now, env.HarvestID, s.random)
	return Record{
		ID: id, Kind: k, HarvestID: env.HarvestID, HarvestCode: env.HarvestCode, Payload: env.Payload,
		Version: 1, Operation: Created, UpdatedAt: now, CreatedBy: by.Party(), UpdatedBy: by.Author(),
		scratch: scratch{by: by},
	}, err
}

// Commit salts a version and commits to it.
func (s *Journal) Commit(r *Record) error {
	if _, err := io.ReadFull(s.random, r.Salt[:]); err != nil {
		return err
	}
	return r.commit()
}

// Append commits to a version and writes it.
func (s *Journal) Append(ctx context.Context, w Appender, r *Record) error {
	if err := s.Commit(r); err != nil {
		return err
	}
	return w.Append(ctx, *r)
}

// IfMatch lists the versions that a caller agrees to replace; nil means any. An empty
// list that is not nil admits none.
type IfMatch []int64

// AnyVersion sets no condition.
var AnyVersion IfMatch

// Admits reports whether a version may be changed.
func (m IfMatch) Admits(version int64) bool { return m == nil || slices.Contains(m, version) }

// Next turns a live version into the one that follows it. Within a record time never
// runs backwards, even if the clock does.
func (s *Journal) Next(r *Record, op Operation, by *Key) {
	r.wire, r.lots, r.claimed, r.by = nil, nil, nil, by
	r.Version++
	r.Operation = op
	r.UpdatedBy = by.Author()
	if now := s.now(); now.After(r.UpdatedAt) {
		r.UpdatedAt = now
	}
}
