package lot

import (
	"strings"
	"unicode/utf8"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
)

// EachName calls fn with every lot named in a text that should contain only lots: one code, or
// several separated by commas, semicolons, plus signs, bars, tabs, ampersands, spaced slashes or
// "e", in quotes or brackets, with or without their amounts; or a merge (see ReadMerge), the whole
// before its parts. Names are passed as written; those with equal Fold are the same lot.
func EachName(text string, fn func(name string)) {
	if IsCode(text) {
		fn(text)
		return
	}
	if m, ok := ReadMerge(text); ok {
		fn(m.Whole)
		for _, p := range m.Parts {
			fn(p.Name)
		}
		return
	}
	for _, name := range lotlist.Split(plain(text)) {
		readSegment(name, fn, nil)
	}
}

// hasStop reports whether a code ends with a full stop. By the rule it belongs to the name, but
// more likely it ends a sentence.
func hasStop(code string) bool { return strings.HasSuffix(code, ".") && IsCode(code) }

// EachDoubt calls fn with every part of such a text whose reading is uncertain: words next to the
// codes, several codes separated only by spaces, words without any code, words that say that there
// is no lot, numbers that may be decimal, overlong texts, a full stop after a code, letters of
// other scripts, and every entry with codes that do not name a lot (see EachSuspect).
func EachDoubt(text string, fn func(part string)) {
	if IsCode(text) {
		if isSeries(text) || hasStop(text) {
			fn(text)
		}
		return
	}
	if _, ok := ReadMerge(text); ok && !hasStrange(plain(text)) {
		return
	}
	text = plain(text)
	if text := strings.TrimSpace(text); IsNone(text) || lotlist.MayBeDecimal(text) {
		fn(text)
		return
	}
	names := lotlist.Split(text)
	for _, name := range names {
		if len(names) > 1 && isAmount(name) {
			continue // A-1, 36 t
		}
		doubts := 0
		readSegment(name, func(string) {}, func(part string) {
			doubts++
			fn(part)
		})
		if doubts == 0 && (hasStrange(name) || hasUnnamed(name) || hasStop(name)) {
			fn(strings.TrimSpace(name))
		}
	}
}

// EachMentioned calls fn with the codes that follow the word "lote" or "lotes" in a text about
// other things: "padronizada, lote MT25-S-001; sem mistura de lotes" names one. many reports
// whether the word was "lotes".
func EachMentioned(text string, fn func(code string, many bool)) {
	for rest := plain(text); ; {
		at, many := indexLot(rest)
		if at < 0 {
			return
		}
		rest = rest[at:]
		for {
			word, after := cutWord(rest)
			if word == "" || !IsCode(word) && !isJoint(word) {
				break
			}
			if IsCode(word) {
				fn(word, many)
			}
			rest = after
		}
	}
}

// indexLot finds the end of the word "lote" or "lotes".
func indexLot(s string) (end int, many bool) {
	for i := 0; i+4 <= len(s); i++ {
		if s[i]|0x20 != 'l' || !strings.EqualFold(s[i:i+4], "lote") || i > 0 && isLetter(s[i-1]) {
			continue
		}
		end, many := i+4, false
		if end < len(s) && s[end]|0x20 == 's' {
			end++
			many = true
		}
		if end == len(s) || !isLetter(s[end]) && (s[end] < '0' || s[end] > '9') && s[end] != '-' {
			return end, many
		}
	}
	return -1, false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

// cutWord cuts the first word off a text, without the marks around it.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " ,:;()\t\n")
	end := strings.IndexAny(s, " ,:;()\t\n")
	if end < 0 {
		end = len(s)
	}
	return strings.TrimRight(s[:end], "."), s[end:]
}

// isJoint reports whether a word may come between the codes of a list.
func isJoint(word string) bool {
	switch strings.ToLower(word) {
	case "e", "+", "nº", "n°", "n.º", "n.°", "no", "n", "de", "do", "dos":
		return true
	}
	return false
}

// Part is a part of a blend.
type Part struct {
	Name  string // as written
	Value float64
	// Share: Value is percent, not kg. Known: its unit has a mass, or it is a share.
	Share, Known bool
}

// Blend reads all parts of a blend; none if any cannot be read.
func Blend(text string) ([]Part, ptbr.Reading) {
	if longer(text, maxText) {
		return nil, ptbr.Unreadable
	}
	found, reading := lotlist.Blend(plain(text))
	if reading != ptbr.Read && reading != ptbr.Bare {
		return nil, reading
	}
	parts := make([]Part, len(found))
	for i, f := range found {
		if Fold(f.Lot) == "" {
			return nil, ptbr.Unreadable
		}
		parts[i] = Part{Name: f.Lot, Value: f.Value}
		if f.Unit != nil {
			parts[i].Share = f.Unit.Dimension == ptbr.Shares
			parts[i].Known = parts[i].Share || f.Unit.Factor > 0
			if !parts[i].Share {
				parts[i].Value *= f.Unit.Factor
			}
		}
	}
	return parts, reading
}

// longer reports whether a text is longer than allowed. It counts characters, as the interface
// does, and not bytes.
func longer(text string, most int) bool {
	return len(text) > most && utf8.RuneCountInString(text) > most
}
