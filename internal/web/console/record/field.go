package record

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// hasField reports whether one of a form's fields has this name.
func hasField(fields []kind.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f kind.Field) bool { return f.Name == name })
}

// Limits of a form: a longer value, or one with more rows, is kept unless it is replaced.
const (
	maxFormValue = 32 << 10
	maxFormRows  = 100
)

// shown is a stored value as its field of the form shows it.
type shown struct {
	text string  // a list has one item per line
	rows []rowOf // of a table
	kept bool    // not shown at all, and kept unless it is replaced
	unit string  // shown next to the box, which then contains a bare number
}

// rowOf is a row of a table: the index of the stored object it was made from, -1 for none, and its
// cells.
type rowOf struct {
	from  int
	cells []string
}

// written returns a stored value as its field of the form shows it. readField does the reverse; a
// text that was not touched is not read at all (see draft.build), so that no value is changed by
// being looked at.
func written(f *kind.Field, raw string) shown {
	switch {
	case raw == "" || raw == "null":
		return shown{unit: unitOf(f)}
	case len(raw) > maxFormValue:
		return shown{kept: true}
	case f.Shape == kind.Objects:
		rows, ok := tableRows(f, raw)
		return shown{rows: rows, kept: !ok}
	}
	switch canon.KindOf(raw) {
	case '"':
		if text := oneBreak(canon.Unquote(raw)); f.Shape != kind.Plot && f.Shape != kind.Number && (!isList(f) || f.Shape == kind.TextOrTexts && strings.TrimSpace(text) == text && !strings.Contains(text, "\n")) {
			return writtenText(f, text)
		}
	case '0':
		switch f.Shape {
		case kind.Number, kind.Quantity:
			return shown{text: strings.Replace(raw, ".", ",", 1), unit: f.Unit}
		case kind.Text, kind.Date, kind.DateTime, kind.TextOrTexts:
			return shown{text: raw}
		}
	case '[':
		if text, ok := writtenList(f.Shape, raw); ok {
			return shown{text: text}
		}
	case '{':
		if f.Shape == kind.Plot { // an outline that came from a file or a map
			return shown{text: raw}
		}
	}
	return shown{kept: true}
}

// isList reports whether a form shows the field as rows of texts.
func isList(f *kind.Field) bool { return f.Shape == kind.Texts || f.Shape == kind.TextOrTexts }

// unitOf returns the unit of a field; "" for none.
func unitOf(f *kind.Field) string {
	if f.Unit != "" {
		return f.Unit
	}
	return f.Measure
}

// writtenText formats a stored text: a day as people write it, a number without the unit shown next
// to the box.
func writtenText(f *kind.Field, text string) shown {
	if f.Shape == kind.Date || f.Shape == kind.DateTime {
		return shown{text: writtenDay(text)}
	}
	unit := unitOf(f)
	if number, ok := strings.CutSuffix(text, unit); ok && unit != "" {
		bare := strings.TrimSuffix(number, " ")
		if _, reading := ptbr.Number(bare); reading == ptbr.Read && withUnit(bare, unit) == text {
			return shown{text: bare, unit: unit}
		}
	}
	return shown{text: text}
}

// withUnit returns a number with its unit, as people write both.
func withUnit(number, unit string) string {
	if unit == "%" {
		return number + unit
	}
	return number + " " + unit
}

// writtenList writes a list of texts one per line, and a plot's flat list of numbers with a
// rectangle in one line, or else one position per line.
func writtenList(shape kind.Shape, raw string) (string, bool) {
	items, simple := simpleItems(raw)
	switch {
	case !simple || len(items) == 0:
		return "", false
	case shape == kind.Texts || shape == kind.TextOrTexts:
		for _, item := range items {
			if strings.TrimSpace(item) != item || item == "" || strings.ContainsAny(item, "\r\n") {
				return "", false
			}
		}
		return strings.Join(items, "\n"), true
	case shape == kind.Plot && !strings.Contains(raw, `"`):
		if len(items) <= 4 || len(items)%2 != 0 {
			return strings.Join(items, ", "), true
		}
		var b strings.Builder
		for i := 0; i < len(items); i += 2 {
			b.WriteString(items[i] + ", " + items[i+1] + "\n")
		}
		return strings.TrimSuffix(b.String(), "\n"), true
	}
	return "", false
}

// oneBreak makes all line breaks the same. Browsers send them in their own form.
func oneBreak(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// wrongs explain why the input cannot be read.
var wrongs = map[string]lang.Text{
	"number": {PT: "não é um número; escreva, por exemplo, 1.234,5", EN: "is not a number; write, for example, 1.234,5 (decimal comma)", ES: "no es un número; escriba, por ejemplo, 1.234,5"},
	"plot":   {PT: "não são coordenadas; escreva números com ponto decimal, uma posição por linha (lon, lat), ou cole um GeoJSON", EN: "are not coordinates; write numbers with a decimal point, one position per line (lon, lat), or paste GeoJSON", ES: "no son coordenadas; escriba números con punto decimal, una posición por línea (lon, lat), o pegue un GeoJSON"},
}

// readField reads what someone typed into a field whose stored value was before; nil for nothing.
// wrong is a key of wrongs, "" if it was read.
func readField(f *kind.Field, typed, before string) (raw []byte, wrong string) {
	text := strings.TrimSpace(oneBreak(typed))
	was := written(f, before)
	switch {
	case text == "" && was.kept:
		return []byte(before), ""
	case text == "":
		return nil, ""
	}
	switch f.Shape {
	case kind.Number, kind.Quantity:
		number := readNumber(f, text)
		if f.Shape == kind.Number && number == "" {
			return nil, "number"
		}
		if number != "" && (f.Shape == kind.Number || canon.KindOf(before) != '"') {
			return []byte(number), ""
		}
	case kind.Plot:
		return readPlot(text)
	case kind.Texts:
		return readLines(f, text, before), ""
	case kind.TextOrTexts:
		if strings.Contains(text, "\n") || canon.KindOf(before) == '[' {
			return readLines(f, text, before), ""
		}
	case kind.Date, kind.DateTime:
		return canon.AppendString(nil, readDay(f, text, before)), ""
	}
	if _, reading := ptbr.Number(text); was.unit != "" && reading == ptbr.Read {
		text = withUnit(text, was.unit)
	}
	return canon.AppendString(nil, formatted(f, chosen(f, text))), ""
}

// chosen returns the known value that a text names, or the text itself.
func chosen(f *kind.Field, text string) string {
	if !f.Choice && !isList(f) {
		return text
	}
	folded := lang.Fold(text)
	for _, value := range f.Values {
		for _, l := range lang.All {
			if folded == lang.Fold(value) || folded == lang.Fold(f.Word(value, l)) {
				return value
			}
		}
	}
	return text
}

// plainNumber is a JSON number in a form we do not write: 1e3, or too long.
var plainNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,59})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?$`)

// numberIn reads a number as people in Brazil write it. A unit may follow it only in a field
// that takes nothing but numbers: others keep it as text.
func numberIn(f *kind.Field, text string) (value float64, converted bool, reading ptbr.Reading) {
	if f.Shape != kind.Number {
		value, reading = ptbr.Number(text)
		return value, false, reading
	}
	return ptbr.NumberIn(f.Unit, text)
}

// readNumber converts a number to JSON; "" if the text is not a number.
func readNumber(f *kind.Field, text string) string {
	if value, _, reading := numberIn(f, text); reading == ptbr.Read {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	if plainNumber.MatchString(text) {
		return text
	}
	return ""
}

// readLines makes a list of lines. An existing item stays unchanged, because it may have been a
// number.
func readLines(f *kind.Field, text, before string) []byte {
	was := map[string]string{}
	canon.Each(before, func(_, value string) bool {
		if items, simple := simpleItems("[" + value + "]"); simple && len(items) == 1 {
			was[items[0]] = value
		}
		return true
	})
	list := []byte{'['}
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		if value, same := was[line]; same {
			list = append(list, value...)
		} else {
			list = canon.AppendString(list, chosen(f, line))
		}
	}
	return append(list, ']')
}

var (
	coordinate   = regexp.MustCompile(`^-?[0-9]{1,3}([.,][0-9]{1,18})?$`)
	jsonNumber   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	leadingZeros = regexp.MustCompile(`^(-?)0+([0-9])`)
)

// readPlot reads bare coordinates. If they are separated by semicolons or spaces, a comma is a
// decimal comma; otherwise it is a separator.
func readPlot(text string) (raw []byte, wrong string) {
	if text[0] == '[' || text[0] == '{' { // pasted from a program, or read from a file
		if canon.Validate([]byte(text)) != nil {
			return nil, "plot"
		}
		return []byte(text), ""
	}
	var parts []string
	if strings.Contains(text, ";") || !strings.Contains(text, ".") && !strings.Contains(text, ", ") {
		parts = strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == ' ' || r == '\n' || r == '\t' })
	} else {
		parts = strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
	}
	list := []byte{'['}
	for i, part := range parts {
		if !coordinate.MatchString(part) {
			return nil, "plot"
		}
		part = leadingZeros.ReplaceAllString(strings.Replace(part, ",", ".", 1), "$1$2")
		if !jsonNumber.MatchString(part) {
			return nil, "plot"
		}
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, part...)
	}
	return append(list, ']'), ""
}
