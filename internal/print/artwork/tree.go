package artwork

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

// node is an element, or, without a name, a piece of text.
type node struct {
	name    string
	attrs   map[string]string
	classes []string
	text    string
	kids    []*node
	around  *node // the element that it is in; nil of the root, and of texts
}

// The weights of selectors; an element selector has none.
const (
	ofClass = 1
	ofID    = 2
)

// rule is a selector of the style sheet with its properties.
type rule struct {
	selector string // .class, #id or an element
	weight   int
	sets     map[string]string
}

// parse reads a drawing, and its style sheets.
func parse(file []byte) (root *node, sheet []rule, err error) {
	in := xml.NewDecoder(bytes.NewReader(file))
	var open []*node
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			n := &node{name: t.Name.Local, attrs: map[string]string{}}
			for _, a := range t.Attr {
				n.attrs[a.Name.Local] = strings.TrimSpace(a.Value)
			}
			n.classes = strings.Fields(n.attrs["class"])
			if len(open) > 0 {
				n.around = open[len(open)-1]
				n.around.kids = append(n.around.kids, n)
			} else if root == nil {
				root = n
			}
			open = append(open, n)
		case xml.EndElement:
			if n := open[len(open)-1]; n.name == "style" {
				for _, kid := range n.kids {
					sheet = append(sheet, rules(kid.text)...)
				}
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				inside := open[len(open)-1]
				inside.kids = append(inside.kids, &node{text: string(t)})
			}
		}
	}
	if root == nil {
		return nil, nil, errors.New("artwork: no drawing")
	}
	slices.SortStableFunc(sheet, func(a, b rule) int { return a.weight - b.weight })
	return root, sheet, nil
}

var ruleForm = regexp.MustCompile(`([^{}]*)\{([^{}]*)\}`)

func rules(text string) (all []rule) {
	for _, found := range ruleForm.FindAllStringSubmatch(text, -1) {
		sets := declarations(found[2])
		for name := range strings.SplitSeq(found[1], ",") {
			name = strings.TrimSpace(name)
			weight := 0
			switch {
			case strings.HasPrefix(name, "#"):
				weight = ofID
			case strings.HasPrefix(name, "."):
				weight = ofClass
			}
			all = append(all, rule{name, weight, sets})
		}
	}
	return all
}

func declarations(text string) map[string]string {
	sets := map[string]string{}
	for one := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(one, ":"); ok {
			sets[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(value)
		}
	}
	return sets
}

// inherited are the properties that an element takes from the one around it.
var inherited = strings.Fields("fill stroke fill-opacity stroke-opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin stroke-miterlimit color visibility font-size font-weight text-anchor")

// own are the properties that it does not take from there.
var own = strings.Fields("opacity clip-path display stop-color stop-opacity")

// initial returns the properties around a drawing.
func initial() map[string]string {
	return map[string]string{"fill": "black", "stroke": "none", "stroke-width": "1", "font-size": "16"}
}

// properties returns the properties of an element: those of its style take precedence over those of
// the style sheet, and these over its attributes.
func (c *canvas) properties(n *node, around map[string]string) map[string]string {
	props := make(map[string]string, len(inherited))
	if !c.charge(elementWork) {
		return props
	}
	for _, name := range inherited {
		if v := around[name]; v != "" {
			props[name] = v
		}
	}
	set := func(from map[string]string, names []string) {
		for _, name := range names {
			switch v := from[name]; {
			case v == "", v == "inherit":
			case name == "font-size":
				props[name] = fontSize(v, around[name])
			default:
				props[name] = v
			}
		}
	}
	each := func(from map[string]string) { set(from, inherited); set(from, own) }
	each(n.attrs)
	if !c.charge(len(c.sheet) * (ruleWork + len(n.classes)/2)) {
		return props
	}
	for i := range c.sheet {
		if c.sheet[i].selects(n) {
			if !c.charge(len(inherited) + len(own)) {
				return props
			}
			each(c.sheet[i].sets)
		}
	}
	if style := n.attrs["style"]; style != "" && c.charge(readWork*len(style)) {
		each(declarations(style))
	}
	return props
}

func (r *rule) selects(n *node) bool {
	switch r.weight {
	case ofID:
		return n.attrs["id"] == r.selector[1:]
	case ofClass:
		return slices.Contains(n.classes, r.selector[1:])
	}
	return n.name == r.selector
}
