// Package fiscaltest makes invented tax documents for tests, signed with certificates made on the
// spot. Texts are written in canonical form and signed unchanged, so checking them does not depend
// on the canonicalizer under test.
package fiscaltest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1" // tax documents are signed with it
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// The namespaces of documents.
const (
	NFe  = "http://www.portalfiscal.inf.br/nfe"
	CTe  = "http://www.portalfiscal.inf.br/cte"
	MDFe = "http://www.portalfiscal.inf.br/mdfe"
)

// CNPJ is that of the made-up issuer.
const CNPJ = "11222333000181"

// Authority issues certificates.
type Authority struct {
	key  *rsa.PrivateKey
	cert *x509.Certificate
}

// NewAuthority returns an authority.
func NewAuthority() *Authority {
	a := &Authority{key: newKey()}
	a.cert = issue(&x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "AC de Teste"},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, nil, a.key, a.key)
	return a
}

// Roots returns a pool with the authority.
func (a *Authority) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// PEM returns the authority's certificate.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}

// Signer signs documents.
type Signer struct {
	key   *rsa.PrivateKey
	Cert  *x509.Certificate
	shown []*x509.Certificate // next to Cert
}

// Showing returns the signer, whose signatures also show the certificate of an authority.
func (s *Signer) Showing(a *Authority) *Signer {
	return &Signer{s.key, s.Cert, []*x509.Certificate{a.cert}}
}

// Signer returns a signer with a company's certificate.
func (a *Authority) Signer(cnpj string) *Signer {
	s := &Signer{key: newKey()}
	s.Cert = issue(&x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "FAZENDA INVENTADA LTDA:" + cnpj},
		KeyUsage: x509.KeyUsageDigitalSignature,
	}, a.cert, s.key, a.key)
	return s
}

// SelfMade returns a signer whose certificate for a company is its own work, valid in a period.
func SelfMade(cnpj string, from, until time.Time) *Signer {
	s := &Signer{key: newKey()}
	s.Cert = issueFor(&x509.Certificate{
		SerialNumber: big.NewInt(3), Subject: pkix.Name{CommonName: "FAZENDA INVENTADA LTDA:" + cnpj}, NotBefore: from, NotAfter: until,
	}, nil, s.key, s.key)
	return s
}

// SignerFor is Signer, with a certificate that is valid in a period.
func (a *Authority) SignerFor(cnpj string, from, until time.Time) *Signer {
	s := &Signer{key: newKey()}
	s.Cert = issueFor(&x509.Certificate{
		SerialNumber: big.NewInt(4), Subject: pkix.Name{CommonName: "FAZENDA INVENTADA LTDA:" + cnpj}, NotBefore: from, NotAfter: until,
	}, a.cert, s.key, a.key)
	return s
}

// PEM returns the signer's key and certificate, for programs of others.
func (s *Signer) PEM() (key, certificate []byte) {
	der := x509.MarshalPKCS1PrivateKey(s.key)
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Cert.Raw})
}

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	must(err)
	return key
}

func issue(template, parent *x509.Certificate, subject, issuer *rsa.PrivateKey) *x509.Certificate {
	template.NotBefore, template.NotAfter = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	return issueFor(template, parent, subject, issuer)
}

func issueFor(template, parent *x509.Certificate, subject, issuer *rsa.PrivateKey) *x509.Certificate {
	if parent == nil {
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &subject.PublicKey, issuer)
	must(err)
	cert, err := x509.ParseCertificate(der)
	must(err)
	return cert
}

func must(err error) {
	if err != nil {
		panic(err) // a test cannot continue
	}
}

// Digest returns the DigestValue of an element in canonical form.
func Digest(canonical string) string {
	sum := sha1.Sum([]byte(canonical))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Sign makes the signature of an element in canonical form: with its namespace declared on
// it, and its attributes in order.
func (s *Signer) Sign(canonical, id string) string {
	const dsig = `xmlns="http://www.w3.org/2000/09/xmldsig#"`
	inside := `<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>` +
		`<SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"></SignatureMethod>` +
		`<Reference URI="#` + id + `"><Transforms>` +
		`<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform>` +
		`<Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></Transform></Transforms>` +
		`<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></DigestMethod>` +
		`<DigestValue>` + Digest(canonical) + `</DigestValue></Reference></SignedInfo>`
	sum := sha1.Sum([]byte(`<SignedInfo ` + dsig + `>` + inside))
	value, err := rsa.SignPKCS1v15(nil, s.key, crypto.SHA1, sum[:])
	must(err)
	certificates := ""
	for _, c := range append([]*x509.Certificate{s.Cert}, s.shown...) {
		certificates += `<X509Certificate>` + base64.StdEncoding.EncodeToString(c.Raw) + `</X509Certificate>`
	}
	return `<Signature ` + dsig + `><SignedInfo>` + inside + `<SignatureValue>` + base64.StdEncoding.EncodeToString(value) +
		`</SignatureValue><KeyInfo><X509Data>` + certificates + `</X509Data></KeyInfo></Signature>`
}

// Invoice is an invoice to be made. The zero value is a load of soy on its way to a warehouse.
type Invoice struct {
	Issuer string // CNPJ; CNPJ of this package where it is empty
	Number int
	// Replace has pairs of texts to change before the invoice is signed.
	Replace []string
}

// Key returns the invoice's key.
func (i Invoice) Key() string {
	k := "512502" + i.issuer() + "55001" + fmt.Sprintf("%09d", i.number()) + "112345678"
	return k + string(checkDigit(k))
}

func (i Invoice) issuer() string {
	if i.Issuer == "" {
		return CNPJ
	}
	return i.Issuer
}

func (i Invoice) number() int {
	if i.Number == 0 {
		return 12345
	}
	return i.Number
}

// checkDigit is that of a key. Letters count as their code less that of zero.
func checkDigit(key string) byte {
	sum, weight := 0, 2
	for i := len(key) - 1; i >= 0; i-- {
		sum += int(key[i]-'0') * weight
		if weight++; weight > 9 {
			weight = 2
		}
	}
	if rest := sum % 11; rest > 1 {
		return byte('0' + 11 - rest)
	}
	return '0'
}

// ID returns the Id of the part that is signed.
func (i Invoice) ID() string { return "NFe" + i.Key() }

// Body returns the part that is signed, in canonical form.
func (i Invoice) Body() string {
	key := i.Key()
	text := `<infNFe xmlns="` + NFe + `" Id="` + i.ID() + `" versao="4.00"><ide><cUF>51</cUF><cNF>12345678</cNF><natOp>REMESSA PARA DEPOSITO</natOp><mod>55</mod><serie>1</serie>` +
		fmt.Sprintf("<nNF>%d</nNF>", i.number()) + `<dhEmi>2025-02-10T09:00:00-04:00</dhEmi><dhSaiEnt>2025-02-10T09:30:00-04:00</dhSaiEnt><tpNF>1</tpNF><idDest>1</idDest><cMunFG>5107925</cMunFG><tpEmis>1</tpEmis><cDV>` + key[43:] + `</cDV><tpAmb>1</tpAmb><finNFe>1</finNFe></ide>` +
		`<emit><CNPJ>` + i.issuer() + `</CNPJ><xNome>FAZENDA INVENTADA LTDA</xNome><enderEmit><xLgr>ESTRADA DA SERRA</xLgr><cMun>5107925</cMun><xMun>SORRISO</xMun><UF>MT</UF></enderEmit><IE>131234567</IE></emit>` +
		`<dest><CNPJ>11222333000262</CNPJ><xNome>ARMAZENS INVENTADOS SA</xNome><enderDest><xLgr>RODOVIA DO GRAO</xLgr><cMun>5107925</cMun><xMun>SORRISO</xMun><UF>MT</UF></enderDest></dest>` +
		`<det nItem="1"><prod><cProd>1</cProd><cEAN>SEM GTIN</cEAN><xProd>SOJA EM GRAOS</xProd><NCM>12019000</NCM><CFOP>5905</CFOP><uCom>SC60</uCom><qCom>600.0000</qCom><vUnCom>120.00</vUnCom><vProd>72000.00</vProd><uTrib>KG</uTrib><qTrib>36000.0000</qTrib></prod><infAdProd>Lote MT25-S-001</infAdProd></det>` +
		`<total><ICMSTot><vNF>72000.00</vNF></ICMSTot></total>` +
		`<transp><modFrete>1</modFrete><transporta><CPF>52998224725</CPF><xNome>JOAO INVENTADO</xNome></transporta><veicTransp><placa>ABC1C34</placa><UF>MT</UF></veicTransp><reboque><placa>DEF5G67</placa></reboque><vol><pesoL>36000.000</pesoL><pesoB>36050.000</pesoB></vol></transp>` +
		`<infAdic><infCpl>Motorista Joao Inventado, CPF 529.982.247-25. Romaneio 77.</infCpl></infAdic></infNFe>`
	return strings.NewReplacer(i.Replace...).Replace(text)
}

// Signed returns the NFe element.
func (i Invoice) Signed(s *Signer) string {
	body := i.Body()
	inside := strings.Replace(body, ` xmlns="`+NFe+`"`, "", 1)
	return `<NFe xmlns="` + NFe + `">` + inside + s.Sign(body, i.ID()) + `</NFe>`
}

// Authorized returns the nfeProc element, with a protocol.
func (i Invoice) Authorized(s *Signer) string {
	return `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="` + NFe + `" versao="4.00">` + i.Signed(s) + i.Protocol() + `</nfeProc>`
}

// Protocol returns the answer of the tax authority.
func (i Invoice) Protocol() string {
	return `<protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><chNFe>` + i.Key() + `</chNFe><dhRecbto>2025-02-10T09:01:00-04:00</dhRecbto><nProt>151250000000001</nProt><digVal>` +
		Digest(i.Body()) + `</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`
}

// Event returns an event about a document, with the tax authority's answer. The signer may be nil: then
// nobody signs it.
func Event(s *Signer, key, code string) string {
	id := "ID" + code + key + "01"
	body := `<infEvento xmlns="` + NFe + `" Id="` + id + `"><tpAmb>1</tpAmb><CNPJ>` + CNPJ + `</CNPJ><chNFe>` + key +
		`</chNFe><dhEvento>2025-02-12T08:00:00-04:00</dhEvento><tpEvento>` + code + `</tpEvento><nSeqEvento>1</nSeqEvento><detEvento versao="1.00"><descEvento>Evento</descEvento><xJust>CARGA NAO SAIU, FALAR COM JOAO CPF 529.982.247-25</xJust></detEvento></infEvento>`
	signature := ""
	if s != nil {
		signature = s.Sign(body, id)
	}
	return `<procEventoNFe xmlns="` + NFe + `" versao="1.00"><evento versao="1.00">` + strings.Replace(body, ` xmlns="`+NFe+`"`, "", 1) + signature + `</evento>` +
		`<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cStat>135</cStat><chNFe>` + key + `</chNFe><tpEvento>` + code + `</tpEvento><dhRegEvento>2025-02-12T08:01:00-04:00</dhRegEvento><nProt>151250000000009</nProt></infEvento></retEvento></procEventoNFe>`
}

// Waybill returns a waybill for some invoices, on a lorry. It is not signed.
func Waybill(number int, plate string, invoices ...string) (key, text string) {
	key = "512502" + CNPJ + "57001" + fmt.Sprintf("%09d", number) + "112345678"
	key += string(checkDigit(key))
	var list strings.Builder
	for _, invoice := range invoices {
		list.WriteString(`<infNFe><chave>` + invoice + `</chave></infNFe>`)
	}
	return key, `<cteProc xmlns="` + CTe + `" versao="4.00"><CTe><infCte Id="CTe` + key + `" versao="4.00"><ide><cUF>51</cUF><mod>57</mod><dhEmi>2025-02-10T10:00:00-04:00</dhEmi></ide>` +
		`<emit><CNPJ>` + CNPJ + `</CNPJ></emit><infCTeNorm><infCarga><proPred>SOJA</proPred></infCarga><infDoc>` + list.String() + `</infDoc><infModal versaoModal="4.00"><rodo><veic><placa>` + plate + `</placa></veic></rodo></infModal></infCTeNorm></infCte></CTe></cteProc>`
}
