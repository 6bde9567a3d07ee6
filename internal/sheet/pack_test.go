package sheet_test

import (
	"archive/zip"
	"bytes"
	"strings"

	"rastro/internal/kind"
)

// The kinds that tests fill in.
var (
	planting = kind.ByPrefix("/producaoAgricola/plantioManejo")
	harvest  = kind.ByPrefix("/colheitaIdentificacaoProducao/colheita")
	labour   = kind.ByPrefix("/producaoAgricola/maoDeObra")
	drying   = kind.ByPrefix("/posColheita/beneficiamento")
)

// pack makes a zip of parts.
func pack(parts map[string]string) []byte {
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

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`

// workbook returns the parts of a workbook with one sheet, as written by a program that omits
// everything optional.
func workbook(data string) map[string]string {
	return map[string]string{
		"_rels/.rels":                `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            head + `<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/styles" Target="styles.xml"/><Relationship Id="rId3" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/styles.xml": head + `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\ hh:mm"/><numFmt numFmtId="165" formatCode="&quot;dia&quot; 0.00"/><numFmt numFmtId="166" formatCode="[Red]0.0%"/></numFmts>` +
			`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml":     head + `<sst><si><t>primeiro</t></si><si><r><t xml:space="preserve">rico </t></r><r><t>texto</t></r><rPh><t>não</t></rPh></si><si><t>a_x000D_` + "\n" + `b</t></si></sst>`,
		"xl/worksheets/sheet1.xml": head + `<worksheet><sheetData>` + data + `</sheetData></worksheet>`,
	}
}

// header returns a row of names.
func header(names ...string) string {
	var b strings.Builder
	b.WriteString(`<row r="1">`)
	for _, name := range names {
		b.WriteString(`<c t="inlineStr"><is><t>` + name + `</t></is></c>`)
	}
	b.WriteString(`</row>`)
	return b.String()
}
