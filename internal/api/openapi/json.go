package openapi

import (
	"slices"

	"rastro/internal/canon"
)

// object is a JSON object whose members keep the order in which they are
// written: a document is read by people too.
type object []member

type member struct {
	name  string
	value any
}

// text returns the text in a member; "" if there is none.
func (o object) text(name string) string {
	for _, m := range o {
		if m.name == name {
			text, _ := m.value.(string)
			return text
		}
	}
	return ""
}

// list is a JSON list.
type list []any

// listOf returns a list of texts as a document's list.
func listOf(texts []string) list {
	list := make(list, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// encode writes a document. It encodes objects and lists itself, and only leaf values with the
// library: with an encoder that calls back, every level would be read again.
func encode(dst []byte, v any) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = canon.AppendString(dst, m.name)
			dst = append(dst, ':')
			if dst, err = encode(dst, m.value); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	case list:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = encode(dst, item); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	}
	plain, err := canon.Marshal(v)
	return append(dst, plain...), err
}

// get returns a member's value, nil if there is none.
func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// set returns the object with a member replaced or added.
func (o object) set(name string, value any) object {
	out := make(object, 0, len(o)+1)
	found := false
	for _, m := range o {
		if m.name == name {
			m.value, found = value, true
		}
		out = append(out, m)
	}
	if !found {
		out = append(out, member{name, value})
	}
	return out
}

// drop returns the object without some members.
func (o object) drop(names ...string) object {
	out := make(object, 0, len(o))
next:
	for _, m := range o {
		for _, name := range names {
			if m.name == name {
				continue next
			}
		}
		out = append(out, m)
	}
	return out
}

// downgrade converts a 3.1 document to 3.0: a list of types becomes nullable and anyOf, a constant
// becomes an enumeration with one value, and what 3.0 lacks is left out.
func downgrade(v any) any {
	switch v := v.(type) {
	case list:
		out := make(list, len(v))
		for i, item := range v {
			out[i] = downgrade(item)
		}
		return out
	case object:
		out := make(object, 0, len(v))
		for _, m := range v {
			switch m.name {
			case "summary":
				if v.get("operationId") == nil {
					continue // info.summary is new in 3.1
				}
			case "const":
				m = member{"enum", list{m.value}}
			case "examples":
				if list, ok := m.value.(list); ok && len(list) > 0 {
					m = member{"example", list[0]}
				}
			}
			m.value = downgrade(m.value)
			out = append(out, m)
		}
		if types, ok := v.get("type").(list); ok {
			return nullable(out.drop("type"), types)
		}
		if choices, ok := out.get("anyOf").(list); ok {
			return out.set("anyOf", withoutNull(choices))
		}
		return out
	}
	return v
}

func nullable(schema object, types list) object {
	var kept []any
	null := false
	for _, t := range types {
		if t == "null" {
			null = true
		} else {
			kept = append(kept, t)
		}
	}
	typed := func(t any, on object) object {
		out := append(object{{"type", t}}, on...)
		if null {
			out = append(out, member{"nullable", true})
		}
		return out
	}
	if len(kept) == 1 {
		return typed(kept[0], schema)
	}
	var choices list
	for _, t := range kept {
		choices = append(choices, typed(t, nil))
	}
	return append(schema, member{"anyOf", choices})
}

// withoutNull turns the choice of null into a nullable first choice.
func withoutNull(choices list) list {
	var kept list
	for _, c := range choices {
		if c.(object).get("type") != "null" {
			kept = append(kept, c)
		}
	}
	if len(kept) < len(choices) {
		kept[0] = append(slices.Clip(kept[0].(object)), member{"nullable", true})
	}
	return kept
}
