package ptbr_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/ptbr"
)

func TestLots(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"A", []string{"A"}},
		{"A, B; C + D | E", []string{"A", "B", "C", "D", "E"}},
		{"A e B", []string{"A", "B"}},
		{"A E B", []string{"A", "B"}},
		{"LOTE e", []string{"LOTE e"}},
		{"Lotes A e B", []string{"A", "B"}},
		{"lotes: MT25-S-001, MT25-S-002", []string{"MT25-S-001", "MT25-S-002"}},
		{"do lote MT25-S-001", []string{"MT25-S-001"}},
		{"LOTE-A", []string{"LOTE-A"}},
		{"Lote 12", []string{"Lote 12"}},
		{"DE-12", []string{"DE-12"}},
		{" , ;; ", nil},
		{"não houve", nil},
		{"", nil},
	} {
		if got := ptbr.Lots(tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("Lots(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

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

// Lots joined by any mark are the lots again.
func TestLotsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lots := rapid.SliceOfN(rapid.StringMatching(`[A-Z]{2}[0-9]{2}-[A-Z]-[0-9]{3}`), 1, 8).Draw(t, "lots")
		mark := rapid.SampledFrom([]string{", ", ",", "; ", ";", " + ", "+", " | ", " e ", "\n"}).Draw(t, "mark")
		if text := strings.Join(lots, mark); !slices.Equal(ptbr.Lots(text), lots) {
			t.Fatalf("Lots(%q) = %q, want %q", text, ptbr.Lots(text), lots)
		}
	})
}

func FuzzBlend(f *testing.F) {
	for _, e := range corpus(f) {
		if strings.HasPrefix(e.due[0], "blend=") || strings.HasPrefix(e.due[0], "lots=") {
			f.Add(e.text)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, reading := ptbr.Blend(s)
		if (len(parts) > 0) != (reading == ptbr.Read || reading == ptbr.Bare) {
			t.Fatalf("Blend(%q) = %v, %v", s, parts, reading)
		}
		for _, p := range parts {
			if p.Lot == "" || !strings.Contains(s, p.Lot) || math.IsNaN(p.Value) || p.Value < 0 || (p.Unit == nil) != (reading == ptbr.Bare) {
				t.Fatalf("Blend(%q): %+v", s, p)
			}
		}
		for _, lot := range ptbr.Lots(s) {
			if lot == "" || !strings.Contains(s, lot) {
				t.Fatalf("Lots(%q): %q", s, lot)
			}
		}
	})
}
