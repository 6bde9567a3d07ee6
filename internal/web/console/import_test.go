package console

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

const inputs = "producaoAgricola.aplicacaoInsumo"

// upload sends a file as a browser's form does.
func (b *browser) upload(slug, name string, content []byte) seen {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("tipo", slug)
	part, err := form.CreateFormFile("arquivo", name)
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = part.Write(content)
	_ = form.Close()
	return b.settled(b.do(http.MethodPost, "/importar", &body, []string{"Content-Type", form.FormDataContentType(), "Origin", b.server.URL}))
}

// settled waits, as the page does, until an import rests.
func (b *browser) settled(s seen) seen {
	b.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for strings.Contains(s.body, "<progress") {
		if time.Now().After(deadline) {
			b.t.Fatalf("still under way\n%s", s.body)
		}
		if job := s.job(b); job != nil {
			<-job.resting()
		}
		s = b.get(strings.TrimPrefix(s.path, "/console"))
	}
	return s
}

func (s seen) job(b *browser) *importJob {
	b.jobs.mu.Lock()
	defer b.jobs.mu.Unlock()
	return b.jobs.jobs[filepath.Base(s.path)]
}

// decide presses the button that writes.
func (b *browser) decide(s seen, mode string) seen {
	b.t.Helper()
	return b.settled(b.post(strings.TrimPrefix(s.path, "/console")+"/gravar", "modo", mode))
}

// workbook is an XLSX of rows below a header.
func workbook(t *testing.T, header []any, rows int, row func(i int) []any) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	stream, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.SetRow("A1", header); err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if err := stream.SetRow(fmt.Sprint("A", i+2), row(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Flush(); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := book.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// threeBad is a workbook of 500 rows, of which those on lines 12, 251 and 501
// cannot be accepted.
func threeBad(t *testing.T) []byte {
	t.Helper()
	return workbook(t, []any{"safraId", "safraCodigo", "tipo", "dose", "data", "areaAplicada"}, 500, func(i int) []any {
		row := []any{"S-1", "2025/26", "herbicida", fmt.Sprint(i, ",5 L/ha"), "2025-11-02", 12.5}
		switch i + 2 {
		case 12:
			row[0] = "" // no harvest
		case 251:
			row[5] = "muito"
		case 501:
			row[5] = -3
		}
		return row
	})
}

func (s *site) records(prefix, safra string) int64 {
	s.t.Helper()
	page, err := s.service.ByHarvest(s.t.Context(), &s.root.Key, kind.ByPrefix(prefix), safra, trace.OldestFirst, trace.Paging{Size: 1, Total: true})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Total
}

// A spreadsheet of 500 rows with three bad ones: the check names those three and
// writes nothing; all or nothing writes nothing; the valid rows are 497; and the
// same file once more changes nothing.
func TestImportWithThreeBadRows(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	const prefix = "/producaoAgricola/aplicacaoInsumo"
	file := threeBad(t)
	checked := b.upload(inputs, "insumos.xlsx", file).has(200, "insumos.xlsx", "<b>500</b>", "<b>497</b>", "<b>3</b>", "Linhas recusadas: 3", "nada gravado ainda",
		`<td class="number lines">12</td><td>safraId`, `<td class="number lines">251</td><td>areaAplicada (F251)`, `<td class="number lines">501</td><td>areaAplicada`, "não é um número", "Tudo ou nada", "… (497 linhas)")
	if n := strings.Count(checked.body, ">recusada</span>"); n != 3 {
		t.Errorf("%d refused rows named", n)
	}
	if n := s.records(prefix, "S-1"); n != 0 {
		t.Fatalf("the check wrote %d", n)
	}
	list := b.get(strings.TrimPrefix(checked.path, "/console")+"/problemas.csv").has(200, "Linha;Campo", "12;safraId;recusada;", "251;areaAplicada (F251);recusada;")
	if got := list.header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Error(got)
	}

	b.decide(checked, "tudo").has(200, "Nada foi gravado: 3 de 500", "Só as linhas aceitas")
	if n := s.records(prefix, "S-1"); n != 0 {
		t.Fatalf("all or nothing wrote %d", n)
	}
	written := b.decide(checked, "validas").has(200, "<b>497</b> Gravadas", "<b>3</b> Recusadas", "Ver os registros").lacks("Gravar registros")
	if n := s.records(prefix, "S-1"); n != 497 {
		t.Fatalf("%d records", n)
	}
	b.decide(written, "validas").has(200, "<b>497</b> Gravadas") // a second press

	again := b.upload(inputs, "insumos.xlsx", file).has(200, "<b>497</b> Já existem", "Não há linhas novas").lacks("Gravar registros")
	b.decide(again, "validas").has(200)
	if n := s.records(prefix, "S-1"); n != 497 {
		t.Errorf("the same file twice: %d records", n)
	}
	b.get("/importar").has(200, "Arquivos desta sessão", "insumos.xlsx")
	b.post(strings.TrimPrefix(again.path, "/console")+"/descartar").has(200, "O arquivo foi descartado")
	b.get(strings.TrimPrefix(again.path, "/console")).has(404, "não está mais aqui")
}

// A formula is never computed: the value that the program kept is taken.
func TestImportFormulas(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	file := workbook(t, []any{"safraId", "dose", "areaAplicada"}, 1, func(int) []any {
		return []any{"S", excelize.Cell{Formula: `HYPERLINK("http://evil.example")`, Value: "2 L/ha"}, excelize.Cell{Formula: "1+1", Value: 7}}
	})
	b.decide(b.upload(inputs, "a.xlsx", file).has(200, "<b>1</b> Prontas"), "tudo").has(200, "<b>1</b> Gravadas")
	page, err := s.service.ByHarvest(t.Context(), &s.root.Key, kind.ByPrefix("/producaoAgricola/aplicacaoInsumo"), "S", trace.OldestFirst, trace.Paging{Size: 2})
	if err != nil || len(page.Records) != 1 || string(page.Records[0].Dados) != `{"dose":"2 L/ha","areaAplicada":7}` {
		t.Errorf("%s, %v", page.Records[0].Dados, err)
	}
}

// Rows that can be accepted may still be worth a look.
func TestImportShowsRemarks(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	csv := "safraId;dose;data;areaAplicada\nS;1 L/ha;2999-01-01;1.234\nS;=cmd|' /C calc'!A0;2025-01-01;2\n"
	checked := b.upload(inputs, "a.csv", []byte(csv)).has(200, "<b>2</b> Prontas", "Linhas aceitas com avisos", "milhar", "Tudo ou nada")
	b.decide(checked, "tudo").has(200, "<b>2</b> Gravadas")
	for line := range strings.Lines(b.get(strings.TrimPrefix(checked.path, "/console")+"/problemas.csv").has(200, "aviso").body) {
		for _, cell := range strings.Split(line, ";") {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, `"=`) {
				t.Errorf("a formula: %s", line)
			}
		}
	}
}

// What a key may not write it cannot import; what is another session's it does not see.
func TestImportRights(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	checked := b.upload(inputs, "a.csv", []byte("safraId;dose\nS;1\nT;1\n"))
	path := strings.TrimPrefix(checked.path, "/console")
	scale := s.as(s.key(trace.KeyRequest{Nome: "Balança", Escopos: []trace.Scope{trace.Read, trace.Write}, Fases: []string{"06"}, Safras: []string{"S"}}))
	scale.get("/importar").has(200, "armazenamento.recebimento").lacks("aplicacaoInsumo", "validacao")
	scale.get("/importar?tipo=" + inputs).has(403)
	scale.get("/modelos/" + inputs + ".xlsx").has(403)
	scale.upload(inputs, "a.csv", []byte("safraId;dose\nS;1\n")).has(403)
	scale.upload("armazenamento.recebimento", "a.csv", []byte("safraId;volume\nS;1 t\nT;1 t\n")).has(200, "<b>1</b> Prontas", "<b>1</b> Recusadas", "não tem acesso a esta safra")
	for _, other := range []*browser{scale, s.as(s.root)} { // also another session of the same key
		other.get(path).has(404)
		other.get(path + "/problemas.csv").has(404)
		other.post(path+"/gravar", "modo", "tudo").has(404)
		other.post(path + "/descartar")
	}
	b.get(path).has(200)
	reader := s.as(s.key(trace.KeyRequest{Escopos: []trace.Scope{trace.Read}}))
	reader.get("").lacks("/importar")
	reader.get("/importar").has(403)
	s.visitor().upload(inputs, "a.csv", []byte("x")).has(401, "envie o arquivo outra vez")

	s.clock = jobLifetime + time.Minute
	b.get(path).has(404, "não está mais aqui")
}

func TestTemplates(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for _, l := range lang.All {
		for _, k := range kind.All {
			for _, ending := range []string{".xlsx", ".csv"} {
				got := b.get("/modelos/" + kindSlug(k) + ending + "?lang=" + l.Code())
				if k.IsValidation() {
					got.has(422)
					continue
				}
				got.has(200)
				if _, err := sheet.Open(strings.NewReader(got.body), int64(len(got.body)), k, sheet.Limits{}); err != nil {
					t.Errorf("%s%s: %v", k.Prefix, ending, err)
				}
			}
		}
		b.get("/importar?lang="+l.Code()).has(200, importTexts["title"].In(l))
		b.get("/importar?tipo="+inputs+"&lang="+l.Code()).has(200, importTexts["send"].In(l))
		b.upload(inputs, "a.csv", []byte("safraId;dose\nS;1\n;2\n")).has(200, importJobTexts["good"].In(l), importTexts["refused"].In(l))
	}
	b.get("/modelos/" + inputs + ".pdf").has(404)
}
