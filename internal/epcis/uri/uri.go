// Package uri reads the GS1 identifiers in the URIs of EPCIS events: EPC URNs, classes and patterns
// of EPCs, and Digital Links of any domain. It converts all of them to one form, so that a thing
// has one name, and says which lot a URI names.
package uri

import "strings"

// Domain is the domain of canonical Digital Links.
const Domain = "https://id.gs1.org"

// Link is a GS1 key in the form of a canonical Digital Link: the key, and at most the most specific
// qualifier.
type Link struct {
	AI, Value            string // such as 01 and a GTIN of fourteen digits; the value is percent-encoded
	Qualifier, Qualified string // such as 10 and a lot, percent-encoded; "" without one
}

// String returns the canonical Digital Link.
func (l Link) String() string {
	if l.Qualifier == "" {
		return Domain + "/" + l.AI + "/" + l.Value
	}
	return Domain + "/" + l.AI + "/" + l.Value + "/" + l.Qualifier + "/" + l.Qualified
}

// Parse reads a URI that carries a GS1 key. It does not look at check digits: see
// CheckDigit.
func Parse(uri string) (Link, bool) {
	switch {
	case strings.HasPrefix(uri, "urn:epc:"):
		return parseEPC(uri)
	case strings.HasPrefix(uri, "https://"), strings.HasPrefix(uri, "http://"):
		return parseDigitalLink(uri)
	}
	return Link{}, false
}

// Canonical returns the canonical Digital Link of a URI with a GS1 key, and any other URI
// unchanged.
func Canonical(uri string) string {
	if l, ok := Parse(uri); ok {
		return l.String()
	}
	return uri
}

// escaper writes the characters that EPC URNs may have and Digital Links may not.
var escaper = strings.NewReplacer("!", "%21", "(", "%28", ")", "%29", "*", "%2A", "+", "%2B", ",", "%2C", ":", "%3A")

// textLength returns how many characters a percent-encoded text has, -1 if it has one that no
// serial or lot may have.
func textLength(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return -1
			}
			i += 2
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
		case strings.IndexByte(`!'()*+,-.:;=_`, c) >= 0:
		default:
			return -1
		}
		n++
	}
	return n
}

// isText reports whether a percent-encoded text has one to most characters.
func isText(s string, most int) bool {
	if s == "" || len(s) > 3*most {
		return false
	}
	n := textLength(s)
	return n > 0 && n <= most
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

// leadingDigits returns how many digits a text starts with.
func leadingDigits(s string) int {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return i
		}
	}
	return len(s)
}

// isDigits reports whether a text consists of least to most digits.
func isDigits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && leadingDigits(s) == len(s)
}
