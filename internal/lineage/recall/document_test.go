package recall

import (
	"fmt"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/evidence"
)

// The report is written in canonical form from the start: it equals the canonicalised whole.
func TestRecallDocument(t *testing.T) {
	kg, much := 1234.5, 1e21
	paper := Document{Record: NamedRecord{"/x/y", "id-1"}, Number: `NF "7" é`}
	many := Recall{
		Reason: "salmonela\n", At: "2026-01-02T03:04:05.000Z", By: "Ana", Criteria: Criteria{Lots: []string{"A-1"}, Plots: []string{}, Inputs: []string{}, Period: &Period{"a", "b"}},
		InitialLots: []string{"A-1"}, DurationMs: 12, Restricted: true,
		Shipments: []Shipment{{Record: NamedRecord{"/x/y", "id-2"}, Identification: "navio", QuantityKg: &kg, Lots: []string{"A-1"}, Documents: []Document{paper}}, {Lots: []string{}, Documents: []Document{}}},
		Holders:   []Holder{{Name: "Porto", Lots: []string{"A-1", "Ç-2"}, Records: 3, ReceivedKg: &much, ReceivedPartial: true, Stages: &Stages{ReceptionKg: &kg}}, {Name: "Sítio", Lots: []string{}}},
		Common:    []Papers{{Lot: "A-1", Documents: []Document{paper}}, {HarvestID: "S-1", Documents: []Document{}}},
		Totals:    Totals{Lots: 3, Shipments: 2, Holders: 1, ShippedKg: &kg, ShippedPartial: true},
	}
	for i := range 3 {
		many.Lots = append(many.Lots, Lot{Code: fmt.Sprintf(`L-"%d"`, i), Level: i, Harvests: []string{"S-1", "S/2 ção"}[:i%3]})
	}
	many.Lots[2].Code, many.Lots[2].Erased, many.Erasures = "", true, []Erasure{{NamedRecord{"/x/y", "id-3"}, "2026-01-03T03:04:05.000Z", false}, {NamedRecord{"/x/y", "id-4"}, "2026-01-03T03:04:05.000Z", true}}
	many.ByKey, many.Format, many.ReasonErased = "0a1b", recallFormat, true
	many.Checked = &evidence.Compared{Harvests: []string{"S-1"}}
	none := Recall{Criteria: criteriaOf(&Request{}), InitialLots: []string{}, Lots: []Lot{}, Shipments: []Shipment{}, Holders: []Holder{}}
	for name, r := range map[string]*Recall{"many": &many, "none": &none} {
		got, err := r.document()
		if err != nil {
			t.Fatal(err)
		}
		want, err := canon.Marshal(r)
		if err == nil {
			want, err = canon.Canonical(want)
		}
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}
