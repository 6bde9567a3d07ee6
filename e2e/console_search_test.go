package e2e

import (
	"testing"
)

// TestConsoleSearch searches everything from one box, uses the single keys, and turns the
// switches.
func TestConsoleSearch(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	s.post(t, "/armazenamento/recebimento", `{"safraId":"BUSCA-1","safraCodigo":"2025/26","dados":{"veiculo":"QRS9X87","volume":"20 t","dataHoraRecebimento":"2026-02-10"}}`)
	runScript(t, "console_search.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret}))
}
