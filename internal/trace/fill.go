package trace

import (
	"context"
	"time"
)

// What earlier builds wrote is taken into the indexes of later ones while the
// server runs: a little at a time, so that nobody waits for it, and going on where
// it was after a stop. Until it is done less is found, and nothing wrong.
const (
	fillVersions = 500 // whose lots are read
	fillChunk    = 32  // records, whose plots are read
	fillPause    = 5 * time.Millisecond
	fillRetry    = 5 * time.Second
)

// fill is one index that is filled in.
type fill struct {
	name string
	// step takes in a few records, and tells whether those were the last.
	step func(ctx context.Context) (done bool, err error)
}

func (s *Service) fills() []fill {
	return []fill{{"the lot graph", s.fillLots}, {"the index of plots", s.fillClaims}}
}

// FillIndexes takes what earlier builds wrote into the indexes of this one, until
// all is in or the context ends. A failing store is logged and tried again.
func (s *Service) FillIndexes(ctx context.Context) {
	for _, f := range s.fills() {
		for done := false; !done; {
			var err error
			pause := fillPause
			if done, err = f.step(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("taking older records into an index failed; it will be tried again", "index", f.name, "err", err)
				pause = fillRetry
			}
			if done {
				break
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	}
}

// fillClaims reads the next records with a plot, works out what they claim, and
// only then has it written.
func (s *Service) fillClaims(ctx context.Context) (done bool, err error) {
	from, err := s.store.ClaimsFilled(ctx)
	if err != nil || from.Done {
		return from.Done, err
	}
	next := 0
	for i, k := range PlotKinds {
		if k.Code == from.Kind {
			next = i
		}
	}
	q := Query{Kind: PlotKinds[next], Order: Order{{Field: ByID}}, Limit: fillChunk}
	if from.Kind == q.Kind.Code {
		q.After = Position{from.ID}
	}
	records, err := s.store.Records(ctx, q)
	if Is(err, CodePageTooLarge) {
		q.Limit = 2 // as large as a body may be, they fit
		records, err = s.store.Records(ctx, q)
	}
	if err != nil {
		return false, err
	}
	to := FillMark{Kind: q.Kind.Code, ID: from.ID}
	switch {
	case len(records) > 0:
		to.ID = records[len(records)-1].ID
	case next+1 < len(PlotKinds):
		to = FillMark{Kind: PlotKinds[next+1].Code}
	default:
		to.Done = true
	}
	for i := range records {
		records[i].Claim() // now, not while others wait for the writer
	}
	err = s.store.Update(ctx, func(w Writer) error { return w.FillClaims(ctx, from, to, records) })
	return to.Done && err == nil, err
}
