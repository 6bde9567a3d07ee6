package profiles

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/profile"
	"rastro/internal/trace"
)

// ReadEnvelope reads the body that states a harvest's profile: the envelope of a record, in which
// safraId may be omitted, because the path contains it. If it cannot be accepted, ReadEnvelope
// fails with CodeInvalid, which lists every problem.
func ReadEnvelope(harvestID string, body []byte) (trace.Envelope, error) {
	env := trace.Envelope{HarvestID: strings.TrimSpace(harvestID)}
	var m trace.Members
	m.Required("safraId", env.HarvestID)
	m.Addressable("safraId", env.HarvestID)
	if utf8.RuneCountInString(env.HarvestID) > trace.MaxName {
		m.Report("safraId", trace.RuleTooLong, lang.Args{"max": strconv.Itoa(trace.MaxName)})
	}
	said := ""
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "safraId":
			said = m.Text(name, value, trace.MaxName)
		case "safraCodigo":
			env.HarvestCode = m.Text(name, value, trace.MaxName)
		case "dados":
			if value.Kind() != '{' {
				m.Report(name, trace.RuleObject, nil)
				break
			}
			env.Payload = bytes.Clone(value)
		}
		return nil
	})
	if err != nil {
		return env, err
	}
	if said != "" && said != env.HarvestID {
		return env, trace.Fail(trace.CodeOtherHarvest)
	}
	m.Required("dados", string(env.Payload))
	m.Problems = append(m.Problems, Problems(env.Payload)...)
	return env, m.Err()
}

// Problems returns the reasons to refuse a payload; none for an absent one.
func Problems(payload []byte) (all []trace.Problem) {
	if payload == nil {
		return nil
	}
	for _, f := range profile.Check(payload) {
		field := f.Field
		if field == "" {
			field = "dados"
		}
		all = append(all, trace.Problem{Field: field, Pointer: "/dados" + f.Pointer, Rule: f.Rule.ID, Message: f.Text()})
	}
	return all
}

// Put is the result of stating a profile: the version or, for a repeated request, the first
// answer. Created: the harvest had no live profile.
type Put struct {
	Record  trace.Record
	Created bool
	Replay  *trace.Reply
}

// PutProfile states the profile of a harvest, replacing its present one. ifMatch are the versions
// that the caller agrees to replace; 0 means none. With once, a repeated request gets the first
// answer again and stores nothing.
//
// A harvest has one profile, whose versions continue after a deletion. Only an erasure ends it
// permanently: then a new one begins.
func (s *ProfileKeeper) PutProfile(ctx context.Context, by *trace.Key, env trace.Envelope, ifMatch trace.IfMatch, once *trace.Idempotency) (Put, error) {
	if err := by.NeedTrial(kind.Profile, env.HarvestID); err != nil {
		return Put{}, err
	}
	refused := by.NeedCreate(kind.Profile, env.HarvestID) // said last: see trace.Key.NeedTrial
	if err := personal.Need(by); err != nil {             // nearly all of it is personal
		return Put{}, err
	}
	var out Put
	err := s.store.Update(ctx, func(w Writer) error {
		out = Put{}
		replay, err := once.Replay(ctx, w, by, s.now())
		if err != nil || replay != nil && refused == nil {
			out.Replay = replay
			return err
		}
		var old *trace.Record
		if refused == nil {
			old, err = newest(ctx, w, env.HarvestID)
		}
		if err != nil {
			return err
		}
		live := old != nil && !old.Operation.Ends()
		version := int64(0)
		if live {
			version = old.Version
		}
		if !ifMatch.Admits(version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(version, 10))
		}
		if refused != nil {
			return refused
		}
		r, err := s.next(by, env, old)
		if err != nil {
			return err
		}
		r.GradeNow()
		if err := s.journal.Append(ctx, w, &r); err != nil {
			return err
		}
		r.AfterEnd = false // is not stored
		r.Withhold(by)
		out.Record, out.Created = r, !live
		if once == nil {
			return nil
		}
		return once.Remember(ctx, w, by, s.now(), place(&r), r.AppendJSON(nil, once.Lang))
	})
	return out, err
}

// Restored returns what an import does with a profile. existing is the id of the profile that the
// harvest has or had, zero if it never had one: then the import writes the first version like that
// of any record. next is the version that restores an ended profile, nil if there is nothing to
// restore.
func (s *ProfileKeeper) Restored(ctx context.Context, r trace.ProfileReader, by *trace.Key, env trace.Envelope) (next *trace.Record, existing trace.ID, err error) {
	old, err := newest(ctx, r, env.HarvestID)
	switch {
	case err != nil || old == nil:
		return nil, trace.ID{}, err
	case !old.Operation.Ends():
		return nil, old.ID, nil
	}
	made, err := s.next(by, env, old)
	if err != nil {
		return nil, trace.ID{}, err
	}
	made.GradeNow()
	return &made, old.ID, s.journal.Commit(&made)
}

// place returns what a stored answer is about, so that an erasure can find the answer.
func place(r *trace.Record) string { return r.Kind.Prefix + "/" + r.ID.String() }

// next returns the version that follows the newest one, nil for none.
func (s *ProfileKeeper) next(by *trace.Key, env trace.Envelope, old *trace.Record) (trace.Record, error) {
	switch {
	case old == nil:
		return s.journal.First(by, kind.Profile, env)
	case old.Operation == trace.Erased: // the newest id is the profile
		return s.journal.FirstAfter(by, kind.Profile, env, old.CreatedAt())
	}
	r := *old
	r.Replace(old)
	r.HarvestCode, r.Payload = env.HarvestCode, env.Payload
	op := trace.Updated
	if old.Operation == trace.Deleted {
		op, r.AfterEnd = trace.Created, true
	}
	s.journal.Next(&r, op, by)
	return r, nil
}

// newest returns the newest version of a harvest's profile, nil if it never had one.
func newest(ctx context.Context, r trace.ProfileReader, harvestID string) (*trace.Record, error) {
	found, err := r.NewestProfile(ctx, harvestID)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return nil, nil
	}
	return &found, err
}
