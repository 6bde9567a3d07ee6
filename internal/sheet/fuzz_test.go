package sheet_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// sound reads a file to its end: whatever the file is, either there is a sentence for its sender,
// or every row is a payload, and the payloads survive being written and read again.
func sound(t *testing.T, file []byte, k *kind.Kind) {
	rows, err := open(file, k, sheet.Limits{Rows: 1000, Columns: 50, Expanded: 8 << 20})
	if err != nil {
		if failed := new(sheet.Error); !errors.As(err, &failed) || failed.Message(lang.PT) == "" {
			t.Fatalf("open: %v", err)
		}
		return
	}
	defer rows.Close()
	for range 50 {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			if failed := new(sheet.Error); !errors.As(err, &failed) {
				t.Fatalf("read: %v", err)
			}
			return
		}
		if err := canon.Validate(row.Payload); err != nil {
			t.Fatalf("line %d is not a payload: %s: %v", row.Line, row.Payload, err)
		}
		for _, p := range append(row.Problems, row.Notices...) {
			if m := p.Message(lang.ES); m == "" || p.Cell == "" {
				t.Fatalf("a problem says nothing: %+v", p)
			}
		}
		k.Check(row.Payload) // must not panic either
		want := sheet.Record{HarvestID: row.HarvestID, HarvestCode: row.HarvestCode, ID: row.ID, Payload: row.Payload}
		if row.HarvestID == "" {
			want.HarvestID = "S"
		}
		same(t, readAll(t, write(t, sheet.CSV, lang.PT, k, want), k), []sheet.Record{want})
	}
}

func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"safraId;dataPlantio;quantidadeSemente;areaPlantada\nS;05/10/2024;1.234,5;-55.7,-12.5\n",
		"sep=,\nsafraId,treinamentos\n\"S\",\"a;b\"\n", "\xef\xbb\xbfsafraId\tdados\nS\t{\"a\":1}\n", "safraId;x\n'=1;json:[1]\n", "safraId\n\xe7\n", "PK\x03\x04", "\"", "safraId;tipoProcesso;residuos\nS;a;[{}]",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, k := range []*kind.Kind{planting, drying} {
			sound(t, file, k)
		}
	})
}

func FuzzXLSX(f *testing.F) {
	f.Add(`<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>45570</v></c></row>`, "safraId", "dataPlantio")
	f.Add(`<row><c t="inlineStr"><is><t>S</t></is></c><c t="e"><v>#N/A</v></c><c r="C9" t="b"><v>1</v></c></row>`, "safraId", "quantidadeSemente")
	f.Add(`<row r="-1"><c r="ZZZ1" s="-4" t="s"><v>9</v></c><c/><v>x</v></c></row></sheetData>`, "Safra (código)", "areaPlantada")
	f.Add(`<row><c t="str"><f>1+1</f><v>json:{}</v></c><c t="d"><v>a</v></c></row>`, "id", "dados")
	f.Fuzz(func(t *testing.T, data, first, second string) {
		escape := strings.NewReplacer("<", "&lt;", "&", "&amp;")
		sound(t, pack(workbook(header(escape.Replace(first), escape.Replace(second))+data)), planting)
	})
}

// FuzzZip passes zips, and near-zips, to the reader.
func FuzzZip(f *testing.F) {
	f.Add(pack(workbook(header("safraId", "dataPlantio") + `<row><c t="s"><v>0</v></c></row>`)))
	f.Add(pack(map[string]string{"mimetype": "a", "content.xml": "b"}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, file []byte) { sound(t, file, planting) })
}

// FuzzExport writes any payload and reads it back, in every format.
func FuzzExport(f *testing.F) {
	for _, s := range awkward {
		f.Add("dataPlantio", string(canon.AppendString(nil, s)))
	}
	for _, s := range append(numbers, others...) {
		f.Add("quantidadeSemente", s)
	}
	f.Fuzz(func(t *testing.T, name, v string) {
		payload := append(append(canon.AppendString([]byte("{"), name), ':'), v...)
		payload = append(payload, '}')
		if canon.Validate(payload) != nil || len(v) > 10_000 {
			return
		}
		want := sheet.Record{HarvestID: "S", Payload: payload}
		for _, form := range forms {
			same(t, readAll(t, write(t, form.format, form.lang, planting, want), planting), []sheet.Record{want})
		}
	})
}
