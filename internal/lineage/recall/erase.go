package recall

import (
	"context"
	"errors"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Erasure is a record whose data was erased from a report.
type Erasure struct {
	Record NamedRecord `json:"registro"`
	At     string      `json:"em"`
	// Before: it was erased before the recall, so the report never quoted it.
	Before bool `json:"antes,omitzero"`
}

// CountErasures counts the records that were erased from the report, and those that were
// erased before it was made.
func (c *Recall) CountErasures() (since, before int) {
	for i := range c.Erasures {
		if c.Erasures[i].Before {
			before++
		} else {
			since++
		}
	}
	return since, before
}

// Partial reports whether something was erased from the report.
func (c *Recall) Partial() bool {
	since, _ := c.CountErasures()
	return since > 0
}

// EraseFromRecalls removes a record's data from reports of recalls, after its own rows are gone.
// The rest of a report becomes a new version of its entry, and the older versions lose payload
// and salt: their commitments stay in the log.
//
// A report that covers the record's harvest is searched completely. In any other, only lots and
// typed text can quote the record. It reads only the reports that look has left.
func (s *Recaller) EraseFromRecalls(ctx context.Context, w QuoteWriter, by *trace.Key, look *QuoteSearch, receipt *trace.Record) error {
	own, err := ownRecalls(ctx, w, receipt.HarvestID)
	if err != nil {
		return err
	}
	left, err := look.left(ctx, w, kind.RecallReport)
	if err != nil {
		return err
	}
	look.gone.at = receipt.UpdatedAt.Format(trace.TimeLayout)
	for _, note := range left {
		if _, err := s.eraseFromRecall(ctx, w, by, note, own[note.ID], look.gone); err != nil {
			return err
		}
	}
	return nil
}

// ownRecalls returns the reports that cover a harvest.
func ownRecalls(ctx context.Context, r QuoteReader, harvestID string) (map[trace.ID]bool, error) {
	ids, err := recallsOf(ctx, r, trace.Only(harvestID))
	if err != nil {
		return nil, err
	}
	own := make(map[trace.ID]bool, len(ids))
	for _, id := range ids {
		own[id] = true
	}
	return own, nil
}

// eraseFromRecall removes a record from one report, and returns the report's newest version.
func (s *Recaller) eraseFromRecall(ctx context.Context, w QuoteWriter, by *trace.Key, note trace.NoteVersion, own bool, gone *recallEraser) (version int64, err error) {
	entry, rest, err := gone.rest(ctx, w, by, note, own)
	if err != nil || rest == nil {
		return note.Version, err
	}
	gone.note(rest)
	document, err := rest.document()
	if err != nil {
		return 0, err
	}
	return entry.Version + 1, s.rewriteEntry(ctx, w, by, *entry, document)
}

// rest returns the newest entry of a report, and what remains of the report without the record; nil
// if the record is not in it, or the key may not read it.
func (e *recallEraser) rest(ctx context.Context, r QuoteReader, by *trace.Key, note trace.NoteVersion, own bool) (*trace.Record, *Recall, error) {
	read, redact := reportToSearch, e.redactOther
	if own { // whatever else it covers
		read, redact = func(ctx context.Context, r QuoteReader, _ *trace.Key, note trace.NoteVersion) (*trace.Record, error) {
			return newestOf(ctx, r, note)
		}, e.redact
	}
	entry, err := read(ctx, r, by, note)
	if err != nil || entry == nil || !own && !e.mayBeIn(entry.Payload) {
		return nil, nil, err
	}
	report, err := readRecall(ctx, entry)
	switch {
	case errors.Is(err, admit.ErrBusy) || errors.Is(err, admit.ErrTooLarge):
		return nil, nil, err
	case err != nil: // its content is unknown, so nothing of it can stay
		return entry, &Recall{
			At: entry.CreatedAt().Format(trace.TimeLayout), By: entry.CreatedBy, Criteria: criteriaOf(&Request{}),
			InitialLots: []string{}, Lots: []Lot{}, Shipments: []Shipment{}, Holders: []Holder{}, Totals: Totals{ShippedPartial: true},
		}, nil
	}
	if err := e.lookAt(ctx, r, &report.Recall); err != nil || !redact(&report.Recall) {
		return nil, nil, err
	}
	return entry, &report.Recall, nil
}

// redact removes the record from a report, and also the reason if it quotes the record. It
// reports whether either was there.
func (e *recallEraser) redact(c *Recall) bool {
	found := e.redactHolders(c) // before the report loses the names of its lots
	found = e.redactShipments(c) || found
	found = e.redactCodes(c) || found
	// redactCodes handles the requested lots: it removes only the record's own.
	found = redactTyped(c, c.Criteria.records(), e.quotedBy) || found
	if !found {
		return false
	}
	c.addShipped()
	return true
}

// redactTyped removes the reason from a report if it quotes the record, and the items of
// some lists of criteria that do.
func redactTyped(c *Recall, lists []*[]string, quotes func(sentence string) bool) (found bool) {
	if quotes(c.Reason) {
		c.Reason, c.ReasonErased, found = "", true, true
	}
	for _, list := range lists {
		before := len(*list)
		*list = slices.DeleteFunc(*list, quotes)
		found = found || len(*list) < before
	}
	return found
}

func (e *recallEraser) note(c *Recall) {
	c.Erasures = append(c.Erasures, Erasure{Record: e.record, At: e.at})
}

// redactCodes removes the record's own lots from all lists of a report.
func (e *recallEraser) redactCodes(c *Recall) (found bool) {
	for i := range c.Shipments {
		found = e.without(&c.Shipments[i].Lots) || found
	}
	for i := range c.Common {
		if e.lots[c.Common[i].Lot] {
			c.Common[i].Lot, found = "", true
		}
	}
	for i := range c.Holders {
		found = e.without(&c.Holders[i].Lots) || found
	}
	found = e.redactMentions(c) || found
	for i := range c.Lots {
		if e.lots[c.Lots[i].Code] {
			c.Lots[i].Code, c.Lots[i].Erased, found = "", true, true
		}
	}
	found = e.without(&c.InitialLots) || found
	return e.without(&c.Criteria.Lots) || found
}

// without removes the record's own lots, in any spelling, from a list.
func (e *recallEraser) without(list *[]string) bool {
	before := len(*list)
	*list = slices.DeleteFunc(*list, func(written string) bool { return e.lots[lot.Fold(written)] })
	return len(*list) < before
}

func (e *recallEraser) redactShipments(c *Recall) (found bool) {
	for i := range c.Shipments {
		s := &c.Shipments[i]
		if s.Record == e.record {
			*s = Shipment{Record: s.Record, Lots: []string{}, Documents: s.Documents, Erased: true}
			found = true
		}
		found = e.redactPapers(s.Documents) || found
	}
	for i := range c.Common {
		found = e.redactPapers(c.Common[i].Documents) || found
	}
	return found
}

func (e *recallEraser) redactPapers(papers []Document) (found bool) {
	for i := range papers {
		if papers[i].Record == e.record {
			papers[i].Number, papers[i].Erased, found = "", true, true
		}
	}
	return found
}

// redactHolders subtracts what the record received from the holders. A name that no other
// record of the report has is removed too.
func (e *recallEraser) redactHolders(c *Recall) (found bool) {
	told := make(map[string]bool, len(c.Lots))
	for i := range c.Lots {
		told[c.Lots[i].Code] = true
	}
	for i := range c.Holders {
		h := &c.Holders[i]
		if h.Erased {
			continue
		}
		most, then, kg := e.share(c, told, h.Name)
		switch {
		case most == 0:
			continue
		case h.Records <= most:
			e.holders = append(e.holders, h.Name)
			*h = Holder{Records: h.Records, Lots: []string{}, Erased: true}
		default:
			h.Records -= then
			h.giveBack(e.stage(), kg)
		}
		found = true
	}
	return found
}

// stage returns the record's stage in the journey of its lots.
func (e *recallEraser) stage() lot.Stage {
	return lot.StageOf(&lot.Row{Kind: e.versions[0].Kind.Code}, storageKind.Code)
}

// share returns the record's part in a holder of some lots: how often any of its versions counts
// among the holder's records, how often the version in the report does, and how much that one
// received.
func (e *recallEraser) share(c *Recall, lots map[string]bool, holder string) (most, then int, kg float64) {
	for i := range e.versions {
		v := &e.versions[i]
		rows, received := 0, 0.0
		for _, row := range v.LotRows() {
			if !lots[row.Lot] || !isHeld(&row) || holderOf(&row) != holder {
				continue
			}
			rows++
			whole := row.Among <= 1 || c.Format >= recordsOnce && rows == row.Among
			if row.Role == lot.Received && row.Kg.Known() && whole {
				received += row.Kg.Value
			}
		}
		if c.Format >= recordsOnce {
			rows = min(rows, 1)
		}
		most = max(most, rows)
		if v.UpdatedAt.Format(trace.TimeLayout) <= c.At {
			then, kg = rows, received
		}
	}
	return most, then, kg
}
