package xmlsig

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"slices"
	"strings"
	"time"
)

// Certificate is what people are shown of a certificate.
type Certificate struct {
	Holder, Issuer string // names, without the CPF in a person's certificate
	CNPJ           string // of the holder, "" for a person
	Person         bool   // the holder is a natural person
	Serial         string
	From, Until    time.Time
	SHA256         string

	cpf string // of a person; compared and never shown
}

// Of reports whether the holder is a taxpayer as keys of documents name it: a CNPJ, or a CPF after
// zeros. A branch signs with the certificate of its head office: the first eight characters of a
// CNPJ are the company's.
func (c *Certificate) Of(taxpayer string) bool {
	const company = 8
	switch {
	case len(taxpayer) != 14:
		return false
	case c.Person:
		return taxpayer == "000"+c.cpf
	}
	return len(c.CNPJ) == 14 && strings.EqualFold(c.CNPJ[:company], taxpayer[:company])
}

// SameSigner reports whether the signer of this signature also made another one, as far as that can
// be determined without root certificates: with the same key, or with a certificate of the same
// taxpayer from an authority that the other document includes, and that did issue its signer's
// certificate. Names alone prove nothing, because anybody can put them into a certificate of their
// own.
func (r *Result) SameSigner(other *Result) bool {
	if r.State != Holds || other.State != Holds {
		return false
	}
	mine, theirs := r.certificates[0], other.certificates[0]
	if bytes.Equal(mine.RawSubjectPublicKeyInfo, theirs.RawSubjectPublicKeyInfo) {
		return true
	}
	a, b := &r.Chain[0], &other.Chain[0]
	if !a.Of(b.taxpayer()) {
		return false
	}
	return slices.ContainsFunc(other.certificates[1:], func(authority *x509.Certificate) bool {
		return authority.IsCA && theirs.CheckSignatureFrom(authority) == nil && mine.CheckSignatureFrom(authority) == nil
	})
}

// taxpayer returns the holder's number as in document keys.
func (c *Certificate) taxpayer() string {
	if c.Person {
		return "000" + c.cpf
	}
	return c.CNPJ
}

func describe(c *x509.Certificate) Certificate {
	sum := sha256.Sum256(c.Raw)
	holder, number, _ := strings.Cut(c.Subject.CommonName, ":")
	shown := Certificate{
		Holder: holder, Issuer: c.Issuer.CommonName, CNPJ: taxpayer(c), Serial: c.SerialNumber.Text(16),
		From: c.NotBefore, Until: c.NotAfter, SHA256: hex.EncodeToString(sum[:]),
	}
	if shown.CNPJ == "" && len(number) == 14 {
		shown.CNPJ = number
	}
	if shown.Person = shown.CNPJ == "" && len(number) == 11; shown.Person {
		shown.cpf = number
	}
	return shown
}

var (
	alternativeNames = asn1.ObjectIdentifier{2, 5, 29, 17}
	holdersCNPJ      = asn1.ObjectIdentifier{2, 16, 76, 1, 3, 3} // ICP-Brasil's field for it
)

// taxpayer reads the CNPJ among the alternative names of a certificate, as ICP-Brasil puts
// it there.
func taxpayer(c *x509.Certificate) string {
	for _, extension := range c.Extensions {
		if !extension.Id.Equal(alternativeNames) {
			continue
		}
		var names []asn1.RawValue
		if _, err := asn1.Unmarshal(extension.Value, &names); err != nil {
			return ""
		}
		for _, name := range names {
			var other struct {
				ID    asn1.ObjectIdentifier
				Value asn1.RawValue `asn1:"tag:0,explicit"`
			}
			if name.Class != asn1.ClassContextSpecific || name.Tag != 0 {
				continue
			}
			// The name is tagged in place of its sequence.
			if _, err := asn1.UnmarshalWithParams(name.FullBytes, &other, "tag:0"); err != nil || !other.ID.Equal(holdersCNPJ) {
				continue
			}
			if value := string(other.Value.Bytes); len(value) == 14 {
				return value
			}
		}
	}
	return ""
}

// judge reports whether a signer's certificate chains to a root, as of the moment of signing.
func (t Trust) judge(chain []*x509.Certificate, at time.Time) Signer {
	if t.Roots == nil {
		return Unchecked
	}
	if at.IsZero() {
		return Unknown // without a moment, the system's clock would decide
	}
	between := x509.NewCertPool()
	if t.Intermediates != nil {
		between = t.Intermediates.Clone()
	}
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{
		Roots: t.Roots, Intermediates: between, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	if err != nil {
		return Unknown
	}
	return Trusted
}

// improper reports whether no authority issued a certificate, or not for that moment. Anybody can make
// one for any name.
func improper(c *x509.Certificate, at time.Time) bool {
	return bytes.Equal(c.RawIssuer, c.RawSubject) || c.CheckSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature) == nil ||
		!at.IsZero() && (at.Before(c.NotBefore) || at.After(c.NotAfter))
}

// Add takes up the certificates of a file, PEM or DER: those that sign themselves are roots.
func (t *Trust) Add(file []byte) error {
	var list []*x509.Certificate
	for rest := file; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if c, err := x509.ParseCertificate(block.Bytes); block.Type == "CERTIFICATE" && err == nil {
			list = append(list, c)
		}
	}
	if c, err := x509.ParseCertificate(file); err == nil {
		list = append(list, c)
	}
	if len(list) == 0 {
		return errors.New("no certificate in it")
	}
	if t.Roots == nil {
		t.Roots, t.Intermediates = x509.NewCertPool(), x509.NewCertPool()
	}
	for _, c := range list {
		if bytes.Equal(c.RawIssuer, c.RawSubject) {
			t.Roots.AddCert(c)
		} else {
			t.Intermediates.AddCert(c)
		}
	}
	return nil
}
