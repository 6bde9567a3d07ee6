package fiscal

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"rastro/internal/charset"
)

// Limits on one document. The deepest real one has fourteen levels, wrappers included; 990
// items, the most that an invoice may have, are 70 000 elements.
const (
	MaxBytes = 5 << 20
	maxDepth = 64
	maxNodes = 150_000 // elements and attributes
	// maxWeight bounds the depths of all elements together: the canonicalizer copies each
	// element once for every level above it. 990 items weigh 600 000.
	maxWeight = 6 * maxNodes
)

var byteOrder = []byte("\ufeff")

// parse builds the tree of a document, within the limits. Fields are read from this tree and the
// signature is checked on it, so both see the same document. Comments are left out: canonical XML
// has none, and they must not split a text in two.
func parse(file []byte) (*etree.Element, error) {
	text := bytes.TrimPrefix(file, byteOrder)
	switch trimmed := bytes.TrimSpace(text); {
	case len(file) > MaxBytes:
		return nil, failed(TooLarge, whyBytes, "5 MiB")
	case len(trimmed) == 0:
		return nil, failed(BadXML, whyEmpty, "")
	case charset.IsUTF16(file):
		return nil, failed(BadXML, whyUTF16, "")
	case trimmed[0] != '<':
		return nil, failed(Unknown, whyNotXML, "")
	}
	dec := xml.NewDecoder(bytes.NewReader(text))
	dec.CharsetReader = charset.Reader
	b := builder{}
	for {
		token, err := dec.RawToken() // prefixes stay as written, which canonical XML needs
		if err == io.EOF {
			break
		}
		if err == nil {
			err = b.add(token)
		}
		if err != nil {
			line, _ := dec.InputPos()
			return nil, refused(err, line)
		}
	}
	if b.root == nil || b.at != nil {
		return nil, failed(BadXML, whyCut, "")
	}
	return b.root, nil
}

// refused returns the error for an unreadable document.
func refused(err error, line int) *Error {
	var ours *Error
	var unknown *charset.Error
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &unknown):
		return failed(BadXML, whyEncoding, unknown.Label)
	case strings.HasSuffix(err.Error(), "unexpected EOF"):
		return failed(BadXML, whyCut, "")
	}
	return failed(BadXML, whySyntax, strconv.Itoa(line))
}

// builder builds the tree. With the decoder's raw tokens, it must check itself that every element
// ends, that there is one root, and that no attribute is repeated.
type builder struct {
	root, at *etree.Element
	text     []byte // of at, until the next element
	nodes    int
	depth    int
	weight   int
}

var errSyntax = errors.New("not well-formed")

func (b *builder) add(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return b.start(t)
	case xml.EndElement:
		if b.at == nil || b.at.Space != t.Name.Space || b.at.Tag != t.Name.Local {
			return errSyntax
		}
		b.flush()
		b.at, b.depth = b.at.Parent(), b.depth-1
	case xml.CharData:
		if b.at == nil && len(bytes.TrimSpace(t)) > 0 {
			return errSyntax
		}
		b.text = append(b.text, t...)
		if b.at == nil {
			b.text = b.text[:0]
		}
	case xml.ProcInst:
		if b.at != nil {
			b.flush()
			b.at.AddChild(etree.NewProcInst(t.Target, string(t.Inst)))
		}
	case xml.Directive:
		return failed(HasDTD, whyNotXML, "")
	}
	return nil
}

func (b *builder) start(t xml.StartElement) error {
	if b.at == nil && b.root != nil {
		return errSyntax
	}
	b.flush()
	b.depth++
	b.nodes += 1 + len(t.Attr)
	b.weight += b.depth
	switch {
	case b.depth > maxDepth:
		return failed(BadXML, whyDeep, fmt.Sprint(maxDepth))
	case b.nodes > maxNodes:
		return failed(BadXML, whyMany, fmt.Sprint(maxNodes))
	case b.weight > maxWeight:
		return failed(BadXML, whyHeavy, "")
	}
	e := &etree.Element{Space: t.Name.Space, Tag: t.Name.Local}
	if err := setAttributes(e, t.Attr); err != nil {
		return err
	}
	if b.at == nil {
		b.root = e
	} else {
		b.at.AddChild(e)
	}
	b.at = e
	return nil
}

// maxAttributes is how many attributes an element may have; a real one has four.
const maxAttributes = 32

func setAttributes(e *etree.Element, list []xml.Attr) error {
	if len(list) > maxAttributes {
		return failed(BadXML, whyMany, fmt.Sprint(maxAttributes))
	}
	for i, a := range list {
		for _, other := range list[:i] {
			if other.Name == a.Name {
				return failed(BadXML, whyTwice, a.Name.Local)
			}
		}
		e.Attr = append(e.Attr, etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value})
	}
	return nil
}

// flush puts the text that was read into the tree.
func (b *builder) flush() {
	if b.at != nil && len(b.text) > 0 {
		b.at.AddChild(etree.NewText(string(b.text)))
	}
	b.text = b.text[:0]
}

// node reads elements by their local names: issuers and wrappers choose their own prefixes.
// A nil one has nothing in it.
type node struct{ *etree.Element }

// child returns the first child of a name.
func (n node) child(name string) node {
	if n.Element != nil {
		for _, token := range n.Child {
			if e, ok := token.(*etree.Element); ok && e.Tag == name {
				return node{e}
			}
		}
	}
	return node{}
}

// path follows first children.
func (n node) path(names ...string) node {
	for _, name := range names {
		n = n.child(name)
	}
	return n
}

// all returns the children of a name.
func (n node) all(name string) (list []node) {
	if n.Element == nil {
		return nil
	}
	for _, token := range n.Child {
		if e, ok := token.(*etree.Element); ok && e.Tag == name {
			list = append(list, node{e})
		}
	}
	return list
}

// text returns the text at the end of a path, without spaces around it.
func (n node) text(names ...string) string {
	n = n.path(names...)
	if n.Element == nil {
		return ""
	}
	if len(n.Child) == 1 {
		if t, ok := n.Child[0].(*etree.CharData); ok {
			return strings.TrimSpace(t.Data)
		}
	}
	var whole strings.Builder
	for _, token := range n.Child {
		if t, ok := token.(*etree.CharData); ok {
			whole.WriteString(t.Data)
		}
	}
	return strings.TrimSpace(whole.String())
}

// either returns the text of the first child that has one.
func (n node) either(names ...string) string {
	for _, name := range names {
		if text := n.text(name); text != "" {
			return text
		}
	}
	return ""
}

// attr returns the value of an attribute without a prefix.
func (n node) attr(name string) string {
	if n.Element != nil {
		for _, a := range n.Attr {
			if a.Space == "" && a.Key == name {
				return a.Value
			}
		}
	}
	return ""
}

// texts returns the texts of the children with a name.
func (n node) texts(name string) (list []string) {
	for _, each := range n.all(name) {
		if text := each.text(); text != "" {
			list = append(list, text)
		}
	}
	return list
}
