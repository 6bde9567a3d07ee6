package e2e

import "testing"

// TestConsolePasskey makes a passkey and signs in with it. Passkeys need a name, so the server
// is at localhost, which it calls itself when it listens everywhere.
func TestConsolePasskey(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--addr", ":0")
	runScript(t, "console_passkey.mjs", sceneFile(t, map[string]any{"server": s.url, "invitation": s.invitation}))
}
