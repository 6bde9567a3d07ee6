package intake_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/intake"
	"rastro/internal/web/console/pagekit"
)

func jobOf(s consoletest.Seen, b *consoletest.Browser) *intake.ImportJob { return b.Jobs.At(s.Path) }

// workbook returns an XLSX of rows below a header.
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

// threeBad returns a workbook of 500 rows, of which those on lines 12, 251 and 501
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

// A spreadsheet with 500 rows, three of them bad: the check names those three and writes nothing;
// an all-or-nothing import writes nothing; a partial one writes 497 rows; and the same file again
// changes nothing.
func TestImportWithThreeBadRows(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const prefix = "/producaoAgricola/aplicacaoInsumo"
	file := threeBad(t)
	checked := b.Upload(consoletest.Inputs, "insumos.xlsx", file).Has(200, "insumos.xlsx", "<b>500</b>", "<b>497</b>", "<b>3</b>", "Linhas recusadas: 3", "nada gravado ainda",
		`<td class="number lines" data-label="Linha">12</td><td data-label="Campo">Safra (identificador)`, `<td class="number lines" data-label="Linha">251</td><td data-label="Campo">Área aplicada (F251)`, `<td class="number lines" data-label="Linha">501</td><td data-label="Campo">Área aplicada`, "não é um número", "Tudo ou nada", "… (497 linhas)")
	checked.Has(200, "Safra nova: S-1. Ela nasce com estas linhas")
	if n := strings.Count(checked.Body, ">recusada</span>"); n != 3 {
		t.Errorf("%d refused rows named", n)
	}
	if n := s.Records(prefix, "S-1"); n != 0 {
		t.Fatalf("the check wrote %d", n)
	}
	list := b.Get(strings.TrimPrefix(checked.Path, "/console")+"/problemas.csv").Has(200, "Linha;Campo", "12;Safra (identificador);recusada;", "251;Área aplicada (F251);recusada;")
	if got := list.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Error(got)
	}

	b.Decide(checked, "tudo").Has(200, "Nada foi gravado: 3 de 500", "Só as linhas aceitas")
	if n := s.Records(prefix, "S-1"); n != 0 {
		t.Fatalf("all or nothing wrote %d", n)
	}
	written := b.Decide(checked, "validas").Has(200, "<b>497</b> Gravadas", "<b>3</b> Recusadas", "Ver os registros", `aplicacaoInsumo?safra=S-1"`).Lacks("Gravar registros")
	if n := s.Records(prefix, "S-1"); n != 497 {
		t.Fatalf("%d records", n)
	}
	b.Decide(written, "validas").Has(200, "<b>497</b> Gravadas") // a second press

	again := b.Upload(consoletest.Inputs, "insumos.xlsx", file).Has(200, "<b>497</b> Já existem", "Não há linhas novas").Lacks("Gravar registros", "Safra nova")
	b.Decide(again, "validas").Has(200)
	if n := s.Records(prefix, "S-1"); n != 497 {
		t.Errorf("the same file twice: %d records", n)
	}
	b.Get("/importar").Has(200, "Arquivos desta sessão", "insumos.xlsx")
	b.Post(strings.TrimPrefix(again.Path, "/console")+"/descartar").Has(200, "O arquivo foi descartado")
	b.Get(strings.TrimPrefix(again.Path, "/console")).Has(404, "não está mais aqui")
}

// Formulas are never computed: the program's stored value is used.
func TestImportFormulas(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	file := workbook(t, []any{"safraId", "dose", "areaAplicada"}, 1, func(int) []any {
		return []any{"S", excelize.Cell{Formula: `HYPERLINK("http://evil.example")`, Value: "2 L/ha"}, excelize.Cell{Formula: "1+1", Value: 7}}
	})
	b.Decide(b.Upload(consoletest.Inputs, "a.xlsx", file).Has(200, "<b>1</b> Prontas"), "tudo").Has(200, "<b>1</b> Gravadas")
	page, err := s.Service.ByHarvest(t.Context(), &s.Root.Key, kind.ByPrefix("/producaoAgricola/aplicacaoInsumo"), "S", trace.OldestFirst, trace.Paging{Size: 2})
	if err != nil || len(page.Records) != 1 || string(page.Records[0].Payload) != `{"dose":"2 L/ha","areaAplicada":7}` {
		t.Errorf("%s, %v", page.Records[0].Payload, err)
	}
}

// Rows that can be accepted may still deserve attention.
func TestImportShowsRemarks(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	csv := "safraId;dose;data;areaAplicada\nS;1 L/ha;2999-01-01;1.234\nS;=cmd|' /C calc'!A0;2025-01-01;2\n"
	checked := b.Upload(consoletest.Inputs, "a.csv", []byte(csv)).Has(200, "<b>2</b> Prontas", "Linhas aceitas com achados", "milhar", "Tudo ou nada")
	b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
	for line := range strings.Lines(b.Get(strings.TrimPrefix(checked.Path, "/console")+"/problemas.csv").Has(200, "sugestão").Body) {
		for _, cell := range strings.Split(line, ";") {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, `"=`) {
				t.Errorf("a formula: %s", line)
			}
		}
	}
}

// A key cannot import what it may not write, and does not see what belongs to another session.
func TestImportRights(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1\nT;1\n"))
	path := strings.TrimPrefix(checked.Path, "/console")
	scale := s.As(s.Key(access.Request{Name: "Balança", Scopes: []trace.Scope{trace.Read, trace.Write}, Phases: []string{"06"}, Harvests: []string{"S"}}))
	scale.Get("/importar").Has(200, "armazenamento.recebimento").Lacks("aplicacaoInsumo", "validacao")
	scale.Get("/importar?tipo=" + consoletest.Inputs).Has(403)
	scale.Get("/modelos/" + consoletest.Inputs + ".xlsx").Has(403)
	scale.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1\n")).Has(403)
	scale.Upload("armazenamento.recebimento", "a.csv", []byte("safraId;volume\nS;1 t\nT;1 t\n")).Has(200, "<b>1</b> Prontas", "<b>1</b> Recusadas", "não tem acesso a esta safra")
	for _, other := range []*consoletest.Browser{scale, s.As(s.Root)} { // also another session of the same key
		other.Get(path).Has(404)
		other.Get(path + "/problemas.csv").Has(404)
		other.Post(path+"/gravar", "modo", "tudo").Has(404)
		other.Post(path + "/descartar")
	}
	b.Get(path).Has(200)
	reader := s.As(s.Key(access.Request{Scopes: []trace.Scope{trace.Read}}))
	reader.Get("").Lacks("/importar")
	reader.Get("/importar").Has(403)
	s.Visitor().Upload(consoletest.Inputs, "a.csv", []byte("x")).Has(401, "envie o arquivo outra vez")

	s.Clock.Set(intake.JobLifetime + time.Minute)
	b.Get(path).Has(404, "não está mais aqui")
}

func TestTemplates(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, l := range lang.All {
		for _, k := range kind.All {
			for _, ending := range []string{".xlsx", ".csv"} {
				got := b.Get("/modelos/" + pagekit.KindSlug(k) + ending + "?lang=" + l.Code())
				if k.IsValidation() {
					got.Has(422)
					continue
				}
				got.Has(200)
				if _, err := sheet.Open(strings.NewReader(got.Body), int64(len(got.Body)), k, sheet.Limits{}); err != nil {
					t.Errorf("%s%s: %v", k.Prefix, ending, err)
				}
			}
		}
		b.Get("/importar?lang="+l.Code()).Has(200, intake.ImportTexts["title"].In(l))
		b.Get("/importar?tipo="+consoletest.Inputs+"&lang="+l.Code()).Has(200, intake.ImportTexts["send"].In(l))
		b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1\n;2\n")).Has(200, intake.ImportJobTexts["good"].In(l), intake.ImportTexts["refused"].In(l))
	}
	b.Get("/modelos/" + consoletest.Inputs + ".pdf").Has(404)
}

// A load that an invoice brought in is named, with a link, and stays out unless somebody ticks it.
// Rows that repeat another of the file are named, and left out until a person says that they are two.
func TestImportNamesRepeatedRows(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const prefix = "/armazenamento/recebimento"
	csv := []byte("safraId;dataHoraRecebimento;veiculo;volume;umidade\nS;2025-02-11;ABC1C34;36000 kg;13%\nS;2025-02-12;ABC1C34;36000 kg;13%\nS;2025-02-11;ABC1C34;36000 kg;13%\n")
	checked := b.Upload("armazenamento.recebimento", "balanca.csv", csv).Has(200, "Linhas repetidas neste arquivo: 1", "linha 4 repete a linha 2", "<b>2</b> Prontas", "<b>0</b> Já existem", `name="iguais"`)
	b.Get(strings.TrimPrefix(checked.Path, "/console")+"/problemas.csv").Has(200, "repete a linha 2 deste arquivo")
	b.Decide(checked, "validas").Has(200, "<b>2</b> Gravadas")
	if n := s.Records(prefix, "S"); n != 2 {
		t.Errorf("%d records", n)
	}
	again := b.Upload("armazenamento.recebimento", "balanca.csv", csv).Has(200, "<b>0</b> Prontas", "Gravar registros")
	b.Post(strings.TrimPrefix(again.Path, "/console")+"/gravar", "modo", "validas", "iguais", "criar").Has(200, "<b>1</b> Gravadas")
	if n := s.Records(prefix, "S"); n != 3 {
		t.Errorf("%d records", n)
	}
}

func TestImportShowsLoadsThatAreThere(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const prefix = "/armazenamento/recebimento"
	_, err := s.Service.Create(t.Context(), &s.Root.Key, kind.ByPrefix(prefix), trace.Envelope{HarvestID: "S", Payload: []byte(`{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg"}`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	csv := "safraId;dataHoraRecebimento;veiculo;volume;umidade\nS;2025-02-10;ABC1C34;36000 kg;13%\nS;2025-02-11;ABC1C34;36000 kg;13%\n"
	checked := b.Upload("armazenamento.recebimento", "balanca.csv", []byte(csv)).Has(200, "Cargas que já estão registradas: 1", "linha 2: já existe: Recebimento · 10/02/2025 · ABC1C34 · 36.000 kg</a>", "<b>1</b> Prontas", "Gravar também essas linhas")
	b.Get(strings.TrimPrefix(checked.Path, "/console")+"/problemas.csv").Has(200, "já existe: a mesma carga")
	b.Decide(checked, "validas").Has(200, "<b>1</b> Gravadas")
	if n := s.Records(prefix, "S"); n != 2 {
		t.Errorf("%d records", n)
	}
	again := b.Upload("armazenamento.recebimento", "balanca.csv", []byte(csv)).Has(200, "<b>0</b> Prontas", "Gravar registros")
	b.Post(strings.TrimPrefix(again.Path, "/console")+"/gravar", "modo", "validas", "cargas", "criar").Has(200, "<b>1</b> Gravadas")
	if n := s.Records(prefix, "S"); n != 3 {
		t.Errorf("%d records", n)
	}
}
