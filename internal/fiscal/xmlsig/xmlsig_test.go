package xmlsig_test

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/fiscal/xmlsig"
)

var (
	authority = fiscaltest.NewAuthority()
	signer    = authority.Signer(fiscaltest.CNPJ)
)

func verify(t *testing.T, text string, trust xmlsig.Trust) xmlsig.Result {
	t.Helper()
	d, err := fiscal.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d.Verify(trust)
}

const soap = `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>`

func TestHolds(t *testing.T) {
	invoice := fiscaltest.Invoice{}
	signed := invoice.Signed(signer)
	body := invoice.Body()
	bare := strings.Replace(body, ` xmlns="`+fiscaltest.NFe+`"`, "", 1)
	// Signed in place, with the wrapper's namespaces in scope.
	inPlace := strings.Replace(body, `<infNFe xmlns="`+fiscaltest.NFe+`"`, `<infNFe xmlns="`+fiscaltest.NFe+`" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`, 1)
	for name, text := range map[string]string{
		"alone":                       signed,
		"authorised":                  invoice.Authorized(signer),
		"in SOAP":                     soap + signed + `</soap:Body></soap:Envelope>`,
		"signed in a wrapper":         `<x xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><NFe xmlns="` + fiscaltest.NFe + `">` + bare + signer.Sign(inPlace, invoice.ID()) + `</NFe></x>`,
		"namespace on itself":         `<NFe xmlns="` + fiscaltest.NFe + `">` + body + signer.Sign(body, invoice.ID()) + `</NFe>`,
		"attributes reordered":        strings.Replace(signed, `Id="`+invoice.ID()+`" versao="4.00"`, `versao='4.00'  Id='`+invoice.ID()+`'`, 1),
		"attributes inside reordered": strings.Replace(fiscaltest.Invoice{Replace: []string{`<det nItem="1">`, `<det a="2" nItem="1">`}}.Signed(signer), `<det a="2" nItem="1">`, `<det nItem="1" a="2">`, 1),
		"a namespace declared again":  strings.Replace(signed, "<ide>", `<ide xmlns="`+fiscaltest.NFe+`">`, 1),
		"with a comment":              strings.Replace(signed, "<ide>", "<ide><!-- nada -->", 1),
		"an empty element":            strings.ReplaceAll(signed, "></Transform>", "/>"),
		"Windows line ends":           strings.Replace(fiscaltest.Invoice{Replace: []string{"Romaneio 77.", "Romaneio\n77."}}.Signed(signer), "Romaneio\n77.", "Romaneio\r\n77.", 1),
		"characters":                  fiscaltest.Invoice{Replace: []string{"Romaneio 77.", "A &amp; B &lt; C &gt; \"D\" 'E' çãé"}}.Signed(signer),
	} {
		if got := verify(t, text, xmlsig.Trust{}); got.State != xmlsig.Holds || got.Signer != xmlsig.Unchecked || len(got.Chain) != 1 || got.Chain[0].CNPJ != fiscaltest.CNPJ {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The largest invoice that the rules allow, in a form that needs the whole canonicalizer.
func TestLargestInvoice(t *testing.T) {
	taxes := `<imposto>` + strings.Repeat(`<IBSCBS><gIBSCBS><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.10</vIBSUF></gIBSUF></gIBSCBS></IBSCBS>`, 9) + `</imposto>`
	item := `<det a="2" nItem="9"><prod><xProd>SOJA</xProd><NCM>12019000</NCM></prod>` + taxes + `</det>`
	signed := fiscaltest.Invoice{Replace: []string{"</det>", "</det>" + strings.Repeat(item, 989)}}.Authorized(signer)
	if got := verify(t, strings.ReplaceAll(signed, `<det a="2" nItem="9">`, `<det nItem="9" a="2">`), xmlsig.Trust{}); got.State != xmlsig.Holds {
		t.Errorf("%+v", got)
	}
}

// Each of these was made from a valid signature. None may pass.
func TestAttackSignatures(t *testing.T) {
	invoice := fiscaltest.Invoice{}
	good, id := invoice.Signed(signer), invoice.ID()
	body := invoice.Body()
	signature := signer.Sign(body, id)
	forged := fiscaltest.Invoice{Replace: []string{"36000", "99000"}}
	evil := strings.Replace(forged.Body(), ` xmlns="`+fiscaltest.NFe+`"`, "", 1)
	open := `<NFe xmlns="` + fiscaltest.NFe + `">`
	other := authority.Signer(fiscaltest.CNPJ)
	for _, tc := range []struct {
		name, text string
		want       xmlsig.Reason
	}{
		{"altered", strings.Replace(good, "36000.000", "37000.000", 1), xmlsig.Altered},
		{"an element added", strings.Replace(good, "</infNFe>", "<x></x></infNFe>", 1), xmlsig.Altered},
		{"a space added", strings.Replace(good, "<ide>", "<ide> ", 1), xmlsig.Altered},
		{"another namespace", strings.Replace(good, open, `<NFe xmlns="urn:x">`, 1), xmlsig.Altered},
		{"wrapped: the original kept in the signature", open + evil + strings.Replace(signature, "</KeyInfo>", "</KeyInfo><Object>"+body+"</Object>", 1) + `</NFe>`, xmlsig.DuplicateID},
		{"wrapped: the original beside, deeper", open + evil + signature + `<x>` + body + `</x></NFe>`, xmlsig.DuplicateID},
		{"wrapped: the original elsewhere, another Id read", open + strings.Replace(evil, id, "NFe"+strings.Repeat("1", 44), 1) + signature + `<x>` + body + `</x></NFe>`, xmlsig.OtherElement},
		{"wrapped: the same Id under another prefix", open + strings.Replace(evil, "<ide>", `<ide xmlns:y="urn:y" y:id="`+id+`">`, 1) + signature + `</NFe>`, xmlsig.DuplicateID},
		{"no Id", open + strings.Replace(evil, ` Id="`+id+`"`, "", 1) + signature + `</NFe>`, xmlsig.OtherElement},
		{"an empty reference", strings.Replace(good, `URI="#`+id+`"`, `URI=""`, 1), xmlsig.OtherElement},
		{"two signatures", strings.Replace(good, "</NFe>", signature+"</NFe>", 1), xmlsig.Malformed},
		{"two references", strings.Replace(good, "</SignedInfo>", "<Reference></Reference></SignedInfo>", 1), xmlsig.Malformed},
		{"a statement without end", strings.Replace(good, "</SignedInfo>", strings.Repeat("<x/>", 100)+"</SignedInfo>", 1), xmlsig.Malformed},
		{"two statements", strings.Replace(good, "<SignedInfo>", "<SignedInfo></SignedInfo><SignedInfo>", 1), xmlsig.Malformed},
		{"a new digest under the old signature", strings.Replace(strings.Replace(good, "36000.000", "37000.000", 1), fiscaltest.Digest(body), fiscaltest.Digest(strings.Replace(body, "36000.000", "37000.000", 1)), 1), xmlsig.NotByKey},
		{"another's certificate", strings.Replace(good, certificate(signature), certificate(other.Sign(body, id)), 1), xmlsig.NotByKey},
		{"no certificate", strings.Replace(good, certificate(signature), "", 1), xmlsig.NoCertificate},
		{"a transform that picks", strings.Replace(good, "http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/TR/1999/REC-xpath-19991116", 1), xmlsig.Algorithm},
		{"a signature without a key", strings.Replace(good, "#rsa-sha1", "#hmac-sha1", 1), xmlsig.Algorithm},
		{"another namespace of the signature", strings.Replace(good, `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">`, `<Signature xmlns="urn:x">`, 1), xmlsig.Malformed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.text == good {
				t.Fatal("nothing was changed")
			}
			if got := verify(t, tc.text, xmlsig.Trust{Roots: authority.Roots()}); got.State != xmlsig.Broken || got.Reason != tc.want || got.Signer != xmlsig.Unchecked {
				t.Errorf("%+v, want %d", got, tc.want)
			}
		})
	}
	if got := verify(t, open+evil+"</NFe>", xmlsig.Trust{}); got.State != xmlsig.Absent {
		t.Errorf("without a signature: %+v", got)
	}
}

// certificate returns the text of a signature's certificate.
func certificate(signature string) string {
	_, rest, _ := strings.Cut(signature, "<X509Certificate>")
	text, _, _ := strings.Cut(rest, "</X509Certificate>")
	return text
}

func TestSigner(t *testing.T) {
	good := fiscaltest.Invoice{}.Signed(signer)
	late := fiscaltest.Invoice{Replace: []string{"<dhEmi>2025", "<dhEmi>2031"}}.Signed(signer)
	undated := fiscaltest.Invoice{Replace: []string{"<dhEmi>2025", "<dhEmi>x"}}.Signed(signer)
	for _, tc := range []struct {
		name, text string
		trust      xmlsig.Trust
		want       xmlsig.Signer
	}{
		{"no roots", good, xmlsig.Trust{}, xmlsig.Unchecked},
		{"its root", good, xmlsig.Trust{Roots: authority.Roots()}, xmlsig.Trusted},
		{"another root", good, xmlsig.Trust{Roots: fiscaltest.NewAuthority().Roots()}, xmlsig.Unknown},
		{"after the certificate ended", late, xmlsig.Trust{Roots: authority.Roots()}, xmlsig.Unknown},
		{"without a date", undated, xmlsig.Trust{Roots: authority.Roots()}, xmlsig.Unknown},
	} {
		if got := verify(t, tc.text, tc.trust); got.State != xmlsig.Holds || got.Signer != tc.want {
			t.Errorf("%s: %+v, want %d", tc.name, got, tc.want)
		}
	}
}

// A person's certificate is shown without the CPF that its name ends with.
func TestPersonsCertificate(t *testing.T) {
	got := verify(t, fiscaltest.Invoice{}.Signed(authority.Signer("52998224725")), xmlsig.Trust{})
	if c := got.Chain[0]; !c.Person || c.CNPJ != "" || strings.Contains(c.Holder, "529") {
		t.Errorf("%+v", c)
	}
}

func TestEveryReasonHasWords(t *testing.T) {
	for r := xmlsig.Malformed; r <= xmlsig.NoCertificate; r++ {
		if !r.Text().Complete() {
			t.Errorf("%d: %+v", r, r.Text())
		}
	}
}

// xmlsec is the independent program xmlsec1. Its absence fails the test in CI.
func xmlsec(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("xmlsec1")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("xmlsec1 is needed in CI (Debian: apt-get install xmlsec1): %v", err)
		}
		t.Skipf("no xmlsec1, nothing compared (Debian: apt-get install xmlsec1): %v", err)
	}
	return path
}

func TestXMLSecAgrees(t *testing.T) {
	program := xmlsec(t)
	good := fiscaltest.Invoice{Replace: []string{"Romaneio 77.", "A &amp; B &lt; C &gt; \"D\" çãé"}}.Authorized(signer)
	for name, text := range map[string]string{"good": good, "altered": strings.Replace(good, "36000.000", "37000.000", 1)} {
		file := filepath.Join(t.TempDir(), "nota.xml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "--verify", "--insecure", "--id-attr:Id", fiscaltest.NFe+":infNFe", file).CombinedOutput()
		if holds := verify(t, text, xmlsig.Trust{}).State == xmlsig.Holds; holds != (err == nil) {
			t.Errorf("%s: %v here, and xmlsec1 says %v\n%s", name, holds, err, out)
		}
	}
}

// Signatures by xmlsec1 are valid here: with a prefix of its own, and with SHA-256.
func TestXMLSecSigns(t *testing.T) {
	program, invoice := xmlsec(t), fiscaltest.Invoice{}
	const template = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>` +
		`<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#ID"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>` +
		`<ds:Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference></ds:SignedInfo>` +
		`<ds:SignatureValue/><ds:KeyInfo><ds:X509Data><ds:X509Certificate/></ds:X509Data></ds:KeyInfo></ds:Signature>`
	inside := strings.Replace(invoice.Body(), ` xmlns="`+fiscaltest.NFe+`"`, "", 1) + strings.Replace(template, "#ID", "#"+invoice.ID(), 1)
	folder := t.TempDir()
	key, cert := signer.PEM()
	sign := func(text string) string {
		for name, content := range map[string][]byte{"nota.xml": []byte(text), "key.pem": key, "cert.pem": cert} {
			if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command(program, "--sign", "--id-attr:Id", fiscaltest.NFe+":infNFe", "--privkey-pem", "key.pem,cert.pem", "nota.xml")
		run.Dir = folder
		signed, err := run.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, signed)
		}
		_, signed, _ = bytes.Cut(signed, []byte("?>"))
		return string(signed)
	}
	open := `<NFe xmlns="` + fiscaltest.NFe + `"`
	for name, text := range map[string]string{
		"as signed":            sign(open + `>` + inside + `</NFe>`),
		"in SOAP since":        soap + sign(open+`>`+inside+`</NFe>`) + `</soap:Body></soap:Envelope>`,
		"with more namespaces": sign(open + ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` + inside + `</NFe>`),
		"signed in SOAP":       sign(soap + open + `>` + inside + `</NFe></soap:Body></soap:Envelope>`),
	} {
		if got := verify(t, text, xmlsig.Trust{Roots: authority.Roots()}); got.State != xmlsig.Holds || got.Signer != xmlsig.Trusted {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Whatever byte of a valid document is changed: it is refused, or its signature breaks, or its
// meaning is unchanged.
func TestAttackEveryByte(t *testing.T) {
	good := fiscaltest.Invoice{}.Signed(signer)
	said := func(d *fiscal.Document) string {
		d.Verify(xmlsig.Trust{})
		return fmt.Sprintf("%+v", []any{d.Key, d.Header, d.Issuer, d.Recipient, d.Items, d.Transport, d.Notes, d.Export, d.Permit, d.Prescriptions, d.References, d.Cane})
	}
	original, err := fiscal.Read([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	want, holding := said(original), 0
	for at := 0; at < len(good); at += 3 {
		for _, changed := range []string{
			good[:at] + good[at+1:],
			good[:at] + good[at:at+1] + good[at:],
			good[:at] + string(good[at]^1) + good[at+1:],
			good[:at] + "<!-- -->" + good[at:],
			good[:at] + "<x/>" + good[at:],
			good[:at] + " " + good[at:],
		} {
			d, err := fiscal.Read([]byte(changed))
			if err != nil || d.Verify(xmlsig.Trust{}).State != xmlsig.Holds {
				continue
			}
			holding++
			if got := said(d); got != want {
				t.Errorf("byte %d: the signature holds, and the document says %s, want %s", at, got, want)
			}
		}
	}
	if holding == 0 {
		t.Error("no change was harmless: the test changes too much to find anything")
	}
}

// Roots come from files in either format; the other certificates in them lead to roots.
func TestTrustFromFiles(t *testing.T) {
	var trust xmlsig.Trust
	if err := trust.Add([]byte("no certificate")); err == nil || trust.Roots != nil {
		t.Errorf("a file without one: %v", err)
	}
	_, certificate := signer.PEM()
	block, _ := pem.Decode(authority.PEM())
	for _, file := range [][]byte{append(certificate, authority.PEM()...), block.Bytes} {
		trust = xmlsig.Trust{}
		if err := trust.Add(file); err != nil {
			t.Fatal(err)
		}
		if got := verify(t, fiscaltest.Invoice{}.Signed(signer), trust); got.Signer != xmlsig.Trusted {
			t.Errorf("%+v", got)
		}
	}
}
