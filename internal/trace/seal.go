package trace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/lang"
)

// survey is a harvest as a validation finds it: the list of its records, a line
// "prefix id version hash" for each, and what an auditor would say of them.
type survey struct {
	cover   []byte
	records int
	found   harvest.Review
}

// survey looks at the harvest of a validation that is being made. What grading
// finds in the validations themselves stands beside each, and an update mends
// it: it does not count against the harvest.
func (s *Service) survey(ctx context.Context, r Reader, v *Record) (survey, error) {
	var out survey
	each := func(old *Record) (remark bool) {
		out.cover = appendCovered(out.cover, old)
		if !old.Kind.IsChange() {
			out.records++
		}
		return !old.Kind.IsValidation()
	}
	// Whoever may read this harvest reads the report, so it names no other.
	var err error
	out.found, err = harvest.Run(ctx, &reviewed{s: s, r: r, safraID: v.SafraID, each: each, made: v, named: validatedLots{}}, s.now().Year(), "")
	return out, err
}

// coverOf is the list of a harvest's records as they are now.
func coverOf(ctx context.Context, r Reader, safraID string) (cover []byte, err error) {
	err = r.EachOf(ctx, safraID, func(old *Record) error {
		cover = appendCovered(cover, old)
		return nil
	})
	return cover, err
}

func appendCovered(dst []byte, r *Record) []byte {
	return fmt.Appendf(dst, "%s %s %d %x\n", r.Kind.Prefix, r.ID, r.Version, r.Hash)
}

// maxSealFindings bounds the findings a seal lists; it counts them all.
const maxSealFindings = 200

// seal stores the list of what a validation covers and the whole report, and
// puts beside the payload: cobertura (how many records, and the digest of the
// list), completude, relatorio (the counts, the findings without what they quote
// of records, and the digest of the report) and justificativa.
//
// What the report quotes stands outside of the seal, which is committed to for
// ever: an erasure of a record must reach it.
func (s *Service) seal(ctx context.Context, w Writer, r *Record, found survey, reason string) error {
	if err := mayJustify(reason, found.found.Summary.Errors); err != nil {
		return err
	}
	if err := w.PutCover(ctx, r.ID, found.cover); err != nil {
		return err
	}
	report, err := s.salted(found.found)
	if err != nil {
		return err
	}
	if err := w.PutReport(ctx, r.ID, r.SafraID, report); err != nil {
		return err
	}
	seal := append([]byte(nil), `"cobertura":{"registros":`...)
	seal = strconv.AppendInt(seal, int64(found.records), 10)
	seal = append(seal, `,"raiz":"`...)
	seal = appendDigest(seal, found.cover)
	seal = append(seal, `"},"completude":`...)
	seal = appendCompleteness(seal, found.found)
	seal = append(seal, `,"relatorio":{"resumo":`...)
	seal = found.found.Summary.AppendJSON(seal)
	seal = append(seal, `,"avisos":`...)
	seal = found.found.AppendOutline(seal, maxSealFindings)
	seal = append(seal, `,"raiz":"`...)
	seal = appendDigest(seal, report)
	seal = append(seal, `"}`...)
	r.Seal = appendReason(seal, reason)
	return nil
}

func appendDigest(dst, body []byte) []byte {
	sum := sha256.Sum256(body)
	return hex.AppendEncode(dst, sum[:])
}

// appendCompleteness says in numbers what the review says in steps. Of a
// harvest that does not say its crop OUTRA is asked.
func appendCompleteness(dst []byte, found harvest.Review) []byte {
	crop := found.Crop
	if crop == "" {
		crop = string(Other)
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

// salted is a review for keeping: a salt, so that its digest does not tell
// what it quotes once it is destroyed, and its JSON in Portuguese.
func (s *Service) salted(found harvest.Review) ([]byte, error) {
	var salt [reportSalt]byte
	if _, err := io.ReadFull(s.random, salt[:]); err != nil {
		return nil, err
	}
	return found.AppendJSON(salt[:], lang.PT), nil
}

const reportSalt = 16 // bytes

// sealed is what is read again of a seal.
type sealed struct {
	Cobertura struct {
		Registros int    `json:"registros"`
		Raiz      string `json:"raiz"`
	} `json:"cobertura"`
	Completude struct {
		Cultura        Crop `json:"cultura"`
		PublicComplete `json:",inline"`
	} `json:"completude"`
	Relatorio struct {
		Resumo PublicSummary `json:"resumo"`
		Raiz   string        `json:"raiz"`
	} `json:"relatorio"`
	Justificativa string `json:"justificativa"`
}

// sealed reads the seal. One that cannot be read was tampered with, as the
// commitment shows; what of it can be read is returned.
func (r *Record) sealed() sealed {
	var out sealed
	if r.Seal == nil {
		return out
	}
	_ = canon.UnmarshalLenient(r.sealObject(), &out)
	return out
}

// sealObject is the seal as a JSON object.
func (r *Record) sealObject() []byte {
	object := make([]byte, 0, len(r.Seal)+2)
	object = append(object, '{')
	object = append(object, r.Seal...)
	return append(object, '}')
}

// matches holds a stored text against its digest in a seal.
func matches(root string, body []byte) bool { return root == string(appendDigest(nil, body)) }
