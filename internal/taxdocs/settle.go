package taxdocs

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"sync"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// settle makes records of the invoices in a batch, or determines what would be made. Files with the
// same key and another content are settled one after the other: one of them may be a forgery.
func (r *run) settle(ctx context.Context, batch []*item) error {
	same := map[*item]*item{}
	first := map[string]*item{}
	var rounds [][]*item // of what was read, each document once
	for _, one := range batch {
		if one.Err != nil {
			continue
		}
		round := 0
		for twin := first[one.Document.Key]; twin != nil; twin, round = twin.next, round+1 {
			if one.twin = twin; bytes.Equal(twin.content, one.content) {
				same[one] = twin
			}
		}
		if same[one] != nil {
			continue
		}
		if one.twin == nil {
			first[one.Document.Key] = one
		} else {
			one.twin.next = one
		}
		if round == len(rounds) {
			rounds = append(rounds, nil)
		}
		rounds[round] = append(rounds[round], one)
	}
	for _, list := range rounds {
		if err := r.settleRound(ctx, list); err != nil {
			return err
		}
	}
	for _, one := range batch {
		if of := same[one]; of != nil {
			one.repeats(of)
		}
		if err := r.tell(one); err != nil {
			return err
		}
		one.content, one.ready, one.twin, one.next = nil, nil, nil, nil
	}
	return nil
}

// settleRound settles invoices of different keys.
func (r *run) settleRound(ctx context.Context, list []*item) error {
	if err := r.place(ctx, list); err != nil {
		return err
	}
	if err := r.compare(ctx, list); err != nil {
		return err
	}
	defer func() { // including those of an import that ends here
		for _, one := range list {
			one.received.Drop()
		}
	}()
	if err := r.contest(ctx, list); err != nil {
		return err
	}
	if err := r.prepare(ctx, list); err != nil {
		return err
	}
	if err := r.decided(ctx, list); err != nil {
		return err
	}
	if err := r.write(ctx, waiting(list)); err != nil {
		return err
	}
	if err := r.contest(ctx, list); err != nil { // what somebody else wrote meanwhile
		return err
	}
	for _, one := range list {
		if one.took && one.Outcome == Existing {
			one.Outcome = Linked
		}
	}
	return nil
}

// repeats gives a document the outcome of its first copy in the same batch.
func (one *item) repeats(of *item) {
	one.HarvestID, one.Harvests, one.Lots, one.Place, one.Advice, one.Err = of.HarvestID, of.Harvests, of.Lots, of.Place, of.Advice, of.Err
	one.Suspect, one.Elsewhere, one.Repeats = of.Suspect, of.Elsewhere, true
	if one.Outcome = of.Outcome; one.Outcome == Created || one.Outcome == Valid || of.took {
		one.Outcome = Existing
	}
	if one.Err == nil {
		one.Advice = again
	}
}

// again is the advice about a file that is in an import twice.
var again = lang.Text{
	PT: "é o mesmo arquivo que outro deste envio, e conta uma vez só",
	EN: "it is the same file as another of this import, and counts once",
	ES: "es el mismo archivo que otro de este envío, y cuenta una sola vez",
}

// waiting returns the items that have records to write.
func waiting(list []*item) (some []*item) {
	for _, one := range list {
		if one.Err == nil && len(one.ready) > 0 {
			some = append(some, one)
		}
	}
	return some
}

// prepare makes the records of documents, before taking the writer. A problem stays with its
// document.
func (r *run) prepare(ctx context.Context, list []*item) error {
	for _, one := range list {
		if err := r.plan(ctx, one); err != nil {
			return err
		}
	}
	if err := r.receiveAll(ctx, list); err != nil {
		return err
	}
	var claiming sync.Mutex
	claim := func(bytes int64) error {
		claiming.Lock()
		defer claiming.Unlock()
		return admit.From(ctx).Reach(bytes)
	}
	inParallel(list, func(one *item) {
		for i := range one.ready {
			if one.Err == nil {
				one.Err = r.recorder.Finish(&one.ready[i].record, claim)
			}
		}
		for i := range one.ready { // last: see trace.Key.NeedTrial
			if of := &one.ready[i].record; one.Err == nil && !r.o.DryRun {
				one.Err = r.by.NeedCreate(of.Kind, of.HarvestID)
			}
		}
	})
	for _, one := range list {
		if errors.Is(one.Err, admit.ErrBusy) || errors.Is(one.Err, admit.ErrTooLarge) {
			return one.Err // the server's, not the document's
		}
	}
	return nil
}

// plan says which records are made from a document.
func (r *run) plan(ctx context.Context, one *item) error {
	ahead, err := r.aheadOf(ctx, one)
	if err != nil {
		return err
	}
	one.Suspect = suspect(one.Report.Findings, ahead)
	unwanted := r.o.LeaveSuspect && one.Suspect
	if one.Outcome != Existing && (unwanted || r.o.Leave != nil && r.o.Leave(&one.Result)) {
		one.Report.Add(ahead...)
		if one.Outcome = LeftOut; unwanted {
			one.Advice = leftOut
		}
		return nil
	}
	if one.Outcome == Homeless {
		one.Report.Add(ahead...) // a cancellation is reported before the harvest is known
		return nil
	}
	papers, ok := propose.Papers(one.Document, one.Lots)
	if !ok {
		one.Outcome = Unwritten
		return nil
	}
	if kept := found.Append(nil, one.Document.Key, one.Report.Findings); len(kept) > 0 {
		papers.Beside = append(papers.Beside, propose.Member{Name: found.Member, JSON: kept})
	}
	if one.Outcome != Existing {
		if one.Err = r.add(one, &papers, one.marks, -1); one.Err != nil {
			return nil
		}
		one.Outcome = Created
		if r.o.DryRun {
			one.Outcome = Valid
			if trace.Is(r.by.NeedWrite(kind.ByPrefix(papers.Prefix), one.HarvestID), trace.CodeForbiddenHarvest) && one.Advice.PT == "" {
				one.Advice = newHarvest(one.HarvestID)
			}
		}
	}
	if one.lost {
		return nil
	}
	return r.proposeOf(ctx, one, ahead)
}

// proposeOf says what else a document proposes, and which of it becomes records at once.
func (r *run) proposeOf(ctx context.Context, one *item, ahead []finding.Finding) error {
	believed := doubtOf(one.Report.Findings, one.graded, ahead)
	if believed == sure && r.rivalled(one) {
		believed = asks
	}
	one.Report.Add(ahead...)
	one.proposed = doubted(proposals(one.Document, r.crops[one.HarvestID], one.Lots, nil), believed)
	if one.Proposals = one.proposed; believed == voids && one.Advice.PT == "" {
		one.Advice = proposesNothing
	} else if one.Suspect && one.Outcome == Valid && one.Advice.PT == "" {
		one.Advice = unsigned
	}
	if err := r.compareLoads(ctx, one); err != nil || r.o.Create != Everything {
		return err
	}
	for i := range one.Proposals {
		p := &one.Proposals[i]
		if !p.automatic() || r.by.NeedWrite(p.Kind(), one.HarvestID) != nil && one.Outcome == Existing {
			continue // a person fills it or looks at it, or somebody with more rights accepts it
		}
		if err := r.add(one, &p.Record, r.proposalMark(one.Document.Key, p), i); err != nil {
			continue
		}
		if p.Outcome = Created; r.o.DryRun {
			p.Outcome = Valid
		}
	}
	return nil
}

// add prepares a record of a document, unless the caller may not write it.
func (r *run) add(one *item, of *propose.Record, mark kept.Mark, proposal int) error {
	next, err := r.recordOf(r.by, of, one.HarvestID)
	if err != nil {
		return err
	}
	one.ready = append(one.ready, ready{next, mark, proposal})
	return nil
}

// recordOf makes the first version of a record, by the rules of a request's body.
func (k *TaxKeeper) recordOf(by *trace.Key, of *propose.Record, harvestID string) (trace.Record, error) {
	kd := kind.ByPrefix(of.Prefix)
	if err := by.NeedTrial(kd, harvestID); err != nil {
		return trace.Record{}, err
	}
	body := canon.AppendString([]byte(`{"safraId":`), harvestID)
	body = append(body, `,"dados":`...)
	env, err := trace.ReadEnvelope(kd, append(append(body, of.Payload()...), '}'))
	if err != nil {
		return trace.Record{}, err
	}
	return k.journal.First(by, kd, env)
}

// proposalMark returns the mark of a proposal that became a record.
func (m marker) proposalMark(key string, p *Proposal) kept.Mark {
	return m.Proposal(key, p.Prefix, p.number)
}

// decided finds out which proposals of documents that are here became records.
func (r *run) decided(ctx context.Context, list []*item) error {
	var marks []kept.Mark
	for _, one := range list {
		if one.Outcome == Existing {
			for i := range one.Proposals {
				marks = append(marks, r.proposalMark(one.Document.Key, &one.Proposals[i]))
			}
		}
	}
	if len(marks) == 0 {
		return nil
	}
	return r.store.View(ctx, func(s Readers) error {
		rows, err := r.rowsOf(ctx, s.Documents, marks, r.o.DryRun)
		if err != nil {
			return err
		}
		for _, one := range list {
			for i := range one.Proposals {
				p := &one.Proposals[i]
				for _, row := range rows[r.proposalMark(one.Document.Key, p)] {
					if row.HarvestID == one.HarvestID {
						p.Outcome, p.ID, p.Missing, p.Repeats, p.Perhaps = Existing, row.ID, nil, nil, false
					}
				}
			}
		}
		return nil
	})
}

// write writes the records of documents in one transaction. If that fails because of one of them,
// each half is tried separately.
func (r *run) write(ctx context.Context, list []*item) error {
	if r.o.DryRun {
		for _, one := range list {
			if one.ready[0].proposal < 0 {
				one.Record = &one.ready[0].record
			}
		}
		return nil
	}
	if len(list) == 0 {
		return nil
	}
	err := r.again(ctx, list, func() error {
		return r.store.Update(ctx, func(w Writers) error { return r.append(ctx, w, list) })
	})
	if err == nil {
		r.committed(list)
		return nil
	}
	switch {
	case serious(ctx, err):
		return err // the same import can resume
	case len(list) > 1:
		half := len(list) / 2
		if err := r.write(ctx, list[:half]); err != nil {
			return err
		}
		return r.write(ctx, list[half:])
	}
	list[0].Err = err
	return nil
}

// append writes the records of documents in a transaction, with their marks. It may run more
// than once.
func (r *run) append(ctx context.Context, w Writers, list []*item) error {
	rows, err := r.written(ctx, w, list)
	if err != nil {
		return err
	}
	var added []kept.Row
	var written []*trace.Record
	for _, one := range list {
		more, err := r.appendOne(ctx, w, one, rows)
		if err != nil {
			return err
		}
		added = append(added, more...)
		written = append(written, one.written...)
	}
	if err := r.note(ctx, w, written); err != nil {
		return err
	}
	return w.Documents.PutTaxDocuments(ctx, added)
}

// written finds what somebody else wrote of documents meanwhile, and makes others wait.
func (r *run) written(ctx context.Context, w Writers, list []*item) (map[kept.Mark][]kept.Row, error) {
	var papers, proposals []kept.Mark
	for _, one := range list {
		for i := range one.ready {
			if one.ready[i].proposal < 0 {
				papers = append(papers, one.ready[i].mark)
			} else {
				proposals = append(proposals, one.ready[i].mark)
			}
		}
	}
	if err := w.Documents.LockTaxDocuments(ctx); err != nil {
		return nil, err
	}
	rows, err := r.rowsOf(ctx, w.Documents, papers, r.o.Alone)
	if err != nil {
		return nil, err
	}
	more, err := r.rowsOf(ctx, w.Documents, proposals, false)
	maps.Copy(rows, more)
	return rows, err
}

// appendOne writes the records of one document, except those that somebody else wrote meanwhile.
func (r *run) appendOne(ctx context.Context, w Writers, one *item, rows map[kept.Mark][]kept.Row) (added []kept.Row, err error) {
	one.Proposals = one.proposed
	one.written = nil
	papers := -1 // index of its row among those added
	for i := range one.ready {
		next := &one.ready[i]
		there := rows[next.mark]
		switch {
		case next.proposal < 0 && len(there) > 0: // in any harvest that the caller reaches
			r.foundLate(one, next.record.Kind, there)
			return nil, nil // its proposals belong to the other import
		case next.proposal >= 0 && len(there) > 0:
			one.Proposals[next.proposal].Outcome, one.Proposals[next.proposal].ID = Existing, there[0].ID
			continue
		}
		if err := w.Append(ctx, next.record); err != nil {
			return nil, err
		}
		one.written = append(one.written, &next.record)
		if next.proposal < 0 {
			if err := r.files.Note(ctx, w.Files, &next.record, one.received); err != nil {
				return nil, err
			}
		}
		added = append(added, kept.Row{Mark: next.mark, HarvestID: next.record.HarvestID, ID: next.record.ID, Again: r.o.Alone && next.proposal < 0})
		if next.proposal < 0 {
			papers = len(added) - 1
			one.Outcome, one.HarvestID, one.Record = Created, next.record.HarvestID, &next.record
			one.Place = Link{next.record.Kind, one.HarvestID, next.record.ID}
		} else {
			one.Proposals[next.proposal].Outcome, one.Proposals[next.proposal].ID = Created, next.record.ID
		}
	}
	left := one.open()
	if papers >= 0 {
		added[papers].Waiting = left
		return added, nil
	}
	return added, w.Documents.SetWaiting(ctx, one.HarvestID, one.Place.ID, left)
}

// foundLate reports that a document already exists, in any harvest that the caller reaches. Only
// callers who may read there learn where it is.
func (r *run) foundLate(one *item, k *kind.Kind, there []kept.Row) {
	one.Outcome, one.Record, one.Place, one.Proposals = Existing, nil, Link{}, nil
	for _, row := range there {
		if r.by.Reads(row.HarvestID) {
			one.HarvestID, one.Place = row.HarvestID, Link{k, row.HarvestID, row.ID}
			return
		}
	}
}

// open counts the undecided proposals.
func (r *Result) open() (n int) {
	for i := range r.Proposals {
		if r.Proposals[i].Outcome == Proposed {
			n++
		}
	}
	return n
}
