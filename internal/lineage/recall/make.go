package recall

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/onestate"
	"rastro/internal/trace"
)

// recallNote is the first line of a recall's signed text.
const recallNote = "rastro recall"

// Recall finds everything affected, forward, and writes the report into the journal. If it fails,
// nothing is written or signed. It fails with CodeRecallTooLarge if a report cannot hold the
// result, CodeLotsFilling while the lot graph lacks older records, CodeLotsDiffer if the store
// contradicts the signed log, and CodeRecallLimit if the key has stored too many reports. A request
// repeated under its Once gets the first report, without data erased since. So does a request of
// the same key within trace.ReplyLifetime that would store the same content.
func (s *Recaller) Recall(ctx context.Context, by *trace.Key, q Request) (*Signed, error) {
	if made, err := s.recalledBefore(ctx, s.store.Direct().Reader, by, q.Once); made != nil || err != nil {
		return made, err // before the search, which may take long
	}
	if err := s.takeRecall(by); err != nil {
		return nil, err
	}
	made, err := s.recall(ctx, by, q)
	err = s.unlessLost(ctx, by, &q, err)
	s.evidence.Note(q.question(by), err, s.now())
	s.chargeRecall(by, made, err)
	return made, err
}

// recall makes a report, and starts again if a record was erased meanwhile.
func (s *Recaller) recall(ctx context.Context, by *trace.Key, q Request) (*Signed, error) {
	for try := range maxRecallTries {
		if try == patientTries { // records are being erased continually: make erasures wait
			release, err := s.erasures.DeferErasures(ctx)
			if err != nil {
				return nil, err
			}
			defer release()
		}
		now := s.now()
		erasures, err := s.store.Direct().Erasures(ctx) // before reading anything
		if err != nil {
			return nil, err
		}
		found, err := s.affected(ctx, by, q, now, true)
		if err != nil {
			return nil, err
		}
		made, err := s.report(ctx, by, now, found, erasures, q.Once)
		if !errors.Is(err, errErasedMeanwhile) {
			return made, err
		}
	}
	return nil, trace.Fail(trace.CodeContended)
}

// maxRecallTries is how often a recall starts again because a record was erased meanwhile.
const maxRecallTries = 10

// patientTries is how often it starts again before it makes the erasures of all servers wait.
const patientTries = 2

// errErasedMeanwhile: a report may quote a record that was erased while it was made.
var errErasedMeanwhile = errors.New("a record was erased while the recall was made")

// PreviewRecall finds what Recall would find, for keys that may recall, and writes nothing.
func (s *Recaller) PreviewRecall(ctx context.Context, by *trace.Key, q Request) (*Recall, error) {
	found, err := s.affected(ctx, by, q, s.now(), false)
	if err = s.unlessLost(ctx, by, &q, err); trace.Is(err, trace.CodeLotsDiffer) {
		s.evidence.Note(q.question(by), err, s.now())
	}
	return found, err
}

// unlessLost returns the error of a recall. If it says that a lot does not exist, or that a text
// may name several, although a record still names that lot, it becomes CodeLotsDiffer.
func (s *Recaller) unlessLost(ctx context.Context, by *trace.Key, q *Request, err error) error {
	if !trace.Is(err, trace.CodeLotNotFound) && (!trace.Is(err, trace.CodeInvalid) || !slices.ContainsFunc(q.Lots, lot.Ambiguous)) {
		return err
	}
	return s.evidence.UnknownLotsError(ctx, by, q.Lots, err)
}

// question returns what a recall was asked, for reporting refused recalls.
func (q *Request) question(by *trace.Key) string {
	return evidence.Question(by, "recall", slices.Concat(q.Lots, q.Plots, q.Inputs))
}

// affected finds what a recall reaches. For a report the result must be complete.
func (s *Recaller) affected(ctx context.Context, by *trace.Key, q Request, now time.Time, all bool) (*Recall, error) {
	if err := by.Need(trace.Write); err != nil {
		return nil, err
	}
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	if all { // before opening a snapshot: a waiting recall must not block other readers
		done, err := s.evidence.Wait(ctx, by)
		if err != nil {
			return nil, err
		}
		defer done()
	}
	served := s.evidence.Served() // before opening the snapshot, which then has at least as much
	began := time.Now()
	recalled := newRecalling(Recall{Format: recallFormat, Reason: q.Reason, At: now.Format(trace.TimeLayout), By: by.Author(), ByKey: by.ReportMark(), Criteria: criteriaOf(&q)}, s.limits.Report, admit.From(ctx))
	recalled.served = served
	state := ctx
	if all {
		state = onestate.Need(ctx)
	}
	err := s.store.View(state, func(r Readers) error {
		// The snapshot itself knows whether its graph is complete. Earlier knowledge may predate a
		// rebuild.
		filled, err := r.Lots.LotsFilled(ctx)
		switch {
		case err != nil:
			return err
		case all && !filled:
			return trace.Fail(trace.CodeLotsFilling)
		}
		recalled.Truncated = !filled
		return recalled.find(ctx, s, r, by, &q, all)
	})
	if errors.Is(err, lot.ErrTooLarge) {
		return nil, s.recallTooLarge()
	}
	if err != nil {
		return nil, err
	}
	recalled.finish()
	recalled.DurationMs = time.Since(began).Milliseconds()
	return &recalled.Recall, nil
}

func criteriaOf(q *Request) Criteria {
	list := func(l []string) []string { return append([]string{}, l...) }
	c := Criteria{Lots: list(q.Lots), Plots: list(q.Plots), Inputs: list(q.Inputs)}
	if !q.From.IsZero() {
		c.Period = &Period{q.From.Format(trace.TimeLayout), q.To.Format(trace.TimeLayout)}
	}
	return c
}

// report writes a report into the journal and signs it. erasures is how many there
// were before the records were read; errErasedMeanwhile if there are more.
func (s *Recaller) report(ctx context.Context, by *trace.Key, now time.Time, found *Recall, erasures int64, once *trace.Idempotency) (*Signed, error) {
	document, err := found.document()
	if err != nil {
		return nil, err
	}
	if len(document) > s.limits.Report {
		return nil, s.recallTooLarge()
	}
	id, err := trace.NewID(now, "", s.random)
	if err != nil {
		return nil, err
	}
	r := trace.Record{ID: id, Kind: kind.RecallReport, Payload: document, Version: 1, Operation: trace.Created, UpdatedAt: now, CreatedBy: by.Party(), UpdatedBy: by.Author()}
	if _, err := io.ReadFull(s.random, r.Salt[:]); err != nil {
		return nil, err
	}
	if err := r.CommitCanonical(); err != nil {
		return nil, err
	}
	out := &Signed{Recall: *found, ID: id, Hash: r.Hash, Version: 1, First: r.Hash, Document: document}
	if err := s.signRecall(out); err != nil {
		return nil, err
	}
	same, place := found.same(document), trace.RecallPlace+id.String()
	var before *trace.Reply
	err = s.store.Update(ctx, func(w Writer) (err error) {
		if before, err = once.ReplayReport(ctx, w, by, now); before != nil || err != nil {
			return err
		}
		if before, err = same.ReplayReport(ctx, w, by, now); err != nil {
			return err
		}
		if before != nil {
			return once.Mark(ctx, w, by, now, before.Location)
		}
		switch n, err := w.BlockErasures(ctx); {
		case err != nil:
			return err
		case n != erasures:
			return errErasedMeanwhile
		}
		if err := w.PutRecall(ctx, id, found.harvests()); err != nil {
			return err
		}
		if err := w.Append(ctx, r); err != nil {
			return err
		}
		if err := same.Mark(ctx, w, by, now, place); err != nil {
			return err
		}
		return once.Mark(ctx, w, by, now, place)
	})
	if before != nil && err == nil {
		if out, err = s.replayRecall(ctx, by, before); err == nil {
			out.searched = true
		}
	}
	return out, err
}

// sameReport is the prefix of the names under which reports are remembered by content. No
// Idempotency-Key contains a control character.
const sameReport = "\x01recall "

// same returns the Once shared by all recalls with the same result, so that an identical report is
// not stored twice. The name is keyed, so that it reveals nothing about the report after an
// erasure.
func (r *Recall) same(document []byte) *trace.Idempotency {
	mac := hmac.New(sha256.New, r.seed)
	mac.Write(document[:r.criteriaSpan[0]])
	mac.Write(r.Criteria.folded())
	mac.Write(document[r.criteriaSpan[1]:r.timed[0]])
	mac.Write(document[r.timed[1]:])
	o := &trace.Idempotency{}
	mac.Sum(o.Request[:0])
	o.Name = sameReport + hex.EncodeToString(o.Request[:])
	return o
}

// folded returns the criteria in a form that is equal for equal requests: "lm2" is the lot LM2, and
// the order does not matter.
func (c *Criteria) folded() []byte {
	lots := slices.Clone(c.Lots)
	for i, written := range lots {
		lots[i] = cmp.Or(lot.Fold(written), written)
	}
	var dst []byte
	for _, list := range [][]string{lots, slices.Clone(c.Plots), slices.Clone(c.Inputs)} {
		slices.Sort(list)
		dst = canon.AppendStrings(dst, slices.Compact(list))
	}
	if c.Period != nil {
		dst = canon.AppendStrings(dst, []string{c.Period.From, c.Period.To})
	}
	return dst
}

// recalledBefore returns the report that an earlier request under the same Once
// made; nil if there was none.
func (s *Recaller) recalledBefore(ctx context.Context, r trace.ReplayReader, by *trace.Key, once *trace.Idempotency) (*Signed, error) {
	before, err := once.ReplayReport(ctx, r, by, s.now())
	if before == nil || err != nil {
		return nil, err
	}
	return s.replayRecall(ctx, by, before)
}

func (s *Recaller) replayRecall(ctx context.Context, by *trace.Key, before *trace.Reply) (*Signed, error) {
	out, err := s.RecallOf(ctx, by, strings.TrimPrefix(before.Location, trace.RecallPlace))
	if err != nil {
		return nil, err
	}
	out.Replayed = true
	return out, nil
}

// signRecall signs a report with the log's key; the result is always the same text.
func (s *Recaller) signRecall(r *Signed) error {
	if s.publicLog.Signer() == nil {
		return nil
	}
	var err error
	r.Signature, err = s.publicLog.Signer().SignText(recallNote, r.signedText())
	return err
}

// signedText returns the signed summary of a report. It says what the report leaves out, so that
// nobody misreads "embarques 0".
func (r *Signed) signedText() string {
	digest := sha256.Sum256(r.Document)
	text := fmt.Sprintf("id %s\nem %s\nhash %s\nrelatorio-sha256 %s\nlotes %d\nembarques %d\n",
		r.ID, r.At, hex.EncodeToString(r.Hash[:]), hex.EncodeToString(digest[:]), len(r.Lots), len(r.Shipments))
	if r.Version > 1 {
		text += fmt.Sprintf("versao %d\noriginal %s\n", r.Version, hex.EncodeToString(r.First[:]))
	}
	for _, gap := range r.Gaps() {
		text += gap.Name + " " + gap.Value + "\n"
	}
	return text
}
