package grade_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

var (
	authority = fiscaltest.NewAuthority()
	signer    = authority.Signer(fiscaltest.CNPJ)
	trusted   = grade.Context{Year: 2025, Crop: crop.Soy, Trust: xmlsig.Trust{Roots: authority.Roots()}}
)

func check(t *testing.T, text string, c grade.Context) grade.Report {
	t.Helper()
	d, err := fiscal.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return grade.Check(d, c)
}

func codes(r grade.Report) string {
	var list []string
	for _, f := range r.Findings {
		list = append(list, f.Rule.ID)
	}
	return strings.Join(list, " ")
}

// edited returns an authorised invoice, changed before it was signed.
func edited(pairs ...string) string {
	return fiscaltest.Invoice{Replace: pairs}.Authorized(signer)
}

func TestInvoices(t *testing.T) {
	whole := edited()
	event := fiscaltest.Event(signer, fiscaltest.Invoice{}.Key(), fiscal.EventCancellation)
	lots := func(a, b string) string {
		return "<rastro><nLote>A</nLote><qLote>" + a + "</qLote></rastro><rastro><nLote>B</nLote><qLote>" + b + "</qLote></rastro></prod>"
	}
	for _, tc := range []struct {
		name, text, want string
	}{
		{"a good invoice", whole, ""},
		{"a CNPJ with letters", fiscaltest.Invoice{Issuer: "12ABC34501DE35"}.Authorized(authority.Signer("12ABC34501DE35")), ""},
		{"a series of the tax authority", edited("<serie>1<", "<serie>890<"), "DFE_CHAVE_DIVERGE"},
		{"another number", edited("<nNF>12345<", "<nNF>54321<"), "DFE_CHAVE_DIVERGE"},
		{"another issuer", edited("<emit><CNPJ>"+fiscaltest.CNPJ, "<emit><CNPJ>11222333000262"), "DFE_CHAVE_DIVERGE"},
		{"another month", edited("<dhEmi>2025-02", "<dhEmi>2025-03"), "DFE_CHAVE_DIVERGE"},
		{"no date", edited("<dhEmi>2025-02-10T09:00:00-04:00", "<dhEmi>"), "DFE_CHAVE_DIVERGE DFE_ASSINANTE_DESCONHECIDO"},
		{"no key", `<NFe><infNFe Id="string"/></NFe>`, "DFE_CHAVE_INVALIDA DFE_SEM_ASSINATURA DFE_SEM_PROTOCOLO"},
		{"a wrong check digit", `<resNFe><chNFe>51250211222333000181550010000123451123456788</chNFe><cSitNFe>1</cSitNFe></resNFe>`, "DFE_CHAVE_INVALIDA DFE_SO_RESUMO"},
		{"a waybill's key on an invoice", `<resNFe><chNFe>51250211222333000181570010000123451123456780</chNFe><cSitNFe>1</cSitNFe></resNFe>`, "DFE_CHAVE_INVALIDA DFE_SO_RESUMO"},
		{"a cancelled summary", `<resNFe><chNFe>` + fiscaltest.Invoice{}.Key() + `</chNFe><cSitNFe>3</cSitNFe></resNFe>`, "DFE_CANCELADO DFE_SO_RESUMO"},
		{"without a protocol", fiscaltest.Invoice{}.Signed(signer), "DFE_SEM_PROTOCOLO"},
		{"another's protocol", strings.Replace(whole, "<chNFe>5125", "<chNFe>3525", 1), "DFE_PROTOCOLO_DE_OUTRO"},
		{"a protocol about other content", strings.Replace(whole, "<digVal>", "<digVal>AAAA", 1), "DFE_DIGEST_DIVERGE"},
		{"refused", strings.Replace(whole, "<cStat>100", "<cStat>301", 1), "DFE_NAO_AUTORIZADO"},
		{"late", strings.Replace(whole, "<cStat>100", "<cStat>150", 1), ""},
		{"cancelled", strings.Replace(whole, "<cStat>100", "<cStat>101", 1), "DFE_CANCELADO"},
		{"from the test environment", edited("<tpAmb>1", "<tpAmb>2"), "DFE_DE_HOMOLOGACAO"},
		{"altered", strings.Replace(whole, "36050", "36060", 1), "DFE_ASSINATURA_NAO_CONFERE"},
		{"signed by another company", fiscaltest.Invoice{}.Authorized(authority.Signer("99888777000161")), "DFE_ASSINADO_POR_OUTRO"},
		{"signed by the head office", fiscaltest.Invoice{}.Authorized(authority.Signer("11222333000343")), ""},
		{"another crop", edited("12019000", "09011110"), "DFE_DE_OUTRA_CULTURA"},
		{"no crop at all", edited("12019000", "31054000"), "DFE_SEM_PRODUTO_DA_CULTURA"},
		{"goods coming in", edited("<CFOP>5905", "<CFOP>1905"), "DFE_CFOP_CONTRADIZ"},
		{"goods coming in, as the invoice says", edited("<CFOP>5905", "<CFOP>1905", "<tpNF>1", "<tpNF>0"), ""},
		{"an export inland", edited("<CFOP>5905", "<CFOP>7101", "<idDest>1", "<idDest>3"), "DFE_CFOP_CONTRADIZ"},
		{"another state", edited("<idDest>1", "<idDest>2"), "DFE_CFOP_CONTRADIZ"},
		{"another weight", edited("<pesoL>36000", "<pesoL>30000"), "DFE_PESO_DIVERGE"},
		{"nearly the weight", edited("<pesoL>36000", "<pesoL>36300"), ""},
		{"a weight in tonnes", edited("<pesoL>36000.000", "<pesoL>36.000"), "DFE_PESO_EM_TONELADAS"},
		{"no weight", edited("<pesoL>36000.000</pesoL>", ""), ""},
		{"lots that add up", edited("</prod>", lots("200.000", "400.000")), ""},
		{"lots that do not", edited("</prod>", lots("200.000", "300.000")), "DFE_LOTES_NAO_SOMAM"},
		{"an unreadable lot", edited("</prod>", lots("200.000", "string")), ""},
		{"an event", event, ""},
		{"a refused event", strings.Replace(event, "<cStat>135", "<cStat>573", 1), "DFE_NAO_AUTORIZADO"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			report := check(t, tc.text, trusted)
			if got := codes(report); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			for _, f := range report.Findings {
				if said := f.Text(); !said.Complete() || strings.ContainsAny(said.PT+said.EN+said.ES, "{}") {
					t.Errorf("%+v", said)
				}
			}
		})
	}
}

func TestSignersNotChecked(t *testing.T) {
	report := check(t, edited(), grade.Context{Year: 2025})
	if got := codes(report); got != "DFE_ASSINANTE_NAO_CONFERIDO" || len(report.Signature.Chain) != 1 {
		t.Errorf("%q, %+v", got, report.Signature)
	}
	other := grade.Context{Year: 2025, Trust: xmlsig.Trust{Roots: fiscaltest.NewAuthority().Roots()}}
	if got := codes(check(t, edited(), other)); got != "DFE_ASSINANTE_DESCONHECIDO" {
		t.Errorf("%q", got)
	}
}

// A certificate that signs itself, or was not valid on the day of issue, proves nothing, with roots or
// without.
func TestImproperCertificates(t *testing.T) {
	day := func(year int, month time.Month) time.Time { return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC) }
	for name, by := range map[string]*fiscaltest.Signer{
		"self-made": fiscaltest.SelfMade(fiscaltest.CNPJ, day(2024, 1), day(2026, 1)),
		"later":     authority.SignerFor(fiscaltest.CNPJ, day(2025, 3), day(2026, 1)),
		"earlier":   authority.SignerFor(fiscaltest.CNPJ, day(2023, 1), day(2025, 2)),
	} {
		for _, trust := range []xmlsig.Trust{{}, {Roots: authority.Roots()}} {
			report := check(t, fiscaltest.Invoice{}.Authorized(by), grade.Context{Year: 2025, Trust: trust})
			if got := codes(report); got != "DFE_CERTIFICADO_IMPROPRIO" || report.Worth() != grade.Claimed {
				t.Errorf("%s: %q, worth %d", name, got, report.Worth())
			}
		}
	}
}

// An event that reduces what an invoice is worth counts only if it is proven: by the signature of
// somebody who may declare it, and by an answer of the tax authority that is complete and about it.
func TestEventsThatProveNothing(t *testing.T) {
	key := fiscaltest.Invoice{}.Key()
	good := fiscaltest.Event(signer, key, fiscal.EventCancellation)
	change := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("%q is not in the event", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	person := authority.Signer("52998224725")
	of := fiscaltest.Invoice{Issuer: "00052998224725"}.Key()
	const answered = "<cStat>135</cStat>"
	for _, tc := range []struct {
		name, text              string
		registered, unconfirmed bool
	}{
		{"whole", good, true, false},
		{"registered late", change("<cStat>135", "<cStat>155"), true, false},
		{"signed by the head office", fiscaltest.Event(authority.Signer("11222333000343"), key, fiscal.EventCancellation), true, false},
		{"of a person, signed by that person", fiscaltest.Event(person, of, fiscal.EventCancellation), true, false},
		{"of a person, signed by another", fiscaltest.Event(authority.Signer("11144477735"), of, fiscal.EventCancellation), false, true},
		{"of a company, signed by a person", fiscaltest.Event(person, key, fiscal.EventCancellation), false, true},
		{"unsigned", fiscaltest.Event(nil, key, fiscal.EventCancellation), false, true},
		{"signed by another company", fiscaltest.Event(authority.Signer("99888777000161"), key, fiscal.EventCancellation), false, true},
		{"signed under another authority", fiscaltest.Event(fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ), key, fiscal.EventCancellation), false, true},
		{"an answer without a key", change(answered+"<chNFe>"+key+"</chNFe>", answered), false, true},
		{"an answer without a number", change("<nProt>151250000000009</nProt>", ""), false, true},
		{"an answer without a type", change("</chNFe><tpEvento>110111</tpEvento><dhReg", "</chNFe><dhReg"), false, true},
		{"an answer about another type", change("</chNFe><tpEvento>110111</tpEvento><dhReg", "</chNFe><tpEvento>110110</tpEvento><dhReg"), false, true},
		{"an answer with a state alone", `<procEventoNFe><evento><infEvento Id="ID1"><tpEvento>110111</tpEvento><chNFe>` + key + `</chNFe></infEvento></evento><retEvento><infEvento><cStat>135</cStat></infEvento></retEvento></procEventoNFe>`, false, true},
		{"an answer about another invoice", change(answered+"<chNFe>5125", answered+"<chNFe>5225"), false, false},
		{"the state of an invoice", change("<cStat>135", "<cStat>100"), false, false},
		{"altered", change("CARGA NAO SAIU", "CARGA NAO VEIO"), false, false},
		{"no answer", good[:strings.Index(good, "<retEvento")] + "</procEventoNFe>", false, false},
		{"a summary", `<resEvento><chNFe>` + key + `</chNFe><tpEvento>110111</tpEvento><nProt>151250000000009</nProt></resEvento>`, false, true},
		{"not done, as its author says", fiscaltest.Event(signer, key, fiscal.EventNotDone), true, false},
		{"not done, as another says", fiscaltest.Event(authority.Signer("99888777000161"), key, fiscal.EventNotDone), false, true},
		{"a correction, unsigned", fiscaltest.Event(nil, key, fiscal.EventCorrection), true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := check(t, tc.text, trusted)
			if r.Registered() != tc.registered || r.Unconfirmed() != tc.unconfirmed {
				t.Errorf("registered %t, unconfirmed %t: %s", r.Registered(), r.Unconfirmed(), codes(r))
			}
		})
	}
}

// A hostile invoice cannot make a list endless.
func TestFindingsAreBounded(t *testing.T) {
	item := `<det nItem="1"><prod><NCM>09011110</NCM><CFOP>1905</CFOP><qCom>1</qCom><rastro><qLote>2</qLote></rastro></prod></det>`
	report := check(t, `<NFe><infNFe Id="x"><ide><tpNF>1</tpNF></ide>`+strings.Repeat(item, 900)+`</infNFe></NFe>`, trusted)
	if n := len(report.Findings); n > 20 {
		t.Errorf("%d findings", n)
	}
}

func TestCropsOfGoods(t *testing.T) {
	for ncm, want := range map[string]crop.Crop{
		"12019000": crop.Soy, "1201.90.00": crop.Soy, "12010090": crop.Soy, "09011110": crop.Coffee, "10059010": "MILHO", "52010020": "ALGODAO", "07133319": "FEIJAO",
		"12072100": "ALGODAO", "12074090": "GERGELIM", "08013200": "CASTANHA_DE_CAJU", "31054000": "", "": "", "string": "", "10": "",
	} {
		if got := grade.CropOf(ncm); got != want {
			t.Errorf("%q: %q, want %q", ncm, got, want)
		}
	}
}

// A message names the fields of a key as people do.
func TestFieldsOfAKeyAreWords(t *testing.T) {
	r := check(t, edited("<dhEmi>2025-02", "<dhEmi>2025-03", "<nNF>12345<", "<nNF>54321<"), trusted)
	if got, want := r.Findings[0].Message(lang.PT), "a chave de acesso não é a dos campos do documento; não conferem: data de emissão, número"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(edited()))
	f.Add([]byte(`<NFe><infNFe Id="NFe` + strings.Repeat("9", 44) + `"/></NFe>`))
	f.Fuzz(func(t *testing.T, file []byte) {
		d, err := fiscal.Read(file)
		if err != nil {
			return
		}
		for _, found := range grade.Check(d, trusted).Findings {
			if !found.Text().Complete() {
				t.Fatalf("%+v", found)
			}
		}
	})
}

// Documents read and checked, signature and signer included, on all processors: of 4 KiB, and
// of the size that is usual with taxes and several items.
func BenchmarkReadAndCheck(b *testing.B) {
	item := `<det nItem="2"><prod><cProd>2</cProd><xProd>SOJA EM GRAOS</xProd><NCM>12019000</NCM><CFOP>5905</CFOP><uCom>KG</uCom><qCom>0</qCom></prod><imposto>` + strings.Repeat(`<ICMS><ICMS51><orig>0</orig><CST>51</CST><vBC>0.00</vBC><pICMS>12.0000</pICMS></ICMS51></ICMS>`, 8) + `</imposto></det>`
	for name, file := range map[string]string{"one item": edited(), "eight items": edited("</det>", "</det>"+strings.Repeat(item, 7))} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					d, err := fiscal.Read([]byte(file))
					if err != nil {
						b.Error(err)
						return
					}
					if r := grade.Check(d, trusted); r.Signature.Signer != xmlsig.Trusted {
						b.Error(codes(r))
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "documents/s")
		})
	}
}
