package erase

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// markLots computes the marks before the transaction of an erasure, since a record may name a
// hundred thousand lots and others wait for that transaction. It has none for a record that
// the key does not reach.
func (s *Eraser) markLots(ctx context.Context, by *trace.Key, k *kind.Kind, id trace.ID) (marked trace.MarkedRecord, err error) {
	err = s.store.View(ctx, func(r Reader) error {
		versions, err := r.Versions(ctx, id)
		if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
			return err
		}
		marked, err = trace.MarkedRecord{}.Of(ctx, r, versions)
		return err
	})
	return marked, err
}

// ReadReason reads the body of an erasure: {"motivo": "…"}.
func ReadReason(body []byte) (string, error) {
	var m trace.Members
	var reason string
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		if name == "motivo" {
			reason = m.Text(name, value, trace.MaxReason)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	m.Required("motivo", reason)
	return reason, m.Err()
}

// Erase destroys the payload and salt of every version of a record, live or deleted, and returns
// the version that records the erasure. The commitments stay in the log, which still verifies;
// their content can no longer be known.
func (s *Eraser) Erase(ctx context.Context, by *trace.Key, k *kind.Kind, id, reason string) (trace.Record, error) {
	if err := by.NeedChange(trace.Admin, k); err != nil {
		return trace.Record{}, err
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return trace.Record{}, trace.Fail(trace.CodeIDMalformed)
	}
	if !by.MayHold(parsed) {
		return trace.Record{}, trace.Fail(trace.CodeRecordNotFound)
	}
	patience := time.NewTimer(erasurePatience)
	defer patience.Stop()
	for looks := 1; ; {
		out, err := s.eraseOnce(ctx, by, k, parsed, reason, looks == maxLooks)
		switch {
		case errors.Is(err, errLookAgain):
			looks++
			continue
		case !errors.Is(err, trace.ErrErasuresHeld):
			return out, err
		}
		select {
		case <-time.After(heldPause):
		case <-patience.C:
			return trace.Record{}, trace.Fail(trace.CodeContended)
		case <-ctx.Done():
			return trace.Record{}, ctx.Err()
		}
	}
}

// quotesErased refuses a reason that repeats what is erased.
func quotesErased() error {
	var m trace.Members
	m.Report("motivo", trace.RuleQuotes, nil)
	return m.Err()
}

// omittedReason replaces a reason that repeated what is erased.
const omittedReason = "(omitido: repetia dados do registro)"

// maxLooks is how often an erasure looks for quotes again because someone wrote or erased
// meanwhile. The last time it reads everything it needs in its transaction.
const maxLooks = 4

// errLookAgain: what was read before the transaction has changed.
var errLookAgain = errors.New("look for quotes again")

// An erasure that a recall defers tries again after heldPause, and gives up after erasurePatience.
// A recall of 250 000 versions takes a tenth of that.
const (
	heldPause       = 50 * time.Millisecond
	erasurePatience = time.Minute
)

// eraseOnce finds what quotes the record, and erases it together with the record. It fails with
// errLookAgain if that has changed, unless this is the last try.
func (s *Eraser) eraseOnce(ctx context.Context, by *trace.Key, k *kind.Kind, id trace.ID, reason string, last bool) (out trace.Record, err error) {
	marked, err := s.markLots(ctx, by, k, id)
	if err != nil {
		return out, err
	}
	look, err := s.recaller.LookForQuotes(ctx, by, k, id)
	if err != nil {
		return out, err
	}
	if look.Names(reason) {
		if by.Need(trace.Read) == nil {
			return out, quotesErased()
		}
		// Refusing would reveal the record's content to a key that may not read it. So would a
		// different answer, so it contains the reason as sent.
		defer func(sent string) {
			if err == nil {
				out.Payload, err = canon.Marshal(trace.Receipt{Reason: strings.TrimSpace(sent), Versions: out.Version - 1})
			}
		}(reason)
		reason = omittedReason
	}
	err = s.recaller.EraseAhead(ctx, by, look, func(ctx context.Context, fn func(recall.QuoteWriter) error) error {
		return s.store.Update(ctx, func(w Writers) error { return fn(w.Quotes) })
	})
	if err != nil {
		return out, err
	}
	var files []string
	defer func() {
		if err == nil {
			s.files.Forget(ctx, files)
		}
	}()
	err = s.store.Update(ctx, func(w Writers) error {
		if err := w.BeginErasure(ctx); err != nil { // otherwise a recall could quote what is being erased
			return err
		}
		versions, err := w.Versions(ctx, id)
		if err != nil {
			return err
		}
		if err := erasable(by, k, versions); err != nil {
			return err
		}
		files = attached(versions)
		seen := look
		switch fits, err := look.Fits(ctx, w.Quotes, versions); {
		case err != nil:
			return err
		case !fits && !last:
			return errLookAgain
		case !fits:
			if seen = recall.Unseen(versions); seen.Names(reason) { // someone wrote that since
				return quotesErased()
			}
		}
		out, err = s.eraseVersions(ctx, w, by, versions, reason, marked, seen)
		return err
	})
	return out, err
}

// erasable fails unless the key may erase records of a kind, and this one is not erased yet.
func erasable(by *trace.Key, k *kind.Kind, versions []trace.Record) error {
	if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return trace.Fail(trace.CodeRecordNotFound)
	}
	if !by.Governs(versions[0].HarvestID) { // a right to write must not destroy what belongs to another
		return trace.Fail(trace.CodeOwnerErases)
	}
	if newest := &versions[len(versions)-1]; newest.Operation == trace.Erased {
		return trace.ErasedError(newest)
	}
	return nil
}

// attached returns the files that some version lists.
func attached(versions []trace.Record) (sums []string) {
	for i := range versions {
		for _, f := range attachment.List(versions[i].Seal) {
			if !slices.Contains(sums, f.Sum) {
				sums = append(sums, f.Sum)
			}
		}
	}
	return sums
}

// eraseVersions erases a record in its transaction.
func (s *Eraser) eraseVersions(ctx context.Context, w Writers, by *trace.Key, versions []trace.Record, reason string, marked trace.MarkedRecord, look *recall.QuoteSearch) (trace.Record, error) {
	r := versions[len(versions)-1]
	settled, err := settledCodes(ctx, w.Writer, versions)
	if err != nil {
		return r, err
	}
	if marked, err = marked.Of(ctx, w.Writer, versions); err != nil {
		return r, err
	}
	wasDeleted := r.Operation == trace.Deleted
	r.ReplaceAll() // as Erase does
	s.journal.Next(&r, trace.Erased, by)
	if r.Payload, err = canon.Marshal(trace.Receipt{Reason: strings.TrimSpace(reason), Versions: r.Version - 1}); err != nil {
		return r, err
	}
	r.Findings, r.Seal, r.ValidationCode, r.HarvestCode = trace.PackMarks(r.ID, &marked), nil, "", ""
	r.AfterEnd = wasDeleted
	if err := s.journal.Append(ctx, w.Writer, &r); err != nil {
		return r, err
	}
	if err := w.DropReports(ctx, r.HarvestID); err != nil { // they may quote the record
		return r, err
	}
	if err := w.Erase(ctx, r.ID, r.Version-1, r.Kind.Prefix+"/"+r.ID.String()); err != nil {
		return r, err
	}
	claimed, err := stillClaimed(ctx, w, settled)
	if err != nil {
		return r, err
	}
	if err := s.recaller.EraseFromDecisions(ctx, w.Quotes, by, look, claimed); err != nil {
		return r, err
	}
	return r, s.recaller.EraseFromRecalls(ctx, w.Quotes, by, look, &r)
}
