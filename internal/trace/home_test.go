package trace

import (
	"bytes"
	"testing"
	"time"

	"rastro/internal/home"
	"rastro/internal/kind"
)

// What names lots, claims codes or is read by others belongs to no harvest alone.
func TestHome(t *testing.T) {
	id, err := NewID(time.UnixMilli(1), "S-1", bytes.NewReader(make([]byte, 8)))
	if err != nil {
		t.Fatal(err)
	}
	of := func(prefix, payload string, version int64) home.Write {
		return &Record{ID: id, Kind: kind.ByPrefix(prefix), HarvestID: "S-1", Payload: []byte(payload), Version: version, Operation: Created}
	}
	for name, c := range map[string]struct {
		write home.Write
		want  bool
	}{
		"a planting":                       {of(kind.Planting, `{"variedade":"BRS 284"}`, 1), true},
		"a receipt that names a lot":       {of(kind.Receiving, `{"loteOrigem":"L-1"}`, 1), false},
		"a receipt without a lot":          {of(kind.Receiving, `{"volume":"10 t"}`, 1), true},
		"a validation":                     {of(kind.Validation, `{}`, 1), false},
		"a later version":                  {of(kind.Planting, `{}`, 2), false},
		"a change of a planting":           {Change{Kind: kind.ByPrefix(kind.Planting), ID: id.String()}, true},
		"a change of a harvest's only one": {Change{Kind: kind.ByPrefix(kind.Planting), HarvestID: "S-1"}, true},
		"a change of what is no record":    {Change{Kind: kind.ByPrefix(kind.Planting), ID: "x"}, false},
		"a change of a receipt":            {Change{Kind: kind.ByPrefix(kind.Receiving), ID: id.String()}, false},
		"a change of a validation":         {Change{Kind: kind.ByPrefix(kind.Validation), ID: id.String()}, false},
	} {
		partition, ok := home.Partition(home.Of(t.Context(), c.write))
		if ok != c.want || ok && partition != PartitionOf("S-1") {
			t.Errorf("%s: partition %d, %v; want %v", name, partition, ok, c.want)
		}
	}
	if _, ok := home.Partition(t.Context()); ok {
		t.Error("what nobody said anything about has a home")
	}
}
