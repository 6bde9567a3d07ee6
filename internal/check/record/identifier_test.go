package record_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

const (
	keyMT = "51250211222333000181550010000123451123456780"
	carMT = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"
)

// listed writes identifiers as "TYPE value" in their order, with a question mark before those that
// fail their check.
func listed(ids []record.Identifier) string {
	var list []string
	for _, id := range ids {
		mark := ""
		if !id.Valid {
			mark = "?"
		}
		list = append(list, mark+id.Type.String()+" "+id.Shown())
	}
	return strings.Join(list, ", ")
}

func TestIdentifiers(t *testing.T) {
	for _, tc := range []struct{ field, text, want string }{
		{"notaFiscal", keyMT, "NFE " + keyMT},
		{"notaFiscal", "5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780", "NFE " + keyMT},
		{"notaFiscal", "NF 12345, CNPJ 11222333000181", "CNPJ 11222333000181"},
		{"notaFiscal", "11.222.333/0001-81", "CNPJ 11222333000181"},
		{"notaFiscal", "11222333000181", ""}, // a bare number is an invoice's
		{"notaFiscal", "12345", ""},
		{"certificadoOrigemLote", "CAR " + carMT, "CAR " + carMT},
		{"certificadoOrigemLote", "CAR " + carMT + "; CPF 529.982.247-25; CNPJ 11.222.333/0001-81", "CAR " + carMT + ", CPF ***.982.247-**, CNPJ 11222333000181"},
		{"certificadoOrigemLote", "NIRF 0.000.001-9, INCRA 950.123.456.789-0", "NIRF 00000019, SNCR 9501234567890"},
		{"certificadoOrigemLote", "DDS 25NLAB12CD3456, verificação A1B2C3D4", "DDS 25NLAB12CD3456, DDS_VERIFICACAO ********"},
		{"certificadoOrigemLote", "002/1961/0978", ""}, // without its label
		{"certificadosOrigem", "ICO 002/1961/0978", "ICO 002/1961/0978"},
		{"certificadoFitossanitario", "PTV 3226000123, LPCO E2500012345", "PTV 3226000123, LPCO E2500012345"},
		{"certificadoFitossanitario", "3226000123", ""},
		{"insumos", "sementes RENASEM SP-00123/2023", "RENASEM SP-00123/2023"},
		{"numeroReceituario", "receita 123456/2024, ART MG20231234567", "ART MG20231234567"},
		{"comprovantePagamento", "eSocial 1.2.0000000012345678901", "ESOCIAL_RECIBO 1.2.0000000012345678901"},
		{"comprovantePagamento", "ID1112223330000002025021008300000001", "ESOCIAL_EVENTO ID1112223330000002025021008300000001"},
		{"veiculo", "ABC1C34, ABC-1234 e QRT0J87", "PLACA ABC1C34, PLACA ABC1234, PLACA QRT0J87"},
		{"identificacaoTransporte", "MSCU4567895; TCLU 765432-0 / IMO 9321483 / voo LA8070", "CONTAINER MSCU4567895, CONTAINER TCLU7654320, IMO 9321483, VOO LA8070"},
		{"identificacaoTransporte", "9321483", ""},
		{"destino", "NLRTM, Roterdã", "LOCODE NLRTM"},
		{"destino", "DE", "PAIS DE"},
		{"destino", "Antuérpia via Santos", ""},
		{"destinoInicial", "BRSSZ", "LOCODE BRSSZ"},
		{"declaracaoExportacao", "DU-E 25BR001234567-7, RUC 5BR112223332MT25S001", "DUE 25BR0012345677, RUC 5BR112223332MT25S001"},
		{"declaracaoExportacao", "Duimp 25BR00123456780", "DUIMP 25BR00123456780"},
		{"licencasExportacao", "E2600012345; RE 12/3456789-001", "LPCO E2600012345"},

		// A lot's code is not a plate, wherever lots are named.
		{"loteOrigem", "LOT1234", ""},
		{"loteOrigem", "ABC1C34", ""},
		{"codigoLote", "ABC1D23", ""},
		{"lote", "ABC-1234", ""},
		{"codigosLote", "ABC1234", ""},
		{"identificacao", "lote ABC1C34", ""},
		{"declaracaoSegregacao", "lote QRT0J87", ""},
		{"veiculo", "lote LOT1234", ""},
		// Laboratory figures are not mistaken for identifiers either.
		{"analiseQualidade", "umidade 13,8%; laudo 7891234567895; NCM 1201.90.00; " + keyMT, ""},
		{"numeroRelatorioInspecao", "11222333000181", ""},
		{"parametros", "25BR0012345677", ""},

		// An unambiguous CPF is found everywhere; others are ignored.
		{"analiseQualidade", "coletada por CPF 529.982.247-25", "CPF ***.982.247-**"},
		{"motoristaComandante", "João, 529.982.247-25", "CPF ***.982.247-**"},
		{"analiseQualidade", "CPF 529.982.247-26", ""},
		{"analiseQualidade", "amostra 52998224725", ""},
		{"codigosLote", "CPF 529.982.247-25", "CPF ***.982.247-**"},
	} {
		tried := 0
		for _, k := range kind.All {
			f, ok := k.Field(tc.field)
			if !ok {
				continue
			}
			tried++
			if got := listed(record.Grade(k, payload(t, f, tc.text), thisYear).IDs); got != tc.want {
				t.Errorf("%s.%s %q: identifiers %q, want %q", k.Name, tc.field, tc.text, got, tc.want)
			}
		}
		if tried == 0 {
			t.Errorf("no kind has the field %s", tc.field)
		}
	}
}

// Every identifier of the interface's examples passes its check.
func TestIdentifiersOfExamples(t *testing.T) {
	found := 0
	for _, k := range kind.All {
		for _, id := range record.Grade(k, []byte(k.Example), thisYear).IDs {
			if found++; !id.Valid {
				t.Errorf("%s %s: %s %s does not check", k.Prefix, id.Field, id.Type, id.Value)
			}
		}
	}
	if found < 12 {
		t.Errorf("%d identifiers in the examples, want 12 or more", found)
	}
}

func TestIdentifierFindings(t *testing.T) {
	const papers, duty, proof = "/transporteLogistico/documentacaoCarga", "/exportacao/documentacaoAduaneira", "/exportacao/certificadoConformidade"
	const waybill = "51250211222333000181570010000123451123456788" // of a CT-e
	graded(t, []grade{
		{papers, `{"notaFiscal":"` + keyMT + ` e 51250211222333000181580010000123451123456781"}`, "CHAVE_DE_OUTRO_MODELO /dados/notaFiscal"},
		{papers, `{"notaFiscal":"` + keyMT + `; ` + waybill + `"}`, ""},
		{papers, `{"notaFiscal":"NF 12345, CT-e ` + waybill + `"}`, ""},
		{papers, `{"notaFiscal":"` + waybill + `"}`, "CHAVE_DE_OUTRO_MODELO /dados/notaFiscal"},
		{papers, `{"notaFiscal":"NF-e ` + keyMT + `, emissão 28/01/2025, saída 02/02/2025"}`, ""},
		{papers, `{"notaFiscal":"NF-e ` + keyMT + `, contrato de 28/01/2024, saída 02/02/2025"}`, ""},
		{papers, `{"notaFiscal":"MOC 52060433009911002506550120000007800267301615"}`, ""}, // from before keys stated the form of issue
		{papers, `{"notaFiscal":"não se aplica"}`, ""},
		{papers, `{"notaFiscal":null}`, ""},
		{papers, `{"certificadoOrigemLote":"CPF 111.111.111-11"}`, "IDENTIFICADOR_INVALIDO /dados/certificadoOrigemLote"},
		{duty, `{"declaracaoExportacao":"DU-E 25BR0012345677, DU-E 26BR0001234569, RUC 6BR112223332MT26S001"}`, ""},
		{duty, `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR529982247252CAFE01, NF-e 31250600052998224725559200000000171987654320"}`, ""},
		{duty, `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR112223332MT25S001, NF-e 31250600052998224725559200000000171987654320"}`, "RUC_DE_OUTRO_EXPORTADOR /dados/declaracaoExportacao"},
		{duty, `{"declaracaoExportacao":"RUC 4BR0055771"}`, "IDENTIFICADOR_INVALIDO /dados/declaracaoExportacao, DECLARACAO_SEM_DUE /dados/declaracaoExportacao"},
		{duty, `{"destino":"UK"}`, "IDENTIFICADOR_DUVIDOSO /dados/destino"},
		{duty, `{"licencasExportacao":"isento"}`, ""},
		{proof, `{"certificadosFitossanitarios":"e-Phyto BR/MT/2025/001234"}`, ""},
		{proof, `{"comprovantesConformidadeRegulamentacao":"DDS 99EU9999999999"}`, ""},
		{proof, `{"comprovantesConformidadeRegulamentacao":"DDS 29NLAB12CD3456"}`, "IDENTIFICADOR_DUVIDOSO /dados/comprovantesConformidadeRegulamentacao"},
	})
}

// What is wrong with a document depends on the year it was written in, not on
// the one it is read in.
func TestIdentifiersKnowTheirYear(t *testing.T) {
	k, payload := kind.ByPrefix("/exportacao/documentacaoAduaneira"), []byte(`{"licencasExportacao":"LPCO E2600012345"}`)
	for year, want := range map[int]string{2025: "IDENTIFICADOR_INVALIDO /dados/licencasExportacao", 2026: "", 2040: ""} {
		if got := told(record.Grade(k, payload, year).Findings); got != want {
			t.Errorf("in %d: %q, want %q", year, got, want)
		}
	}
}

// Neither messages nor lists reveal what is masked.
func TestSecretsAreMasked(t *testing.T) {
	for _, tc := range []struct{ prefix, in, secret string }{
		{"/transporteLogistico/documentacaoCarga", `{"certificadoOrigemLote":"CPF 529.982.247-26"}`, "529"},
		{"/transporteLogistico/documentacaoCarga", `{"certificadoOrigemLote":"CPF 529.982.247-25"}`, "529"},
		{"/armazenamento/controleQualidade", `{"identificacao":"CPF 529.982.247-25"}`, "529"},
		{"/transporteLogistico/documentacaoCarga", `{"notaFiscal":"nota de Ana Lima, CPF 529.982.247-25"}`, "529"},
		{"/exportacao/certificadoConformidade", `{"certificadosOrigem":"verificação A1B2C3D4"}`, "A1B2"},
	} {
		graded := record.Grade(kind.ByPrefix(tc.prefix), []byte(tc.in), thisYear)
		if len(graded.IDs) == 0 {
			t.Errorf("%s: nothing was found", tc.in)
		}
		for _, l := range lang.All {
			if got := string(graded.AppendMembers(nil, l)); strings.Contains(got, tc.secret) {
				t.Errorf("%s: %s gives %s away", tc.in, got, tc.secret)
			}
		}
	}
}

func TestIdentifiersAreBoundedAndOnce(t *testing.T) {
	k := kind.ByPrefix("/logisticaExportacao/transporteExportacao")
	once := record.Grade(k, []byte(`{"identificacaoTransporte":"MSCU4567895, MSCU4567895, mscu 456789-5"}`), thisYear)
	if got := listed(once.IDs); got != "CONTAINER MSCU4567895" {
		t.Errorf("one container named three times: %s", got)
	}
	var plates []string
	for i := range 400 {
		plates = append(plates, fmt.Sprintf("ABC%04d", i))
	}
	text, err := json.Marshal(strings.Join(plates, ", "))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(record.Grade(k, []byte(`{"identificacaoTransporte":`+string(text)+`}`), thisYear).IDs); got != 100 {
		t.Errorf("%d identifiers of 400 plates, want 100", got)
	}
}
