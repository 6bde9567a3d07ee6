package console_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/web/console/consoletest"
)

var offered = regexp.MustCompile(`(?s)<nav class="actions" aria-label="Por onde começar">(.*?)</nav>`)

// offersOn returns the buttons that a page begins with.
func offersOn(page consoletest.Seen) string {
	page.T.Helper()
	found := offered.FindStringSubmatch(page.Body)
	if found == nil {
		return ""
	}
	var texts []string
	for _, m := range regexp.MustCompile(`>([^<]+)</a>`).FindAllStringSubmatch(found[1], -1) {
		texts = append(texts, html.UnescapeString(m[1]))
	}
	return strings.Join(texts, ", ")
}

// The first page begins with what somebody's rights let them do, also in a store without harvests,
// where there is nothing to validate or to look at.
func TestFirstPageOffersWhatRightsAllow(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	name := "Coopervale"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
		t.Fatal(err)
	}
	by := s.Root.Key
	by.Organization = name
	portaria, err := s.Service.People.SaveRole(t.Context(), &by, "", account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura", "escrita"}, Phases: []string{"05"}, Rights: []string{"convidar"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct{ role, empty, full string }{
		{"BALANCA", "Novo recebimento, Nova carga, Importar uma planilha, Importar notas fiscais", ""},
		{"CLASSIFICADOR", "Novo recebimento, Novo beneficiamento, Novo processamento", ""},
		{"CAMPO", "Nova colheita, Nova aplicação, Novo plantio, Novo plano de cultivo", ""},
		{"DOCUMENTACAO", "Nova carga, Novo transporte de exportação, Nova documentação aduaneira, Novo plano de cultivo, Importar uma planilha, Importar notas fiscais", ""},
		{"GERENTE", "Novo registro, Importar uma planilha, Importar notas fiscais, Pessoas da organização", "Novo registro, Safras que já podem ser validadas, Importar uma planilha, Importar notas fiscais, Pessoas da organização"},
		{"AUDITOR", "", "Quem fez o quê, Recalls"},
		{portaria.ID, "Nova carga, Pessoas da organização", ""},
	}
	people := make([]*consoletest.Browser, len(rows))
	for i, row := range rows {
		people[i], _ = s.Person("Pessoa "+row.role, strings.ToLower(row.role)+"@x.example", row.role, name)
		if got := offersOn(people[i].Get("").Has(200, "Boas-vindas")); got != row.empty {
			t.Errorf("%s is offered %q at first, want %q", row.role, got, row.empty)
		}
	}
	s.Create(kind.Plan, "S-1", `{}`)
	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "S-1", name, reach.Owner); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		want := row.full
		if want == "" {
			want = row.empty
		}
		if got := offersOn(people[i].Get("").Has(200, "Pronto para exportar?")); got != want {
			t.Errorf("%s is offered %q, want %q", row.role, got, want)
		}
	}
	people[5].Get("").Has(200, "O que conferir", "para ver a conferência").Lacks("O que precisa ser feito", "para resolver")
	people[0].Get("").Has(200, "para resolver").Lacks("O que conferir")
}
