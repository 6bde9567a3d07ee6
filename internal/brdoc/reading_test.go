package brdoc

import (
	"strings"
	"testing"
)

// readings are texts as people write them, with the identifiers in them.
var readings = []struct {
	want     Set
	in, told string
}{
	{invoice, "NF-e 12.345 série 1, chave " + keyMT, "NFE " + keyMT},
	{invoice, "chave de acesso da NF-e: " + keyMT + " (emitida em 10/02/2025)", "NFE " + keyMT},
	{invoice, "DANFE nº 000.012.345\n5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780", "NFE " + keyMT},
	{invoice, "NF 12345 da Cooperativa Boa Terra, CNPJ 11.222.333/0001-81, 36.000 kg", "CNPJ 11222333000181"},
	{invoice, "https://nfe.example/consulta?chNFe=" + keyMT + "&tpAmb=1", "NFE " + keyMT},
	{invoice, "NF-e: " + keyMT + "; NF-e: 51250311222333000262550010000000771123456781",
		"NFE " + keyMT + ", NFE 51250311222333000262550010000000771123456781"},
	{invoice, "Nota do produtor 31250600052998224725559200000000171987654320", "NFE 31250600052998224725559200000000171987654320"},
	{invoice, "chave com um dígito a menos: " + keyMT[1:], ""}, // nothing of a key remains
	{origin, "Fazenda Boa Esperança – CAR: " + carMT + " – NIRF: 1234567-9 – INCRA: 950.123.456.789-0",
		"CAR " + carMT + ", NIRF 12345679, SNCR 9501234567890"},
	{origin, "Recibo CAR n.º " + strings.ToLower(carMT) + " ativo", "CAR " + carMT},
	{origin, "CAR(" + carMT + ")", "CAR " + carMT},
	{origin, "produtor José da Silva, CPF 529.982.247-25, Sorriso/MT, tel. (66) 99988-7766", "CPF 52998224725"},
	{origin, "Produtora: Ana Lima (CPF nº 111.444.777-35), talhão T-07", "CPF 11144477735"},
	{origin, "cpf:52998224725,cnpj:11222333000181", "CPF 52998224725, CNPJ 11222333000181"},
	{origin, "Exportadora XYZ S.A., inscrita no CNPJ/MF sob o nº 12.ABC.345/01DE-35", "CNPJ 12ABC34501DE35"},
	{origin, "CNPJ da cooperativa: 11.222.333/0001-81; CNPJ do exportador: 11.222.333/0002-62", "CNPJ 11222333000181, CNPJ 11222333000262"},
	{origin, "café arábica, marca OIC 002/1961/0978, 320 sacas de 60 kg", "ICO 002/1961/0978"},
	{origin, "Certificado ICO nº 002/05/12345 de 10/02/2025", "ICO 002/05/12345"},
	{origin, "DDS reference 25NLAB12CD3456, verification number A1B2C3D4", "DDS 25NLAB12CD3456, DDS_VERIFICACAO A1B2C3D4"},
	{origin, "EUDR: 25DEAB12CD3456 / verificação A1B2C3D4", "DDS 25DEAB12CD3456, DDS_VERIFICACAO A1B2C3D4"},
	{origin, "declaração 99EU9999999999", "DDS 99EU9999999999"},
	{plants, "PTV nº 5126000123 e CFO nº 5126000124", "PTV 5126000123, CFO 5126000124"},
	{plants, "LPCO E2500012345 (modelo E00104), e-Phyto BR/MT/2025/001234", "LPCO E2500012345"},
	{payment, "Recibo eSocial S-1200 nº 1.2.0000000012345678901, fevereiro/2025", "ESOCIAL_RECIBO 1.2.0000000012345678901"},
	{payment, "PIX para CPF 529.982.247-25, R$ 1.850,00 em 05/03/2025", "CPF 52998224725"},
	{payment, "evento ID1112223330000002025021008300000001 aceito", "ESOCIAL_EVENTO ID1112223330000002025021008300000001"},
	{vehicle, "Bitrem Scania R450, placas ABC1C34, DEF5G67 e HIJ8K90", "PLACA ABC1C34, PLACA DEF5G67, PLACA HIJ8K90"},
	{vehicle, "cavalo QRT-0987 / carreta QRT0J88 (Transportes Silva, CNPJ 11.222.333/0001-81)", "PLACA QRT0987, PLACA QRT0J88, CNPJ 11222333000181"},
	{vehicle, "Volvo FH540 2022 placa RST2A34 – motorista João", "PLACA RST2A34"},
	{vehicle, "caminhão argentino AB123CD", "PLACA AB123CD"},
	{vehicle, "ABC1C34 - ABC1234", "PLACA ABC1C34, PLACA ABC1234"},
	{transport, "Navio Cerrado Star (IMO 9321483), viagem 025N, porões 3 e 5", "IMO 9321483"},
	{transport, "MSCU4567895, TCLU7654320", "CONTAINER MSCU4567895, CONTAINER TCLU7654320"},
	{transport, "contêineres MSCU 456789-5 (lacre 123456) e TCLU 765432-0 (lacre BR98765)", "CONTAINER MSCU4567895, CONTAINER TCLU7654320"},
	{transport, "2x40HC: MSCU4567895/TCLU7654320, BL MEDU1234567, booking EBKG01234567", "CONTAINER MSCU4567895, CONTAINER TCLU7654320"},
	{transport, "voo LA 8070 GRU-FRA, AWB 957-12345675", "VOO LA8070"},
	{goingTo, "NLRTM, Roterdã, Países Baixos", "LOCODE NLRTM"},
	{goingTo, "de BRSSZ para DEHAM", "LOCODE BRSSZ, LOCODE DEHAM"},
	{goingTo, "Hamburgo (país: DE)", "PAIS DE"},
	{customs, "DU-E nº 25BR001234567-7, RUC nº 5BR112223332MT25S001, NF-e " + keyMT,
		"DUE 25BR0012345677, RUC 5BR112223332MT25S001, NFE " + keyMT},
	{customs, "DUE:26BR0001234569/RUC:5BR529982247252CAFE01", "DUE 26BR0001234569, RUC 5BR529982247252CAFE01"},
	{customs, "DU-E 24BR0000170788 averbada em 20/03/2024", "DUE 24BR0000170788"},
	{licence, "LPCO: E2500012345 / E2500012346; modelo E00104", "LPCO E2500012345, LPCO E2500012346"},
	{Types(ART, Renasem, MAPA), "Eng. agr. CREA 12345, ART nº MG20231234567; RENASEM MG-00123/2023; registro no MAPA 07604",
		"ART MG20231234567, RENASEM MG-00123/2023, MAPA 07604"},
	{Types(NCM), "soja em grão, NCM/SH 1201.90.00, CFOP 7.101", "NCM 1201.90.00"},
	{Types(GTIN, GLN, SSCC), "EAN 7891234567895 • GLN: 7891234000019 • SSCC (00)378912340000000010", "GTIN 7891234567895, GLN 7891234000019"},
}

func TestReadings(t *testing.T) {
	for _, tc := range readings {
		got := Scan(tc.in, tc.want, thisYear)
		if told(got) != tc.told {
			t.Errorf("Scan(%q):\n got %q\nwant %q", tc.in, told(got), tc.told)
		}
		sound(t, tc.in, tc.want, got)
	}
}

// A broken value is found after every label of its type that has a check, and a valid one after
// every label.
func TestEveryLabelAnnounces(t *testing.T) {
	for _, slot := range labels.slots {
		word := strings.TrimRight(string(slot.word[:]), "\x00")
		for _, typ := range (slot.means & All).List() {
			for _, v := range vectors[typ] {
				if typ == Country || v.value == conventionalVerification || strings.HasPrefix(v.in, "IMO") || typ == GRAI && len(v.in) > 14 {
					continue // a country needs more than a label, and only Check reads the others' punctuation
				}
				for _, text := range []string{word + " " + v.in, strings.ToLower(word) + " nº: " + v.in + ".", word + "/" + v.in + ";"} {
					got := Scan(text, Types(typ), thisYear)
					if v.reason == 0 && (len(got) != 1 || got[0].Value != v.value || !got[0].Valid) {
						t.Errorf("Scan(%q) = %q, want %s %s", text, told(got), typ, v.value)
					}
					if v.reason == CheckDigit && (len(got) != 1 || got[0].Value != v.value || got[0].Reason != v.reason) {
						t.Errorf("Scan(%q) = %q, want a broken %s %s", text, told(got), typ, v.value)
					}
				}
			}
		}
	}
}
