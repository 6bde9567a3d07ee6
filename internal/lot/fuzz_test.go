package lot

import (
	"math"
	"slices"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// FuzzRead checks what the graph relies on, for any payload: codes are folded, rows are in order
// and unique, no lot is made from itself, and the rows on both sides of a step name each other.
func FuzzRead(f *testing.F) {
	for i, k := range kind.All {
		if k.NamesLots() {
			f.Add(i, k.Example)
		}
	}
	at := slices.IndexFunc(kind.All, func(k *kind.Kind) bool { return k.Prefix == processing })
	for _, payload := range []string{
		`{"lote":"MIX-9","volume":"60 t","blendagem":"L-1 70%; L-2 30%","produtoFinal":"óleo, lote O-1"}`, `{"lote":"L-1","blendagem":"L-1 60%; L-2 40%"}`,
		`{"lote":"lote lote A1, LOTE  a1 e ß-1"}`, `{"lote":["x"],"volume":1e999,"blendagem":5}`,
		`{"lote":"S/N"}`, `{"lote":"sem lote, ??? e LOTE Nº 45/2025"}`, `{"lote":"1.234,50; 12,13","produtoFinal":"farelo, lote n° 7/25","blendagem":"S/N 50%; L-2 50%"}`,
		`{"lote":"31100002,31100001 / 5\t\"AB-1\" & [AB–2] (3.000 kg) AB-5 33,3%"}`,
		`{"lote":"A-1/A-2 ou AB 21 a 25; L-008 até L-012 — lote nº 7 (ex-Q_1:Q.2)","lote_origem":{"a":[["Z-1"]]},"observacoes":"com o lote Y-1"}`,
		"{\"lote\":\"\uff28\uff21\uff13\uff0d\u0667\uff21, HG\u041033-7A, i\u0307-1\u0332, \u03bd-1\u041e, \u2460\u2776\ufe0f\u20e3\u2028\u30fc\U0001f1e6\u00bd\u2116 7\",\"l\u043ete\":\"A-1 e seguintes\"}",
	} {
		f.Add(at, payload)
	}
	f.Fuzz(func(t *testing.T, which int, payload string) {
		if canon.Validate([]byte(payload)) != nil {
			return
		}
		k := kind.All[((which%len(kind.All))+len(kind.All))%len(kind.All)]
		reading := Read(k, []byte(payload))
		rows := reading.Rows()
		suspects := reading.Suspects()
		for i := range suspects {
			r := &suspects[i]
			if r.Lot == "" || Fold(r.Lot) != r.Lot || len(r.Lot) > MaxCode {
				t.Errorf("%s: suspect %q", payload, r.Lot)
			}
			if i > 0 && suspects[i-1].Lot >= r.Lot {
				t.Errorf("%s: suspect %s after %s", payload, r.Lot, suspects[i-1].Lot)
			}
			all := append(slices.Clone(rows), suspects...)
			if found, ok := RowOf(all, r.Lot, Suspected); !ok || found.Lot != r.Lot || slices.ContainsFunc(rows, func(row Row) bool { return row.Lot == r.Lot }) {
				t.Errorf("%s: suspect %s is not found, or is named as well", payload, r.Lot)
			}
		}
		type side struct {
			lot   string
			role  Role
			other string
		}
		sides := map[side]bool{}
		for i := range rows {
			r := &rows[i]
			if r.Lot == "" || Fold(r.Lot) != r.Lot || len(r.Lot) > MaxCode {
				t.Errorf("%s: lot %q", payload, r.Lot)
			}
			if i > 0 && compareRows(rows[i-1], *r) >= 0 {
				t.Errorf("%s: %s %s after %s %s", payload, r.Lot, r.Role, rows[i-1].Lot, rows[i-1].Role)
			}
			for _, o := range r.Others {
				if o.Lot == r.Lot {
					t.Errorf("%s: %s is made of itself", payload, r.Lot)
				}
				sides[side{r.Lot, r.Role, o.Lot}] = true
			}
			var again Fact
			if err := again.Decode(string(r.Fact.Append(nil))); err != nil || !same(again, r.Fact) {
				t.Errorf("%s: %+v, stored and read again %+v, %v", payload, r.Fact, again, err)
			}
		}
		for s := range sides {
			if mirror := map[Role]Role{Produced: Consumed, Consumed: Produced}[s.role]; !sides[side{s.other, mirror, s.lot}] {
				t.Errorf("%s: %s %s %s, but not the other way round", payload, s.lot, s.role, s.other)
			}
		}
	})
}

// For any text, a merge consists of lots that occur in the text.
func FuzzReadMerge(f *testing.F) {
	for _, text := range []string{
		"lotes QA-8 e QB-8 unidos no lote MIX-8", "MIX-7 formado pelos lotes QA-7 e QB-7", "MIX-9 = QA-9 60% + QB-9 40%", "M-6 (A-6 + B-6)", "GAMA = ALFA + BETA",
		"A-6 misturado com B-6 virou M-6", "A = + = ->", "lotes , e , e unidos no lote", "10 t do A-1 = ", "= = =",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := ReadMerge(text)
		if !ok {
			return
		}
		whole := Fold(m.Whole)
		if whole == "" || len(m.Parts) < 2 {
			t.Fatalf("%q: %+v", text, m)
		}
		for _, p := range m.Parts {
			if folded := Fold(p.Name); folded == "" || folded == whole || math.IsNaN(p.Value) || p.Value < 0 {
				t.Fatalf("%q: %+v", text, m)
			}
		}
		EachDoubt(text, func(string) {})
	})
}
