package search_test

import (
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

func TestSearchPage(t *testing.T) {
	s := consoletest.NewSite(t)
	got := s.Create(kind.Receiving, "S-1", `{"veiculo":"ABC1C34","volume":"36 t","dataHoraRecebimento":"2025-02-10"}`)
	s.Create(kind.LotIdentification, "São João 2025", `{"codigoLote":"L-1"}`)
	s.Follow()
	b := s.As(s.Root)
	b.Get("/busca").Has(200, "Busca", `name="q"`).Lacks("Nada encontrado")
	b.Get("/busca?q=abc-1c34").Has(200, "<h2>Placas</h2>", `href="../console/registros/armazenamento.recebimento/`+got.ID.String()+`"`, "Recebimento · 10/02/2025 · ABC1C34", "S-1")
	b.Get("/busca?q=sao+joao").Has(200, "<h2>Safras</h2>", ">São João 2025</a>")
	b.Get("/busca?q=l1").Has(200, "<h2>Lotes</h2>", `href="../console/lotes/L-1"`)
	b.Get("/busca?q=nada+disso").Has(200, "Nada encontrado")
	b.Get("/busca?q=%3Cb%3E").Has(200, `value="&lt;b&gt;"`)
	b.Get("/busca?q=%FF%00&lang=en").Has(200, "Search")
	// Every other page has the box.
	b.Get("/lotes").Has(200, `role="search"`, `id="busca-geral"`, `hx-get="../console/busca"`)
	s.Visitor().Get("/entrar").Lacks("busca-geral")
}

// Links in what htmx puts into another page lead where that page's links do.
func TestSearchBelowTheBox(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.LotIdentification, "S-1", `{"codigoLote":"L-1"}`)
	s.Follow()
	b := s.As(s.Root)
	b.Header.Set("HX-Request", "true")
	for page, root := range map[string]string{
		"https://rastro.example/console":                       "./",
		"https://rastro.example/console/safras":                "../",
		"https://rastro.example/console/safras/S%2F1":          "../../",
		"https://rastro.example/prefix/console/lotes/L-1/eudr": "../../../",
		"https://elsewhere.example/":                           "../",
		"::":                                                   "../",
	} {
		b.Header.Set("HX-Current-URL", page)
		b.Get("/busca?q=l-1").Has(200, `href="`+root+`console/lotes/L-1"`, `href="`+root+`console/busca?q=l-1"`).Lacks("<html", "<h1>")
	}
}

func TestSearchIsForWhoReads(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.LotIdentification, "S-1", `{"codigoLote":"L-1"}`)
	s.Create(kind.LotIdentification, "S-2", `{"codigoLote":"L-2"}`)
	s.Person("Ana Prado", "ana@coop.example", "GERENTE", "Coop")
	s.Follow()
	for _, c := range []struct {
		name string
		req  access.Request
		sees []string // results that it sees
	}{
		{"a reader of one harvest", access.Request{Name: "um", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1"}}, []string{"L-1"}},
		{"a writer", access.Request{Name: "escreve", Scopes: []trace.Scope{trace.Write}}, nil},
		{"an administrator", access.Request{Name: "administra", Scopes: []trace.Scope{trace.Admin}}, []string{"Ana Prado"}},
	} {
		b := s.As(s.Key(c.req))
		seen := map[string]bool{}
		for _, text := range c.sees {
			seen[text] = true
		}
		for _, text := range []string{"L-1", "L-2", "Ana Prado"} {
			page := b.Get("/busca?q=" + text[:3])
			if link := ">" + text + "</a>"; seen[text] {
				page.Has(200, link)
			} else {
				page.Has(200).Lacks(link)
			}
		}
	}
}
