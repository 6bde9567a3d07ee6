package home

import (
	"bytes"
	"context"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// What names lots, claims codes or is read by others belongs to no harvest alone.
func TestPartition(t *testing.T) {
	id, err := trace.NewID(time.UnixMilli(1), "S-1", bytes.NewReader(make([]byte, 8)))
	if err != nil {
		t.Fatal(err)
	}
	record := func(prefix, payload string, version int64) context.Context {
		return OfRecord(t.Context(), &trace.Record{ID: id, Kind: kind.ByPrefix(prefix), HarvestID: "S-1", Payload: []byte(payload), Version: version, Operation: trace.Created})
	}
	change := func(prefix, id, harvestID string) context.Context {
		return OfChange(t.Context(), kind.ByPrefix(prefix), id, harvestID)
	}
	for name, c := range map[string]struct {
		write context.Context
		want  bool
	}{
		"a planting":                       {record(kind.Planting, `{"variedade":"BRS 284"}`, 1), true},
		"a receipt that names a lot":       {record(kind.Receiving, `{"loteOrigem":"L-1"}`, 1), false},
		"a receipt without a lot":          {record(kind.Receiving, `{"volume":"10 t"}`, 1), true},
		"a validation":                     {record(kind.Validation, `{}`, 1), false},
		"a later version":                  {record(kind.Planting, `{}`, 2), false},
		"a change of a planting":           {change(kind.Planting, id.String(), ""), true},
		"a change of a harvest's only one": {change(kind.Planting, "", "S-1"), true},
		"a change of what is no record":    {change(kind.Planting, "x", ""), false},
		"a change of a receipt":            {change(kind.Receiving, id.String(), ""), false},
		"a change of a validation":         {change(kind.Validation, id.String(), ""), false},
		"what nobody said anything of":     {t.Context(), false},
	} {
		partition, ok := Partition(c.write)
		if ok != c.want || ok && partition != trace.PartitionOf("S-1") {
			t.Errorf("%s: partition %d, %v; want %v", name, partition, ok, c.want)
		}
	}
}
