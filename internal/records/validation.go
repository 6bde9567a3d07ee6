package records

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// maxSealFindings bounds the findings a seal lists; it counts them all.
const maxSealFindings = 200

// seal stores the list of what a validation covers, and the whole report. It also adds members next
// to the payload: cobertura (the number of records, and the digest of the list), completude,
// camadas (the public layers that the plots were compared with, if there are any), relatorio (the
// counts, the findings without their quotes from records, and the digest of the report),
// organizacaoId and justificativa.
//
// The report's quotes are not sealed. The commitment to the seal is permanent, and erasing a record
// must also erase what quotes it.
func (s *Recorder) seal(ctx context.Context, w ValidationWriter, by *trace.Key, r *trace.Record, found review.Survey, reason string) error {
	if err := trace.MayJustify(reason, found.Found.Summary.Errors); err != nil {
		return err
	}
	if err := w.PutCover(ctx, r.ID, found.Cover); err != nil {
		return err
	}
	report, err := s.salted(found.Found)
	if err != nil {
		return err
	}
	if err := w.PutReport(ctx, r.ID, r.HarvestID, report); err != nil {
		return err
	}
	seal := append([]byte(nil), `"cobertura":{"registros":`...)
	seal = strconv.AppendInt(seal, int64(found.Records), 10)
	seal = append(seal, `,"raiz":"`...)
	seal = trace.AppendDigest(seal, found.Cover)
	seal = append(seal, `"},"completude":`...)
	seal = appendCompleteness(seal, found.Found)
	if land := &found.Found.Land; len(land.Layers) > 0 {
		seal = append(seal, `,"`+landlayer.SealMember+`":`...)
		seal = land.AppendSealed(seal)
	}
	seal = append(seal, `,"relatorio":{"resumo":`...)
	seal = found.Found.Summary.AppendJSON(seal)
	seal = append(seal, `,"avisos":`...)
	seal = found.Found.AppendOutline(seal, maxSealFindings)
	seal = append(seal, `,"raiz":"`...)
	seal = trace.AppendDigest(seal, report)
	seal = append(seal, `"}`...)
	r.Seal = trace.AppendReason(seal, reason)
	sealBy(r, by)
	return nil
}

// partyMember names the organisation whose member made a version, in its seal.
const partyMember = "organizacaoId"

// sealBy states in the seal of a validation which organisation's member made this version: a verdict
// belongs to whoever wrote it, and not to whoever wrote an earlier one.
func sealBy(r *trace.Record, by *trace.Key) {
	var seal []byte
	add := func(name string, value []byte) {
		if seal != nil {
			seal = append(seal, ',')
		}
		seal = append(append(canon.AppendString(seal, name), ':'), value...)
	}
	err := canon.Members(slices.Concat([]byte{'{'}, r.Seal, []byte{'}'}), func(name string, value canon.Value) error {
		if name != partyMember {
			add(name, value)
		}
		return nil
	})
	if err != nil {
		return // verification reports a seal that cannot be read
	}
	if m := by.Member(); m != nil { // do not compare names: a key of no organisation may have any name
		add(partyMember, canon.AppendString(nil, trace.ID(m.ID).String()))
	}
	r.Seal = seal
}

// appendCompleteness appends the review's steps as counts. A harvest without a crop counts as
// OUTRA.
func appendCompleteness(dst []byte, found harvest.Review) []byte {
	crop := found.Crop
	if crop == "" {
		crop = string(trace.Other)
	}
	present, missing := len(found.Completeness.Present), found.Completeness.Missing
	dst = append(dst, `{"cultura":`...)
	dst = canon.AppendString(dst, crop)
	dst = append(dst, `,"presentes":`...)
	dst = strconv.AppendInt(dst, int64(present), 10)
	dst = append(dst, `,"total":`...)
	dst = strconv.AppendInt(dst, int64(present+len(missing)), 10)
	dst = append(dst, `,"percentual":`...)
	dst = strconv.AppendInt(dst, int64(found.Completeness.Percent), 10)
	dst = append(dst, `,"faltantes":[`...)
	for i, step := range missing {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"prefixo":`...)
		dst = canon.AppendString(dst, step.Kind.Prefix)
		dst = append(dst, `,"fase":`...)
		dst = canon.AppendString(dst, step.Kind.Phase)
		dst = append(dst, `,"nome":`...)
		dst = canon.AppendString(dst, step.Kind.Name)
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}

// salted returns a review for storage, as JSON in Portuguese. The salt keeps its digest from
// revealing quotes that are later destroyed.
func (s *Recorder) salted(found harvest.Review) ([]byte, error) {
	var salt [trace.ReportSalt]byte
	if _, err := io.ReadFull(s.random, salt[:]); err != nil {
		return nil, err
	}
	return found.AppendJSON(salt[:], lang.PT), nil
}

// validate turns a record into a validation: it assigns the code, freezes the list of covered
// records, and seals what the review found next to the payload. ahead is the harvest as reviewed
// before the write began; if it has changed since, it is reviewed again.
func (s *Recorder) validate(ctx context.Context, w Writers, by *trace.Key, r *trace.Record, ahead review.Survey, reason string) error {
	code := strings.TrimSpace(r.Validation().Code)
	if trace.FoldCode(code) == "" {
		generated, err := trace.NewCode(s.random)
		if err != nil {
			return err
		}
		code = generated
		if r.Payload, err = trace.WithCode(r.Payload, code); err != nil {
			return err
		}
	}
	r.ValidationCode = code
	if err := w.Validations.ReserveCode(ctx, trace.FoldCode(code), r.ID); err != nil {
		return err
	}
	if err := w.Validations.LockReports(ctx, r.HarvestID); err != nil { // without the lock it could quote a record that is being erased
		return err
	}
	now, err := trace.CoverOf(ctx, w.Validations, r.HarvestID)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, ahead.Cover) {
		if ahead, err = s.reviewer.Survey(ctx, w.Review, r); err != nil {
			return err
		}
	}
	if items := trace.TradeItems(r.Payload); items != nil {
		if err := w.Validations.PutItems(ctx, r.ID, r.HarvestID, items); err != nil {
			return err
		}
	}
	return s.seal(ctx, w.Validations, by, r, ahead, reason)
}

// validateUnseen is validate for a validation that will be refused, because the harvest belongs to
// others: it fails as in a harvest that nobody has, and reads nothing of theirs.
func (s *Recorder) validateUnseen(ctx context.Context, w Writers, by *trace.Key, r *trace.Record, ahead review.Survey, reason string) error {
	harvestID := r.HarvestID
	r.HarvestID = r.ID.String() // new, so that no harvest has it
	defer func() { r.HarvestID = harvestID }()
	return s.validate(ctx, w, by, r, ahead, reason)
}

// Validation finds a validation by any spelling of its code.
func (s *Recorder) Validation(ctx context.Context, by *trace.Key, code string) (trace.Record, error) {
	if err := by.Need(trace.Read); err != nil {
		return trace.Record{}, err
	}
	if err := s.ReachesCode(ctx, by, code); err != nil {
		return trace.Record{}, err
	}
	r, err := s.AnyValidation(ctx, code)
	return *personal.Record(by, &r), err
}

// RevokedValidation finds a deleted validation by any spelling of its code, and returns its last
// version before the deletion. It fails with CodeCodeNotFound if there is none.
func (s *Recorder) RevokedValidation(ctx context.Context, by *trace.Key, code string) (trace.Record, error) {
	if err := by.Need(trace.Read); err != nil {
		return trace.Record{}, err
	}
	if err := s.ReachesCode(ctx, by, code); err != nil {
		return trace.Record{}, err
	}
	id, err := s.store.Direct().CodeOwner(ctx, trace.FoldCode(code))
	if err != nil {
		return trace.Record{}, err
	}
	versions, err := s.store.Direct().Versions(ctx, id)
	if err != nil {
		return trace.Record{}, err
	}
	if len(versions) == 0 || versions[len(versions)-1].Operation != trace.Deleted {
		return trace.Record{}, trace.Fail(trace.CodeCodeNotFound)
	}
	r := versions[len(versions)-1]
	err = s.journal.WithState(ctx, s.store.Direct(), &r) // before r is copied
	return *personal.Record(by, &r), err
}

// ReachesCode fails with CodeCodeNotFound if the code belongs to a harvest outside the key's reach.
// It runs before any work that would take longer than looking up an unknown code. It costs nothing
// for a key without limits.
func (s *Recorder) ReachesCode(ctx context.Context, by *trace.Key, code string) error {
	if !by.LimitedToHarvests() {
		return nil
	}
	id, err := s.store.Direct().CodeOwner(ctx, trace.FoldCode(code))
	if err != nil {
		return err
	}
	if !by.MayHold(id) {
		return trace.Fail(trace.CodeCodeNotFound)
	}
	versions, err := s.store.Direct().Versions(ctx, id) // also of one that was deleted or erased
	if err == nil && (len(versions) == 0 || !by.Reaches(versions[0].HarvestID)) {
		err = trace.Fail(trace.CodeCodeNotFound)
	}
	return err
}

// AnyValidation returns the same for every caller. The caller MUST call ReachesCode first.
func (s *Recorder) AnyValidation(ctx context.Context, code string) (trace.Record, error) {
	r, err := s.store.Direct().Validation(ctx, trace.FoldCode(code))
	if err != nil {
		return trace.Record{}, err
	}
	if r.Kind.IsValidation() && trace.FoldCode(r.ValidationCode) == trace.FoldCode(code) {
		err := s.journal.WithState(ctx, s.store.Direct(), &r) // before r is copied
		return r, err
	}
	report := trace.StateReport{State: trace.Tampered, At: s.now()} // the code was made to point elsewhere
	report.Add(r.Kind.Prefix, r.ID, "adulterado")
	r.State = &report
	return r, nil
}
