package lineage

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Limits on the search for codes similar to an unknown one.
const (
	nearbyCodes = 200    // to look at in each direction
	nearbyOwn   = 20_000 // records of a limited key, and rows of those records, that are looked at
	shownCodes  = 5
)

// nearLots are the codes most similar to a code, among those passed to show, most similar first.
type nearLots struct {
	code  string
	most  int // the maximum number of letters that may differ
	keep  int
	found []nearLot
}

type nearLot struct {
	code  string
	edits int
}

func (n *nearLots) show(code string) {
	if one := (nearLot{code, lang.Edits(n.code, code, n.most+1)}); one.edits <= n.most {
		at, there := slices.BinarySearchFunc(n.found, one, func(a, b nearLot) int {
			return cmp.Or(cmp.Compare(a.edits, b.edits), strings.Compare(a.code, b.code))
		})
		if !there && at < n.keep {
			n.found = slices.Insert(n.found, at, one)
			n.found = n.found[:min(len(n.found), n.keep)]
		}
	}
}

// unknownLot returns an error saying that the lot does not exist, with similar lots that the key
// may see.
func (s *Tracer) unknownLot(ctx context.Context, r Reader, by *trace.Key, code string) error {
	failed := trace.Fail(trace.CodeLotNotFound, "lote", lang.Clip(code, 60))
	if len(code) > lot.MaxCode || code == "" {
		return failed
	}
	near := nearLots{code: code, most: max(2, len(code)/3), keep: shownCodes}
	var err error
	if by.LimitedToHarvests() {
		err = s.nearOwn(ctx, r, by, &near)
	} else {
		err = s.nearAll(ctx, r, by, &near)
	}
	if err != nil {
		return err
	}
	for _, one := range near.found {
		failed.Problems = append(failed.Problems, trace.NewProblem("codigo", "", trace.RuleNearLot, lang.Args{"lote": one.code}))
	}
	return failed
}

// errLookedEnough ends a search that is only useful while it is cheap.
var errLookedEnough = errors.New("enough records were looked at")

// nearOwn searches the lots in a limited key's own records, so that others' lots neither crowd them
// out nor cost time.
func (s *Tracer) nearOwn(ctx context.Context, r Reader, by *trace.Key, near *nearLots) error {
	looked := 0
	err := s.eachOwnRow(ctx, r, by, func(_ *trace.Record, rows []lot.Row) error {
		for i := range rows {
			near.show(rows[i].Lot)
		}
		if looked += 1 + len(rows); looked >= nearbyOwn {
			return errLookedEnough
		}
		return nil
	})
	if errors.Is(err, errLookedEnough) {
		err = nil
	}
	return err
}

// nearAll looks among those that are near the code in the order of all codes. Lots
// that no live record names are left out.
func (s *Tracer) nearAll(ctx context.Context, r Reader, by *trace.Key, near *nearLots) error {
	shown := near.keep
	near.keep = 10 * shown
	for _, from := range []string{near.code, near.code[:len(near.code)/2]} {
		for _, down := range []bool{false, true} {
			found, err := r.LotCodes(ctx, trace.LotCodes{From: from, Down: down, Limit: nearbyCodes})
			if err != nil {
				return err
			}
			for _, code := range found {
				near.show(code)
			}
		}
	}
	candidates := near.found
	near.found = nil
	for _, one := range candidates {
		seen, err := s.LotSeen(ctx, r, by, one.code, lot.Validated, time.Time{})
		if err != nil {
			return err
		}
		if seen {
			near.found = append(near.found, one)
		}
		if len(near.found) == shown {
			return nil
		}
	}
	return nil
}
