package console

import (
	"fmt"
	"regexp"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

func (s *site) integrate() {
	s.t.Helper()
	for {
		more, err := s.service.Integrate(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if !more {
			return
		}
	}
}

func TestTrail(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for i := range 60 {
		s.create("/armazenamento/recebimento", fmt.Sprint("S-", i%2), `{}`)
	}
	clerk := s.key(trace.KeyRequest{Nome: "Balcão", Escopos: []trace.Scope{trace.Read}, Safras: []string{"S-1"}})
	b.get("/trilha").has(200, "a caminho do log", "Nada foi escrito")
	s.integrate()
	row := regexp.MustCompile(`<tr><td class="when">`)
	count := func(path string, want int) seen {
		t.Helper()
		got := b.get(path).has(200)
		if n := len(row.FindAllString(got.body, -1)); n != want {
			t.Errorf("%s shows %d entries, want %d", path, n, want)
		}
		return got
	}
	first := count("/trilha", 50).has(200, "chave criada", "Balcão", "root", "/console/registros/armazenamento.recebimento/", "console/safras/S-1", "Mais antigas")
	next := regexp.MustCompile(`href="(\?antes=\d+)"`).FindStringSubmatch(first.body)[1]
	count("/trilha"+next, 13).has(200, "fases gravadas", "Mais novas").lacks("Mais antigas")
	count("/trilha?safra=S-1", 30).lacks("console/safras/S-0")
	count("/trilha?de=2999-01-01", 0).has(200, "Nada foi escrito")
	count("/trilha?ate=2000-01-01", 0)
	count("/trilha?ate=2999-01-01&safra=S-0", 30)
	for _, path := range []string{"/trilha?de=ontem", "/trilha?ate=31/12/2026", "/trilha?antes=x", "/trilha?antes=-1"} {
		b.get(path).has(400)
	}
	b.get("/trilha?safra=S-1", "HX-Request", "true").has(200, `id="entries"`).lacks("<html")
	s.as(clerk).get("/trilha").has(200, "S-1").lacks("S-0", "chave criada")
	s.as(clerk).get("/trilha?safra=S-0").has(403)
}

func TestLog(t *testing.T) {
	s := newSite(t)
	s.create("/armazenamento/recebimento", "S", `{}`)
	b := s.as(s.root)
	b.get("/log").has(200, "a caminho do log", "0 escritas")
	s.integrate()
	b.get("/log").has(200, "tudo o que foi escrito está no log", "3 escritas", "console.example/log", "rastro verify", "/log/checkpoint", "Últimos checkpoints")
	s.as(s.key(trace.KeyRequest{Escopos: []trace.Scope{trace.Write}})).get("/log").has(200)
}

func TestNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.000", 1234567: "1.234.567"} {
		if got := countText(n, lang.PT); got != want {
			t.Errorf("countText(%d) = %q, want %q", n, got, want)
		}
	}
	if got := countText(1234, lang.EN); got != "1,234" {
		t.Error(got)
	}
}
