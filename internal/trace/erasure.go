package trace

import (
	"context"
	"encoding/hex"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// receipt is what an erasure leaves: the payload of its own version.
type receipt struct {
	Motivo  string `json:"motivo"`
	Versoes int64  `json:"versoesExpurgadas"`
}

// ErasedError tells of a record whose newest version is an erasure. It carries
// the receipt.
func ErasedError(r *Record) *Error {
	data := append([]byte(nil), `{"recibo":{"id":"`...)
	data = append(data, r.ID.String()...)
	data = append(data, `","prefixo":`...)
	data = canon.AppendString(data, r.Kind.Prefix)
	data = append(data, `,"expurgadoEm":"`...)
	data = r.UpdatedAt.UTC().AppendFormat(data, TimeLayout)
	data = append(data, `","expurgadoPor":`...)
	data = canon.AppendString(data, r.UpdatedBy)
	data = append(data, `,"expurgo":`...)
	data = append(data, r.Dados...)
	data = append(data, `,"hash":"`...)
	data = hex.AppendEncode(data, r.Hash[:])
	data = append(data, `"}}`...)
	return &Error{Code: CodeErased, Data: data}
}

// MaxReason bounds a stated reason: of an erasure, or of an approval in spite of
// errors.
const MaxReason = 500

// ReadReason reads the body of an erasure: {"motivo": "…"}.
func ReadReason(body []byte) (string, error) {
	var m members
	var reason string
	err := readObject(body, func(name string, value canon.Value) error {
		if name == "motivo" {
			reason = m.text(name, value, MaxReason)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	m.required("motivo", reason)
	return reason, m.err()
}

// Erase destroys payload and salt of every version of a record, live or
// deleted, and returns the version that says so. What was committed to stays in
// the log, which goes on to verify; nobody can tell any more what it was.
func (s *Service) Erase(ctx context.Context, by *Key, k *kind.Kind, id, reason string) (Record, error) {
	if err := by.needChange(Admin, k); err != nil {
		return Record{}, err
	}
	parsed, ok := ParseID(id)
	if !ok {
		return Record{}, Fail(CodeIDMalformed)
	}
	if !by.mayHold(parsed) {
		return Record{}, Fail(CodeRecordNotFound)
	}
	s.erasing.RLock()
	defer s.erasing.RUnlock()
	marked, err := s.markLots(ctx, by, k, parsed)
	if err != nil {
		return Record{}, err
	}
	look, err := s.lookForQuotes(ctx, by, k, parsed)
	if err != nil {
		return Record{}, err
	}
	var out Record
	err = s.store.Update(ctx, func(w Writer) error {
		if err := w.ClaimErasures(ctx); err != nil { // or a recall could quote what is being erased
			return err
		}
		versions, err := w.Versions(ctx, parsed)
		if err != nil {
			return err
		}
		if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
			return Fail(CodeRecordNotFound)
		}
		r := versions[len(versions)-1]
		if r.Operation == Erased {
			return ErasedError(&r)
		}
		settled, err := settledCodes(ctx, w, versions)
		if err != nil {
			return err
		}
		if marked, err = marked.of(ctx, w, versions); err != nil {
			return err
		}
		look := look.of(versions)
		wasDeleted := r.Operation == Deleted
		r.replaceAll() // as Erase does
		s.next(&r, Erased, by)
		if r.Dados, err = canon.Marshal(receipt{strings.TrimSpace(reason), r.Version - 1}); err != nil {
			return err
		}
		r.Findings, r.Seal, r.Codigo, r.SafraCodigo = packMarks(r.ID, &marked), nil, "", ""
		r.AfterEnd = wasDeleted
		if err := s.append(ctx, w, &r); err != nil {
			return err
		}
		out = r
		if err := w.DropReports(ctx, r.SafraID); err != nil { // they may quote the record
			return err
		}
		if err := w.Erase(ctx, r.ID, r.Version-1, k.Prefix+"/"+r.ID.String()); err != nil {
			return err
		}
		if err := s.eraseFromSettlements(ctx, w, by, look, settled, versions); err != nil {
			return err
		}
		return s.eraseFromRecalls(ctx, w, by, look, versions, &r)
	})
	return out, err
}
