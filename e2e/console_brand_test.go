package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/print/printtest"
)

// TestConsoleBrand gives an organisation a colour, sentences and a logo, and sees them on the
// public page and the certificate, in a browser.
func TestConsoleBrand(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	folder := runScript(t, "console_brand.mjs", sceneFile(t, map[string]string{"server": startServer(t), "access": rootAccess, "secret": rootSecret}))
	said := printtest.Run(t, printtest.Tool(t, "pdftotext", "poppler-utils"), "-layout", filepath.Join(folder, "certificate-brand.pdf"), "-")
	want := "Validada por Cooperativa São João (CNPJ 11.222.333/0001-81) em "
	if !strings.Contains(strings.Join(strings.Fields(said), " "), want) {
		t.Errorf("the certificate does not say %q:\n%s", want, said)
	}
}
