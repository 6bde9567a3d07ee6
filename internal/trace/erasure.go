package trace

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"time"

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
	patience := time.NewTimer(erasurePatience)
	defer patience.Stop()
	for looks := 1; ; {
		out, err := s.eraseOnce(ctx, by, k, parsed, reason, looks == maxLooks)
		switch {
		case errors.Is(err, errLookAgain):
			looks++
			continue
		case !errors.Is(err, ErrErasuresHeld):
			return out, err
		}
		select {
		case <-time.After(heldPause):
		case <-patience.C:
			return Record{}, Fail(CodeContended)
		case <-ctx.Done():
			return Record{}, ctx.Err()
		}
	}
}

// maxLooks is how often an erasure looks for quotes again because somebody wrote or erased
// meanwhile. The last time it reads in its transaction whatever it has to.
const maxLooks = 4

// errLookAgain: what was seen before the transaction does not hold in it.
var errLookAgain = errors.New("look for quotes again")

// An erasure that a recall holds off tries again after heldPause, and gives up after
// erasurePatience. A recall of 250 000 versions takes a tenth of that.
const (
	heldPause       = 50 * time.Millisecond
	erasurePatience = time.Minute
)

// eraseOnce looks for what quotes the record, and erases it with that. It fails with
// errLookAgain where what it saw does not hold any more, unless it is the last time.
func (s *Service) eraseOnce(ctx context.Context, by *Key, k *kind.Kind, id ID, reason string, last bool) (out Record, err error) {
	marked, err := s.markLots(ctx, by, k, id)
	if err != nil {
		return out, err
	}
	look, err := s.lookForQuotes(ctx, by, k, id)
	if err != nil {
		return out, err
	}
	if err := s.eraseAhead(ctx, by, look); err != nil {
		return out, err
	}
	err = s.store.Update(ctx, func(w Writer) error {
		if err := w.ClaimErasures(ctx); err != nil { // or a recall could quote what is being erased
			return err
		}
		versions, err := w.Versions(ctx, id)
		if err != nil {
			return err
		}
		if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
			return Fail(CodeRecordNotFound)
		}
		if newest := &versions[len(versions)-1]; newest.Operation == Erased {
			return ErasedError(newest)
		}
		seen := look
		switch fits, err := look.fits(ctx, w, versions); {
		case err != nil:
			return err
		case !fits && !last:
			return errLookAgain
		case !fits:
			seen = unseen(versions)
		}
		out, err = s.eraseVersions(ctx, w, by, versions, reason, marked, seen)
		return err
	})
	return out, err
}

// eraseVersions erases a record in its transaction.
func (s *Service) eraseVersions(ctx context.Context, w Writer, by *Key, versions []Record, reason string, marked markedRecord, look *quoteLook) (Record, error) {
	r := versions[len(versions)-1]
	settled, err := settledCodes(ctx, w, versions)
	if err != nil {
		return r, err
	}
	if marked, err = marked.of(ctx, w, versions); err != nil {
		return r, err
	}
	wasDeleted := r.Operation == Deleted
	r.replaceAll() // as Erase does
	s.next(&r, Erased, by)
	if r.Dados, err = canon.Marshal(receipt{strings.TrimSpace(reason), r.Version - 1}); err != nil {
		return r, err
	}
	r.Findings, r.Seal, r.Codigo, r.SafraCodigo = packMarks(r.ID, &marked), nil, "", ""
	r.AfterEnd = wasDeleted
	if err := s.append(ctx, w, &r); err != nil {
		return r, err
	}
	if err := w.DropReports(ctx, r.SafraID); err != nil { // they may quote the record
		return r, err
	}
	if err := w.Erase(ctx, r.ID, r.Version-1, r.Kind.Prefix+"/"+r.ID.String()); err != nil {
		return r, err
	}
	if err := s.eraseFromSettlements(ctx, w, by, look, settled); err != nil {
		return r, err
	}
	return r, s.eraseFromRecalls(ctx, w, by, look, &r)
}
