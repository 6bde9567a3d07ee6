package letters

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Lexicon finds the phrases of a table in a text by their first word. It is a hash table with open
// addressing, at most half full. A map would hash each word again, although folding has already
// done so.
type Lexicon[T any] struct {
	slots []slot[T] // a power of two
}

type slot[T any] struct {
	first   string // "" when it is free
	phrases []phrase[T]
}

type phrase[T any] struct {
	rest  []string // the words after the first
	value T
}

// NewLexicon builds a lexicon of spellings, folded, their words separated by
// single spaces. The longest phrase comes first.
func NewLexicon[T any](values map[string]T) Lexicon[T] {
	phrases := map[string][]phrase[T]{}
	for spelling, value := range values {
		words := strings.Split(spelling, " ")
		phrases[words[0]] = append(phrases[words[0]], phrase[T]{words[1:], value})
	}
	size := 4
	for size < 2*len(phrases) {
		size *= 2
	}
	l := Lexicon[T]{make([]slot[T], size)}
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

func (l Lexicon[T]) slot(hash uint32) *slot[T] { return &l.slots[hash&uint32(len(l.slots)-1)] }

// Match finds the longest phrase that starts with a word of the text, and returns where it ends.
func (l Lexicon[T]) Match(s string, w *Word) (value T, end int, ok bool) {
	if w.N == 0 {
		return value, w.End, false
	}
	for hash := w.hash; ; hash++ {
		at := l.slot(hash)
		if at.first == "" {
			return value, w.End, false
		}
		if at.first != string(w.Text()) {
			continue
		}
		for i := range at.phrases {
			if end, ok := follow(s, w.End, at.phrases[i].rest); ok {
				return at.phrases[i].value, end, true
			}
		}
		return value, w.End, false
	}
}

// Find returns the first phrase in a text, and where it ends.
func (l Lexicon[T]) Find(s string) (value T, end int, ok bool) {
	var w Word
	for i := 0; i < len(s); {
		if _, size := FoldAt(s, i); size == 0 {
			i++
			continue
		}
		w.Read(s, i)
		if value, i, ok = l.Match(s, &w); ok {
			return value, i, true
		}
	}
	return value, len(s), false
}

// follow reports whether words come next in the text, with nothing but spaces and
// the marks of compounds and abbreviations between them.
func follow(s string, i int, words []string) (end int, ok bool) {
	if len(words) == 0 {
		return i, true
	}
	var w Word
	for _, want := range words {
		gap := i
		for ; i < len(s) && i-gap <= MaxGap; i++ {
			if b := s[i]; b == ' ' || b == '-' || b == '_' || b == '.' || b == '&' {
				continue
			}
			space := SpaceAt(s, i)
			if space == 0 || s[i] == '\n' {
				break
			}
			i += space - 1
		}
		if i == gap || i >= len(s) {
			return 0, false
		}
		if w.Read(s, i); string(w.Text()) != want {
			return 0, false
		}
		i = w.End
	}
	return i, true
}

// EachSpelling calls take with each spelling in a row of a table.
func EachSpelling(spellings string, take func(string)) {
	for s := range strings.SplitSeq(spellings, "|") {
		if s != "" {
			take(s)
		}
	}
}

// Set returns a set of the spellings in a row, WordSet one of words separated by spaces.
func Set(spellings string) map[string]bool {
	all := map[string]bool{}
	EachSpelling(spellings, func(s string) { all[s] = true })
	return all
}

func WordSet(words string) map[string]bool { return Set(strings.ReplaceAll(words, " ", "|")) }
