package cli

import "testing"

// A key's name cannot write to the terminal of someone who lists keys.
func TestAttackTerminalCodesInNames(t *testing.T) {
	for in, want := range map[string]string{
		"Balança do armazém": "Balança do armazém",
		"a\nrk_fake  root":   "a\uFFFDrk_fake  root",
		"\x1b[2J\x07":        "\uFFFD[2J\uFFFD",
		"abc\u202Ecba":       "abc\uFFFDcba",
		"":                   "-",
	} {
		if got := orDash(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	if got := joined([]string{"S\r1"}); got != "S\uFFFD1" {
		t.Errorf("a harvest is shown as %q", got)
	}
}
