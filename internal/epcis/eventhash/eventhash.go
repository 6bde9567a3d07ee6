// Package eventhash computes the hash that the Core Business Vocabulary 2.0 defines for an EPCIS
// event: the same for every notation of the event. The event is first written as one text, the
// pre-hash, in an unambiguous order and spelling.
//
// The package follows the published vectors where they differ from the text of the algorithm: the
// lists of documents, sources and destinations come after the sensors, sorted by name among the
// extension fields. It follows the text where the program that made the vectors does not: epcis,
// cbv and gs1 are prefixes in every document, booleans are written as in XML, and fields that the
// program cannot place come at the end of their parent.
//
// Numbers keep all their digits, where that program rounds them to a double: events that differ in
// an invoice key of 44 digits are different events.
package eventhash

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"rastro/internal/epcis"
)

// The limits of a pre-hash. Prefixes are expanded in it: a short name can stand for two thousand
// characters, a million times. Real events become two or three times as long.
const (
	MaxPreHash = 64 << 20
	maxGrowth  = 16
	freeGrowth = 1 << 20
)

// bound returns the maximum length of an event's pre-hash.
func bound(e *epcis.Event) int { return min(MaxPreHash, freeGrowth+maxGrowth*len(e.JSON())) }

// ErrTooLong means that an event gets no hash here: its pre-hash is many times longer than the
// event.
var ErrTooLong = errors.New("the pre-hash of the event is too long")

// Of returns the hash of an event, as an ni URI (RFC 6920).
func Of(e *epcis.Event) (string, error) {
	text, err := PreHash(e)
	if err != nil {
		return "", err
	}
	return Sum(text), nil
}

// Sum returns the hash of a pre-hash.
func Sum(preHash string) string {
	sum := sha256.Sum256([]byte(preHash))
	return "ni:///sha-256;" + hex.EncodeToString(sum[:]) + "?ver=CBV2.0"
}

// PreHash returns the text that is hashed. It omits fields of the event that are in ignored, with
// the names that Name returns. Nothing separates the fields in the text, so an event can be
// constructed with the text of another: equal hashes prove nothing.
func PreHash(e *epcis.Event, ignored ...string) (string, error) {
	w := writer{left: bound(e)}
	var b strings.Builder
	b.WriteString("eventType=")
	b.WriteString(e.Type.String())
	for i := range ordered {
		b.WriteString(strings.Join(w.texts(&ordered[i], e.Node.Member(ordered[i].name), e.Context), ""))
	}
	var rest []string
	for i := range e.Node.In {
		n := &e.Node.In[i]
		if r := rowNamed(sorted, n.Name); r != nil {
			rest = append(rest, w.texts(r, n, e.Context)...)
			continue
		}
		if slices.Contains(left, n.Name) || rowNamed(ordered, n.Name) != nil || len(ignored) > 0 && slices.Contains(ignored, Name(n.Name, e.Context)) {
			continue
		}
		rest = w.foreign(rest, n, e.Context)
	}
	if w.left < 0 {
		return "", ErrTooLong
	}
	slices.Sort(rest)
	b.WriteString(strings.Join(rest, ""))
	return b.String(), nil
}

// writer writes the fields of one event, until there is no room left.
type writer struct{ left int }

// pair returns a name and its value in the text; "" if there is no room.
func (w *writer) pair(name, value string) string {
	if w.left -= len(name) + len(value) + 1; w.left < 0 {
		return ""
	}
	if value == "" {
		return name
	}
	return name + "=" + value
}

// texts returns what a field adds to the text, sorted; nothing if it is empty.
func (w *writer) texts(r *row, n *epcis.Node, c *epcis.Context) []string {
	if n == nil {
		return nil
	}
	var all []string
	for _, item := range items(n) {
		if text := w.text(r, item, c); text != "" {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	if r.list && len(all) > 0 {
		return []string{r.name + strings.Join(all, "")}
	}
	return all
}

// items returns the items of a list, or the single value itself.
func items(n *epcis.Node) []*epcis.Node {
	if n.Kind != '[' {
		return []*epcis.Node{n}
	}
	all := make([]*epcis.Node, len(n.In))
	for i := range n.In {
		all[i] = &n.In[i]
	}
	return all
}

// text returns one value with the name that it has in the text.
func (w *writer) text(r *row, n *epcis.Node, c *epcis.Context) string {
	name := r.name
	if r.list {
		name = r.item
	}
	switch n.Kind {
	case '{':
		if content := w.content(r, n, c.Within(n)); content != "" {
			return name + content
		}
		return ""
	case '[', 'n':
		return ""
	}
	if value := r.value(n, c); value != "" {
		return w.pair(name, value)
	}
	return ""
}

// content returns what an object adds: its fields in order, then the extension fields.
func (w *writer) content(r *row, n *epcis.Node, c *epcis.Context) string {
	var b strings.Builder
	for i := range r.of {
		b.WriteString(strings.Join(w.texts(&r.of[i], n.Member(r.of[i].name), c), ""))
	}
	var rest []string
	for i := range n.In {
		if rowNamed(r.of, n.In[i].Name) == nil {
			rest = w.foreign(rest, &n.In[i], c)
		}
	}
	slices.Sort(rest)
	b.WriteString(strings.Join(rest, ""))
	return b.String()
}

// foreign adds a field of others to a list of texts: once for each item of a list.
func (w *writer) foreign(all []string, n *epcis.Node, c *epcis.Context) []string {
	if n.Name == "@context" || isComment(n.Name, c) {
		return all
	}
	name := Name(n.Name, c)
	for _, item := range items(n) {
		if w.left < 0 {
			return all
		}
		switch item.Kind {
		case 'n': // null means that there is no such field
		case '{', '[':
			all = append(all, w.pair(name, "")+w.inside(item, c))
		default:
			all = append(all, w.pair(name, canonical(item, c)))
		}
	}
	return all
}

// inside returns what an object or list inside an extension field adds.
func (w *writer) inside(n *epcis.Node, c *epcis.Context) string {
	c = c.Within(n)
	var all []string
	for i := range n.In {
		all = w.foreign(all, &n.In[i], c)
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

// Name returns a field's name in the text, with its prefix expanded and separated. An undeclared
// prefix stays as it is.
func Name(name string, c *epcis.Context) string {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok || strings.HasPrefix(local, "//") {
		return name
	}
	if base, ok := c.Declared(prefix); ok {
		return "{" + base + "}" + local
	}
	return name
}

// isComment reports whether a field is a remark for readers, which is not part of the event.
func isComment(name string, c *epcis.Context) bool {
	if name == "comment" {
		return true
	}
	prefix, local, _ := strings.Cut(name, ":")
	if local != "comment" {
		return false
	}
	base, _ := c.Known(prefix)
	return base == "http://www.w3.org/2000/01/rdf-schema#"
}
