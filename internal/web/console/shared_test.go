package console_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// twoOn registers Alfa and Beta on a site.
func twoOn(s *consoletest.Site) {
	s.T.Helper()
	for _, name := range []string{"Alfa", "Beta"} {
		if _, _, err := s.Service.RegisterOrganization(s.T.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
			s.T.Fatal(err)
		}
	}
}

func sharing(s *consoletest.Site, harvest, with string, level reach.Level) {
	s.T.Helper()
	if _, err := s.Service.ShareHarvest(s.T.Context(), &s.Root.Key, harvest, with, level); err != nil {
		s.T.Fatal(err)
	}
}

var requestID = regexp.MustCompile(`<code>[^<]*</code>`)

// The page is the same, word for word, for a harvest that is another organisation's, that was once
// shared, or that does not exist, and the form of a record says the same at once.
func TestHarvestThatIsNotTheirs(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		twoOn(s)
		ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
		bia, _ := s.Person("Bia Sol", "bia@beta.example", "BALANCA", "Beta")
		s.Person("Davi Luz", "davi@beta.example", "GERENTE", "Beta")
		receive(ana, "ALF-1").Has(200)
		receive(ana, "ALF-2").Has(200)
		sharing(s, "ALF-2", "Beta", reach.Read)
		bia.Get("/safras/ALF-2").Has(200).Lacks("não encontrada")
		sharing(s, "ALF-2", "Beta", reach.None)
		s.StopClock()
		s.Clock.Add(5 * time.Second) // longer than a caller remembers what it reaches
		pages := map[string]string{}
		for _, name := range []string{"ALF-1", "ALF-2", "NEW-3"} {
			told := bia.Get("/safras/"+name).Has(404, "Safra não encontrada", "não foi compartilhada com você", "fale com Davi Luz (Beta)", "É uma safra nova?", "+ Registrar").Lacks("As dez fases", "0 registros", "conferencia")
			begun := bia.Get("/safras?id="+name).Has(200, "Começar a safra "+name, "escolha abaixo o que registrar", "fale com Davi Luz (Beta)", "+ Registrar").Lacks("não encontrada")
			review := bia.Get("/safras/"+name+"/conferencia").Has(403, "não foi compartilhada com você")
			form := bia.Get(receiptForm+"?safra="+name).Has(200, "Sua organização não tem uma safra com este nome", "nada será gravado").Lacks("Safra nova: ainda")
			check := bia.Post("/registros/"+consoletest.ReceiptSlug+"/conferir", "uma", form.Hidden("uma"), "safraId", name, "d.loteOrigem", "L").Has(200, "Sua organização não tem uma safra com este nome")
			for page, seen := range map[string]consoletest.Seen{"harvest": told, "beginning": begun, "review": review, "form": form, "check": check} {
				body := seen.Body
				if page == "form" || page == "check" { // each form has its own name
					body = strings.ReplaceAll(body, form.Hidden("uma"), "")
				}
				body = requestID.ReplaceAllString(strings.ReplaceAll(body, name, "X"), "")
				if pages[page] == "" {
					pages[page] = body
				} else if pages[page] != body {
					s.T.Errorf("the %s of %s differs:\n%s\n%s", page, name, pages[page], body)
				}
			}
		}
		receive(bia, "ALF-1").Has(403, "não é da sua organização")
		receive(bia, "NEW-3").Has(200, "Registro gravado")
		bia.Get("/safras/NEW-3").Has(200, "As dez fases")
		s.Integrate()
		// Another spelling of a harvest that they have is pointed out; that of one that they do not reach is not.
		bia.Get("/safras?id=new+03").Has(200, "nome quase igual", "/safras/NEW-3")
		bia.Get(receiptForm+"?safra=new_3").Has(200, "Há safra com nome quase igual: NEW-3. É a mesma?")
		bia.Get("/safras?id=alf-1").Has(200, "Começar a safra alf-1").Lacks("quase igual")
	})
}

// Whoever was given a harvest sees whose it is, since when, and for what, and no action that only
// writing allows.
func TestReceivedHarvest(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		twoOn(s)
		ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
		bia, _ := s.Person("Bia Sol", "bia@beta.example", "GERENTE", "Beta")
		receive(ana, "ALF-1").Has(200)
		record := "/registros/" + consoletest.ReceiptSlug + "/" + s.All("/armazenamento/recebimento")[0].ID.String()
		ana.Post("/safras/ALF-1/compartilhar", "organizacao", "BETA", "nivel", "leitura").Has(200, "compartilhada")
		const read, write = "Compartilhada por Alfa · só leitura", "Compartilhada por Alfa · leitura e escrita"
		bia.Get("/safras/ALF-1").Has(200, read, "Desde ").Lacks("+ Registrar", "/novo", "Ana Reis", "Compartilhar<")
		bia.Get("/safras").Has(200, read)
		bia.Get(record).Has(200).Lacks("/editar", "/excluir", "/novo?safra", "multipart/form-data")
		bia.Get("/safras/ALF-1/validar").Lacks(`name="status"`)
		bia.Get("/safras/ALF-1/perfil").Has(200, "Você não pode editar")
		ana.Get("/safras/ALF-1").Has(200).Lacks("Compartilhada por")
		ana.Get("/safras").Has(200).Lacks("Compartilhada por")
		s.StopClock()
		ana.Post("/safras/ALF-1/compartilhar", "organizacao", "Beta", "nivel", "escrita").Has(200, "compartilhada")
		s.Clock.Add(5 * time.Second)
		bia.Get("/safras/ALF-1").Has(200, write, "Registrar")
		bia.Get("/safras").Has(200, write)
		sharing(s, "ALF-1", "Beta", reach.Read) // by the server's administrator
		s.Clock.Add(5 * time.Second)
		bia.Get("/safras/ALF-1").Has(200, "De Alfa, compartilhada por quem administra o servidor · só leitura")
	})
}

// A harvest that a key of no organisation began gets an owner on its page, who then signs for it in public.
func TestGiveAnOwner(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		twoOn(s)
		root := s.As(s.Root)
		s.Create("/armazenamento/recebimento", "OLD-1", `{"loteOrigem":"L-1"}`)
		ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
		boss, _ := s.Person("Ada Luz", "ada@alfa.example", account.Administrator, "Alfa")
		ana.Get("/safras/OLD-1").Has(404)
		const page = "/safras/OLD-1/compartilhar"
		root.Get(page).Has(200, "Definir de quem é a safra", "não é de nenhuma organização")
		root.Post(page, "organizacao", "Gama", "nivel", "dona").Has(422, "role=\"alert\"", `value="Gama"`)
		root.Post(page, "organizacao", "ALFA", "nivel", "dona").Has(200, "agora é desta organização", "Passar a safra a outra organização", "é dona")
		s.StopClock()
		s.Clock.Add(5 * time.Second)
		ana.Get("/safras/OLD-1").Has(200, "L-1", "As dez fases").Lacks("Compartilhada por")
		for _, b := range []*consoletest.Browser{ana, boss} {
			b.Get(page).Has(200).Lacks("Passar a safra a outra organização")
			b.Post(page, "organizacao", "Beta", "nivel", "dona").Has(403)
		}
		v, err := s.Service.Create(s.T.Context(), owning(s, "Alfa"), kind.ByPrefix(kind.Validation), trace.Envelope{HarvestID: "OLD-1", HarvestCode: "2025/26", Payload: []byte(`{"status":"REPROVADO"}`)}, nil)
		if err != nil {
			s.T.Fatal(err)
		}
		named, err := s.Service.PublicIdentity(s.T.Context(), v.Record.ValidationCode)
		if err != nil || named.By == nil || named.By.Name != "Alfa" {
			s.T.Errorf("%+v, %v", named, err)
		}
		s.Integrate()
		root.Get("/trilha").Has(200, "dona da safra definida", "OLD-1, de Alfa")
		root.Post(page, "organizacao", "Beta", "nivel", "dona").Has(200, "agora é desta organização")
		s.Clock.Add(5 * time.Second)
		ana.Get("/safras/OLD-1").Has(404)
	})
}

// owning returns a key of an organisation.
func owning(s *consoletest.Site, organization string) *trace.Key {
	made := s.Key(access.Request{Name: "balança", Organization: organization, Scopes: []trace.Scope{trace.Read, trace.Write}})
	signed, err := s.Service.Authenticate(made.AccessKey, made.SecretKey)
	if err != nil {
		s.T.Fatal(err)
	}
	return signed
}

// Refused pages name people who can do it, whoever invited the reader, and nobody else.
func TestWhomToAskNamesThoseWhoCan(t *testing.T) {
	s := twoOrganisations(t)
	s.Person("Gil Paz", "gil@beta.example", "GERENTE", "Beta")
	clerk, _ := s.Person("Caio Lima", "caio@beta.example", "BALANCA", "Beta")
	auditor, _ := s.Person("Davi Luz", "davi@beta.example", "AUDITOR", "Beta")
	clerk.Get("/chaves").Has(403, "peça a quem administra este servidor")
	clerk.Get("/pessoas").Has(403, "peça a Gil Paz (Beta)")
	auditor.Get("/notas").Has(403, "peça a Gil Paz ou Caio Lima (Beta)")
	clerk.Get("/pessoas?lang=en").Has(403, "ask Gil Paz (Beta)")
	clerk.Get("/pessoas?lang=pt")
	_, bia := s.Person("Bia Sol", "bia@beta.example", account.Administrator, "Beta")
	clerk.Get("/chaves").Has(403, "peça a Bia Sol (Beta)").Lacks("Gil Paz")
	for _, name := range []string{"Ada", "Ivo", "Zeca"} {
		s.Person(name+" Reis", strings.ToLower(name)+"@beta.example", account.Administrator, "Beta")
	}
	clerk.Get("/chaves").Has(403, "peça a Ada Reis, Bia Sol ou Ivo Reis (Beta)").Lacks("Zeca")
	if _, err := s.Service.People.SetActive(t.Context(), &s.Root.Key, bia.ID.String(), false); err != nil {
		t.Fatal(err)
	}
	clerk.Get("/chaves").Has(403, "peça a Ada Reis, Ivo Reis ou Zeca Reis (Beta)")
	other, _ := s.Person("Rute Sá", "rute@alfa.example", "BALANCA", "Alfa")
	other.Get("/chaves").Has(403, "peça a quem administra este servidor").Lacks("Reis")
}

// Somebody who was deactivated is told so when signing in, with the right password only.
func TestDeactivatedIsTold(t *testing.T) {
	s := twoOrganisations(t)
	_, caio := s.Person("Caio Lima", "caio@beta.example", "BALANCA", "Beta")
	if _, err := s.Service.People.SetActive(t.Context(), &s.Root.Key, caio.ID.String(), false); err != nil {
		t.Fatal(err)
	}
	const told = "sua conta foi desativada"
	wrong := s.Visitor().SignIn("caio@beta.example", "uma senha qualquer").Has(401).Lacks(told)
	s.Visitor().SignIn("ninguem@beta.example", consoletest.Password).Has(wrong.Status).Lacks(told)
	s.Visitor().SignIn("caio@beta.example", consoletest.Password).Has(wrong.Status, told)
}

// An organisation's administrator sees the legal name and the CNPJ, which only the server's
// administrator changes.
func TestOrganisationOfItsAdministrator(t *testing.T) {
	s := twoOrganisations(t)
	legal, cnpj, name := "Cooperativa Gama Ltda.", "11.222.333/0001-81", "Gama"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name, LegalName: &legal, CNPJ: &cnpj}, nil); err != nil {
		t.Fatal(err)
	}
	chief, _ := s.Person("Gil Reis", "gil@gama.example", account.Administrator, "Gama")
	chief.Get("/organizacoes").Has(200, legal, cnpj).Lacks(`name="cnpj"`)
}
