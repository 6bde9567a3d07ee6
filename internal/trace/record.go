package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"rastro/internal/audit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Operation is what a version did to its record. The numbers are stored.
type Operation uint8

// The operations.
const (
	Created Operation = iota + 1
	Updated
	Deleted
)

var operationNames = map[Operation]string{Created: "criacao", Updated: "alteracao", Deleted: "exclusao"}

func (o Operation) String() string { return operationNames[o] }

// Record is one version of one record. Versions are never changed; the live
// one is the newest, unless that one is a deletion.
type Record struct {
	ID          ID
	Kind        *kind.Kind
	SafraID     string
	SafraCodigo string
	// Dados is the payload, byte for byte as it was sent.
	Dados     []byte
	Version   int64
	Operation Operation
	UpdatedAt time.Time
	CreatedBy string
	UpdatedBy string
	// Salt keeps the commitment from telling anything of a guessable payload.
	Salt [16]byte
	Hash [32]byte
	// Findings is the JSON list of what grading found when the version was
	// written, in Portuguese; nil when nothing was found.
	Findings []byte
	// Codigo and Seal are a validation's: its public code, and what the server
	// adds beside the payload, as members of a JSON object without its braces.
	Codigo string
	Seal   []byte
}

// CreatedAt is when the record's first version was written.
func (r *Record) CreatedAt() time.Time { return r.ID.Time() }

// TimeLayout is RFC 3339 in UTC with milliseconds, everywhere on the wire.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// commit fills in the commitment: SHA-256 over the salt and the canonical JSON
// (RFC 8785) of everything the version says. The members are written in the
// order that form asks for, so that only the payload needs canonicalising.
func (r *Record) commit() error {
	dados, err := canon.Canonical(r.Dados)
	if err != nil {
		return err
	}
	doc := make([]byte, 0, len(dados)+512)
	doc = append(doc, r.Salt[:]...)
	doc = append(doc, `{"atualizadoEm":"`...)
	doc = r.UpdatedAt.UTC().AppendFormat(doc, TimeLayout)
	doc = append(doc, `","atualizadoPor":`...)
	doc = canon.AppendString(doc, r.UpdatedBy)
	doc = append(doc, `,"criadoPor":`...)
	doc = canon.AppendString(doc, r.CreatedBy)
	doc = append(doc, `,"dados":`...)
	doc = append(doc, dados...)
	doc = append(doc, `,"id":"`...)
	doc = append(doc, r.ID.String()...)
	doc = append(doc, `","operacao":"`...)
	doc = append(doc, r.Operation.String()...)
	doc = append(doc, `","prefixo":`...)
	doc = canon.AppendString(doc, r.Kind.Prefix)
	doc = append(doc, `,"safraCodigo":`...)
	doc = canon.AppendString(doc, r.SafraCodigo)
	doc = append(doc, `,"safraId":`...)
	doc = canon.AppendString(doc, r.SafraID)
	if r.Seal != nil {
		seal, err := canon.Canonical(append(append([]byte{'{'}, r.Seal...), '}'))
		if err != nil {
			return err
		}
		doc = append(doc, `,"selo":`...)
		doc = append(doc, seal...)
	}
	doc = append(doc, `,"versao":`...)
	doc = strconv.AppendInt(doc, r.Version, 10)
	doc = append(doc, '}')
	r.Hash = sha256.Sum256(doc)
	return nil
}

// AppendJSON appends the record as the wire shows it. The payload is copied,
// never encoded again. Findings were written in Portuguese; another language
// grades the payload anew, which gives the same findings.
func (r *Record) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"id":"`...)
	dst = append(dst, r.ID.String()...)
	dst = append(dst, `","tipo":"`...)
	dst = append(dst, r.Kind.Name...)
	dst = append(dst, `","prefixo":"`...)
	dst = append(dst, r.Kind.Prefix...)
	dst = append(dst, `","fase":"`...)
	dst = append(dst, r.Kind.Phase...)
	dst = append(dst, `","safraId":`...)
	dst = canon.AppendString(dst, r.SafraID)
	dst = append(dst, `,"safraCodigo":`...)
	if r.SafraCodigo == "" {
		dst = append(dst, `null`...)
	} else {
		dst = canon.AppendString(dst, r.SafraCodigo)
	}
	if r.Codigo != "" {
		dst = append(dst, `,"codigo":`...)
		dst = canon.AppendString(dst, r.Codigo)
	}
	dst = append(dst, `,"dados":`...)
	dst = append(dst, r.Dados...)
	dst = append(dst, `,"versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = r.CreatedAt().AppendFormat(dst, TimeLayout)
	dst = append(dst, `","atualizadoEm":"`...)
	dst = r.UpdatedAt.UTC().AppendFormat(dst, TimeLayout)
	dst = append(dst, `","criadoPor":`...)
	dst = canon.AppendString(dst, r.CreatedBy)
	dst = append(dst, `,"atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"hash":"`...)
	dst = hex.AppendEncode(dst, r.Hash[:])
	dst = append(dst, `","avisos":`...)
	switch {
	case r.Findings == nil:
		dst = append(dst, `[]`...)
	case l == lang.PT:
		dst = append(dst, r.Findings...)
	default:
		dst = audit.AppendJSON(dst, audit.Record(r.Kind, r.Dados), l)
	}
	if r.Seal != nil {
		dst = append(dst, ',')
		dst = append(dst, r.Seal...)
	}
	return append(dst, '}')
}
