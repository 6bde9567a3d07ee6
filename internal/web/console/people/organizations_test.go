package people_test

import (
	"regexp"
	"testing"

	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/web/console/consoletest"
)

// wrote has somebody write a record of a harvest.
func wrote(b *consoletest.Browser, harvest, lot string) consoletest.Seen {
	b.T.Helper()
	const form = "/registros/" + consoletest.ReceiptSlug + "/novo"
	return b.Post(form, "uma", b.Get(form).Hidden("uma"), "safraId", harvest, "d.loteOrigem", lot)
}

// People see what their organisation has or was given, and nothing else; server administrators see
// everything.
func TestPeopleOfOrganisations(t *testing.T) {
	s := consoletest.NewSite(t)
	for _, name := range []string{"Alfa", "Beta"} {
		if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
	bia, _ := s.Person("Bia Sol", "bia@beta.example", "GERENTE", "beta")
	chief, _ := s.Person("Caio Lima", "caio@beta.example", account.Administrator, "Beta")
	wrote(ana, "A-1", "LA-1").Has(200, "Registro gravado", "Ana Reis (Alfa)")
	wrote(bia, "B-1", "LB-1").Has(200, "Registro gravado")
	record := "/registros/" + consoletest.ReceiptSlug + "/" + s.All("/armazenamento/recebimento")[1].ID.String()
	ana.Get(record).Has(200, "LA-1")

	hidden := func(b *consoletest.Browser) {
		t.Helper()
		b.Get("/safras").Has(200, "B-1").Lacks("A-1", "LA-1", "Ana Reis")
		b.Get("").Has(200).Lacks("A-1")
		b.Get(record).Has(404)
		b.Get(record + "/historico").Has(404)
		b.Get("/lotes?busca=LA").Lacks("LA-1\"", ">LA-1<")
		b.Get("/lotes/LA-1").Has(404)
		b.Get("/registros/"+consoletest.ReceiptSlug).Has(200, "LB-1").Lacks("LA-1")
	}
	hidden(bia)
	hidden(chief)
	wrote(bia, "A-1", "LB-2").Has(403)
	chief.Get("/pessoas").Has(200, "Bia Sol", "Caio Lima").Lacks("Ana Reis")
	chief.Get("/fases/nova").Has(403)

	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "A-1", "Beta", reach.Read); err != nil {
		t.Fatal(err)
	}
	bia.Get(record).Has(200, "LA-1", "Ana Reis (Alfa)")
	wrote(bia, "A-1", "LB-2").Has(403)
	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "A-1", "Beta", reach.None); err != nil {
		t.Fatal(err)
	}
	hidden(bia)

	// On pages: administrators of the organisation that has a harvest share it, and revoke shares.
	owner, _ := s.Person("Olga Paz", "olga@alfa.example", account.Administrator, "Alfa")
	auditor, _ := s.Person("Davi Luz", "davi@alfa.example", "AUDITOR", "Alfa")
	owner.Get("/safras/A-1").Has(200, "Compartilhar")
	ana.Get("/safras/A-1").Has(200, "Compartilhar")
	auditor.Get("/safras/A-1").Has(200).Lacks("Compartilhar")
	auditor.Get("/safras/A-1/compartilhar").Has(403)
	owner.Get("/safras/A-1/compartilhar").Has(200, "Alfa", "é dona", "Linha do tempo", `aria-current="page">Compartilhar`, "Nome ou CNPJ da organização")
	owner.Post("/safras/A-1/compartilhar", "organizacao", "Ninguém", "nivel", "leitura").Has(422, "Nenhuma organização deste servidor tem este nome ou CNPJ")
	owner.Post("/safras/A-1/compartilhar", "organizacao", " beta ", "nivel", "escrita").Has(200, "foi compartilhada", "ler e registrar")
	wrote(bia, "A-1", "LB-2").Has(200, "Registro gravado")
	owner.Post("/safras/A-1/compartilhar", "organizacao", "Beta", "nivel", "nenhum").Has(200, "foi revogado").Lacks(">ler e registrar</td>")
	hidden(bia)
	chief.Get("/safras/A-1/compartilhar").Has(403)
	owner.Get("/organizacoes").Has(200, "Alfa").Lacks("Beta")
	s.As(s.Root).Get("/safras/A-1").Has(200, "Compartilhar", `console/organizacoes"`)
	owner.Get("").Has(200, `console/organizacoes"`)
	chief.Get("/organizacoes/nova").Has(403)

	// Another's harvest looks like one that does not exist.
	theirs, nobodys := bia.Get("/safras/A-1"), bia.Get("/safras/N-1")
	if theirs.Status != nobodys.Status {
		t.Errorf("another's harvest is %d, and one that does not exist %d", theirs.Status, nobodys.Status)
	}
	bia.Get("/safras/N-1").Has(404, "É uma safra nova?")
}

// An administrator of a renamed organisation still manages the people invited under its former
// name.
func TestPeopleOfARenamedOrganisation(t *testing.T) {
	s := consoletest.NewSite(t)
	before, after := "Alfa", "Omega"
	made, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &before}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, ana := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
	old, _ := s.Person("Davi Luz", "davi@alfa.example", account.Administrator, "Alfa")
	old.Post("/papeis/novo", "nome", "Silo 9", "escopos", "leitura").Has(200)
	if _, err := s.Service.ChangeOrganization(t.Context(), &s.Root.Key, made.ID.String(), organization.Request{Name: &after}, nil); err != nil {
		t.Fatal(err)
	}
	chief, _ := s.Person("Caio Lima", "caio@omega.example", account.Administrator, "Omega")
	other := "Beta"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &other}, nil); err != nil {
		t.Fatal(err)
	}
	s.Person("Bia Sol", "bia@beta.example", "GERENTE", "Beta")
	chief.Get("/pessoas").Has(200, "Ana Reis", "Caio Lima").Lacks("Bia Sol")
	chief.Get("/pessoas/"+ana.ID.String()).Has(200, "Ana Reis", "Silo 9")
	// One organisation has one name everywhere, and its own roles under each of its names.
	chief.Get("/pessoas").Has(200, "Omega").Lacks("Alfa")
	chief.Get("/papeis").Has(200, "Silo 9", "Omega").Lacks("Alfa")
	old.Get("/conta").Has(200, "Omega").Lacks("Alfa")
	s.Integrate()
	chief.Get("/trilha").Has(200, "Ana Reis (Omega)", "Silo 9 (Omega)").Lacks("(Alfa)")
	root := s.As(s.Root)
	role := regexp.MustCompile(`value="([0-9a-f-]{36})" required[^>]*> Silo 9`).FindStringSubmatch(root.Get("/pessoas/"+ana.ID.String()).Has(200, `value="Omega"`).Body)
	if role == nil {
		t.Fatal("the form does not offer the organisation's own role")
	}
	root.Post("/pessoas/nova", "nome", "Eva Dias", "login", "eva@omega.example", "organizacao", "Omega", "papel", role[1], "idioma", "pt").Has(201, "em nome de Omega")
	root.Post("/pessoas/nova", "nome", "Ivo Dias", "login", "ivo@omega.example", "organizacao", "Alfa", "papel", role[1], "idioma", "pt").Has(201, "em nome de Omega")
	// Back to the former name.
	if _, err := s.Service.ChangeOrganization(t.Context(), &s.Root.Key, made.ID.String(), organization.Request{Name: &before}, nil); err != nil {
		t.Fatal(err)
	}
	chief.Get("/pessoas").Has(200, "Alfa").Lacks("Omega<")
}

// If organisations are registered, a person in none of them reaches nothing, whoever misspelled the
// name. If there are none, the server belongs to one organisation; but only its administrators
// create keys, which nothing would limit.
func TestAttackUnregisteredOrganisation(t *testing.T) {
	s := consoletest.NewSite(t)
	ana, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Alfa")
	s.Create(kind.Planting, "SOJA-1", `{"cultura":"Soja"}`)
	ana.Get("/safras").Has(200, "SOJA-1")
	ana.Post("/chaves/nova", "nome", "x", "escopos", "leitura").Has(403, "não está cadastrada")
	name := "Beta"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/safras", "/registros", "/lotes", "/trilha", "/pessoas", "/chaves", "/safras/" + "SOJA-1"} {
		ana.Get(path).Has(403, "&#39;Alfa&#39; não está cadastrada").Lacks("SOJA-1\"")
	}
	s.As(s.Root).Post("/pessoas/nova", "nome", "Bia", "login", "bia@beta.example", "organizacao", "Bet", "papel", "CAMPO", "idioma", "pt").
		Has(422, "Não há organização cadastrada com este nome")
}

// A key has every right of its scopes, so people who lack a right create none.
func TestAttackKeyBeyondTheRole(t *testing.T) {
	s := consoletest.NewSite(t)
	name := "Alfa"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
		t.Fatal(err)
	}
	chief, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Alfa")
	chief.Post("/papeis/novo", "nome", "Sem direitos", "escopos", "leitura", "escopos", "escrita", "escopos", "admin").Has(200)
	role := regexp.MustCompile(`console/papeis/([0-9a-f-]{36})`).FindStringSubmatch(chief.Get("/papeis").Body)[1]
	caio, _ := s.Person("Caio Lima", "caio@alfa.example", role, "Alfa")
	caio.Post("/chaves/nova", "nome", "x", "escopos", "leitura").Has(403, "não permite isto")
	chief.Post("/chaves/nova", "nome", "x", "escopos", "leitura").Has(201)
}

// An import reveals which rows already exist, and so what a mask hides.
func TestAttackImportPastTheMask(t *testing.T) {
	s := consoletest.NewSite(t)
	chief, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Alfa")
	chief.Post("/papeis/novo", "nome", "Importa às cegas", "escopos", "leitura", "escopos", "escrita", "direitos", "importar").Has(200)
	role := regexp.MustCompile(`console/papeis/([0-9a-f-]{36})`).FindStringSubmatch(chief.Get("/papeis").Body)[1]
	caio, _ := s.Person("Caio Lima", "caio@alfa.example", role, "Alfa")
	caio.Get("/importar").Has(403, "não permite isto")
	caio.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1\n")).Has(200, "não permite isto", "<b>0</b> Prontas para gravar", "<b>0</b> Já existem")
}

// Before any organisation is registered, the pages agree on that: the list names the one of the
// first account and offers to register it, and there is nobody to share a harvest with.
func TestOrganisationOfTheFirstAccount(t *testing.T) {
	s := consoletest.NewSite(t)
	chief, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Coop Alfa")
	wrote(chief, "A-1", "LA-1").Has(200)
	admin := s.As(s.Root)
	admin.Get("/organizacoes").Has(200, "Nenhuma organização está cadastrada").Lacks("A sua conta é de")
	admin.Get("/safras/A-1/compartilhar").Has(200, "não há organizações cadastradas").Lacks("Compartilhar com")
	admin.Get("/organizacoes/nova?nome=Coop+Alfa").Has(200, `value="Coop Alfa"`)
	if page := chief.Get("/organizacoes"); page.Status == 200 {
		page.Has(200, "A sua conta é de <strong>Coop Alfa</strong>", "nova?nome=Coop%20Alfa")
	}
}

// People with the right share the harvests of their own organisation and no others, cannot grant
// more than they have, and cannot give a harvest away.
func TestAttackManagerShares(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		for _, name := range []string{"Alfa", "Beta", "Gama"} {
			if _, _, err := s.Service.RegisterOrganization(s.T.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
				s.T.Fatal(err)
			}
		}
		chief, _ := s.Person("Ada Reis", "ada@alfa.example", account.Administrator, "Alfa")
		chief.Post("/papeis/novo", "nome", "Comercial", "escopos", "leitura", "direitos", "compartilhar").Has(200)
		role := regexp.MustCompile(`console/papeis/([0-9a-f-]{36})`).FindStringSubmatch(chief.Get("/papeis").Body)[1]
		gil, _ := s.Person("Gil Paz", "gil@alfa.example", "GERENTE", "Alfa")
		seller, _ := s.Person("Eva Luz", "eva@alfa.example", role, "Alfa")
		clerk, _ := s.Person("Caio Lima", "caio@alfa.example", "BALANCA", "Alfa")
		bia, _ := s.Person("Bia Sol", "bia@beta.example", "GERENTE", "Beta")
		wrote(gil, "A-1", "LA-1").Has(200, "Registro gravado")
		wrote(bia, "B-1", "LB-1").Has(200, "Registro gravado")
		const page = "/safras/A-1/compartilhar"

		bia.Get("/safras/A-1/compartilhar").Has(403)
		bia.Post(page, "organizacao", "Beta", "nivel", "escrita").Has(403)
		clerk.Get("/safras/A-1").Has(200).Lacks("Compartilhar")
		clerk.Get(page).Has(403, "O seu papel, Balança, não permite", "peça a")
		clerk.Post(page, "organizacao", "Beta", "nivel", "leitura").Has(403)
		gil.Post(page, "organizacao", "Beta", "nivel", "dona").Has(403)
		gil.Post(page, "organizacao", "Alfa", "nivel", "nenhum").Has(422)

		seller.Get(page).Has(200, "Compartilhar com")
		seller.Post(page, "organizacao", "Beta", "nivel", "escrita").Has(403) // she writes nothing herself
		bia.Get("/safras/A-1/conferencia").Has(403)
		seller.Post(page, "organizacao", "Beta", "nivel", "leitura").Has(200, "foi compartilhada")
		bia.Get("/safras/A-1").Has(200, "Conferência").Lacks("Compartilhar")
		gil.Post(page, "organizacao", "Beta", "nivel", "escrita").Has(200, "ler e registrar")
		bia.Post(page, "organizacao", "Gama", "nivel", "leitura").Has(403) // shared, not hers
		wrote(bia, "A-1", "LB-2").Has(200, "Registro gravado")
		gil.Post(page, "organizacao", "Beta", "nivel", "nenhum").Has(200, "foi revogado")
		wrote(bia, "A-1", "LB-3").Has(403)

		gil.Get("/organizacoes").Has(403)
		gil.Get("/chaves").Has(403)
		gil.Get("/papeis").Has(403)
		gil.Get("/pessoas").Has(200, "Caio Lima", "Eva Luz", "papéis que você pode dar").Lacks("Ada Reis", "Bia Sol", "console/papeis")
	})
}
