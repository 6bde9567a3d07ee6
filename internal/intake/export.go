package intake

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// exportPage is how many records an export reads at a time.
const exportPage = 500

// Importable returns the kinds that can be imported, and that an export without a kind holds: the
// profiles of harvests, and all but the validation.
func Importable() []*kind.Kind {
	list := []*kind.Kind{kind.Profile}
	for _, k := range kind.All {
		if !k.IsValidation() {
			list = append(list, k)
		}
	}
	return list
}

// Export calls fn with the live records of some kinds, kind by kind, oldest first, of one harvest
// or, for "", of all that the key may touch. It reads pages, each in its own snapshot, so that a
// slow fn blocks nothing: a record written meanwhile is passed once or not at all.
func (s *Importer) Export(ctx context.Context, by *trace.Key, kinds []*kind.Kind, harvestID string, fn func(*trace.Record) error) error {
	if err := by.Need(trace.Read); err != nil {
		return err
	}
	within := by.Reach()
	if harvestID != "" {
		if err := by.NeedHarvest(harvestID); err != nil {
			return err
		}
		within = trace.Only(harvestID)
	}
	read := func(ctx context.Context, q trace.Query) ([]trace.Record, error) {
		return trace.RecordsOf(ctx, s.store.Direct(), q)
	}
	for _, k := range kinds {
		if err := trace.EachRecord(ctx, read, trace.Query{Kind: k, Reach: within, Order: trace.OldestFirst, Limit: exportPage}, fn); err != nil {
			return err
		}
	}
	return nil
}
