package epcis

import (
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/epcis/uri"
	"rastro/internal/finding"
)

// kinds are the kinds of JSON value that shapes are written in. A shape that is not here
// is a text.
var kinds = map[shape]canon.Kind{aNumber: '0', aTruth: 't', anObject: '{', extensions: '{'}

// value checks one value against its row.
func (k *checker) value(n *Node, f *field) {
	if f.is == anything {
		return
	}
	kind, ok := kinds[f.is]
	if !ok {
		kind = '"'
	}
	if n.Kind != kind && (f.is != aTruth || n.Kind != 'f') {
		k.found(WrongShape, "campo", f.name, "esperado", shapeTexts[f.is])
		return
	}
	switch f.is {
	case anObject:
		k.object(n, f.of)
	case extensions:
		k.extensions(n)
	case aURI:
		k.uri(n.Text, f)
	case aWord:
		k.word(n.Text, f)
	case aNumber:
		if f.name == "quantity" && strings.HasPrefix(n.Text, "-") {
			k.found(Negative, "valor", n.Text)
		}
	default:
		k.text(n.Text, f)
	}
}

// text checks a text that has a form.
func (k *checker) text(text string, f *field) {
	ok := true
	switch f.is {
	case aTime:
		_, ok = Instant(text)
	case anOffset:
		ok = isOffset(text)
	case aHex:
		ok = text != "" && strings.Trim(text, "0123456789abcdefABCDEF") == ""
	case aUnit:
		ok = len(text) >= 2 && len(text) <= 3 && strings.Trim(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	case aVersion:
		ok = isVersion(text)
	case aText:
		if len(text) > MaxText {
			k.found(TooLong, "campo", f.name, "maximo", maxTextText)
		}
	}
	if !ok {
		k.found(badRule(f), "campo", f.name, "valor", text, "esperado", shapeTexts[f.is])
	}
}

func badRule(f *field) *finding.Rule {
	if f.vital {
		return BadVital
	}
	return BadValue
}

// uri checks a complete URI, and the check digit of a GS1 key in it.
func (k *checker) uri(text string, f *field) {
	switch {
	case len(text) > MaxURI:
		k.found(TooLong, "campo", f.name, "maximo", maxURIText)
	case !IsURI(text):
		k.found(NotURI, "campo", f.name, "valor", text)
	default:
		if l, ok := uri.Parse(text); ok && !l.CheckDigit() {
			k.found(CheckDigit, "valor", text)
		}
	}
}

// word checks a word of a vocabulary, or the URI that represents one.
func (k *checker) word(text string, f *field) {
	v := f.words
	switch {
	case v.Has(text):
	case len(text) > MaxURI:
		k.found(TooLong, "campo", f.name, "maximo", maxURIText)
	case v.Bare || !strings.Contains(text, ":"):
		k.noWord(UnknownWord, text, text, v)
	case !IsURI(text):
		k.found(NotURI, "campo", f.name, "valor", text)
	default:
		word, ok := strings.CutPrefix(v.URI(text, k.context), v.Base)
		switch {
		case ok && v.Has(word):
		case strings.HasPrefix(text, "urn:epcglobal:cbv"): // only GS1 creates such names
			k.noWord(UnknownWord, text, word, v)
		case ok:
			k.noWord(NoStandardWord, text, word, v)
		}
	}
}

// noWord reports a word that is not in a vocabulary, with the one that was meant.
func (k *checker) noWord(rule *finding.Rule, text, word string, v *Vocabulary) {
	meant := ""
	if k.room(rule) {
		meant = v.near(word)
	}
	k.found(rule, "valor", text, "lista", v.Name, "sugestao", meant)
}

// extensions checks an object whose fields are all somebody else's.
func (k *checker) extensions(n *Node) {
	outer := k.context
	if c := n.Member("@context"); c != nil {
		k.context = contextOf(c, outer, k)
	}
	for i := range n.In {
		name := n.In[i].Name
		k.enter(name)
		switch {
		case name == "@context":
		case strings.Contains(name, ":"):
			k.prefix(name)
		default:
			k.found(UnknownField, "campo", name)
		}
		k.leave()
	}
	k.context = outer
}

// IsURI reports whether a text is a complete URI (RFC 3986), judging by its characters.
func IsURI(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || rest == "" || scheme == "" || !isLetter(scheme[0]) {
		return false
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' && c != '_' {
			return false // the underscore is for prefixes
		}
	}
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"{}|\\^`", c) >= 0:
			return false
		case c == '%' && (i+2 >= len(rest) || !isHex(rest[i+1]) || !isHex(rest[i+2])):
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isHex(c byte) bool    { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// Instant reads an instant with a zone.
func Instant(text string) (time.Time, bool) {
	if len(text) > maxInstant || strings.IndexByte(text, ',') >= 0 {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	return t, err == nil
}

// maxInstant is longer than every instant that somebody means.
const maxInstant = 64

// isOffset reports whether a text is a time zone, as events write it.
func isOffset(text string) bool {
	if len(text) != len("-03:00") || text[0] != '+' && text[0] != '-' || text[3] != ':' {
		return false
	}
	for _, i := range []int{1, 2, 4, 5} {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text[4] < '6' && (text[1:3] < "14" || text[1:] == "14:00")
}

// isVersion reports whether a text is a version 2 of EPCIS.
func isVersion(text string) bool {
	if text != "2" && !strings.HasPrefix(text, "2.") || len(text) > maxInstant {
		return false
	}
	for part := range strings.SplitSeq(text, ".") {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return true
}
