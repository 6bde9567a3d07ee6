package ptbr

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// lexicon finds the phrases of a table in a text by their first word. It is a
// hash table with open addressing, at most half full: a map would hash each word
// once more than folding already has.
type lexicon[T any] struct {
	slots []slot[T] // a power of two of them
}

type slot[T any] struct {
	first   string // "" when it is free
	phrases []phrase[T]
}

type phrase[T any] struct {
	rest  []string // the words after the first
	value T
}

// newLexicon builds a lexicon of spellings, folded, their words separated by
// single spaces. The longest phrase comes first.
func newLexicon[T any](values map[string]T) lexicon[T] {
	phrases := map[string][]phrase[T]{}
	for spelling, value := range values {
		words := strings.Split(spelling, " ")
		phrases[words[0]] = append(phrases[words[0]], phrase[T]{words[1:], value})
	}
	size := 4
	for size < 2*len(phrases) {
		size *= 2
	}
	l := lexicon[T]{make([]slot[T], size)}
	for _, first := range slices.Sorted(maps.Keys(phrases)) {
		all := phrases[first]
		slices.SortFunc(all, func(a, b phrase[T]) int {
			return cmp.Or(len(b.rest)-len(a.rest), slices.Compare(a.rest, b.rest))
		})
		hash := hashSeed
		for _, b := range []byte(first) {
			hash = hashByte(hash, b)
		}
		for l.slot(hash).first != "" {
			hash++
		}
		*l.slot(hash) = slot[T]{first, all}
	}
	return l
}

func (l lexicon[T]) slot(hash uint32) *slot[T] { return &l.slots[hash&uint32(len(l.slots)-1)] }

// match finds the longest phrase that starts with a word of the text, and says
// where it ends.
func (l lexicon[T]) match(s string, w *word) (value T, end int, ok bool) {
	if w.n == 0 {
		return value, w.end, false
	}
	for hash := w.hash; ; hash++ {
		at := l.slot(hash)
		if at.first == "" {
			return value, w.end, false
		}
		if at.first != string(w.text()) {
			continue
		}
		for i := range at.phrases {
			if end, ok := follow(s, w.end, at.phrases[i].rest); ok {
				return at.phrases[i].value, end, true
			}
		}
		return value, w.end, false
	}
}

// follow tells whether words come next in the text, with nothing but spaces and
// the marks of compounds and abbreviations between them.
func follow(s string, i int, words []string) (end int, ok bool) {
	if len(words) == 0 {
		return i, true
	}
	var w word
	for _, want := range words {
		gap := i
		for ; i < len(s) && i-gap <= maxGap; i++ {
			if b := s[i]; b == ' ' || b == '-' || b == '_' || b == '.' || b == '&' {
				continue
			}
			space := spaceAt(s, i)
			if space == 0 || s[i] == '\n' {
				break
			}
			i += space - 1
		}
		if i == gap || i >= len(s) {
			return 0, false
		}
		if w.read(s, i); string(w.text()) != want {
			return 0, false
		}
		i = w.end
	}
	return i, true
}

// spelt calls back with each spelling of a row of a table.
func spelt(spellings string, take func(string)) {
	for s := range strings.SplitSeq(spellings, "|") {
		if s != "" {
			take(s)
		}
	}
}

// set holds the spellings of a row, wordSet words separated by spaces.
func set(spellings string) map[string]bool {
	all := map[string]bool{}
	spelt(spellings, func(s string) { all[s] = true })
	return all
}

func wordSet(words string) map[string]bool { return set(strings.ReplaceAll(words, " ", "|")) }
