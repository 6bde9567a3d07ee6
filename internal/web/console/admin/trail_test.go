package admin_test

import (
	"fmt"
	"regexp"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/vital"
	"rastro/internal/web/console"
	"rastro/internal/web/console/admin"
	"rastro/internal/web/console/consoletest"
)

func TestTrail(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for i := range 60 {
		s.Create("/armazenamento/recebimento", fmt.Sprint("S-", i%2), `{}`)
	}
	clerk := s.Key(access.Request{Name: "Balcão", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1"}})
	b.Get("/trilha").Has(200, "a caminho do log", "Nada foi escrito")
	s.Integrate()
	row := regexp.MustCompile(`<tr><td class="when"`)
	count := func(path string, want int) consoletest.Seen {
		t.Helper()
		got := b.Get(path).Has(200)
		if n := len(row.FindAllString(got.Body, -1)); n != want {
			t.Errorf("%s shows %d entries, want %d", path, n, want)
		}
		return got
	}
	first := count("/trilha", 50).Has(200, "chave criada", "Balcão", "root", "/console/registros/armazenamento.recebimento/", "console/safras/S-1", "Mais antigas")
	next := regexp.MustCompile(`href="(\?antes=\d+)"`).FindStringSubmatch(first.Body)[1]
	count("/trilha"+next, 13).Has(200, "catálogo de fases gravado", "32 culturas, 608 fases ao todo", "Mais novas").Lacks("Mais antigas")
	count("/trilha?safra=S-1", 30).Lacks("console/safras/S-0")
	count("/trilha?de=2999-01-01", 0).Has(200, "Nada foi escrito")
	count("/trilha?ate=2000-01-01", 0)
	count("/trilha?ate=2999-01-01&safra=S-0", 30)
	for _, path := range []string{"/trilha?de=ontem", "/trilha?ate=31/12/2026", "/trilha?antes=x", "/trilha?antes=-1"} {
		b.Get(path).Has(400)
	}
	b.Get("/trilha?safra=S-1", "HX-Request", "true").Has(200, `id="entries"`).Lacks("<html")
	s.As(clerk).Get("/trilha").Has(200, "S-1").Lacks("S-0", "chave criada")
	s.As(clerk).Get("/trilha?safra=S-0").Has(403)
}

// An import is named by what it wrote, of which only what the reader reaches is shown.
func TestTrailNamesImports(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	written := b.Decide(b.Upload(consoletest.Inputs, "maria.csv", []byte("safraId;dose\nS-1;7 L/ha\nS-2;8 L/ha\n")), "validas")
	s.Integrate()
	const wrote = "2 registros: Aplicação de insumo · safras S-1, S-2"
	b.Get("/trilha").Has(200, ">Importação<", wrote).Lacks("maria.csv")
	b.Get("/trilha?lang=en").Has(200, ">Import<", "2 records: ", "harvests S-1, S-2")
	b.Get("/trilha?lang=pt")
	b.Post(regexp.MustCompile(`console(/importar/feitas/[^"]+/desfazer)"`).FindStringSubmatch(written.Body)[1]).Has(200)
	s.Integrate()
	b.Get("/trilha").Has(200, "Importação desfeita", wrote)
}

func TestLog(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/armazenamento/recebimento", "S", `{}`)
	b := s.As(s.Root)
	b.Get("/log").Has(200, "a caminho do log", "0 entradas")
	s.Integrate()
	b.Get("/log").Has(200, "tudo o que foi escrito está no log", "3 entradas", "console.example/log", "rastro verify", "/log/checkpoint", "Últimos checkpoints")
	s.As(s.Key(access.Request{Scopes: []trace.Scope{trace.Write}})).Get("/log").Has(200)
}

func TestVitals(t *testing.T) {
	s := consoletest.NewSiteWith(t, console.Options{Figures: []vital.Figure{
		{Name: "x_bytes", Unit: vital.Bytes, Title: lang.Text{PT: "Disco"}, Value: func() float64 { return 1.5 * (1 << 30) }},
		{Name: "x_ready", Unit: vital.Answer, Title: lang.Text{PT: "Pronto"}, Value: func() float64 { return 1 }},
		{Name: "x_seconds", Unit: vital.Instant, Title: lang.Text{PT: "Cópia"}, Value: func() float64 { return 0 }},
		{Name: "x_lag", Unit: vital.Span, Title: lang.Text{PT: "Atraso"}, Value: func() float64 { return 0.25 }},
		{Name: "x_none", Unit: vital.Bytes, Title: lang.Text{PT: "Outro"}, Value: func() float64 { return -1 }},
		{Name: "x_total", Title: lang.Text{PT: "Total"}, Value: func() float64 { return 12345 }},
		{Name: "x_hidden", Value: func() float64 { return 77 }},
	}})
	b := s.As(s.Root)
	b.Get("/servidor").Has(200, "Disco", "1,5 GiB", "sim", "nunca", "0,2 s", "não informa", "12.345").Lacks("x_hidden")
	b.Get("/servidor?detalhes=1").Has(200, "x_total").Lacks("x_hidden")
	b.Get("/servidor?detalhes=0").Has(200).Lacks("x_total")
	b.Get("/").Has(200, "/console/servidor")
	limited := s.As(s.Key(access.Request{Scopes: []trace.Scope{trace.Admin, trace.Read}, Harvests: []string{"S-1"}}))
	limited.Get("/servidor").Has(403).Lacks("Disco")
	limited.Get("/").Has(200).Lacks("/console/servidor")
	s.As(s.Key(access.Request{Scopes: []trace.Scope{trace.Read}})).Get("/servidor").Has(403).Lacks("Disco")
}

// Every kind of entry has its own words.
func TestTrailWords(t *testing.T) {
	for _, k := range kind.Changes {
		if admin.NoteTexts[k] == nil {
			t.Errorf("%s has no row", k.Name)
		}
	}
	for _, what := range account.WhatChanges {
		if text := admin.TrailTexts["change"+what]; text == (lang.Text{}) {
			t.Errorf("the change %s of an account has no words", what)
		}
	}
}
