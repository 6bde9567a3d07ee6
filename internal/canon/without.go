package canon

import "bytes"

// Without returns a valid object without one of its members, or unchanged if it has no such member.
func Without(data []byte, member string) []byte {
	if !bytes.Contains(data, []byte(`"`+member+`"`)) {
		return data
	}
	out := []byte{'{'}
	err := Members(data, func(name string, value Value) error {
		if name == member {
			return nil
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(AppendString(out, name), ':'), value...)
		return nil
	})
	if err != nil {
		return data
	}
	return append(out, '}')
}
