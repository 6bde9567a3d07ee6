package rastro

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// encoding/json takes the last of two members of one name, and names in any case. In a proof a
// person could then read one document while another is checked.

// inner returns the proof in an answer of the interface, or the proof itself, if there is one way
// to read it.
func inner(text []byte) ([]byte, error) {
	known := []string{"documento", "sal", "hash", "indice", "prova", "checkpoint", "revelados"}
	members, err := object(text, append(known, "data")...)
	if err != nil {
		return nil, err
	}
	if data, ok := members["data"]; ok {
		for _, name := range known {
			if _, ok := members[name]; ok {
				return nil, fmt.Errorf("%q is beside the data", name)
			}
		}
		text = data
		if members, err = object(text, known...); err != nil {
			return nil, err
		}
	}
	var revealed []json.RawMessage
	if list, ok := members["revelados"]; ok {
		if err := json.Unmarshal(list, &revealed); err != nil {
			return nil, err
		}
	}
	for _, part := range revealed {
		if _, err := object(part, "sal", "detalhes"); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// object reads the members of an object. It refuses names that are there twice, at any depth, and
// those that differ from a known one only in case.
func object(text []byte, known ...string) (map[string]json.RawMessage, error) {
	if err := once(json.NewDecoder(bytes.NewReader(text))); err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	for name := range members {
		if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 && known[i] != name {
			return nil, fmt.Errorf("%q looks like %q", name, known[i])
		}
	}
	return members, nil
}

// once reads a value, and fails if an object in it has a name twice.
func once(d *json.Decoder) error {
	var open []map[string]bool // the names of each object that has begun; nil for a list
	name := false              // the next token is a name
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		inside := len(open) - 1
		switch text, isText := token.(string); {
		case token == json.Delim('{'):
			open = append(open, map[string]bool{})
		case token == json.Delim('['):
			open = append(open, nil)
		case token == json.Delim('}'), token == json.Delim(']'):
			open = open[:inside]
		case isText && name:
			if open[inside][text] {
				return fmt.Errorf("%q is there twice", text)
			}
			open[inside][text], name = true, false
			continue
		}
		if len(open) == 0 {
			return nil
		}
		name = open[len(open)-1] != nil
	}
}
