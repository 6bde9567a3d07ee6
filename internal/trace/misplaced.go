package trace

import (
	"context"
	"fmt"
	"slices"
)

// An id contains 12 bits of its record's harvest, which no change of a row can alter. So a list
// of a harvest detects, without further reads, a record that was moved to another harvest in the
// database, or whose harvest was renamed there. 'rastro verify' compares the whole name.

// RecordsOf reads records and checks that they belong to the harvests of the query.
func RecordsOf(ctx context.Context, r PageReader, q Query) ([]Record, error) {
	found, err := r.Records(ctx, q)
	if err != nil {
		return nil, err
	}
	return found, placed(found, q.HarvestIDs)
}

// placed fails with CodeStoreDamaged if a record belongs to none of the harvests. An empty list
// means all harvests.
func placed(records []Record, harvestIDs []string) error {
	if len(harvestIDs) == 0 {
		return nil
	}
	before, partition := "", uint16(0) // most have the same harvest as the one before
	for i := range records {
		r := &records[i]
		if i == 0 || r.HarvestID != before {
			if !slices.Contains(harvestIDs, r.HarvestID) {
				return r.misplaced()
			}
			before, partition = r.HarvestID, PartitionOf(r.HarvestID)
		}
		if r.ID.Partition() != partition {
			return r.misplaced()
		}
	}
	return nil
}

// PlacedIn is placed for one record of one harvest and its partition.
func (r *Record) PlacedIn(harvestID string, partition uint16) error {
	if r.HarvestID != harvestID || r.ID.Partition() != partition {
		return r.misplaced()
	}
	return nil
}

func (r *Record) misplaced() error {
	return &Error{Code: CodeStoreDamaged, Cause: fmt.Errorf("%s is in a harvest that it was not written in: run 'rastro verify'", VersionName(r))}
}
