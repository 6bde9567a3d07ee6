package sheet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/canon"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// forms are all the ways a spreadsheet is written.
var forms = []struct {
	name   string
	format sheet.Format
	lang   lang.Lang
}{
	{"xlsx", sheet.XLSX, lang.PT},
	{"csv-pt", sheet.CSV, lang.PT},
	{"csv-en", sheet.CSV, lang.EN},
	{"csv-es", sheet.CSV, lang.ES},
	{"plain", sheet.PlainCSV, lang.PT},
}

// tester is common to tests and properties.
type tester interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// write makes a file of records.
func write(t tester, format sheet.Format, l lang.Lang, k *kind.Kind, records ...sheet.Record) []byte {
	var out bytes.Buffer
	w, err := sheet.NewWriter(&out, format, k, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatalf("write %s: %v", r.Payload, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// open opens a file's bytes.
func open(file []byte, k *kind.Kind, limits sheet.Limits) (*sheet.Rows, error) {
	return sheet.Open(bytes.NewReader(file), int64(len(file)), k, limits)
}

// readAll reads every row of a file.
func readAll(t tester, file []byte, k *kind.Kind) []sheet.Row {
	rows, err := open(file, k, sheet.Limits{})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	defer rows.Close()
	var all []sheet.Row
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		all = append(all, row)
	}
}

// canonical returns a form that is equal for equivalent payloads.
func canonical(t tester, payload []byte) string {
	if err := canon.Validate(payload); err != nil {
		t.Fatalf("%s: %v", payload, err)
	}
	out, err := canon.Canonical(payload)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// same compares the rows that were read with the records that were written.
func same(t tester, got []sheet.Row, want []sheet.Record) {
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, row := range got {
		for _, p := range row.Problems {
			t.Errorf("%s: %s: %s", p.Cell, p.Field, p.Message(lang.EN))
		}
		if row.HarvestID != want[i].HarvestID || row.HarvestCode != want[i].HarvestCode || row.ID != want[i].ID {
			t.Errorf("row %d is of %q %q %q, want %q %q %q", i, row.HarvestID, row.HarvestCode, row.ID, want[i].HarvestID, want[i].HarvestCode, want[i].ID)
		}
		if g, w := canonical(t, row.Payload), canonical(t, want[i].Payload); g != w {
			t.Errorf("row %d came back as\n%s\nwant\n%s", i, g, w)
		}
	}
}

func TestDemoComesBack(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kind.All {
		var of []sheet.Record
		for i, r := range records {
			if r.Prefix == k.Prefix {
				of = append(of, sheet.Record{ID: strconv.Itoa(i), HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload})
			}
		}
		of = append(of, sheet.Record{HarvestID: "S-1", Payload: []byte(k.Example)})
		for _, form := range forms {
			t.Run(k.Prefix+"/"+form.name, func(t *testing.T) {
				file := write(t, form.format, form.lang, k, of...)
				same(t, readAll(t, file, k), of)
				if text := string(file); form.format != sheet.XLSX && strings.Contains(text, "json:") && k.Name != "validacao" {
					t.Errorf("what people write is not written as they would:\n%s", text)
				}
			})
		}
	}
}

// awkward are texts that spreadsheets, CSV, XML or JSON treat in their own way.
var awkward = []string{
	"", " ", "\t", "\n", "\r", "\r\n", "a\r\nb", "a\nb", " a ", "'", "''", "'a", "=1+1", "'=1+1", "''=1+1", "+5", "-5", "-5,5", "- 5", "-a", "@a", "\t=1",
	"＝1", "\"", "a\"b", ";", ",", "a;b", "a; b", "a,b", "#", "#exemplo", "#Exemplo: x", "#ajuda", "json:", "json:1", "json:{", "JSON:1", "1E+10", "3,12506E+43", "00123",
	"1.234", "1,234", "1.234,56", "0.5", "1e5", "1e-5", "2024/25", "2024-10-05", "05/10/2024", "TRUE", "VERDADEIRO", "null", "n/a", "-", "_x000D_", "_x005F_", "_x0041_x0042_", "_", "__x",
	"\u0001", "\u007f", "\u0085", "\u2028", "\ufeff", "\ufffd", "\ufffe", "\uffff", "𝄞", "é", "e\u0301", "<a>&amp;</a>", "]]>", "<![CDATA[", "[1,2]", "{}", "[]", "sep=;",
	"51250211222333000181550010000123451123456780", "123456789012345678", "12.ABC.345/01DE-35", "-55.7, -12.5", "-55,7; -12,5", "`", "|", "=cmd|' /C calc'!A0",
	"\\", "\\n", "ID", "\u00a0", "\u00a0=1", "\u3000",
}

var numbers = []string{
	"0", "-0", "1", "-1", "1.5", "-1.5", "1.234", "12.345", "123.456", "1234.567", "0.001", "0.123", "1e3", "1E+3", "1e-7", "1e21", "1e300", "5e-324", "36000", "36000.0", "0.1", "0.30000000000000004",
	"123456789012345", "1234567890123456", "12345678901234567890", "51250211222333000181550010000123451123456780", "999999999999999.9", "100.000", "2.000", "45570", "1.7976931348623157e308", "0.000001", "13.800000000000001",
}

var others = []string{
	"null", "true", "false", "[]", "{}", "[[]]", `[""]`, `["a"]`, `["a","b"]`, `["a; b","c"]`, `[" a"]`, `["a",1]`, `[1,2]`, `[null]`, `{"a":1}`, `[{"tipo":"CASCA","peso":4200}]`, `{"tipo":"CASCA"}`,
	"[-55.720000,-12.550000,-55.710000,-12.540000]", `{"type":"Point","coordinates":[-55.72,-12.55]}`, "[[-55.7,-12.5],[-55.6,-12.5],[-55.6,-12.4]]", "[ -55.7 ,\r\n\t-12.5 ]", `{"_x0041_":"\ufffe"}`, `["\u0001\r"]`, "\"a\\u003db\"",
}

func values() *rapid.Generator[string] {
	text := rapid.Map(rapid.OneOf(rapid.SampledFrom(awkward), rapid.StringN(0, 12, 40), rapid.StringMatching(`[-+=@';,.0-9E#_xjson:\[\]{}" a]{0,12}`)), func(s string) string {
		return string(canon.AppendString(nil, strings.ReplaceAll(s, "\x00", "")))
	})
	number := rapid.OneOf(rapid.SampledFrom(numbers), rapid.Map(rapid.Float64(), func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }),
		rapid.Map(rapid.IntRange(-1e6, 1e9), func(v int) string { return fmt.Sprintf("%d.%03d", v/1000, max(v, -v)%1000) }))
	list := rapid.Map(rapid.SliceOfN(text, 0, 4), func(items []string) string { return "[" + strings.Join(items, ",") + "]" })
	return rapid.OneOf(text, text, number, list, rapid.SampledFrom(others))
}

// payload draws the payload of a kind, including unknown members.
func payload(t *rapid.T, k *kind.Kind) []byte {
	members := map[string]string{}
	for _, f := range k.Fields {
		if rapid.Bool().Draw(t, "has "+f.Name) {
			members[f.Name] = values().Draw(t, f.Name)
		}
	}
	for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"safraId", "safraCodigo", "id", "dados", "geojson", "outro", "", "_x0041_", "a\rb", "\uffff", "=x"}), 0, 3).Draw(t, "unknown") {
		members[name] = values().Draw(t, "value")
	}
	payload := []byte{'{'}
	for name, v := range members {
		if len(payload) > 1 {
			payload = append(payload, ',', '\r', '\n')
		}
		payload = append(append(canon.AppendString(payload, name), ':'), v...)
	}
	return append(payload, '}')
}

func TestEveryRecordComesBack(t *testing.T) {
	for _, k := range kind.All {
		t.Run(k.Prefix, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				var want []sheet.Record
				for range rapid.IntRange(1, 3).Draw(t, "records") {
					want = append(want, sheet.Record{
						ID:          rapid.SampledFrom([]string{"", "0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22"}).Draw(t, "id"),
						HarvestID:   "S" + strings.TrimSpace(strings.ReplaceAll(rapid.SampledFrom(awkward).Draw(t, "safraId"), "\ufeff", "")),
						HarvestCode: strings.TrimSpace(rapid.SampledFrom(awkward).Draw(t, "safraCodigo")),
						Payload:     payload(t, k),
					})
				}
				want[0].HarvestID = rapid.SampledFrom([]string{"=S", "#exemplo", "json:x", "1E+10", want[0].HarvestID}).Draw(t, "first")
				form := forms[rapid.IntRange(0, len(forms)-1).Draw(t, "form")]
				same(t, readAll(t, write(t, form.format, form.lang, k, want...), k), want)
			})
		})
	}
}
