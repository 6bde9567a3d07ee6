package lotlist_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/ptbr/lotlist"
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
		if got := lotlist.Split(tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("Lots(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// Lots joined by any mark are the lots again.
func TestLotsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lots := rapid.SliceOfN(rapid.StringMatching(`[A-Z]{2}[0-9]{2}-[A-Z]-[0-9]{3}`), 1, 8).Draw(t, "lots")
		mark := rapid.SampledFrom([]string{", ", ",", "; ", ";", " + ", "+", " | ", " e ", "\n"}).Draw(t, "mark")
		if text := strings.Join(lots, mark); !slices.Equal(lotlist.Split(text), lots) {
			t.Fatalf("Lots(%q) = %q, want %q", text, lotlist.Split(text), lots)
		}
	})
}
