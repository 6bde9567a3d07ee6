package e2e

import "testing"

// TestConsolePeople goes from the link that the server prints to people who work together.
func TestConsolePeople(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	runScript(t, "console_people.mjs", sceneFile(t, map[string]any{"server": s.url, "invitation": s.invitation}))
}
