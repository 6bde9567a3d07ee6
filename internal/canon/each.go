package canon

import "strings"

// Each calls fn for every member of an object or item of a list, in order, until it returns false.
// An item has no name. The document must have been validated with Validate: Each is for code that
// reads it repeatedly, so it allocates nothing and checks nothing. Other values have no members,
// and in a malformed document the iteration just ends.
func Each(data string, fn func(name, value string) bool) {
	EachAt(data, func(name string, from, to int) bool { return fn(name, data[from:to]) })
}

// EachAt is Each with the place of each value in the document.
func EachAt(data string, fn func(name string, from, to int) bool) {
	i := skipSpace(data, 0)
	if i == len(data) || data[i] != '{' && data[i] != '[' {
		return
	}
	named := data[i] == '{'
	for i = skipSpace(data, i+1); i < len(data) && data[i] != '}' && data[i] != ']'; i = skipSpace(data, i) {
		name := ""
		if named {
			end := valueEnd(data, i)
			name = Unquote(data[i:end])
			if i = skipSpace(data, end); i == len(data) || data[i] != ':' {
				return
			}
			i = skipSpace(data, i+1)
		}
		end := valueEnd(data, i)
		if end == i || !fn(name, i, end) {
			return
		}
		if i = skipSpace(data, end); i < len(data) && data[i] == ',' {
			i++
		}
	}
}

// Unquote returns the content of a JSON text, "" for any other value.
func Unquote(value string) string {
	switch {
	case len(value) < 2 || value[0] != '"':
		return ""
	case strings.IndexByte(value, '\\') < 0:
		return value[1 : len(value)-1]
	}
	text, _ := String(Value(value))
	return text
}

// KindOf returns the kind of a value of Each: n, t, f, ", 0, { or [.
func KindOf(value string) Kind {
	switch {
	case value == "":
		return 0
	case value[0] == '-' || value[0] >= '0' && value[0] <= '9':
		return '0'
	}
	return Kind(value[0])
}

func skipSpace(data string, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// valueEnd returns where the value that starts at i ends, i if none does.
func valueEnd(data string, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			i = textEnd(data, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			for i < len(data) && !ends[data[i]] {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// ends are the bytes that end a number or a word.
var ends = [256]bool{',': true, ':': true, ']': true, '}': true, '[': true, '{': true, '"': true, ' ': true, '\n': true, '\t': true, '\r': true}

// textEnd returns where the text that starts at i ends.
func textEnd(data string, i int) int {
	for {
		next := strings.IndexByte(data[i+1:], '"')
		if next < 0 {
			return len(data)
		}
		end := i + 1 + next
		escapes := 0
		for data[end-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return end + 1
		}
		i = end
	}
}
