package ptbr_test

import (
	"math"
	"strings"
	"testing"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
	"rastro/internal/ptbr/words"
)

func TestBlend(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"LOTE-A 60%; LOTE-B 40%", "LOTE-A 60 %, LOTE-B 40 %"},
		{"LOTE-A: 60%\nLOTE-B: 40%", "LOTE-A 60 %, LOTE-B 40 %"},
		{"LOTE-A = 60 %, LOTE-B = 40 %", "LOTE-A 60 %, LOTE-B 40 %"},
		{"600 sacas do lote A12 e 400 sacas do lote B7", "A12 600 saca, B7 400 saca"},
		{"1.200 kg Lote 12; 800 kg Lote 13", "Lote 12 1200 kg, Lote 13 800 kg"},
		{"A 33,3% + B 33,3% + C 33,4%", "A 33.3 %, B 33.3 %, C 33.4 %"},
		{"MT25-S-001", "unreadable"}, // a blend has parts
		{"MT25-S-001, MT25-S-002", "bare MT25-S-001, MT25-S-002"},
		{"LOTEA60%; LOTEB40%", "unreadable"},
		{"60%; 40%", "unreadable"},
		{"50% A 50% B", "unreadable"},
		{"LOTE-A 60 litros; LOTE-B 40 litros", "unreadable"},
		{"metade de cada", "unreadable"},
		{"mistura de vários lotes da safra 60%", "unreadable"},
		{";", "unreadable"},
		{"não se aplica", "absent"},
	} {
		if got := readers["blend"](tc.in); got != tc.want {
			t.Errorf("Blend(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

func FuzzBlend(f *testing.F) {
	for _, e := range corpus(f) {
		if strings.HasPrefix(e.due[0], "blend=") || strings.HasPrefix(e.due[0], "lots=") {
			f.Add(e.text)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, reading := lotlist.Blend(s)
		if (len(parts) > 0) != (reading == ptbr.Read || reading == ptbr.Bare) {
			t.Fatalf("Blend(%q) = %v, %v", s, parts, reading)
		}
		for _, p := range parts {
			if p.Lot == "" || !strings.Contains(s, p.Lot) || math.IsNaN(p.Value) || p.Value < 0 || (p.Unit == nil) != (reading == ptbr.Bare) {
				t.Fatalf("Blend(%q): %+v", s, p)
			}
		}
		for _, lot := range lotlist.Split(s) {
			if lot == "" || !strings.Contains(s, lot) {
				t.Fatalf("Lots(%q): %q", s, lot)
			}
		}
	})
}

// Whatever the text, a vocabulary returns only its own terms, each once.
func FuzzVocabulary(f *testing.F) {
	for _, e := range corpus(f) {
		f.Add(e.text)
	}
	all := []*words.Vocabulary{
		words.InputClasses, words.BannedActives, words.Trainings, words.Crops, words.Farming, words.Certified, words.Processes, words.Pathways,
		words.Dryings, words.Cups, words.Results, words.Schemes, words.Custody, words.Transports,
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range all {
			known := map[words.Term]bool{}
			for _, term := range v.Terms() {
				known[term] = true
			}
			for _, term := range v.All(s) {
				if !known[term] {
					t.Fatalf("%q names %q, which is twice there or no term", s, term)
				}
				known[term] = false
			}
			if term, reading := v.One(s); (term != "") != (reading == ptbr.Read || reading == ptbr.Ambiguous) {
				t.Fatalf("One(%q) = %q, %v", s, term, reading)
			}
		}
		words.GMClaim(s)
		words.Cup(s)
	})
}
