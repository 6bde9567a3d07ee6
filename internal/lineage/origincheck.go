package lineage

import (
	"context"
	"errors"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"rastro/internal/admit"
	"rastro/internal/evidence"
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// A file for the EU is evidence: a missing row of the lot graph means a missing harvest. So its
// basis is compared with the journal, as before a recall. That reads the whole journal, so the
// result is kept until the next write.

// checkedOrigin is origin, as of now, for an answer that must be right. It fails with
// CodeLotsDiffer if its basis differs from the journal and the signed log.
func (s *Tracer) checkedOrigin(ctx context.Context, by *trace.Key, code string, begin func() func(*OriginPlot) error) (*Origin, error) {
	stamp, err := s.stamps.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	if told, ok := s.evidence.Remembered(stamp, by, code); ok {
		out, err := s.origin(ctx, by, code, time.Time{}, s.eachSentPlot, begin(), nil)
		if err != nil && !trace.Is(err, trace.CodeLotNotFound) {
			return nil, err
		}
		switch now, stampErr := s.stamps.Stamp(ctx); {
		case stampErr != nil:
			return nil, stampErr
		case now != stamp: // the snapshot may differ from the state that was compared
		case err == nil && told != nil:
			out.Checked = told
			return out, nil
		case err != nil && told == nil:
			return nil, err
		}
	}
	out, err := s.compareOrigin(ctx, by, code, begin)
	if trace.Is(err, trace.CodeLotNotFound) {
		err = s.evidence.UnknownLotsError(ctx, by, []string{code}, err)
	}
	s.evidence.Note(evidence.Question(by, "eudr", []string{code}), err, s.now())
	return out, err
}

// compareOrigin is origin, compared with the journal when it is the key's turn.
func (s *Tracer) compareOrigin(ctx context.Context, by *trace.Key, code string, begin func() func(*OriginPlot) error) (*Origin, error) {
	done, err := s.evidence.Wait(ctx, by) // wait before a snapshot is open
	if err != nil {
		return nil, err
	}
	defer done()
	stamp, err := s.stamps.Stamp(ctx)
	if err != nil {
		return nil, err
	}
	served := s.evidence.Served()
	out, err := s.origin(ctx, by, code, time.Time{}, s.eachSentPlot, begin(), &served)
	if err != nil || out.Checked == nil {
		return out, err
	}
	if now, err := s.stamps.Stamp(ctx); err == nil && now == stamp {
		s.evidence.Remember(stamp, by, code, out.Checked)
	}
	return out, nil
}

// check compares all rows of the lots behind a lot, the plots of their harvests and the
// owners of disputed ones with the journal. served is the log as this server had served
// it before the snapshot.
func (o *originating) check(ctx context.Context, r Readers, served ledger.Tree) error {
	s, by := o.view.s, o.view.by
	claim := admit.From(ctx)
	if err := claim.Grow(int64(len(o.Lots)) * lot.SeenBytes); err != nil {
		return err
	}
	rows := originRows{view: s.NewLotView(ctx, r.Reader, by, time.Time{}, lot.Suspected, RivalsCount), sum: evidence.RowSum{Seed: maphash.MakeSeed()}, harvests: map[string]bool{}}
	met := lot.NewSeen()
	codes := make([]string, len(o.Lots))
	for i := range o.Lots {
		codes[i] = o.Lots[i].Code
		met.Add(codes[i])
	}
	for some := range slices.Chunk(codes, trace.MaxLotQuery) {
		if err := rows.read(some); err != nil {
			return err
		}
	}
	for harvest := range o.harvests {
		rows.harvests[harvest] = true
	}
	found, err := s.evidence.Check(ctx, r.Evidence, evidence.Basis{
		By: by, Claim: claim, Served: served, Used: rows.sum, Met: met, Disputed: rows.disputed,
		Land:     slices.Sorted(maps.Keys(o.harvests)),
		Harvests: func() ([]string, error) { return slices.Sorted(maps.Keys(rows.harvests)), nil },
	})
	if err != nil {
		return err
	}
	o.Checked = found.Compared
	return nil
}

// originRows reads all rows of lots that the key may see, including those the walk skipped.
type originRows struct {
	view     *LotView
	sum      evidence.RowSum
	harvests map[string]bool
	disputed []string
}

// read reads the rows of some lots, in smaller groups if there are many rows.
func (o *originRows) read(lots []string) error {
	before := o.sum
	claims := claimants{}
	for _, q := range []trace.LotQuery{
		{From: lot.Identified, To: lot.FirstLight - 1},
		{From: lot.FirstLight, To: lot.Suspected, RefsOnly: true}, // their content is only in the records
	} {
		q.Lots, q.Limit = lots, trace.MaxRows
		take := func(row *lot.Row) error { o.take(row, claims); return nil }
		var err error
		if len(lots) == 1 {
			err = o.view.pages(q, take)
		} else {
			err = o.view.r.EachLotRow(o.view.ctx, q, take)
		}
		if errors.Is(err, trace.ErrManyRows) {
			o.sum = before
			if err := o.read(lots[:len(lots)/2]); err != nil {
				return err
			}
			return o.read(lots[len(lots)/2:])
		}
		if err != nil {
			return err
		}
	}
	for code, harvests := range claims {
		if len(harvests) > 1 {
			o.disputed = append(o.disputed, code)
		}
	}
	return nil
}

// claimants are the harvests that claim each lot, at most two per lot.
type claimants map[string]map[string]bool

func (o *originRows) take(row *lot.Row, claims claimants) {
	if ownership.Claims(row.Role) && len(claims[row.Lot]) < 2 {
		if claims[row.Lot] == nil {
			claims[row.Lot] = map[string]bool{}
		}
		claims[row.Lot][row.HarvestID] = true
	}
	if !o.view.by.Reaches(row.HarvestID) {
		return
	}
	o.harvests[row.HarvestID] = true
	o.sum.Add(row)
}
