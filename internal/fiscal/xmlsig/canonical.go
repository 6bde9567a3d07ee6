package xmlsig

import (
	"bytes"
	"slices"
	"sort"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"
	"github.com/russellhaering/goxmldsig/etreeutils"
)

// anyForm tries the canonical forms of an element until one matches. The first has only the
// namespaces that the element uses; the second also has the default one, for an element that was
// signed before wrappers such as SOAP's were added, whose namespaces would be part of the inclusive
// form; the third has all of them, as the standard requires. They differ in unused declarations,
// never in content.
func anyForm(e *etree.Element, right func(form []byte) bool) bool {
	scope := inScope(e)
	around := map[string]string{}
	findUsed(e, scope, around)
	tried := -1
	for _, widen := range []func(){
		func() {},
		func() {
			if uri, ok := scope[""]; ok {
				around[""] = uri
			}
		},
		func() { around = scope },
	} {
		if widen(); len(around) == tried {
			continue
		}
		tried = len(around)
		alone := detached(e, around)
		if right(plain(alone)) {
			return true
		}
		if form, err := dsig.MakeC14N10RecCanonicalizer().Canonicalize(alone); err == nil && right(form) {
			return true
		}
	}
	return false
}

// inScope returns the namespaces declared above an element, by prefix; "" is the default one.
func inScope(e *etree.Element) map[string]string {
	scope := map[string]string{}
	for above := e.Parent(); above != nil; above = above.Parent() {
		for _, a := range above.Attr {
			prefix, ok := declares(a)
			if _, nearer := scope[prefix]; ok && !nearer {
				scope[prefix] = a.Value
			}
		}
	}
	return scope
}

// declares returns the prefix that an attribute declares.
func declares(a etree.Attr) (prefix string, ok bool) {
	switch {
	case a.Space == "xmlns":
		return a.Key, true
	case a.Space == "" && a.Key == "xmlns":
		return "", true
	}
	return "", false
}

// findUsed selects from a scope the namespaces whose prefixes occur in an element or anything
// inside it.
func findUsed(e *etree.Element, scope, used map[string]string) {
	pick := func(prefix string) {
		if uri, ok := scope[prefix]; ok {
			used[prefix] = uri
		}
	}
	pick(e.Space)
	for _, a := range e.Attr {
		if _, declaration := declares(a); !declaration && a.Space != "" {
			pick(a.Space)
		}
	}
	for _, token := range e.Child {
		if child, ok := token.(*etree.Element); ok {
			findUsed(child, scope, used)
		}
	}
}

// detached returns an element on its own, with some namespaces around it. In place, the library
// would replace its namespaces with its parents'. It shares the element's children: nothing here
// changes them, and the library works on copies.
func detached(e *etree.Element, around map[string]string) *etree.Element {
	alone := &etree.Element{Space: e.Space, Tag: e.Tag, Attr: slices.Clone(e.Attr), Child: e.Child}
	own := map[string]bool{}
	for _, a := range e.Attr {
		if prefix, ok := declares(a); ok {
			own[prefix] = true
		}
	}
	for prefix, uri := range around {
		switch {
		case own[prefix]:
		case prefix == "":
			alone.Attr = append(alone.Attr, etree.Attr{Key: "xmlns", Value: uri})
		default:
			alone.Attr = append(alone.Attr, etree.Attr{Space: "xmlns", Key: prefix, Value: uri})
		}
	}
	sort.Sort(etreeutils.SortedAttrs(alone.Attr))
	return alone
}

// plain writes an element as the library's last step does. That is the canonical form already
// where the attributes of everything inside are in order and no namespace is declared twice,
// as issuers' programs write; the steps before copy each element once for every level above
// it. Where it is not the canonical form, it is not what was signed, and the library goes on.
func plain(e *etree.Element) []byte {
	var out bytes.Buffer
	e.WriteTo(&out, &etree.WriteSettings{CanonicalAttrVal: true, CanonicalEndTags: true, CanonicalText: true})
	return out.Bytes()
}
