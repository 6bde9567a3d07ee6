package sheet_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// TestLabelsAreHeaders fills every kind in under its labels, in each language.
func TestLabelsAreHeaders(t *testing.T) {
	for _, k := range kind.All {
		for _, l := range lang.All {
			labels := []string{"safraId"}
			for _, f := range k.Fields {
				label := f.Label.In(l)
				if f.Unit != "" {
					label += " (" + f.Unit + ")"
				}
				labels = append(labels, strings.ToUpper(label))
			}
			rows, err := open([]byte(strings.Join(labels, "\t")+"\nS\n"), k, sheet.Limits{})
			if err != nil {
				t.Errorf("%s in %s: %v", k.Prefix, l.Tag(), err)
				continue
			}
			for _, p := range rows.Problems() {
				t.Errorf("%s in %s: %s", k.Prefix, l.Tag(), p.Message(lang.EN))
			}
		}
	}
}

func TestUnknownColumns(t *testing.T) {
	rows, err := open([]byte("safraId;dataColeita;talhao;;xyz\nS;2025-02-08;T-1;;\nS;;;solto\nS;;;;;longe\n"), harvest, sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows.Problems(); len(got) != 2 || got[0].Cell != "B1" || !strings.Contains(got[0].Message(lang.PT), "dataColheita") || got[1].Cell != "E1" {
		t.Errorf("problems of the header: %v", got)
	}
	for i, want := range []string{"B2 dataColeita {\"talhao\":\"T-1\"}", "D3 D {}", "F4 F {}"} {
		row, err := rows.Next()
		if err != nil || len(row.Problems) != 1 {
			t.Fatalf("row %d: %v %v", i, row.Problems, err)
		}
		p := row.Problems[0]
		if got := fmt.Sprintf("%s %s %s", p.Cell, p.Field, row.Payload); got != want || p.Reason != sheet.UnknownColumn {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
}

func TestHeaderNeedNotBeTheFirstLineOrSheet(t *testing.T) {
	if got := len(readAll(t, []byte("\n;;\nsafraId;talhao\n\nS;1\n;;\nS;2"), harvest)); got != 2 {
		t.Errorf("%d rows behind blank lines, want 2", got)
	}
	parts := workbook(header("outra", "coisa"))
	parts["xl/workbook.xml"] = `<workbook xmlns:r="r"><sheets><sheet r:id="rId1"/><sheet r:id="rId9"/></sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = strings.Replace(parts["xl/_rels/workbook.xml.rels"], "</Relationships>", `<Relationship Id="rId9" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`, 1)
	parts["xl/worksheets/sheet2.xml"] = `<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>safraId</x:t></x:is></x:c></x:row><x:row r="7"><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`
	rows := readAll(t, pack(parts), harvest)
	if len(rows) != 1 || rows[0].HarvestID != "primeiro" || rows[0].Line != 7 {
		t.Errorf("rows of the second sheet: %v", rows)
	}
}

// TestTextsOfAllMakes reads one table as different programs write it.
func TestTextsOfAllMakes(t *testing.T) {
	const table = "safraId;talhao;umidade\nS;ção nº 7;14,5\n"
	latin := strings.NewReplacer("ç", "\xe7", "ã", "\xe3", "º", "\xba").Replace(table)
	for name, file := range map[string]string{
		"UTF-8":        table,
		"mark":         "\xef\xbb\xbf" + table,
		"Windows-1252": latin,
		"line ends":    strings.ReplaceAll(table, "\n", "\r\n"),
		"tabs":         strings.ReplaceAll(table, ";", "\t"),
		"commas":       strings.ReplaceAll(strings.ReplaceAll(table, "14,5", `"14,5"`), ";", ","),
		"declared":     "sep=;\r\n" + table,
		"both":         "\xef\xbb\xbfsep=;\n" + table,
		"no line end":  strings.TrimSuffix(table, "\n"),
	} {
		rows := readAll(t, []byte(file), harvest)
		if len(rows) != 1 || string(rows[0].Payload) != `{"talhao":"ção nº 7","umidade":14.5}` || len(rows[0].Problems) > 0 {
			t.Errorf("%s: %+v", name, rows)
		}
	}
	rows := readAll(t, []byte("safraId;talhao\nS;\x80 \x93aspas\x94 \x96\n"), harvest)
	if got := string(rows[0].Payload); got != `{"talhao":"€ “aspas” –"}` {
		t.Errorf("the characters of Windows alone: %s", got)
	}
}

func TestLinesAreThoseOfTheFile(t *testing.T) {
	rows := readAll(t, []byte("sep=;\nsafraId;talhao\n\nS;\"a\nb\"\nS;c\n"), harvest)
	if rows[0].Line != 4 || rows[1].Line != 6 {
		t.Errorf("lines %d and %d, want 4 and 6", rows[0].Line, rows[1].Line)
	}
}
