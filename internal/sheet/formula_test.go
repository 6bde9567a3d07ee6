package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"regexp"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// attacks are texts that programs would run.
var attacks = []string{
	"=1+1", "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://x\",\"y\")", "+1+1", "-1+1", "-2+3+cmd|' /C calc'!D2", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "＝1", "＋1", "－1", "＠1",
	"=", "-", "+", "@", "-a", "+55 66 99999-0000", "'=1", "''=1", "'\t=1", "\"=1\"", ";=1", "a\n=1", "-1,5;=1",
}

// TestNoCellIsAFormula looks at exports as another program would.
func TestNoCellIsAFormula(t *testing.T) {
	dangerous := regexp.MustCompile(`^[\s\x{a0}]*[=+@＝＋－＠-]|^[\t\r\n]`)
	number := regexp.MustCompile(`^-?\d+([.,]\d+)?$`)
	for _, attack := range attacks {
		text := canon.AppendString(nil, attack)
		payload := append(append([]byte(`{"registroLimpeza":`), text...), `,"umidade":`...)
		payload = append(append(payload, text...), `,"quantidadeColhida":-5.5,`...)
		payload = append(append(payload, text...), `:1}`...)
		record := sheet.Record{ID: attack, HarvestID: attack, HarvestCode: attack, Payload: payload}
		for _, form := range forms {
			file := write(t, form.format, form.lang, harvest, record)
			if form.format == sheet.XLSX {
				noFormulas(t, file)
				continue
			}
			r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))))
			if form.format == sheet.CSV && form.lang != lang.EN {
				r.Comma = ';'
			}
			lines, err := r.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			numbers := 0
			for _, c := range lines[1] {
				if number.MatchString(c) {
					numbers++
					continue
				}
				if dangerous.MatchString(c) {
					t.Errorf("%s: %q became the cell %q", form.name, attack, c)
				}
			}
			if numbers == 0 {
				t.Errorf("%s: -5.5 is not a number any more: %q", form.name, lines[1])
			}
		}
	}
}

func noFormulas(t *testing.T, file []byte) {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	part, err := in.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("<f>")) || !bytes.Contains(text, []byte("<v>-5.5</v>")) {
		t.Errorf("the sheet has a formula, or no number: %s", text)
	}
}
