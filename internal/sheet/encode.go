package sheet

import (
	"bytes"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// notation is how a format writes values other than texts.
type notation struct {
	numbers bool // cells can be numbers; otherwise they are written out
	comma   bool // with a decimal comma
}

// encode makes a cell of a member's value: as a person would write it if the reader makes the same
// value of that, otherwise as a literal.
func (n notation) encode(f *kind.Field, raw canon.Value) Cell {
	raw = raw.Clone()
	_ = raw.Compact() // it was read before: this cannot fail
	if c, ok := n.plain(f, raw); ok && fits(c.Text) && !(f.Name == harvestID && isMarked(c.Text)) {
		if v := read(f, &c); v.reason == "" && same(v.json, raw) {
			return c
		}
	}
	return Cell{Text: literal + portable(string(raw))}
}

// plain returns how a person would write a value.
func (n notation) plain(f *kind.Field, raw canon.Value) (Cell, bool) {
	switch is := raw.Kind(); {
	case is == '"':
		text, ok := canon.String(raw)
		return Cell{Text: text}, ok
	case is == '0' && (f.Shape == kind.Number || f.Shape == kind.Quantity):
		return n.number(string(raw))
	case (is == '[' || is == '{') && (f.Shape == kind.Plot || f.Shape == kind.Objects):
		return Cell{Text: string(raw)}, true
	case is == '[' && (f.Shape == kind.Texts || f.Shape == kind.TextOrTexts):
		return list(raw)
	}
	return Cell{}, false
}

// number writes a number. With a decimal point, three decimals would be read as
// thousands: a zero behind them leaves no doubt.
func (n notation) number(raw string) (Cell, bool) {
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		return Cell{}, false
	}
	if n.numbers {
		return Cell{Kind: NumberCell, Number: v}, true
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	switch {
	case n.comma:
		text = strings.Replace(text, ".", ",", 1)
	case isThousands(text):
		text += "0"
	}
	return Cell{Text: text}, true
}

// isThousands reports whether a number has one point followed by three digits, which is read as
// thousands.
func isThousands(s string) bool {
	point := strings.IndexByte(s, '.')
	return point > 0 && point == len(s)-4 && !strings.Contains(s, ",") && strings.Trim(s[point+1:], digits) == ""
}

// list joins texts.
func list(raw canon.Value) (Cell, bool) {
	var texts []string
	ok := true
	canon.Each(string(raw), func(_, item string) bool {
		ok = canon.KindOf(item) == '"'
		texts = append(texts, canon.Unquote(item))
		return ok
	})
	return Cell{Text: strings.Join(texts, "; ")}, ok
}

// same reports whether two JSON values say the same.
func same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if a == nil {
		return false
	}
	x, err := canon.Canonical(a)
	if err != nil {
		return false
	}
	y, err := canon.Canonical(b)
	return err == nil && bytes.Equal(x, y)
}

// fits reports whether every format can represent a text unchanged: XML has no control characters,
// line ends are normalised, and spreadsheets read _x000D_ as a character.
func fits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' }) &&
		!strings.Contains(s, "_x")
}

// portable escapes in JSON what fits refuses. Control characters are escaped in
// JSON anyhow; the others only occur in its texts.
func portable(raw string) string { return escaper.Replace(raw) }

var escaper = strings.NewReplacer("_x", `\u005fx`, "\ufffe", `\ufffe`, "\uffff", `\uffff`)
