package taxdocs_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
)

var signer = fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)

func zipped(t *testing.T, texts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, text := range texts {
		w, err := z.Create(fmt.Sprintf("%d.xml", i+1))
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
	return out.Bytes()
}

// From a ZIP to linked records, without a script: the check says each document in words, the
// harvest of one is chosen by hand, and the proposals are accepted.
func TestFromAZipToRecords(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.LotIdentification, "SOJA-25", `{"codigoLote":"MT25-S-001"}`)
	first, third, second := fiscaltest.Invoice{Number: 1}, fiscaltest.Invoice{Number: 3}, fiscaltest.Invoice{Number: 2, Replace: []string{"Lote MT25-S-001", "a granel"}}
	b.Get("/notas").Has(200, `accept=".xml,.zip"`, "multiple")
	checked := b.Settled(b.SendFile("/notas", "notas.zip", zipped(t, first.Authorized(signer), second.Authorized(signer), third.Authorized(signer), fiscaltest.Event(signer, first.Key(), "110111"), "lixo"))).
		Has(200, "NF-e 1", "FAZENDA INVENTADA LTDA", "SOJA EM GRAOS", "36.000 kg", "10/02/2025", "Assinatura confere; emissor não verificado", "válido até 01/01/2030", "falta a safra", "Cancelamento", "Cancelamento · NF-e 1 ", "O documento está cancelado", "nada é proposto", "não foi lida", "MT25-S-001").
		Lacks("JOAO", "529.982", "52998224725", "ESTRADA DA SERRA", "72000")
	// The files belong to this session: nobody else finds them by their id, not even the same
	// person.
	s.As(s.Root).Send("/notas/gravar", url.Values{"id": {checked.Hidden("id")}}).Has(404, "são de outra sessão")
	form := url.Values{"id": {checked.Hidden("id")}, "chave": {checked.Hidden("chave")}, "safraDe": {"SOJA-25"}, "nota": {first.Key()}} // ticked, although it is cancelled
	written := b.Settled(b.Send("/notas/gravar", form)).Has(200, "Notas importadas", "Documentação da carga", "Ver propostas da safra").Lacks("não foi gravado")
	if strings.Count(written.Body, ">gravada<") != 3 {
		t.Errorf("it wrote %d documents, want 3", strings.Count(written.Body, ">gravada<"))
	}
	b.Settled(b.Send("/notas/gravar", form)).Has(200, "já está aqui").Lacks(">gravada<")
	page := b.Get("/notas/propostas?safra=SOJA-25").Has(200, "Recebimento", "36.000 kg", "ABC1C34", "Lote de origem", "Aceitar todos", "10/02/2025 09:30 (UTC−4)", "5125 0211 2223", "CNPJ 11.222.333/0001-81").Lacks("T09:30")
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", page.Hidden("id"), "numero", "x").Has(400)
	b.Post("/notas/propostas", "safra", "SOJA-25", "todos", "1").Has(200, "As propostas completas foram aceitas: 1.", "1 espera por você: falta um dado")
	left := b.Get("/notas/propostas?safra=SOJA-25").Has(200, ">(obrigatório)<", " novalidate").Lacks("Aceitar todos", "Preencha este campo")
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", left.Hidden("id"), "numero", "0").Has(422, "NF-e 2: nada foi gravado. Preencha: Lote de origem.", `aria-invalid="true"`, "Preencha este campo.")
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", left.Hidden("id"), "numero", "0", "lote", "  ").Has(422, "Preencha: Lote de origem.")
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", left.Hidden("id"), "numero", "0", "lote", "MT25-S-001").Has(200, "virou registro", "Nenhuma proposta pendente")
	b.Get("/safras/SOJA-25/conferencia").Has(200, "foi cancelado")
}

// A second copy of an invoice that counts for nothing is no way around its tick.
func TestCopyOfAnInvoiceIsNotChosen(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	bare := fiscaltest.Invoice{Number: 7}.Authorized(signer)
	from, to := strings.Index(bare, "<Signature"), strings.Index(bare, "</Signature>")+len("</Signature>")
	bare = bare[:from] + bare[to:]
	checked := b.Settled(b.SendFile("/notas", "notas.zip", zipped(t, bare, bare))).Has(200, "o mesmo arquivo que outro deste envio")
	if n := strings.Count(checked.Body, `name="nota"`); n != 1 || strings.Contains(checked.Body, `checked> Gravar`) {
		t.Errorf("%d ticks", n)
	}
	b.Settled(b.Post("/notas/gravar", "id", checked.Hidden("id"), "vista", checked.Hidden("vista"), "quais", "marcadas", "safra", "SOJA-26")).Has(200)
	if n := s.Records(kind.Cargo, "SOJA-26"); n != 0 {
		t.Errorf("there are %d papers", n)
	}
}

// Invoices that count for nothing are written only if somebody ticks them, and those whose lots
// belong to a harvest other than the stated one only once somebody has chosen. Nothing is said
// about another organisation's lots.
func TestInvoicesAreChosen(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.LotIdentification, "SOJA-24", `{"codigoLote":"MT25-S-001"}`)
	b.Create(kind.LotIdentification, "SOJA-25", `{"codigoLote":"MT25-S-002"}`)
	lot := []string{"MT25-S-001", "MT25-S-002"}
	good, test, elsewhere := fiscaltest.Invoice{Number: 1, Replace: lot}, fiscaltest.Invoice{Number: 2, Replace: append(lot[:2:2], "<tpAmb>1<", "<tpAmb>2<")}, fiscaltest.Invoice{Number: 4}
	unsigned := fiscaltest.Invoice{Number: 3, Replace: lot}
	bare := unsigned.Authorized(signer)
	from, to := strings.Index(bare, "<Signature"), strings.Index(bare, "</Signature>")+len("</Signature>")
	files := zipped(t, good.Authorized(signer), test.Authorized(signer), bare[:from]+bare[to:], elsewhere.Authorized(signer))
	ticks := func(p consoletest.Seen) (on, off []string) {
		for _, part := range strings.Split(p.Body, `name="nota" value="`)[1:] {
			key, after, _ := strings.Cut(part, `"`)
			if strings.HasPrefix(after, " checked") {
				on = append(on, key)
			} else {
				off = append(off, key)
			}
		}
		return on, off
	}
	checked := b.Settled(b.SendFile("/notas", "notas.zip", files, "safra", "SOJA-25")).
		Has(200, "só são gravadas se você as marcar", "não valem como estão (alteradas, canceladas, de teste, não autorizadas ou sem assinatura): 2", "ambiente de testes", "não está assinado", "Os lotes desta nota são de outra safra (SOJA-24)", "<option>SOJA-25</option><option>SOJA-24</option>")
	on, off := ticks(checked)
	if len(on) != 2 || len(off) != 2 {
		t.Fatalf("ticked %v, not ticked %v", on, off)
	}
	write := func(more url.Values) consoletest.Seen {
		form := url.Values{"id": {checked.Hidden("id")}, "vista": append(on, off...), "nota": on, "quais": {"marcadas"}}
		for name, values := range more {
			form[name] = values
		}
		return b.Settled(b.Send("/notas/gravar", form))
	}
	write(nil).Has(200, "ficou de fora", "<b>3</b> Deixadas de fora")
	if n := s.Records(kind.Cargo, "SOJA-25"); n != 1 {
		t.Fatalf("there are %d papers", n)
	}
	write(url.Values{"chave": {elsewhere.Key()}, "safraDe": {"SOJA-24"}}).Has(200, "<b>2</b> Deixadas de fora")
	if n := s.Records(kind.Cargo, "SOJA-24"); n != 1 {
		t.Errorf("there are %d papers in the chosen harvest", n)
	}
	write(url.Values{"quais": {"todas"}}).Has(200).Lacks("Deixadas de fora")
	if n := s.Records(kind.Cargo, "SOJA-25"); n != 3 {
		t.Errorf("there are %d papers", n)
	}
}

// An invoice of a load that the weighbridge registered is linked to that record, or accepted as
// another load.
func TestProposalOfALoadThatIsThere(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.LotIdentification, "SOJA-25", `{"codigoLote":"MT25-S-001"}`)
	b.Create(kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001"}`)
	checked := b.Settled(b.SendFile("/notas", "nota.xml", []byte(fiscaltest.Invoice{Number: 1}.Authorized(signer)))).Has(200, "já registrado: 10/02/2025")
	b.Settled(b.Send("/notas/gravar", url.Values{"id": {checked.Hidden("id")}, "criar": {"todos"}})).Has(200, "Notas importadas", "Recebimento: não foi gravado, a carga já está registrada: 10/02/2025")
	page := b.Get("/notas/propostas?safra=SOJA-25").Has(200, "Já registrado em", "Recebimento · 10/02/2025 · ABC1C34 · 36.000 kg</a>", "Ligar a nota a este registro", "É outra carga").Lacks("Aceitar todos")
	_, after, _ := strings.Cut(page.Body, `name="ligar" value="`)
	id, _, _ := strings.Cut(after, `"`)
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", page.Hidden("id"), "numero", "0", "ligar", id).Has(200, "foi ligada", "Nenhuma proposta pendente")
	if n := s.Records(kind.Receiving, "SOJA-25"); n != 1 {
		t.Errorf("there are %d arrivals", n)
	}
}

// If the invoice and the weighbridge differ in weight, somebody is asked; and an invoice can be
// linked by hand to any arrival without one.
func TestProposalsAreLinkedByHand(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-10 17:40","veiculo":"ABC1C34","volume":"35.960 kg"}`)
	b.Create(kind.Receiving, "SOJA-25", `{"dataHoraRecebimento":"2025-02-12","veiculo":"XYZ1A23","volume":"20.000 kg"}`)
	first, second := fiscaltest.Invoice{Number: 1}, fiscaltest.Invoice{Number: 2, Replace: []string{"2025-02-10T09:30", "2025-02-14T09:30", "2025-02-10T09:00", "2025-02-14T09:00"}}
	checked := b.Settled(b.SendFile("/notas", "notas.zip", zipped(t, first.Authorized(signer), second.Authorized(signer)))).Has(200, "falta a safra")
	b.Settled(b.Send("/notas/gravar", url.Values{"id": {checked.Hidden("id")}, "safra": {"SOJA-25"}, "criar": {"todos"}})).
		Has(200, "Recebimento: não foi gravado, falta: Lote de origem")
	page := b.Get("/notas/propostas?safra=SOJA-25").Has(200, "É a mesma carga de", "35.960 kg</a>", "Sim, é a mesma: ligar a nota", "Ligar a nota a um registro que já existe", "XYZ1A23")
	_, after, _ := strings.Cut(page.Body, `name="ligar" value="`)
	id, _, _ := strings.Cut(after, `"`)
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", page.Hidden("id"), "numero", "0", "escolhido", "1").Has(422, "escolha na lista o recebimento")
	page = b.Post("/notas/propostas", "safra", "SOJA-25", "id", page.Hidden("id"), "numero", "0", "ligar", id).Has(200, "foi ligada", "XYZ1A23").Lacks("É a mesma carga de", "35.960 kg")
	_, after, _ = strings.Cut(page.Body, `<option value=""></option><option value="`)
	id, _, _ = strings.Cut(after, `"`)
	b.Post("/notas/propostas", "safra", "SOJA-25", "id", page.Hidden("id"), "numero", "0", "escolhido", "1", "registro", id).Has(200, "foi ligada", "Nenhuma proposta pendente")
	if n := s.Records(kind.Receiving, "SOJA-25"); n != 2 {
		t.Errorf("there are %d arrivals", n)
	}
}

// Unreadable files are explained in words, and so is a file that is gone.
func TestBadFiles(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.SendFile("/notas", "x.zip", []byte("PK\x03\x04 damaged")).Has(422, "O zip não pode ser lido")
	b.Settled(b.SendFile("/notas", "x.xml", []byte(`<!DOCTYPE x><NFe/>`))).Has(200, "declaração DTD", "não foi lida").Lacks("<h2>Gravar")
	b.SendFile("/notas", "", nil).Has(422, "Escolha um arquivo")
	b.SendFile("/notas", "x.xml", bytes.Repeat([]byte("x"), 33<<20)).Has(413, "passam de 32 MiB")
	b.Send("/notas/gravar", url.Values{"id": {"nada"}}).Has(404, "não estão mais aqui")
	b.Get("/notas/propostas?safra=NADA").Has(200, "Nenhuma proposta")
	b.Get("/notas/propostas").Has(200, "Notas fiscais")
	b.Post("/notas/propostas", "safra", "S", "id", "x", "numero", "0").Has(404)
	b.Post("/notas/propostas", "safra", "S", "id", "x", "dispensar", "1").Has(404)
}

// If there are more documents than a page lists, those that need attention are on it and come
// first. What those without a harvest lack is said once; a document's content is folded.
func TestDocumentsThatNeedSomebodyComeFirst(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.LotIdentification, "SOJA-25", `{"codigoLote":"MT25-S-001"}`)
	var texts []string
	for number := range 203 {
		i := fiscaltest.Invoice{Number: number + 1}
		if number > 200 {
			i.Replace = []string{"Lote MT25-S-001", "a granel"}
		}
		texts = append(texts, i.Authorized(signer))
	}
	checked := b.Settled(b.SendFile("/notas", "notas.zip", zipped(t, append(texts, "lixo")...))).
		Has(200, "primeiro os que dependem de você", "204.xml", "FAZENDA INVENTADA LTDA · SOJA EM GRAOS · 36.000 kg · 10/02/2025")
	titles := []string{">NF-e 202 <", ">NF-e 203 <", ">204.xml <", ">NF-e 1 <"}
	at := 0
	for _, title := range titles {
		next := strings.Index(checked.Body[at:], title)
		if next < 0 {
			t.Fatalf("%s is not listed in the order %v", title, titles)
		}
		at += next
	}
	if n := strings.Count(checked.Body, "Não dá para saber a safra"); n != 1 {
		t.Errorf("what the documents without a harvest lack is said %d times", n)
	}
	if n := strings.Count(checked.Body, "card paper"); n != 200 {
		t.Errorf("%d documents are listed", n)
	}
}

// An upload is processed on the server, whoever waits for it: its page shows the progress, another
// browser of the same person does not see it, and the page of tax documents leads back to it.
func TestFilesRunWithoutABrowser(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Create(kind.LotIdentification, "SOJA-25", `{"codigoLote":"MT25-S-001"}`)
	held, freed := make(chan struct{}), make(chan struct{})
	if !s.Jobs.Run(s.Root.Key.AccessKey, 0, func(context.Context) { close(held); <-freed }, func(error) {}) {
		t.Fatal("nothing runs")
	}
	<-held // another import of the same key has the turn
	sent := b.SendFile("/notas", "notas.zip", zipped(t, fiscaltest.Invoice{Number: 1}.Authorized(signer), fiscaltest.Invoice{Number: 2}.Authorized(signer))).
		Has(200, "Conferindo as notas", "<progress", "0 de 2 (0 %)", `hx-trigger="every 1s"`, `http-equiv="refresh"`, "Pode fechar esta página")
	page := strings.TrimPrefix(sent.Path, "/console")
	b.Get("/notas").Has(200, "Seus envios", "notas.zip · Conferindo as notas", page)
	s.As(s.Root).Get(page).Has(404, "são de outra sessão")
	s.As(s.Root).Get("/notas").Has(200).Lacks("Seus envios")
	close(freed)
	checked := b.Settled(b.Get(page)).Has(200, "Conferência das notas", "NF-e 1", "NF-e 2")
	b.Send("/notas/gravar", url.Values{"id": {checked.Hidden("id")}})
	b.Settled(b.Get(page)).Has(200, "Notas importadas", "Ver propostas da safra")
	b.Get("/notas").Has(200, "notas.zip · Notas importadas")
	if n := s.Records(kind.Cargo, "SOJA-25"); n != 2 {
		t.Errorf("there are %d papers", n)
	}
}

// More files than a form takes are refused with their number: none is left out without a word.
func TestTooManyFiles(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for range fiscal.MaxSent + 1 {
		part, err := form.CreateFormFile("arquivo", "x.xml")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte("<x/>"))
	}
	_ = form.Close()
	b.Do("POST", "/notas", &body, []string{"Content-Type", form.FormDataContentType(), "Origin", b.Server.URL}).Has(413, "até 1000 arquivos")
}
