package taxdocs

import (
	"bytes"
	"context"
	"errors"
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
	"rastro/internal/load"
	"rastro/internal/personal"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// maxRead is how many documents of one record are read again.
const maxRead = 10

// maxCandidates is how many records a person chooses from to link an invoice to.
const maxCandidates = 20

// Paper is a record made from an invoice, with the invoice's content and proposals.
type Paper struct {
	Record   *trace.Record
	Document *fiscal.Document
	Report   grade.Report
	Lots     []string
	// Plates are the plates in the waybills and manifests that belong to it.
	Plates    []string
	Proposals []Proposal

	crop   crop.Crop
	marker marker
}

// Waiting lists the documents of a harvest whose proposals wait, oldest first, after one; next is
// where to continue, "" at the end. A page may be short: a document that no longer proposes
// anything is left out, and a page ends when its documents take too much memory.
func (k *TaxKeeper) Waiting(ctx context.Context, by *trace.Key, harvestID, after string, limit int) (list []Paper, next string, err error) {
	list, next, err = k.noted(ctx, by, harvestID, after, limit)
	return slices.DeleteFunc(list, func(p Paper) bool { return !p.waits() }), next, err
}

// waits reports whether somebody has to decide on a proposal of the paper.
func (p *Paper) waits() bool {
	return slices.ContainsFunc(p.Proposals, func(one Proposal) bool { return one.Outcome == Proposed })
}

// noted lists the documents of a harvest with waiting proposals, according to the store.
func (k *TaxKeeper) noted(ctx context.Context, by *trace.Key, harvestID, after string, limit int) (list []Paper, next string, err error) {
	if err := k.mayPropose(by, harvestID); err != nil {
		return nil, "", err
	}
	from, _ := trace.ParseID(after) // a malformed one is the start
	var rows []kept.Row
	err = k.store.View(ctx, func(r Readers) (err error) {
		rows, err = r.Documents.WaitingDocuments(ctx, harvestID, from, limit)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	ids := make([]trace.ID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
		next = ids[i].String()
	}
	if len(rows) < limit {
		next = ""
	}
	var held int64
	list, read, err := k.papers(ctx, by, ids, &held)
	if read < len(ids) && read > 0 {
		next = ids[read-1].String()
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

// documentWeight is how many times as large as its file a parsed document is: a line of an invoice
// has many fields, which may be almost empty.
const documentWeight = 10

// papers reads the documents of records again; records that are gone, or have no invoice, are left
// out. held is the memory of this request's documents, and read is how many of the records were
// read before it ran out.
func (k *TaxKeeper) papers(ctx context.Context, by *trace.Key, ids []trace.ID, held *int64) (list []Paper, read int, err error) {
	found := make([]*trace.Record, len(ids))
	err = k.store.View(ctx, func(r Readers) error {
		for i, id := range ids {
			one, err := r.Record(ctx, id)
			switch {
			case err != nil && (trace.AsError(err).Class() == trace.NotFound || trace.AsError(err).Class() == trace.Gone):
			case err != nil:
				return err
			case by.Reaches(one.HarvestID):
				found[i] = one
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	for ; read < len(found); read++ {
		if found[read] == nil {
			continue
		}
		p := Paper{Record: found[read]}
		err := k.readFiles(ctx, by, &p, held)
		if len(list) > 0 && (errors.Is(err, admit.ErrTooLarge) || errors.Is(err, admit.ErrBusy)) {
			break
		}
		if err != nil {
			return nil, read, err
		}
		if p.Document != nil {
			list = append(list, p)
		}
	}
	return list, read, k.propose(ctx, by, list)
}

// readFiles reads the invoice of a record, and the plates of what carried it.
func (k *TaxKeeper) readFiles(ctx context.Context, by *trace.Key, p *Paper, held *int64) error {
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
			*held += documentWeight * f.Bytes
			if err := admit.From(ctx).Reach(*held); err != nil {
				return err
			}
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

// content returns a file of a record, up to the size of a document.
func (k *TaxKeeper) content(ctx context.Context, by *trace.Key, sum string) ([]byte, error) {
	_, file, err := k.files.Open(ctx, by, sum)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(file, fiscal.MaxBytes+1))
}

// propose finds the lots and the proposals of documents, and their outcomes.
func (k *TaxKeeper) propose(ctx context.Context, by *trace.Key, list []Paper) error {
	m, err := k.marker(ctx)
	if err != nil {
		return err
	}
	r := &run{TaxKeeper: k, marker: m, by: by, crops: map[string]crop.Crop{}, loads: map[string]*load.Book{}, candidates: maxCandidates, looked: map[trace.ID]*trace.Record{}}
	items := make([]*item, len(list))
	for i := range list {
		p := &list[i]
		harvestID := p.Record.HarvestID
		if _, known := r.crops[harvestID]; !known {
			if r.crops[harvestID], err = k.profiles.StatedCrop(ctx, by, harvestID); err != nil {
				return err
			}
		}
		p.crop, p.marker = r.crops[harvestID], m
		p.Report.Against(p.Document, p.crop)
		items[i] = &item{lots: propose.Lots(p.Document)}
		items[i].Document, items[i].HarvestID, items[i].Outcome = p.Document, harvestID, Existing
	}
	err = k.store.View(ctx, func(s Readers) error {
		owners, err := r.owners(ctx, s, items)
		for i := range items {
			list[i].Lots = linked(items[i], owners)
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, one := range items {
		p := &list[i]
		one.Proposals = doubted(proposals(p.Document, p.crop, p.Lots, p.Plates), doubtOf(p.Report.Findings, p.Record.Graded().Findings))
	}
	if err := r.decided(ctx, items); err != nil {
		return err
	}
	for i, one := range items {
		if err := r.compareLoads(ctx, one); err != nil {
			return err
		}
		list[i].Proposals = one.Proposals
	}
	return nil
}

// chosen returns the document of a record whose proposals somebody may accept. held is as for
// papers.
func (k *TaxKeeper) chosen(ctx context.Context, by *trace.Key, id string, held *int64) (*Paper, error) {
	parsed, ok := trace.ParseID(id)
	if !ok || !by.MayHold(parsed) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	if err := mayAccept(by); err != nil {
		return nil, err
	}
	list, _, err := k.papers(ctx, by, []trace.ID{parsed}, held)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || !by.Reads(list[0].Record.HarvestID) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	return &list[0], nil
}

// Dismiss removes the proposals of a document from the list; none of them becomes a record.
func (k *TaxKeeper) Dismiss(ctx context.Context, by *trace.Key, id string) error {
	var held int64
	p, err := k.chosen(ctx, by, id, &held)
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
