package records

import (
	"context"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Limits of a search. They apply to one page: to get more, a caller asks for the next page, and
// learns how far this one looked.
const (
	maxSearched      = 1_000   // records searched for a text
	maxSearchedBytes = 1 << 20 // of their payloads
	searchStep       = 100     // records read at once
	maxLotMatches    = 200     // records that name a lot
	maxAlike         = 10      // harvests whose names begin with the text
	// maxSorted is how many records are sorted without an index.
	maxSorted = 2_000
	// maxSearchText bounds the text to search for.
	maxSearchText = 200
)

// Search describes a search among the records of a kind.
type Search struct {
	HarvestID string // "": in every harvest
	// Text is an id, a lot's code, or part of a record's content; "" for all.
	Text string
	// Anywhere: Text is only part of a record's content.
	Anywhere bool
	Order    trace.Order
}

// How is the way in which records were found.
type How uint8

// The ways.
const (
	Listed How = iota // listed, without a search
	ByItsID
	ByLot
	ByText
)

// Found is one page of results.
type Found struct {
	Page
	How How
	// Looked is how many records were searched for a text. If Next is set, there are
	// more.
	Looked int
	// Unsorted: there were too many records to sort as requested, so the newest come first.
	Unsorted bool
	// Harvests are some whose names begin with the text, or with the requested harvest
	// if that has no record.
	Harvests []string
}

// Search finds records of a kind in the harvests the key may touch. Its cost does not
// depend on how many there are.
func (s *Recorder) Search(ctx context.Context, by *trace.Key, k *kind.Kind, search Search, p trace.Paging) (Found, error) {
	var out Found
	if err := by.Need(trace.Read); err != nil {
		return out, err
	}
	search.HarvestID, search.Text = strings.TrimSpace(search.HarvestID), strings.TrimSpace(search.Text)
	if search.HarvestID != "" {
		if err := by.NeedHarvest(search.HarvestID); err != nil {
			return out, err
		}
	}
	if len(search.Text) > maxSearchText {
		return out, trace.BadParameter("q", "1–200")
	}
	q := trace.Query{Kind: k, Reach: by.Reach(), Order: search.Order}
	if search.HarvestID != "" {
		q.HarvestIDs = []string{search.HarvestID}
	}
	unsorted, err := s.tooManyToSort(ctx, q)
	if err != nil {
		return out, err
	}
	if unsorted {
		out.Unsorted, q.Order = true, trace.NewestFirst
	}
	p.Number, p.Total = 0, false
	switch {
	case search.Text == "":
		out.Page, err = s.page(ctx, q, p)
	case search.Anywhere || p.Cursor != "":
		err = s.searchText(ctx, by, q, search.Text, p, &out)
	default:
		err = s.searchNamed(ctx, by, q, search.Text, &out)
		if err == nil && out.How == Listed {
			err = s.searchText(ctx, by, q, search.Text, p, &out)
		}
	}
	if err != nil {
		return out, err
	}
	personal.Records(by, out.Records)
	for i := range out.Records {
		if err := s.journal.WithState(ctx, s.store.Direct(), &out.Records[i]); err != nil {
			return out, err
		}
	}
	alike := search.Text
	if alike == "" && len(out.Records) == 0 {
		alike = search.HarvestID
	}
	if alike != "" && p.Cursor == "" {
		out.Harvests, err = s.harvestsAlike(ctx, by, alike, search.HarvestID)
	}
	return out, err
}

// searchNamed reads a text as an id or a lot's code.
func (s *Recorder) searchNamed(ctx context.Context, by *trace.Key, q trace.Query, text string, out *Found) error {
	if id, ok := trace.ParseID(text); ok {
		out.How = ByItsID
		found, err := s.Get(ctx, by, q.Kind, id.String())
		switch {
		case trace.Is(err, trace.CodeRecordNotFound), trace.Is(err, trace.CodeErased):
			return nil
		case err != nil:
			return err
		}
		out.Records = []trace.Record{*found}
		return nil
	}
	code := lot.Fold(text)
	if code == "" || !q.Kind.NamesLots() {
		return nil
	}
	var ids []trace.ID
	named := map[trace.ID]bool{}
	rows := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, Kind: q.Kind.Code, RefsOnly: true, Limit: maxLotMatches, Reach: by.Reach()}
	if len(q.HarvestIDs) == 1 {
		rows.HarvestIDs = q.HarvestIDs
	}
	err := s.store.Direct().EachLotRow(ctx, rows, func(r *lot.Row) error {
		if id := trace.ID(r.ID); by.NeedHarvest(r.HarvestID) == nil && !named[id] {
			named[id] = true
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		found, err := s.store.Direct().Record(ctx, id)
		switch {
		case trace.Is(err, trace.CodeRecordNotFound), trace.Is(err, trace.CodeErased): // since
			continue
		case err != nil:
			return err
		}
		out.How = ByLot
		out.Records = append(out.Records, *found)
	}
	trace.SortRecords(out.Records, q.Order)
	return nil
}

// searchText reads from a place on, and keeps the records with the text.
func (s *Recorder) searchText(ctx context.Context, by *trace.Key, q trace.Query, text string, p trace.Paging, out *Found) error {
	out.How = ByText
	scope := "procura\x00" + q.Kind.Prefix + "\x00" + q.Reach.Text() + "\x00" + q.Order.String()
	if p.Cursor != "" {
		var err error
		if q.After, err = s.cursors.Decode(ctx, scope, q.Order, p.Cursor); err != nil {
			return err
		}
	}
	q, some, err := narrowed(ctx, s.store.Direct(), q)
	if err != nil || !some {
		return err
	}
	needle := newNeedle(text, q.Kind)
	q.Limit = searchStep
	for weight, read := 0, 0; ; {
		records, err := trace.ReadRecords(ctx, s.store.Direct(), q)
		if trace.Is(err, trace.CodePageTooLarge) && q.Limit > 1 {
			q.Limit = max(1, q.Limit/10)
			continue
		}
		if err != nil {
			return err
		}
		for i := range records {
			r := &records[i]
			out.Looked++
			weight += len(r.Payload)
			if needle.in(personal.Record(by, r)) { // search only what the caller may see
				out.Records = append(out.Records, *r)
			}
			q.After = q.Order.Position(r)
			last := i == len(records)-1 && len(records) < q.Limit
			if full := len(out.Records) == p.Size; !last && (full || out.Looked == maxSearched || weight > maxSearchedBytes) {
				out.Next, err = s.cursors.Encode(ctx, scope, q.After)
				return err
			}
		}
		if len(records) < q.Limit {
			return nil
		}
		if read += q.Limit * max(1, len(q.HarvestIDs)); read >= 2*maxSearched { // see records
			out.Next, err = s.cursors.Encode(ctx, scope, q.After)
			return err
		}
	}
}

// tooManyToSort reports whether sorting the records of a query would cost too much: only
// ids have an index.
func (s *Recorder) tooManyToSort(ctx context.Context, q trace.Query) (bool, error) {
	if len(q.Order) == 1 && q.Order[0].Field == trace.ByID {
		return false, nil
	}
	more, _, err := s.moreThan(ctx, q, maxSorted)
	return more, err
}

// MoreThan reports whether the key may touch more than that many records: of a kind in every
// harvest, or of all kinds in one or a few. For many harvests the question is expensive, and the
// result is false.
func (s *Recorder) MoreThan(ctx context.Context, by *trace.Key, k *kind.Kind, harvestID string, most int64) (bool, error) {
	q := trace.Query{Kind: k, Reach: by.Reach()}
	if harvestID != "" {
		q.HarvestIDs = []string{harvestID}
	}
	more, many, err := s.moreThan(ctx, q, most)
	return more && !many, err
}

// moreThan reports whether a query has more records than a limit. many means that it covers many
// harvests, and is assumed to have more.
func (s *Recorder) moreThan(ctx context.Context, q trace.Query, most int64) (more, many bool, err error) {
	if q.All() {
		n, err := s.store.Direct().Count(ctx, q)
		return n > most, false, err
	}
	if len(q.HarvestIDs) > trace.FewHarvests {
		return true, true, nil
	}
	found, err := s.store.Direct().Harvests(ctx, trace.HarvestQuery{Reach: q.Reach, Limit: trace.FewHarvests + 1, CountTo: most + 1})
	if len(found) > trace.FewHarvests {
		return true, true, err
	}
	n := int64(0)
	for _, h := range found {
		n += h.Versions
	}
	return n > most, false, err
}

// harvestsAlike are harvests whose names begin with a text, except one.
func (s *Recorder) harvestsAlike(ctx context.Context, by *trace.Key, text, but string) ([]string, error) {
	if len(text) > 4*trace.MaxName || strings.IndexByte(text, 0) >= 0 {
		return nil, nil
	}
	found, err := s.store.Direct().Harvests(ctx, trace.HarvestQuery{Reach: by.Reach(), Prefix: text, Limit: maxAlike + 1, CountTo: 1})
	var names []string
	for _, h := range found {
		if h.HarvestID != but && len(names) < maxAlike {
			names = append(names, h.HarvestID)
		}
	}
	return names, err
}

// HarvestNames lists harvests that the key may touch, by name, from a prefix on.
func (s *Recorder) HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error) {
	return s.harvestsAlike(ctx, by, prefix, "")
}

// Tally returns the number of live records of each kind. ok is false for a key that is limited to
// some harvests, for which there are no counts.
func (s *Recorder) Tally(ctx context.Context, by *trace.Key) (counts map[*kind.Kind]int64, ok bool, err error) {
	if by.LimitedToHarvests() || !by.Has(trace.Read) {
		return nil, false, nil
	}
	counts = map[*kind.Kind]int64{}
	err = s.store.View(ctx, func(r Reader) error {
		for _, k := range kind.All {
			n, err := r.Count(ctx, trace.Query{Kind: k})
			if err != nil {
				return err
			}
			counts[k] = n
		}
		return nil
	})
	return counts, err == nil, err
}

func (n needle) in(r *trace.Record) bool {
	return n.inText(r.HarvestID) || n.inText(r.HarvestCode) || n.inText(r.UpdatedBy) || n.inPayload(string(r.Payload))
}

// needle is a text to search for, folded.
type needle struct {
	text string
	plot string // the field whose numbers are skipped
}

func newNeedle(text string, k *kind.Kind) needle { return needle{lang.Fold(text), k.PlotField()} }
