package filetype

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// book is a spreadsheet with what people put into one: a picture, a note, a chart, a link.
func book(t testing.TB) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, err := range []error{
		f.SetSheetRow("Sheet1", "A1", &[]any{"placa", "peso"}),
		f.SetSheetRow("Sheet1", "A2", &[]any{"ABC1C34", 36000}),
		f.AddPictureFromBytes("Sheet1", "D2", &excelize.Picture{Extension: ".png", File: pngFile(t), Format: &excelize.GraphicOptions{}}),
		f.AddComment("Sheet1", excelize.Comment{Cell: "A2", Author: "Ana", Text: "conferida"}),
		f.AddChart("Sheet1", "D10", &excelize.Chart{Type: excelize.Col, Series: []excelize.ChartSeries{{Name: "peso", Categories: "Sheet1!$A$2", Values: "Sheet1!$B$2"}}}),
		f.SetCellHyperLink("Sheet1", "A1", "https://example.com", "External"),
	} {
		if err != nil {
			t.Fatal(i, err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A program is refused, whatever it looks like and whatever it is packed in.
func TestAttackProgramsAsFiles(t *testing.T) {
	usual := book(t)
	if media, err := Detect(bytes.NewReader(usual), int64(len(usual))); media != XLSX || err != nil {
		t.Fatalf("a spreadsheet: %s, %v", media, err)
	}
	sheet := []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml"}
	with := func(more ...string) []byte { return archive(t, append(sheet[:len(sheet):len(sheet)], more...)...) }
	typed := func(row string) []byte {
		return archive(t, append([]string{"[Content_Types].xml=" + contents(row)}, sheet[1:]...)...)
	}
	whole := with()
	page := "<html><script>alert(1)</script></html>"
	commented := bytes.Clone(whole)
	commented[len(commented)-2] = byte(len(page))
	for name, file := range map[string][]byte{
		"a batch file":               []byte("@echo off,x\r\ndel /q *,x\r\n"),
		"VBScript":                   []byte("Set a = CreateObject(\"WScript.Shell\"),1\na.Run \"calc\",1\n"),
		"JavaScript":                 []byte("var a=1,b=2\nalert(a,b)\n"),
		"PowerShell":                 []byte("Get-ChildItem a,b\nRemove-Item a,b\n"),
		"a registry file":            []byte("Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\a,b]\r\n"),
		"a shortcut":                 []byte("L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F"),
		"a JAR":                      with("META-INF/MANIFEST.MF=Main-Class: A\n", "A.class=\xca\xfe\xba\xbe"),
		"a class as a part":          with("xl/media/image1.png=\xca\xfe\xba\xbe\x00"),
		"a program inside":           with("xl/a.exe=MZ\x90"),
		"a program as a part":        with("xl/a.xml=MZ\x90"),
		"a program as a picture":     with("xl/media/image1.png=MZ\x90"),
		"macros by their type":       typed(`<Override PartName="/xl/x.xml" ContentType="application/vnd.ms-office.vbaProject"/>`),
		"macros by their ending":     typed(`<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>`),
		"a workbook with macros":     typed(`<Override PartName="/xl/workbook2.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>`),
		"an object by its type":      typed(`<Override PartName="/xl/x.xml" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/>`),
		"an embedded object":         with("xl/embeddings/oleObject1.bin=\xd0\xcf\x11\xe0"),
		"an embedded document":       with("xl/embeddings/Document.docx=PK\x03\x04"),
		"a control":                  with("xl/activeX/activeX1.xml"),
		"an object under a name":     with("xl/printerSettings/printerSettings1.bin=\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		"a path out of the archive":  with("xl/../../a.xml"),
		"a page in a name":           with("xl/" + page + ".xml"),
		"two parts of one name":      with("xl/Workbook.xml"),
		"a page after the end":       append(bytes.Clone(whole), page...),
		"bytes after the end":        append(bytes.Clone(whole), make([]byte, 100)...),
		"a page as comment":          append(commented, page...),
		"a program before the start": append([]byte("MZ\x90\x00"+strings.Repeat("\x00", 72)), whole...),
		"spaces before the start":    append([]byte("    "), whole...),
	} {
		if media, err := Detect(bytes.NewReader(file), int64(len(file))); err == nil || Refused(err) == "" {
			t.Errorf("%s is accepted as %s, %v", name, media, err)
		}
	}
}

// A name always ends as its type does, so that no system runs the file.
func TestName(t *testing.T) {
	for _, tc := range []struct{ given, media, want string }{
		{"nota.pdf", PDF, "nota.pdf"}, {"NOTA.PDF", PDF, "NOTA.PDF"}, {"foto.jpeg", JPEG, "foto.jpeg"}, {"nota", PDF, "nota.pdf"},
		{"a.ps1", PDF, "a.pdf"}, {"nota.jar", XLSX, "nota.xlsx"}, {"gpj.exe", JPEG, "gpj.jpg"}, {"romaneio.bat", XML, "romaneio.xml"}, {"nota.js", GeoJSON, "nota.geojson"},
		{"a.pdf.exe", PDF, "a.pdf"}, {"a.exe", "text/csv", "a.bin"}, {"romaneio 10.02.2025", PDF, "romaneio 10.02.2025.pdf"}, {"Fazenda S. José", PDF, "Fazenda S. José.pdf"}, {".exe", PDF, ".exe.pdf"},
	} {
		if got := Name(tc.given, tc.media); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.given, got, tc.want)
		}
	}
}
