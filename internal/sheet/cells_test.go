package sheet_test

import (
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// found returns the result for a cell: the payload, and the reason if there is a problem.
func found(row sheet.Row) (payload string, problem, notice sheet.Reason) {
	for _, p := range row.Problems {
		problem = p.Reason
	}
	for _, p := range row.Notices {
		notice = p.Reason
	}
	return string(row.Payload), problem, notice
}

// TestTextCells reads cells of CSV into the columns of one harvest.
func TestTextCells(t *testing.T) {
	for _, tc := range []struct {
		field, cell, want string
		problem, notice   sheet.Reason
	}{
		{"talhao", "T-07", `"T-07"`, "", ""},
		{"talhao", " T-07 ", `" T-07 "`, "", ""},
		{"talhao", "00123", `"00123"`, "", ""},
		{"talhao", "51250211222333000181550010000123451123456780", `"51250211222333000181550010000123451123456780"`, "", ""},
		{"talhao", "5,1250211222333E+43", "", sheet.RoundedDigits, ""},
		{"talhao", "5E+43", "", sheet.RoundedDigits, ""},
		{"talhao", "E+43", `"E+43"`, "", ""},
		{"talhao", "'=1+1", `"=1+1"`, "", ""},
		{"talhao", "'a", `"'a"`, "", ""},
		{"talhao", `json:36000`, `36000`, "", ""},
		{"talhao", `json:{`, "", sheet.BadJSON, ""},
		{"talhao", `json:{"a":1,"a":2}`, "", sheet.BadJSON, ""},
		{"talhao", "linha 1\nlinha 2", `"linha 1\nlinha 2"`, "", ""},
		{"talhao", "VERDADEIRO", `"VERDADEIRO"`, "", ""},
		{"dataColheita", "08/02/2025", `"08/02/2025"`, "", ""},
		{"dataColheita", "em fevereiro", `"em fevereiro"`, "", ""},
		{"quantidadeColhida", "434400", `434400`, "", ""},
		{"quantidadeColhida", "434.400", `434400`, "", sheet.AmbiguousPoint},
		{"quantidadeColhida", "1,500", `1.5`, "", sheet.AmbiguousComma},
		{"quantidadeColhida", "1,500 kg", `1.5`, "", sheet.AmbiguousComma},
		{"quantidadeColhida", "1,50", `1.5`, "", ""},
		{"quantidadeColhida", "0.500", `0.5`, "", ""},
		{"areaColhida", "1,500", `1.5`, "", ""},
		{"quantidadeColhida", "1.234,56", `1234.56`, "", ""},
		{"quantidadeColhida", "1,234.56", `1234.56`, "", ""},
		{"quantidadeColhida", "1234,56", `1234.56`, "", ""},
		{"quantidadeColhida", "1234.56", `1234.56`, "", ""},
		{"quantidadeColhida", "1.2340", `1.234`, "", ""},
		{"quantidadeColhida", "1.234.567", `1234567`, "", ""},
		{"quantidadeColhida", "434400 kg", `434400`, "", ""},
		{"quantidadeColhida", "36,5 t", `36500`, "", sheet.ConvertedUnit},
		{"quantidadeColhida", "36 toneladas", `36000`, "", sheet.ConvertedUnit},
		{"quantidadeColhida", "600 sacas", `36000`, "", sheet.ConvertedUnit},
		{"quantidadeColhida", "36.500 t", "", sheet.WantNumber, ""}, // 36,5 t or 36 500 t
		{"quantidadeColhida", "36 t e meia", "", sheet.WantNumber, ""},
		{"quantidadeColhida", "600 sacos", "", sheet.WantNumber, ""}, // refers to nothing
		{"quantidadeColhida", "36 ha", "", sheet.WantNumber, ""},
		{"quantidadeColhida", "434.400 quilos", `434400`, "", sheet.AmbiguousPoint},
		{"areaColhida", "10 alqueires paulistas", `24.2`, "", sheet.ConvertedUnit},
		{"quantidadeColhida", "-5", `-5`, "", ""}, // refused by the shape check, as everywhere
		{"quantidadeColhida", "1e-05", `0.00001`, "", ""},
		{"quantidadeColhida", "4,3E+05", "", sheet.RoundedDigits, ""},
		{"quantidadeColhida", "n/a", "", "", ""},
		{"quantidadeColhida", "muito", "", sheet.WantNumber, ""},
		{"quantidadeColhida", "1.2.3", "", sheet.WantNumber, ""},
		{"umidade", "14", `14`, "", ""},
		{"umidade", "14,5", `14.5`, "", ""},
		{"umidade", "14,0%", `"14,0%"`, "", ""},
		{"umidade", "não medida", `"não medida"`, "", ""},
		{"umidade", "   ", "", "", ""},
	} {
		cell := `"` + strings.ReplaceAll(tc.cell, `"`, `""`) + `"`
		rows := readAll(t, []byte("safraId;"+tc.field+"\nS;"+cell+"\n"), harvest)
		if len(rows) != 1 {
			t.Errorf("%s %q: %d rows", tc.field, tc.cell, len(rows))
			continue
		}
		want := "{}"
		if tc.want != "" {
			want = `{"` + tc.field + `":` + tc.want + `}`
		}
		if payload, problem, notice := found(rows[0]); payload != want || problem != tc.problem || notice != tc.notice {
			t.Errorf("%s %q: %s %q %q, want %s %q %q", tc.field, tc.cell, payload, problem, notice, want, tc.problem, tc.notice)
		}
		for _, p := range rows[0].Problems {
			if p.Cell != "B2" || p.Field != tc.field {
				t.Errorf("%s %q: the problem is said to be in %s, %s", tc.field, tc.cell, p.Cell, p.Field)
			}
		}
	}
}

// A doubt about a point or a comma is expressed with the reader's own marks.
func TestDoubtsAreInTheMarksOfTheReader(t *testing.T) {
	for _, tc := range []struct{ cell, pt, en, es string }{
		{"1,500", "'1,500' foi lido como 1,5 kg: vírgula é decimal; se são 1500 kg, escreva sem a vírgula", "'1,500' was read as 1.5 kg: a comma marks decimals; if it is 1500 kg, write it without the comma", "'1,500' se leyó como 1,5 kg: la coma es decimal; si son 1500 kg, escríbalo sin la coma"},
		{"434.400", "'434.400' foi lido como 434400: ponto seguido de três dígitos é milhar; para decimais use vírgula", "'434.400' was read as 434400: a point before three digits marks thousands; for decimals use a comma", "'434.400' se leyó como 434400: un punto seguido de tres dígitos es de miles; para decimales use coma"},
		{"1,5 g", "'1,5 g' foi lido como 0,0015 kg", "'1,5 g' was read as 0.0015 kg", "'1,5 g' se leyó como 0,0015 kg"},
	} {
		rows := readAll(t, []byte("safraId;quantidadeColhida\nS;\""+tc.cell+"\"\n"), harvest)
		if len(rows) != 1 || len(rows[0].Notices) != 1 {
			t.Errorf("%q: %+v", tc.cell, rows)
			continue
		}
		for l, want := range []string{tc.pt, tc.en, tc.es} {
			if got := rows[0].Notices[0].Message(lang.All[l]); got != want {
				t.Errorf("%q: %q, want %q", tc.cell, got, want)
			}
		}
	}
}

func TestLists(t *testing.T) {
	for _, tc := range []struct{ cell, want string }{
		{"NR-31.7", `["NR-31.7"]`},
		{"NR-31; NR-33;", `["NR-31","NR-33"]`},
		{"NR-31\r\nNR-33\n\n", `["NR-31","NR-33"]`},
		{"a, b", `["a, b"]`},
	} {
		rows := readAll(t, []byte("safraId,treinamentos\nS,\""+tc.cell+"\"\n"), labour)
		if got := string(rows[0].Payload); got != `{"treinamentos":`+tc.want+`}` {
			t.Errorf("%q: %s, want %s", tc.cell, got, tc.want)
		}
	}
	rows := readAll(t, []byte("safraId,tipoProcesso,residuos\nS,SECAGEM,\"{\"\"tipo\"\":\"\"CASCA\"\"}\"\nS,LIMPEZA;SECAGEM,nada\n"), drying)
	if got := string(rows[0].Payload); got != `{"tipoProcesso":"SECAGEM","residuos":[{"tipo":"CASCA"}]}` {
		t.Errorf("one process, one residue: %s", got)
	}
	if payload, problem, _ := found(rows[1]); payload != `{"tipoProcesso":["LIMPEZA","SECAGEM"]}` || problem != sheet.WantObjects {
		t.Errorf("two processes, no residue: %s %s", payload, problem)
	}
}

func TestPlots(t *testing.T) {
	const west = "[-55.72,-12.55,-55.71,-12.54]"
	for _, tc := range []struct {
		cell, want string
		problem    sheet.Reason
	}{
		{"-55.72, -12.55, -55.71, -12.54", west, ""},
		{"-55.72,-12.55;-55.71,-12.54", west, ""},
		{"-55,72; -12,55; -55,71; -12,54", west, ""},
		{"-55,72 -12,55\n-55,71 -12,54", west, ""},
		{"-55,72, -12,55, -55,71, -12,54", west, ""},
		{"-55.72, -12, -55, -12.54", "[-55.72,-12,-55,-12.54]", ""},
		{"-55.72 , -12.55 , -55.71 , -12.54,", west, ""},
		{"(-55.72 -12.55) (−55.71 −12.54)", west, ""},
		{"-55.720000 -12.550000", "[-55.720000,-12.550000]", ""},
		{"+055.5 0,5 00.5 1.5", "", sheet.WantPlot}, // points and commas both as decimal marks: no
		{"[-55.72,-12.55]", "[-55.72,-12.55]", ""},
		{`{"type":"Point","coordinates":[-55.72,-12.55]}`, `{"type":"Point","coordinates":[-55.72,-12.55]}`, ""},
		{"[-55.72,-12.55", "", sheet.BadJSON},
		{"-55,72,-12,55", "", sheet.WantPlot},
		{"-55.72", "", sheet.WantPlot},
		{"5572.1 1", "", sheet.WantPlot},
		{"talhão 7", "", sheet.WantPlot},
		{`<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>-55.72,-12.55</coordinates></Point></Placemark></kml>`, `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-55.72,-12.55]}}`, ""},
		{`<!DOCTYPE kml><kml/>`, "", sheet.BadPlotFile},
		{`<kml>`, "", sheet.BadPlotFile},
	} {
		rows := readAll(t, []byte("safraId\tareaPlantada\nS\t\""+strings.ReplaceAll(tc.cell, `"`, `""`)+"\"\n"), planting)
		want := "{}"
		if tc.want != "" {
			want = `{"areaPlantada":` + tc.want + `}`
		}
		if payload, problem, _ := found(rows[0]); tc.problem == "" && payload != want || problem != tc.problem {
			t.Errorf("%q: %s %q, want %s %q", tc.cell, payload, problem, want, tc.problem)
		}
	}
}

// TestSheetCells reads cells from the XML of a sheet.
func TestSheetCells(t *testing.T) {
	for _, tc := range []struct {
		name, field, cell, want string
		problem, notice         sheet.Reason
	}{
		{"shared text", "talhao", `<c r="B2" t="s"><v>0</v></c>`, `"primeiro"`, "", ""},
		{"rich text without its pronunciation", "talhao", `<c r="B2" t="s"><v>1</v></c>`, `"rico texto"`, "", ""},
		{"escaped line end", "talhao", `<c r="B2" t="s"><v>2</v></c>`, `"a\nb"`, "", ""},
		{"inline text", "talhao", `<c r="B2" t="inlineStr"><is><t xml:space="preserve"> &lt;a&gt; </t></is></c>`, `" <a> "`, "", ""},
		{"number in a text", "talhao", `<c r="B2"><v>36000</v></c>`, `"36000"`, "", ""},
		{"without exponent", "talhao", `<c r="B2"><v>1.2345E+11</v></c>`, `"123450000000"`, "", ""},
		{"without noise", "talhao", `<c r="B2"><v>0.30000000000000004</v></c>`, `"0.3"`, "", ""},
		{"a key that lost its digits", "talhao", `<c r="B2"><v>5.1250211222333001E+43</v></c>`, "", sheet.RoundedDigits, ""},
		{"16 digits", "talhao", `<c r="B2"><v>1234567890123450</v></c>`, "", sheet.RoundedDigits, ""},
		{"15 digits", "talhao", `<c r="B2"><v>123456789012345</v></c>`, `"123456789012345"`, "", ""},
		{"truth", "talhao", `<c r="B2" t="b"><v>1</v></c>`, `"VERDADEIRO"`, "", ""},
		{"error", "talhao", `<c r="B2" t="e"><f>VLOOKUP(1,A:A,1)</f><v>#N/A</v></c>`, "", sheet.CellError, ""},
		{"formula with text", "talhao", `<c r="B2" t="str"><f>A1&amp;"x"</f><v>x</v></c>`, `"x"`, "", ""},
		{"formula never computed", "talhao", `<c r="B2"><f>1+1</f></c>`, "", sheet.NotComputed, ""},
		{"formula with number", "quantidadeColhida", `<c r="B2"><f>SUM(1,2)</f><v>3</v></c>`, `3`, "", ""},
		{"day in a text", "talhao", `<c r="B2" s="1"><v>45570</v></c>`, `"2024-10-05"`, "", sheet.DateInText},
		{"day", "dataColheita", `<c r="B2" s="1"><v>45570</v></c>`, `"2024-10-05"`, "", ""},
		{"day and time", "dataColheita", `<c r="B2" s="2"><v>45570.604166666664</v></c>`, `"2024-10-05T14:30:00"`, "", ""},
		{"time", "dataColheita", `<c r="B2" s="5"><v>0.3125</v></c>`, `"07:30:00"`, "", ""},
		{"day that lost its format", "dataColheita", `<c r="B2"><v>45570</v></c>`, `"2024-10-05"`, "", sheet.DateInText},
		{"year", "dataColheita", `<c r="B2"><v>2024</v></c>`, `"2024"`, "", ""},
		{"first day of the count", "dataColheita", `<c r="B2" s="1"><v>1</v></c>`, `"1900-01-01"`, "", ""},
		{"after the day that never was", "dataColheita", `<c r="B2" s="1"><v>61</v></c>`, `"1900-03-01"`, "", ""},
		{"the day that never was", "dataColheita", `<c r="B2" s="1"><v>60</v></c>`, `"60"`, "", ""},
		{"ISO", "dataColheita", `<c r="B2" t="d"><v>2024-10-05</v></c>`, `"2024-10-05"`, "", ""},
		{"number that became a day", "quantidadeColhida", `<c r="B2" s="1"><v>45570</v></c>`, "", sheet.DateForNumber, ""},
		{"quoted letters are no date", "quantidadeColhida", `<c r="B2" s="3"><v>45570</v></c>`, `45570`, "", ""},
		{"number as text", "quantidadeColhida", `<c r="B2" t="inlineStr"><is><t>1.234,56</t></is></c>`, `1234.56`, "", ""},
		{"number", "areaColhida", `<c r="B2"><v>120.69000000000001</v></c>`, `120.69000000000001`, "", ""},
		{"number with all digits of a double", "areaColhida", `<c r="B2"><v>13.800000000000001</v></c>`, `13.8`, "", ""},
		{"percentage", "umidade", `<c r="B2" s="4"><v>0.13500000000000001</v></c>`, `"13,5%"`, "", ""},
		{"truth for a number", "quantidadeColhida", `<c r="B2" t="b"><v>1</v></c>`, "", sheet.WantNumber, ""},
		{"without a name", "talhao", `<c><v>7</v></c>`, `"7"`, "", ""},
		{"infinite", "quantidadeColhida", `<c r="B2"><v>1e999</v></c>`, "", sheet.WantNumber, ""},
	} {
		parts := workbook(header("safraId", tc.field) + `<row r="2"><c r="A2" t="inlineStr"><is><t>S</t></is></c>` + tc.cell + `</row>`)
		rows := readAll(t, pack(parts), harvest)
		if len(rows) != 1 {
			t.Errorf("%s: %d rows", tc.name, len(rows))
			continue
		}
		want := "{}"
		if tc.want != "" {
			want = `{"` + tc.field + `":` + tc.want + `}`
		}
		payload, problem, notice := found(rows[0])
		if tc.name == "number with all digits of a double" {
			payload = canonical(t, []byte(payload))
		}
		if payload != want || problem != tc.problem || notice != tc.notice || rows[0].Line != 2 || rows[0].HarvestID != "S" {
			t.Errorf("%s: %s %q %q, want %s %q %q", tc.name, payload, problem, notice, want, tc.problem, tc.notice)
		}
		for _, p := range rows[0].Problems {
			if p.Cell != "B2" {
				t.Errorf("%s: the problem is said to be in %s", tc.name, p.Cell)
			}
		}
	}
}

func TestCountOf1904(t *testing.T) {
	parts := workbook(header("safraId", "dataColheita") + `<row><c t="s"><v>0</v></c><c s="1"><v>44108</v></c></row>`)
	parts["xl/workbook.xml"] = strings.Replace(parts["xl/workbook.xml"], "<workbookPr/>", `<workbookPr date1904="1"/>`, 1)
	if got := string(readAll(t, pack(parts), harvest)[0].Payload); got != `{"dataColheita":"2024-10-05"}` {
		t.Errorf("got %s", got)
	}
}

// TestHarvestThatBecameADay: 2024/12 is typed, and a day is kept.
func TestHarvestThatBecameADay(t *testing.T) {
	parts := workbook(header("safraId", "safraCodigo") + `<row r="2"><c t="s"><v>0</v></c><c s="1"><v>45627</v></c></row>`)
	if _, problem, _ := found(readAll(t, pack(parts), harvest)[0]); problem != sheet.DateForCode {
		t.Errorf("got %q", problem)
	}
}
