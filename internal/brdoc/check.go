package brdoc

import "strings"

// Check checks a value against a type, in any punctuation. A value unlike the type is invalid
// because of its length or its characters.
func Check(t Type, value string, year int) ID {
	id := ID{Type: t, Value: strings.TrimSpace(value), End: len(value)}
	if t == 0 || t >= typeCount || len(value) > 4*maxChars {
		id.Reason = Length
		return id
	}
	v, clean := characters(t, id.Value)
	switch reason := rows[t].check(v, year); {
	case !clean:
		id.Reason = Charset
		return id
	case reason == alien:
		id.Reason = Charset
	case reason == 0 && Keys.Has(t) && !ofModel(t, &v):
		id.Reason = Model
	default:
		id.Reason = reason
	}
	id.Valid = id.Reason == 0
	w := written(t, &v)
	id.Value = string(w.bytes())
	return id
}

func ofModel(t Type, v *chars) bool {
	is, _ := keyType(v.bytes())
	return is == t
}

// characters removes the punctuation from a value; false if there is unusual punctuation, or if the
// value is too long.
func characters(t Type, value string) (v chars, clean bool) {
	if rows[t].raw {
		v.addRaw(value)
		return v, len(value) <= maxChars
	}
	if t == IMO && len(value) > 3 && strings.EqualFold(value[:3], "IMO") {
		value = value[3:]
	}
	if t == ICO {
		parts := strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '/' || r == ' ' })
		for i, p := range parts {
			v.addICO(i, p)
		}
		return v, len(parts) == 3 && v.n < maxChars
	}
	size := 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case is(c, alnum):
			v.addUpper(value[i : i+1])
			size++
		case c != '.' && c != '-' && c != '/' && c != ' ':
			return v, false
		}
	}
	return v, size <= maxChars
}

// addICO adds one of the three parts of a coffee mark: the country in three
// digits, a slash before the others.
func (v *chars) addICO(i int, part string) {
	if i > 0 {
		v.add('/')
	} else {
		for range 3 - len(part) {
			v.add('0')
		}
	}
	v.addUpper(part)
}
