package e2e

import "testing"

// TestConsoleLongForm loses nothing of a form that is too long for the sign-in.
func TestConsoleLongForm(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	runScript(t, "console_longform.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret}))
}
