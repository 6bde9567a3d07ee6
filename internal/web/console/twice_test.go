package console_test

import (
	"crypto/rand"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/catalogue"
	"rastro/internal/columns"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/proof"
	"rastro/internal/share"
	"rastro/internal/trace"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

// sentTwice says how each form of the console is sent twice: write fetches the page and returns the
// form as a browser would send it. A form that writes nothing into the journal has the reason
// instead.
var sentTwice = []struct {
	path, harmless string
	write          func(b *consoletest.Browser) (path string, pairs []string)
}{
	{path: "/entrar", harmless: "opens a session"},
	{path: "/sair", harmless: "ends a session"},
	{path: "/convite/{convite}", harmless: "opens a session, once"},
	{path: "/registros/{tipo}/conferir", harmless: "checks a draft"},
	{path: "/importar/{id}/escolhas", harmless: "keeps what was chosen about rows that are not written yet"},
	{path: "/notas/envio/{id}/escolhas", harmless: "keeps what was chosen about invoices that are not written yet"},
	{path: "/registros/{tipo}/talhao", harmless: "reads a file into a draft"},
	{path: "/talhao/conferir", harmless: "checks a drawing"},
	{path: "/importar", harmless: "keeps a file for an hour"},
	{path: "/importar/{id}/descartar", harmless: "forgets a file"},
	{path: "/notas", harmless: "keeps files for an hour"},
	{path: "/importar/{id}/colunas", harmless: "says how a file is read"},
	{path: "/importar/feitas/{id}/desfazer", write: func(b *consoletest.Browser) (string, []string) {
		written := b.Decide(b.Upload(consoletest.Inputs, "b.csv", []byte("safraId;dose\nS-U;7 L/ha\n")), "validas")
		return regexp.MustCompile(`console(/importar/feitas/[^"]+/desfazer)"`).FindStringSubmatch(written.Body)[1], nil
	}},
	{path: "/importar/formatos/{id}/renomear", write: func(b *consoletest.Browser) (string, []string) {
		return "/importar/formatos/" + layout(b) + "/renomear", []string{"nome", "Outro nome"}
	}},
	{path: "/importar/formatos/{id}/excluir", write: func(b *consoletest.Browser) (string, []string) {
		return "/importar/formatos/" + layout(b) + "/excluir", nil
	}},
	{path: "/demonstracao", write: func(b *consoletest.Browser) (string, []string) { // first: the store must be empty
		return "/demonstracao", []string{"vez", b.Get("").Hidden("vez")}
	}},
	{path: "/registros/{tipo}/novo", write: func(b *consoletest.Browser) (string, []string) {
		path := "/registros/" + consoletest.ReceiptSlug + "/novo"
		return path, []string{"uma", b.Get(path).Hidden("uma"), "safraId", "S-9", "d.loteOrigem", "L-9"}
	}},
	{path: "/registros/{tipo}/{id}/editar", write: func(b *consoletest.Browser) (string, []string) {
		r := b.Create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`)
		path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String() + "/editar"
		form := b.Get(path)
		return path, []string{"id", form.Hidden("id"), "versao", form.Hidden("versao"), "safraId", "S-9", "d.loteOrigem", "L-7"}
	}},
	{path: "/registros/{tipo}/{id}/excluir", write: func(b *consoletest.Browser) (string, []string) {
		r := b.Create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`)
		path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String() + "/excluir"
		return path, []string{"versao", b.Get(path).Hidden("versao")}
	}},
	{path: "/registros/{tipo}/{id}/restaurar", write: func(b *consoletest.Browser) (string, []string) {
		r := b.Create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`)
		path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String()
		b.Post(path+"/excluir", "versao", "1")
		return path + "/restaurar", []string{"versao", b.Get(path + "/historico").Hidden("versao"), "restaura", "1"}
	}},
	{path: "/registros/{tipo}/{id}/anexos", harmless: "a file that the record has is not attached again; tested with its page"},
	{path: "/registros/{tipo}/{id}/anexos/{sha256}/tirar", write: func(b *consoletest.Browser) (string, []string) {
		path := "/registros/" + consoletest.ReceiptSlug + "/" + b.Create("/armazenamento/recebimento", "S-9", `{"loteOrigem":"L-8"}`).ID.String()
		b.SendFile(path+"/anexos", "a.geojson", []byte(`{"type":"Feature"}`)).Has(200, "O que você enviou foi anexado.")
		return path + "/anexos/" + regexp.MustCompile(`/anexos/([0-9a-f]{64})`).FindStringSubmatch(b.Get(path).Body)[1] + "/tirar", nil
	}},
	{path: "/safras/{id}/perfil", write: func(b *consoletest.Browser) (string, []string) {
		path := "/safras/" + consoletest.SoyHarvest + "/perfil"
		page := b.Get(path)
		return path, []string{"uma", page.Hidden("uma"), "versao", page.Hidden("versao"), "fazenda", "Boa Vista"}
	}},
	{path: "/safras/{id}/validar", write: func(b *consoletest.Browser) (string, []string) {
		path := "/safras/" + consoletest.SoyHarvest + "/validar"
		return path, []string{"vez", b.Get(path).Hidden("vez"), "status", "APROVADO"}
	}},
	{path: "/disputas", write: func(b *consoletest.Browser) (string, []string) {
		for _, harvest := range []string{"VIT", "ATK"} {
			key := b.Key(access.Request{Name: harvest, Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{harvest}})
			env := trace.Envelope{HarvestID: harvest, Payload: []byte(`{"codigoLote":"VIT-L-9"}`)}
			if _, err := b.Service.Create(b.T.Context(), &key.Key, kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote"), env, nil); err != nil {
				b.T.Fatal(err)
			}
		}
		return "/disputas", []string{"uma", b.Get("/disputas").Hidden("uma"), "tipo", "lote", "codigo", "VIT-L-9", "safraId", "ATK", "motivo", "romaneio"}
	}},
	{path: "/lotes/{codigo}/eudr/declaracao", write: func(b *consoletest.Browser) (string, []string) {
		return "/lotes/" + consoletest.SoyLot + "/eudr/declaracao", []string{"numeroReferencia", "26FRYUI34JTQKB", "situacao", "AVAILABLE"}
	}},
	{path: "/lotes/{codigo}/links", write: func(b *consoletest.Browser) (string, []string) {
		path := "/lotes/" + consoletest.SoyLot + "/links"
		page := b.Get(path)
		return path, []string{"uma", page.Hidden("uma"), "para", "Koffie BV", "limite", "5"}
	}},
	{path: "/lotes/{codigo}/links/{id}/revogar", write: func(b *consoletest.Browser) (string, []string) {
		made, err := b.Service.Links.Share(b.T.Context(), &b.Root.Key, share.Request{Lot: consoletest.SoyLot, ExpiresAt: b.Service.Now().AddDate(0, 0, 1), Views: 1}, nil, nil)
		if err != nil {
			b.T.Fatal(err)
		}
		return "/lotes/" + consoletest.SoyLot + "/links/" + made.ID.String() + "/revogar", nil
	}},
	{path: "/recall", write: func(b *consoletest.Browser) (string, []string) {
		asked := []string{"uma", b.Get("/recall").Hidden("uma"), "motivo", "m", "lotes", "MT25-S-001"}
		preview := b.Post("/recall", asked...).Has(200)
		asked[1] = preview.Hidden("uma")
		return "/recall", append(asked, "acao", "registrar")
	}},
	{path: "/chaves/nova", write: func(b *consoletest.Browser) (string, []string) {
		return "/chaves/nova", []string{"uma", b.Get("/chaves/nova").Hidden("uma"), "nome", "Balança", "escopos", "leitura"}
	}},
	{path: "/chaves/{accessKey}/desativar", write: func(b *consoletest.Browser) (string, []string) {
		return "/chaves/" + b.Key(access.Request{Name: "fim"}).AccessKey + "/desativar", nil
	}},
	{path: "/webhooks", write: func(b *consoletest.Browser) (string, []string) {
		return "/webhooks", []string{"uma", b.Get("/webhooks").Hidden("uma"), "url", "https://erp.example.com/in", "chave", b.Root.AccessKey}
	}},
	{path: "/webhooks/{id}/ativar", harmless: "the second says the same"},
	{path: "/fases/nova", write: func(b *consoletest.Browser) (string, []string) {
		return "/fases/nova", []string{"uma", b.Get("/fases/nova").Hidden("uma"), "cultura", "CAFE", "etapa", "06", "nome", "Prova", "ativo", "sim"}
	}},
	{path: "/fases/{id}/editar", write: func(b *consoletest.Browser) (string, []string) {
		path := "/fases/" + firstPhase(b).ID.String() + "/editar"
		return path, []string{"versao", b.Get(path).Hidden("versao"), "cultura", "CAFE", "etapa", "06", "nome", "Outra prova", "ativo", "sim"}
	}},
	{path: "/fases/{id}/excluir", write: func(b *consoletest.Browser) (string, []string) {
		path := "/fases/" + firstPhase(b).ID.String() + "/excluir"
		return path, []string{"versao", b.Get(path).Hidden("versao")}
	}},
	{path: "/conta", harmless: "a key has no account; people's are tested with their pages"},
	{path: "/conta/senha", harmless: "a key has no account; the second one has the wrong old password"},
	{path: "/passkey", harmless: "begins a sign-in"},
	{path: "/conta/passkeys", harmless: "a key has no account; a ceremony is used once"},
	{path: "/conta/passkeys/remover", harmless: "a key has no account; one that is gone stays so"},
	{path: "/conta/passkeys/exigir", harmless: "a key has no account; the second changes nothing"},
	{path: "/conta/sair", harmless: "ends sessions"},
	{path: "/pessoas/nova", write: func(b *consoletest.Browser) (string, []string) {
		return "/pessoas/nova", []string{"nome", "Marina Couto", "login", "marina@x.example", "organizacao", "X", "papel", "CAMPO", "idioma", "pt"}
	}},
	{path: "/papeis/novo", write: func(b *consoletest.Browser) (string, []string) {
		return "/papeis/novo", []string{"nome", "Portaria", "escopos", "leitura"}
	}},
	{path: "/papeis/{papel}", write: func(b *consoletest.Browser) (string, []string) {
		role, err := b.Service.People.SaveRole(b.T.Context(), &b.Root.Key, "", account.RoleDraft{Title: "Pátio", Scopes: []string{"leitura"}}, nil)
		if err != nil {
			b.T.Fatal(err)
		}
		return "/papeis/" + role.ID, []string{"versao", "1", "nome", "Pátio", "escopos", "escrita", "escopos", "leitura"}
	}},
	{path: "/papeis/{papel}/remover", write: func(b *consoletest.Browser) (string, []string) {
		role, err := b.Service.People.SaveRole(b.T.Context(), &b.Root.Key, "", account.RoleDraft{Title: "Balsa", Scopes: []string{"leitura"}}, nil)
		if err != nil {
			b.T.Fatal(err)
		}
		return "/papeis/" + role.ID + "/remover", []string{"versao", "1"}
	}},
	{path: "/organizacoes/nova", write: func(b *consoletest.Browser) (string, []string) {
		return "/organizacoes/nova", []string{"uma", b.Get("/organizacoes/nova").Hidden("uma"), "nome", "Alfa"}
	}},
	{path: "/organizacoes/{id}", write: func(b *consoletest.Browser) (string, []string) {
		path := "/organizacoes/" + register(b, "Beta")
		return path, []string{"versao", b.Get(path).Hidden("versao"), "nome", "Beta", "contato", "beta.example"}
	}},
	{path: "/safras/{id}/compartilhar", write: func(b *consoletest.Browser) (string, []string) {
		register(b, "Gama")
		return "/safras/" + consoletest.SoyHarvest + "/compartilhar", []string{"organizacao", "Gama", "nivel", "leitura"}
	}},
	{path: "/pessoas/{id}/link", harmless: "makes a link in place of the one before"},
	{path: "/pessoas/{id}/email", harmless: "sends a link by mail, once"},
	{path: "/pessoas/{id}", write: func(b *consoletest.Browser) (string, []string) {
		path := "/pessoas/" + invite(b, "c@x.example")
		return path, []string{"versao", b.Get(path).Hidden("versao"), "nome", "Caio Lima", "login", "c@x.example", "organizacao", "X", "papel", "GERENTE", "idioma", "pt"}
	}},
	{path: "/pessoas/{id}/situacao", write: func(b *consoletest.Browser) (string, []string) {
		return "/pessoas/" + invite(b, "d@x.example") + "/situacao", []string{"ativo", "nao"}
	}},
	{path: "/pessoas/{id}/servidor", write: func(b *consoletest.Browser) (string, []string) {
		return "/pessoas/" + invite(b, "f@x.example") + "/servidor", []string{"servidor", "sim"}
	}},
	{path: "/pessoas/{id}/expurgar", write: func(b *consoletest.Browser) (string, []string) {
		return "/pessoas/" + invite(b, "e@x.example") + "/expurgar", []string{"motivo", "a pedido"}
	}},
	{path: "/importar/{id}/gravar", write: func(b *consoletest.Browser) (string, []string) {
		checked := b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1 L/ha\n"))
		return strings.TrimPrefix(checked.Path, "/console") + "/gravar", []string{"modo", "validas"}
	}},
	{path: "/notas/gravar", write: func(b *consoletest.Browser) (string, []string) {
		checked := b.Settled(b.SendFile("/notas", "a.xml", []byte(fiscaltest.Invoice{}.Authorized(taxSigner)), "safra", "S-NOTAS"))
		return "/notas/gravar", []string{"id", checked.Hidden("id"), "criar", "notas", "nota", checked.Hidden("vista"), "chave", checked.Hidden("chave"), "safraDe", "S-NOTAS"}
	}},
	{path: "/notas/propostas", write: func(b *consoletest.Browser) (string, []string) {
		b.Create(kind.LotIdentification, "S-NOTAS-2", `{"codigoLote":"NT-25-1"}`)
		note := fiscaltest.Invoice{Number: 2, Replace: []string{"MT25-S-001", "NT-25-1"}}
		checked := b.Settled(b.SendFile("/notas", "a.xml", []byte(note.Authorized(taxSigner))))
		b.Settled(b.Post("/notas/gravar", "id", checked.Hidden("id"))).Has(200)
		page := b.Get("/notas/propostas?safra=S-NOTAS-2").Has(200, "Aceitar todos")
		return "/notas/propostas", []string{"safra", "S-NOTAS-2", "id", page.Hidden("id"), "numero", "0"}
	}},
}

var taxSigner = fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)

// layout saves how a spreadsheet is read, and returns its id.
func layout(b *consoletest.Browser) string {
	b.T.Helper()
	m := columns.Mapping{Version: columns.CurrentVersion, Kind: kind.Receiving, HeaderRows: 1, Header: 1, Columns: []columns.Column{{Header: "Carro", Use: columns.Field, Field: "veiculo"}}}
	m.Sign()
	saved, err := b.Service.SaveMapping(b.T.Context(), &b.Root.Key, "", "Formato "+rand.Text(), m, nil)
	if err != nil {
		b.T.Fatal(err)
	}
	return saved.ID.String()
}

// register registers an organisation, and returns its id.
func register(b *consoletest.Browser, name string) string {
	b.T.Helper()
	o, _, err := b.Service.RegisterOrganization(b.T.Context(), &b.Root.Key, organization.Request{Name: &name}, nil)
	if err != nil {
		b.T.Fatal(err)
	}
	return o.ID.String()
}

// invite invites a person, and returns the id.
func invite(b *consoletest.Browser, login string) string {
	b.T.Helper()
	p, _, err := b.Service.People.Invite(b.T.Context(), &b.Root.Key, account.Draft{Name: "Caio Lima", Login: login, Organization: "X", Role: "CAMPO"})
	if err != nil {
		b.T.Fatal(err)
	}
	return p.ID.String()
}

// firstPhase returns a phase of the catalogue that a form changes.
func firstPhase(b *consoletest.Browser) trace.CropPhase {
	b.T.Helper()
	phases, err := b.Service.Phases(b.T.Context(), &b.Root.Key, catalogue.Filter{Crop: trace.Coffee}, nil)
	if err != nil || len(phases) == 0 {
		b.T.Fatalf("%d phases, %v", len(phases), err)
	}
	return phases[len(phases)-1]
}

// writtenIn returns how many entries the journal has.
func writtenIn(s *consoletest.Site) int64 {
	s.T.Helper()
	s.Integrate()
	page, err := s.Service.Trail(s.T.Context(), &s.Root.Key, proof.TrailQuery{Size: 1})
	if err != nil {
		s.T.Fatal(err)
	}
	return page.Size
}

// A clerk clicks twice, or a browser sends a form again: whatever form of the console
// it is, it writes once. A new form must be added to sentTwice.
func TestEveryFormWritesOnce(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	register(b, "X") // the organisation of the people in the forms
	known := map[string]bool{}
	for _, form := range sentTwice {
		known["/console"+form.path] = true
		if form.harmless != "" {
			continue
		}
		path, pairs := form.write(b)
		before := writtenIn(s)
		first := b.Settled(b.Post(path, pairs...))
		once := writtenIn(s)
		again := b.Settled(b.Post(path, pairs...))
		if once == before {
			t.Errorf("POST %s writes nothing: %d\n%s", form.path, first.Status, first.Body)
		}
		if twice := writtenIn(s); twice != once {
			t.Errorf("POST %s, sent twice, writes %d entries and then %d more", form.path, once-before, twice-once)
		}
		if again.Status >= http.StatusInternalServerError {
			t.Errorf("POST %s, sent again: %d", form.path, again.Status)
		}
	}
	for _, r := range console.Routes() {
		if r.Method == http.MethodPost && !known[r.Path] {
			t.Errorf("POST %s: say in sentTwice how it is sent twice", r.Path)
		}
	}
}
