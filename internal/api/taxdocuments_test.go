package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"mime/multipart"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rastro/internal/fiscal/fiscaltest"
)

var taxSigner = fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)

type importedDocument struct {
	Arquivo, Situacao, OQueFazer, Chave, Tipo, SafraID, Prefixo, ID, Error, Mensagem string
	Assinatura                                                                       struct {
		Situacao, Motivo, Emissor, Texto string
		Cadeia                           []struct{ Titular, Autoridade, ValidoAte string }
	}
	Achados   []struct{ Regra, Severidade, Mensagem string }
	Propostas []struct {
		Prefixo, Situacao string
		Dados             jsonText
		Falta             []string
	}
	Erros []struct{ Regra, Mensagem string }
}

type importedDocuments struct {
	Resultados                                                          []importedDocument
	Total, Criados, Existentes, Ligados, Pendentes, Recusados, Deixados int
	Simulado                                                            bool
}

// rules returns the rules of the document's findings.
func (d importedDocument) rules() (list []string) {
	for _, f := range d.Achados {
		list = append(list, f.Regra)
	}
	return list
}

const asXML, asZip = "Content-Type: application/xml", "Content-Type: application/zip"

func (c client) importDocuments(status int, query, body, media string) importedDocuments {
	c.t.Helper()
	return decode[importedDocuments](c.t, "an import", c.post("/documentos/importar"+query, body, media).ok(status).Data)
}

// ofSoy states a harvest's crop and one of its lots.
func (c client) ofSoy() {
	c.t.Helper()
	c.put("/safras/SOJA-25", `{"safraCodigo":"2024/25","dados":{"cultura":"SOJA"}}`).ok(201)
	c.post("/colheitaIdentificacaoProducao/identificacaoLote", `{"safraId":"SOJA-25","dados":{"codigoLote":"MT25-S-001"}}`).ok(201)
}

func zipped(t testing.TB, files ...string) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, text := range files {
		w, err := z.Create(fmt.Sprintf("notas/%03d.xml", i+1))
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestImportOfTaxDocuments(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		c.ofSoy()
		note := fiscaltest.Invoice{}
		dry := c.importDocuments(200, "?simular=true", note.Authorized(taxSigner), asXML)
		if d := dry.Resultados[0]; !dry.Simulado || dry.Criados != 1 || d.Situacao != "valido" || d.SafraID != "SOJA-25" || d.Chave != note.Key() || d.Assinatura.Texto != "assinatura confere; emissor não verificado" || len(d.Assinatura.Cadeia) != 1 || d.Assinatura.Cadeia[0].ValidoAte != "2030-01-01" {
			t.Errorf("a dry run: %+v", dry)
		}
		made := c.importDocuments(201, "?criar=todos", note.Authorized(taxSigner), asXML)
		d := made.Resultados[0]
		if d.Situacao != "criado" || len(d.Propostas) != 1 || d.Propostas[0].Situacao != "criado" || d.Propostas[0].Prefixo != "/armazenamento/recebimento" {
			t.Errorf("an import: %+v", made)
		}
		if record := c.get(d.Prefixo + "/" + d.ID).ok(200); !strings.Contains(string(record.Data), note.Key()) {
			t.Errorf("the record is %s", record.Data)
		}
		if again := c.importDocuments(200, "?criar=todos", note.Authorized(taxSigner), asXML); again.Existentes != 1 || again.Resultados[0].ID != d.ID || again.Resultados[0].Propostas[0].Situacao != "existente" {
			t.Errorf("again: %+v", again)
		}
		if n := len(c.get("/armazenamento/recebimento").records().Content); n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
		c.taxForms(note)
	})
}

// taxForms imports a zip and a form of several files.
func (c client) taxForms(note fiscaltest.Invoice) {
	c.t.Helper()
	second, third := fiscaltest.Invoice{Number: 2}, fiscaltest.Invoice{Number: 3}
	got := c.importDocuments(201, "?suspeitas=criar", zipped(c.t, fiscaltest.Event(taxSigner, second.Key(), "110111"), second.Authorized(taxSigner), note.Authorized(taxSigner), "isto não é XML"), asZip)
	if got.Total != 4 || got.Criados != 1 || got.Existentes != 1 || got.Ligados != 1 || got.Recusados != 1 {
		c.t.Errorf("a zip: %+v", got)
	}
	if bad := got.Resultados[2]; bad.Error != "DOCUMENTO_DESCONHECIDO" || bad.Arquivo != "004.xml" || len(bad.Erros) != 1 {
		c.t.Errorf("the bad file: %+v", bad)
	}
	if review := c.get("/safras/SOJA-25/conferencia").ok(200); !strings.Contains(string(review.Data), "NOTA_CANCELADA") {
		c.t.Errorf("the review does not tell the cancellation: %s", review.Data)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for name, text := range map[string]string{"3.xml": third.Authorized(taxSigner), "x.zip": "PK\x03\x04 damaged"} {
		part, err := w.CreateFormFile("arquivo", name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			c.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		c.t.Fatal(err)
	}
	if got := c.importDocuments(201, "", form.String(), "Content-Type: "+w.FormDataContentType()); got.Criados != 1 || got.Recusados != 1 {
		c.t.Errorf("a form: %+v", got)
	}
}

// An unreadable file is refused with an explanation, and nothing is written.
func TestAttackTaxDocuments(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.ofSoy()
	good := fiscaltest.Invoice{}.Authorized(taxSigner)
	head := `<?xml version="1.0"?>`
	for _, tc := range []struct {
		name, body, media string
		status            int
		code              string
	}{
		{"entities", head + `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><NFe>&b;</NFe>`, asXML, 400, "XML_COM_DTD"},
		{"an external entity", head + `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><NFe>&a;</NFe>`, asXML, 400, "XML_COM_DTD"},
		{"an entity without a DTD", `<NFe>&b;</NFe>`, asXML, 400, "XML_INVALIDO"},
		{"10 000 nested elements", strings.Repeat("<x>", 10_000) + strings.Repeat("</x>", 10_000), asXML, 400, "XML_INVALIDO"},
		{"cut off", good[:len(good)/2], asXML, 400, "XML_INVALIDO"},
		{"empty", "", asXML, 400, "XML_INVALIDO"},
		{"JSON", `{"safraId":"SOJA-25"}`, asXML, 422, "DOCUMENTO_DESCONHECIDO"},
		{"a web page", `<html><body/></html>`, asXML, 422, "DOCUMENTO_DESCONHECIDO"},
		{"two invoices in one", `<x>` + strings.ReplaceAll(good+good, head[:21]+` encoding="UTF-8"?>`, "") + `</x>`, asXML, 422, "DOCUMENTO_DESCONHECIDO"},
		{"over 5 MiB", `<NFe>` + strings.Repeat(" ", 5<<20) + `</NFe>`, asXML, 413, "ARQUIVO_GRANDE"},
		{"a damaged zip", "PK\x03\x04 damaged", asZip, 400, "ZIP_INVALIDO"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, query := range []string{"?simular=true", ""} {
				c.in(t).post("/documentos/importar"+query, tc.body, tc.media).fails(tc.status, tc.code)
			}
		})
	}
	bomb := c.importDocuments(200, "", zipped(t, `<NFe>`+strings.Repeat(" ", 4<<20)+`</NFe>`, good[:100]), asZip)
	if bomb.Recusados != 2 || bomb.Resultados[0].Error != "ARQUIVO_GRANDE" {
		t.Errorf("a zip bomb: %+v", bomb)
	}
	if n := len(c.get("/transporteLogistico/documentacaoCarga").records().Content); n != 0 {
		t.Errorf("%d records were written", n)
	}
}

// A document that contradicts itself or its harvest is graded and reported, not refused.
func TestAttackForgedInvoices(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.ofSoy()
	note := fiscaltest.Invoice{}
	body, signature := note.Body(), taxSigner.Sign(note.Body(), note.ID())
	inside := func(text string) string { return strings.Replace(text, ` xmlns="`+fiscaltest.NFe+`"`, "", 1) }
	forged := inside(fiscaltest.Invoice{Replace: []string{"36000", "99000"}}.Body())
	open := `<NFe xmlns="` + fiscaltest.NFe + `">`
	coffee := fiscaltest.Invoice{Replace: []string{"12019000", "09011110", "SOJA EM GRAOS", "CAFE"}}.Authorized(taxSigner)
	for _, tc := range []struct{ name, text, rule, signature string }{
		{"a signature over another element (wrapping)", open + forged + signature + `<x>` + body + `</x></NFe>`, "DFE_ASSINATURA_NAO_CONFERE", "naoConfere"},
		{"an altered invoice with a good signature", strings.Replace(note.Authorized(taxSigner), "36000.000", "37000.000", 1), "DFE_ASSINATURA_NAO_CONFERE", "naoConfere"},
		{"an invoice for another crop", coffee, "DFE_DE_OUTRA_CULTURA", "confere"},
		{"without a signature", open + inside(body) + `</NFe>`, "DFE_SEM_ASSINATURA", "ausente"},
		{"another key", strings.ReplaceAll(note.Authorized(taxSigner), note.Key(), fiscaltest.Invoice{Number: 9}.Key()), "DFE_CHAVE_DIVERGE", "naoConfere"},
	} {
		got := c.importDocuments(200, "?simular=true&suspeitas=criar", tc.text, asXML).Resultados[0]
		if got.Situacao != "valido" || !slices.Contains(got.rules(), tc.rule) || got.Assinatura.Situacao != tc.signature {
			t.Errorf("%s: %s %q %+v", tc.name, got.Situacao, got.rules(), got.Assinatura)
		}
		if unsigned := strings.Contains(got.OQueFazer, "sem uma assinatura que valha, esta nota não vale"); unsigned != (tc.signature == "ausente") {
			t.Errorf("%s: advises %q", tc.name, got.OQueFazer)
		}
	}
}

// An import reveals nothing beyond the key's reach, and others' documents do not block it.
func TestAttackTaxDocumentsOfOthers(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		root.register(`{"nome":"Norte"}`)
		root.register(`{"nome":"Sul"}`)
		all := `"escopos":["leitura","escrita"]`
		norte, sul := root.newKey(`{"nome":"a","organizacao":"Norte",`+all+`}`), root.newKey(`{"nome":"b","organizacao":"Sul",`+all+`}`)
		norte.ofSoy()
		note := fiscaltest.Invoice{}.Authorized(taxSigner)
		norte.importDocuments(201, "", note, asXML)
		got := sul.importDocuments(200, "", note, asXML).Resultados[0]
		never := sul.importDocuments(200, "", fiscaltest.Invoice{Number: 2, Replace: []string{"MT25-S-001", "XX-1"}}.Authorized(taxSigner), asXML).Resultados[0]
		if got.Situacao != "semSafra" || got.OQueFazer != never.OQueFazer || got.ID != "" {
			t.Errorf("an invoice of others is %+v, one of nobody %+v", got, never)
		}
		if event := sul.importDocuments(200, "", fiscaltest.Event(taxSigner, fiscaltest.Invoice{}.Key(), "110111"), asXML).Resultados[0]; event.Situacao != "semNota" {
			t.Errorf("an event about it: %+v", event)
		}
		for _, query := range []string{"?safraId=SUL-25&simular=true", "?safraId=SUL-25"} {
			if got := sul.post("/documentos/importar"+query, note, asXML); got.status != 200 && got.status != 201 {
				t.Errorf("in its own harvest: %s", got.body)
			}
		}
		if n := len(sul.get("/transporteLogistico/documentacaoCarga").records().Content); n != 1 {
			t.Errorf("it has %d papers, want its own", n)
		}
		// A dry run says only what a write may say, and answers the same about a harvest that does
		// not exist.
		for _, harvestID := range []string{"SOJA-25", "NOVA-25"} {
			tried := sul.importDocuments(200, "?simular=true&safraId="+harvestID, fiscaltest.Invoice{Number: 3}.Authorized(taxSigner), asXML).Resultados[0]
			if tried.Situacao != "valido" || !strings.Contains(tried.OQueFazer, "SAFRA_NAO_PERMITIDA") || !strings.Contains(tried.OQueFazer, harvestID) {
				t.Errorf("tried in %s: %+v", harvestID, tried)
			}
		}
		refused := sul.importDocuments(200, "?safraId=SOJA-25", fiscaltest.Invoice{Number: 3}.Authorized(taxSigner), asXML).Resultados[0]
		if refused.Situacao != "recusado" || refused.Error != "SAFRA_NAO_PERMITIDA" {
			t.Errorf("in a harvest of others: %+v", refused)
		}
		scale := root.newKey(`{"nome":"balança","fases":["06"],` + all + `}`)
		if got := scale.importDocuments(200, "?safraId=SOJA-25", fiscaltest.Invoice{Number: 4}.Authorized(taxSigner), asXML).Resultados[0]; got.Error != "FASE_NAO_PERMITIDA" {
			t.Errorf("with a key of another phase: %+v", got)
		}
		root.newKey(`{"nome":"leitor","escopos":["leitura"]}`).post("/documentos/importar", note, asXML).fails(403, "SEM_PERMISSAO")
		root.post("/documentos/importar?safraId=", note, asXML).fails(400, "PARAMETRO_INVALIDO")
		waiting := decode[struct{ Content []struct{ ID string } }](t, "proposals", root.get("/documentos/propostas?safraId=SOJA-25").ok(200).Data)
		if len(waiting.Content) == 0 {
			t.Fatal("nothing waits")
		}
		sul.get("/documentos/propostas?safraId=SOJA-25").fails(403, "SAFRA_NAO_PERMITIDA")
		sul.post("/documentos/propostas", `{"propostas":[{"id":"`+waiting.Content[0].ID+`","numero":0}]}`).fails(404, "REGISTRO_NAO_ENCONTRADO")
		root.post("/documentos/importar?criar=x", note, asXML).fails(400, "PARAMETRO_INVALIDO")
	})
}

// The samples of others are read through the route, or refused with a reason.
func TestSamplesOfOthersThroughTheRoute(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("RASTRO_JUDGES")
	if folder == "" {
		t.Log("RASTRO_JUDGES is not set")
		return
	}
	names, err := filepath.Glob(filepath.Join(folder, "nfe", "*.xml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples in %s (%v)", folder, err)
	}
	var texts []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	c := start(t)
	got := c.importDocuments(201, "?safraId=AMOSTRAS&suspeitas=criar", zipped(t, texts...), asZip)
	if got.Total != len(texts) {
		t.Errorf("%d of %d samples were answered", got.Total, len(texts))
	}
	for _, d := range got.Resultados {
		switch {
		case d.Situacao == "recusado" && len(d.Erros) == 0, d.Situacao != "recusado" && d.Chave == "":
			t.Errorf("%s: %+v", d.Arquivo, d)
		}
		t.Logf("%s: %s %s %s", d.Arquivo, d.Situacao, d.Tipo, d.Error)
	}
}

// The rastro group contains what records state about a lot; the caller adds the rest. An invoice
// with the group is read back with the same content.
func TestLotForAnInvoice(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.post("/colheitaIdentificacaoProducao/identificacaoLote", `{"safraId":"S","dados":{"codigoLote":"A-1"}}`).ok(201)
	path := "/rastreio/lote/A-1/nfe-rastro.xml"
	if got := c.get(path).fails(422, "DADOS_INVALIDOS"); strings.Count(string(got.body), "NFE_RASTRO_INCOMPLETO") != 3 {
		t.Errorf("without a mass and dates: %s", got.body)
	}
	got := c.get(path+"?quantidade=36000.5&fabricacao=2025-02-10&validade=2026-02-10").ok(200).has("Content-Type", "application/xml; charset=utf-8")
	if want := "<rastro><nLote>A-1</nLote><qLote>36000.500</qLote><dFab>2025-02-10</dFab><dVal>2026-02-10</dVal></rastro>\n"; string(got.body) != want {
		t.Errorf("it is %s, want %s", got.body, want)
	}
	note := fiscaltest.Invoice{Replace: []string{"<infAdProd>Lote MT25-S-001</infAdProd>", "", "</prod>", strings.TrimSpace(string(got.body)) + "</prod>"}}
	if read := c.importDocuments(201, "", note.Authorized(taxSigner), asXML).Resultados[0]; read.SafraID != "S" {
		t.Errorf("an invoice with it is %+v", read)
	}
	for _, query := range []string{"?quantidade=muito", "?fabricacao=ontem", "?validade=10/02/2026", "?outra=1"} {
		if got := c.get(path + query); got.status != 400 {
			t.Errorf("%s: %s", query, got.body)
		}
	}
	c.get(path+"?quantidade=1&fabricacao=2025-02-10&validade=2025-01-01").fails(422, "DADOS_INVALIDOS")
	c.get("/rastreio/lote/NENHUM/nfe-rastro.xml?quantidade=1").fails(404, "LOTE_NAO_ENCONTRADO")
}

// Proposals are listed and accepted by their record and number, once under an Idempotency-Key.
func TestProposals(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { proposals(t, start(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { proposals(t, start(t, onPostgres)) })
}

func proposals(t *testing.T, c client) {
	c.ofSoy()
	var texts []string
	for n := range 3 {
		texts = append(texts, fiscaltest.Invoice{Number: n + 1}.Authorized(taxSigner))
	}
	c.importDocuments(201, "?safraId=SOJA-25", zipped(t, texts...), asZip)
	type paper struct {
		ID, Chave string
		Propostas []struct {
			Numero   int
			Situacao string
		}
	}
	type papers struct {
		Content []paper
		Next    string
	}
	first := decode[papers](t, "proposals", c.get("/documentos/propostas?safraId=SOJA-25&size=2").ok(200).Data)
	if len(first.Content) != 2 || first.Next == "" || len(first.Content[0].Propostas) != 1 || first.Content[0].Propostas[0].Situacao != "proposto" {
		t.Fatalf("%+v", first)
	}
	rest := decode[papers](t, "proposals", c.get("/documentos/propostas?safraId=SOJA-25&size=2&cursor="+first.Next).ok(200).Data)
	if len(rest.Content) != 1 {
		t.Fatalf("%+v", rest)
	}
	c.get("/documentos/propostas").fails(400, "PARAMETRO_INVALIDO")
	c.get("/documentos/propostas?safraId=OUTRA&size=2&cursor="+first.Next).fails(400, "CURSOR_INVALIDO")
	ask := func(list ...paper) string {
		var chosen []map[string]any
		for _, p := range list {
			chosen = append(chosen, map[string]any{"id": p.ID, "numero": 0})
		}
		return asJSON(t, map[string]any{"propostas": chosen})
	}
	type accepted struct {
		Resultados []struct {
			ID, Situacao, Prefixo, RegistroID string
		}
		Criados, Existentes int
	}
	const once = "Idempotency-Key: aceite-1"
	both := ask(first.Content...)
	made := decode[accepted](t, "accepted", c.post("/documentos/propostas", both, once).ok(201).Data)
	if made.Criados != 2 || made.Resultados[0].Situacao != "criado" {
		t.Errorf("%+v", made)
	}
	c.get(made.Resultados[0].Prefixo + "/" + made.Resultados[0].RegistroID).ok(200)
	if again := decode[accepted](t, "replayed", c.post("/documentos/propostas", both, once).ok(201).Data); again.Criados != 2 || again.Resultados[0] != made.Resultados[0] {
		t.Errorf("replayed: %+v", again)
	}
	c.post("/documentos/propostas", ask(rest.Content...), once).fails(422, "IDEMPOTENCIA_DIVERGENTE")
	mixed := decode[accepted](t, "mixed", c.post("/documentos/propostas", ask(first.Content[0], rest.Content[0])).ok(201).Data)
	if mixed.Criados != 1 || mixed.Existentes != 1 || mixed.Resultados[0].RegistroID != made.Resultados[0].RegistroID {
		t.Errorf("%+v", mixed)
	}
	for _, bad := range []string{`{}`, `{"propostas":[]}`, `{"propostas":3}`} {
		c.post("/documentos/propostas", bad).fails(422, "DADOS_INVALIDOS")
	}
	good := `{"id":"` + first.Content[0].ID + `","numero":0}`
	for bad, rule := range map[string]string{
		`3`: "OBJETO_ESPERADO", `{"numero":0}`: "OBRIGATORIO", `{"id":"x"}`: "OBRIGATORIO", `{"id":"x","numero":"a"}`: "INTEIRO_ESPERADO",
		`{"id":"x","numero":0,"lotes":"A-1"}`: "MEMBRO_DESCONHECIDO", `{"id":"x","numero":0,"lote":"` + strings.Repeat("x", 101) + `"}`: "TEXTO_LONGO",
	} {
		got := c.post("/documentos/propostas", `{"propostas":[`+good+`,`+bad+`]}`).fails(422, "DADOS_INVALIDOS")
		if !strings.Contains(string(got.body), rule) || !strings.Contains(string(got.body), `"/propostas/1`) {
			t.Errorf("%s: %s", bad, got.body)
		}
	}
	for _, unknown := range []string{`{"id":"x","numero":0}`, `{"id":"` + first.Content[0].ID + `","numero":7}`} {
		if got := c.post("/documentos/propostas", `{"propostas":[`+good+`,`+unknown+`]}`).fails(404, "REGISTRO_NAO_ENCONTRADO"); !strings.Contains(string(got.body), `"/propostas/1"`) {
			t.Errorf("%s: %s", unknown, got.body)
		}
	}
}

// An invoice that counts for nothing is left out, unless the caller asks for it.
func TestWorthlessInvoicesAreLeftOut(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		root.ofSoy()
		test := fiscaltest.Invoice{Number: 2, Replace: []string{"<tpAmb>1<", "<tpAmb>2<"}}.Authorized(taxSigner)
		files := zipped(t, fiscaltest.Invoice{Number: 1}.Authorized(taxSigner), test)
		for _, query := range []string{"?simular=true", "?suspeitas=ignorar"} {
			got := root.importDocuments(map[bool]int{true: 200, false: 201}[query == "?simular=true"], query, files, asZip)
			if got.Criados != 1 || got.Deixados != 1 || got.Resultados[1].Situacao != "deixado" || !strings.Contains(got.Resultados[1].OQueFazer, "suspeitas=criar") {
				t.Errorf("%s: %+v", query, got)
			}
		}
		if got := root.importDocuments(201, "?suspeitas=criar", files, asZip); got.Criados != 1 || got.Existentes != 1 || got.Deixados != 0 {
			t.Errorf("asked for: %+v", got)
		}
		root.post("/documentos/importar?suspeitas=todas", test, asXML).fails(400, "PARAMETRO_INVALIDO")
	})
}
