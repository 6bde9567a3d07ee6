package e2e

import (
	"testing"
)

// TestConsoleShare shares a lot with a buyer, who opens the link in another browser.
func TestConsoleShare(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	runScript(t, "console_share.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret, "lot": "MT25-S-001"}))
}
