package filetype

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"
)

// packedPDF returns a PDF whose objects are in a stream.
func packedPDF(t *testing.T, objects string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(objects)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%%PDF-1.7\n7 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>\nstream\r\n%s\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%%%EOF\n", b.Len(), b.String())
}

// A PDF that runs something, starts a program or has files in it is refused, wherever it says so.
func TestAttackActivePDF(t *testing.T) {
	for name, file := range map[string]string{
		"a script":                     strings.Replace(pdf, "/Catalog", "/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>", 1),
		"a script, spelled out":        strings.Replace(pdf, "/Catalog", "/Catalog/OpenAction<</S /J#61vaScript /JS 2 0 R>>", 1),
		"scripts by name":              strings.Replace(pdf, "/Catalog", "/Catalog/Names<</JavaScript 3 0 R>>", 1),
		"a program":                    strings.Replace(pdf, "/Catalog", "/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>", 1),
		"a file inside":                strings.Replace(pdf, "/Catalog", "/Catalog/Names<</EmbeddedFiles 3 0 R>>", 1),
		"after a comment":              strings.Replace(pdf, "obj<<", "obj %(\n<</A<</S/Launch>>", 1),
		"after a text":                 strings.Replace(pdf, "/Catalog", "/Catalog/T(\\)(/x))/OpenAction<</S/Launch>>", 1),
		"in an object within a text":   strings.Replace(pdf, "/Catalog", "/Catalog/T(2 0 obj<</S/Launch>>endobj)", 1),
		"in an object within a stream": strings.Replace(pdf, "trailer", "2 0 obj<</Length 99>>stream\n3 0 obj<</S/Launch>>endobj\nendstream\nendobj\ntrailer", 1),
		"in packed objects":            packedPDF(t, "9 0 <</S/JavaScript/JS(x)>>"),
		"in objects nobody can unpack": "%PDF-1.7\n7 0 obj\n<</Type/ObjStm/Filter/ASCIIHexDecode>>\nstream\n3C3C\nendstream\nendobj\n",
		"across two windows":           pdf + strings.Repeat(" ", window-len(pdf)-14) + "\n9 0 obj<</S/Launch>>endobj\n",
	} {
		if _, err := Detect(strings.NewReader(file), int64(len(file))); Refused(err) != Active {
			t.Errorf("%s: %v", name, err)
		}
	}
	bomb := packedPDF(t, strings.Repeat(" ", maxObjects+1))
	if _, err := Detect(strings.NewReader(bomb), int64(len(bomb))); Refused(err) != Active {
		t.Errorf("a bomb: %v", err)
	}
	many := pdf + strings.Repeat("\n1 0 obj(", 100_000)
	if _, err := Detect(strings.NewReader(many), int64(len(many))); Refused(err) != Active {
		t.Errorf("objects without an end: %v", err)
	}
}

// PDFs that only talk about what is refused are accepted.
func TestPassivePDF(t *testing.T) {
	for name, file := range map[string]string{
		"a title and a link": strings.Replace(pdf, "/Catalog", "/Catalog/Title(Project /Launch)/A<</S/URI/URI(https://x/Web/JavaScript)>>", 1),
		"packed objects":     packedPDF(t, "9 0 <</S/URI/URI(https://x/Web /JavaScript)>>"),
		"encrypted":          "%PDF-1.7\n7 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n\x01\x02\x03\nendstream\nendobj\ntrailer<</Encrypt 8 0 R>>\n",
		"a view and a page":  strings.Replace(pdf, "/Catalog", "/Catalog/OpenAction[3 0 R/Fit]/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>", 1),
	} {
		if media, err := Detect(strings.NewReader(file), int64(len(file))); media != PDF || err != nil {
			t.Errorf("%s: %q, %v", name, media, err)
		}
	}
}
