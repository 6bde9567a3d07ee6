package records

import (
	"context"
	"encoding/base64"
	"io"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/home"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// OnceName makes a name for a form, so that sending the form twice writes once.
func (s *Recorder) OnceName() (string, error) {
	var bits [18]byte
	if _, err := io.ReadFull(s.random, bits[:]); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(bits[:]), nil
}

// Written is the result of a write: the record or, for a repeated request, the first
// answer.
type Written struct {
	Record trace.Record
	Replay *trace.Reply
}

// Create stores a new record and grades it. With once, a repeated request gets the first
// answer again and stores nothing.
func (s *Recorder) Create(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, once *trace.Idempotency) (Written, error) {
	if err := by.NeedTrial(k, env.HarvestID); err != nil {
		return Written{}, err
	}
	refused := by.NeedCreate(k, env.HarvestID) // said last: see trace.Key.NeedTrial
	ready, err := s.journal.First(by, k, env)  // prepare the record before taking the writer, so that nobody waits for it
	var ahead review.Survey
	if err == nil && k.IsValidation() && refused == nil {
		ahead, err = s.reviewer.SurveyAhead(ctx, &ready)
	} else if err == nil && !k.IsValidation() {
		err = s.Finish(&ready, admit.From(ctx).Grow)
	}
	if err != nil {
		return Written{}, err
	}
	if once == nil { // with once, the stored answer belongs to the key
		ctx = home.OfRecord(ctx, &ready)
	}
	var out Written
	err = s.store.Update(ctx, func(w Writers) error {
		out = Written{}
		replay, err := once.Replay(ctx, w.Writer, by, s.now())
		if err != nil || replay != nil && refused == nil {
			out.Replay = replay
			return err
		}
		out.Record = ready
		r := &out.Record
		if k.IsValidation() {
			validate := s.validate
			if refused != nil {
				validate = s.validateUnseen
			}
			if err := validate(ctx, w, by, r, ahead, env.Justification); err != nil {
				return err
			}
			if err := s.Finish(r, admit.From(ctx).Grow); err != nil {
				return err
			}
		}
		if refused != nil {
			return refused
		}
		if err := w.Append(ctx, *r); err != nil {
			return err
		}
		if err := s.journal.WithState(ctx, w.Writer, r); err != nil {
			return err
		}
		r.Withhold(by)
		if once == nil {
			return nil
		}
		return once.Remember(ctx, w.Writer, by, s.now(), k.Prefix+"/"+r.ID.String(), r.AppendJSON(nil, once.Lang))
	})
	return out, err
}

// Finish grades a version, reads its lots, salts it and commits to it, so that it is ready
// to be written. It claims the memory of many lots.
func (s *Recorder) Finish(r *trace.Record, claim func(bytes int64) error) error {
	if err := s.gradeStrictly(r); err != nil {
		return err
	}
	if err := r.FitLots(claim); err != nil { // now, not while others wait for the writer
		return err
	}
	return s.journal.Commit(r)
}

// gradeStrictly keeps what grading finds; in strict mode it fails on an error.
func (s *Recorder) gradeStrictly(r *trace.Record) error {
	graded := r.GradeNow()
	if !s.strict {
		return nil
	}
	var problems []trace.Problem
	for _, f := range graded.Findings {
		if f.Rule.Severity == finding.Error {
			problems = append(problems, problemOf(f))
		}
	}
	if problems != nil {
		return &trace.Error{Code: trace.CodeRefused, Problems: problems}
	}
	return nil
}

// Update replaces the payload of a record. The envelope's ID names it; without
// one the harvest must have exactly one live record of the kind. ifMatch are the versions
// that the caller agrees to replace.
func (s *Recorder) Update(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, ifMatch trace.IfMatch) (trace.Record, error) {
	if err := by.NeedWrite(k, env.HarvestID); err != nil {
		return trace.Record{}, err
	}
	var out trace.Record
	err := s.store.Update(home.OfChange(ctx, k, env.ID, env.HarvestID), func(w Writers) error {
		old, err := s.named(ctx, w.Writer, by, k, env)
		if err != nil {
			return err
		}
		if old.HarvestID != env.HarvestID {
			return trace.Fail(trace.CodeOtherHarvest)
		}
		if !ifMatch.Admits(old.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(old.Version, 10))
		}
		r := old
		r.Replace(&old)
		r.HarvestCode, r.Payload = env.HarvestCode, record.KeepTaxCheck(k.Prefix, personal.Restore(by, k, env.Payload, old.Payload), old.Payload)
		if k.IsValidation() {
			if err := trace.KeepCode(&r); err != nil {
				return err
			}
			if err := r.Justify(env.Justification); err != nil {
				return err
			}
			sealBy(&r, by)
			if err := w.Validations.PutItems(ctx, r.ID, r.HarvestID, trace.TradeItems(r.Payload)); err != nil {
				return err
			}
		}
		s.journal.Next(&r, trace.Updated, by)
		if err := s.Finish(&r, admit.From(ctx).Grow); err != nil {
			return err
		}
		if err := w.Append(ctx, r); err != nil {
			return err
		}
		out = r
		if err := s.journal.WithState(ctx, w.Writer, &out); err != nil {
			return err
		}
		out.Withhold(by)
		return nil
	})
	return out, err
}

// named finds the record an update names.
func (s *Recorder) named(ctx context.Context, w Writer, by *trace.Key, k *kind.Kind, env trace.Envelope) (trace.Record, error) {
	if env.ID != "" {
		found, err := trace.LiveRecord(ctx, w, by, k, env.ID)
		if err != nil {
			return trace.Record{}, err
		}
		return *found, nil
	}
	const shown = 20 // the most candidates to list
	found, err := w.Records(ctx, trace.Query{Kind: k, Reach: trace.Only(env.HarvestID), Order: trace.OldestFirst, Limit: shown})
	if err != nil {
		return trace.Record{}, err
	}
	switch len(found) {
	case 0:
		return trace.Record{}, trace.Fail(trace.CodeRecordNotFound)
	case 1:
		return found[0], nil
	}
	ambiguous := trace.Fail(trace.CodeAmbiguous)
	if !by.Reads(env.HarvestID) {
		return trace.Record{}, ambiguous // only keys that may read the candidates learn their names
	}
	for _, r := range found {
		ambiguous.Problems = append(ambiguous.Problems, trace.NewProblem("id", "/id", trace.RuleCandidate, lang.Args{"id": r.ID.String()}))
	}
	return trace.Record{}, ambiguous
}

// Get reads one record. The caller must not change it.
func (s *Recorder) Get(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error) {
	r, err := s.GetPlain(ctx, by, k, id)
	if err != nil || !k.IsValidation() {
		return r, err
	}
	validation := *r
	return &validation, s.journal.WithState(ctx, s.store.Direct(), &validation)
}

// GetPlain is Get without the state of a validation, for which its whole harvest is read.
func (s *Recorder) GetPlain(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	r, err := trace.LiveRecord(ctx, s.store.Direct(), by, k, id)
	if err != nil {
		return nil, err
	}
	return personal.Record(by, r), nil
}

// Delete marks a record as deleted: reads no longer find it, but its versions stay. It
// returns the deleted version; a key that only writes gets it without its content.
func (s *Recorder) Delete(ctx context.Context, by *trace.Key, k *kind.Kind, id string, ifMatch trace.IfMatch) (trace.Record, error) {
	if err := by.NeedChange(trace.Write, k); err != nil {
		return trace.Record{}, err
	}
	var out trace.Record
	err := s.store.Update(home.OfChange(ctx, k, id, ""), func(w Writers) error {
		found, err := trace.LiveRecord(ctx, w.Writer, by, k, id)
		if err != nil {
			return err
		}
		r := *found
		if !ifMatch.Admits(r.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(r.Version, 10))
		}
		old := r
		r.Replace(&old)
		if k.IsValidation() {
			sealBy(&r, by)
		}
		s.journal.Next(&r, trace.Deleted, by)
		out = r
		if err := s.journal.Append(ctx, w.Writer, &out); err != nil {
			return err
		}
		out.Withhold(by)
		return nil
	})
	return out, err
}

// Grade returns what grading would find if the payload were written now. Nothing is written.
func (s *Recorder) Grade(k *kind.Kind, payload []byte) record.Graded {
	r := trace.Record{Kind: k, Payload: payload, UpdatedAt: s.now()}
	return r.Graded()
}
