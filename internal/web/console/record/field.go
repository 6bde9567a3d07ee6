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

// manner is how a value appears in its field of a form.
type manner uint8

const (
	asShape manner = iota // as people write the field's shape
	asJSON                // as JSON: no other way would give it back
	kept                  // not at all: it is too large, and stays unless another is given
)

// maxFormValue bounds a value that a form shows.
const maxFormValue = 32 << 10

// written is a stored value as its field of the form shows it. The way back is
// readField; a text that was not touched is not read at all (see draft.build), so
// that no value is changed by being looked at.
func written(f *kind.Field, raw string) (string, manner) {
	how := asShape
	if f.Shape == kind.Objects {
		how = asJSON
	}
	switch {
	case raw == "" || raw == "null":
		return "", how
	case len(raw) > maxFormValue:
		return "", kept
	}
	switch canon.KindOf(raw) {
	case '"':
		text := oneBreak(canon.Unquote(raw))
		switch f.Shape {
		case kind.Text, kind.Date, kind.DateTime, kind.Quantity:
			return text, asShape
		case kind.TextOrTexts:
			if !strings.Contains(text, "\n") {
				return text, asShape
			}
		}
	case '0':
		switch f.Shape {
		case kind.Number, kind.Quantity:
			return strings.Replace(raw, ".", ",", 1), asShape
		case kind.Text, kind.Date, kind.DateTime, kind.TextOrTexts:
			return raw, asShape
		}
	case '[':
		if text, ok := writtenList(f.Shape, raw); ok {
			return text, asShape
		}
	}
	pretty := canon.Value(raw)
	if err := pretty.Indent(); err != nil {
		return raw, asJSON
	}
	return string(pretty), asJSON
}

// writtenList writes a list of texts one a line, and a plot's flat list of
// numbers: a rectangle in one line, else a position a line.
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

// oneBreak writes line breaks in one way. Browsers send them in theirs.
func oneBreak(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// wrongs say why what was typed cannot be read.
var wrongs = map[string]lang.Text{
	"number": {PT: "não é um número; escreva, por exemplo, 1.234,5", EN: "is not a number; write, for example, 1.234,5 (decimal comma)", ES: "no es un número; escriba, por ejemplo, 1.234,5"},
	"json":   {PT: "não é JSON válido; confira aspas, vírgulas e colchetes", EN: "is not valid JSON; check quotes, commas and brackets", ES: "no es JSON válido; revise comillas, comas y corchetes"},
	"plot":   {PT: "não são coordenadas; escreva números com ponto decimal, uma posição por linha (lon, lat), ou cole um GeoJSON", EN: "are not coordinates; write numbers with a decimal point, one position per line (lon, lat), or paste GeoJSON", ES: "no son coordenadas; escriba números con punto decimal, una posición por línea (lon, lat), o pegue un GeoJSON"},
}

// readField reads what someone typed into a field, where the stored value was
// before; nil for nothing. wrong is a key of wrongs, "" if it was read.
func readField(f *kind.Field, typed, before string, how manner) (raw []byte, wrong string) {
	text := strings.TrimSpace(oneBreak(typed))
	switch {
	case text == "" && how == kept:
		return []byte(before), ""
	case text == "":
		return nil, ""
	case how == asJSON || f.Shape == kind.Plot && (text[0] == '[' || text[0] == '{'):
		if canon.Validate([]byte(text)) != nil {
			return nil, "json"
		}
		return []byte(text), ""
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
		return readLines(text, before), ""
	case kind.TextOrTexts:
		if strings.Contains(text, "\n") || canon.KindOf(before) == '[' {
			return readLines(text, before), ""
		}
	}
	return canon.AppendString(nil, text), ""
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

// readNumber is a number as JSON writes it, "" if the text is not one.
func readNumber(f *kind.Field, text string) string {
	if value, _, reading := numberIn(f, text); reading == ptbr.Read {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	if plainNumber.MatchString(text) {
		return text
	}
	return ""
}

// readLines makes a list of lines. An item that was there before stays as it was:
// it may have been a number.
func readLines(text, before string) []byte {
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
			list = canon.AppendString(list, line)
		}
	}
	return append(list, ']')
}

var (
	coordinate   = regexp.MustCompile(`^-?[0-9]{1,3}([.,][0-9]{1,18})?$`)
	jsonNumber   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)
	leadingZeros = regexp.MustCompile(`^(-?)0+([0-9])`)
)

// readPlot reads coordinates with nothing around them. With semicolons or spaces
// between them a comma is a decimal comma; otherwise it is between two of them.
func readPlot(text string) (raw []byte, wrong string) {
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
