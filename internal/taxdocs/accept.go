package taxdocs

import (
	"context"
	"errors"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/personal"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// Limits on what is read and accepted at once.
const (
	MaxAccepted = 100 // proposals
	MaxPapers   = 100 // with proposals, of one page
	// ProposalMemory is the memory for reading a page of documents: one document at a time as a
	// tree, and the content of those of usual size. Larger ones claim more.
	ProposalMemory = 32 << 20
)

// Choice is a proposal of a document that somebody accepts, with what they filled in.
type Choice struct {
	ID     string // of the record
	Number int    // of the proposal, in the order of the paper
	// What somebody filled in, where the proposal lacks it.
	Lots, Plates, Dose, Day string
	// Record is the id of a record that is about the same: the document is linked to it, and no
	// other one is made. "" makes one.
	Record string
}

// Accepted is the result of accepting a proposal.
type Accepted struct {
	Choice
	Link
	Created bool // false: somebody had accepted it before, or it was linked
	Linked  bool // to the record that the caller named
}

// Accept makes records of proposals, all or none, each once however often it is accepted. once may
// be nil; encode renders the answer that is kept under it, which MUST quote nothing of the records.
// If an answer was kept under the same Once, it is returned, and nothing else happens.
func (k *TaxKeeper) Accept(ctx context.Context, by *trace.Key, choices []Choice, once *trace.Idempotency, encode func([]Accepted) []byte) (list []Accepted, reply *trace.Reply, err error) {
	if err := mayAccept(by); err != nil {
		return nil, nil, err
	}
	// What was answered counts, whatever became of the papers since.
	err = k.store.View(ctx, func(r Readers) (err error) {
		reply, err = once.Replay(ctx, r, by, k.now())
		return err
	})
	if reply != nil || err != nil {
		return nil, reply, err
	}
	ready, err := k.prepareChoices(ctx, by, choices)
	if err != nil {
		return nil, nil, err
	}
	err = k.store.Update(ctx, func(w Writers) error {
		list = make([]Accepted, len(ready))
		now := k.now()
		if reply, err = once.Replay(ctx, w, by, now); reply != nil || err != nil {
			return err
		}
		if err := w.Documents.LockTaxDocuments(ctx); err != nil {
			return err
		}
		for i, one := range ready {
			if list[i], err = one.write(ctx, w); err != nil {
				return err
			}
		}
		if once == nil {
			return nil
		}
		return once.Remember(ctx, w, by, now, "", encode(list))
	})
	return list, reply, err
}

// prepareChoices makes the records of proposals, reading each paper once.
func (k *TaxKeeper) prepareChoices(ctx context.Context, by *trace.Key, choices []Choice) (ready []*acceptance, err error) {
	ready = make([]*acceptance, len(choices))
	papers := map[string]*Paper{}
	var held int64
	for i, c := range choices {
		p := papers[c.ID]
		if p == nil {
			if p, err = k.chosen(ctx, by, c.ID, &held); err != nil {
				return nil, at(i, err)
			}
			papers[c.ID] = p
		}
		if ready[i], err = k.prepareChoice(ctx, by, p, c); err != nil {
			return nil, at(i, err)
		}
	}
	return ready, nil
}

// at says which of several choices is wrong.
func at(i int, err error) error {
	failed, ok := errors.AsType[*trace.Error](err)
	if !ok {
		return err
	}
	told := *failed
	told.Problems = nil
	if failed.Class() == trace.NotFound {
		told.Problems = []trace.Problem{trace.NewProblem("propostas", "/propostas/"+strconv.Itoa(i), ruleNoProposal, nil)}
	}
	for _, p := range failed.Problems {
		p.Pointer = "/propostas/" + strconv.Itoa(i) + p.Pointer
		told.Problems = append(told.Problems, p)
	}
	return &told
}

// mayAccept fails unless the caller may accept proposals.
func mayAccept(by *trace.Key) error {
	if err := by.Need(trace.Write); err != nil {
		return err
	}
	return personal.Need(by) // a document names people
}

// acceptance is a proposal that is ready to be written.
type acceptance struct {
	paper    *Paper
	proposal *Proposal
	choice   Choice
	record   trace.Record
	target   trace.ID // the record that it is linked to instead
	keeper   *TaxKeeper
	by       *trace.Key
	mark     kept.Mark
}

// prepareChoice makes the record of a proposal, before taking the writer.
func (k *TaxKeeper) prepareChoice(ctx context.Context, by *trace.Key, p *Paper, c Choice) (*acceptance, error) {
	if c.Number < 0 || c.Number >= len(p.Proposals) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	one := &p.Proposals[c.Number]
	a := &acceptance{paper: p, proposal: one, choice: c, keeper: k, by: by, mark: p.marker.proposalMark(p.Document.Key, one)}
	var err error
	if c.Record != "" {
		a.target, err = k.target(ctx, by, p, c, one)
	} else {
		err = k.prepareRecord(ctx, a)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// prepareRecord makes the record that a proposal becomes.
func (k *TaxKeeper) prepareRecord(ctx context.Context, a *acceptance) (err error) {
	if a.proposal.fill(a.choice); len(a.proposal.Missing) > 0 {
		return missing(a.proposal.Missing)
	}
	if a.record, err = k.recordOf(a.by, &a.proposal.Record, a.paper.Record.HarvestID); err != nil {
		return err
	}
	return k.recorder.Finish(&a.record, admit.From(ctx).Grow)
}

// write writes the record of a proposal in a transaction, unless somebody already did. A concurrent
// undo of the document's import waits, or came first: then there is nothing to accept.
func (a *acceptance) write(ctx context.Context, w Writers) (Accepted, error) {
	harvestID := a.paper.Record.HarvestID
	if _, err := w.Record(ctx, a.paper.Record.ID); err != nil {
		return Accepted{}, err
	}
	out := Accepted{Choice: a.choice, Link: Link{a.proposal.Kind(), harvestID, a.record.ID}, Created: true}
	if a.target != (trace.ID{}) {
		out.Link.ID, out.Created, out.Linked = a.target, false, true
	}
	rows, err := w.Documents.TaxDocuments(ctx, []kept.Mark{a.mark}, trace.Only(harvestID), false)
	if err != nil {
		return out, err
	}
	if len(rows) > 0 {
		out.Link.ID, out.Created, out.Linked = rows[0].ID, false, false
		return out, nil
	}
	if out.Linked {
		err = a.linkTo(ctx, w)
	} else {
		err = w.Append(ctx, a.record)
	}
	if err != nil {
		return out, err
	}
	if err := w.Documents.PutTaxDocuments(ctx, []kept.Row{{Mark: a.mark, HarvestID: harvestID, ID: out.Link.ID}}); err != nil {
		return out, err
	}
	return out, w.Documents.Decided(ctx, harvestID, a.paper.Record.ID)
}

// missing returns the error for an incomplete proposal.
func missing(fields []string) error {
	var m trace.Members
	for _, name := range fields {
		m.Required(name, "")
	}
	return m.Err()
}

// AllAccepted counts what AcceptAll did. Next is where the following call continues; "" at the end.
type AllAccepted struct {
	Accepted, Left int
	Next           string
}

// AllPapers is how many papers AcceptAll reads at most.
const AllPapers = 500

// AcceptAll accepts the complete proposals of a harvest, for the documents after one, and counts
// them; a page of documents shares a transaction. It skips those that the caller may not write.
func (k *TaxKeeper) AcceptAll(ctx context.Context, by *trace.Key, harvestID, after string) (out AllAccepted, err error) {
	const page = 50
	out.Next = after
	for range AllPapers / page {
		list, next, err := k.noted(ctx, by, harvestID, out.Next, page)
		if err != nil {
			return out, err
		}
		if err := k.acceptPage(ctx, by, list, &out); err != nil {
			return out, err
		}
		if out.Next = next; next == "" {
			return out, nil
		}
	}
	return out, nil
}

// acceptPage accepts the complete proposals of some documents.
func (k *TaxKeeper) acceptPage(ctx context.Context, by *trace.Key, list []Paper, out *AllAccepted) error {
	var ready []*acceptance
	var settled []*Paper // they no longer propose anything
	for i := range list {
		p := &list[i]
		if !p.waits() && by.NeedWrite(p.Record.Kind, p.Record.HarvestID) == nil {
			settled = append(settled, p)
		}
		for n := range p.Proposals {
			one := &p.Proposals[n]
			switch {
			case one.Outcome != Proposed:
			case !one.automatic() || by.NeedWrite(one.Kind(), p.Record.HarvestID) != nil:
				out.Left++
			default:
				next, err := k.prepareChoice(ctx, by, p, Choice{ID: p.Record.ID.String(), Number: n})
				if err != nil {
					return err
				}
				ready = append(ready, next)
			}
		}
	}
	if len(ready) == 0 && len(settled) == 0 {
		return nil
	}
	made := 0
	err := k.store.Update(ctx, func(w Writers) error {
		made = 0
		if err := w.Documents.LockTaxDocuments(ctx); err != nil {
			return err
		}
		for _, p := range settled {
			if err := w.Documents.SetWaiting(ctx, p.Record.HarvestID, p.Record.ID, 0); err != nil {
				return err
			}
		}
		for _, one := range ready {
			done, err := one.write(ctx, w)
			if err != nil {
				return err
			}
			if done.Created {
				made++
			}
		}
		return nil
	})
	if err == nil {
		out.Accepted += made
	}
	return err
}
