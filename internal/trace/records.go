package trace

import (
	"context"
	"io"
	"slices"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Written is what came of a write: the record, or, where the request was a
// repeated one, the answer that was given the first time.
type Written struct {
	Record Record
	Replay *Reply
}

// Create stores a new record and grades it. With once, a repeated request
// gives the first answer again and stores nothing.
func (s *Service) Create(ctx context.Context, by *Key, k *kind.Kind, env Envelope, once *Once) (Written, error) {
	if err := by.needWrite(k, env.SafraID); err != nil {
		return Written{}, err
	}
	ready, err := s.first(by, k, env) // what a create writes, made before anybody waits for it
	var ahead survey
	if err == nil && k.IsValidation() {
		err = s.store.View(ctx, func(r Reader) (err error) {
			ahead, err = s.survey(ctx, r, &ready)
			return err
		})
	} else if err == nil {
		err = s.finish(&ready, admit.From(ctx).Grow)
	}
	if err != nil {
		return Written{}, err
	}
	var out Written
	err = s.store.Update(ctx, func(w Writer) error {
		out = Written{}
		replay, err := once.replay(ctx, w, by, s.now())
		if replay != nil || err != nil {
			out.Replay = replay
			return err
		}
		out.Record = ready
		r := &out.Record
		if k.IsValidation() {
			if err := s.validate(ctx, w, r, ahead, env.Justificativa); err != nil {
				return err
			}
			if err := s.finish(r, admit.From(ctx).Grow); err != nil {
				return err
			}
		}
		if err := w.Append(ctx, *r); err != nil {
			return err
		}
		if err := s.withState(ctx, w, r); err != nil {
			return err
		}
		r.withhold(by)
		if once == nil {
			return nil
		}
		return once.remember(ctx, w, by, s.now(), k.Prefix+"/"+r.ID.String(), r.AppendJSON(nil, once.Lang))
	})
	return out, err
}

// first makes a record's first version.
func (s *Service) first(by *Key, k *kind.Kind, env Envelope) (Record, error) {
	now := s.now()
	id, err := NewID(now, env.SafraID, s.random)
	return Record{
		ID: id, Kind: k, SafraID: env.SafraID, SafraCodigo: env.SafraCodigo, Dados: env.Dados,
		Version: 1, Operation: Created, UpdatedAt: now, CreatedBy: by.Author(), UpdatedBy: by.Author(),
	}, err
}

// finish grades a version, reads its lots, salts it and commits to it: then it is
// ready to be written. What many lots take of memory is claimed.
func (s *Service) finish(r *Record, claim func(bytes int64) error) error {
	if err := s.grade(r); err != nil {
		return err
	}
	if err := r.fitLots(claim); err != nil { // now, not while others wait for the writer
		return err
	}
	return s.commit(r)
}

// graves are how many findings of the two grave severities there are.
type graves struct{ errors, alerts uint8 }

func gravesOf(findings []finding.Finding) *graves {
	var g graves
	for _, f := range findings {
		switch {
		case f.Rule.Severity == finding.Error && g.errors < 255:
			g.errors++
		case f.Rule.Severity == finding.Alert && g.alerts < 255:
			g.alerts++
		}
	}
	return &g
}

// grade writes down what grading finds; in strict mode an error refuses.
func (s *Service) grade(r *Record) error {
	graded := r.gradeNow()
	if !s.strict {
		return nil
	}
	var problems []Problem
	for _, f := range graded.Findings {
		if f.Rule.Severity == finding.Error {
			problems = append(problems, Problem{Field: f.Field, Pointer: f.Pointer, Rule: f.Rule.ID, Message: f.Text()})
		}
	}
	if problems != nil {
		return &Error{Code: CodeRefused, Problems: problems}
	}
	return nil
}

// commit salts a version and commits to it.
func (s *Service) commit(r *Record) error {
	if _, err := io.ReadFull(s.random, r.Salt[:]); err != nil {
		return err
	}
	return r.commit()
}

// append commits to a version and writes it.
func (s *Service) append(ctx context.Context, w Writer, r *Record) error {
	if err := s.commit(r); err != nil {
		return err
	}
	return w.Append(ctx, *r)
}

// IfMatch are the versions a caller is ready to replace; nil is any. An empty
// list that is not nil admits none.
type IfMatch []int64

// AnyVersion asks for nothing.
var AnyVersion IfMatch

func (m IfMatch) admits(version int64) bool { return m == nil || slices.Contains(m, version) }

// Update replaces the payload of a record. The envelope's ID names it; without
// one the harvest must hold exactly one live record of the kind. ifMatch are the
// versions the caller is ready to replace.
func (s *Service) Update(ctx context.Context, by *Key, k *kind.Kind, env Envelope, ifMatch IfMatch) (Record, error) {
	if err := by.needWrite(k, env.SafraID); err != nil {
		return Record{}, err
	}
	var out Record
	err := s.store.Update(ctx, func(w Writer) error {
		old, err := s.named(ctx, w, by, k, env)
		if err != nil {
			return err
		}
		if old.SafraID != env.SafraID {
			return Fail(CodeOtherHarvest)
		}
		if !ifMatch.admits(old.Version) {
			return Fail(CodeStale, "versao", strconv.FormatInt(old.Version, 10))
		}
		r := old
		r.replace(&old)
		r.SafraCodigo, r.Dados = env.SafraCodigo, env.Dados
		if k.IsValidation() {
			if err := keepCode(&r); err != nil {
				return err
			}
			if err := r.justify(env.Justificativa); err != nil {
				return err
			}
			if err := w.PutItems(ctx, r.ID, r.SafraID, tradeItems(r.Dados)); err != nil {
				return err
			}
		}
		s.next(&r, Updated, by)
		if err := s.finish(&r, admit.From(ctx).Grow); err != nil {
			return err
		}
		if err := w.Append(ctx, r); err != nil {
			return err
		}
		out = r
		if err := s.withState(ctx, w, &out); err != nil {
			return err
		}
		out.withhold(by)
		return nil
	})
	return out, err
}

// withhold takes out of the answer to a write what a key that only writes did not
// say itself: what the version before said, who created the record, and what the
// harvest looks like to a validation. What it sent comes back to it.
func (r *Record) withhold(by *Key) {
	if by.Reads(r.SafraID) {
		return
	}
	r.wire, r.Seal, r.State = nil, nil, nil
	if r.Version > 1 {
		r.CreatedBy = ""
	}
	if r.Operation == Deleted {
		r.Dados, r.Findings, r.SafraCodigo = []byte("{}"), nil, "" // an object, as the contract has it
	}
}

// next turns a live version into the one that follows it. Time never runs
// backwards within a record, whatever the clock does.
func (s *Service) next(r *Record, op Operation, by *Key) {
	r.wire, r.lots, r.claimed = nil, nil, nil
	r.Version++
	r.Operation = op
	r.UpdatedBy = by.Author()
	if now := s.now(); now.After(r.UpdatedAt) {
		r.UpdatedAt = now
	}
}

// named finds the record an update names.
func (s *Service) named(ctx context.Context, w Writer, by *Key, k *kind.Kind, env Envelope) (Record, error) {
	if env.ID != "" {
		found, err := s.get(ctx, w, by, k, env.ID)
		if err != nil {
			return Record{}, err
		}
		return *found, nil
	}
	const shown = 20 // candidates listed at most
	found, err := w.Records(ctx, Query{Kind: k, SafraIDs: []string{env.SafraID}, Order: OldestFirst, Limit: shown})
	if err != nil {
		return Record{}, err
	}
	switch len(found) {
	case 0:
		return Record{}, Fail(CodeRecordNotFound)
	case 1:
		return found[0], nil
	}
	ambiguous := Fail(CodeAmbiguous)
	if !by.Reads(env.SafraID) {
		return Record{}, ambiguous // which ones is for those who may read them
	}
	for _, r := range found {
		ambiguous.Problems = append(ambiguous.Problems, problem("id", "/id", ruleCandidate, lang.Args{"id": r.ID.String()}))
	}
	return Record{}, ambiguous
}

// get reads a live record of a kind. A record of another kind, or in a harvest that
// the key does not reach, is not found, whatever became of it.
func (s *Service) get(ctx context.Context, r Reader, by *Key, k *kind.Kind, id string) (*Record, error) {
	parsed, ok := ParseID(id)
	if !ok {
		return nil, Fail(CodeIDMalformed)
	}
	if !by.mayHold(parsed) {
		return nil, Fail(CodeRecordNotFound)
	}
	record, err := r.Record(ctx, parsed)
	if Is(err, CodeErased) {
		return nil, s.erased(ctx, r, by, k, parsed)
	}
	if err != nil {
		return nil, err
	}
	if record.Kind != k || !by.Reaches(record.SafraID) {
		return nil, Fail(CodeRecordNotFound)
	}
	return record, nil
}

// erased is what a key is told of an erased record. The receipt says who erased it
// and why, so it is for those who may read the record, or may erase it.
func (s *Service) erased(ctx context.Context, r Reader, by *Key, k *kind.Kind, id ID) error {
	versions, err := r.Versions(ctx, id)
	if err != nil {
		return err
	}
	if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
		return Fail(CodeRecordNotFound)
	}
	if !by.Has(Read) && !by.Has(Admin) {
		return Fail(CodeErased)
	}
	return ErasedError(&versions[len(versions)-1])
}

// Get reads one record, which the caller must not change.
func (s *Service) Get(ctx context.Context, by *Key, k *kind.Kind, id string) (*Record, error) {
	if err := by.Need(Read); err != nil {
		return nil, err
	}
	r, err := s.get(ctx, s.store, by, k, id)
	if err != nil {
		return nil, err
	}
	if !k.IsValidation() {
		return r, nil
	}
	validation := *r
	return &validation, s.withState(ctx, s.store, &validation)
}

// Delete marks a record as deleted: it leaves every read, its versions stay.
// It returns the deleted version, to a key that only writes without what it says.
func (s *Service) Delete(ctx context.Context, by *Key, k *kind.Kind, id string, ifMatch IfMatch) (Record, error) {
	if err := by.needChange(Write, k); err != nil {
		return Record{}, err
	}
	var out Record
	err := s.store.Update(ctx, func(w Writer) error {
		found, err := s.get(ctx, w, by, k, id)
		if err != nil {
			return err
		}
		r := *found
		if !ifMatch.admits(r.Version) {
			return Fail(CodeStale, "versao", strconv.FormatInt(r.Version, 10))
		}
		old := r
		r.replace(&old)
		s.next(&r, Deleted, by)
		out = r
		if err := s.append(ctx, w, &out); err != nil {
			return err
		}
		out.withhold(by)
		return nil
	})
	return out, err
}

// Grade tells what grading finds in a payload that would be written now. It writes
// nothing.
func (s *Service) Grade(k *kind.Kind, dados []byte) record.Graded {
	r := Record{Kind: k, Dados: dados, UpdatedAt: s.now()}
	return r.Graded()
}
