package logo

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

const svgSpace = "http://www.w3.org/2000/svg"

// Limits of a drawing.
const (
	maxElements = 5000
	maxDepth    = 50
	maxDrawn    = 100_000 // of a side, in its own units
)

// cleaner rewrites a drawing with only what the tables in allow.go allow. Anything else is removed
// with all its content.
type cleaner struct {
	in       *xml.Decoder
	out      bytes.Buffer
	open     []string // the elements that are open
	elements int
	shapes   int
	width    float64
	height   float64
	leftOut  []string
}

func cleanSVG(file []byte) (Logo, error) {
	c := &cleaner{in: xml.NewDecoder(bytes.NewReader(file))}
	c.in.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("only UTF-8") }
	for {
		token, err := c.in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Logo{}, refuse(BadSVG)
		}
		if err := c.take(token); err != nil {
			return Logo{}, err
		}
	}
	switch {
	case c.elements == 0:
		return Logo{}, refuse(OtherType)
	case c.width <= 0 || c.height <= 0:
		return Logo{}, refuse(NoSize)
	case c.shapes == 0:
		return Logo{}, refuse(NothingIn)
	case c.out.Len() > MaxBytes:
		return Logo{}, refuse(TooLarge)
	}
	side := func(v, other float64) int { return int(math.Max(1, math.Round(1000*v/math.Max(v, other)))) }
	slices.Sort(c.leftOut)
	return Logo{SVG, side(c.width, c.height), side(c.height, c.width), c.out.Bytes(), c.leftOut}, nil
}

func (c *cleaner) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.Directive:
		// A document type without declarations only names the form; many programs write it.
		if bytes.ContainsAny(t, "[<") {
			return refuse(Entities)
		}
	case xml.StartElement:
		return c.start(t)
	case xml.EndElement:
		c.open = c.open[:len(c.open)-1]
		c.out.WriteString("</" + t.Name.Local + ">")
	case xml.CharData:
		if len(c.open) > 0 && texts[c.open[len(c.open)-1]] {
			escape(&c.out, oneLine.Replace(string(t)))
		}
	}
	return nil
}

func (c *cleaner) start(t xml.StartElement) error {
	name, isRoot := t.Name.Local, c.elements == 0 && len(c.open) == 0
	if c.elements++; c.elements > maxElements || len(c.open) >= maxDepth {
		return refuse(TooComplex)
	}
	known := t.Name.Space == svgSpace || t.Name.Space == ""
	switch {
	case isRoot && (!known || name != "svg"):
		return refuse(OtherType)
	case isRoot:
	case len(c.open) == 0: // a second root is not XML
		return refuse(BadSVG)
	case known && name == "style":
		return c.style()
	case !known || !elements[name]:
		if known && slices.Contains(Droppable, name) && !slices.Contains(c.leftOut, name) {
			c.leftOut = append(c.leftOut, name)
		}
		return c.skip()
	}
	c.out.WriteString("<" + name)
	if isRoot {
		c.out.WriteString(` xmlns="` + svgSpace + `"`)
	}
	written := map[string]string{}
	for _, a := range t.Attr {
		value, ok := c.attribute(name, a)
		key := a.Name.Local
		if _, twice := written[key]; ok && !twice {
			written[key] = value
			c.out.WriteString(" " + key + `="`)
			escape(&c.out, value)
			c.out.WriteString(`"`)
		}
	}
	c.out.WriteString(">")
	if isRoot {
		c.measure(written)
	}
	c.open = append(c.open, name)
	if shapes[name] {
		c.shapes++
	}
	return nil
}

// skip skips an element with everything in it.
func (c *cleaner) skip() error {
	for depth := 1; depth > 0; {
		token, err := c.in.Token()
		if err != nil {
			return refuse(BadSVG)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if c.elements++; c.elements > maxElements || depth > maxDepth {
				return refuse(TooComplex)
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.Directive:
			if err := c.take(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// style reads a style sheet and keeps its simple rules.
func (c *cleaner) style() error {
	var text strings.Builder
	for {
		token, err := c.in.Token()
		if err != nil {
			return refuse(BadSVG)
		}
		switch t := token.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement: // a sheet has none
			return refuse(BadSVG)
		case xml.EndElement:
			if rules := cleanSheet(text.String()); rules != "" {
				c.out.WriteString("<style>")
				escape(&c.out, rules)
				c.out.WriteString("</style>")
			}
			return nil
		}
	}
}

// attribute returns an attribute's value; ok is false if it is removed.
func (c *cleaner) attribute(element string, a xml.Attr) (value string, ok bool) {
	name, value := a.Name.Local, strings.TrimSpace(oneLine.Replace(a.Value))
	if a.Name.Space != "" && name != "href" || name == "xmlns" {
		return "", false
	}
	if name == "clip-path" && (element == "clipPath" || c.inside("clipPath")) {
		return "", false // a clip of a clip of a clip takes exponential time to draw
	}
	if name == "style" {
		value = cleanDeclarations(value, element == "clipPath" || c.inside("clipPath"))
		return value, value != ""
	}
	allowed, known := attributes[name]
	if name == "href" && !gradients[element] {
		return "", false
	}
	return value, known && allowed.fits(value)
}

// oneLine replaces line breaks, whose escapes would take five characters.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

func (c *cleaner) inside(name string) bool {
	for _, open := range c.open {
		if open == name {
			return true
		}
	}
	return false
}

// measure reads the proportions of the drawing from the attributes that its root keeps.
func (c *cleaner) measure(root map[string]string) {
	if numbers := strings.FieldsFunc(root["viewBox"], func(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) }); len(numbers) == 4 {
		c.width, c.height = length(numbers[2]), length(numbers[3])
	}
	if c.width == 0 || c.height == 0 {
		c.width, c.height = length(root["width"]), length(root["height"])
	}
}

// length reads a length that is a number with or without px; 0 for any other.
func length(text string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil || !(v > 0 && v <= maxDrawn) {
		return 0
	}
	return v
}

func escape(out *bytes.Buffer, text string) {
	_ = xml.EscapeText(out, []byte(text)) // a buffer takes everything
}
