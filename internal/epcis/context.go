package epcis

import (
	"maps"
	"slices"
	"strings"
)

// Context is the meaning of prefixes at a place in a document. Contexts are never fetched: of those
// that documents name, only the EPCIS context is known here.
type Context struct {
	up       *Context
	prefixes map[string]string
}

// standard are the prefixes that the context of EPCIS declares. They are protected: a
// document may repeat them, and not give them another meaning.
var standard = map[string]string{
	"epcis":   "https://ref.gs1.org/epcis/",
	"cbv":     cbvBase,
	"cbvmda":  "urn:epcglobal:cbv:mda:",
	"gs1":     vocBase,
	"rdfs":    "http://www.w3.org/2000/01/rdf-schema#",
	"owl":     "http://www.w3.org/2002/07/owl#",
	"xsd":     "http://www.w3.org/2001/XMLSchema#",
	"dcterms": "http://purl.org/dc/terms/",
}

// The name spaces of GS1's own words.
const (
	cbvBase = "https://ref.gs1.org/cbv/"
	vocBase = "https://gs1.org/voc/"
)

// isStandardContext reports whether an address is one at which GS1 publishes the context of EPCIS,
// in any version of 2.
func isStandardContext(address string) bool {
	if address == "https://gs1.github.io/EPCIS/epcis-context.jsonld" {
		return true
	}
	rest, ok := strings.CutPrefix(address, "https://ref.gs1.org/standards/epcis/")
	if !ok {
		return false
	}
	version, file, split := strings.Cut(rest, "/")
	if !split {
		return rest == contextFile
	}
	return file == contextFile && (version == "2" || strings.HasPrefix(version, "2."))
}

const contextFile = "epcis-context.jsonld"

// Declared returns what a prefix stands for, if the document itself declares it, or it is one of
// those that every event may use (epcis, cbv, gs1).
func (c *Context) Declared(prefix string) (string, bool) {
	if iri, ok := c.own(prefix); ok {
		return iri, true
	}
	switch prefix {
	case "epcis", "cbv", "gs1":
		return standard[prefix], true
	}
	return "", false
}

// Known returns what a prefix stands for, if the document or the context of EPCIS declares it.
func (c *Context) Known(prefix string) (string, bool) {
	if iri, ok := c.own(prefix); ok {
		return iri, true
	}
	iri, ok := standard[prefix]
	return iri, ok
}

func (c *Context) own(prefix string) (string, bool) {
	for ; c != nil; c = c.up {
		if iri, ok := c.prefixes[prefix]; ok {
			return iri, true
		}
	}
	return "", false
}

// Within returns the context inside an object that may declare prefixes of its own.
func (c *Context) Within(n *Node) *Context {
	declared := n.Member("@context")
	if declared == nil {
		return c
	}
	return contextOf(declared, c, nil)
}

// contextOf reads a @context. It reports problems to the checker, if there is one.
func contextOf(n *Node, up *Context, k *checker) *Context {
	c := &Context{up: up, prefixes: map[string]string{}}
	switch n.Kind {
	case '[':
		for i := range n.In {
			k.enterItem(i)
			c.add(&n.In[i], k)
			k.leave()
		}
	default:
		c.add(n, k)
	}
	c.resolve(k)
	return c
}

// add adds one part of a @context: the address of another, or prefixes.
func (c *Context) add(n *Node, k *checker) {
	switch {
	case n.Kind == '"' && isStandardContext(n.Text):
		k.sawStandard()
	case n.Kind == '"' && !IsURI(n.Text):
		k.found(NotURI, "campo", "@context", "valor", n.Text)
	case n.Kind == '"':
		k.found(RemoteContext, "valor", n.Text)
	case n.Kind != '{':
		k.found(WrongShape, "campo", "@context", "esperado", shapeContext)
	default:
		for i := range n.In {
			k.enter(n.In[i].Name)
			c.declare(&n.In[i], k)
			k.leave()
		}
	}
}

// declare adds a prefix. Its value is a text, or an object whose @id is one; keywords of JSON-LD
// and more complex terms do not declare prefixes.
func (c *Context) declare(n *Node, k *checker) {
	if strings.HasPrefix(n.Name, "@") {
		if n.Name == "@import" {
			k.found(RemoteContext, "valor", n.Text)
		}
		return
	}
	iri := n
	if n.Kind == '{' {
		iri = n.Member("@id")
	}
	switch {
	case iri == nil:
	case iri.Kind != '"' || iri.Text == "" || len(iri.Text) > MaxURI:
		k.found(BadPrefix, "valor", n.Name)
	case len(c.prefixes) >= maxPrefixes:
		k.found(TooManyPrefixes, "maximo", maxPrefixesText)
	default:
		if meant, ok := standard[n.Name]; ok && meant != iri.Text && expandOnce(iri.Text) != meant {
			k.found(ProtectedPrefix, "valor", n.Name)
			return
		}
		c.prefixes[n.Name] = iri.Text
	}
}

// expandOnce writes out a standard prefix at the start of a value.
func expandOnce(value string) string {
	prefix, rest, ok := strings.Cut(value, ":")
	if base := standard[prefix]; ok && base != "" {
		return base + rest
	}
	return value
}

// resolve writes out prefixes that are declared by others. Those that go round in a
// circle, or over too many others, mean nothing.
func (c *Context) resolve(k *checker) {
	written := make(map[string]string, len(c.prefixes))
	for _, name := range slices.Sorted(maps.Keys(c.prefixes)) {
		if iri, ok := c.expand(c.prefixes[name]); ok {
			written[name] = iri
		} else {
			k.found(CyclicPrefix, "valor", name)
		}
	}
	c.prefixes = written
}

// expand expands the prefix with which a declaration starts, and so on recursively.
func (c *Context) expand(iri string) (string, bool) {
	for range maxSteps {
		prefix, rest, ok := strings.Cut(iri, ":")
		base, known := c.Known(prefix)
		if !ok || !known || strings.HasPrefix(rest, "//") {
			return iri, true
		}
		if iri = base + rest; len(iri) > MaxURI {
			return "", false
		}
	}
	return "", false
}

// maxSteps limits the chain from a prefix to its meaning.
const maxSteps = 8
