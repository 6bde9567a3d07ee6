package intake

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// exportPage is how many records an export reads at a time.
const exportPage = 500

// Importable are the kinds that can be imported: all but the validation.
func Importable() []*kind.Kind {
	var list []*kind.Kind
	for _, k := range kind.All {
		if !k.IsValidation() {
			list = append(list, k)
		}
	}
	return list
}

// Export calls fn with the live records of some kinds, kind by kind, oldest first,
// of one harvest or, for "", of all that the key may touch. It reads them a page at
// a time, each in its own snapshot, so that a slow fn holds nothing back: a
// record that is written meanwhile is there once or not at all.
func (s *Importer) Export(ctx context.Context, by *trace.Key, kinds []*kind.Kind, harvestID string, fn func(*trace.Record) error) error {
	if err := by.Need(trace.Read); err != nil {
		return err
	}
	harvests := by.Harvests
	if harvestID != "" {
		if err := by.NeedHarvest(harvestID); err != nil {
			return err
		}
		harvests = []string{harvestID}
	}
	for _, k := range kinds {
		if err := s.exportKind(ctx, trace.Query{Kind: k, HarvestIDs: harvests, Order: trace.OldestFirst, Limit: exportPage}, fn); err != nil {
			return err
		}
	}
	return nil
}

func (s *Importer) exportKind(ctx context.Context, q trace.Query, fn func(*trace.Record) error) error {
	for {
		page, err := trace.RecordsOf(ctx, s.store.Direct(), q)
		if trace.Is(err, trace.CodePageTooLarge) && q.Limit > 2 {
			q.Limit = max(2, q.Limit/8) // as large as a body may be, two fit
			continue
		}
		if err != nil {
			return err
		}
		for i := range page {
			if err := fn(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		q.After, q.Limit = trace.Position{page[len(page)-1].ID}, exportPage
	}
}
