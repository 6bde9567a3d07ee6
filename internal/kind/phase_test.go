package kind_test

import (
	"slices"
	"testing"

	"rastro/internal/kind"
)

func TestResolvePhases(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"01", []string{"01"}},
		{"1", []string{"01"}},
		{" 2 ", []string{"02"}},
		{"10", []string{"10"}},
		// Two phases are published as 04; only the second has another code.
		{"04", []string{"04", "05"}},
		{"4", []string{"04", "05"}},
		{"05", []string{"05"}},
		{"5", []string{"05"}},
		{"posColheita", []string{"04"}},
		{"transporteLogistico", []string{"05"}},
		{"POSCOLHEITA", []string{"04"}},
		{"exportacao", []string{"09"}},
		{"validacao", []string{"10"}},
		{"", nil},
		{" ", nil},
		{"0", nil},
		{"00", nil},
		{"11", nil},
		{"004", nil},
		{"pos-colheita", nil},
		{"planoCultivo", nil},
	} {
		if got := kind.ResolvePhases(tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("ResolvePhases(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestPhaseByCode(t *testing.T) {
	for _, p := range kind.Phases {
		if got, ok := kind.PhaseByCode(p.Code); !ok || got != p {
			t.Errorf("PhaseByCode(%q) = %+v, %t; want %+v", p.Code, got, ok, p)
		}
		if !p.Title.Complete() {
			t.Errorf("phase %s: title is missing in a language: %+v", p.Code, p.Title)
		}
	}
	for _, code := range []string{"", "4", "00", "11", "posColheita"} {
		if got, ok := kind.PhaseByCode(code); ok || got != (kind.Phase{}) {
			t.Errorf("PhaseByCode(%q) = %+v, %t; want none", code, got, ok)
		}
	}
}
