package recall

import (
	"context"
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/naming"
	"rastro/internal/trace"
)

// Request says what to recall: everything made from some lots, from the lots of the harvests
// of some plots or of some applications of inputs, or from the lots that records of a period
// created.
type Request struct {
	Reason string
	Lots   []string
	Plots  []string // ids of planoCultivo or plantioManejo
	Inputs []string // ids of aplicacaoInsumo
	// From and To are when the records that identify or make the lots were written;
	// zero if no period is given.
	From, To time.Time
	// Once makes a repeated request find the first report instead of making another.
	Once *trace.Idempotency
}

// ReadRequest reads the body of a recall.
func ReadRequest(body []byte) (Request, error) {
	var m trace.Members
	var q Request
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "motivo":
			q.Reason = m.Text(name, value, trace.MaxReason)
			naming.CheckText(&m, name, q.Reason) // others' pages show it
		case "lotes":
			q.Lots = m.Lots(name, value)
		case "talhoes":
			q.Plots = m.Texts(name, value, trace.MaxCriteria)
		case "insumos":
			q.Inputs = m.Texts(name, value, trace.MaxCriteria)
		case "periodo":
			q.From, q.To = m.Period(name, value)
		}
		return nil
	})
	if err == nil {
		err = m.Err()
	}
	if err == nil && len(q.Lots)+len(q.Plots)+len(q.Inputs) == 0 && q.From.IsZero() {
		err = trace.Fail(trace.CodeNoCriteria)
	}
	return q, err
}

// startLot folds a lot where a recall begins. A text that may name several lots names
// one only if a record identifies or makes a lot under exactly that name.
func (s *Recaller) startLot(ctx context.Context, r lineage.Reader, by *trace.Key, written string, m *trace.Members) (string, error) {
	if lot.Ambiguous(written) {
		known, err := s.tracer.LotSeen(ctx, r, by, lot.Fold(written), lot.Produced, time.Time{})
		if err != nil {
			return "", err
		}
		if !known {
			m.Report("lotes", trace.RuleLotText, lang.Args{"valor": trace.Clip(written)})
			return "", nil
		}
	}
	return s.tracer.KnownLot(ctx, r, by, written, lot.Suspected, time.Time{})
}

var (
	inputKind   = kind.ByPrefix(kind.InputApplication)
	bearing     = []*kind.Kind{kind.ByPrefix(kind.LotIdentification), kind.ByPrefix(kind.PostHarvest), kind.ByPrefix(kind.Processing)}
	exportKinds = []*kind.Kind{
		kind.ByPrefix(kind.ExportCargo), kind.ByPrefix(kind.Customs), trace.ConformityKind,
	}
)

// recallStart returns the lots with which a recall begins, sorted.
func (s *Recaller) recallStart(ctx context.Context, r Readers, by *trace.Key, q *Request) ([]string, error) {
	var start []string
	var m trace.Members
	for _, written := range q.Lots {
		code, err := s.startLot(ctx, r.Lots, by, written, &m)
		if err != nil {
			return nil, err
		}
		start = append(start, code)
	}
	harvests := map[string]bool{}
	for _, c := range []struct {
		field string
		ids   []string
		kinds []*kind.Kind
	}{{"talhoes", q.Plots, []*kind.Kind{trace.PlanKind, trace.PlantingKind}}, {"insumos", q.Inputs, []*kind.Kind{inputKind}}} {
		for _, id := range c.ids {
			parsed, ok := trace.ParseID(id)
			if !ok || !by.MayHold(parsed) {
				m.BadKind(c.field, id, c.kinds)
				continue
			}
			found, err := r.Record(ctx, parsed)
			switch {
			case trace.Is(err, trace.CodeRecordNotFound), trace.Is(err, trace.CodeErased), err == nil && (!slices.Contains(c.kinds, found.Kind) || !by.Reaches(found.HarvestID)):
				m.BadKind(c.field, id, c.kinds)
			case err != nil:
				return nil, err
			default:
				harvests[found.HarvestID] = true
			}
		}
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	for harvest := range harvests {
		for _, k := range bearing {
			err := s.tracer.EachOfHarvests(ctx, r.Lots, k, []string{harvest}, time.Time{}, func(v *trace.Record) error {
				start = appendBorn(start, v)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	if !q.From.IsZero() {
		var err error
		if start, err = s.bornBetween(ctx, r.Reader, by, q.From, q.To, start); err != nil {
			return nil, err
		}
	}
	slices.Sort(start)
	return slices.Compact(start), nil
}

// appendBorn appends the lots that a record creates from its harvest.
func appendBorn(lots []string, v *trace.Record) []string {
	for _, row := range v.LotRows() {
		if row.Role == lot.Identified || row.Role == lot.Produced && len(row.Others) == 0 {
			lots = append(lots, row.Lot)
		}
	}
	return lots
}

// bornBetween appends the lots that records written in a period identify or make.
// Ids are in the order of writing, so this is one range of each kind.
func (s *Recaller) bornBetween(ctx context.Context, r trace.PageReader, by *trace.Key, from, to time.Time, lots []string) ([]string, error) {
	var first trace.ID
	for i := range 6 {
		first[i] = byte(from.UnixMilli() >> (40 - 8*i))
	}
	bytes := 0
	for _, k := range bearing {
		q := trace.Query{Kind: k, Reach: by.Reach(), Order: trace.OldestFirst, After: trace.Position{first}, Limit: trace.RecordChunk}
		for more := true; more; {
			page, err := r.Records(ctx, q)
			if err != nil {
				return nil, err
			}
			more = len(page) == q.Limit
			for i := range page {
				if page[i].CreatedAt().After(to) {
					more = false
					break
				}
				for _, row := range page[i].LotRows() {
					if row.Role == lot.Identified || row.Role == lot.Produced {
						lots = append(lots, row.Lot)
						bytes += len(row.Lot) + textWeight
					}
				}
				if bytes > s.limits.Report { // may contain the same lots again and again
					slices.Sort(lots)
					lots, bytes = slices.Compact(lots), 0
					for _, code := range lots {
						bytes += len(code) + textWeight
					}
					if bytes > s.limits.Report/2 {
						return nil, s.recallTooLarge()
					}
				}
			}
			if len(page) > 0 {
				q.After = q.Order.Position(&page[len(page)-1])
			}
		}
	}
	return lots, nil
}
