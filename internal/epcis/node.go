package epcis

import (
	"slices"

	"rastro/internal/canon"
)

// Node is a value in a document. It shares the document's bytes.
type Node struct {
	Name     string     // of a member of an object
	Text     string     // the content of a text; a number or a word as written
	In       []Node     // members of an object, in their order, or items of a list
	Kind     canon.Kind // n, t, f, ", 0, { or [
	from, to int32      // in the document
}

// Member returns the member of an object with a name; nil if there is none.
func (n *Node) Member(name string) *Node {
	if n == nil || n.Kind != '{' {
		return nil
	}
	for i := range n.In {
		if n.In[i].Name == name {
			return &n.In[i]
		}
	}
	return nil
}

// Says returns the text of a member; "" if there is none.
func (n *Node) Says(name string) string {
	if m := n.Member(name); m != nil && m.Kind == '"' {
		return m.Text
	}
	return ""
}

// tree builds nodes out of a document that was validated. Children are collected on one
// stack and copied when their parent ends, so that no list grows by doubling.
type tree struct {
	text  string
	stack []Node
	nodes int
}

// grow reads a whole document, given as bytes and as the text that nodes share. It returns false if
// there are more than MaxValues values.
func grow(data []byte, text string) (root Node, ok bool) {
	t := tree{text: text}
	canon.Walk(data, func(dec *canon.Decoder) { root, ok = t.value(dec, "") })
	return root, ok
}

func (t *tree) value(dec *canon.Decoder, name string) (Node, bool) {
	if t.nodes++; t.nodes > MaxValues {
		return Node{}, false
	}
	n := Node{Name: name, Kind: dec.PeekKind()}
	if n.Kind != '{' && n.Kind != '[' {
		raw := t.scalar(dec)
		n.to = int32(dec.InputOffset())
		n.from = n.to - int32(len(raw))
		if n.Text = raw; n.Kind == '"' {
			n.Text = canon.Unquote(raw)
		}
		return n, true
	}
	if _, err := dec.ReadToken(); err != nil {
		return n, false
	}
	n.from = int32(dec.InputOffset()) - 1
	mark := len(t.stack)
	for end := n.Kind + 2; dec.PeekKind() != end; { // ] and } follow [ and { by two
		if dec.PeekKind() == 0 {
			return n, false
		}
		name := ""
		if n.Kind == '{' {
			name = canon.Unquote(t.scalar(dec))
		}
		child, ok := t.value(dec, name)
		if !ok {
			return n, false
		}
		t.stack = append(t.stack, child)
	}
	if _, err := dec.ReadToken(); err != nil {
		return n, false
	}
	n.to = int32(dec.InputOffset())
	n.In = slices.Clone(t.stack[mark:])
	t.stack = t.stack[:mark]
	return n, true
}

// scalar reads one text, number or word, and is its bytes in the document.
func (t *tree) scalar(dec *canon.Decoder) string {
	raw, err := dec.ReadValue()
	if err != nil {
		return ""
	}
	end := dec.InputOffset()
	return t.text[end-int64(len(raw)) : end]
}
