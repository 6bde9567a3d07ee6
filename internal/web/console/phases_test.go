package console

import (
	"regexp"
	"testing"

	"rastro/internal/trace"
)

func TestPhases(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	b.get("/fases").has(200, "Soja", "02 · Produção agrícola", "obrigatória", "Nova fase", "/fase/cultura/SOJA", "/excluir")
	b.get("/fases?cultura=cafe").has(200, `value="CAFE" selected`, "<h2>Café</h2>")
	b.get("/fases?cultura=pedra").has(400, "Cultura desconhecida")
	if part := b.get("/fases?cultura=CAFE", "HX-Request", "true").has(200, `id="catalogue"`); regexp.MustCompile(`<html`).MatchString(part.body) {
		t.Error("htmx gets the whole page")
	}

	once := b.get("/fases/nova?cultura=CAFE").has(200, `value="CAFE" selected`).hidden("uma")
	create := func() seen {
		return b.post("/fases/nova", "uma", once, "cultura", "CAFE", "etapa", "06", "nome", "Prova de xícara", "ordem", "7", "tipoRegistro", "controleQualidade", "obrigatoria", "sim", "ativo", "sim")
	}
	create().has(200, "A fase entrou no catálogo.", "Prova de xícara")
	create().has(200, "Prova de xícara") // a second press
	b.post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", "PROVA DE XICARA").has(409, "Já existe a fase", `value="PROVA DE XICARA"`)
	b.post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", " ").has(422, "é obrigatório")
	b.post("/fases/nova", "cultura", "CAFE", "etapa", "06", "nome", "A", "ordem", "muito").has(422, "número inteiro", `value="muito"`)

	phases, err := s.service.Phases(t.Context(), &s.root.Key, trace.PhaseFilter{Cultura: trace.Coffee, Nome: "Prova de xícara"}, nil)
	if err != nil || len(phases) != 1 || phases[0].Ordem != 7 || !phases[0].Obrigatoria || phases[0].Etapa != "06" {
		t.Fatalf("%+v, %v", phases, err)
	}
	edit, end := "/fases/"+phases[0].ID.String()+"/editar", "/fases/"+phases[0].ID.String()+"/excluir"
	b.get(edit).has(200, `value="Prova de xícara"`, `name="versao" value="1"`, "-X PUT")
	change := func(version, name string) seen {
		return b.post(edit, "versao", version, "cultura", "CAFE", "etapa", "06", "nome", name, "ordem", "8", "ativo", "sim")
	}
	change("1", "Prova").has(200, "A fase foi gravada.", "opcional")
	// Somebody else who had it open sees that it changed, and keeps what was typed.
	change("1", "Xícara").has(412, "já está na versão 2", `value="Xícara"`, "Abrir a versão atual")
	change("", "Xícara").has(412)
	b.get(end).has(200, "Sim, excluir", "Prova")
	b.post(end, "versao", "1").has(412)
	b.post(end, "versao", "2").has(200, "A fase saiu do catálogo.").lacks("Prova</th>")
	b.get(edit).has(404)
	change("2", "Prova").has(404)

	reader := s.as(s.key(trace.KeyRequest{Nome: "Leitor", Escopos: []trace.Scope{trace.Read}}))
	reader.get("/fases").has(200, "Soja").lacks("/excluir", "/editar", "Nova fase")
	s.as(s.key(trace.KeyRequest{Escopos: []trace.Scope{trace.Write}})).get("/fases").has(403)
}
