package people_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/organization"
	"rastro/internal/web/console/consoletest"
)

var linkInPage = regexp.MustCompile(`https://rastro\.example/console(/convite/p\.[A-Za-z0-9_-]+)`)

// link returns the path of the link on a page.
func link(s consoletest.Seen) string {
	s.T.Helper()
	found := linkInPage.FindStringSubmatch(s.Body)
	if found == nil {
		s.T.Fatalf("no link in %s", s.Body)
	}
	return found[1]
}

// invited invites somebody on the page, and returns the path of the link.
func invited(b *consoletest.Browser, name, login, role string) string {
	b.T.Helper()
	return link(b.Post("/pessoas/nova", "nome", name, "login", login, "organizacao", "Coopervale", "papel", role, "idioma", "pt").Has(201, "só agora", name))
}

func TestFromInvitationToRecord(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	admin.Get("/pessoas/nova").Has(200, "Convidar", "Balança", "Administrador", "Em nome de quem")
	path := invited(admin, "Caio Lima", "66 99999-1234", "BALANCA")
	admin.Get("/pessoas").Has(200, "Caio Lima", "&#43;55 66 99999-1234", "ainda não entrou")

	clerk := s.Visitor()
	clerk.Get(path).Has(200, "Boas-vindas", "Caio Lima", "Coopervale", "Balança", `autocomplete="new-password"`)
	clerk.Post(path, "senha", "123").Has(422, "pelo menos 10 caracteres")
	clerk.Post(path, "senha", "coopervale2026").Has(422, "primeiras que alguém tentaria")
	// Whatever else is sent with the form, the invitation determines who it is for.
	clerk.Post(path, "senha", consoletest.Password, "organizacao", "Beta", "papel", account.Administrator, "login", "x@beta.example").Has(200, "Caio Lima", "Sair")
	clerk.Get("/conta").Has(200, "Coopervale", "Balança").Lacks("Beta", "x@beta.example")
	s.Visitor().Get(path).Has(401, "já foi usado")

	const form = "/registros/" + consoletest.ReceiptSlug + "/novo"
	page := clerk.Get(form).Has(200)
	clerk.Post(form, "uma", page.Hidden("uma"), "safraId", "S-1", "d.loteOrigem", "L-1").Has(200, "Registro gravado", "Caio Lima (Coopervale)")
	admin.Get("/pessoas").Has(200, "Caio Lima", "ativa").Lacks("ainda não entrou")
	r := s.All("/armazenamento/recebimento")[0]
	if r.CreatedBy != "Coopervale" || strings.Contains(r.UpdatedBy, "Caio") || !strings.HasPrefix(r.UpdatedBy, "pessoa:") {
		t.Errorf("the journal says %q and %q", r.CreatedBy, r.UpdatedBy)
	}
	admin.Get("/registros/"+consoletest.ReceiptSlug+"/"+r.ID.String()+"/historico").Has(200, "Caio Lima (Coopervale)")
	s.Integrate()
	admin.Get("/trilha").Has(200, "Caio Lima (Coopervale)")
}

// What a role does not allow is neither shown nor done; the page says whom to ask.
func TestRolesOnPages(t *testing.T) {
	s, _ := consoletest.DemoSite(t)
	clerk, _ := s.Person("Caio Lima", "c@x.example", "BALANCA", "Coopervale")
	clerk.Get("/safras").Has(200, `console/importar"`).Lacks(`console/chaves"`, `console/pessoas"`)
	clerk.Get("/importar").Has(200) // what the scale exports; its phases limit what it writes
	grader, _ := s.Person("Rui Paz", "r@x.example", "CLASSIFICADOR", "Coopervale")
	grader.Get("/safras").Has(200).Lacks(`console/importar"`)
	grader.Get("/importar").Has(403, "O seu papel, Classificador, não permite", "peça a Caio Lima (Coopervale)") // who imports
	clerk.Get("/pessoas").Has(403, "O seu papel")
	clerk.Get("/chaves").Has(403, "O seu papel")
	clerk.Get("/safras/" + consoletest.SoyHarvest + "/validar").Has(200).Lacks("Validar e")
	clerk.Post("/safras/"+consoletest.SoyHarvest+"/validar", "status", "APROVADO").Has(403, "O seu papel")
	clerk.Get("/lotes/"+consoletest.SoyLot+"/baixar?formato=csv").Has(403, "O seu papel")
	clerk.Get("/registros/producaoAgricola.plantioManejo/novo").Has(403, "O seu papel")

	auditor, _ := s.Person("Ana Reis", "a@x.example", "AUDITOR", "Coopervale")
	auditor.Get("/lotes/" + consoletest.SoyLot + "/baixar?formato=csv").Has(200)
	auditor.Get("/registros/"+consoletest.ReceiptSlug+"/novo").Has(403, "O seu papel, Auditor")

	manager, _ := s.Person("Gil Paz", "g@x.example", "GERENTE", "Coopervale")
	page := manager.Get("/safras/" + consoletest.SoyHarvest + "/validar").Has(200)
	manager.Post("/safras/"+consoletest.SoyHarvest+"/validar", "vez", page.Hidden("vez"), "status", "APROVADO", "responsavel", "Gil Paz", "confirmo", "sim").Has(200, "Gil Paz (Coopervale)")
}

func TestOwnAccount(t *testing.T) {
	s := consoletest.NewSite(t)
	phone, _ := s.Person("Caio Lima", "c@x.example", "BALANCA", "Coopervale")
	desk := s.Visitor()
	desk.SignIn("c@x.example", consoletest.Password).Has(200, "Caio Lima")
	desk.Get("/conta").Has(200, "Minha conta", "c@x.example", "Balança", "este aparelho", "Sair dos outros aparelhos")
	desk.Post("/conta", "nome", " ", "idioma", "pt").Has(422, `aria-invalid="true"`)
	desk.Post("/conta", "nome", "Caio P. Lima", "idioma", "es").Has(200, "Mi cuenta", "Caio P. Lima")
	desk.Post("/conta/senha", "atual", "errada", "senha", "quatro bois no pasto").Has(422, "No es su contraseña actual")
	desk.Post("/conta/senha", "atual", consoletest.Password, "senha", "quatro bois no pasto").Has(200, "La contraseña fue cambiada")
	phone.Get("/conta").Has(401)
	phone.SignIn("c@x.example", "quatro bois no pasto").Has(200)
	desk.Post("/conta/sair").Has(200)
	phone.Get("/conta").Has(401)
	s.As(s.Root).Get("/conta").Has(404)
}

func TestManagedPerson(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	clerk, p := s.Person("Caio Lima", "c@x.example", "BALANCA", "Coopervale")
	path := "/pessoas/" + p.ID.String()
	page := admin.Get(path).Has(200, "Caio Lima", "Convidada em", "Desativar", "nova senha")
	form := []string{"nome", "Caio Lima", "login", "c@x.example", "organizacao", "Coopervale", "papel", "GERENTE", "idioma", "pt"}
	admin.Post(path, append(form, "versao", page.Hidden("versao"))...).Has(200, "foram salvos")
	clerk.Get("/importar").Has(200)
	admin.Post(path, append(form, "versao", page.Hidden("versao"))...).Has(412, "versão")
	reset := link(admin.Post(path+"/link").Has(201, "24 horas"))
	s.Visitor().Get(reset).Has(200, "Nova senha")
	admin.Post(path+"/situacao", "ativo", "nao").Has(200, "foi desativada", "Reativar")
	clerk.Get("").Has(401)
	s.Visitor().Get(reset).Has(401, "já foi usado")
	clerk.SignIn("c@x.example", consoletest.Password).Has(401, "sua conta foi desativada")
	admin.Post(path+"/situacao", "ativo", "sim").Has(200, "pode entrar de novo")
	clerk.SignIn("c@x.example", consoletest.Password).Has(200)
	admin.Post(path+"/expurgar", "motivo", "Caio Lima pediu").Has(422, `aria-invalid="true"`)
	admin.Post(path+"/expurgar", "motivo", "a pedido").Has(200, "foram expurgados").Lacks("Caio")
	clerk.Get("").Has(401)
	admin.Get(path).Has(404)
	admin.Get("/pessoas?busca=caio").Has(200, "Ninguém por aqui")
}

func TestRolePages(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	admin.Get("/papeis").Has(200, "Balança", "Administrador", "Novo papel", "ler registros, registrar e corrigir")
	admin.Post("/papeis/novo", "nome", " ").Has(422, `aria-invalid="true"`)
	admin.Post("/papeis/novo", "nome", "Portaria", "escopos", "leitura", "fases", "06", "direitos", "exportar").Has(200, "O papel foi salvo", "Portaria")
	admin.Post("/papeis/novo", "nome", "portaria", "escopos", "leitura").Has(409, "Já existe um papel")
	path := regexp.MustCompile(`console(/papeis/[0-9a-f-]{36})`).FindStringSubmatch(admin.Get("/papeis").Body)[1]
	page := admin.Get(path).Has(200, `value="Portaria"`, `value="06" checked`, `value="exportar" checked`)
	admin.Post(path, "versao", page.Hidden("versao"), "nome", "Portaria 2", "escopos", "leitura").Has(200, "Portaria 2")
	admin.Post(path, "versao", page.Hidden("versao"), "nome", "Portaria 3", "escopos", "leitura").Has(412)
	admin.Get("/papeis/nenhum").Has(404, "Papel não encontrado")
	admin.Get("/pessoas/nova").Has(200, "Portaria 2")
	clerk, p := s.Person("Caio Lima", "c@x.example", regexp.MustCompile(`[0-9a-f-]{36}`).FindString(path), s.Root.Party())
	clerk.Get("/conta").Has(200, "Portaria 2")
	page = admin.Get(path).Has(200, "Remover o papel")
	admin.Post(path+"/remover", "versao", page.Hidden("versao")).Has(422, "Alguém ainda tem este papel")
	admin.Post("/pessoas/"+p.ID.String()+"/expurgar", "motivo", "a pedido").Has(200)
	admin.Post(path+"/remover", "versao", "1").Has(412)
	admin.Post(path+"/remover", "versao", page.Hidden("versao")).Has(200, "foi removido").Lacks("Portaria 2")
	admin.Get(path).Has(404)
	s.Integrate()
	admin.Get("/trilha").Has(200, "papel removido")
	for _, text := range consoletest.Hostile {
		admin.Post("/papeis/novo", "nome", text, "escopos", "leitura").Harmless()
	}
	admin.Get("/papeis").Has(200).Harmless()
}

// Texts of people are shown as texts.
// A form without its version is refused like any other.
func TestRoleFormWithoutItsVersion(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	role, err := s.Service.People.SaveRole(t.Context(), &s.Root.Key, "", account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	admin.Post("/papeis/"+role.ID, "nome", " ").Has(422, `aria-invalid="true"`)
}

func TestHostileNames(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	for i, text := range consoletest.Hostile {
		login := string(rune('a'+i)) + "@x.example"
		path := link(admin.Post("/pessoas/nova", "nome", text, "login", login, "organizacao", text, "papel", "CAMPO", "idioma", "pt").Has(201).Harmless())
		s.Visitor().Get(path).Has(200).Harmless()
		admin.Post("/pessoas/nova", "nome", text, "login", text, "organizacao", text, "papel", text, "idioma", text).Has(422).Harmless()
	}
	admin.Get("/pessoas").Has(200).Harmless()
	s.Visitor().SignIn(consoletest.Hostile[0], "x").Has(401).Harmless()
}

// At an unattended screen one must sign in again before changing keys, people, roles and
// organisations, and before erasing anything. What was typed is kept.
func TestAttackOpenScreen(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Person("Ada Reis", "ada@x.example", account.Administrator, "Coopervale")
	admin := s.Visitor()
	admin.SignIn("ada@x.example", consoletest.Password).Has(200)
	form := []string{"nome", "Caio Lima", "login", "c@x.example", "papel", "BALANCA", "idioma", "pt"}
	s.Clock.Add(11 * time.Minute)
	admin.Get("/pessoas").Has(200)
	admin.Get("/pessoas/nova").Has(401, "Confirme que é você", `value="ada@x.example"`).Lacks("secretKey")
	admin.Post("/pessoas/nova", form...).Has(401, "Confirme que é você", `name="campo.nome" value="Caio Lima"`)
	admin.Get("/chaves/nova").Has(401, "Confirme que é você")
	for _, path := range []string{
		"/chaves/nova", "/chaves/rk_x/desativar", "/papeis/novo", "/papeis/CAMPO", "/papeis/CAMPO/remover", "/organizacoes/nova", "/organizacoes/x", "/webhooks",
		"/pessoas/x", "/pessoas/x/link", "/pessoas/x/email", "/pessoas/x/situacao", "/pessoas/x/servidor", "/pessoas/x/expurgar",
		"/conta/passkeys", "/conta/passkeys/remover", "/conta/passkeys/exigir",
	} {
		admin.Post(path).Has(401, "Confirme que é você")
	}
	again := []string{"login", "ada@x.example", "senha", consoletest.Password, "volta", "/pessoas/nova"}
	for i := 0; i < len(form); i += 2 {
		again = append(again, "campo."+form[i], form[i+1])
	}
	admin.Post("/entrar", again...).Has(200, "Envie agora", "Caio Lima")
	admin.Post("/pessoas/nova", form...).Has(201, "só agora")

	root := s.As(s.Root)
	s.Clock.Add(11 * time.Minute)
	root.Get("/chaves/nova").Has(401, "Confirme que é você", s.Root.AccessKey).Lacks(`id="senha"`)
	root.Get("/chaves").Has(200)
}

// A session planted in a person's browser is not the one that the person has after signing in, and
// it ends.
func TestAttackSessionFixation(t *testing.T) {
	s := consoletest.NewSite(t)
	attacker, _ := s.Person("Mal", "mal@x.example", "CAMPO", "X")
	s.Person("Ana", "ana@x.example", "CAMPO", "X")
	planted := attacker.Cookie()
	victim := s.Visitor()
	victim.Plant(planted)
	victim.Get("/conta").Has(200, "mal@x.example")
	victim.SignIn("ana@x.example", consoletest.Password).Has(200)
	if victim.Cookie().Value == planted.Value {
		t.Error("the session has the token that was planted")
	}
	victim.Get("/conta").Has(200, "ana@x.example")
	attacker.Get("/conta").Has(401)
}

// The page of a link passes the message to a chat only when somebody opens it, and deactivating
// somebody needs confirmation.
func TestLinkIsSent(t *testing.T) {
	s := consoletest.NewSite(t)
	admin := s.As(s.Root)
	long := strings.Repeat("a", 101)
	fields := func(name string) []string {
		return []string{"nome", name, "login", "rui@x.example", "organizacao", "X", "papel", "CAMPO", "idioma", "pt"}
	}
	admin.Post("/pessoas/nova", fields(long)...).Has(422, "aria-invalid", long)
	admin.Get("/pessoas/nova").Has(200).Lacks(`name="nome" value="" required maxlength`)
	admin.Post("/pessoas/nova", fields("Rui Gil")...).Has(201, `data-copy="l-c"`, `data-copy="m-c"`, `href="https://wa.me/?text=`, `rel="noopener noreferrer"`, "Um toque no quadro seleciona tudo")
	people, _, err := s.Service.People.People(t.Context(), &s.Root.Key, "", nil, 2)
	if err != nil || len(people) != 1 {
		t.Fatalf("%d people, %v", len(people), err)
	}
	admin.Get("/pessoas/"+people[0].ID.String()).Has(200, "<details class=\"ask\">", "Sim, desativar")
}

// Server administrators are shown as outside every organisation, and appoint others; an
// organisation's administrator neither sees nor does that.
func TestServerAdministratorsOnPages(t *testing.T) {
	s := consoletest.NewSite(t)
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: new("Coopervale")}, nil); err != nil {
		t.Fatal(err)
	}
	admin := s.As(s.Root)
	ada, own := s.Person("Ada Reis", "ada@x.example", account.Administrator, "Coopervale")
	_, p := s.Person("Caio Lima", "c@x.example", "BALANCA", "Coopervale")
	path := "/pessoas/" + p.ID.String()
	ada.Get(path).Has(200, "Caio Lima").Lacks("administrador do servidor", "/servidor")
	ada.Post(path+"/servidor", "servidor", "sim").Has(404)
	ada.Post("/pessoas/"+own.ID.String()+"/servidor", "servidor", "sim").Has(404)

	admin.Get(path).Has(200, "Tornar administrador do servidor").Lacks("administra o servidor")
	admin.Post(path+"/servidor", "servidor", "sim").Has(200, "agora administra o servidor", "só diz em nome de quem registra", "Deixar de administrar")
	admin.Get("/pessoas").Has(200, "administra o servidor")
	ada.Get("/pessoas").Has(200, "Ada Reis").Lacks("Caio Lima")
	caio := s.Visitor()
	caio.SignIn("c@x.example", consoletest.Password).Has(200)
	caio.Get("/conta").Has(200, "administra o servidor")
	caio.Get("/organizacoes").Has(200, "Coopervale")
	caio.Post(path+"/servidor", "servidor", "nao").Has(403, "Ninguém muda o próprio papel")
	caio.Get(path).Has(200).Lacks("Deixar de administrar")
	s.Integrate()
	admin.Get("/trilha").Has(200, "Caio Lima (Coopervale), administra o servidor")
	admin.Post(path+"/servidor", "servidor", "nao").Has(200, "não administra mais", "Tornar administrador do servidor")
	caio.Get("/organizacoes").Lacks("Nova organização")
}

// The page of somebody who may do as much as the reader offers nothing that is then refused.
func TestEqualOnPage(t *testing.T) {
	s := consoletest.NewSite(t)
	gil, own := s.Person("Gil Paz", "gil@x.example", "GERENTE", "Coopervale")
	_, eva := s.Person("Eva Luz", "eva@x.example", "GERENTE", "Coopervale")
	_, clerk := s.Person("Caio Lima", "caio@x.example", "BALANCA", "Coopervale")
	path := "/pessoas/" + eva.ID.String()
	gil.Get(path).Has(200, "Eva Luz", "eva@x.example", "Só um administrador muda a conta dela").Lacks("nova senha", "Desativar", ">Salvar<", "<form action=\"..\"")
	gil.Post(path+"/link").Has(403, "não permite")
	for _, id := range []string{own.ID.String(), clerk.ID.String()} {
		gil.Get("/pessoas/"+id).Has(200, ">Salvar<").Lacks("Só um administrador")
	}
	s.As(s.Root).Get(path).Has(200, ">Salvar<", "nova senha").Lacks("Só um administrador")
}
