package facts

import (
	"bytes"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lot"
)

// payload iterates over the members of a payload. Values are valid until the next step. A payload
// that is not a JSON object has no members; a truncated one has those before the end.
type payload struct {
	dec   *canon.Decoder
	data  []byte
	name  []byte
	value []byte
}

func (p *payload) open() bool {
	token, err := p.dec.ReadToken()
	return err == nil && token.Kind() == '{'
}

// next goes to the next member. No field has a name with escapes.
func (p *payload) next() bool {
	if kind := p.dec.PeekKind(); kind != '"' {
		return false
	}
	name, err := p.dec.ReadValue()
	if err != nil {
		return false
	}
	end := int(p.dec.InputOffset())
	p.name = p.data[end-len(name)+1 : end-1]
	value, err := p.dec.ReadValue()
	if err != nil {
		return false
	}
	end = int(p.dec.InputOffset())
	p.value = p.data[end-len(value) : end]
	return true
}

// text returns the value as a text; "" if it is neither a text nor a number.
func (p *payload) text() string { return textOf(p.value) }

// brief returns the text if it has at most that many bytes. Anything longer is prose, from which no
// single value can be read.
func (p *payload) brief(most int) (text string, ok bool) {
	if len(p.value) > most+2 {
		return "", false
	}
	return p.text(), true
}

// The maximum lengths of texts, by what is read from them.
const (
	briefDate   = 120
	briefMass   = 300
	briefPhrase = 600
	briefList   = 3_000
)

// days reads a day.
func (p *payload) days() Days {
	if text, ok := p.brief(briefDate); ok {
		return readDays(text)
	}
	return UnknownDays
}

// mass reads a mass.
func (p *payload) mass() lot.Mass {
	if text, ok := p.brief(briefMass); ok {
		return lot.ReadMass(text)
	}
	return lot.Mass{State: lot.Unclear}
}

func textOf(value []byte) string {
	switch c := value[0]; {
	case c != '"':
		if c == '-' || c >= '0' && c <= '9' {
			return string(value)
		}
		return ""
	case bytes.IndexByte(value, '\\') >= 0:
		s, _ := canon.String(value)
		return s
	}
	return string(value[1 : len(value)-1])
}

// joined returns a text, or the texts of a list as one, a comma after each; "" for
// more than so many bytes.
func (p *payload) joined(most int) string {
	if len(p.value) > most {
		return ""
	}
	if p.value[0] != '[' {
		return p.text()
	}
	var all []byte
	p.each(func(s string) { all = append(append(all, s...), ", "...) })
	return string(all)
}

// each calls fn with the text, or with every text of a list.
func (p *payload) each(fn func(string)) {
	if p.value[0] != '[' {
		if s := p.text(); s != "" {
			fn(s)
		}
		return
	}
	for v := p.value[1:]; len(v) > 0; {
		end := elementEnd(v)
		if s := bytes.Trim(v[:end], " \t\r\n"); len(s) > 0 {
			if s := textOf(s); s != "" {
				fn(s)
			}
		}
		v = v[end+1:]
	}
}

// elementEnd finds where an element of a list ends: at the comma or the bracket
// after it. The list is valid JSON.
func elementEnd(v []byte) int {
	depth := 0
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '"':
			for i++; v[i] != '"'; i++ {
				if v[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
		case ',':
			if depth == 0 {
				return i
			}
		case ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(v) - 1
}

// number returns the value if it is a JSON number.
func (p *payload) number() (float64, bool) {
	if c := p.value[0]; c != '-' && (c < '0' || c > '9') {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(p.value), 64)
	return v, err == nil
}
