package filetype

import (
	"bytes"
	"encoding/binary"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// book returns a spreadsheet with what people put into one: a picture, a note, a chart, a link.
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
		{"Contrato Agro S.A", PDF, "Contrato Agro S.A.pdf"}, {"Laudo rev.B", PDF, "Laudo rev.B.pdf"}, {"nota.v2", XML, "nota.v2.xml"}, {"foto.HEIC", JPEG, "foto.jpg"}, {"a.novo", PDF, "a.novo.pdf"},
	} {
		if got := Name(tc.given, tc.media); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.given, got, tc.want)
		}
	}
}

// What people have in their spreadsheets is accepted, including the sensitivity labels with which
// companies have Excel mark them.
func TestLabelledSpreadsheet(t *testing.T) {
	file := archive(t, "[Content_Types].xml="+contents(`<Override PartName="/docMetadata/LabelInfo.xml" ContentType="application/vnd.ms-office.classificationlabels+xml"/>`),
		"_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml",
		`docMetadata/LabelInfo.xml=<?xml version="1.0" encoding="utf-8" standalone="yes"?><clbl:labelList xmlns:clbl="http://schemas.microsoft.com/office/2020/mipLabelMetadata"/>`)
	if media, err := Detect(bytes.NewReader(file), int64(len(file))); media != XLSX || err != nil {
		t.Errorf("%s, %v", media, err)
	}
}

// emptyParts returns an archive of empty parts: their directory alone.
func emptyParts(n int) []byte {
	header := make([]byte, directorySize)
	copy(header, directoryMark)
	end := make([]byte, endSize)
	copy(end, endMark)
	binary.LittleEndian.PutUint16(end[8:], uint16(n))
	binary.LittleEndian.PutUint16(end[10:], uint16(n))
	binary.LittleEndian.PutUint32(end[12:], uint32(n*directorySize))
	local := make([]byte, localSize)
	copy(local, localMark)
	binary.LittleEndian.PutUint32(end[16:], localSize)
	return slices.Concat(local, bytes.Repeat(header, n), end)
}

// An archive with more parts than any spreadsheet is refused before its directory is read, even if
// it declares only a few.
func TestAttackManyParts(t *testing.T) {
	for _, n := range []int{maxEntries + 1, 65_535, 500_000, 458_752 + 100} { // the last one counts as 100
		file := emptyParts(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for name, check := range map[string]func(io.ReaderAt, int64) error{"as a spreadsheet": isXLSX, "as a picture": isPicture} {
			if err := check(bytes.NewReader(file), int64(len(file))); Refused(err) == "" {
				t.Errorf("%d parts %s: %v", n, name, err)
			}
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 4*maxDirectory {
			t.Errorf("%d parts took %d bytes", n, took)
		}
	}
}

// A file is an archive if there is a directory in it, not because of four bytes that it has by chance.
func TestArchivesByTheirDirectory(t *testing.T) {
	empty := make([]byte, endSize)
	copy(empty, endMark)
	for name, tail := range map[string][]byte{"the mark alone": []byte(endMark), "the mark and more": append([]byte(endMark), bytes.Repeat([]byte{0x77}, 300)...), "the end of nothing": empty} {
		file := append(jpegFile(t), tail...)
		if media, err := Detect(bytes.NewReader(file), int64(len(file))); media != JPEG || err != nil {
			t.Errorf("%s: %s, %v", name, media, err)
		}
	}
	inside := archive(t, "a.class")
	for name, file := range map[string][]byte{
		"before other bytes":       slices.Concat(jpegFile(t), inside, make([]byte, maxComment-1)),
		"and a mark behind it":     slices.Concat(jpegFile(t), inside, empty),
		"counted from the picture": slices.Concat(jpegFile(t), bytes.Replace(inside, []byte("a.class"), []byte("b.class"), 1)),
	} {
		if media, err := Detect(bytes.NewReader(file), int64(len(file))); err == nil {
			t.Errorf("an archive %s is accepted as %s", name, media)
		}
	}
}
