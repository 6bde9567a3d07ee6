package sheet_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// reasonOf reads a file to its end and returns why it cannot be read.
func reasonOf(t tester, file []byte, k *kind.Kind, limits sheet.Limits) sheet.Reason {
	rows, err := open(file, k, limits)
	if err == nil {
		defer rows.Close()
		for err == nil {
			_, err = rows.Next()
		}
	}
	if errors.Is(err, io.EOF) {
		return ""
	}
	var failed *sheet.Error
	if !errors.As(err, &failed) {
		t.Fatalf("the error says nothing to a person: %v", err)
	}
	for _, l := range lang.All {
		if m := failed.Message(l); m == "" || strings.ContainsAny(m, "{}") {
			t.Errorf("%s says %q", failed.Reason, m)
		}
	}
	return failed.Reason
}

// without leaves a part out, with replaces one.
func with(parts map[string]string, name, text string) map[string]string {
	if parts[name] = text; text == "" {
		delete(parts, name)
	}
	return parts
}

func protected(t *testing.T) []byte {
	f := excelize.NewFile()
	defer f.Close()
	var out bytes.Buffer
	if err := f.Write(&out, excelize.Options{Password: "segredo"}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFilesThatAreRefused(t *testing.T) {
	good := pack(workbook(header("safraId", "talhao") + strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 50)))
	utf16 := []byte{0xff, 0xfe, 's', 0, 'a', 0}
	for _, tc := range []struct {
		name string
		file []byte
		want sheet.Reason
	}{
		{"good", good, ""},
		{"empty", nil, sheet.Empty},
		{"blank", []byte("\n \r\n;;;\n"), sheet.Blank},
		{"only a mark", []byte("\xef\xbb\xbf"), sheet.Empty},
		{"picture", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), sheet.NotSpreadsheet},
		{"page", []byte("<html><table><tr><td>safraId</td></tr></table></html>"), sheet.NotSpreadsheet},
		{"paper", []byte("%PDF-1.7\n1 0 obj\n"), sheet.NotSpreadsheet},
		{"zip of something else", pack(map[string]string{"a.txt": "a"}), sheet.NotSpreadsheet},
		{"letter", pack(map[string]string{"word/document.xml": "<a/>", "_rels/.rels": `<R><Relationship Id="r" Type="officeDocument" Target="word/document.xml"/></R>`}), sheet.NotSpreadsheet},
		{"zip in a zip", pack(map[string]string{"planilha.xlsx": string(good)}), sheet.NotSpreadsheet},
		{"old Excel", append([]byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}, bytes.Repeat([]byte("Workbook"), 99)...), sheet.OldExcel},
		{"with a password", protected(t), sheet.Protected},
		{"binary Excel", pack(map[string]string{"xl/workbook.bin": "a"}), sheet.BinaryExcel},
		{"LibreOffice", pack(map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"}), sheet.OpenDocument},
		{"cut short", good[:len(good)/2], sheet.Damaged},
		{"cut to its first bytes", good[:6], sheet.Damaged},
		{"a byte changed", damage(good), sheet.Damaged},
		{"no sheet in the book", pack(with(workbook(""), "xl/workbook.xml", "<workbook><sheets/></workbook>")), sheet.NoSheet},
		{"hidden sheet", pack(with(workbook(""), "xl/workbook.xml", `<workbook><sheets><sheet state="hidden" id="rId1"/></sheets></workbook>`)), sheet.NoSheet},
		{"the sheet's part is missing", pack(with(workbook(""), "xl/worksheets/sheet1.xml", "")), sheet.Damaged},
		{"the book's part is missing", pack(with(workbook(""), "xl/workbook.xml", "")), sheet.Damaged},
		{"empty sheet", pack(workbook("")), sheet.NoHeader},
		{"sheet that stops", pack(with(workbook(""), "xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+header("safraId"))), sheet.Damaged},
		{"no XML", pack(with(workbook(""), "xl/worksheets/sheet1.xml", "<worksheet><sheetData><row><c r=></row>")), sheet.Damaged},
		{"entities that grow", pack(with(workbook(""), "xl/worksheets/sheet1.xml", `<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&c;</t></is></c></row>`)), sheet.Damaged},
		{"text that is missing", pack(workbook(header("safraId") + `<row><c t="s"><v>99</v></c></row>`)), sheet.Damaged},
		{"text of a negative number", pack(workbook(header("safraId") + `<row><c t="s"><v>-1</v></c></row>`)), sheet.Damaged},
		{"cell that cannot be", pack(workbook(header("safraId") + `<row><c r="ZZZZZ1"><v>1</v></c></row>`)), sheet.Damaged},
		{"unknown header", []byte("a;b;c\n1;2;3\n"), sheet.NoKnownColumn},
		{"unknown header in a book", pack(workbook(header("a", "b"))), sheet.NoKnownColumn},
		{"one field twice", []byte("safraId;talhao;Talhão\nS;1;2\n"), sheet.DuplicateColumn},
		{"UTF-16", utf16, sheet.UTF16},
		{"zero bytes", []byte("safraId;talhao\nS;\x00\n"), sheet.NotSpreadsheet},
		{"quotes that do not close", []byte("safraId;talhao\nS;\"a\nS;b\n"), sheet.BadQuotes},
		{"quotes within", []byte("safraId;talhao\nS;a\"b\n"), sheet.BadQuotes},
		{"two encodings", []byte("safraId;talhao\nS;ção é\nS;\xe7\n"), sheet.BadEncoding},
		{"mark and another encoding", []byte("\xef\xbb\xbfsafraId;talhao\nS;\xe7\xe3o\n"), sheet.BadEncoding},
	} {
		if got := reasonOf(t, tc.file, harvest, sheet.Limits{}); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// damage changes a byte in the sheet's part.
func damage(file []byte) []byte {
	out := bytes.Clone(file)
	at := bytes.Index(out, []byte("xl/worksheets/sheet1.xml")) + 60
	out[at] ^= 0xff
	return out
}

// TestReadingLeavesNothingBehind: neither reader nor writer may fill a disk.
func TestReadingLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var out bytes.Buffer
	w, err := sheet.NewWriter(&out, sheet.XLSX, harvest, lang.PT)
	if err != nil {
		t.Fatal(err)
	}
	long := []byte(`{"registroLimpeza":"` + strings.Repeat("abcdefghij ", 450) + `"}`)
	for range 4_000 { // 19 MiB, beyond what stays in memory
		if err := w.Write(sheet.Record{HarvestID: "S", Payload: long}); err != nil {
			t.Fatal(err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) == 0 {
		t.Error("the test writes too little for a temporary file")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := len(readAll(t, out.Bytes(), harvest)); got != 4_000 {
		t.Errorf("%d rows", got)
	}
	w, err = sheet.NewWriter(failing{}, sheet.XLSX, harvest, lang.PT)
	if err != nil {
		t.Fatal(err)
	}
	for range 4_000 {
		if err := w.Write(sheet.Record{HarvestID: "S", Payload: long}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err == nil {
		t.Error("a writer that fails is not told of")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("nobody listens") }
