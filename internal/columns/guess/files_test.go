package guess_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"rastro/internal/sheet"
)

// latin1 writes a text as Excel did in Brazil for twenty years.
func latin1(s string) []byte {
	var out []byte
	for _, r := range s {
		out = append(out, byte(r))
	}
	return out
}

// What a cell of a made-up workbook may be, other than a text or a number.
type (
	day        float64 // a count of days, shown as a date
	percent    float64 // shown as a percentage
	formula    float64 // with the value it was computed to
	uncomputed struct{}
)

// page is a sheet of a made-up workbook.
type page struct {
	name   string
	hidden bool
	rows   [][]any
	merged []string
}

// workbook writes an XLSX file.
func workbook(pages ...page) []byte {
	parts := map[string]string{
		"_rels/.rels":   `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
	}
	sheets, links := "", `<Relationship Id="s" Type="http://x/styles" Target="styles.xml"/>`
	for i, p := range pages {
		state := ""
		if p.hidden {
			state = ` state="hidden"`
		}
		sheets += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"%s/>`, p.name, i+1, i+1, state)
		links += fmt.Sprintf(`<Relationship Id="rId%d" Type="http://x/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, i+1)
		parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)] = p.xml()
	}
	parts["xl/workbook.xml"] = `<workbook xmlns:r="r"><sheets>` + sheets + `</sheets></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships>` + links + `</Relationships>`
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	_ = z.Close()
	return out.Bytes()
}

func (p page) xml() string {
	var b strings.Builder
	b.WriteString(`<worksheet><sheetData>`)
	for i, row := range p.rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, v := range row {
			at := sheet.Address(j, i+1)
			switch v := v.(type) {
			case nil:
			case string:
				fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>`, at)
				_ = xml.EscapeText(&b, []byte(v))
				b.WriteString(`</t></is></c>`)
			case day:
				fmt.Fprintf(&b, `<c r="%s" s="1"><v>%v</v></c>`, at, float64(v))
			case percent:
				fmt.Fprintf(&b, `<c r="%s" s="2"><v>%v</v></c>`, at, float64(v))
			case formula:
				fmt.Fprintf(&b, `<c r="%s"><f>A1+B1</f><v>%v</v></c>`, at, float64(v))
			case uncomputed:
				fmt.Fprintf(&b, `<c r="%s"><f>A1+B1</f></c>`, at)
			default:
				fmt.Fprintf(&b, `<c r="%s"><v>%v</v></c>`, at, v)
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData>`)
	if len(p.merged) > 0 {
		b.WriteString(`<mergeCells>`)
		for _, ref := range p.merged {
			fmt.Fprintf(&b, `<mergeCell ref="%s"/>`, ref)
		}
		b.WriteString(`</mergeCells>`)
	}
	b.WriteString(`</worksheet>`)
	return b.String()
}
