package e2e

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// TestConsoleHarvests goes through the start page and the pages of harvests in a browser.
func TestConsoleHarvests(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	artifacts := runScript(t, "console_harvests.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret}))
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
