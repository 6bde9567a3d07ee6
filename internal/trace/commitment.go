package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
)

// commit sets the commitment, which covers everything the version says.
func (r *Record) commit() error {
	document, err := r.document()
	if err != nil {
		return err
	}
	r.Hash = ledger.Commit(r.Salt[:], document)
	return nil
}

// CommitCanonical is commit for a payload that is already in canonical form. It may
// have a hundred megabytes, so it is not copied.
func (r *Record) CommitCanonical() error {
	after, err := r.appendAfter(nil)
	if err != nil {
		return err
	}
	r.Hash = ledger.Commit(r.Salt[:], r.appendBefore(nil), r.Payload, after)
	return nil
}

// Intact reports whether the stored version still matches its commitment. It is false for a
// version that is Gone.
func (r *Record) Intact() bool {
	if r.Kind.IsValidation() && r.Operation != Erased {
		// The code is also kept next to the payload, for look-ups.
		if FoldCode(r.Validation().Code) != FoldCode(r.ValidationCode) {
			return false
		}
	}
	document, err := r.Document()
	return err == nil && ledger.Commit(r.Salt[:], document) == r.Hash
}

// IntactAsWritten is Intact for any version. The report of a recall is written in
// canonical form, and may be a hundred megabytes: it is not copied.
func (r *Record) IntactAsWritten() bool {
	if r.Kind == kind.RecallReport {
		after, err := r.appendAfter(nil)
		if err == nil && ledger.Commit(r.Salt[:], r.appendBefore(nil), r.Payload, after) == r.Hash {
			return true
		}
	}
	return r.Intact()
}

// CommitsToFindings reports whether the commitment covers the findings. Commitments of earlier
// builds do not.
func (r *Record) CommitsToFindings() bool {
	document, err := r.document()
	return err == nil && ledger.Commit(r.Salt[:], document) == r.Hash
}

// Document returns the text that the commitment covers: everything the version says, in canonical
// form (RFC 8785). For a commitment of an earlier build it is the form of that build.
func (r *Record) Document() ([]byte, error) {
	document, err := r.document()
	if err != nil || ledger.Commit(r.Salt[:], document) == r.Hash {
		return document, err
	}
	if older := withoutFindings(document); ledger.Commit(r.Salt[:], older) == r.Hash {
		return older, nil
	}
	return document, nil
}

// findingsMember begins the member of a document that commits to the findings.
// It comes before the payload, so its first occurrence is the member: the only free
// text before it is an author, in which a quote is escaped.
const findingsMember = `,"avaliacao":"`

// withoutFindings returns a document as earlier builds wrote it.
func withoutFindings(document []byte) []byte {
	before, after, _ := bytes.Cut(document, []byte(findingsMember))
	return append(bytes.Clone(before), after[2*sha256.Size+1:]...)
}

// document writes the members in canonical order, so that only the payload needs canonicalising.
func (r *Record) document() ([]byte, error) {
	payload, err := canon.Canonical(r.Payload)
	if err != nil {
		return nil, err
	}
	doc := r.appendBefore(make([]byte, 0, len(payload)+640))
	return r.appendAfter(append(doc, payload...))
}

// appendBefore appends the part of the record's document that precedes the payload.
func (r *Record) appendBefore(doc []byte) []byte {
	doc = append(doc, `{"atualizadoEm":"`...)
	doc = AppendTime(doc, r.UpdatedAt)
	doc = append(doc, `","atualizadoPor":`...)
	doc = canon.AppendString(doc, r.UpdatedBy)
	sum := sha256.Sum256(r.Findings)
	doc = append(doc, findingsMember...)
	doc = append(hex.AppendEncode(doc, sum[:]), '"')
	doc = append(doc, `,"criadoPor":`...)
	doc = canon.AppendString(doc, r.CreatedBy)
	return append(doc, `,"dados":`...)
}

// appendAfter appends the part of the document that follows the payload.
func (r *Record) appendAfter(doc []byte) ([]byte, error) {
	doc = append(doc, `,"id":"`...)
	doc = r.ID.append(doc)
	doc = append(doc, `","operacao":"`...)
	doc = append(doc, r.Operation.String()...)
	doc = append(doc, `","prefixo":`...)
	doc = canon.AppendString(doc, r.Kind.Prefix)
	doc = append(doc, `,"safraCodigo":`...)
	doc = canon.AppendString(doc, r.HarvestCode)
	doc = append(doc, `,"safraId":`...)
	doc = canon.AppendString(doc, r.HarvestID)
	if r.Seal != nil {
		seal, err := attachment.Committed(r.sealObject())
		if err != nil {
			return nil, err
		}
		doc = append(append(doc, `,"selo":`...), seal...)
	}
	doc = append(doc, `,"versao":`...)
	doc = strconv.AppendInt(doc, r.Version, 10)
	return append(doc, '}'), nil
}
