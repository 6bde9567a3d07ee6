package console_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

// Every screen with data shows developers the API call for the same data.
func TestEveryPageHasItsCall(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Post("/demonstracao", "vez", "uma-vez-so-0123456789")
	missing := []string{}
	for _, path := range []string{
		"", "/safras/DEMO-SOJA-MT-2024-25", "/safras/DEMO-SOJA-MT-2024-25/conferencia", "/safras/DEMO-SOJA-MT-2024-25/mapa", "/safras/DEMO-SOJA-MT-2024-25/medidas",
		"/safras/DEMO-SOJA-MT-2024-25/validar", "/safras/DEMO-SOJA-MT-2024-25/rastreio", "/validacoes/DEM0-S0JA-2025-MT01", "/registros", "/registros/armazenamento.recebimento",
		"/registros/armazenamento.recebimento/novo", "/lotes", "/lotes/MT25-S-001", "/lotes/MT25-S-001/balanco", "/lotes/MT25-S-001/eudr", "/lotes/MT25-S-001/eventos", "/safras/DEMO-SOJA-MT-2024-25/eventos", "/recall", "/importar", "/fases", "/fases/nova",
		"/chaves", "/chaves/nova", "/webhooks", "/disputas", "/trilha", "/trilha?safra=DEMO-SOJA-MT-2024-25&de=2026-01-01&ate=2026-12-31", "/log",
	} {
		if got := b.Get(path).Has(200); !strings.Contains(got.Body, console.FrameTexts["curl"].In(lang.PT)) {
			missing = append(missing, path)
		}
	}
	if !slices.Equal(missing, []string{}) {
		t.Errorf("without a call: %q", missing)
	}
}
