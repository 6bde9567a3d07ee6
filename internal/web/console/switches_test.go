package console_test

import (
	"net/http/cookiejar"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

// Content for developers is hidden until somebody turns it on, and then shown on every page.
func TestDeveloperSwitch(t *testing.T) {
	s := consoletest.NewSite(t)
	r := s.Create(kind.Receiving, "S-1", `{"veiculo":"sem placa","umidade":"200 %"}`)
	record := "/registros/armazenamento.recebimento/" + r.ID.String()
	b, session := s.Visitor(), s.As(s.Root).Cookie()
	var err error
	if b.Client.Jar, err = cookiejar.New(nil); err != nil {
		t.Fatal(err)
	}
	b.Plant(session)
	calls := "O mesmo pela API"
	b.Get("/lotes").Lacks(calls).Has(200, `href="?detalhes=1"`)
	b.Get(record).Lacks("<code>"+r.ID.String(), "Baixar JSON", calls)
	b.Get("/safras/S-1/conferencia").Lacks(`class="rule"`)
	b.Get("/lotes?busca=x&detalhes=1").Has(200, calls, `href="?busca=x&amp;detalhes=0"`)
	b.Get("/lotes").Has(200, calls)
	b.Get(record).Has(200, "<code>"+r.ID.String(), calls)
	b.Get("/safras/S-1/conferencia").Has(200, `class="rule"`)
	b.Get("/lotes?detalhes=0").Lacks(calls)
	b.Get("/lotes?detalhes=sim").Lacks(calls)
	b.Get("/lotes").Lacks(calls)
}

func TestShortcutSwitch(t *testing.T) {
	b := consoletest.NewSite(t)
	as := b.As(b.Root)
	as.Get("").Has(200, `data-go="s"`, `id="atalhos"`, "<kbd>?</kbd>")
	as.Get("?atalhos=0").Lacks(`data-go`, `id="atalhos"`).Has(200, "Ligar os atalhos")
	as.Get("/safras").Lacks(`data-go`)
	as.Get("?atalhos=1").Has(200, `data-go="s"`)
}

func TestShortcutsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, letter := range console.NavLetters() {
		if seen[letter] || len(letter) != 1 || strings.ToLower(letter) != letter {
			t.Errorf("the letter %q of the menu is wrong, or there twice", letter)
		}
		seen[letter] = true
	}
}
