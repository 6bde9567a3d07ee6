package intake_test

import (
	"strings"
	"testing"

	"rastro/internal/web/console/consoletest"
)

// How somebody wants the rows written is still chosen when the page is loaded again.
func TestTheDecisionIsKept(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS-1;1\nS-1;1\n")).Has(200, `value="tudo" checked`, `name="iguais" value="criar">`)
	here := strings.TrimPrefix(checked.Path, "/console")
	b.Post(here+"/escolhas", "modo", "validas", "iguais", "criar").Has(204)
	b.Get(here).Has(200, `value="validas" required checked`, `name="iguais" value="criar" checked>`)
	b.Post("/importar/nada/escolhas", "modo", "tudo").Has(204)
}
