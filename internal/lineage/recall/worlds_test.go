package recall_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/testkit/world"
)

// told is a record of a random world, as numbers.
type told struct {
	what string // recebe, guarda, or a way to go
	lots []int
	kg   float64 // 0: not stated
}

var (
	toldKinds = map[string]*kind.Kind{
		"recebe": kind.ByPrefix(kind.Receiving), "guarda": kind.ByPrefix(kind.Storage),
		"ABC1C34": kind.ByPrefix(kind.Shipment), "IMO 9321483": kind.ByPrefix(kind.Shipment), "via aérea": kind.ByPrefix(kind.Shipment),
	}
	toldWhats = []string{"recebe", "recebe", "guarda", "guarda", "ABC1C34", "IMO 9321483", "via aérea"}
)

// In random worlds a recall counts each kilogram once. The reference has only the
// definition: records are grouped by the lots they share; in a group, the stage, or the
// means of transport, with the most counts; a record without a mass, or with lots outside
// the recall, is left out and makes the sum partial.
func TestRecallSumsInRandomWorlds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 16))
		w := world.New(t)
		lots := 2 + r.IntN(5)
		for i := range lots {
			w.Create(kind.ByPrefix(kind.LotIdentification), "S", fmt.Sprintf(`{"codigoLote":"L-%d"}`, i))
		}
		var all []told
		for range 3 + r.IntN(12) {
			one := told{what: toldWhats[r.IntN(len(toldWhats))], lots: r.Perm(lots)[:1]}
			if r.IntN(4) == 0 {
				one.lots = r.Perm(lots)[:2]
			}
			if r.IntN(8) > 0 {
				one.kg = float64(1000 * (1 + r.IntN(9)))
			}
			all = append(all, one)
			w.Create(toldKinds[one.what], "S", one.payload())
		}
		w.Integrate()
		asked := r.Perm(lots)[:1+r.IntN(lots)]
		var q recall.Request
		in := map[int]bool{}
		for _, i := range asked {
			q.Lots, in[i] = append(q.Lots, fmt.Sprintf("L-%d", i)), true
		}
		got, err := w.App.Recall(t.Context(), world.Everybody, q)
		if err != nil {
			t.Fatal(err)
		}
		received, shipped := once(all, in, "recebe guarda"), once(all, in, "ABC1C34 IMO 9321483 via aérea")
		said := "nothing"
		if len(got.Holders) > 0 {
			said = sumText(got.Holders[0].ReceivedKg, got.Holders[0].ReceivedPartial)
		}
		if said != received {
			t.Errorf("seed %d, %v of %v: received %s, want %s", seed, q.Lots, all, said, received)
		}
		if len(got.Shipments) > 0 {
			said = sumText(got.Totals.ShippedKg, got.Totals.ShippedPartial)
		} else {
			said = "nothing"
		}
		if said != shipped {
			t.Errorf("seed %d, %v of %v: shipped %s, want %s", seed, q.Lots, all, said, shipped)
		}
	}
}

func (one *told) payload() string {
	var names []string
	for _, i := range one.lots {
		names = append(names, fmt.Sprintf("L-%d", i))
	}
	payload := `{"loteOrigem":"` + strings.Join(names, ", ") + `"`
	switch {
	case toldKinds[one.what].Prefix == kind.Shipment:
		payload += `,"identificacaoTransporte":"` + one.what + `"`
		if one.kg > 0 {
			payload += fmt.Sprintf(`,"volumeTransportado":%g`, one.kg)
		}
	case one.kg > 0:
		payload += fmt.Sprintf(`,"volume":"%g kg"`, one.kg)
	}
	return payload + `}`
}

func sumText(kg *float64, partial bool) string {
	if kg == nil {
		return fmt.Sprintf("unknown, partial %t", partial)
	}
	return fmt.Sprintf("%g, partial %t", *kg, partial)
}

// once adds up records of some kinds that name lots of a recall.
func once(all []told, in map[int]bool, whats string) string {
	var mine []told
	for _, one := range all {
		if strings.Contains(whats, one.what) && (in[one.lots[0]] || in[one.lots[len(one.lots)-1]]) {
			mine = append(mine, one)
		}
	}
	if len(mine) == 0 {
		return "nothing"
	}
	group := make([]int, len(mine))
	for i := range group {
		group[i] = i
	}
	for range mine { // repeat until nothing changes
		for i, a := range mine {
			for k, b := range mine {
				if shares(a.lots, b.lots, in) {
					group[i], group[k] = min(group[i], group[k]), min(group[i], group[k])
				}
			}
		}
	}
	total, known, partial := 0.0, false, false
	for g := range mine {
		by := map[string]float64{}
		for i, one := range mine {
			if group[i] != g {
				continue
			}
			whole := true
			for _, l := range one.lots {
				whole = whole && in[l]
			}
			if one.kg == 0 || !whole {
				partial = true
				continue
			}
			known = true
			by[one.what] += one.kg
		}
		most := 0.0
		for _, kg := range by {
			most = max(most, kg)
		}
		total += most
	}
	if !known {
		return fmt.Sprintf("unknown, partial %t", partial)
	}
	return fmt.Sprintf("%g, partial %t", total, partial)
}

// shares reports whether two records name the same affected lot.
func shares(a, b []int, in map[int]bool) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y && in[x] {
				return true
			}
		}
	}
	return false
}
