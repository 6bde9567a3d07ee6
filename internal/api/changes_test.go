package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/outside"
	"rastro/internal/testkit/stores"
)

// spread adds what was written to the log, and wakes those who wait for it.
func (c client) spread() {
	c.t.Helper()
	stores.Integrate(c.t, c.service)
	if err := c.service.Changes.Look(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

type changesPage struct {
	Content []struct {
		ID, Type string
		Data     map[string]any
	}
	Next         int64
	TamanhoDoLog int64
	Checkpoint   string
}

func (c client) changes(query string) (p changesPage) {
	c.t.Helper()
	a := c.get("/mudancas" + query)
	if a.status != 200 {
		c.t.Fatalf("%s: %d %s", query, a.status, a.body)
	}
	if err := json.Unmarshal(a.Data, &p); err != nil {
		c.t.Fatal(err)
	}
	if want := fmt.Sprintf("desde=%d", p.Next); !strings.Contains(a.header.Get("Link"), want) {
		c.t.Errorf("%s: Link %s, want %s", query, a.header.Get("Link"), want)
	}
	return p
}

const aPlan = `{"safraId":"S-1","dados":{"cultivar":"NS 7901"}}`

func TestChanges(t *testing.T) {
	c := start(t)
	c.spread()
	from := c.changes("?desde=agora").Next
	c.post(kind.Plan, aPlan)
	c.post(kind.Receiving, `{"safraId":"S-2","dados":{"loteOrigem":"MT25-S-001"}}`)
	c.spread()
	p := c.changes(fmt.Sprintf("?desde=%d&tipo=rastro.registro.criado", from))
	if len(p.Content) != 2 || p.Next != from+2 || p.TamanhoDoLog != from+2 || p.Checkpoint == "" {
		t.Errorf("%+v", p)
	}
	for query, want := range map[string]int{
		"safraId=S-2": 1, "lote=lote+mt25-s-001": 1, "prefixo=/armazenamento/recebimento": 1, "fase=01": 1, "tamanho=1": 1, "conteudo=completo": 2, "desde=2000-01-01T00:00:00Z": 2, "desde=0": 2, "safraId=S-3": 0,
	} {
		if got := c.changes("?tipo=rastro.registro.criado,rastro.registro.alterado&" + query); len(got.Content) != want {
			t.Errorf("%s: %d events, want %d", query, len(got.Content), want)
		}
	}
	lines := c.get("/mudancas?formato=ndjson&tipo=rastro.registro.criado")
	all := strings.Split(strings.TrimSuffix(string(lines.body), "\n"), "\n")
	if lines.header.Get("Content-Type") != "application/x-ndjson" || len(all) != 3 || !strings.HasPrefix(all[2], `{"next":`) {
		t.Errorf("%s", lines.body)
	}
	for query, want := range map[string]struct {
		status int
		code   string
	}{
		"desde=-1": {400, "CURSOR_INVALIDO"}, "desde=amanh%C3%A3": {400, "CURSOR_INVALIDO"}, "desde=1e3": {400, "CURSOR_INVALIDO"}, "desde=99999999999999999999": {400, "CURSOR_INVALIDO"},
		"desde=1000": {409, "LOG_MENOR_QUE_O_CURSOR"}, "tamanho=0": {400, "PARAMETRO_INVALIDO"}, "tamanho=1001": {400, "PARAMETRO_INVALIDO"}, "tipo=rastro.registro.inventado": {400, "PARAMETRO_INVALIDO"},
		"tipo=rastro.lacuna": {400, "PARAMETRO_INVALIDO"}, "espera=61": {400, "PARAMETRO_INVALIDO"}, "formato=xml": {400, "FORMATO_NAO_SUPORTADO"}, "prefixo=/nada": {400, "PARAMETRO_INVALIDO"}, "fase=99": {400, "PARAMETRO_INVALIDO"},
		"conteudo=tudo": {400, "PARAMETRO_INVALIDO"}, "lacunas=talvez": {400, "PARAMETRO_INVALIDO"}, "since=3": {400, "PARAMETRO_DESCONHECIDO"}, "desde=2990-01-01T00:00:00Z": {400, "INSTANTE_FUTURO"},
	} {
		if got := c.get("/mudancas?" + query); got.Code != want.status || got.Error != want.code {
			t.Errorf("%s: %d %s, want %v", query, got.Code, got.Error, want)
		}
	}
}

// A waiting call is answered as soon as there is an event.
func TestChangesLongPoll(t *testing.T) {
	c := start(t)
	c.spread()
	from := c.changes("?desde=agora").Next
	got := make(chan changesPage)
	go func() { got <- c.changes(fmt.Sprintf("?desde=%d&espera=60", from)) }()
	for c.service.Changes.Waiting() == 0 {
		c.spread()
	}
	c.post(kind.Plan, aPlan)
	c.spread()
	if p := <-got; p.Next != from+1 {
		t.Errorf("%+v", p)
	}
}

// live opens a stream and returns a reader of its blocks.
func (c client) live(query string, headers ...string) (next func() string, hangUp func()) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), "GET", c.http.URL+"/mudancas/ao-vivo"+query, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("X-API-ACCESS-KEY", c.access)
	request.Header.Set("X-API-SECRET-KEY", c.secret)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Set(name, value)
	}
	response, err := c.http.Client().Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/event-stream" || response.Header.Get("Cache-Control") != "no-store" || response.Header.Get("X-Accel-Buffering") != "no" {
		c.t.Fatalf("%s: %d %v", query, response.StatusCode, response.Header)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return func() string {
		var block []string
		for lines.Scan() {
			if lines.Text() == "" {
				return strings.Join(block, "\n")
			}
			block = append(block, lines.Text())
		}
		return ""
	}, func() { response.Body.Close() }
}

func TestLiveChanges(t *testing.T) {
	c := start(t)
	c.spread()
	from := c.changes("?desde=agora").Next
	next, hangUp := c.live("?tipo=rastro.registro.criado")
	if got := next(); got != "retry: 3000" {
		t.Errorf("first %q", got)
	}
	c.post(kind.Plan, aPlan)
	c.spread()
	if got, want := next(), fmt.Sprintf("id: %d\nevent: rastro.registro.criado\ndata: {", from); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	hangUp()
	c.post(kind.Plan, aPlan)
	c.spread()
	next, _ = c.live("?conteudo=completo", fmt.Sprintf("Last-Event-ID: %d", from))
	next()
	if got, want := next(), fmt.Sprintf("id: %d\nevent: rastro.registro.criado\ndata: {", from+1); !strings.HasPrefix(got, want) || !strings.Contains(got, "NS 7901") {
		t.Errorf("%q, want %q", got, want)
	}
	c.service.Changes.Close()
	for got := ""; !strings.HasPrefix(got, "event: fim"); {
		if got = next(); got == "" {
			t.Fatal("the stream ended without a word")
		}
	}
	for query, want := range map[string]int{"?desde=1000": 409, "?desde=x": 400, "?espera=3": 400} {
		if got := c.get("/mudancas/ao-vivo" + query); got.Code != want {
			t.Errorf("%s: %d, want %d", query, got.Code, want)
		}
	}
	if got := c.get("/mudancas/ao-vivo", "Last-Event-ID: x"); got.Error != "CURSOR_INVALIDO" {
		t.Errorf("%s", got.body)
	}
	if got := c.do("HEAD", "/mudancas/ao-vivo", ""); got.status != 200 {
		t.Errorf("HEAD: %d", got.status)
	}
}

// A third-party reader, npm's eventsource, follows the stream.
func TestEventSourceFollows(t *testing.T) {
	t.Parallel()
	c := start(t)
	listener := outside.StartListener(t, c.http.URL+"/mudancas/ao-vivo", map[string]string{"X-API-ACCESS-KEY": c.access, "X-API-SECRET-KEY": c.secret}, "rastro.registro.criado")
	c.spread()
	c.post(kind.Plan, aPlan)
	c.spread()
	if got := listener.Next(t); got.ID != strconv.FormatInt(got.Position, 10) || got.Type != "rastro.registro.criado" {
		t.Errorf("%+v", got)
	}
}
