package lot_test

import (
	"math"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// A sum distinguishes zero, an unknown mass, and an incomplete sum.
func TestSum(t *testing.T) {
	ton, unsaid, unclear := lot.Mass{Value: 1000, State: lot.Exact}, lot.Mass{}, lot.Mass{State: lot.Unclear}
	type added struct {
		mass       lot.Mass
		seen, lots int
	}
	for name, tt := range map[string]struct {
		all     []added
		want    float64
		partial bool
	}{
		"nothing":                      {nil, 0, false},
		"all known":                    {[]added{{ton, 1, 1}, {ton, 1, 0}}, 2000, false},
		"one not said":                 {[]added{{ton, 1, 1}, {unsaid, 1, 1}}, 1000, true},
		"none said":                    {[]added{{unsaid, 1, 1}, {unclear, 1, 1}}, lot.Unknown, true},
		"several lots, all asked for":  {[]added{{ton, 2, 2}}, 1000, false},
		"several lots, some asked for": {[]added{{ton, 1, 2}}, lot.Unknown, true},
	} {
		var s lot.Sum
		for _, a := range tt.all {
			s.Add(a.mass, a.seen, a.lots)
		}
		if got := s.Kg(0); got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) || s.Partial() != tt.partial {
			t.Errorf("%s: %v, partial %t; want %v, %t", name, got, s.Partial(), tt.want, tt.partial)
		}
	}
}

// The legs of one journey count once, and a leg without a mass is reported.
func TestShipping(t *testing.T) {
	s := lot.NewShipping(2026)
	if s.Kg() != 0 || s.Partial() {
		t.Errorf("no shipment: %v, partial %t", s.Kg(), s.Partial())
	}
	for _, carrier := range []string{"IMO 9321483", "placa ABC1D23"} {
		s.Add(&lot.Row{Fact: lot.Fact{Carrier: carrier, Kg: lot.Mass{Value: 500, State: lot.Exact}}})
	}
	if s.Kg() != 500 || s.Partial() {
		t.Errorf("by lorry and by ship: %v, partial %t", s.Kg(), s.Partial())
	}
	s.Add(&lot.Row{Fact: lot.Fact{Carrier: "IMO 9321483"}})
	if s.Kg() != 500 || !s.Partial() {
		t.Errorf("with a leg without mass: %v, partial %t", s.Kg(), s.Partial())
	}
}

// Every code that a recall would list as a possible mention leaves its entry in doubt.
func TestCodesThatALotFieldDoesNotNameAreInDoubt(t *testing.T) {
	for text, doubted := range map[string]bool{
		"soja A-1 a A-3": true, "A-1 ou A-2": true, "A-1/A-2": true, "MT25-S-001/MT25-S-002": true, "A-1..A-9": true, "AB-19, soja A-1 a A-3": true,
		"A-1": false, "A-1, A-2": false, "A-1 e A-2": false, "SJ25/T07": false, "MT25.001": false, "LOTE Nº 45/2025": false, "Talhão 7": false, "AB 21": false,
	} {
		found := false
		lot.EachDoubt(text, func(string) { found = true })
		if found != doubted {
			t.Errorf("%q in doubt: %t, want %t", text, found, doubted)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	for text, want := range map[string]bool{
		"A-1 ou A-2": true, "soja A-1 a A-3": true, "A-1/A-2": true, "A-1": false, "A-1, A-2": false, "Talhão 7": false, "Silva Filhos": false, "sem lote": false,
	} {
		if got := lot.Ambiguous(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// A suspect carries the text around its code, without the numbers of people.
func TestSuspectsQuoteTheirText(t *testing.T) {
	long := `misturado no silo 3 com sobras da semana passada e depois com soja do vizinho Fulano, CPF 529.982.247-25, lote B-7 e talvez outros que ninguém anotou no caderno da balança`
	for payload, want := range map[string]string{
		`{"loteOrigem":"A-1 ou A-2","dataHoraRecebimento":"2026-02-03"}`: "A-1 ou A-2",
		`{"loteOrigem":"B-1","tipoCafe":"` + long + `"}`:                 "…Fulano, CPF ***.982.247-**, lote B-7 e talvez outros que ninguém anotou no caderno da balança",
	} {
		rows := lot.Read(kind.ByPrefix("/armazenamento/recebimento"), []byte(payload)).Suspects()
		if len(rows) == 0 || rows[len(rows)-1].Said != want {
			t.Errorf("%s: %+v, want %q", payload, rows, want)
		}
	}
}
