package trace

import (
	"bytes"
	"context"
	"io"
	"strings"
	"time"

	"rastro/internal/canon"
)

// crockford is the alphabet of generated codes: no I, L, O or U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newCode makes a code of 80 random bits, as people read it aloud: in fours.
func newCode(random io.Reader) (string, error) {
	var bits [16]byte
	if _, err := io.ReadFull(random, bits[:]); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, v := range bits {
		if i > 0 && i%4 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(crockford[v%32])
	}
	return b.String(), nil
}

var (
	unspaced   = strings.NewReplacer("-", "", " ", "")
	unmistaken = strings.NewReplacer("O", "0", "I", "1", "L", "1")
)

// FoldCode brings a code to the form in which the spellings of one code are
// equal: upper case, no spaces or hyphens, and, where that leaves the 16
// characters of a generated code, O read as 0 and I and L as 1.
func FoldCode(code string) string {
	code = strings.ToUpper(strings.TrimSpace(code))
	code = unspaced.Replace(code)
	if len(code) != 16 {
		return code
	}
	folded := unmistaken.Replace(code)
	if strings.Trim(folded, crockford) == "" {
		return folded
	}
	return code
}

// validate turns a record into a validation: it gives it its code, freezes the
// list of records it covers, and seals what was found beside the payload. ahead
// is the harvest as it was looked at before anybody waited; where it is not so
// any more, it is looked at again.
func (s *Service) validate(ctx context.Context, w Writer, r *Record, ahead survey, reason string) error {
	codigo, _ := payloadText(r.Dados, "codigo")
	codigo = strings.TrimSpace(codigo)
	if FoldCode(codigo) == "" {
		generated, err := newCode(s.random)
		if err != nil {
			return err
		}
		codigo = generated
		if r.Dados, err = withCode(r.Dados, codigo); err != nil {
			return err
		}
	}
	r.Codigo = codigo
	if err := w.ReserveCode(ctx, FoldCode(codigo), r.ID); err != nil {
		return err
	}
	if err := w.HoldReports(ctx, r.SafraID); err != nil { // or it could quote what is being erased
		return err
	}
	now, err := coverOf(ctx, w, r.SafraID)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, ahead.cover) {
		if ahead, err = s.survey(ctx, w, r); err != nil {
			return err
		}
	}
	if items := tradeItems(r.Dados); items != nil {
		if err := w.PutItems(ctx, r.ID, r.SafraID, items); err != nil {
			return err
		}
	}
	return s.seal(ctx, w, r, ahead, reason)
}

// withCode puts a code into a payload, in place of an empty one or as its
// first member; the other members keep their bytes.
func withCode(dados []byte, codigo string) ([]byte, error) {
	out := append(make([]byte, 0, len(dados)+len(codigo)+16), `{"codigo":`...)
	out = canon.AppendString(out, codigo)
	err := canon.Members(dados, func(name string, value canon.Value) error {
		if name != "codigo" {
			out = append(out, ',')
			out = canon.AppendString(out, name)
			out = append(out, ':')
			out = append(out, value...)
		}
		return nil
	})
	return append(out, '}'), err
}

// keepCode makes sure an update leaves a validation's code as it is: it may be
// printed on sacks. A payload without one gets it back.
func keepCode(r *Record) error {
	codigo, _ := payloadText(r.Dados, "codigo")
	switch FoldCode(codigo) {
	case FoldCode(r.Codigo):
		return nil
	case "":
		var err error
		r.Dados, err = withCode(r.Dados, r.Codigo)
		return err
	}
	return Fail(CodeCodeFixed, "codigo", r.Codigo)
}

// Validation finds a validation by its code, however it is spelt.
func (s *Service) Validation(ctx context.Context, by *Key, code string) (Record, error) {
	if err := by.Need(Read); err != nil {
		return Record{}, err
	}
	if err := s.ReachesCode(ctx, by, code); err != nil {
		return Record{}, err
	}
	return s.AnyValidation(ctx, code)
}

// ReachesCode fails with CodeCodeNotFound for a code of a harvest that the key does
// not reach, before anything is worked out that would take longer than to look up
// a code that nobody has. It costs a key without limits nothing.
func (s *Service) ReachesCode(ctx context.Context, by *Key, code string) error {
	if len(by.Safras) == 0 {
		return nil
	}
	id, err := s.store.CodeOwner(ctx, FoldCode(code))
	if err != nil {
		return err
	}
	if !by.mayHold(id) {
		return Fail(CodeCodeNotFound)
	}
	versions, err := s.store.Versions(ctx, id) // also of one that was deleted or erased
	if err == nil && (len(versions) == 0 || !by.Reaches(versions[0].SafraID)) {
		err = Fail(CodeCodeNotFound)
	}
	return err
}

// AnyValidation is the same whoever asks. The caller MUST ask ReachesCode first.
func (s *Service) AnyValidation(ctx context.Context, code string) (Record, error) {
	r, err := s.store.Validation(ctx, FoldCode(code))
	if err != nil {
		return Record{}, err
	}
	if r.Kind.IsValidation() && FoldCode(r.Codigo) == FoldCode(code) {
		return r, s.withState(ctx, s.store, &r)
	}
	report := StateReport{State: Tampered, At: s.now()} // the code was led elsewhere
	report.add(r.Kind.Prefix, r.ID, "adulterado")
	r.State = &report
	return r, nil
}

// HoldsUntil is when time alone will change a validation's state as it was read;
// zero for never.
func (r *Record) HoldsUntil() time.Time {
	if end := lastDay(r); r.State != nil && r.State.At.Before(end) {
		return end
	}
	return time.Time{}
}
