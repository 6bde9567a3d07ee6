package admin_test

import (
	"regexp"
	"testing"

	"rastro/internal/access"
	"rastro/internal/catalogue"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

func TestPhases(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Get("/fases").Has(200, "Soja", "02 · Produção agrícola", "obrigatória", "Nova fase", "/fase/cultura/SOJA", "/excluir")
	b.Get("/fases?cultura=cafe").Has(200, `value="CAFE" selected`, "<h2>Café</h2>")
	b.Get("/fases?cultura=pedra").Has(400, "Cultura desconhecida")
	if part := b.Get("/fases?cultura=CAFE", "HX-Request", "true").Has(200, `id="catalogue"`); regexp.MustCompile(`<html`).MatchString(part.Body) {
		t.Error("htmx gets the whole page")
	}

	once := b.Get("/fases/nova?cultura=CAFE").Has(200, `value="CAFE" selected`).Hidden("uma")
	create := func() consoletest.Seen {
		return b.Post("/fases/nova", "uma", once, "cultura", "CAFE", "etapa", "06", "nome", "Prova de xícara", "ordem", "7", "tipoRegistro", "controleQualidade", "obrigatoria", "sim", "ativo", "sim")
	}
	create().Has(200, "A fase entrou no catálogo.", "Prova de xícara")
	create().Has(200, "Prova de xícara") // a second press
	b.Post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", "PROVA DE XICARA").Has(409, "Já existe a fase", `value="PROVA DE XICARA"`)
	b.Post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", " ").Has(422, "é obrigatório")
	b.Post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", "A", "ordem", "muito").Has(422, "número inteiro", `value="muito"`)

	phases, err := s.Service.Phases(t.Context(), &s.Root.Key, catalogue.Filter{Crop: trace.Coffee, Name: "Prova de xícara"}, nil)
	if err != nil || len(phases) != 1 || phases[0].Order != 7 || !phases[0].Required || phases[0].Stage != "06" {
		t.Fatalf("%+v, %v", phases, err)
	}
	edit, end := "/fases/"+phases[0].ID.String()+"/editar", "/fases/"+phases[0].ID.String()+"/excluir"
	b.Get(edit).Has(200, `value="Prova de xícara"`, `name="versao" value="1"`, "-X PUT")
	change := func(version, name string) consoletest.Seen {
		return b.Post(edit, "versao", version, "cultura", "CAFE", "etapa", "06", "nome", name, "ordem", "8", "ativo", "sim")
	}
	change("1", "Prova").Has(200, "A fase foi gravada.", "opcional")
	// Someone else who had it open sees that it changed, and keeps what was typed.
	change("1", "Xícara").Has(412, "já está na versão 2", `value="Xícara"`, "Abrir a versão atual")
	change("", "Xícara").Has(412)
	b.Get(end).Has(200, "Sim, excluir", "Prova")
	b.Post(end, "versao", "1").Has(412)
	b.Post(end, "versao", "2").Has(200, "A fase saiu do catálogo.").Lacks("Prova</th>")
	b.Get(edit).Has(404)
	change("2", "Prova").Has(404)

	reader := s.As(s.Key(access.Request{Name: "Leitor", Scopes: []trace.Scope{trace.Read}}))
	reader.Get("/fases").Has(200, "Soja").Lacks("/excluir", "/editar", "Nova fase")
	s.As(s.Key(access.Request{Scopes: []trace.Scope{trace.Write}})).Get("/fases").Has(403)
}
