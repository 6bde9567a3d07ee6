package e2e

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rastro/internal/fiscal/fiscaltest"
)

// TestConsoleTaxDocuments takes a ZIP of invoices to linked records, with the keyboard alone.
func TestConsoleTaxDocuments(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	s.post(t, "/colheitaIdentificacaoProducao/identificacaoLote", `{"safraId":"SOJA-25","dados":{"codigoLote":"MT25-S-001"}}`)
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	first, second := fiscaltest.Invoice{Number: 1}, fiscaltest.Invoice{Number: 2, Replace: []string{"Lote MT25-S-001", "a granel"}}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, text := range []string{first.Authorized(signer), second.Authorized(signer), fiscaltest.Event(signer, first.Key(), "110110"), "lixo"} {
		w, err := z.Create(fmt.Sprintf("%d.xml", i+1))
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "notas.zip")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	runScript(t, "console_taxdocs.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret, "zip": file}))
}
