package filetype

import (
	"archive/zip"
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

func picture(t testing.TB, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewRGBA(image.Rect(0, 0, 20, 10))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegFile(t testing.TB) []byte {
	return picture(t, func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) })
}

func pngFile(t testing.TB) []byte {
	return picture(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) })
}

// contents returns the table of contents of a small spreadsheet, with one more row.
func contents(more string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` + more + `</Types>`
}

// archive returns an archive of entries, each a name or a name and its content, NAME=CONTENT.
func archive(t testing.TB, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, entry := range entries {
		name, content, _ := strings.Cut(entry, "=")
		switch {
		case content != "":
		case name == "[Content_Types].xml":
			content = contents("")
		default:
			content = "<x/>"
		}
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const pdf = "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// heic is the beginning of a phone's file.
var heic = append([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), make([]byte, 64)...)

var nfe = `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe1"/></NFe></nfeProc>`

func TestDetect(t *testing.T) {
	xlsx := archive(t, "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml")
	for _, tc := range []struct {
		name   string
		file   []byte
		media  string
		reason Reason
	}{
		{"PDF", []byte(pdf), PDF, ""},
		{"JPEG", jpegFile(t), JPEG, ""},
		{"PNG", pngFile(t), PNG, ""},
		{"HEIC", heic, HEIC, ""},
		{"an invoice", []byte(nfe), XML, ""},
		{"XML without a declaration", []byte(nfe[len(`<?xml version="1.0" encoding="UTF-8"?>`):]), XML, ""},
		{"XML after a byte order mark", []byte("\xef\xbb\xbf" + nfe), XML, ""},
		{"XML in Latin-1", []byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><nota><local>S\xe3o Jos\xe9</local></nota>"), XML, ""},
		{"XLSX", xlsx, XLSX, ""},
		{"GeoJSON", []byte(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"type":"x"},"geometry":null}]}`), GeoJSON, ""},
		{"long GeoJSON", []byte(`{"type":"LineString","coordinates":[` + strings.Repeat("[1,2],", 3000) + `[1,2]]}`), GeoJSON, ""},

		{"nothing", nil, "", Empty},
		{"a page", []byte("<!DOCTYPE html><html><script>alert(1)</script></html>"), "", Page},
		{"a page after spaces", []byte("   \n<HTML><body>"), "", Page},
		{"SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>`), "", Page},
		{"SVG as XML", []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>`), "", Page},
		{"SVG inside XML", []byte(`<?xml version="1.0"?><nota><s:svg xmlns:s="http://www.w3.org/2000/svg"/></nota>`), "", Page},
		{"XHTML", []byte(`<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"/>`), "", Page},
		{"a program", []byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff"), "", Unknown},
		{"a program of Linux", []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00>\x00"), "", Unknown},
		{"a script", []byte("#!/bin/sh\nrm -rf /\n"), "", Unknown},
		{"plain text", []byte("Bom dia\n"), "", Unknown},
		{"a table of text", []byte("data;placa;peso\n10/02/2025;ABC1C34;36.000,5\n"), "", Unknown},
		{"GeoJSON and more", []byte(`{"type":"Feature"} {"a":1}`), "", Unreadable},
		{"an archive", archive(t, "a.txt"), "", Unknown},
		{"macros", archive(t, "[Content_Types].xml", "xl/workbook.xml", "xl/vbaProject.bin"), "", Macros},
		{"JSON", []byte(`{"tipo":"Feature"}`), "", Unknown},
		{"JSON cut off", []byte(`{"type":"Feature","geometry":`), "", Unreadable},
		{"deep JSON", []byte(`{"type":"Feature","x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`), "", Deep},
		{"entities", []byte(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`), "", Declares},
		{"a style sheet", []byte(`<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>`), "", Declares},
		{"deep XML", []byte(`<?xml version="1.0"?>` + strings.Repeat("<a>", 10_000) + strings.Repeat("</a>", 10_000)), "", Deep},
		{"XML cut off", []byte(`<?xml version="1.0"?><nota><a>`), "", Unreadable},
	} {
		media, err := Detect(bytes.NewReader(tc.file), int64(len(tc.file)))
		if tc.reason == "" && (media != tc.media || err != nil) || Refused(err) != tc.reason {
			t.Errorf("%s: %q, %v; want %q, %q", tc.name, media, err, tc.media, tc.reason)
		}
	}
}

// A file that is two things at once is refused, whichever of them it begins with.
func TestAttackPolyglots(t *testing.T) {
	page := "<html><script>alert(1)</script></html>"
	for _, tc := range []struct {
		name string
		file []byte
	}{
		{"a PDF that is a page", []byte("%PDF-1.7\n" + page + pdf)},
		{"a PDF with a page far inside", []byte(pdf + strings.Repeat(" ", 2*window-4) + page)},
		{"a page across two windows", []byte(pdf + strings.Repeat(" ", window-len(pdf)-3) + page)},
		{"something before a PDF", []byte("\n" + pdf)},
		{"a JPEG that is a page", append(jpegFile(t), page...)},
		{"a JPEG that is an archive", append(jpegFile(t), archive(t, "a.class")...)},
		{"a JPEG that is an archive with a comment", append(append(jpegFile(t), archive(t, "a.class")...), make([]byte, 40)...)},
		{"a PNG that is a PDF", append(append(pngFile(t)[:60:60], pdf...), pngFile(t)...)},
		{"a PDF that is an archive", append([]byte(pdf), archive(t, "a.class")...)},
		{"an archive after something", append([]byte("MZ"), archive(t, "[Content_Types].xml", "xl/workbook.xml")...)},
		{"GeoJSON with a page", []byte(`{"type":"Feature","properties":{"a":"<ScRiPt>alert(1)</script>"}}`)},
		{"XML that is a PDF", []byte("<!-- %PDF-1.7 --><a/>")},
	} {
		if media, err := Detect(bytes.NewReader(tc.file), int64(len(tc.file))); err == nil {
			t.Errorf("%s is accepted as %s", tc.name, media)
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, seed := range [][]byte{[]byte(pdf), jpegFile(f), pngFile(f), heic, []byte(nfe), archive(f, "[Content_Types].xml", "xl/workbook.xml"), []byte(`{"type":"Feature"}`)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		media, err := Detect(bytes.NewReader(file), int64(len(file)))
		if err == nil && media == "" || err != nil && Refused(err) == "" {
			t.Errorf("%q, %v", media, err)
		}
	})
}
