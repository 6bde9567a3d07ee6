package taxdocs_test

import (
	"net/url"
	"strings"
	"testing"

	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
)

// What somebody ticked, or whose tick they removed, is still so when the page is loaded again, and
// when an import that stopped goes on.
func TestChoicesAreKept(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	first, second := fiscaltest.Invoice{Number: 1}, fiscaltest.Invoice{Number: 2}
	checked := b.Settled(b.SendFile("/notas", "notas.zip", zipped(t, first.Authorized(signer), second.Authorized(signer))))
	here := strings.TrimPrefix(checked.Path, "/console")
	tick := func(key string, on bool) string {
		if on {
			return `value="` + key + `" checked>`
		}
		return `value="` + key + `">`
	}
	checked.Has(200, tick(first.Key(), true), tick(second.Key(), true), `value="marcadas" checked`)
	form := url.Values{"vista": {first.Key(), second.Key()}, "nota": {second.Key()}, "quais": {"marcadas"}, "criar": {"todos"}, "safra": {""}, "chave": {second.Key()}, "safraDe": {"SOJA-25"}}
	b.Send(here+"/escolhas", form).Has(204)
	b.Get(here).Has(200, tick(first.Key(), false), tick(second.Key(), true), `value="SOJA-25"`, `name="criar" value="todos" checked`)
	s.As(s.Root).Send(here+"/escolhas", url.Values{"quais": {"todas"}}).Has(204) // another session has no such files
	b.Get(here).Has(200, `value="marcadas" checked`)
	b.Settled(b.Send("/notas/gravar", url.Values{"id": {checked.Hidden("id")}, "continuar": {"1"}})).Has(200, "Notas importadas", "<b>1</b> Deixadas de fora", tick(first.Key(), false))
	if n := s.Records(kind.Cargo, "SOJA-25"); n != 1 {
		t.Errorf("there are %d papers", n)
	}
}
