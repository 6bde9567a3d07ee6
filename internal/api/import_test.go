package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

const (
	receivingAll = receiving + "/all"
	ndjson       = "Content-Type: application/x-ndjson"
)

// importAnswer is the answer to an import.
type importAnswer struct {
	Resultados                            []row
	Total, Criados, Existentes, Recusados int
	Simulado                              bool
}

type row struct {
	Linha           int
	Situacao, ID    string
	Versao          int
	Avisos          []findingAnswer
	Error, Mensagem string
	Erros           []problem
}

func (a answer) imported() importAnswer {
	a.t.Helper()
	return decode[importAnswer](a.t, a.request, a.Data)
}

func (i importAnswer) situations() string {
	var b strings.Builder
	for _, l := range i.Resultados {
		b.WriteByte(l.Situacao[0])
	}
	return b.String()
}

// rows are n good rows of receipts.
func rows(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"safraId":"S-1","dados":{"volume":"%d kg"}}`, i+1)
	}
	return list
}

func lines(list []string) string { return strings.Join(list, "\n") + "\n" }

func array(list []string) string { return "[" + strings.Join(list, ",") + "]" }

func (c client) stored() int {
	c.t.Helper()
	return c.get(receiving + "?size=1").records().total()
}

func TestImport(t *testing.T) {
	t.Parallel()
	c := start(t)
	for i, send := range []func() answer{
		func() answer { return c.post(receivingAll, array(rows(3))) },
		func() answer { return c.post(receivingAll, lines(rows(3)), ndjson) },
		func() answer { return c.post(receivingAll+"?modo=validas", lines(rows(3)), "Content-Type:") },
	} {
		got := send().ok(201).imported()
		if got.situations() != "ccc" || got.Total != 3 || got.Criados != 3 || got.Recusados+got.Existentes != 0 || got.Simulado {
			t.Errorf("%d: %+v", i, got)
		}
		for n, l := range got.Resultados {
			record := c.get(receiving + "/" + l.ID).ok(200).record()
			if l.Linha != n+1 || l.Versao != 1 || string(record.Dados) != fmt.Sprintf(`{"volume":"%d kg"}`, n+1) {
				t.Errorf("%d: row %+v became %s", i, l, record.Dados)
			}
		}
	}
	if n := c.stored(); n != 9 {
		t.Errorf("%d records", n)
	}
}

func TestImportTellsFindings(t *testing.T) {
	t.Parallel()
	c := start(t)
	body := `{"safraId":"S","dados":{"umidade":"99%","veiculo":"ABC1C34","campoNovo":1}}`
	single := c.post(receiving, body).ok(201).record()
	for _, l := range []string{"pt-BR", "en", "es"} {
		want := c.get(receiving+"/"+single.ID, "Accept-Language: "+l).record().Avisos
		for _, query := range []string{"?simular=true", "?simular=true&modo=validas"} {
			got := c.post(receivingAll+query, "["+body+"]", "Accept-Language: "+l).ok(200).imported()
			if len(want) == 0 || !slices.Equal(got.Resultados[0].Avisos, want) || got.situations() != "v" || !got.Simulado || got.Resultados[0].ID != "" {
				t.Errorf("%s %s: %+v, want the findings %v", query, l, got, want)
			}
		}
	}
	if n := c.stored(); n != 1 {
		t.Errorf("%d records after simulations", n)
	}
}

func TestImportOneBadRowOf500(t *testing.T) {
	t.Parallel()
	c := start(t)
	list := rows(500)
	list[322] = `{"safraId":"S-1","dados":{"volume":["1"]}}`
	for _, tc := range []struct{ body, header, pointer string }{
		{lines(list), ndjson, "/dados/volume"},
		{array(list), "Content-Type: application/json", "/322/dados/volume"},
	} {
		a := c.post(receivingAll, tc.body, tc.header).ok(422)
		if a.Error != "IMPORTACAO_RECUSADA" || len(a.Errors) != 1 || a.Errors[0].Linha != 323 || a.Errors[0].Ponteiro != tc.pointer || !strings.Contains(a.Message, "1 de 500") {
			t.Errorf("%s", a.body)
		}
		if n := c.stored(); n != 0 {
			t.Fatalf("%d records", n)
		}
	}
	got := c.post(receivingAll+"?modo=validas", lines(list), ndjson).ok(201).imported()
	if got.Criados != 499 || got.Recusados != 1 || got.Resultados[322].Situacao != "recusado" || got.Resultados[322].Error != "DADOS_INVALIDOS" || got.Resultados[322].Erros[0].Campo != "volume" {
		t.Errorf("%+v", got.Resultados[322])
	}
	if n := c.stored(); n != 499 {
		t.Errorf("%d records", n)
	}
	for i := range list {
		list[i] = `{"safraId":"S-1"}`
	}
	if a := c.post(receivingAll, lines(list), ndjson).ok(422); len(a.Errors) != 200 || !strings.Contains(a.Message, "500 de 500") {
		t.Errorf("all bad: %d errors, %s", len(a.Errors), a.Message)
	}
}

func TestImportTwice(t *testing.T) {
	t.Parallel()
	for engine, on := range map[string]func(*settings){"sqlite": func(*settings) {}, "postgres": onPostgres} {
		t.Run(engine, func(t *testing.T) { importTwice(t, start(t, on)) })
	}
}

func importTwice(t *testing.T, c client) {
	const once = receivingAll + "?repetidas=ignorar"
	first := c.post(once, array(rows(4))).ok(201).imported()
	c.delete(receiving + "/" + first.Resultados[0].ID).ok(200)
	c.put(receiving, `{"id":"`+first.Resultados[1].ID+`","safraId":"S-1","dados":{}}`).ok(200)
	c.post(receiving+"/"+first.Resultados[2].ID+"/expurgo", `{"motivo":"pedido"}`).ok(200)
	for _, mode := range []string{"tudo", "validas"} {
		again := c.post(once+"&modo="+mode, lines(rows(4)), ndjson).ok(200).imported()
		if again.situations() != "eeee" || again.Existentes != 4 || again.Criados != 0 || again.Resultados[2].ID != first.Resultados[2].ID {
			t.Errorf("%s: %+v", mode, again)
		}
	}
	c.get(receiving + "/" + first.Resultados[2].ID).ok(410)
	// A dry run costs nothing to repeat, so it must not confirm guesses at an erased row.
	if dry := c.post(once+"&simular=true", array(rows(4))).ok(200).imported(); dry.situations() != "eeve" {
		t.Errorf("dry: %+v", dry)
	}
	if more := c.post(once, array(rows(5))).ok(201).imported(); more.situations() != "eeeec" {
		t.Errorf("one more: %+v", more)
	}
	if n := c.stored(); n != 3 {
		t.Errorf("%d records, want 3", n)
	}
}

func TestImportIdempotencyKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	const key = "Idempotency-Key: abc"
	first := c.post(receivingAll, array(rows(3)), key).ok(201).imported()
	again := c.post(receivingAll, array(rows(3)), key).ok(201).has("Idempotent-Replayed", "true")
	if got := again.imported(); got.situations() != "ccc" || got.Resultados[2].ID != first.Resultados[2].ID || got.Total != 3 {
		t.Errorf("again: %s", again.body)
	}
	if strings.Contains(string(again.body), "kg") {
		t.Errorf("a kept answer quotes the records: %s", again.body)
	}
	c.post(receivingAll, array(rows(2)), key).ok(422)
	for _, query := range []string{"?modo=validas", "?simular=true"} {
		if a := c.post(receivingAll+query, array(rows(2)), "Idempotency-Key: x").ok(400); a.Error != "PARAMETRO_INVALIDO" {
			t.Errorf("%s", a.body)
		}
	}
	if n := c.stored(); n != 3 {
		t.Errorf("%d records", n)
	}
}

// What an import refuses, without writing anything of it.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	c := start(t)
	good := rows(1)[0]
	for _, tc := range []struct {
		name, query, body, header string
		status                    int
		code                      string
	}{
		{"nothing", "", "", ndjson, 400, "CORPO_VAZIO"},
		{"only lines", "", "\n\n", ndjson, 400, "CORPO_VAZIO"},
		{"no row", "", "[]", "", 422, "LISTA_ESPERADA"},
		{"an object", "", good, "Content-Type: application/json", 422, "LISTA_ESPERADA"},
		{"not JSON", "", "safraId;volume\nS;1\n", ndjson, 422, "IMPORTACAO_RECUSADA"},
		{"not JSON, as a list", "", "[x]", "", 400, "JSON_INVALIDO"},
		{"not JSON, valid rows", "?modo=validas", "[" + good + ",x]", "", 400, "JSON_INVALIDO"},
		{"a list cut short", "?modo=validas", "[" + good + ",", "", 400, "JSON_INCOMPLETO"},
		{"doubled names", "?modo=validas", "[" + good + `,{"safraId":"S","safraId":"T"}]`, "", 400, "CAMPO_REPETIDO"},
		{"not UTF-8", "?modo=validas", "[" + good + ",{\"safraId\":\"\xff\"}]", "", 400, "UTF8_INVALIDO"},
		{"a list in a list", "", "[[" + good + "]]", "", 422, "IMPORTACAO_RECUSADA"},
		{"a row of 2 MiB", "", good + "\n" + `{"safraId":"S","dados":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`, ndjson, 422, "IMPORTACAO_RECUSADA"},
		{"another kind", "", `[{"tipo":"colheita","safraId":"S","dados":{}}]`, "", 422, "IMPORTACAO_RECUSADA"},
		{"33 MiB", "", strings.Repeat(" ", 33<<20), ndjson, 413, "CORPO_GRANDE"},
		{"too many rows", "?modo=validas", strings.Repeat("{}\n", 200_001), ndjson, 413, "LINHAS_DEMAIS"},
		{"too many rows in a list", "?modo=validas", "[" + strings.Repeat("{},", 200_000) + "{}]", "", 413, "LINHAS_DEMAIS"},
		{"too many at once", "", strings.Repeat(good+"\n", 20_001), ndjson, 413, "IMPORTACAO_GRANDE"},
		{"another media type", "", "safraId;dados", "Content-Type: text/csv", 415, "TIPO_DE_CONTEUDO"},
		{"compressed", "", good, "Content-Encoding: gzip", 415, "TIPO_DE_CONTEUDO"},
		{"an unknown mode", "?modo=metade", array(rows(1)), "", 400, "PARAMETRO_INVALIDO"},
		{"simulate what", "?simular=talvez", array(rows(1)), "", 400, "PARAMETRO_INVALIDO"},
		{"repeated what", "?repetidas=x", array(rows(1)), "", 400, "PARAMETRO_INVALIDO"},
	} {
		headers := []string{}
		if tc.header != "" {
			headers = append(headers, tc.header)
		}
		if a := c.post(receivingAll+tc.query, tc.body, headers...); a.status != tc.status || a.Error != tc.code {
			t.Errorf("%s: %d %s %.300s, want %d %s", tc.name, a.status, a.Error, a.body, tc.status, tc.code)
		}
	}
	if n := c.stored(); n != 0 {
		t.Errorf("%d records", n)
	}
	if a := c.post("/validacao/all", "[]"); a.status != 405 {
		t.Errorf("validations: %d", a.status)
	}
}

func TestImportKeepsToTheKey(t *testing.T) {
	t.Parallel()
	c := start(t)
	limited := c.newKey(`{"escopos":["escrita"],"fases":["06"],"safras":["S-1"]}`)
	body := array([]string{rows(1)[0], `{"safraId":"S-2","dados":{}}`})
	a := limited.post(receivingAll, body).ok(422)
	if a.Error != "IMPORTACAO_RECUSADA" || len(a.Errors) != 1 || a.Errors[0].Linha != 2 || a.Errors[0].Regra != "SAFRA_NAO_PERMITIDA" || a.Errors[0].Ponteiro != "/1" {
		t.Errorf("%s", a.body)
	}
	got := limited.post(receivingAll+"?modo=validas", body).ok(201).imported()
	if got.situations() != "cr" || got.Resultados[1].Error != "SAFRA_NAO_PERMITIDA" {
		t.Errorf("%+v", got)
	}
	if got := limited.post("/exportacao/documentacaoAduaneira/all?modo=validas", array(rows(1))).ok(200).imported(); got.Resultados[0].Error != "FASE_NAO_PERMITIDA" {
		t.Errorf("%+v", got)
	}
	c.newKey(`{"escopos":["leitura"]}`).post(receivingAll, body).ok(403)
}

func TestImportStrict(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.strict = true })
	bad := `{"safraId":"S","dados":{"umidade":"-5%"}}`
	if single := c.post(receiving, bad); single.status != 422 || single.Error != "DADOS_REPROVADOS" {
		t.Fatalf("a create of it: %s", single.body)
	}
	if a := c.post(receivingAll, "["+bad+"]"); a.status != 422 || a.Errors[0].Linha != 1 {
		t.Errorf("%s", a.body)
	}
	for _, query := range []string{"?modo=validas", "?simular=true"} {
		if got := c.post(receivingAll+query, "["+bad+"]").ok(200).imported(); got.Resultados[0].Error != "DADOS_REPROVADOS" {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

// One result a line, the summary last; a large answer is streamed.
func TestImportAnswersLines(t *testing.T) {
	t.Parallel()
	c := start(t)
	list := rows(2500)
	list[7] = `{}`
	a := c.post(receivingAll+"?modo=validas", lines(list), ndjson, "Accept: application/x-ndjson").ok(201).has("Content-Type", "application/x-ndjson")
	scanner := bufio.NewScanner(strings.NewReader(string(a.body)))
	n := 0
	for scanner.Scan() {
		if n++; n <= 2500 {
			if l := decode[row](t, a.request, scanner.Bytes()); l.Linha != n || (l.Situacao == "recusado") != (n == 8) {
				t.Fatalf("line %d: %s", n, scanner.Bytes())
			}
			continue
		}
		last := decode[struct{ Resumo importAnswer }](t, a.request, scanner.Bytes())
		if last.Resumo.Total != 2500 || last.Resumo.Criados != 2499 {
			t.Errorf("the summary is %s", scanner.Bytes())
		}
	}
	if n != 2501 {
		t.Errorf("%d lines", n)
	}
}

// A client that hangs up half-way keeps the rows that were answered.
func TestImportHungUp(t *testing.T) {
	t.Parallel()
	c := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "POST", c.http.URL+receivingAll+"?modo=validas&repetidas=ignorar", strings.NewReader(lines(rows(20_000))))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-ACCESS-KEY", c.access)
	request.Header.Set("X-API-SECRET-KEY", c.secret)
	request.Header.Set("Content-Type", "application/x-ndjson")
	request.Header.Set("Accept", "application/x-ndjson")
	response, err := c.http.Client().Transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	reader := bufio.NewReader(response.Body)
	var seen []string
	for range 200 {
		text, err := reader.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var l row
		if err := json.Unmarshal(text, &l); err != nil || l.Situacao != "criado" {
			t.Fatalf("%s: %v", text, err)
		}
		seen = append(seen, l.ID)
	}
	cancel()
	for _, id := range seen {
		c.get(receiving + "/" + id).ok(200)
	}
	whole := c.post(receivingAll+"?modo=validas&repetidas=ignorar", lines(rows(20_000)), ndjson).imported()
	if whole.Criados+whole.Existentes != 20_000 || whole.Existentes < 1000 || whole.Resultados[0].ID != seen[0] {
		t.Errorf("sent again: %d created, %d existing", whole.Criados, whole.Existentes)
	}
	if n := c.stored(); n != 20_000 {
		t.Errorf("%d records", n)
	}
}
