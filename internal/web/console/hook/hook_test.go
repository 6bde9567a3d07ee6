package hook_test

import (
	"testing"

	"rastro/internal/web/console/consoletest"
)

// A webhook is made on the page, which shows its secret once; it is disabled and activated again.
func TestWebhooks(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Get("/webhooks").Has(200, "Ainda não há nenhum")
	once := b.Get("/webhooks").Hidden("uma")
	b.Post("/webhooks", "uma", once, "url", "https://10.0.0.1/", "chave", b.Root.AccessKey).Has(422, "rede interna")
	b.Post("/webhooks", "uma", once, "url", "https://erp.example.com/in", "descricao", "ERP", "chave", b.Root.AccessKey, "tipos", "rastro.registro.criado").Has(201, "whsec_", "não será mostrado de novo")
	page := b.Get("/webhooks").Has(200, "https://erp.example.com/in", "ERP", "registro criado", "ativo").Lacks("whsec_")
	all, err := b.Service.Hooks.Hooks(t.Context(), &b.Root.Key)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err, page)
	}
	path := "/webhooks/" + all[0].ID.String() + "/ativar"
	b.Post(path, "ativo", "nao").Has(200)
	b.Get("/webhooks").Has(200, "desativado: alguém o desativou")
	b.Post(path, "ativo", "sim").Has(200)
	b.Get("/webhooks").Has(200).Lacks("desativado: ")
}
