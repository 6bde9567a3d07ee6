package intake_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/intake"
)

func TestImportBadFiles(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	whole := workbook(t, []any{"safraId", "dose"}, 5, func(int) []any { return []any{"S", "1"} })
	many := func() []byte {
		var file bytes.Buffer
		file.WriteString("safraId;dose\n")
		for range 100_001 {
			file.WriteString("S;1\n")
		}
		return file.Bytes()
	}
	var template bytes.Buffer
	if err := sheet.Template(&template, sheet.XLSX, kind.ByPrefix("/producaoAgricola/aplicacaoInsumo"), lang.PT); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    []string
	}{
		"not a spreadsheet":      {append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 500)...), []string{"não é uma planilha", "XLSX, ODS ou CSV"}},
		"an invoice":             {[]byte(`<?xml version="1.0"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"></nfeProc>`), []string{"não é uma planilha", "XML e ZIP de notas fiscais entram", "console/notas\">Abrir Notas fiscais</a>"}},
		"old Excel":              {append([]byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}, make([]byte, 600)...), []string{"Excel antigo"}},
		"cut short":              {whole[:len(whole)/2], []string{"danificado"}},
		"empty":                  {nil, []string{"O arquivo está vazio"}},
		"blank lines alone":      {[]byte("\n  \n\r\n"), []string{"só tem linhas em branco"}},
		"header alone":           {[]byte("safraId;dose\n"), []string{"O arquivo está vazio"}},
		"template, not filled":   {template.Bytes(), []string{"O arquivo está vazio"}},
		"100 001 rows":           {many(), []string{"mais de 100000 linhas", "divida-a"}},
		"zip bomb":               {bomb(t, whole), []string{"grande demais depois de descompactado"}},
		"no known column":        {[]byte("a;b\n1;2\n"), []string{"nenhuma coluna", "safraId"}},
		"another kind's columns": {[]byte("safraId;dataHoraRecebimento;veiculo;volume;loteOrigem;umidade\nS;2025-01-01;ABC1D23;10 t;L1;13\n"), []string{"Colunas que este tipo não tem", "parece ser o modelo de", "<b>1</b> Recusadas"}},
		"no harvest column":      {[]byte("dose;data\n1;2025-01-01\n"), []string{"<b>1</b> Recusadas", "safraId", "obrigatório"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := b.Upload(consoletest.Inputs, "x.xlsx", c.content)
			got.T = t
			lower := strings.ToLower(got.Body)
			for _, want := range c.want {
				if !strings.Contains(lower, strings.ToLower(want)) {
					t.Errorf("does not say %q\n%s", want, got.Body)
				}
			}
			got.Lacks("Gravar registros")
		})
	}
	if n := s.Records("/producaoAgricola/aplicacaoInsumo", "S"); n != 0 {
		t.Errorf("%d records", n)
	}
}

// bomb returns a workbook whose sheet unpacks to hundreds of times its size.
func bomb(t *testing.T, whole []byte) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, part := range r.File {
		if part.Name != "xl/worksheets/sheet1.xml" {
			_ = z.Copy(part)
			continue
		}
		const times = 80
		head, spaces, tail := `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`, strings.Repeat(" ", 1<<20), `</sheetData></worksheet>`
		text := head + strings.Repeat(spaces, times) + tail
		// The spaces are packed once: the race detector takes its time over eighty.
		packed := slices.Concat(deflated(head, false), bytes.Repeat(deflated(spaces, false), times), deflated(tail, true))
		w, err := z.CreateRaw(&zip.FileHeader{Name: part.Name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE([]byte(text)),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(text))})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(packed)
	}
	_ = z.Close()
	return file.Bytes()
}

// deflated packs a text so that others may follow it, or none.
func deflated(text string, last bool) []byte {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = io.WriteString(w, text)
	if last {
		_ = w.Close()
	} else {
		_ = w.Flush()
	}
	return packed.Bytes()
}

func TestImportBadForms(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Upload(consoletest.Inputs, "grande.csv", bytes.Repeat([]byte("safraId;dose\n"), 3<<20)).Has(413, "passa de 32 MiB")
	b.Upload(consoletest.Inputs, "", nil).Has(422, "Escolha um arquivo")
	b.Upload("nada", "a.csv", []byte("safraId\nS\n")).Has(404)
	b.Upload("validacao", "a.csv", []byte("safraId\nS\n")).Has(422, "Validações não podem ser importadas")
	b.Post("/importar", "tipo", consoletest.Inputs).Has(400, "ilegível")
	b.Do(http.MethodPost, "/importar", strings.NewReader("--x\r\ncortado"), []string{"Content-Type", "multipart/form-data; boundary=x", "Origin", s.Server.URL}).Has(400, "ilegível")
	b.Get("/importar/nenhum").Has(404, "não está mais aqui")
	b.Get("/importar?tipo=nada").Has(404)
	checked := b.Upload(consoletest.Inputs, "../../etc/<b>x</b>.csv", []byte("safraId;dose\nS;<script>alert(1)</script>\n")).Has(200).Harmless().Lacks("<b>x</b>", "etc/")
	b.Decide(checked, "quase").Has(400)
	for range intake.MaxJobsOfSession + 2 { // the oldest makes room
		b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nS;1\n")).Has(200, "<b>1</b> Prontas")
	}
	if n, _ := s.Jobs.Kept(""); n > intake.MaxJobsOfSession {
		t.Errorf("%d files are kept", n)
	}
}
