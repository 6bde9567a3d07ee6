package proof

import (
	"context"
	"encoding/hex"
	"errors"
	"strconv"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// versions reads every version of a record of a kind, for a key that may read
// it, even if the record was deleted or erased.
func (s *Auditor) versions(ctx context.Context, r trace.VersionReader, by *trace.Key, k *kind.Kind, id string) ([]trace.Record, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return nil, trace.Fail(trace.CodeIDMalformed)
	}
	if !by.MayHold(parsed) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	versions, err := r.Versions(ctx, parsed)
	if err != nil {
		return nil, err
	}
	if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	personal.Versions(by, versions)
	return versions, nil
}

// Versions reads every version of a record, oldest first, whatever happened to it.
func (s *Auditor) Versions(ctx context.Context, by *trace.Key, k *kind.Kind, id string) ([]trace.Record, error) {
	return s.versions(ctx, s.store.Direct(), by, k, id)
}

// History returns every version of a record, oldest first, as JSON: author, time, content and
// changes.
func (s *Auditor) History(ctx context.Context, by *trace.Key, k *kind.Kind, id string) ([]byte, int, error) {
	versions, err := s.versions(ctx, s.store.Direct(), by, k, id)
	if err != nil {
		return nil, 0, err
	}
	out := []byte{}
	var before []byte
	for i := range versions {
		v := &versions[i]
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"versao":`...)
		out = strconv.AppendInt(out, v.Version, 10)
		out = append(out, `,"operacao":"`...)
		out = append(out, v.Operation.String()...)
		out = append(out, `","em":"`...)
		out = v.UpdatedAt.AppendFormat(out, trace.TimeLayout)
		out = append(out, `","por":`...)
		out = canon.AppendString(out, v.UpdatedBy)
		out = append(out, `,"safraCodigo":`...)
		out = canon.AppendString(out, v.HarvestCode)
		if reason := v.Sealed().Justification; reason != "" {
			out = append(out, `,"justificativa":`...)
			out = canon.AppendString(out, reason)
		}
		if files := attachment.List(v.Seal); len(files) > 0 {
			out = attachment.AppendJSON(append(out, `,"anexos":`...), files)
		}
		out = append(out, `,"hash":"`...)
		out = hex.AppendEncode(out, v.Hash[:])
		out = append(out, `","expurgado":`...)
		out = strconv.AppendBool(out, v.Gone())
		out = append(out, `,"dados":`...)
		out = trace.AppendOrNull(out, v.Payload)
		out = append(out, `,"alteracoes":`...)
		var changes []Change
		if v.Operation == trace.Updated && !v.Gone() && before != nil {
			changes = Diff(before, v.Payload)
		}
		out = appendChanges(out, changes)
		if i > 0 && v.Operation == trace.Updated {
			out = appendFileChanges(out, versions[i-1].Seal, v.Seal)
		}
		out = append(out, '}')
		before = nil
		if !v.Gone() {
			before = v.Payload
		}
	}
	return out, len(versions), nil
}

// GetAt returns a record as it was at an instant.
func (s *Auditor) GetAt(ctx context.Context, by *trace.Key, k *kind.Kind, id string, at time.Time) (trace.Record, error) {
	versions, err := s.versions(ctx, s.store.Direct(), by, k, id)
	if err != nil {
		return trace.Record{}, err
	}
	then := -1
	for i := range versions {
		if !versions[i].UpdatedAt.After(at) {
			then = i
		}
	}
	if then < 0 {
		return trace.Record{}, trace.Fail(trace.CodeNotYet, "em", at.UTC().Format(trace.TimeLayout))
	}
	r := versions[then]
	last := &versions[len(versions)-1]
	switch {
	case last.Operation == trace.Erased:
		return trace.Record{}, trace.ErasedError(last)
	case r.Operation == trace.Deleted:
		return trace.Record{}, trace.Fail(trace.CodeRecordNotFound)
	}
	return r, nil
}

// Prove puts together the proof of one version; version 0 is the newest.
func (s *Auditor) Prove(ctx context.Context, by *trace.Key, k *kind.Kind, id string, version int64) (ledger.Proof, error) {
	var proof ledger.Proof
	if err := personal.Need(by); err != nil { // a masked document proves nothing
		return proof, err
	}
	err := s.publicLog.InLog(ctx, func() (err error) {
		proof, version, err = s.prove(ctx, by, k, id, version)
		return err
	})
	return proof, err
}

// prove also returns which version it is about: if others keep changing a record, its newest
// version would never be in the log.
func (s *Auditor) prove(ctx context.Context, by *trace.Key, k *kind.Kind, id string, asked int64) (proof ledger.Proof, version int64, err error) {
	err = s.store.View(ctx, func(r Reader) error {
		versions, err := s.versions(ctx, r, by, k, id)
		if err != nil {
			return err
		}
		if version = asked; version == 0 {
			version = int64(len(versions))
		}
		if version < 1 || version > int64(len(versions)) {
			return trace.Fail(trace.CodeVersionNotFound, "versao", strconv.FormatInt(version, 10))
		}
		v := &versions[version-1]
		if v.Gone() {
			return trace.ErasedError(&versions[len(versions)-1])
		}
		state, err := s.publicLog.SignedState(ctx, r)
		if err != nil {
			return err
		}
		index, err := r.LogIndex(ctx, v.ID, v.Version)
		if err != nil {
			return err
		}
		state = s.publicLog.Cosigned(state, index)
		hashes, err := ledger.Inclusion(state.Tree, s.publicLog.Tiles(ctx, r), index)
		if err != nil {
			return err
		}
		proof, err = s.proofOf(v, state, index, hashes)
		return err
	})
	return proof, version, err
}

// maxDifferences bounds the records that a comparison of instants lists.
const maxDifferences = 1000

// Differences returns, as JSON, what changed in a harvest from one instant to
// another: records created, changed and deleted, field by field.
func (s *Auditor) Differences(ctx context.Context, by *trace.Key, harvestID string, from, to time.Time) (content []byte, n int, truncated bool, err error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, 0, false, err
	}
	if err := by.NeedHarvest(harvestID); err != nil {
		return nil, 0, false, err
	}
	err = s.store.View(ctx, func(r Reader) error {
		before, err := s.harvestAt(ctx, r, harvestID, from)
		if err != nil {
			return err
		}
		after, err := s.harvestAt(ctx, r, harvestID, to)
		if err != nil {
			return err
		}
		if err := errors.Join(personal.Past(ctx, r, by, before), personal.Past(ctx, r, by, after)); err != nil {
			return err
		}
		for len(before) > 0 || len(after) > 0 {
			var a, b *trace.Record
			switch {
			case len(after) == 0 || len(before) > 0 && byKindAndID.Compare(before[0], after[0]) < 0:
				a, before = &before[0], before[1:]
			case len(before) == 0 || byKindAndID.Compare(before[0], after[0]) > 0:
				b, after = &after[0], after[1:]
			default:
				a, b, before, after = &before[0], &after[0], before[1:], after[1:]
			}
			if a != nil && b != nil && a.Version == b.Version {
				continue
			}
			if n == maxDifferences {
				truncated = true
				return nil
			}
			if n > 0 {
				content = append(content, ',')
			}
			content = appendDifference(content, a, b)
			n++
		}
		return nil
	})
	return content, n, truncated, err
}

var byKindAndID = trace.Order{{Field: trace.ByKind, Desc: false}, {Field: trace.ByID, Desc: false}}

func appendDifference(dst []byte, a, b *trace.Record) []byte {
	shown, what := b, "alterado"
	var from, to, fromSeal, toSeal []byte
	var fromVersion, toVersion int64
	if a != nil {
		from, fromVersion, fromSeal = a.Payload, a.Version, a.Seal
	} else {
		what = "criado"
	}
	if b != nil {
		to, toVersion, toSeal = b.Payload, b.Version, b.Seal
	} else {
		shown, what = a, "excluido"
	}
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, shown.Kind.Prefix)
	dst = append(dst, `,"id":"`...)
	dst = append(dst, shown.ID.String()...)
	dst = append(dst, `","mudanca":"`...)
	dst = append(dst, what...)
	dst = append(dst, `","deVersao":`...)
	dst = appendVersion(dst, fromVersion)
	dst = append(dst, `,"paraVersao":`...)
	dst = appendVersion(dst, toVersion)
	dst = append(dst, `,"alteracoes":`...)
	dst = appendChanges(dst, Diff(from, to))
	return append(appendFileChanges(dst, fromSeal, toSeal), '}')
}

func appendVersion(dst []byte, version int64) []byte {
	if version == 0 {
		return append(dst, `null`...)
	}
	return strconv.AppendInt(dst, version, 10)
}

// harvestAt reads all of a harvest as it was at an instant.
func (s *Auditor) harvestAt(ctx context.Context, r trace.PageReader, harvestID string, at time.Time) ([]trace.Record, error) {
	var all []trace.Record
	q := trace.Query{Reach: trace.Only(harvestID), Order: byKindAndID, At: at, Limit: 500}
	for {
		page, err := trace.RecordsOf(ctx, r, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < q.Limit {
			return all, nil
		}
		q.After = q.Order.Position(&page[len(page)-1])
	}
}
