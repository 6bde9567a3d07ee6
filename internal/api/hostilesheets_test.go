package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// endless is a body that counts how much of it is read, and how much of that before the answer.
type endless struct {
	left, read, early int64
	answer            *httptest.ResponseRecorder
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), e.left))
	for i := range p[:n] {
		p[i] = "Data;Placa\n"[(e.read+int64(i))%11]
	}
	e.left, e.read = e.left-int64(n), e.read+int64(n)
	if !e.answer.Flushed {
		e.early = e.read
	}
	return n, nil
}

// A file of 200 MB is refused: at once if its length is declared, otherwise as soon as it exceeds
// the limit. The rest is discarded after the answer, for clients that send everything first.
func TestHugeSheet(t *testing.T) {
	t.Parallel()
	c := start(t)
	for name, told := range map[string]bool{"its length is told": true, "it comes in chunks": false} {
		t.Run(name, func(t *testing.T) {
			body := &endless{left: 200 << 20, answer: httptest.NewRecorder()}
			request := httptest.NewRequest(http.MethodPost, "/importacoes?simular=true", struct{ io.Reader }{body})
			request.Header.Set("X-API-ACCESS-KEY", c.access)
			request.Header.Set("X-API-SECRET-KEY", c.secret)
			request.Header.Set("Content-Type", "text/csv")
			request.ContentLength = -1
			most := sheet.DefaultLimits.Bytes + 2<<20
			if told {
				request.ContentLength, most = body.left, 0
			}
			c.api.ServeHTTP(body.answer, request)
			checked(t, request, body.answer.Code, body.answer.Header(), body.answer.Body.Bytes()).fails(413, "CORPO_GRANDE")
			if body.early > most || body.left > 0 {
				t.Errorf("%d bytes of it were read before the answer, want at most %d; %d were never read", body.early, most, body.left)
			}
		})
	}
}

// A compressed body is refused before it is read, and a client that sends all of it first reads the
// answer.
func TestLargeCompressedBody(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, path := range []string{"/armazenamento/recebimento/all", "/fase/all"} {
		body := &endless{left: 20 << 20, answer: httptest.NewRecorder()}
		request := httptest.NewRequest(http.MethodPost, path, struct{ io.Reader }{body})
		request.Header.Set("X-API-ACCESS-KEY", c.access)
		request.Header.Set("X-API-SECRET-KEY", c.secret)
		request.Header.Set("Content-Encoding", "gzip")
		request.ContentLength = body.left
		c.api.ServeHTTP(body.answer, request)
		checked(t, request, body.answer.Code, body.answer.Header(), body.answer.Body.Bytes()).fails(415, "TIPO_DE_CONTEUDO")
		if body.early > 0 || body.left > 0 {
			t.Errorf("%s: %d bytes were read before the answer, %d were never read", path, body.early, body.left)
		}
	}
}

// parts are files of a ZIP by their names.
type parts []struct{ name, text string }

func (p parts) zip(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range p {
		w, err := z.Create(part.name)
		if err == nil {
			_, err = io.WriteString(w, part.text)
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

// book returns a workbook, with macros as Excel saves them or without.
func book(t *testing.T, macros bool, rows string) string {
	t.Helper()
	const office, types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://schemas.openxmlformats.org/package/2006/content-types"
	main, project, relation := "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", "", ""
	var more parts
	if macros {
		main = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
		project = `<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>`
		relation = `<Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`
		more = parts{{"xl/vbaProject.bin", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 504) + "Attribute VB_Name = \"ThisWorkbook\"\r\nSub Workbook_Open()\r\nShell \"calc.exe\"\r\nEnd Sub\r\n"}}
	}
	return append(parts{
		{"[Content_Types].xml", `<Types xmlns="` + types + `"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` + project + `<Override PartName="/xl/workbook.xml" ContentType="` + main + `"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><sheets><sheet name="Romaneio" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + office + `/worksheet" Target="worksheets/sheet1.xml"/>` + relation + `</Relationships>`},
		{"xl/worksheets/sheet1.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`},
	}, more...).zip(t)
}

// sheetRow returns a row of a workbook; a cell that begins with = is a formula without a value.
func sheetRow(n int, cells ...string) string {
	var text strings.Builder
	fmt.Fprintf(&text, `<row r="%d">`, n)
	for i, cell := range cells {
		if formula, ok := strings.CutPrefix(cell, "="); ok {
			fmt.Fprintf(&text, `<c r="%s"><f>%s</f></c>`, sheet.Address(i, n), formula)
			continue
		}
		fmt.Fprintf(&text, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, sheet.Address(i, n), cell)
	}
	return text.String() + `</row>`
}

// Files made to break a reader are refused with a reason, and what is read of one with macros is
// its cells alone.
func TestHostileSheets(t *testing.T) {
	t.Parallel()
	c := start(t)
	head := sheetRow(1, "Data", "Placa", "Peso líquido (kg)")
	rows := head + sheetRow(2, "15/02/2025", "ABC1C34", "36200") + sheetRow(3, "16/02/2025", "ABC1C35", "35100")
	wide := "Data;Placa;Peso (kg)" + strings.Repeat(";x", 16_000) + "\n15/02/2025;ABC1C34;1" + strings.Repeat(";1", 16_000) + "\n"
	for name, one := range map[string]struct{ body, says string }{
		"16 000 columns":    {wide, sheet.Reasons[sheet.TooManyColumns].Fill(lang.PT, lang.Args{"max": "300"})},
		"a zip bomb":        {book(t, false, head+strings.Repeat(" ", 100<<20)), "grande demais depois de descompactado"},
		"a wide workbook":   {book(t, false, sheetRow(1, strings.Split("Data Placa Peso"+strings.Repeat(" x", 16_000), " ")...)), "colunas"},
		"an old macro file": {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600), "Excel antigo"},
		"nothing":           {"\n", "linhas em branco"},
	} {
		got := c.post("/importacoes?simular=true", one.body, "Content-Type: application/octet-stream").fails(422, "DADOS_INVALIDOS")
		if text := fmt.Sprint(got.Errors); !strings.Contains(text, one.says) {
			t.Errorf("%s: it says %s, want %q", name, text, one.says)
		}
	}
	type answered struct {
		Total   int
		Palpite struct{ Mapa map[string]any }
	}
	macros := decode[answered](t, "macros", c.post("/importacoes?simular=true", book(t, true, rows), "Content-Type: application/octet-stream").ok(200).Data)
	if macros.Total != 2 {
		t.Errorf("a workbook with macros: %+v", macros)
	}
	formulas := c.post("/importacoes?simular=true", book(t, false, rows+sheetRow(4, "17/02/2025", "ABC1C36", "=C2+C3")), "Content-Type: application/octet-stream").ok(200)
	if !strings.Contains(string(formulas.Data), "fórmula") {
		t.Errorf("a formula without a value: %s", formulas.Data)
	}
}
