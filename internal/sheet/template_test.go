package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

func template(t *testing.T, format sheet.Format, k *kind.Kind, l lang.Lang) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := sheet.Template(&out, format, k, l); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// eachTemplate runs a test for every kind, language and format.
func eachTemplate(t *testing.T, fn func(t *testing.T, format sheet.Format, k *kind.Kind, l lang.Lang)) {
	for _, k := range kind.All {
		for _, l := range lang.All {
			for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV, sheet.PlainCSV} {
				t.Run(k.Prefix+"/"+l.Tag()+format.Extension(), func(t *testing.T) { fn(t, format, k, l) })
			}
		}
	}
}

func TestTemplateHasNoRecords(t *testing.T) {
	eachTemplate(t, func(t *testing.T, format sheet.Format, k *kind.Kind, l lang.Lang) {
		rows, err := open(template(t, format, k, l), k, sheet.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		if problems := rows.Problems(); len(problems) > 0 {
			t.Errorf("the reader does not know its columns: %v", problems)
		}
		if row, err := rows.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("it has the record %s (%v)", row.Payload, err)
		}
		if rows.Ignored() != 3 || rows.Total() != 3 {
			t.Errorf("%d of %d rows were passed over, want labels, help and example", rows.Ignored(), rows.Total())
		}
	})
}

// TestExampleIsARecord fills a template in with its own example.
func TestExampleIsARecord(t *testing.T) {
	eachTemplate(t, func(t *testing.T, format sheet.Format, k *kind.Kind, l lang.Lang) {
		file := template(t, format, k, l)
		if format == sheet.XLSX {
			f, err := excelize.OpenReader(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := f.SetCellStr(k.Name, "A4", "S-1"); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := f.Write(&out); err != nil {
				t.Fatal(err)
			}
			file = out.Bytes()
		} else {
			for _, mark := range []string{"#exemplo S-2025-001", "#example S-2025-001", "#ejemplo S-2025-001"} {
				file = bytes.Replace(file, []byte(mark), []byte("S-1"), 1)
			}
		}
		same(t, readAll(t, file, k), []sheet.Record{{HarvestID: "S-1", HarvestCode: "2024/25", Payload: []byte(k.Example)}})
	})
}

// TestTemplateInAnotherReader opens templates with the library, and checks for what a person needs.
func TestTemplateInAnotherReader(t *testing.T) {
	help := map[lang.Lang]string{lang.PT: "ajuda", lang.EN: "help", lang.ES: "ayuda"}
	for _, k := range kind.All {
		for _, l := range lang.All {
			f, err := excelize.OpenReader(bytes.NewReader(template(t, sheet.XLSX, k, l)))
			if err != nil {
				t.Fatal(err)
			}
			rows, err := f.GetRows(k.Name)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(rows[0], sheet.Columns(k)) || rows[0][0] != "safraId" || rows[0][1] != "safraCodigo" {
				t.Errorf("%s: header %q", k.Prefix, rows[0])
			}
			explained, err := f.GetRows(help[l])
			if err != nil {
				t.Fatal(err)
			}
			lists := 0
			for i, field := range k.Fields {
				row := strings.Join(explained[i+3], "|")
				for _, want := range append([]string{field.Name, field.Label.In(l), field.Help.In(l), field.Unit}, field.Values...) {
					if !strings.Contains(row, want) {
						t.Errorf("%s: help on %s lacks %q: %s", k.Prefix, field.Name, want, row)
					}
				}
				if len(field.Values) > 0 {
					lists++
				}
			}
			rules, err := f.GetDataValidations(k.Name)
			if err != nil || len(rules) != lists {
				t.Errorf("%s offers %d lists, want %d (%v)", k.Prefix, len(rules), lists, err)
			}
			for _, rule := range rules {
				if rule.ShowErrorMessage {
					t.Errorf("%s refuses values in %s", k.Prefix, rule.Sqref)
				}
			}
			if panes, err := f.GetPanes(k.Name); err != nil || !panes.Freeze || panes.YSplit != 1 {
				t.Errorf("%s: the header is not frozen: %+v %v", k.Prefix, panes, err)
			}
			id, err := f.GetColStyle(k.Name, "A")
			if err != nil {
				t.Fatal(err)
			}
			if style, err := f.GetStyle(id); err != nil || style.NumFmt != 49 {
				t.Errorf("%s: safraId is not formatted as text: %+v %v", k.Prefix, style, err)
			}
			f.Close()
		}
	}
}

// TestFilesAreWellFormed reads every part of a written file as XML.
func TestFilesAreWellFormed(t *testing.T) {
	k := kind.ByPrefix("/posColheita/beneficiamento")
	for name, file := range map[string][]byte{
		"template": template(t, sheet.XLSX, k, lang.PT),
		"export":   write(t, sheet.XLSX, lang.PT, k, sheet.Record{HarvestID: "<&>", Payload: []byte(k.Example)}),
	} {
		in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range in.File {
			r, err := part.Open()
			if err != nil {
				t.Fatal(err)
			}
			d := xml.NewDecoder(r)
			for {
				if _, err := d.Token(); err != nil {
					if !errors.Is(err, io.EOF) {
						t.Errorf("%s: %s: %v", name, part.Name, err)
					}
					break
				}
			}
			r.Close()
		}
	}
}
