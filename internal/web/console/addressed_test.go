package console_test

import (
	"regexp"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

const receiptForm = "/registros/" + consoletest.ReceiptSlug + "/novo"

// twoOrganisations returns a site with two organisations, Alfa and Beta.
func twoOrganisations(t *testing.T) *consoletest.Site {
	t.Helper()
	s := consoletest.NewSite(t)
	for _, name := range []string{"Alfa", "Beta"} {
		if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func receive(b *consoletest.Browser, harvest string) consoletest.Seen {
	b.T.Helper()
	return b.Post(receiptForm, "uma", b.Get(receiptForm).Hidden("uma"), "safraId", harvest, "d.loteOrigem", "L-"+harvest)
}

// The first page of an organisation's people does not change when another organisation writes.
func TestWelcomeDependsOnOwnHarvests(t *testing.T) {
	s := twoOrganisations(t)
	chief, _ := s.Person("Bia Sol", "bia@beta.example", account.Administrator, "Beta")
	clerk, _ := s.Person("Caio Lima", "caio@beta.example", "BALANCA", "Beta")
	auditor, _ := s.Person("Davi Luz", "davi@beta.example", "AUDITOR", "Beta")
	ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
	for range 2 {
		for _, path := range []string{"", "/safras"} {
			chief.Get(path).Has(200, "Boas-vindas", "Comece de um destes jeitos")
			clerk.Get(path).Has(200, "Boas-vindas", "Comece de um destes jeitos")
			auditor.Get(path).Has(200, "Boas-vindas", "O que for registrado aparece aqui").Lacks("Comece de um")
		}
		receive(ana, "A-1").Has(200, "Registro gravado")
	}
	receive(clerk, "B-1").Has(200, "Registro gravado")
	chief.Get("").Has(200, "B-1").Lacks("Boas-vindas", "A-1")
}

// A person without a right learns whom to ask, but no name from another organisation.
func TestWhomToAsk(t *testing.T) {
	s := twoOrganisations(t)
	chief, _ := s.Person("Bia Sol", "bia@beta.example", account.Administrator, "Beta")
	first, _ := s.Person("Rute Sá", "rute@alfa.example", "BALANCA", "Alfa")
	first.Get("/chaves").Has(403, "O seu papel, Balança, não permite isto", "peça a quem administra este servidor")
	made := chief.Post("/pessoas/nova", "nome", "Caio Lima", "login", "caio@beta.example", "papel", "BALANCA", "organizacao", "Beta", "idioma", "pt").Has(201)
	link := regexp.MustCompile(`/console(/convite/[^"< ]+)`).FindStringSubmatch(made.Body)
	if link == nil {
		t.Fatal(made.Body)
	}
	clerk := s.Visitor()
	clerk.Post(link[1], "senha", consoletest.Password).Has(200)
	clerk.Get("/chaves").Has(403, "peça a Bia Sol (Beta)")
}

// Pages address people as themselves, and holders of a key as holders of the key.
func TestPeopleAreNotKeys(t *testing.T) {
	s := twoOrganisations(t)
	ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
	auditor, _ := s.Person("Davi Luz", "davi@alfa.example", "AUDITOR", "Alfa")
	receive(ana, "A-1").Has(200)
	ana.Get("/recall").Has(200).Lacks("sta chave")
	ana.Get("/lotes/nada").Has(404, "Nenhum registro que você possa ler").Lacks("sta chave")
	ana.Get("/fases/nova").Has(403).Lacks("chave")
	auditor.Get("/safras/A-1/perfil").Has(200, "Você não pode editar").Lacks("ua chave")
	auditor.Get("/safras/A-1/validar").Has(200, "Você não pode registrar validações").Lacks("sta chave")
	auditor.Get(receiptForm).Has(403, "O seu papel, Auditor").Lacks("sta chave")

	ana.Get("/nada/disto").Has(404, "Esta página não existe").Lacks("openapi")

	reader := s.As(s.Key(access.Request{Name: "leitor", Scopes: []trace.Scope{trace.Read}}))
	reader.Get("/importar").Has(403, "Esta chave não tem o escopo &#39;escrita&#39;")
	reader.Get("/importar?lang=en").Has(403, "This key lacks the scope &#39;write&#39;").Lacks("escrita")
	reader.Get("/lotes/nada?lang=pt").Has(404, "Nenhum registro que esta chave possa ler")
}

// A form that would be refused is not offered, and a name that is taken asks for another.
func TestFormsOfOthersHarvests(t *testing.T) {
	s := twoOrganisations(t)
	ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
	bia, _ := s.Person("Bia Sol", "bia@beta.example", "GERENTE", "Beta")
	receive(ana, "A-1").Has(200)
	receive(bia, "A-1").Has(403, "Já existe uma safra com este nome que não é da sua organização", `value="A-1"`, "L-A-1")
	bia.Get(receiptForm+"?safra=A-1").Has(200, "safraId")
	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "A-1", "Beta", reach.Read); err != nil {
		t.Fatal(err)
	}
	bia.Get(receiptForm+"?safra=A-1").Has(403, "pode ler esta safra, mas não registrar", "peça à organização que a compartilhou").Lacks(`name="safraId"`)
	record := "/registros/" + consoletest.ReceiptSlug + "/" + s.All("/armazenamento/recebimento")[0].ID.String()
	for _, page := range []string{"/editar", "/excluir"} {
		bia.Get(record+page).Has(403, "pode ler esta safra, mas não registrar")
	}
	receive(bia, "A-1").Has(403, "pode ler esta safra").Lacks("escolha outro nome")
}
