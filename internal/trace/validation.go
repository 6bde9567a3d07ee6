package trace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rastro/internal/audit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
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

// FoldCode brings a code to the form in which the spellings of one code are
// equal: upper case, no spaces or hyphens, and, where that leaves the 16
// characters of a generated code, O read as 0 and I and L as 1.
func FoldCode(code string) string {
	code = strings.ToUpper(strings.TrimSpace(code))
	code = strings.NewReplacer("-", "", " ", "").Replace(code)
	if len(code) != 16 {
		return code
	}
	folded := strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(code)
	if strings.Trim(folded, crockford) == "" {
		return folded
	}
	return code
}

// validate turns a record into a validation: it gives it its code, freezes the
// list of records it covers, and seals what was found beside the payload.
func (s *Service) validate(ctx context.Context, w Writer, r *Record) error {
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
	seal, err := s.seal(ctx, w, r)
	if err != nil {
		return err
	}
	r.Seal = seal
	if items := tradeItems(r.Dados); items != nil {
		return w.PutItems(ctx, r.ID, items)
	}
	return nil
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

// maxSealFindings bounds the findings a report lists; it counts them all.
const maxSealFindings = 200

// seal reads the whole harvest, in one snapshot, stores the list of what it covers, a line "prefix id version hash" for each record, and
// returns the members that stand beside the payload: cobertura (how many
// records, and the digest of that list), completude and relatorio.
func (s *Service) seal(ctx context.Context, w Writer, r *Record) ([]byte, error) {
	var cover []byte
	present := map[*kind.Kind]int{r.Kind: 1}
	counts := map[audit.Severity]int{}
	crop := cropOf(r)
	var findings []byte
	var covered, listed int
	err := w.EachOf(ctx, r.SafraID, func(old *Record) error {
		covered++
		present[old.Kind]++
		if crop == "" {
			crop = cropOf(old)
		}
		cover = fmt.Appendf(cover, "%s %s %d %x\n", old.Kind.Prefix, old.ID, old.Version, old.Hash)
		for _, f := range old.graded().Findings {
			counts[f.Rule.Severity]++
			if listed < maxSealFindings {
				findings = appendSealFinding(findings, old, f)
				listed++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.PutCover(ctx, r.ID, cover); err != nil {
		return nil, err
	}
	root := sha256.Sum256(cover)
	completeness, err := s.completeness(ctx, w, crop, present)
	if err != nil {
		return nil, err
	}
	seal := append([]byte(nil), `"cobertura":{"registros":`...)
	seal = strconv.AppendInt(seal, int64(covered), 10)
	seal = append(seal, `,"raiz":"`...)
	seal = hex.AppendEncode(seal, root[:])
	seal = append(seal, `"},"completude":`...)
	seal = append(seal, completeness...)
	seal = append(seal, `,"relatorio":{"resumo":{"erro":`...)
	seal = strconv.AppendInt(seal, int64(counts[audit.Error]), 10)
	seal = append(seal, `,"alerta":`...)
	seal = strconv.AppendInt(seal, int64(counts[audit.Alert]), 10)
	seal = append(seal, `,"info":`...)
	seal = strconv.AppendInt(seal, int64(counts[audit.Info]), 10)
	seal = append(seal, `},"avisos":[`...)
	seal = append(seal, findings...)
	return append(seal, `]}`...), nil
}

func appendSealFinding(dst []byte, r *Record, f audit.Finding) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	dst = append(dst, `{"regra":`...)
	dst = canon.AppendString(dst, f.Rule.ID)
	dst = append(dst, `,"severidade":`...)
	dst = canon.AppendString(dst, string(f.Rule.Severity))
	dst = append(dst, `,"mensagem":`...)
	dst = canon.AppendString(dst, f.Message(lang.PT))
	dst = append(dst, `,"registros":[{"prefixo":`...)
	dst = canon.AppendString(dst, r.Kind.Prefix)
	dst = append(dst, `,"id":"`...)
	dst = append(dst, r.ID.String()...)
	dst = append(dst, `","campo":`...)
	dst = canon.AppendString(dst, f.Field)
	return append(dst, `}]}`...)
}

// Validation finds a validation by its code, however it is spelt.
func (s *Service) Validation(ctx context.Context, by *Key, code string) (Record, error) {
	if err := by.Need(Read); err != nil {
		return Record{}, err
	}
	r, err := s.store.Validation(ctx, FoldCode(code))
	if err != nil {
		return Record{}, err
	}
	if err := by.needHarvest(r.SafraID); err != nil {
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
