package remote

import "strings"

// forwardedFor reads X-Forwarded-For, the oldest hop first. Several lines form one list. Only the
// last hops are kept, because nobody needs earlier ones.
func forwardedFor(lines []string) []hop {
	var hops []hop
	for _, line := range lines {
		for node := range strings.SplitSeq(line, ",") {
			hops = keep(hops, hop{node: strings.TrimSpace(node)})
		}
	}
	return hops
}

// forwarded reads Forwarded (RFC 7239), the oldest hop first. An unreadable line becomes a hop
// without a node, because it may hide anything.
func forwarded(lines []string) []hop {
	var hops []hop
	for _, line := range lines {
		for line != "" {
			var one hop
			var ok bool
			if one, line, ok = element(line); !ok {
				return append(hops, hop{})
			}
			hops = keep(hops, one)
		}
	}
	return hops
}

// keep adds a hop and drops those that are too far away to matter.
func keep(hops []hop, one hop) []hop {
	if len(hops) == 2*maxHops {
		hops = hops[:copy(hops, hops[maxHops:])]
	}
	return append(hops, one)
}

// element reads the pairs of one hop, up to a comma or the end.
func element(line string) (one hop, rest string, ok bool) {
	for {
		var name, value string
		line = strings.TrimLeft(line, " \t")
		end := strings.IndexAny(line, "=,;")
		if end < 0 {
			return one, "", line == ""
		}
		if line[end] == '=' {
			name = line[:end]
			if value, line, ok = pairValue(line[end+1:]); !ok {
				return hop{}, "", false
			}
			switch {
			case strings.EqualFold(name, "for") && one.node == "":
				one.node = value
			case strings.EqualFold(name, "proto") && one.proto == "":
				one.proto = strings.ToLower(value)
			case strings.EqualFold(name, "for"), strings.EqualFold(name, "proto"):
				return hop{}, "", false // given twice: which one is right is unknown
			}
		} else if end > 0 {
			return hop{}, "", false // a word without a value
		}
		if line == "" {
			return one, "", true
		}
		separator := line[0]
		line = line[1:]
		if separator == ',' {
			return one, line, true
		}
	}
}

// pairValue reads the value of a pair, a token or a quoted string, and returns the rest: nothing,
// or a text that begins with a comma or a semicolon.
func pairValue(text string) (value, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, ",;")
		if end < 0 {
			end = len(text)
		}
		value = strings.TrimRight(text[:end], " \t")
		return value, text[end:], value != "" && !strings.ContainsAny(value, "\" \t")
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case c == '"':
			rest = strings.TrimLeft(text[i+1:], " \t")
			return b.String(), rest, rest == "" || rest[0] == ',' || rest[0] == ';'
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
