package brdoc

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// What leads to a person even without being a valid document: phones and other long numbers, in
	// any spacing, and mail addresses.
	longNumber = regexp.MustCompile(`\d(?:[.() -]{0,2}\d){8,}`)
	mailWord   = regexp.MustCompile(`\S+@\S+\.\S+`)
)

// LateYear is late enough for every document, because hiding does not depend on age.
const LateYear = 2099

// Public returns a text for the public, without anything that must not be public: documents that
// identify a person or give access to something, plates, invoice keys, phones, mail addresses, and
// invisible characters.
func Public(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.C, r) }), " ")
	var out strings.Builder
	kept := 0
	for _, id := range Scan(text, All, LateYear) {
		if id.Type.Personal() || id.Type.Secret() || Keys.Has(id.Type) {
			out.WriteString(text[kept:id.Start])
			out.WriteString(id.Masked())
			kept = id.End
		}
	}
	text = Mask(out.String() + text[kept:])
	text = longNumber.ReplaceAllString(text, "***")
	return mailWord.ReplaceAllString(text, "***")
}
