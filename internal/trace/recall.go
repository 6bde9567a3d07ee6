package trace

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// RecallRequest says what is to be recalled: all that became of some lots, of the
// lots that came out of the harvests of some plots or of some applications of
// inputs, or of the lots that records of a period brought into being.
type RecallRequest struct {
	Reason string
	Lots   []string
	Plots  []string // ids of planoCultivo or plantioManejo
	Inputs []string // ids of aplicacaoInsumo
	// From and To are when the records that identify or make the lots were written;
	// zero where no period is asked for.
	From, To time.Time
	// Once makes a repeated request find the first report instead of making another.
	Once *Once
}

// maxCriteria bounds the criteria of one kind.
const maxCriteria = 1000

// ReadRecall reads the body of a recall.
func ReadRecall(body []byte) (RecallRequest, error) {
	var m members
	var q RecallRequest
	err := readObject(body, func(name string, value canon.Value) error {
		switch name {
		case "motivo":
			q.Reason = m.text(name, value, MaxReason)
		case "lotes":
			q.Lots = m.lots(name, value)
		case "talhoes":
			q.Plots = m.texts(name, value, maxCriteria)
		case "insumos":
			q.Inputs = m.texts(name, value, maxCriteria)
		case "periodo":
			q.From, q.To = m.period(name, value)
		}
		return nil
	})
	if err == nil {
		err = m.err()
	}
	if err == nil && len(q.Lots)+len(q.Plots)+len(q.Inputs) == 0 && q.From.IsZero() {
		err = Fail(CodeNoCriteria)
	}
	return q, err
}

// lots reads a list of lots, each item as a field of lots in a record is read: "A-1, A-2"
// names two. What is not clear stays as it was written; see recallStart.
func (m *members) lots(name string, value canon.Value) (codes []string) {
	for _, written := range m.texts(name, value, maxCriteria) {
		before := len(codes)
		if !lot.Ambiguous(written) {
			lot.EachName(written, func(code string) { codes = append(codes, code) })
		}
		if len(codes) == before {
			codes = append(codes, written)
		}
	}
	if len(codes) > maxCriteria {
		m.report(name, ruleTexts, lang.Args{"max": strconv.Itoa(maxCriteria)})
	}
	return codes
}

// startLot folds a lot that a recall begins at. A text that may name several lots names
// one only if a record identifies or makes a lot under exactly that name.
func (s *Service) startLot(ctx context.Context, r Reader, by *Key, written string, m *members) (string, error) {
	if lot.Ambiguous(written) {
		known, err := s.lotSeen(ctx, r, by, lot.Fold(written), lot.Produced, time.Time{})
		if err != nil {
			return "", err
		}
		if !known {
			m.report("lotes", ruleLotText, lang.Args{"valor": clip(written)})
			return "", nil
		}
	}
	return s.knownLot(ctx, r, by, written, lot.Suspected, time.Time{})
}

// period reads {"de": …, "ate": …}. A last day is all of it.
func (m *members) period(name string, value canon.Value) (from, to time.Time) {
	switch value.Kind() {
	case 'n':
		return from, to
	case '{':
	default:
		m.report(name, rulePeriod, nil)
		return from, to
	}
	instant := func(text string, end bool) time.Time {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return at.UTC()
		}
		at, reading := ptbr.Date(text)
		if reading != ptbr.Read {
			return time.Time{}
		}
		if end && !strings.Contains(text, ":") {
			at = at.AddDate(0, 0, 1).Add(-time.Millisecond)
		}
		return at.UTC()
	}
	_ = canon.Members(value, func(member string, v canon.Value) error {
		text, _ := canon.String(v)
		switch member {
		case "de":
			from = instant(text, false)
		case "ate":
			to = instant(text, true)
		}
		return nil
	})
	if from.IsZero() || to.Before(from) {
		m.report(name, rulePeriod, nil)
		return time.Time{}, time.Time{}
	}
	return from, to
}

var (
	inputKind   = kind.ByPrefix(kind.InputApplication)
	bearing     = []*kind.Kind{kind.ByPrefix(kind.LotIdentification), kind.ByPrefix(kind.PostHarvest), kind.ByPrefix(kind.Processing)}
	exportKinds = []*kind.Kind{
		kind.ByPrefix(kind.ExportCargo), kind.ByPrefix(kind.Customs), conformityKind,
	}
)

// recallStart are the lots that a recall begins at, sorted.
func (s *Service) recallStart(ctx context.Context, r Reader, by *Key, q *RecallRequest) ([]string, error) {
	var start []string
	var m members
	for _, written := range q.Lots {
		code, err := s.startLot(ctx, r, by, written, &m)
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
	}{{"talhoes", q.Plots, []*kind.Kind{planKind, plantingKind}}, {"insumos", q.Inputs, []*kind.Kind{inputKind}}} {
		for _, id := range c.ids {
			parsed, ok := ParseID(id)
			if !ok || !by.mayHold(parsed) {
				m.badKind(c.field, id, c.kinds)
				continue
			}
			found, err := r.Record(ctx, parsed)
			switch {
			case Is(err, CodeRecordNotFound), Is(err, CodeErased), err == nil && (!slices.Contains(c.kinds, found.Kind) || !by.Reaches(found.SafraID)):
				m.badKind(c.field, id, c.kinds)
			case err != nil:
				return nil, err
			default:
				harvests[found.SafraID] = true
			}
		}
	}
	if err := m.err(); err != nil {
		return nil, err
	}
	for safra := range harvests {
		for _, k := range bearing {
			err := s.eachOfHarvests(ctx, r, k, []string{safra}, time.Time{}, func(v *Record) error {
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
		if start, err = s.bornBetween(ctx, r, by, q.From, q.To, start); err != nil {
			return nil, err
		}
	}
	slices.Sort(start)
	return slices.Compact(start), nil
}

func (m *members) badKind(field, id string, kinds []*kind.Kind) {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	m.report(field, ruleKindOfID, lang.Args{"id": clip(id), "tipos": strings.Join(names, ", ")})
}

// appendBorn appends the lots that a record brings into being out of its harvest.
func appendBorn(lots []string, v *Record) []string {
	for _, row := range v.LotRows() {
		if row.Role == lot.Identified || row.Role == lot.Produced && len(row.Others) == 0 {
			lots = append(lots, row.Lot)
		}
	}
	return lots
}

// bornBetween appends the lots that records written in a period identify or make.
// Ids are in the order of writing, so that is one stretch of each kind.
func (s *Service) bornBetween(ctx context.Context, r Reader, by *Key, from, to time.Time, lots []string) ([]string, error) {
	var first ID
	for i := range 6 {
		first[i] = byte(from.UnixMilli() >> (40 - 8*i))
	}
	bytes := 0
	for _, k := range bearing {
		q := Query{Kind: k, SafraIDs: by.Safras, Order: OldestFirst, After: Position{first}, Limit: recordChunk}
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
				if bytes > s.lots.Report { // perhaps the same lots again and again
					slices.Sort(lots)
					lots, bytes = slices.Compact(lots), 0
					for _, code := range lots {
						bytes += len(code) + textWeight
					}
					if bytes > s.lots.Report/2 {
						return nil, s.recallTooLarge()
					}
				}
			}
			if len(page) > 0 {
				q.After = q.Order.position(&page[len(page)-1])
			}
		}
	}
	return lots, nil
}
