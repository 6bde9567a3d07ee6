package e2e

import (
	"encoding/json"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console/pagekit"
)

// TestConsoleForms fills in every form of a record in a browser, by keyboard alone and on a phone,
// and checks rows, drafts and versions that come back.
func TestConsoleForms(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	var slugs []string
	for _, k := range kind.All {
		if !k.IsValidation() {
			slugs = append(slugs, pagekit.KindSlug(k))
		}
	}
	kinds, err := json.Marshal(slugs)
	if err != nil {
		t.Fatal(err)
	}
	runScript(t, "console_forms.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret, "kinds": string(kinds)}))
}
