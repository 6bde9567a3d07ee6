package console_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"rastro/internal/admit"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
)

const form1 = "/registros/cadastroPlanejamento.planoCultivo/novo"

// A stranger's form costs as much as can be carried, not as much as is sent, and the page says what
// to do about the rest.
func TestAttackStrangersForm(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.Visitor()
	for name, sent := range map[string]string{
		"8 MiB of one sign": strings.Repeat("<", 8<<20-100), "over the page's limit": strings.Repeat("x", 9<<20), "a little too long": strings.Repeat("<", console.MaxCarried+1),
	} {
		got := b.Post(form1, "d.fazenda", sent).Has(401, "longo demais", `target="_blank"`, "atualize esta página", `href="../../../console/entrar"`)
		if len(got.Body) > 16<<10 || strings.Contains(got.Body, "secretKey") {
			t.Errorf("%s: the page has %d bytes", name, len(got.Body))
		}
	}
	b.Header.Set("HX-Request", "true")
	b.Post("/registros/cadastroPlanejamento.planoCultivo/conferir", "d.fazenda", strings.Repeat("<", console.MaxCarried+1)).Has(401, "Antes de gravar", `target="_blank"`).Lacks("<html")
	b.Header.Del("HX-Request")

	fits := strings.Repeat("<", console.MaxCarried-100)
	if got := b.Post(form1, "d.fazenda", fits).Has(401, "A sessão terminou", "campo.d.fazenda", "secretKey"); len(got.Body) > 6*console.MaxCarried {
		t.Errorf("%d bytes", len(got.Body))
	}
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", s.Root.SecretKey, "volta", form1, "campo.d.fazenda", fits).Has(200, "Envie agora")
	b.Post("/entrar", "campo.d.fazenda", strings.Repeat("é", 8*console.MaxCarried)).Has(413)
	b.Post(form1, "safraId", "S-9", "uma", "4h9UvUxmuAPS8TgG__m3wdHI", "d.insumos", "adubo", "d.nomeFazenda", strings.Repeat("<", console.MaxCarried+1)).Has(200) // signed in: no shorter limit
	if got := s.Memory.Usage(); got.Held != 0 {
		t.Errorf("left: %+v", got)
	}
}

// A page that answers a form which only the browser has lets a reload send it again:
// htmx would make the reload a GET, and so would a link to another language.
func TestConsoleReloadKeepsALongForm(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.Visitor()
	loses := []string{"htmx", "console.js", "?lang="}
	b.Get("/entrar").Has(200, "htmx", "?lang=en")
	b.Post(form1, "d.fazenda", strings.Repeat("x", console.MaxCarried+1)).Has(401, "atualize esta página").Lacks(loses...)
	b.Post(form1, "d.fazenda", "x").Has(401, "campo.d.fazenda").Lacks(loses...)
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", "wrong", "campo.d.fazenda", "x").Has(401, "campo.d.fazenda").Lacks(loses...)
	b.Post("/entrar", "accessKey", s.Root.AccessKey, "secretKey", s.Root.SecretKey, "volta", form1, "campo.d.fazenda", "x").Has(200, "Envie agora").Lacks(loses...)
}

// While the memory is taken, small pages are served, and large forms have to be sent again later.
func TestConsoleSharesTheMemory(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	release := consoletest.TakeAll(t, s.Memory)
	large := strings.Repeat("<", 100<<10)
	form := []string{"safraId", "S-9", "uma", "4h9UvUxmuAPS8TgG__m3wdHI", "d.insumos", "adubo", "d.observacao", large}
	b.Get("").Has(200)
	b.Get("/registros").Has(200)
	if got := b.Post(form1, form...).Has(503, "ocupado com outras requisições", "nada foi gravado"); got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	b.Get("/lotes/X").Has(503, "ocupado com outras requisições")
	release()
	b.Post(form1, form...).Has(200)
	b.Get("/lotes/X").Has(404)
}

// A page that waits for memory and is made again counts as one request of its key.
func TestAPageThatWaitsCountsOnce(t *testing.T) {
	s := consoletest.NewLimitedSite(t, keygate.Limits{PerKey: 0.01})
	s.Memory = admit.New(128<<20, admit.Patience)
	for range 4 {
		s.Create("/cadastroPlanejamento/planoCultivo", "S", `{"observacao":"`+strings.Repeat("x", 100<<10)+`"}`)
	}
	b := s.As(s.Root)
	s.Clock.Add(100 * time.Second) // until the key may make one more request
	release := consoletest.TakeAll(t, s.Memory)
	done := make(chan consoletest.Seen)
	go func() { done <- b.Get("/registros/cadastroPlanejamento.planoCultivo") }()
	for s.Memory.Usage().Waiting == 0 {
		select {
		case early := <-done:
			early.Has(200)
			t.Fatal("the page did not wait for memory")
		default:
			runtime.Gosched()
		}
	}
	release()
	(<-done).Has(200, "planoCultivo")
	b.Get("").Has(429)
}
