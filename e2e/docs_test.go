package e2e

import "testing"

// TestDocs shows the API reference of a running server in a browser.
func TestDocs(t *testing.T) {
	t.Parallel()
	runScript(t, "docs.mjs", startServer(t))
}
