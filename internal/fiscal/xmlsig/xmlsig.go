// Package xmlsig checks the signatures of tax documents (XML-DSig as profiled in their manuals):
// one signature next to one signed element, inclusive canonical XML, RSA. It checks an element that
// the caller has already read, so nothing else can be verified in its place. goxmldsig makes the
// canonical form; its own validator stops at 1000 elements and expects the signature inside the
// signed element.
package xmlsig

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	_ "crypto/sha1" // older documents are signed with it
	_ "crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"strings"
	"time"

	"github.com/beevik/etree"
)

// State is the result of checking a signature.
type State uint8

// The states. The zero value is for a document without a signature.
const (
	Absent State = iota
	Broken
	Holds
)

// Reason says why a signature is invalid.
type Reason uint8

// The reasons; zero means none.
const (
	Malformed      Reason = iota + 1 // parts are missing or repeated
	DuplicateID                      // two elements have the Id that is signed
	OtherElement                     // it signs another element
	Algorithm                        // algorithms that these documents do not use
	Altered                          // the digest belongs to other content
	NotByKey                         // the certificate's key did not make it
	NoCertificate                    // no certificate with an RSA key
	reasonsCounted                   // their number
)

// Signer says what is known about the signer.
type Signer uint8

// What is known about a signer.
const (
	Unchecked Signer = iota // no roots were given, or the signature is invalid
	Unknown                 // the certificate does not lead to a root, or was not valid then
	Trusted
)

// Trust has the authorities whose certificates count. Without roots no signer is checked.
type Trust struct{ Roots, Intermediates *x509.CertPool }

// Result is the result of a check.
type Result struct {
	State  State
	Reason Reason
	Signer Signer
	Digest string // DigestValue as written in the document
	// Chain has the certificates in the document; if the signature is valid, the first is the
	// signer's.
	Chain []Certificate
	// Improper: the signer's certificate signs itself, or was not valid at the moment of signing. That
	// can be told without roots.
	Improper bool

	certificates []*x509.Certificate // those of Chain
}

const (
	space      = "http://www.w3.org/2000/09/xmldsig#"
	inclusive  = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
	enveloped  = space + "enveloped-signature"
	maxChain   = 8
	maxKeyBits = 8192
	maxParts   = 32 // elements of a SignedInfo; there are eight to ten
)

// digests and signatures are the accepted algorithms.
var (
	digests    = map[string]crypto.Hash{space + "sha1": crypto.SHA1, "http://www.w3.org/2001/04/xmlenc#sha256": crypto.SHA256}
	signatures = map[string]crypto.Hash{space + "rsa-sha1": crypto.SHA1, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": crypto.SHA256}
)

// Verify checks the signature next to an element, as of the moment it was made.
func Verify(signed *etree.Element, trust Trust, at time.Time) Result {
	parent := signed.Parent()
	if parent == nil {
		return Result{}
	}
	list := named(parent, "Signature")
	if len(list) == 0 {
		return Result{}
	}
	s := statement{signed: signed}
	reason := Malformed
	if len(list) == 1 {
		reason = s.read(list[0])
	}
	if reason == 0 {
		reason = s.check()
	}
	r := Result{State: Broken, Reason: reason, Digest: s.digestText, certificates: s.certificates}
	if reason == 0 {
		r.State = Holds
		r.Signer = trust.judge(s.certificates, at)
		r.Improper = r.Signer != Trusted && improper(s.certificates[0], at)
	}
	for _, c := range s.certificates {
		r.Chain = append(r.Chain, describe(c))
	}
	return r
}

// statement is a parsed signature.
type statement struct {
	signed, info      *etree.Element
	digestBy, signBy  crypto.Hash
	digestText        string
	digest, signature []byte
	certificates      []*x509.Certificate
}

// read parses a signature. Each part must occur exactly once.
func (s *statement) read(signature *etree.Element) Reason {
	s.info = only(signature, "SignedInfo")
	reference := only(s.info, "Reference")
	value, method, sum := only(signature, "SignatureValue"), only(reference, "DigestMethod"), only(reference, "DigestValue")
	if value == nil || method == nil || sum == nil || signature.NamespaceURI() != space || count(s.info) > maxParts {
		return Malformed
	}
	s.digestText = text(sum)
	s.readCertificates(only(only(signature, "KeyInfo"), "X509Data"))
	var known [3]bool
	s.digestBy, known[0] = digests[algorithm(method)]
	s.signBy, known[1] = signatures[algorithm(only(s.info, "SignatureMethod"))]
	known[2] = algorithm(only(s.info, "CanonicalizationMethod")) == inclusive && usual(only(reference, "Transforms"))
	if known != [3]bool{true, true, true} {
		return Algorithm
	}
	var errs [2]error
	s.digest, errs[0] = decode(s.digestText)
	s.signature, errs[1] = decode(text(value))
	if errs != [2]error{} {
		return Malformed
	}
	id := attr(s.signed, "Id")
	switch {
	case id == "" || attr(reference, "URI") != "#"+id:
		return OtherElement
	case countID(root(s.signed), id) != 1:
		return DuplicateID
	case len(s.certificates) == 0:
		return NoCertificate
	}
	return 0
}

// check computes the digest and the signature.
func (s *statement) check() Reason {
	if !anyForm(s.signed, func(form []byte) bool { return bytes.Equal(hash(s.digestBy, form), s.digest) }) {
		return Altered
	}
	if !anyForm(s.info, func(form []byte) bool { return s.madeBy(hash(s.signBy, form)) }) {
		return NotByKey
	}
	return 0
}

// madeBy reports whether a key of the certificates signed a hash, and puts its certificate
// first.
func (s *statement) madeBy(sum []byte) bool {
	for i, c := range s.certificates {
		key, ok := c.PublicKey.(*rsa.PublicKey)
		if ok && key.N.BitLen() <= maxKeyBits && rsa.VerifyPKCS1v15(key, s.signBy, sum, s.signature) == nil {
			s.certificates[0], s.certificates[i] = c, s.certificates[0]
			return true
		}
	}
	return false
}

func hash(by crypto.Hash, data []byte) []byte {
	h := by.New()
	_, _ = h.Write(data) // a hash takes everything
	return h.Sum(nil)
}

// usual reports whether the transforms are those of the manuals. The signature is next to the
// signed element, so removing it changes nothing.
func usual(transforms *etree.Element) bool {
	if transforms == nil {
		return false
	}
	list := named(transforms, "Transform")
	for _, t := range list {
		if a := algorithm(t); a != enveloped && a != inclusive {
			return false
		}
	}
	return len(list) > 0 && len(list) <= 2
}

func (s *statement) readCertificates(data *etree.Element) {
	if data == nil {
		return
	}
	for i, each := range named(data, "X509Certificate") {
		der, err := decode(text(each))
		if err != nil || i >= maxChain {
			continue
		}
		if c, err := x509.ParseCertificate(der); err == nil {
			s.certificates = append(s.certificates, c)
		}
	}
}

// decode reads base64 with line breaks in it.
func decode(written string) ([]byte, error) {
	return base64.StdEncoding.DecodeString(strings.Join(strings.Fields(written), ""))
}

// named returns the children with a local name; the prefix does not matter.
func named(e *etree.Element, name string) (list []*etree.Element) {
	for _, token := range e.Child {
		if child, ok := token.(*etree.Element); ok && child.Tag == name {
			list = append(list, child)
		}
	}
	return list
}

// only returns the child with a name; nil if there is none or more than one.
func only(e *etree.Element, name string) *etree.Element {
	if e == nil {
		return nil
	}
	if list := named(e, name); len(list) == 1 {
		return list[0]
	}
	return nil
}

func attr(e *etree.Element, name string) string {
	if e != nil {
		for _, a := range e.Attr {
			if a.Space == "" && a.Key == name {
				return a.Value
			}
		}
	}
	return ""
}

func algorithm(e *etree.Element) string { return attr(e, "Algorithm") }

// text returns all text of an element: Element.Text stops at the first child.
func text(e *etree.Element) string {
	var whole strings.Builder
	for _, token := range e.Child {
		if t, ok := token.(*etree.CharData); ok {
			whole.WriteString(t.Data)
		}
	}
	return strings.TrimSpace(whole.String())
}

func root(e *etree.Element) *etree.Element {
	for e.Parent() != nil {
		e = e.Parent()
	}
	return e
}

// count counts the elements of a tree.
func count(e *etree.Element) int {
	n := 1
	for _, token := range e.Child {
		if child, ok := token.(*etree.Element); ok {
			n += count(child)
		}
	}
	return n
}

// countID counts the elements with an Id, however the attribute is written.
func countID(e *etree.Element, id string) (n int) {
	for _, a := range e.Attr {
		if a.Value == id && strings.EqualFold(a.Key, "Id") {
			n++
		}
	}
	for _, token := range e.Child {
		if child, ok := token.(*etree.Element); ok {
			n += countID(child, id)
		}
	}
	return n
}
