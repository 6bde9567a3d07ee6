package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConsoleHarvests goes through the start and the pages of harvests in a browser.
func TestConsoleHarvests(t *testing.T) {
	needBrowser(t)
	s := startWith(t)
	file := filepath.Join(t.TempDir(), "scene.json")
	body, err := json.Marshal(map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret})
	if err == nil {
		err = os.WriteFile(file, body, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	artifacts := runScript(t, "console_harvests.mjs", file)
	if t.Failed() {
		return
	}
	// The code on the screen leads where it should.
	got := strings.TrimSpace(string(tool(t, "zbarimg", "--quiet", "--raw", filepath.Join(artifacts, "harvests-qr.png"))))
	if !strings.HasPrefix(got, s.url+"/v/") {
		t.Fatalf("the code says %q", got)
	}
	s.call(t, http.MethodGet, strings.TrimPrefix(got, s.url)+"?formato=json", "", http.StatusOK)
}
