package guess_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"rastro/internal/kind"
)

// openDocument makes an ODS file of the tables in its content.
func openDocument(tables string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
		{"content.xml", `<office:document-content><office:body><office:spreadsheet>` + tables + `</office:spreadsheet></office:body></office:document-content>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	_ = z.Close()
	return out.Bytes()
}

func odsText(s string) string {
	return `<table:table-cell office:value-type="string"><office:annotation><text:p>nota</text:p></office:annotation><text:p>` + s + `</text:p></table:table-cell>`
}

func odsNumber(v string) string {
	return `<table:table-cell office:value-type="float" office:value="` + v + `"><text:p>visto</text:p></table:table-cell>`
}

func TestOpenDocument(t *testing.T) {
	day := `<table:table-cell office:value-type="date" office:date-value="2025-02-10"><text:p>10/02/25</text:p></table:table-cell>`
	share := `<table:table-cell office:value-type="percentage" office:value="0.138"><text:p>13,8%</text:p></table:table-cell>`
	row := func(cells string) string { return `<table:table-row>` + cells + `</table:table-row>` }
	hold(t, "OpenDocument", []layout{{
		name: "LibreOffice, title over merged cells, a repeated row, empty rows to the end",
		file: openDocument(`<table:table table:name="Capa">` + row(odsText("Armazém")) + `</table:table><table:table table:name="Romaneios">` +
			row(`<table:table-cell table:number-columns-spanned="4" office:value-type="string"><text:p>Romaneios</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="3"/>`) +
			`<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>` +
			row(odsText("Data")+odsText("Placa")+odsText("Peso líquido (kg)")+odsText("Umid.")+`<table:table-cell table:number-columns-repeated="1020"/>`) +
			row(day+odsText("ABC1C34")+odsNumber("36000")+share) +
			`<table:table-row table:number-rows-repeated="2">` + day + odsText("QBB2D45") + odsNumber("35400.5") + share + `</table:table-row>` +
			`<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade",
		rows: []string{
			"dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|volume=36000 kg|umidade=13,8%",
			"dataHoraRecebimento=2025-02-10|veiculo=QBB2D45|volume=35400,5 kg|umidade=13,8%",
			"dataHoraRecebimento=2025-02-10|veiculo=QBB2D45|volume=35400,5 kg|umidade=13,8%",
		},
	}})
}
