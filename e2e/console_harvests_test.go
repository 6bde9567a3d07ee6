package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// TestConsoleHarvests goes through the start and the pages of harvests in a browser.
func TestConsoleHarvests(t *testing.T) {
	needBrowser(t)
	s := startWith(t)
	file := filepath.Join(t.TempDir(), "scene.json")
	body, err := json.Marshal(map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret, "scene": "harvests"})
	if err == nil {
		err = os.WriteFile(file, body, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	runScript(t, "console_harvests.mjs", file)
	if t.Failed() {
		return
	}
	s.call(t, http.MethodGet, "/safras/DEMO-SOJA-MT-2024-25/conferencia", "", http.StatusOK)
}
