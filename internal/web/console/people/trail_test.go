package people_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/web/console/consoletest"
)

// The trail shows who signed in and whose account changed to those who manage these people, and
// with whom a harvest was shared to the two organisations.
func TestAttackTrailOfOtherPeople(t *testing.T) {
	s := consoletest.NewSite(t)
	for _, name := range []string{"Alfa", "Beta", "Gama", "Omega"} {
		if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	alfa, _ := s.Person("Ada Reis", "ada@alfa.example", account.Administrator, "Alfa")
	ana, gone := s.Person("Ana Luz", "ana@alfa.example", "GERENTE", "Alfa")
	beta, _ := s.Person("Bia Sol", "bia@beta.example", account.Administrator, "Beta")
	gama, _ := s.Person("Gil Paz", "gil@gama.example", account.Administrator, "Gama")
	outside, _ := s.Person("Olga Mar", "olga@omega.example", "AUDITOR", "Omega")
	chief, _ := s.Person("Olavo Rio", "olavo@omega.example", account.Administrator, "Omega")
	wrote(ana, "A-1", "LA-1").Has(200, "Registro gravado")
	alfa.Post("/papeis/novo", "nome", "Portaria", "escopos", "leitura").Has(200, "Portaria")
	for _, name := range []string{"Beta", "Gama"} {
		if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "A-1", name, reach.Read); err != nil {
			t.Fatal(err)
		}
	}
	s.Integrate()
	const share = "safra compartilhada"
	alfa.Get("/trilha").Has(200, "entrada no console", "com link", "pessoa convidada", "Ana Luz (Alfa)", "papel criado", "Portaria (Alfa)", "A-1, com Beta: leitura", "A-1, com Gama: leitura").
		Lacks("Bia Sol", "Gil Paz", "Olga Mar", "relatório de recall")
	beta.Get("/trilha").Has(200, "Bia Sol (Beta)", "A-1, com Beta: leitura").Lacks("Ada Reis", "Gama", "Portaria", "Gil Paz", "Olga Mar")
	gama.Get("/trilha").Has(200, "A-1, com Gama: leitura").Lacks("com Beta", "Ada Reis")
	const part = "Aqui aparecem só as que você pode ver"
	ana.Get("/trilha").Has(200, "Ana Luz (Alfa)", "entrada no console", "A-1, com Beta: leitura", "papel criado", "Ada Reis", part).Lacks("Bia Sol")
	outside.Get("/trilha").Has(200, "Olga Mar (Omega)", "Olavo Rio (Omega)", part).Lacks("Ada Reis", "Bia Sol", "papel criado", share)
	auditor, _ := s.Person("Aldo Gil", "aldo@alfa.example", "AUDITOR", "Alfa")
	auditor.Get("/trilha").Has(200, "Ana Luz (Alfa)", "entrada no console", "A-1, com Beta: leitura", "papel criado", "Ada Reis", part).Lacks("Bia Sol", "Olga Mar")
	scale, _ := s.Person("Beto Cruz", "beto@alfa.example", "DOCUMENTACAO", "Alfa")
	scale.Get("/trilha").Has(200, part).Lacks("papel criado", "Ada Reis", share)
	s.As(s.Root).Get("/trilha").Has(200).Lacks(part)
	chief.Get("/trilha").Has(200, "Olga Mar (Omega)", "Olavo Rio (Omega)").Lacks("Ada Reis", "Bia Sol", "papel criado", share)
	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "A-1", "Gama", reach.None); err != nil {
		t.Fatal(err)
	}
	s.Integrate()
	gama.Get("/trilha").Has(200, "compartilhamento revogado", "A-1, com Gama: sem acesso")
	s.As(s.Root).Get("/trilha").Has(200, "Bia Sol (Beta)", "Olga Mar (Omega)", "Portaria (Alfa)", "com Gama").Lacks("relatório de recall")

	alfa.Post("/pessoas/" + gone.ID.String() + "/link").Has(201)
	s.Integrate()
	alfa.Get("/trilha").Has(200, "link para nova senha gerado")
	ana.Get("/trilha").Has(200, "link para nova senha gerado")
	beta.Get("/trilha").Has(200).Lacks("link para nova senha gerado")
	s.As(s.Root).Get("/trilha").Has(200, "link para nova senha gerado")

	page := alfa.Get("/pessoas/" + gone.ID.String())
	alfa.Post("/pessoas/"+gone.ID.String()+"/expurgar", "motivo", "a pedido", "versao", page.Hidden("versao")).Has(200, "foram expurgados")
	s.Integrate()
	alfa.Get("/trilha").Has(200, "dados de uma pessoa expurgados").Lacks("Ana Luz")
	beta.Get("/trilha").Has(200).Lacks("dados de uma pessoa expurgados")
}

// trailCells are what the rows of the trail say, and about what.
var trailCells = regexp.MustCompile(`(?s)<span class="badge [^"]*">([^<]*)</span></td>\s*<td data-label="Sobre">([^<]*)`)

// told returns the sentences of the trail that name somebody, each with its subject.
func told(seen consoletest.Seen, name string) (all []string) {
	for _, m := range trailCells.FindAllStringSubmatch(seen.Body, -1) {
		if strings.Contains(m[2], name) {
			all = append(all, m[1]+": "+strings.ReplaceAll(m[2], name, "?"))
		}
	}
	return all
}

// The trail says what changed in an account, and says the same in the same words after the person was
// erased.
func TestTrailSaysWhatChangedInAnAccount(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		t := s.T
		for _, name := range []string{"Alfa", "Beta"} {
			if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
				t.Fatal(err)
			}
		}
		root := s.As(s.Root)
		boss, _ := s.Person("Ada Reis", "ada@alfa.example", account.Administrator, "Alfa")
		boss.Post("/papeis/novo", "nome", "Portaria", "escopos", "leitura").Has(200, "Portaria")
		own := regexp.MustCompile(`console/papeis/([0-9a-f-]{36})`).FindStringSubmatch(boss.Get("/papeis").Body)[1]
		_, ana := s.Person("Ana Luz", "ana@alfa.example", "BALANCA", "Alfa")
		at := "/pessoas/" + ana.ID.String()
		change := func(name, login, organization, role, lang string) {
			root.Post(at, "versao", root.Get(at).Hidden("versao"), "nome", name, "login", login, "organizacao", organization, "papel", role, "idioma", lang).Has(200)
		}
		change("Ana Luz", "ana@alfa.example", "Alfa", own, "pt")
		change("Ana Luz", "66 99999-1234", "Alfa", own, "en")
		change("Ana Luz", "66 99999-1234", "Beta", "CAMPO", "en")
		root.Post(at+"/situacao", "ativo", "nao").Has(200)
		root.Post(at+"/situacao", "ativo", "sim").Has(200)
		root.Post(at + "/link").Has(201)
		change("Ana Luz Sol", "66 99999-1234", "Beta", "CAMPO", "en")
		s.Integrate()
		before := told(root.Get("/trilha"), "Ana Luz Sol")
		want := []string{
			"nome alterado: ? (Beta)", "link para nova senha gerado: ? (Beta)", "conta reativada: ? (Beta)", "conta desativada: ? (Beta)",
			"papel alterado, organização alterada: ? (Beta) · de Portaria para Campo · de Alfa para Beta",
			"login alterado, idioma alterado: ? (Alfa)", "papel alterado: ? (Alfa) · de Balança para Portaria", "senha definida: ? (Alfa)", "pessoa convidada: ? (Alfa)",
		}
		if !slices.Equal(before, want) {
			t.Errorf("the trail says\n%s", strings.Join(before, "\n"))
		}
		visible := told(boss.Get("/trilha"), "Ana Luz Sol")

		root.Post(at+"/expurgar", "motivo", "a pedido da pessoa", "versao", root.Get(at).Hidden("versao")).Has(200, "foram expurgados")
		s.Integrate()
		const erased = "dados de uma pessoa expurgados: ? (Beta) · motivo: a pedido da pessoa"
		alias := "pessoa " + lang.Clip(ana.ID.String(), 13)
		page := root.Get("/trilha").Lacks("Ana Luz")
		if after := told(page, alias); !slices.Equal(after, append([]string{erased}, before...)) {
			t.Errorf("after the erasure the trail says\n%s", strings.Join(after, "\n"))
		}
		if still := told(boss.Get("/trilha"), alias); !slices.Equal(still, visible) {
			t.Errorf("the old organisation sees\n%s\nafter the erasure, and before it\n%s", strings.Join(still, "\n"), strings.Join(visible, "\n"))
		}
	})
}
