package console

import (
	"net/http"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// sentTwice says of every form of the console how it is sent twice: write fetches the
// page and returns the form as a browser would send it. A form that writes nothing
// into the journal has its reason instead.
var sentTwice = []struct {
	path, harmless string
	write          func(b *browser) (path string, pairs []string)
}{
	{path: "/entrar", harmless: "opens a session"},
	{path: "/sair", harmless: "ends a session"},
	{path: "/convite/{convite}", harmless: "opens a session, once"},
	{path: "/registros/{tipo}/conferir", harmless: "checks a draft"},
	{path: "/importar", harmless: "keeps a file for an hour"},
	{path: "/importar/{id}/descartar", harmless: "forgets a file"},
	{path: "/demonstracao", write: func(b *browser) (string, []string) { // first: the store must be empty
		return "/demonstracao", []string{"vez", b.get("").hidden("vez")}
	}},
	{path: "/registros/{tipo}/novo", write: func(b *browser) (string, []string) {
		path := "/registros/" + receiptSlug + "/novo"
		return path, []string{"uma", b.get(path).hidden("uma"), "safraId", "S-9", "d.loteOrigem", "L-9"}
	}},
	{path: "/registros/{tipo}/{id}/editar", write: func(b *browser) (string, []string) {
		r := b.create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`)
		path := "/registros/" + receiptSlug + "/" + r.ID.String() + "/editar"
		form := b.get(path)
		return path, []string{"id", form.hidden("id"), "versao", form.hidden("versao"), "safraId", "S-9", "d.loteOrigem", "L-7"}
	}},
	{path: "/registros/{tipo}/{id}/excluir", write: func(b *browser) (string, []string) {
		r := b.create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`)
		path := "/registros/" + receiptSlug + "/" + r.ID.String() + "/excluir"
		return path, []string{"versao", b.get(path).hidden("versao")}
	}},
	{path: "/safras/{id}/validar", write: func(b *browser) (string, []string) {
		path := "/safras/" + soyHarvest + "/validar"
		return path, []string{"vez", b.get(path).hidden("vez"), "status", "APROVADO"}
	}},
	{path: "/disputas", write: func(b *browser) (string, []string) {
		for _, safra := range []string{"VIT", "ATK"} {
			key := b.key(trace.KeyRequest{Nome: safra, Escopos: []trace.Scope{trace.Read, trace.Write}, Safras: []string{safra}})
			env := trace.Envelope{SafraID: safra, Dados: []byte(`{"codigoLote":"VIT-L-9"}`)}
			if _, err := b.service.Create(b.t.Context(), &key.Key, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
				b.t.Fatal(err)
			}
		}
		return "/disputas", []string{"uma", b.get("/disputas").hidden("uma"), "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio"}
	}},
	{path: "/recall", write: func(b *browser) (string, []string) {
		asked := []string{"uma", b.get("/recall").hidden("uma"), "motivo", "m", "lotes", "MT25-S-001"}
		preview := b.post("/recall", asked...).has(200)
		asked[1] = preview.hidden("uma")
		return "/recall", append(asked, "acao", "registrar")
	}},
	{path: "/chaves/nova", write: func(b *browser) (string, []string) {
		return "/chaves/nova", []string{"uma", b.get("/chaves/nova").hidden("uma"), "nome", "Balança", "escopos", "leitura"}
	}},
	{path: "/chaves/{accessKey}/desativar", write: func(b *browser) (string, []string) {
		return "/chaves/" + b.key(trace.KeyRequest{Nome: "fim"}).AccessKey + "/desativar", nil
	}},
	{path: "/fases/nova", write: func(b *browser) (string, []string) {
		return "/fases/nova", []string{"uma", b.get("/fases/nova").hidden("uma"), "cultura", "CAFE", "etapa", "06", "nome", "Prova", "ativo", "sim"}
	}},
	{path: "/fases/{id}/editar", write: func(b *browser) (string, []string) {
		path := "/fases/" + b.phase().ID.String() + "/editar"
		return path, []string{"versao", b.get(path).hidden("versao"), "cultura", "CAFE", "etapa", "06", "nome", "Outra prova", "ativo", "sim"}
	}},
	{path: "/fases/{id}/excluir", write: func(b *browser) (string, []string) {
		path := "/fases/" + b.phase().ID.String() + "/excluir"
		return path, []string{"versao", b.get(path).hidden("versao")}
	}},
	{path: "/importar/{id}/gravar", write: func(b *browser) (string, []string) {
		checked := b.upload(inputs, "a.csv", []byte("safraId;dose\nS;1 L/ha\n"))
		return strings.TrimPrefix(checked.path, "/console") + "/gravar", []string{"modo", "validas"}
	}},
}

// phase is one of the catalogue, which a form has changed or will.
func (b *browser) phase() trace.CropPhase {
	b.t.Helper()
	phases, err := b.service.Phases(b.t.Context(), &b.root.Key, trace.PhaseFilter{Cultura: trace.Coffee}, nil)
	if err != nil || len(phases) == 0 {
		b.t.Fatalf("%d phases, %v", len(phases), err)
	}
	return phases[len(phases)-1]
}

// written is how many entries the journal has.
func (s *site) written() int64 {
	s.t.Helper()
	s.integrate()
	page, err := s.service.Trail(s.t.Context(), &s.root.Key, trace.TrailQuery{Size: 1})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Size
}

// A clerk clicks twice, or a browser sends a form again: whatever form of the console
// it is, it writes once. A new form must be added to sentTwice.
func TestEveryFormWritesOnce(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	known := map[string]bool{}
	for _, form := range sentTwice {
		known["/console"+form.path] = true
		if form.harmless != "" {
			continue
		}
		path, pairs := form.write(b)
		before := s.written()
		first := b.settled(b.post(path, pairs...))
		once := s.written()
		again := b.settled(b.post(path, pairs...))
		if once == before {
			t.Errorf("POST %s writes nothing: %d\n%s", form.path, first.status, first.body)
		}
		if twice := s.written(); twice != once {
			t.Errorf("POST %s, sent twice, writes %d entries and then %d more", form.path, once-before, twice-once)
		}
		if again.status >= http.StatusInternalServerError {
			t.Errorf("POST %s, sent again: %d", form.path, again.status)
		}
	}
	for _, r := range Routes() {
		if r.Method == http.MethodPost && !known[r.Path] {
			t.Errorf("POST %s: say in sentTwice how it is sent twice", r.Path)
		}
	}
}
