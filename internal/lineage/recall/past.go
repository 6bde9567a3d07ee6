package recall

import (
	"bytes"
	"context"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Summary is a recall in a list.
type Summary struct {
	ID     trace.ID
	At, By string
	Reason string
	Totals Totals
	// Erased: records that the report quoted were erased since, and so were the quotes.
	Erased bool
	// ReasonErased: the reason was erased too.
	ReasonErased bool
}

// RecallOf reads back the report of a recall, signed as when it was made. It fails with
// CodeRecordNotFound if there is none that the key may read.
func (s *Recaller) RecallOf(ctx context.Context, by *trace.Key, id string) (*Signed, error) {
	versions, err := s.reported(ctx, by, id)
	if err != nil {
		return nil, err
	}
	out, err := readRecall(ctx, &versions[len(versions)-1])
	if err != nil {
		return nil, err
	}
	out.First = versions[0].Hash
	if !mayReadReport(by, &out.Recall) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	return out, s.signRecall(out)
}

func (s *Recaller) reported(ctx context.Context, by *trace.Key, id string) ([]trace.Record, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return nil, trace.Fail(trace.CodeIDMalformed)
	}
	if by.LimitedToHarvests() { // before a report of others is read, which takes time
		harvests, err := s.store.Direct().RecallHarvests(ctx, parsed)
		if err != nil {
			return nil, err
		}
		if !by.ReadsOnly(harvests) {
			return nil, trace.Fail(trace.CodeRecordNotFound)
		}
	}
	versions, err := s.store.Direct().Versions(ctx, parsed)
	if err == nil && (len(versions) == 0 || versions[0].Kind != kind.RecallReport) {
		err = trace.Fail(trace.CodeRecordNotFound)
	}
	return versions, err
}

// readRecall reads a report, and claims the memory for what it covers. A caller that reads
// several keeps one at a time.
func readRecall(ctx context.Context, r *trace.Record) (*Signed, error) {
	if err := admit.From(ctx).Reach(reportMemory * int64(len(r.Payload))); err != nil {
		return nil, err
	}
	out := &Signed{ID: r.ID, Version: r.Version, Hash: r.Hash, Document: r.Payload}
	err := canon.Unmarshal(r.Payload, &out.Recall)
	return out, err
}

// recallPage is how many recalls a list has at once.
const recallPage = 10

// Recalls lists the recalls whose reports the key may read, the newest first. next is where to
// continue; "" at the end. A report may cover a million lots, so only one is in memory at a time.
// Others' reports are skipped here, rather than returned as empty pages, which would reveal how
// many there are. For a key limited to some harvests it reads only reports that cover these and no
// others, and the key's own reports that found nothing, so that its time reveals nothing about the
// rest.
func (s *Recaller) Recalls(ctx context.Context, by *trace.Key, cursor string) (found []Summary, next string, err error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, "", err
	}
	q := trace.Query{Kind: kind.RecallReport, Order: trace.NewestFirst, Limit: 1}
	scope := q.Kind.Prefix + "\x00" + by.Limits() + "\x00" + q.Order.String()
	if cursor != "" {
		if q.After, err = s.cursors.Decode(ctx, scope, q.Order, cursor); err != nil {
			return nil, "", err
		}
	}
	read := func() ([]trace.Record, error) { return trace.ReadRecords(ctx, s.store.Direct().Reader, q) }
	if by.LimitedToHarvests() {
		if read, err = s.recallsOfHarvests(ctx, by, q.After); err != nil {
			return nil, "", err
		}
	}
	var last trace.Position // of the results
	for {
		page, err := read()
		if err != nil || len(page) == 0 {
			return found, "", err
		}
		r, err := readRecall(ctx, &page[0])
		if err != nil {
			return nil, "", err
		}
		q.After = q.Order.Position(&page[0])
		if !mayReadReport(by, &r.Recall) {
			continue
		}
		if len(found) == recallPage { // there is one more
			next, err = s.cursors.Encode(ctx, scope, last)
			return found, next, err
		}
		found, last = append(found, Summary{r.ID, r.At, r.By, r.Reason, r.Totals, r.Partial(), r.ReasonErased}), q.After
	}
}

// recallsOfHarvests reads, one at a time, the reports that cover a key's harvests
// alone, and its own that cover none, the newest first, after a position.
func (s *Recaller) recallsOfHarvests(ctx context.Context, by *trace.Key, after trace.Position) (func() ([]trace.Record, error), error) {
	var ids []trace.ID
	asked := []trace.Reach{trace.Only(reach.MarkedHarvest(by.ReportMark()))}
	if len(by.Harvests) == 0 {
		asked = append(asked, by.Reach())
	}
	for _, harvestID := range by.Harvests {
		one := by.Reach()
		one.HarvestIDs = []string{harvestID}
		asked = append(asked, one)
	}
	for _, within := range asked {
		of, err := recallsOf(ctx, s.store.Direct().Reader, within)
		if err != nil {
			return nil, err
		}
		ids = append(ids, of...)
	}
	slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(b[:], a[:]) })
	ids = slices.Compact(ids)
	if after != nil {
		from := after[0].(trace.ID)
		ids = slices.DeleteFunc(ids, func(id trace.ID) bool { return bytes.Compare(id[:], from[:]) >= 0 })
	}
	return func() ([]trace.Record, error) {
		for len(ids) > 0 {
			id := ids[0]
			ids = ids[1:]
			harvests, err := s.store.Direct().RecallHarvests(ctx, id)
			if err != nil {
				return nil, err
			}
			if !by.ReadsOnly(harvests) {
				continue
			}
			versions, err := s.store.Direct().Versions(ctx, id)
			if err != nil || len(versions) > 0 {
				return versions[max(0, len(versions)-1):], err
			}
		}
		return nil, nil
	}, nil
}

// mayReadReport reports whether the key may read a recall's report: a key that is limited to
// some harvests reads reports that cover only these, and its own that found nothing.
func mayReadReport(k *trace.Key, r *Recall) bool {
	if !k.LimitedToHarvests() {
		return true
	}
	for i := range r.Lots {
		for _, harvest := range r.Lots[i].Harvests {
			if !k.Reaches(harvest) {
				return false
			}
		}
	}
	return len(r.Lots) > 0 || r.ByKey != "" && r.ByKey == k.ReportMark()
}
