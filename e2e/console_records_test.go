package e2e

import (
	"encoding/json"
	"testing"
)

// TestConsoleRecords finds, enters, corrects and downloads records in a browser:
// with scripts and without, with the keyboard alone, and at the same time as another clerk.
func TestConsoleRecords(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	for _, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</textarea><svg onload=alert(1)>`} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		s.post(t, "/armazenamento/recebimento", `{"safraId":`+string(quoted)+`,"dados":{"loteOrigem":`+string(quoted)+`,"veiculo":`+string(quoted)+`}}`)
	}
	runScript(t, "console_records.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret}))
}
