package fiscal_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

func read(t *testing.T, text string) *fiscal.Document {
	t.Helper()
	d, err := fiscal.Read([]byte(text))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return d
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func TestInvoice(t *testing.T) {
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	invoice := fiscaltest.Invoice{Replace: []string{
		"</ide>", "<NFref><refNFe>" + strings.Repeat("1", 44) + "</refNFe></NFref><NFref><refCTe>" + strings.Repeat("2", 44) + "</refCTe></NFref></ide>",
		"</prod>", "<rastro><nLote>L-1</nLote><qLote>600.000</qLote><dFab>2025-01-01</dFab><dVal>2026-01-01</dVal><cAgreg>7</cAgreg></rastro>" +
			"<detExport><nDraw>20250001</nDraw><exportInd><nRE>1</nRE><chNFe>" + strings.Repeat("3", 44) + "</chNFe><qExport>10.0000</qExport></exportInd></detExport></prod>",
		"<infAdic>", "<infAdic><infAdFisco>fisco</infAdFisco>",
		"</infNFe>", "<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>SANTOS</xLocExporta><xLocDespacho>CUIABA</xLocDespacho></exporta>" +
			`<cana><safra>2024/2025</safra><ref>02/2025</ref><forDia dia="3"><qtde>12.5</qtde></forDia></cana>` +
			"<agropecuario><defensivo><nReceituario>R-9</nReceituario><CPFRespTec>52998224725</CPFRespTec></defensivo>" +
			"<guiaTransito><tpGuia>5</tpGuia><UFGuia>MT</UFGuia><serieGuia>A</serieGuia><nGuia>77</nGuia></guiaTransito></agropecuario></infNFe>",
	}}
	d := read(t, invoice.Authorized(signer))
	same(t, "type", d.Type, fiscal.Invoice)
	same(t, "key", d.Key, invoice.Key())
	same(t, "header", d.Header, fiscal.Header{
		UF: "51", Random: "12345678", Nature: "REMESSA PARA DEPOSITO", Model: "55", Series: "1", Number: "12345", Issued: "2025-02-10T09:00:00-04:00", Left: "2025-02-10T09:30:00-04:00",
		Direction: "1", Reach: "1", Purpose: "1", Emission: "1", CheckDigit: invoice.Key()[43:], Environment: "1",
	})
	same(t, "references", d.References, []string{strings.Repeat("1", 44), strings.Repeat("2", 44)})
	same(t, "issuer", d.Issuer, fiscal.Party{CNPJ: fiscaltest.CNPJ, Name: "FAZENDA INVENTADA LTDA", Registration: "131234567", UF: "MT", Municipality: "SORRISO", MunicipalityCode: "5107925"})
	same(t, "items", d.Items, []fiscal.Item{{
		Number: "1", Code: "1", GTIN: "SEM GTIN", Description: "SOJA EM GRAOS", NCM: "12019000", CFOP: "5905", Unit: "SC60", Quantity: "600.0000", TaxUnit: "KG", TaxQuantity: "36000.0000", Notes: "Lote MT25-S-001",
		Lots:    []fiscal.Lot{{Code: "L-1", Made: "2025-01-01", Expires: "2026-01-01", Aggregation: "7", Quantity: "600.000"}},
		Exports: []fiscal.ItemExport{{Drawback: "20250001", Registration: "1", Key: strings.Repeat("3", 44), Quantity: "10.0000"}},
	}})
	same(t, "plates", d.Transport.Plates, []string{"ABC1C34", "DEF5G67"})
	same(t, "volumes", d.Transport.Volumes, []fiscal.Volume{{Net: "36000.000", Gross: "36050.000"}})
	same(t, "export", d.Export, fiscal.Export{UF: "SP", Place: "SANTOS", Dispatch: "CUIABA"})
	same(t, "cane", d.Cane, fiscal.Cane{Harvest: "2024/2025", Month: "02/2025", Days: []fiscal.CaneDay{{Day: "3", Quantity: "12.5"}}})
	same(t, "prescriptions", d.Prescriptions, []fiscal.Prescription{{Number: "R-9", CPF: "52998224725"}})
	same(t, "permit", d.Permit, fiscal.Permit{Type: "5", UF: "MT", Series: "A", Number: "77"})
	same(t, "permit's name", d.Permit.Name(), "PTV")
	same(t, "notes", len(d.Notes), 2)
	same(t, "protocol", d.Protocol.Status, fiscal.StatusAuthorized)
	same(t, "exports", d.Exports(), true)
	same(t, "signature", d.Verify(xmlsig.Trust{}).State, xmlsig.Holds)
}

// Documents come in wrappers, with prefixes, and from programs that fill in a sample.
func TestFormsOfDocuments(t *testing.T) {
	key := fiscaltest.Invoice{}.Key()
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	for _, tc := range []struct {
		name, text string
		typ        fiscal.Type
		root, key  string
	}{
		{"an invoice alone", fiscaltest.Invoice{}.Signed(signer), fiscal.Invoice, "NFe", key},
		{"in SOAP", `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body><x>` + fiscaltest.Invoice{}.Signed(signer) + `</x></soap:Body></soap:Envelope>`, fiscal.Invoice, "NFe", key},
		{"with prefixes", `<n:NFe xmlns:n="` + fiscaltest.NFe + `"><n:infNFe Id="NFe` + key + `"/></n:NFe>`, fiscal.Invoice, "NFe", key},
		{"with a byte order mark", "\ufeff" + `<NFe><infNFe Id="NFe` + key + `"/></NFe>`, fiscal.Invoice, "NFe", key},
		{"an Id without letters", `<NFe><infNFe Id="` + key + `"/></NFe>`, fiscal.Invoice, "NFe", key},
		{"a filled-in sample", `<NFe><infNFe Id="string"><ide><cUF>string</cUF><nNF>string</nNF></ide><det nItem="string"><prod><qCom>string</qCom><rastro><nLote>string</nLote><qLote>string</qLote></rastro></prod></det></infNFe></NFe>`, fiscal.Invoice, "NFe", "string"},
		{"a summary", `<resNFe><chNFe>` + key + `</chNFe><CNPJ>1</CNPJ><cSitNFe>3</cSitNFe></resNFe>`, fiscal.Summary, "resNFe", key},
		{"a cancellation", `<procEventoNFe><evento><infEvento><tpEvento>110111</tpEvento><chNFe>` + key + `</chNFe><detEvento><descEvento>Cancelamento</descEvento><xJust>carga não saiu</xJust></detEvento></infEvento></evento><retEvento><infEvento><cStat>135</cStat></infEvento></retEvento></procEventoNFe>`, fiscal.Event, "procEventoNFe", key},
		{"an event's summary", `<resEvento><chNFe>` + key + `</chNFe><tpEvento>110111</tpEvento><xEvento>Cancelamento</xEvento></resEvento>`, fiscal.Event, "resEvento", key},
		{"a waybill", `<cteProc><CTe><infCte Id="CTe` + key + `"/></CTe></cteProc>`, fiscal.Waybill, "cteProc", key},
		{"a simplified waybill", `<cteSimpProc><CTeSimp><infCte Id="CTe` + key + `"/></CTeSimp></cteSimpProc>`, fiscal.Waybill, "cteSimpProc", key},
		{"a manifest", `<mdfeProc><MDFe><infMDFe Id="MDFe` + key + `"/></MDFe></mdfeProc>`, fiscal.Manifest, "mdfeProc", key},
		{"a manifest's event", `<procEventoMDFe><eventoMDFe><infEvento><chMDFe>` + key + `</chMDFe></infEvento></eventoMDFe></procEventoMDFe>`, fiscal.Event, "procEventoMDFe", key},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := read(t, tc.text)
			same(t, "type", d.Type, tc.typ)
			same(t, "root", d.Root, tc.root)
			same(t, "key", d.Key, tc.key)
		})
	}
}

func TestEvents(t *testing.T) {
	correction := read(t, `<evento><infEvento Id="ID1"><tpEvento>110110</tpEvento><nSeqEvento>2</nSeqEvento><dhEvento>2025-02-11T08:00:00-04:00</dhEvento><CNPJ>1</CNPJ><detEvento><descEvento>Carta de Correcao</descEvento><xCorrecao>lote MT25-S-002</xCorrecao></detEvento></infEvento></evento>`)
	same(t, "correction", correction.Occurrence, fiscal.Occurrence{
		Code: fiscal.EventCorrection, Description: "Carta de Correcao", Sequence: "2", At: "2025-02-11T08:00:00-04:00", Author: fiscal.Party{CNPJ: "1"}, Correction: "lote MT25-S-002",
	})
	added := read(t, `<eventoMDFe><infEvento><tpEvento>110115</tpEvento><detEvento><evIncDFeMDFe><descEvento>Inclusao DF-e</descEvento><nProt>9</nProt><infDoc><chNFe>123</chNFe></infDoc></evIncDFeMDFe></detEvento></infEvento></eventoMDFe>`)
	same(t, "documents added", added.Occurrence, fiscal.Occurrence{Code: "110115", Description: "Inclusao DF-e", Protocol: "9", Keys: []string{"123"}})
	of := func(model, code string) bool {
		key := strings.Repeat("1", 20) + model + strings.Repeat("1", 22)
		return read(t, `<evento><infEvento><chNFe>`+key+`</chNFe><tpEvento>`+code+`</tpEvento></infEvento></evento>`).Cancels()
	}
	same(t, "cancels", []bool{of("55", "110111"), of("55", "110112"), of("58", "110112"), of("55", "110110")}, []bool{true, true, false, false})
}

func TestCargo(t *testing.T) {
	waybill := read(t, `<CTe><infCte Id="CTe1"><ide><UFIni>MT</UFIni><xMunFim>SANTOS</xMunFim></ide><infCTeNorm><infCarga><proPred>SOJA</proPred><infQ><cUnid>01</cUnid><tpMed>PESO</tpMed><qCarga>36000.0000</qCarga></infQ></infCarga>
		<infDoc><infNFe><chave>11</chave></infNFe><infNFe><chave>22</chave></infNFe></infDoc><infModal><aquav><xNavio>NAVIO</xNavio><irin>9321483</irin></aquav></infModal></infCTeNorm></infCte></CTe>`)
	same(t, "waybill", waybill.Cargo, fiscal.Cargo{
		Product: "SOJA", Measures: []fiscal.Measure{{Unit: "01", Name: "PESO", Quantity: "36000.0000"}}, Keys: []string{"11", "22"},
		Origin: fiscal.Place{UF: "MT"}, Destination: fiscal.Place{Name: "SANTOS"}, Ship: "NAVIO", IMO: "9321483",
	})
	simple := read(t, `<CTeSimp><infCte Id="CTe1"><infCarga><proPred>SOJA</proPred></infCarga><det><infNFe><chNFe>33</chNFe></infNFe></det></infCte></CTeSimp>`)
	same(t, "simplified waybill", simple.Cargo, fiscal.Cargo{Product: "SOJA", Keys: []string{"33"}})
	manifest := read(t, `<MDFe><infMDFe Id="MDFe1"><ide><UFIni>MT</UFIni><UFFim>SP</UFFim><infPercurso><UFPer>MS</UFPer></infPercurso></ide><infModal><rodo><veicTracao><placa>ABC1C34</placa></veicTracao><veicReboque><placa>DEF5G67</placa></veicReboque></rodo></infModal>
		<infDoc><infMunDescarga><xMunDescarga>SANTOS</xMunDescarga><infNFe><chNFe>11</chNFe></infNFe></infMunDescarga><infMunDescarga><infCTe><chCTe>22</chCTe></infCTe></infMunDescarga></infDoc><tot><cUnid>01</cUnid><qCarga>36000.0000</qCarga></tot></infMDFe></MDFe>`)
	same(t, "manifest", manifest.Cargo, fiscal.Cargo{
		Unit: "01", Weight: "36000.0000", Keys: []string{"11", "22"}, Origin: fiscal.Place{UF: "MT"}, Destination: fiscal.Place{Name: "SANTOS", UF: "SP"}, States: []string{"MS"},
	})
	same(t, "plates", manifest.Transport.Plates, []string{"ABC1C34", "DEF5G67"})
}

func TestEncodings(t *testing.T) {
	body := func(encoding, name string) string {
		return `<?xml version="1.0" encoding="` + encoding + `"?><NFe><infNFe Id="1"><emit><xNome>` + name + `</xNome></emit></infNFe></NFe>`
	}
	for encoding, name := range map[string]string{"UTF-8": "CAFÉ", "ISO-8859-1": "CAF\xc9", "Windows-1252": "CAF\xc9", "latin1": "CAF\xc9"} {
		if got := read(t, body(encoding, name)).Issuer.Name; got != "CAFÉ" {
			t.Errorf("%s: %q", encoding, got)
		}
	}
	// A comment inside a text does not cut it short.
	same(t, "a split text", read(t, body("UTF-8", "CA<!-- x -->F<![CDATA[É]]>")).Issuer.Name, "CAFÉ")
}

func TestRefusals(t *testing.T) {
	deep := strings.Repeat("<a>", 10_000) + strings.Repeat("</a>", 10_000)
	for _, tc := range []struct {
		name, text string
		code       fiscal.Code
		says       string
	}{
		{"nothing", "", fiscal.BadXML, "it is empty"},
		{"a PDF", "%PDF-1.7", fiscal.Unknown, "it is not XML"},
		{"another document", "<html></html>", fiscal.Unknown, "'html'"},
		{"a question to the tax authority", "<inutNFe/>", fiscal.Unknown, "'inutNFe'"},
		{"a DTD", `<!DOCTYPE NFe [<!ENTITY a "b">]><NFe/>`, fiscal.HasDTD, "DTD"},
		{"an outside entity", `<!DOCTYPE NFe SYSTEM "file:///etc/passwd"><NFe/>`, fiscal.HasDTD, "DTD"},
		{"an entity", `<NFe><infNFe Id="1">&xxe;</infNFe></NFe>`, fiscal.BadXML, "line 1"},
		{"cut short", `<NFe><infNFe Id="1">`, fiscal.BadXML, "ends before"},
		{"cut inside a tag", `<NFe><infNFe Id="1`, fiscal.BadXML, "ends before"},
		{"crossed elements", "<NFe>\n<infNFe></NFe></infNFe>", fiscal.BadXML, "line 2"},
		{"two roots", `<NFe/><NFe/>`, fiscal.BadXML, "line 1"},
		{"text after the end", `<NFe/>x`, fiscal.BadXML, "line 1"},
		{"one attribute twice", `<NFe><infNFe Id="1" Id="2"/></NFe>`, fiscal.BadXML, "'Id' appears twice"},
		{"UTF-16 with its mark", "\xff\xfe<\x00N\x00F\x00e\x00/\x00>\x00", fiscal.BadXML, "UTF-16"},
		{"UTF-16 without it", "\x00<\x00N\x00F\x00e\x00/\x00>", fiscal.BadXML, "UTF-8"},
		{"another encoding", `<?xml version="1.0" encoding="EBCDIC-CP-BE"?><NFe/>`, fiscal.BadXML, "EBCDIC"},
		{"Latin-1 that claims UTF-8", "<NFe>\xc9</NFe>", fiscal.BadXML, "line 1"},
		{"10 000 levels", deep, fiscal.BadXML, "64 elements inside"},
		{"too many elements", "<NFe>" + strings.Repeat("<a/>", 200_000) + "</NFe>", fiscal.BadXML, "150000"},
		{"many elements, deep", strings.Repeat("<a>", 60) + strings.Repeat("<a/>", 30_000), fiscal.BadXML, "too many levels"},
		{"many attributes", "<NFe " + manyAttributes(100) + "/>", fiscal.BadXML, "32"},
		{"6 MiB", "<NFe>" + strings.Repeat(" ", 6<<20) + "</NFe>", fiscal.TooLarge, "5 MiB"},
		{"no invoice inside", `<nfeProc/>`, fiscal.Unknown, "no 'NFe'"},
		{"nothing to sign", `<NFe/>`, fiscal.Unknown, "no 'infNFe'"},
		{"two invoices", `<nfeProc><NFe><infNFe/></NFe><NFe><infNFe/></NFe></nfeProc>`, fiscal.Unknown, "more than one 'NFe'"},
		{"two signed parts", `<NFe><infNFe Id="1"/><infNFe Id="2"/></NFe>`, fiscal.Unknown, "more than one 'infNFe'"},
		{"two documents in a wrapper", `<x><NFe/><CTe/></x>`, fiscal.Unknown, "more than one 'CTe'"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := fiscal.Read([]byte(tc.text))
			var failure *fiscal.Error
			if !errors.As(err, &failure) || failure.Code != tc.code || !strings.Contains(failure.Message(lang.EN), tc.says) {
				t.Fatalf("%+v, %v, want %s with %q", d, err, tc.code, tc.says)
			}
			for _, l := range []lang.Lang{lang.PT, lang.EN, lang.ES} {
				if said := failure.Message(l); strings.ContainsAny(said, "{}") {
					t.Errorf("%q", said)
				}
			}
		})
	}
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` a%d=""`, i)
	}
	return b.String()
}

func TestEveryCodeHasASentence(t *testing.T) {
	for _, code := range []fiscal.Code{fiscal.BadXML, fiscal.HasDTD, fiscal.Unknown, fiscal.TooLarge, fiscal.BadZip} {
		if !fiscal.Codes[code].Complete() {
			t.Errorf("%s: %+v", code, fiscal.Codes[code])
		}
	}
}

func TestKilos(t *testing.T) {
	for unit, want := range map[string]float64{
		"KG": 1, "kg": 1, "TON": 1000, "T": 1000, "TL": 1000, "SC": 60, "SACA": 60, "SC60": 60, "SC 60": 60, "SC60KG": 60, "SC40": 40, "SACA50": 50, "@": 15, "ARROBA": 15, "G": 0.001, "BAG1000": 1000,
		"UN": 0, "BAG": 0, "SACO": 0, "CX": 0, "L": 0, "M3": 0, "": 0, "string": 0, "60": 0, "SC-": 0, "SC0": 0, "KG KG": 0,
	} {
		item := fiscal.Item{Unit: unit, Quantity: "2"}
		if got, ok := item.Kilos(); got != 2*want || ok != (want > 0) {
			t.Errorf("%q: %v, %v, want %v", unit, got, ok, 2*want)
		}
	}
	item := fiscal.Item{Unit: "BAG", Quantity: "2", TaxUnit: "TON", TaxQuantity: "1.9"}
	if got, ok := item.Kilos(); got != 1900 || !ok {
		t.Errorf("by the taxed unit %v, %v", got, ok)
	}
}

func FuzzRead(f *testing.F) {
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	f.Add([]byte(fiscaltest.Invoice{}.Authorized(signer)))
	f.Add([]byte(`<CTe><infCte Id="CTe1"><infCTeNorm/></infCte></CTe>`))
	f.Add([]byte(`<evento><infEvento Id="ID1"><detEvento><infDoc/></detEvento></infEvento></evento>`))
	f.Fuzz(func(t *testing.T, file []byte) {
		d, err := fiscal.Read(file)
		if err != nil {
			var failure *fiscal.Error
			if !errors.As(err, &failure) {
				t.Fatalf("%v is not an *Error", err)
			}
			return
		}
		d.Verify(xmlsig.Trust{})
		d.Kilos()
	})
}
