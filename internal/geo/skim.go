package geo

import (
	"bytes"
	"encoding/json"
)

// These functions process valid JSON text without making values of it.

// members calls do for each member of an object, and not at all for anything else.
func members(raw []byte, do func(name string, value []byte)) {
	i := skipSpace(raw, 0)
	if i >= len(raw) || raw[i] != '{' {
		return
	}
	for i = skipSpace(raw, i+1); raw[i] == '"'; {
		end := endOfString(raw, i)
		name := text(raw[i:end])
		i = skipSpace(raw, skipSpace(raw, end)+1) // the colon
		end = skipValue(raw, i)
		do(name, raw[i:end])
		if i = skipSpace(raw, end); raw[i] == ',' {
			i = skipSpace(raw, i+1)
		}
	}
}

// text returns the content of a JSON string, and "" for anything else.
func text(value []byte) (s string) {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1])
	}
	_ = json.Unmarshal(value, &s)
	return s
}

func skipSpace(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns where the value that starts at i ends, in valid JSON text.
func skipValue(raw []byte, i int) int {
	for open := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = endOfString(raw, i) - 1
		case '[', '{':
			open++
		case ']', '}':
			if open == 0 {
				return i
			}
			open--
		case ',', ' ', '\n', '\t', '\r', ':':
			if open == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if open == 0 {
			return i + 1
		}
	}
	return i
}

func isNull(value []byte) bool { return string(value) == "null" }

func isEmpty(list []byte) bool {
	return len(list) > 1 && list[0] == '[' && list[skipSpace(list, 1)] == ']'
}

// depth returns how deep the lists and objects of a valid JSON text are nested.
func depth(raw []byte) (deepest int) {
	now := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '[', '{':
			now++
			deepest = max(deepest, now)
		case ']', '}':
			now--
		case '"':
			i = endOfString(raw, i) - 1
		}
	}
	return deepest
}

// endOfString returns where the string that starts at i ends, its quote included.
func endOfString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		next := bytes.IndexAny(raw[i:], `"\`)
		if next < 0 {
			break
		}
		if i += next; raw[i] == '"' {
			return i + 1
		}
		i++ // the character after a backslash
	}
	return len(raw)
}
