package taxdocs

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// maxRead is how many documents of one record are read again.
const maxRead = 10

// Paper is a record that an invoice became, with what the invoice says and proposes.
type Paper struct {
	Record   *trace.Record
	Document *fiscal.Document
	Report   grade.Report
	Lots     []string
	// Plates are those of the waybills and manifests that belong to it.
	Plates    []string
	Proposals []Proposal

	crop crop.Crop
}

// Waiting lists the papers of a harvest whose proposals wait, the oldest first, after one; next is
// where to go on, "" at the end.
func (k *TaxKeeper) Waiting(ctx context.Context, by *trace.Key, harvestID, after string, limit int) (list []Paper, next string, err error) {
	if err := k.mayPropose(by, harvestID); err != nil {
		return nil, "", err
	}
	from, _ := trace.ParseID(after) // a malformed one is the start
	var rows []kept.Row
	err = k.store.View(ctx, func(r Readers) (err error) {
		rows, err = r.Documents.WaitingDocuments(ctx, harvestID, from, limit)
		return err
	})
	for _, row := range rows {
		if err != nil {
			break
		}
		next = trace.ID(row.ID).String()
		var p *Paper
		if p, err = k.paper(ctx, by, row.ID); p != nil {
			list = append(list, *p)
		}
	}
	if len(rows) < limit {
		next = ""
	}
	return list, next, err
}

// mayPropose fails unless somebody may see and accept the proposals of a harvest.
func (k *TaxKeeper) mayPropose(by *trace.Key, harvestID string) error {
	if err := by.Need(trace.Write); err != nil {
		return err
	}
	if err := by.MayRead(harvestID); err != nil {
		return err
	}
	return personal.Need(by) // a document names people
}

// paper reads a record's documents again; nil if the record is gone, or has no invoice.
func (k *TaxKeeper) paper(ctx context.Context, by *trace.Key, id trace.ID) (*Paper, error) {
	var found *trace.Record
	err := k.store.View(ctx, func(r Readers) (err error) {
		found, err = r.Record(ctx, id)
		return err
	})
	switch {
	case err != nil && (trace.AsError(err).Class() == trace.NotFound || trace.AsError(err).Class() == trace.Gone):
		return nil, nil
	case err != nil:
		return nil, err
	case !by.Reaches(found.HarvestID):
		return nil, nil
	}
	p := &Paper{Record: found}
	if err := k.readFiles(ctx, by, p); err != nil || p.Document == nil {
		return nil, err
	}
	return p, k.propose(ctx, by, p)
}

// readFiles reads the invoice of a record, and the plates of what carried it.
func (k *TaxKeeper) readFiles(ctx context.Context, by *trace.Key, p *Paper) error {
	read := 0
	for _, f := range attachment.List(p.Record.Seal) {
		if f.Media != filetype.XML || f.Bytes > fiscal.MaxBytes || read == maxRead {
			continue
		}
		read++
		content, err := k.content(ctx, by, f.Sum)
		if err != nil {
			return err
		}
		d, err := fiscal.Read(content)
		switch {
		case err != nil: // somebody attached another XML
		case d.Type == fiscal.Invoice && p.Document == nil && bytes.Contains(p.Record.Payload, []byte(strings.ToUpper(d.Key))):
			p.Document, p.Report = d, grade.Check(d, grade.Context{Year: k.now().Year(), Trust: k.trust})
			d.Forget()
			d.Key = strings.ToUpper(d.Key)
		case d.Type == fiscal.Waybill || d.Type == fiscal.Manifest:
			p.Plates = append(p.Plates, propose.Plates(d)...)
		}
	}
	slices.Sort(p.Plates)
	p.Plates = slices.Compact(p.Plates)
	return nil
}

// content is a file of a record, as far as a document goes.
func (k *TaxKeeper) content(ctx context.Context, by *trace.Key, sum string) ([]byte, error) {
	_, file, err := k.files.Open(ctx, by, sum)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(file, fiscal.MaxBytes+1))
}

// propose finds the lots of a paper and what it proposes, and what became of that.
func (k *TaxKeeper) propose(ctx context.Context, by *trace.Key, p *Paper) error {
	m, err := k.marker(ctx)
	if err != nil {
		return err
	}
	if p.crop, err = k.cropOf(ctx, by, p.Record.HarvestID, false); err != nil {
		return err
	}
	p.Report.Against(p.Document, p.crop)
	r := &run{TaxKeeper: k, marker: m, by: by}
	one := &item{lots: propose.Lots(p.Document)}
	one.Document, one.HarvestID, one.Outcome = p.Document, p.Record.HarvestID, Existing
	err = k.store.View(ctx, func(s Readers) error {
		owners, err := r.owners(ctx, s, []*item{one})
		p.Lots = linked(one, owners)
		return err
	})
	if err != nil {
		return err
	}
	one.Proposals = proposals(p.Document, p.crop, p.Lots, p.Plates)
	err = r.decided(ctx, []*item{one})
	p.Proposals = one.Proposals
	return err
}

// Choice says which proposal of a paper somebody accepts, and what they filled in.
type Choice struct {
	ID     string // of the record
	Number int    // of the proposal, in the order of the paper
	Lots   string // where the proposal lacks them
	Plates string
}

// Accept makes a record of a proposal, once however often it is accepted. created is false if it
// was there already.
func (k *TaxKeeper) Accept(ctx context.Context, by *trace.Key, c Choice) (made Link, created bool, err error) {
	p, err := k.chosen(ctx, by, c.ID)
	if err != nil {
		return made, false, err
	}
	if c.Number < 0 || c.Number >= len(p.Proposals) {
		return made, false, trace.Fail(trace.CodeRecordNotFound)
	}
	if one := &p.Proposals[c.Number]; len(one.Missing) > 0 {
		p.fill(c)
		if len(one.Missing) > 0 {
			return made, false, missing(one.Missing)
		}
	}
	return k.accept(ctx, by, p, c.Number)
}

// chosen is the paper of a record that somebody may accept proposals of.
func (k *TaxKeeper) chosen(ctx context.Context, by *trace.Key, id string) (*Paper, error) {
	parsed, ok := trace.ParseID(id)
	if !ok || !by.MayHold(parsed) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	if err := by.Need(trace.Write); err != nil {
		return nil, err
	}
	if err := personal.Need(by); err != nil {
		return nil, err
	}
	p, err := k.paper(ctx, by, parsed)
	if err == nil && (p == nil || !by.Reads(p.Record.HarvestID)) {
		err = trace.Fail(trace.CodeRecordNotFound)
	}
	return p, err
}

// fill puts what somebody wrote in the place of what a proposal lacks.
func (p *Paper) fill(c Choice) {
	lots, plates := p.Lots, p.Plates
	if text := strings.TrimSpace(c.Lots); text != "" && len(lots) == 0 {
		lots = []string{text}
	}
	if text := strings.TrimSpace(c.Plates); text != "" && len(propose.Plates(p.Document)) == 0 && len(plates) == 0 {
		plates = []string{text}
	}
	filled := proposals(p.Document, p.crop, lots, plates)
	if c.Number < len(filled) {
		p.Proposals[c.Number].Record, p.Proposals[c.Number].Missing = filled[c.Number].Record, filled[c.Number].Missing
	}
}

// missing is the error of a proposal that lacks something.
func missing(fields []string) error {
	var m trace.Members
	for _, name := range fields {
		m.Required(name, "")
	}
	return m.Err()
}

// accept writes the record of a proposal, unless somebody did.
func (k *TaxKeeper) accept(ctx context.Context, by *trace.Key, p *Paper, number int) (made Link, created bool, err error) {
	one := &p.Proposals[number]
	next, err := k.recordOf(by, &one.Record, p.Record.HarvestID, false)
	if err == nil {
		err = k.recorder.Finish(&next, admit.From(ctx).Grow)
	}
	if err != nil {
		return made, false, err
	}
	m, err := k.marker(ctx)
	if err != nil {
		return made, false, err
	}
	mark := m.proposalMark(p.Document.Key, one)
	open := []kept.Mark{mark} // and the others that nobody had accepted when the page was made
	for i := range p.Proposals {
		if i != number && p.Proposals[i].Outcome == Proposed {
			open = append(open, m.proposalMark(p.Document.Key, &p.Proposals[i]))
		}
	}
	err = k.store.Update(ctx, func(w Writers) error {
		rows, err := w.Documents.TaxDocuments(ctx, open, trace.Only(p.Record.HarvestID), false)
		if err != nil {
			return err
		}
		left := len(open) - 1 - len(rows) // somebody else may accept others at this moment
		for i := range rows {
			if rows[i].Mark == mark {
				made, created = Link{one.Kind(), p.Record.HarvestID, rows[i].ID}, false
				return nil
			}
		}
		made, created = Link{one.Kind(), p.Record.HarvestID, next.ID}, true
		if err := w.Append(ctx, next); err != nil {
			return err
		}
		if err := w.Documents.PutTaxDocuments(ctx, []kept.Row{{Mark: mark, HarvestID: p.Record.HarvestID, ID: next.ID}}); err != nil {
			return err
		}
		return w.Documents.SetWaiting(ctx, p.Record.HarvestID, p.Record.ID, max(left, 0))
	})
	if err == nil {
		one.Outcome, one.ID = Existing, made.ID
	}
	return made, created, err
}

// AcceptAll accepts every proposal of a harvest that lacks nothing, and counts them. Those that
// the caller may not write are left.
func (k *TaxKeeper) AcceptAll(ctx context.Context, by *trace.Key, harvestID string) (accepted, left int, err error) {
	const page = 50
	for after := ""; ; {
		list, next, err := k.Waiting(ctx, by, harvestID, after, page)
		if err != nil {
			return accepted, left, err
		}
		for i := range list {
			for n := range list[i].Proposals {
				one := &list[i].Proposals[n]
				switch {
				case one.Outcome != Proposed:
				case len(one.Missing) > 0 || by.NeedWrite(one.Kind(), harvestID) != nil:
					left++
				default:
					_, created, err := k.accept(ctx, by, &list[i], n)
					if err != nil {
						return accepted, left, err
					}
					if created {
						accepted++
					}
				}
			}
		}
		if after = next; after == "" {
			return accepted, left, nil
		}
	}
}

// Dismiss takes the proposals of a paper off the list; none of them becomes a record.
func (k *TaxKeeper) Dismiss(ctx context.Context, by *trace.Key, id string) error {
	p, err := k.chosen(ctx, by, id)
	if err != nil {
		return err
	}
	if err := by.NeedWrite(kind.ByPrefix(p.Record.Kind.Prefix), p.Record.HarvestID); err != nil {
		return err
	}
	return k.store.Update(ctx, func(w Writers) error {
		return w.Documents.SetWaiting(ctx, p.Record.HarvestID, p.Record.ID, 0)
	})
}
