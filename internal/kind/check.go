package kind

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Limits on a payload. They bound the cost of one record for everybody else.
const (
	MaxText       = 5_000   // characters of one text
	MaxItems      = 1_000   // items of one list, members of one object
	MaxPlotItems  = 200_000 // numbers of one plot: 100 000 vertices
	maxName       = 200     // bytes of a member's name: it comes back in findings
	maxProblems   = 20      // problems reported at once: enough to fix, bounded to send
	geojsonMember = "geojson"
)

// Check compares a payload with the table and returns every reason to refuse it, nil if there is
// none. Pointers start at the payload's root; Field is "" for the payload itself. The payload must
// be a valid JSON object. Check never judges the content of texts: grading does.
func (k *Kind) Check(payload []byte) []finding.Finding {
	c := checker{data: payload}
	canon.Walk(payload, func(dec *canon.Decoder) {
		c.dec = dec
		c.members(k)
	})
	return c.problems
}

func (c *checker) members(k *Kind) {
	_, _ = c.dec.ReadToken() // {
	for members := 0; c.dec.PeekKind() != '}' && len(c.problems) < maxProblems; members++ {
		name, err := c.dec.ReadToken()
		if err != nil || members >= MaxItems {
			c.field = ""
			c.tooMany(MaxItems)
			break
		}
		c.field = name.String()
		if len(c.field) > maxName {
			c.longName()
			continue
		}
		field, known := k.Field(c.field)
		shape := field.Shape
		if !known {
			shape = 0
		}
		c.maxItems = MaxItems
		if shape == Plot || c.field == geojsonMember && k.HasPlot() {
			c.maxItems = MaxPlotItems
		}
		if k.Open {
			shape = openShape(shape)
		}
		c.value(shape)
	}
}

// openShape returns what remains of a proposed field's shape where the interface
// leaves the payload open: only a negative quantity is refused.
func openShape(s Shape) Shape {
	if s == Number || s == Quantity {
		return openQuantity
	}
	return 0
}

// openQuantity accepts anything but a negative number.
const openQuantity Shape = 255

type checker struct {
	data     []byte
	dec      *canon.Decoder
	field    string
	maxItems int
	problems []finding.Finding
}

// report notes a problem of the value just read.
func (c *checker) report(rule *finding.Rule, args lang.Args) {
	c.add(finding.Finding{Field: c.field, Pointer: string(c.dec.StackPointer()), Rule: rule, Args: args})
}

// tooMany notes a problem of the list or object that contains the value read last.
func (c *checker) tooMany(most int) {
	c.add(finding.Finding{Field: c.field, Pointer: string(c.dec.StackPointer().Parent()), Rule: TooManyItems, Args: lang.Args{"max": strconv.Itoa(most)}})
}

func (c *checker) add(p finding.Finding) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, p)
	}
}

// longName refuses a member because of its name, which is not repeated, and skips its value. The
// problem is reported for the object.
func (c *checker) longName() {
	if c.dec.StackDepth() == 1 {
		c.field = ""
	}
	at := string(c.dec.StackPointer().Parent())
	_ = c.dec.SkipValue()
	c.add(finding.Finding{Field: c.field, Pointer: at, Rule: NameTooLong, Args: lang.Args{"max": strconv.Itoa(maxName)}})
}

// accepts says for each shape which JSON kinds it takes, the rule that other kinds break, and the
// shape of a list's items.
var accepts = map[Shape]struct {
	kinds string // of canon.Kind; null is taken as absent, except in a plot
	rule  *finding.Rule
	items Shape
}{
	Text:         {`"0`, WantText, 0},
	Date:         {`"0`, WantText, 0},
	DateTime:     {`"0`, WantText, 0},
	Number:       {`0`, WantNumber, 0},
	Plot:         {`[{`, WantNumbers, coordinate},
	Texts:        {`[`, WantTexts, Text},
	Quantity:     {`"0`, WantQuantity, 0},
	TextOrTexts:  {`"0[`, WantTextOrTexts, Text},
	Objects:      {`[`, WantObjects, object},
	coordinate:   {`0`, WantNumbers, 0},
	object:       {`{`, WantObjects, 0},
	openQuantity: {`"0[{tf`, WantQuantity, 0},
}

// Shapes of items, never of fields.
const (
	coordinate Shape = iota + 200
	object
)

// value reads one value. Shape 0 accepts anything within the limits.
func (c *checker) value(shape Shape) {
	wants := accepts[shape]
	next := c.dec.PeekKind()
	absent := next == 'n' && shape != coordinate
	if shape != 0 && !absent && !bytes.ContainsRune([]byte(wants.kinds), rune(next)) {
		_ = c.dec.SkipValue()
		c.report(wants.rule, nil)
		return
	}
	if shape == Plot && c.rich(next) {
		c.plot()
		return
	}
	switch next {
	case '[', '{':
		c.composite(next, wants.items)
	default:
		token, err := c.dec.ReadToken()
		if err != nil {
			return
		}
		c.scalar(token, shape)
	}
}

func (c *checker) composite(open canon.Kind, items Shape) {
	_, _ = c.dec.ReadToken()
	end := canon.Kind(']')
	if open == '{' {
		end, items = '}', 0
	}
	for n := 0; c.dec.PeekKind() != end; n++ {
		if n == c.maxItems {
			c.tooMany(c.maxItems)
		}
		if n >= c.maxItems || len(c.problems) >= maxProblems {
			if c.dec.SkipValue() != nil { // the name and the value count one each
				return
			}
			continue
		}
		if open == '{' {
			name, err := c.dec.ReadToken()
			if err != nil {
				return
			}
			if len(name.String()) > maxName {
				c.longName()
				continue
			}
		}
		c.value(items)
	}
	_, _ = c.dec.ReadToken()
}

func (c *checker) scalar(token canon.Token, shape Shape) {
	switch token.Kind() {
	case '"':
		if s := token.String(); len(s) > MaxText && utf8.RuneCountInString(s) > MaxText {
			c.report(TextTooLong, lang.Args{"max": strconv.Itoa(MaxText)})
		}
	case '0':
		number, _ := token.Float()
		if math.IsInf(number, 0) {
			c.report(NotFinite, nil)
		} else if number < 0 && (shape == Number || shape == Quantity || shape == openQuantity) {
			c.report(Negative, nil)
		}
	}
}
