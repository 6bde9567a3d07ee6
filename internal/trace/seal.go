package trace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"rastro/internal/canon"
	"rastro/internal/ptbr"
)

// justification reads the reason why a harvest is approved despite errors.
// It is public, so it is a member of the request and not of the payload, which is
// private. A text without content is reported.
func (m *Members) justification(name string, value canon.Value) string {
	if value.Kind() == 'n' {
		return ""
	}
	before := len(m.Problems)
	reason := m.Text(name, value, MaxReason)
	if len(m.Problems) == before && (ptbr.IsAbsent(reason) || !strings.ContainsFunc(reason, unicode.IsLetter)) {
		m.Report(name, ruleNoReason, nil)
	}
	return reason
}

// MayJustify refuses a reason when there is nothing to justify: it would suggest that there was.
func MayJustify(reason string, errors int) error {
	if reason == "" || errors > 0 {
		return nil
	}
	var m Members
	m.Report(justifyMember, ruleNoErrors, nil)
	return m.Err()
}

// justifyMember is the reason's name, in the request and next to the payload.
const justifyMember = "justificativa"

// AppendReason appends the reason to a seal.
func AppendReason(seal []byte, reason string) []byte {
	if reason == "" {
		return seal
	}
	seal = append(seal, `,"`+justifyMember+`":`...)
	return canon.AppendString(seal, reason)
}

// Justify replaces a validation's reason with the one that an update states; "" means none. The
// findings stay unchanged.
func (r *Record) Justify(reason string) error {
	if err := MayJustify(reason, r.Sealed().Report.Summary.Errors); err != nil {
		return err
	}
	var seal []byte
	err := canon.Members(r.sealObject(), func(name string, value canon.Value) error {
		if name == justifyMember {
			return nil
		}
		if seal != nil {
			seal = append(seal, ',')
		}
		seal = canon.AppendString(seal, name)
		seal = append(seal, ':')
		seal = append(seal, value...)
		return nil
	})
	if err == nil { // verification reports a list that cannot be read
		r.Seal = AppendReason(seal, reason)
	}
	return nil
}

// PublicComplete is how much of the crop's required records is present.
type PublicComplete struct {
	Present int `json:"presentes"`
	Total   int `json:"total"`
	Percent int `json:"percentual"`
}

// PublicSummary counts what was found when the harvest was validated.
type PublicSummary struct {
	Errors int `json:"erro"`
	Alerts int `json:"alerta"`
	Info   int `json:"info"`
}

// CoverOf returns the list of a harvest's records now.
func CoverOf(ctx context.Context, r HarvestReader, harvestID string) (cover []byte, err error) {
	err = r.EachOf(ctx, harvestID, func(old *Record) error {
		cover = AppendCovered(cover, old)
		return nil
	})
	return cover, err
}

// AppendCovered appends a record to the list of records that a validation covers.
func AppendCovered(dst []byte, r *Record) []byte {
	return fmt.Appendf(dst, "%s %s %d %x\n", r.Kind.Prefix, r.ID, r.Version, r.Hash)
}

// AppendDigest appends the digest of a body.
func AppendDigest(dst, body []byte) []byte {
	sum := sha256.Sum256(body)
	return hex.AppendEncode(dst, sum[:])
}

// ReportSalt is the length of a review's salt.
const ReportSalt = 16 // bytes

// SealContent is the parsed content of a seal.
type SealContent struct {
	Coverage struct {
		Records int    `json:"registros"`
		Root    string `json:"raiz"`
	} `json:"cobertura"`
	Completeness struct {
		Crop           Crop `json:"cultura"`
		PublicComplete `json:",inline"`
	} `json:"completude"`
	Report struct {
		Summary PublicSummary `json:"resumo"`
		Root    string        `json:"raiz"`
	} `json:"relatorio"`
	// Organization is the id of the author's organisation, which had the right to write in the
	// harvest then; "" for none, and in validations of earlier builds.
	Organization  string `json:"organizacaoId"`
	Justification string `json:"justificativa"`
}

// Sealed reads the seal. If it cannot be read, it was tampered with, as the commitment
// shows; Sealed returns what it can read.
func (r *Record) Sealed() SealContent {
	var out SealContent
	if r.Seal == nil {
		return out
	}
	_ = canon.UnmarshalLenient(r.sealObject(), &out)
	return out
}

// sealObject returns the seal as a JSON object.
func (r *Record) sealObject() []byte { return slices.Concat([]byte{'{'}, r.Seal, []byte{'}'}) }

// Matches reports whether a stored text matches its digest in a seal.
func Matches(root string, body []byte) bool { return root == string(AppendDigest(nil, body)) }
