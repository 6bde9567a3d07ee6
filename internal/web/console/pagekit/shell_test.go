package pagekit

import "testing"

func TestShellQuoted(t *testing.T) {
	for text, want := range map[string]string{"": "''", "a b": "'a b'", "d'água": `'d'\''água'`, "$(rm -rf /)`x`": "'$(rm -rf /)`x`'"} {
		if got := ShellQuoted(text); got != want {
			t.Errorf("shellQuoted(%q) = %s, want %s", text, got, want)
		}
	}
}
