package brdoc

import (
	"slices"
	"strings"
	"testing"
)

// told formats what was found as "TYPE value, TYPE value!reason".
func told(ids []ID) string {
	var list []string
	for _, id := range ids {
		s := id.Type.String() + " " + id.Value
		if !id.Valid {
			s += "!" + id.Reason.Text().EN
		}
		list = append(list, s)
	}
	return strings.Join(list, ", ")
}

// Sets such as a field of a record requires.
var (
	invoice   = Keys | Types(CNPJ)
	origin    = Types(CAR, SNCR, CCIR, NIRF, CIB, CNPJ, CPF, DDS, DDSVerification, ICO)
	plants    = Types(PTV, CFO, CFOC, LPCO)
	payment   = Types(ESocialReceipt, ESocialEvent, CPF)
	vehicle   = Types(Plate, CNPJ)
	transport = Types(Container, IMO, Plate, Flight)
	goingTo   = Types(Locode, Country)
	customs   = Keys | Types(DUE, Duimp, RUC)
	licence   = Types(LPCO, LPCOModel)
)

const (
	keyMT = "51250211222333000181550010000123451123456780"
	carMT = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"
)

func TestScan(t *testing.T) {
	const digitWrong, lengthWrong = "!the check digit does not match", "!wrong length"
	for _, tc := range []struct {
		want     Set
		in, told string
	}{
		// a known owner and a space leave no doubt; a booking has no check digit
		{transport, "MSCU 7388111", "CONTAINER MSCU7388111" + digitWrong},
		{transport, "MSCU 7388110", "CONTAINER MSCU7388110"},
		{transport, "navio Star, MSCU 738811 1 e CSQU 3054383", "CONTAINER MSCU7388111" + digitWrong + ", CONTAINER CSQU3054383"},
		{transport, "booking MSCU 7388111", ""},
		{transport, "ITAU 1234567", ""},
		{invoice, "CNPJ 12ABC34501DE36", "CNPJ 12ABC34501DE36" + digitWrong},
		{invoice, "CNPJ 12ABC34501DE35", "CNPJ 12ABC34501DE35"},
		{invoice, "cnpj: 12abc34501de35", "CNPJ 12ABC34501DE35"},

		// access keys
		{invoice, keyMT, "NFE " + keyMT},
		{invoice, "NF-e " + keyMT + ", série 1", "NFE " + keyMT},
		{invoice, "Chave: 5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780", "NFE " + keyMT},
		{invoice, "5125.0211.2223.3300.0181.5500.1000.0123.4511.2345.6780.", "NFE " + keyMT},
		{invoice, "51-2502-11.222.333/0001-81-55-001-000.012.345-112.345.678-0", "NFE " + keyMT},
		{invoice, "NF 12345 chave 1234 5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780", "NFE " + keyMT},
		{invoice, "41260812abc34501de35550010000000421102030404", "NFE 41260812ABC34501DE35550010000000421102030404"},
		{invoice, "CT-e 51250211222333000181570010000123451123456788 / MDF-e 51250211222333000181580010000123451123456781",
			"CTE 51250211222333000181570010000123451123456788, MDFE 51250211222333000181580010000123451123456781"},
		{Types(NFe), "51250211222333000181570010000123451123456788", ""},
		{invoice, keyMT[:43] + "1", "NFE " + keyMT[:43] + "1" + digitWrong},
		{invoice, "51251311222333000181550010000123451123456780", "NFE 51251311222333000181550010000123451123456780!impossible month"},
		{invoice, "34250211222333000181550010000123451123456780", "NFE 34250211222333000181550010000123451123456780!the state does not match"},
		{invoice, keyMT[:43], "NFE " + keyMT[:43] + lengthWrong},
		{invoice, "chave " + keyMT + "0", "NFE " + keyMT + "0" + lengthWrong},
		{invoice, "chave 5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 678", "NFE " + keyMT[:43] + lengthWrong},
		{invoice, "00190500954014481606906809350314337370000000100", ""}, // boleto, 47 digits
		{invoice, "23793381286000082704095000063305975520000001000", ""}, // boleto, 47 digits
		{invoice, "23791975200000010003381260000827040500006330", ""},    // its bar code, 44
		{invoice, "chave 12345678901234567890123456789012345678901234", "DFE 12345678901234567890123456789012345678901234!impossible month"},

		// taxpayers
		{origin, "CNPJ: 11.222.333/0001-81", "CNPJ 11222333000181"},
		{origin, "C.N.P.J. nº 11222333000181", "CNPJ 11222333000181"},
		{origin, "cnpj/mf sob o nº 11222333/0001-81;", "CNPJ 11222333000181"},
		{origin, "CNPJ11222333000181", "CNPJ 11222333000181"},
		{origin, "CPF/CNPJ 529.982.247-25", "CPF 52998224725"},
		{origin, "CPF/CNPJ 11222333000182", "CNPJ 11222333000182" + digitWrong},
		{origin, "12.ABC.345/01DE-35 e 12ABC34501DE35", "CNPJ 12ABC34501DE35, CNPJ 12ABC34501DE35"},
		{origin, "11.222.333/0001-82", "CNPJ 11222333000182" + digitWrong},
		{origin, "11222333000182", ""},
		{origin, "CNPJ 11222333000182", "CNPJ 11222333000182" + digitWrong},
		{origin, "CNPJ 1122233300018", "CNPJ 1122233300018" + lengthWrong},
		{origin, "CPF do produtor: 529.982.247-25.", "CPF 52998224725"},
		{origin, "produtor José, 52998224725, Sorriso", "CPF 52998224725"},
		{origin, "529.982.247-26", "CPF 52998224726" + digitWrong},
		{origin, "52998224726", ""},
		{origin, "CPF 52998224726", "CPF 52998224726" + digitWrong},
		{origin, "CPF 529.982.247 – 25", "CPF 52998224725"},
		{origin, "fone 52998224725", ""},
		{origin, "tel.: 52998224725; CPF 52998224725", "CPF 52998224725"},
		{origin, "52998224725-1", ""},
		{origin, "R$ 52998224725,00", ""},

		// land
		{origin, "CAR " + carMT + ", Fazenda Boa Esperança", "CAR " + carMT},
		{origin, "car mt-5107925-0123.4567.89ab.cdef.0123.4567.89ab.cdef", "CAR " + carMT},
		{origin, "BR-" + carMT, "CAR " + carMT},
		{origin, "MT - 5107925 - 0123456789ABCDEF0123456789ABCDEF", "CAR " + carMT},
		{origin, "MT-5107925-0123456789ABCDEF0123456789ABCDE", "CAR MT51079250123456789ABCDEF0123456789ABCDE" + lengthWrong},
		{origin, "MT-5107925-0123456789ABCDEF0123456789ABCDEG", "CAR " + carMT[:42] + "G!a character that is not allowed there"},
		{origin, "MT-3550308-0123456789ABCDEF0123456789ABCDEF", "CAR MT-3550308-0123456789ABCDEF0123456789ABCDEF!the state does not match"},
		{origin, "INCRA 950.123.456.789-0", "SNCR 9501234567890"},
		{origin, "CCIR 950.123.456.789-0", "SNCR 9501234567890"},
		{origin, "CCIR nº 12345678901", "CCIR 12345678901"},
		{origin, "950.123.456.789-0", ""},
		{origin, "SNCR 950.123.456.789", ""},
		{origin, "SNCR 950123456789", "SNCR 950123456789" + lengthWrong},
		{origin, "NIRF 1.234.567-9", "NIRF 12345679"},
		{origin, "NIRF: 1234567-8", "NIRF 12345678" + digitWrong},
		{origin, "CIB A1B2C3D-4", "CIB A1B2C3D4"},
		{origin, "1234567-9", ""},
		{Types(IBGE), "Sorriso (IBGE 5107925)", "IBGE 5107925"},
		{Types(IBGE), "código IBGE: 510792", ""},
		{Types(IBGE), "5107925", ""},

		// coffee marks and statements
		{origin, "ICO 002/1961/0978", "ICO 002/1961/0978"},
		{origin, "OIC nº 2-1961-978 e 002-1961-979", "ICO 002/1961/978, ICO 002/1961/979"},
		{origin, "ICO 003/1961/0978", "ICO 003/1961/0978!the country does not match"},
		{origin, "certificado ICO de 10/02/2025", ""},
		{origin, "002/1961/0978", ""},
		{origin, "DDS 25NLAB12CD3456", "DDS 25NLAB12CD3456"},
		{origin, "25NLAB12CD3456 / A1B2C3D4", "DDS 25NLAB12CD3456, DDS_VERIFICACAO A1B2C3D4"},
		{origin, "EUDR 25NLAB12CD3456-A1B2C3D4", "DDS 25NLAB12CD3456, DDS_VERIFICACAO A1B2C3D4"},
		{origin, "verificação: A1B2C3D4", "DDS_VERIFICACAO A1B2C3D4"},
		{origin, "25BRAB12CD3456", ""},
		{origin, "DDS 27NLAB12CD3456", "DDS 27NLAB12CD3456!impossible year"},

		// permits, licences, customs
		{plants, "PTV 3226000123", "PTV 3226000123"},
		{plants, "CFOC nº 3226000123, LPCO E2500012345", "CFOC 3226000123, LPCO E2500012345"},
		{plants, "3226000123", ""},
		{plants, "PTV 322600012", "PTV 322600012" + lengthWrong},
		{licence, "LPCO E2500012345 (modelo E00104)", "LPCO E2500012345"},
		{licence, "LPCO E00104: E2500012345", "LPCO_MODELO E00104, LPCO E2500012345"},
		{licence, "LPCO E250001234", "LPCO E250001234" + lengthWrong},
		{licence, "E2700012345 E1234567890", ""},
		{customs, "DU-E 25BR0012345677, RUC 5BR112223332MT25S001", "DUE 25BR0012345677, RUC 5BR112223332MT25S001"},
		{customs, "due 25br001234567-7", "DUE 25BR0012345677"},
		{customs, "25BR0012345678", "DUE 25BR0012345678" + digitWrong},
		{customs, "DU-E 25BR001234567", "DUE 25BR001234567" + lengthWrong},
		{customs, "RUC 4BR0055771", "RUC 4BR0055771" + lengthWrong},
		{customs, "4BR0055771", ""},
		{customs, "DU-E de 10/02/2025", ""},

		// labour
		{payment, "eSocial 1.2.0000000012345678901", "ESOCIAL_RECIBO 1.2.0000000012345678901"},
		{payment, "e-Social recibo nº 1.2.000000001234567890", "ESOCIAL_RECIBO 12000000001234567890" + lengthWrong},
		{payment, "ID1112223330000002025021008300000001", "ESOCIAL_EVENTO ID1112223330000002025021008300000001"},

		// vehicles
		{vehicle, "ABC1C34", "PLACA ABC1C34"},
		{vehicle, "Carreta ABC-1234/MT, reboques DEF5G67 e ghi1j23", "PLACA ABC1234, PLACA DEF5G67, PLACA GHI1J23"},
		{vehicle, "ABC1C34/DEF5G67", "PLACA ABC1C34, PLACA DEF5G67"},
		{vehicle, "ABC1234-MT", "PLACA ABC1234"},
		{vehicle, "placa abc 1234", "PLACA ABC1234"},
		{vehicle, "caminhão ABC 1234", ""},
		{vehicle, "placa paraguaia ABCD123", ""},
		{vehicle, "Placa: ABCD123 (PY)", "PLACA ABCD123"},
		{vehicle, "AB123CD", "PLACA AB123CD"},
		{vehicle, "LOT1234-A", ""},
		{vehicle, "lote ABC1234", ""},
		{vehicle, "X-ABC1234", ""},
		{vehicle, "XABC1234 ABC12345 ABC1234É", ""},
		{transport, "MSKU 907032-3; TCLU7654320", "CONTAINER MSKU9070323, CONTAINER TCLU7654320"},
		{transport, "contêiner msku-907032-3", "CONTAINER MSKU9070323"},
		{transport, "CSQU3054384", "CONTAINER CSQU3054384" + digitWrong},
		{transport, "CRUZ1234567", ""},
		{transport, "contêiner CRUZ1234568", "CONTAINER CRUZ1234568" + digitWrong},
		{transport, "container MSKU907032", "CONTAINER MSKU907032" + lengthWrong},
		{transport, "BL MEDU1234567", ""},
		{transport, "ITAU 1234567", ""},
		{transport, "MV Aurora, IMO 9321483", "IMO 9321483"},
		{transport, "IMO9074729, 9321483 e 9839430", "IMO 9074729, IMO 9321483, IMO 9839430"},
		{transport, "IMO-9074728", "IMO 9074728" + digitWrong},
		{transport, "9074729", ""},
		{transport, "voo LA8070", "VOO LA8070"},

		// places and goods
		{goingTo, "NLRTM", "LOCODE NLRTM"},
		{goingTo, "Marítimo, porto de Santos (BRSSZ)", "LOCODE BRSSZ"},
		{goingTo, "nlrtm CARGA PORTO", ""},
		{goingTo, "UN/LOCODE: CNSHA", "LOCODE CNSHA"},
		{goingTo, " DE ", "PAIS DE"},
		{goingTo, "UK", "PAIS UK!the country does not match"},
		{goingTo, "MT", ""},
		{goingTo, "país: DE", "PAIS DE"},
		{goingTo, "PAÍS DE DESTINO: ALEMANHA", ""},
		{goingTo, "país de destino: CN", "PAIS CN"},
		{Types(NCM), "1201.90.00 em 2025.02.10, NCM 0901.11.10", "NCM 1201.90.00, NCM 0901.11.10"},
		{Types(NCM), "NCM 12019000", "NCM 1201.90.00"},
		{Types(NCM), "12019000", ""},

		// registers and GS1
		{Types(Renasem), "Renasem SP-00123/2023", "RENASEM SP-00123/2023"},
		{Types(Renasem), "RENASEM XX-00123/2023", "RENASEM XX-00123/2023!the state does not match"},
		{Types(ART), "ART MG20231234567", "ART MG20231234567"},
		{Types(MAPA), "registro MAPA nº 07604", "MAPA 07604"},
		{Types(MAPA), "Portaria MAPA 2023, IN MAPA 4620/2018", ""},
		{Types(GTIN), "GTIN-13: 7891234567895", "GTIN 7891234567895"},
		{Types(GTIN), "EAN13 7891234567896", "GTIN 7891234567896" + digitWrong},
		{Types(GTIN), "7891234567895", ""},
		{Types(GLN, SSCC, GRAI), "GLN 7891234000019, SSCC 378912340000000010, GRAI 07891234000019PAL12",
			"GLN 7891234000019, SSCC 378912340000000010, GRAI 07891234000019PAL12"},
		{Types(EORI), "EORI do importador: NL123456789", "EORI NL123456789"},

		{0, keyMT, ""},
		{All, "", ""},
	} {
		got := Scan(tc.in, tc.want, thisYear)
		if told(got) != tc.told {
			t.Errorf("Scan(%q):\n got %q\nwant %q", tc.in, told(got), tc.told)
		}
		sound(t, tc.in, tc.want, got)
	}
}

// sound fails unless the identifiers are in the text, in order and without overlap, are of the
// types in want, and give the same result when their values are checked alone.
func sound(t fataler, text string, want Set, ids []ID) {
	t.Helper()
	end := 0
	for _, id := range ids {
		if id.Start < end || id.End <= id.Start || id.End > len(text) || !want.Has(id.Type) {
			t.Fatalf("%q: %+v after %d", text, id, end)
		}
		end = id.End
		again := Check(id.Type, id.Value, thisYear)
		if again.Value != id.Value || again.Reason != id.Reason || again.Valid != id.Valid || id.Valid != (id.Reason == 0) {
			t.Fatalf("%q: found %+v, checked %+v", text, id, again)
		}
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// A text is quoted by its offsets, so they must be those of the original.
func TestOffsets(t *testing.T) {
	for _, tc := range []struct {
		want    Set
		in      string
		written []string
	}{
		{origin, "José – CPF nº 529.982.247-25 (ação)", []string{"529.982.247-25"}},
		{transport, "IMO9074729; MSKU 907032-3, TCLU7654320", []string{"9074729", "MSKU 907032-3", "TCLU7654320"}},
		{vehicle, "placa: abc-1234/MT", []string{"abc-1234"}},
		{origin, "é\xff\u00a0CAR\u00a0" + carMT, []string{carMT}},
		{goingTo, "\n DE\t", []string{"DE"}},
		{invoice, "NFe" + keyMT, []string{keyMT}},
	} {
		var got []string
		for _, id := range Scan(tc.in, tc.want, thisYear) {
			got = append(got, tc.in[id.Start:id.End])
		}
		if !slices.Equal(got, tc.written) {
			t.Errorf("Scan(%q) found %q, want %q", tc.in, got, tc.written)
		}
	}
}

// Where two types fit, one is taken.
func TestOverlap(t *testing.T) {
	for _, tc := range []struct {
		want     Set
		in, told string
	}{
		{Types(DUE, CNPJ), "25BR0012345677", "DUE 25BR0012345677"},
		{Types(DDS, CNPJ), "25NLAB12CD3456", "DDS 25NLAB12CD3456"},
		{Types(DUE, Duimp), "DU-E 25BR00000123457", "DUIMP 25BR00000123457"},            // checks as the other
		{Types(DUE, Duimp), "DU-E 25BR00000123458", "DUE 25BR00000123458!wrong length"}, // invalid as either: reported as announced
		{Types(NIRF, CIB), "CIB 12345679", "CIB 12345679"},
		{Types(GLN, GTIN), "GTIN 7891234000019", "GTIN 7891234000019"},
		{Types(GLN, GTIN), "GLN/GTIN 7891234000019", "GLN 7891234000019"},
		{Types(CPF, CNPJ), "CNPJ 11.222.333/0001-81", "CNPJ 11222333000181"},
		{Keys | Types(CPF), "31250600052998224725559200000000171987654320", "NFE 31250600052998224725559200000000171987654320"},
	} {
		if got := told(Scan(tc.in, tc.want, thisYear)); got != tc.told {
			t.Errorf("Scan(%q) = %q, want %q", tc.in, got, tc.told)
		}
	}
}

func TestScanAllocates(t *testing.T) {
	for _, tc := range []struct {
		want Set
		in   string
		most float64
	}{
		{origin, "Carga única do lote MT25-S-001, carreta limpa antes da carga", 0},
		{All, "umidade 13,8%; impurezas 0,9%; 11222333000182 52998224726", 0},
		{All, "umidade 13,8%; " + keyMT, 1}, // the list
		{origin, "CPF 529.982.247-25", 2},   // and the value without its mask
	} {
		if got := testing.AllocsPerRun(100, func() { Scan(tc.in, tc.want, thisYear) }); got > tc.most {
			t.Errorf("Scan(%q) allocates %v times, want %v", tc.in, got, tc.most)
		}
	}
}
