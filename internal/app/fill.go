package app

import (
	"context"
	"time"

	"rastro/internal/trace"
)

// fill is an index to fill.
type fill struct {
	name string
	// step adds a few records, and reports whether they were the last.
	step func(ctx context.Context) (done bool, err error)
}

func (s *App) fills() []fill {
	return []fill{{"the lot graph", s.Tracer.FillLots}, {"the index of plots", s.fillClaims}}
}

// FillIndexes adds what earlier builds wrote to the indexes of this one, until they are
// complete or the context ends. A failure of the store is logged, and it tries again.
func (s *App) FillIndexes(ctx context.Context) {
	for _, f := range s.fills() {
		for done := false; !done; {
			var err error
			pause := trace.FillPause
			if done, err = f.step(ctx); err != nil && ctx.Err() == nil {
				s.log.Warn("taking older records into an index failed; it will be tried again", "index", f.name, "err", err)
				pause = trace.FillRetry
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

// fillClaims reads the next records with a plot, computes what they claim, and only then
// writes it.
func (s *App) fillClaims(ctx context.Context) (done bool, err error) {
	from, err := s.store.ClaimsFilled(ctx)
	if err != nil || from.Done {
		return from.Done, err
	}
	next := 0
	for i, k := range trace.PlotKinds {
		if k.Code == from.Kind {
			next = i
		}
	}
	q := trace.Query{Kind: trace.PlotKinds[next], Order: trace.Order{{Field: trace.ByID}}, Limit: trace.FillChunk}
	if from.Kind == q.Kind.Code {
		q.After = trace.Position{from.ID}
	}
	records, err := s.store.Records(ctx, q)
	if trace.Is(err, trace.CodePageTooLarge) {
		q.Limit = 2 // even with the largest bodies they fit
		records, err = s.store.Records(ctx, q)
	}
	if err != nil {
		return false, err
	}
	to := trace.FillMark{Kind: q.Kind.Code, ID: from.ID}
	switch {
	case len(records) > 0:
		to.ID = records[len(records)-1].ID
	case next+1 < len(trace.PlotKinds):
		to = trace.FillMark{Kind: trace.PlotKinds[next+1].Code}
	default:
		to.Done = true
	}
	for i := range records {
		records[i].Claim() // now, not while others wait for the writer
	}
	err = s.store.Update(ctx, func(w trace.Writer) error { return w.FillClaims(ctx, from, to, records) })
	return to.Done && err == nil, err
}
