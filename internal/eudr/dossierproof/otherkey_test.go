package dossierproof

import (
	"crypto/rand"
	"strings"
	"testing"

	"rastro/internal/ledger"
)

// With the newer key, a dossier of the log before 'rastro log adopt' is reported as such.
func TestDossierOfTheLogBeforeAnAdoption(t *testing.T) {
	key := func(origin string) string {
		_, verifier, err := ledger.NewKey(rand.Reader, origin)
		if err != nil {
			t.Fatal(err)
		}
		return verifier
	}
	old := key("first.example/log")
	for origin, hint := range map[string]bool{"second.example/log": true, "first.example/log": false} {
		given, err := ledger.NewVerifier(key(origin))
		if err != nil {
			t.Fatal(err)
		}
		said := otherKey(old, given).Error()
		if !strings.Contains(said, "is another key than the given one") || strings.Contains(said, "rastro log adopt") != hint || strings.Contains(said, old) != hint {
			t.Errorf("under a key of %s: %s", origin, said)
		}
	}
}
