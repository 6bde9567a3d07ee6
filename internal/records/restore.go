package records

import (
	"context"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Restore writes an earlier version of a live or deleted record again, as its newest one. It is
// checked and graded like any write. ifMatch are the newest versions that the caller agrees to
// replace. It fails with CodeErased for a version that was erased and with CodePathNotFound for
// validations and profiles, which have their own rules. A caller who may not see personal data
// restores nothing: it would write data that it cannot read.
func (s *Recorder) Restore(ctx context.Context, by *trace.Key, k *kind.Kind, id string, version int64, ifMatch trace.IfMatch) (trace.Record, error) {
	if k.IsValidation() || k == kind.Profile || k.IsChange() {
		return trace.Record{}, trace.Fail(trace.CodePathNotFound)
	}
	if err := by.NeedChange(trace.Write, k); err != nil {
		return trace.Record{}, err
	}
	if err := by.Need(trace.Read); err != nil {
		return trace.Record{}, err
	}
	if err := personal.Need(by); err != nil {
		return trace.Record{}, err
	}
	var out trace.Record
	err := s.store.Update(ctx, func(w Writers) error {
		newest, wanted, err := restorable(ctx, w.Writer, by, k, id, version)
		if err != nil {
			return err
		}
		if !ifMatch.Admits(newest.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(newest.Version, 10))
		}
		r, op := *newest, trace.Updated
		r.Replace(newest)
		if newest.Operation == trace.Deleted {
			op, r.AfterEnd = trace.Created, true
			r.ReplaceAll() // the deletion ended its lots
		}
		r.HarvestCode, r.Payload = wanted.HarvestCode, wanted.Payload
		s.journal.Next(&r, op, by)
		if err := s.Finish(&r, admit.From(ctx).Grow); err != nil {
			return err
		}
		if err := w.Append(ctx, r); err != nil {
			return err
		}
		r.AfterEnd = false // is not stored
		out = r
		return nil
	})
	return out, err
}

// restorable returns the newest version of a record and the one that is to be written again, whose
// shape is checked as that of a new one.
func restorable(ctx context.Context, r trace.VersionReader, by *trace.Key, k *kind.Kind, id string, version int64) (newest, wanted *trace.Record, err error) {
	parsed, ok := trace.ParseID(id)
	if !ok {
		return nil, nil, trace.Fail(trace.CodeIDMalformed)
	}
	if !by.MayHold(parsed) {
		return nil, nil, trace.Fail(trace.CodeRecordNotFound)
	}
	versions, err := r.Versions(ctx, parsed)
	if err != nil {
		return nil, nil, err
	}
	if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return nil, nil, trace.Fail(trace.CodeRecordNotFound)
	}
	if err := by.NeedWrite(k, versions[0].HarvestID); err != nil {
		return nil, nil, err
	}
	newest = &versions[len(versions)-1]
	if version < 1 || version > int64(len(versions)) {
		return nil, nil, trace.Fail(trace.CodeVersionNotFound, "versao", strconv.FormatInt(version, 10))
	}
	wanted = &versions[version-1]
	if wanted.Gone() || newest.Operation == trace.Erased {
		return nil, nil, trace.ErasedError(newest)
	}
	if _, err := trace.ReadEnvelope(k, wanted.AppendExport(nil)); err != nil {
		return nil, nil, err
	}
	return newest, wanted, nil
}
