package lang_test

import (
	"testing"

	"rastro/internal/lang"
)

func TestAlike(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"soja-25", "SOJA-25", true},
		{"Soja 25", "soja-25", true},
		{"SOJA25", "soja_25", true},
		{"Café 2024/25", "CAFE-2024-25", true},
		{"S-001", "S-1", true},
		{"S-100", "S-1", false},
		{"soja-25", "soja-25", false}, // the same name
		{"soja-25", "soja-26", false},
		{"soja-2 5", "soja-25", false},
		{"S-0", "S-00", false},
		{"--", "..", false},
		{"", "", false},
	} {
		if got := lang.Alike(tc.a, tc.b); got != tc.want {
			t.Errorf("Alike(%q, %q) = %v", tc.a, tc.b, got)
		}
	}
}
