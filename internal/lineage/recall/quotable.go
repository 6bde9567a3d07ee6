package recall

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/lang"
)

// quotable is what sentences may quote of a record. Texts and sentences are compared in
// the form of lang.FoldQuote, so that another spelling does not outlive an erasure.
type quotable struct {
	texts      []string // folded
	particular []string // those of them that identify a record outside its harvest
	numbers    []string // the digits of those that are long numbers
}

// minNumber is how many digits a number has that is the same with and without its points:
// a CPF, a CNPJ, a telephone. What is shorter may be an amount.
const minNumber = 8

// minIdentifying is how many bytes of a folded text can identify a record outside its
// harvest.
const minIdentifying = 6

// newQuotable folds texts.
func newQuotable(texts []string) *quotable {
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = lang.FoldQuote(text)
	}
	slices.Sort(folded)
	q := &quotable{}
	for _, text := range slices.Compact(folded) {
		if len(text) < minQuoted {
			continue
		}
		q.texts = append(q.texts, text)
		if isParticular(text) {
			q.particular = append(q.particular, text)
		}
		if number := unpointed.Replace(text); len(number) >= minNumber && strings.Trim(number, "0123456789") == "" {
			q.numbers = append(q.numbers, number)
		}
	}
	return q
}

// unpointed takes out what people write between the digits of a number.
var unpointed = strings.NewReplacer(".", "", "-", "", "/", "")

// numberIn reports whether a folded sentence has one of the numbers, with or without points.
func (q *quotable) numberIn(sentence string) bool {
	if len(q.numbers) == 0 {
		return false
	}
	sentence = unpointed.Replace(sentence)
	return slices.ContainsFunc(q.numbers, func(number string) bool { return hasWords(sentence, number) })
}

// isParticular reports whether a folded text is particular to a record: it has several
// words, or a digit. One plain word (SOJA, colheita) is anybody's, and must not cost the
// reports of others their reason.
func isParticular(text string) bool {
	return len(text) >= minIdentifying && strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || unicode.IsDigit(r) })
}

// in reports whether a sentence has one of the texts in it, however it is spelled.
func (q *quotable) in(sentence string) bool {
	sentence = lang.FoldQuote(sentence)
	return slices.ContainsFunc(q.texts, func(text string) bool { return strings.Contains(sentence, text) }) || q.numberIn(sentence)
}

// identifiedBy reports whether a sentence has one of the texts in it that are particular
// to a record, as whole words.
func (q *quotable) identifiedBy(sentence string) bool {
	sentence = lang.FoldQuote(sentence)
	return slices.ContainsFunc(q.particular, func(text string) bool { return hasWords(sentence, text) }) || q.numberIn(sentence)
}

// hasWords reports whether a sentence has a text in it that neither begins nor ends
// within a word.
func hasWords(sentence, text string) bool {
	for from := 0; ; {
		at := strings.Index(sentence[from:], text)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(sentence[:at])
		after, _ := utf8.DecodeRuneInString(sentence[at+len(text):])
		if !isWord(before) && !isWord(after) {
			return true
		}
		from = at + 1
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
