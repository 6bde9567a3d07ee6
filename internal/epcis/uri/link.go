package uri

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
)

// key is a row of the keys with which a Digital Link can start.
type key struct {
	ai, name string // 01, and the word for it in older links
	// digits the value starts with, and how many characters may follow them.
	digits, more int
	moreDigits   bool     // they are digits as well
	qualifiers   []string // in the order of a link; the last one present is the most specific
	check        int      // how many of its digits end in a check digit; 0: none do
}

var keys = []key{
	{ai: "00", name: "sscc", digits: 18, check: 18},
	{ai: "01", name: "gtin", digits: 14, qualifiers: []string{"22", "10", "21", "235"}, check: 14},
	{ai: "253", name: "gdti", digits: 13, more: 17, check: 13},
	{ai: "255", name: "gcn", digits: 13, more: 12, moreDigits: true, check: 13},
	{ai: "401", name: "ginc", digits: leastPrefix, more: maxFree - leastPrefix},
	{ai: "402", name: "gsin", digits: 17, check: 17},
	{ai: "414", name: "gln", digits: 13, qualifiers: []string{"254"}, check: 13},
	{ai: "417", name: "party", digits: 13, check: 13},
	{ai: "8003", name: "grai", digits: 14, more: 16, check: 14},
	{ai: "8004", name: "giai", digits: leastPrefix, more: maxFree - leastPrefix},
	{ai: "8006", name: "itip", digits: 18, qualifiers: []string{"22", "10", "21"}, check: 14},
	{ai: "8010", name: "cpid", digits: leastPrefix, more: maxFree - leastPrefix, qualifiers: []string{"8011"}},
	{ai: "8017", name: "gsrnp", digits: 18, check: 18},
	{ai: "8018", name: "gsrn", digits: 18, check: 18},
}

// leastPrefix is how many digits every company prefix has. Without them, addresses of
// others that happen to have a segment like 8004 would count as links.
const leastPrefix = 4

// qualifierNames are the words for qualifiers in older links.
var qualifierNames = map[string]string{"cpv": "22", "lot": "10", "ser": "21"}

// variant is the qualifier for consumer product variants, which EPCIS does not distinguish.
const variant = "22"

// maxQualified limits the value of a qualifier; that of 235 is the longest.
const maxQualified = 28

// parseDigitalLink finds the key in a path. The key may stand after other segments, and
// the rest of the path must be its qualifiers.
func parseDigitalLink(uri string) (Link, bool) {
	_, path, ok := strings.Cut(uri, "://")
	if !ok {
		return Link{}, false
	}
	if end := strings.IndexAny(path, "?#"); end >= 0 {
		path = path[:end]
	}
	_, path, ok = strings.Cut(strings.TrimSuffix(path, "/"), "/")
	for ok {
		var segment string
		if segment, path, ok = strings.Cut(path, "/"); !ok {
			break
		}
		if k := keyNamed(segment); k != nil {
			if l, ok := k.parse(path); ok {
				return l, true
			}
		}
	}
	return Link{}, false
}

func keyNamed(segment string) *key {
	for i := range keys {
		if keys[i].ai == segment || keys[i].name == segment {
			return &keys[i]
		}
	}
	return nil
}

// parse reads the value of a key and its qualifiers.
func (k *key) parse(path string) (Link, bool) {
	value, rest, more := strings.Cut(path, "/")
	if k.ai == "01" && len(value) < k.digits && (len(value) == 8 || len(value) == 12 || len(value) == 13) {
		value = brdoc.GTIN14(value)
	}
	if !k.holds(value) {
		return Link{}, false
	}
	l, next := Link{AI: k.ai, Value: escaper.Replace(value)}, 0
	for more {
		var name, qualified string
		if name, rest, more = strings.Cut(rest, "/"); !more {
			return Link{}, false
		}
		qualified, rest, more = strings.Cut(rest, "/")
		if ai, ok := qualifierNames[name]; ok {
			name = ai
		}
		at := slices.Index(k.qualifiers[next:], name)
		if at < 0 || !isText(qualified, maxQualified) {
			return Link{}, false
		}
		next += at + 1
		if name != variant {
			l.Qualifier, l.Qualified = name, escaper.Replace(qualified)
		}
	}
	return l, true
}

// holds reports whether a value has the form of the key's values.
func (k *key) holds(value string) bool {
	if leadingDigits(value) < k.digits {
		return false
	}
	tail := value[k.digits:]
	switch {
	case tail == "":
		return true
	case k.moreDigits:
		return isDigits(tail, 1, k.more)
	}
	return k.more > 0 && isText(tail, k.more)
}

// CheckDigit reports whether the key's check digit is right; true for keys without one.
func (l Link) CheckDigit() bool {
	k := keyNamed(l.AI)
	if k == nil || k.check == 0 || leadingDigits(l.Value) < k.check {
		return true
	}
	return l.Value[k.check-1] == brdoc.GS1Digit(l.Value[:k.check-1])
}
