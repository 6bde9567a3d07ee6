package console

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/lang"
)

// Every screen that shows something shows the call of the API that gives the same.
func TestEveryPageHasItsCall(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	b.post("/demonstracao", "vez", "uma-vez-so-0123456789")
	missing := []string{}
	for _, path := range []string{
		"", "/safras/DEMO-SOJA-MT-2024-25", "/safras/DEMO-SOJA-MT-2024-25/conferencia", "/safras/DEMO-SOJA-MT-2024-25/mapa", "/safras/DEMO-SOJA-MT-2024-25/medidas",
		"/safras/DEMO-SOJA-MT-2024-25/validar", "/safras/DEMO-SOJA-MT-2024-25/rastreio", "/validacoes/DEM0-S0JA-2025-MT01", "/registros", "/registros/armazenamento.recebimento",
		"/registros/armazenamento.recebimento/novo", "/lotes", "/lotes/MT25-S-001", "/lotes/MT25-S-001/balanco", "/lotes/MT25-S-001/eudr", "/recall", "/importar", "/fases", "/fases/nova",
		"/chaves", "/chaves/nova", "/disputas", "/trilha", "/trilha?safra=DEMO-SOJA-MT-2024-25&de=2026-01-01&ate=2026-12-31", "/log",
	} {
		if got := b.get(path).has(200); !strings.Contains(got.body, frameTexts["curl"].In(lang.PT)) {
			missing = append(missing, path)
		}
	}
	if !slices.Equal(missing, []string{}) {
		t.Errorf("without a call: %q", missing)
	}
}

func TestShellQuoted(t *testing.T) {
	for text, want := range map[string]string{"": "''", "a b": "'a b'", "d'água": `'d'\''água'`, "$(rm -rf /)`x`": "'$(rm -rf /)`x`'"} {
		if got := shellQuoted(text); got != want {
			t.Errorf("shellQuoted(%q) = %s, want %s", text, got, want)
		}
	}
}
