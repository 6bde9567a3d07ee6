package trace

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// The attack: records of a few kilobytes that each name 300 lots made of 300 others. A
// page of two hundred would hold gigabytes, if each record kept its rows.
func TestAttackManyRowsAreNotKept(t *testing.T) {
	codes := func(prefix string) string {
		var all []string
		for i := range 300 {
			all = append(all, fmt.Sprintf(`"%s-%d"`, prefix, i))
		}
		return strings.Join(all, ",")
	}
	r := Record{
		Kind: kind.ByPrefix(kind.PostHarvest), HarvestID: "S", Version: 1, Operation: Created,
		Payload: []byte(`{"loteEntrada":[` + codes("A") + `],"loteSaida":[` + codes("B") + `]}`),
	}
	if n := len(r.GraphRows()); n <= fewEntries || r.lots != nil {
		t.Errorf("%d rows; kept: %t", n, r.lots != nil)
	}
	if err := r.FitLots(func(int64) error { return nil }); err != nil || r.lots == nil {
		t.Errorf("FitLots keeps nothing: %v", err)
	}
	r.DropLots()
	if r.lots != nil {
		t.Error("DropLots kept them")
	}
	r.Payload = []byte(`{"loteEntrada":["A-1"],"loteSaida":["B-1"]}`)
	if n := len(r.GraphRows()); n == 0 || n > fewEntries || r.lots == nil {
		t.Errorf("%d rows; kept: %t", n, r.lots != nil)
	}
}

// Kinds that cannot claim lots claim none, whatever their texts contain.
func TestKindsThatClaimLots(t *testing.T) {
	const text = `"lote A-1 (lotes B-1 e B-2 unidos); lotes C-1 + C-2; 50% D-1, 50% D-2; farelo, lote E-1"`
	claim := 0
	for _, k := range kind.All {
		var members []string
		for i := range k.Fields {
			members = append(members, `"`+k.Fields[i].Name+`":`+text)
		}
		r := Record{Kind: k, HarvestID: "S", Version: 1, Operation: Created, Payload: []byte(`{` + strings.Join(append(members, `"outroLote":`+text), ",") + `}`)}
		if k.ClaimsLots() {
			claim++
		} else if got := r.Claimed(ownership.Lots); len(got) > 0 {
			t.Errorf("%s claims %q", k.Prefix, got)
		}
	}
	if claim == 0 {
		t.Error("no kind claims lots")
	}
}
