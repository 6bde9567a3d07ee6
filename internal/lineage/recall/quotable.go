package recall

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rastro/internal/lang"
)

// quotable is what sentences may quote from a record. Texts and sentences are compared in the form
// of lang.FoldQuote, so that another spelling does not outlive an erasure.
type quotable struct {
	texts      []string // folded
	particular []string // of those, the texts that identify a record even outside its harvest
	// What in the texts identifies a person by itself.
	numbers   []string // long ones, as digits
	addresses []string // of mail
	names     []string // of two words
}

// minIdentifying is how many bytes of a folded text can identify a record outside its
// harvest.
const minIdentifying = 6

// minNumber is the minimum length of a number that identifies a person: a CPF, a CNPJ, a telephone.
// A shorter one may be an amount.
const minNumber = 8

// maxNumber is the most digits of a number: with its country and area codes.
const maxNumber = 15

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
		q.numbers = append(q.numbers, numbersIn(text)...)
		if strings.Contains(text, "@") {
			q.addresses = append(q.addresses, mailAddress.FindAllString(text, -1)...)
		}
	}
	for _, text := range texts {
		q.names = append(q.names, namesIn(text)...)
	}
	for _, list := range []*[]string{&q.numbers, &q.addresses, &q.names} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return q
}

var (
	// writtenNumber is a number with the separators that people write between its digits.
	writtenNumber = regexp.MustCompile(`[0-9(][0-9 ()./-]{6,}[0-9]`)
	mailAddress   = regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN.-]+\.\pL{2,}`)
	// Two names are words that begin with a capital, with at most two small words between them.
	firstName = regexp.MustCompile(`\p{Lu}[\pL'’]+`)
	nextName  = regexp.MustCompile(`^(?: (?i:de|da|do|das|dos|e|del|la|van|von)){0,2} \p{Lu}[\pL'’]+`)
)

// unpointed removes what people write within a group of digits.
var unpointed = strings.NewReplacer(".", "", "-", "", "/", "")

// numbersIn returns the digits of possible long numbers in a folded text.
func numbersIn(text string) (numbers []string) {
	if len(text) < minNumber {
		return nil
	}
	for _, written := range writtenNumber.FindAllString(text, -1) {
		groups := strings.FieldsFunc(unpointed.Replace(written), func(r rune) bool { return r < '0' || r > '9' })
		for i := range groups { // a number may be written in groups, with others next to it
			digits := ""
			for _, group := range groups[i:] {
				if digits += group; len(digits) > maxNumber {
					break
				}
				if len(digits) >= minNumber {
					numbers = append(numbers, digits)
				}
			}
		}
	}
	return numbers
}

// namesIn returns every two neighbouring names in a text, folded, as in "Ana da Silva".
func namesIn(text string) (names []string) {
	text = strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	for _, at := range firstName.FindAllStringIndex(text, -1) {
		if next := nextName.FindString(text[at[1]:]); next != "" {
			names = append(names, onlyWords(text[at[0]:at[1]]+next))
		}
	}
	return names
}

// onlyWords returns a folded text with one space between two words.
func onlyWords(text string) string {
	return strings.Join(strings.FieldsFunc(lang.FoldQuote(text), func(r rune) bool { return !isWord(r) }), " ")
}

// tellsOf reports whether a folded sentence has a number, in any notation, or an address of
// the texts.
func (q *quotable) tellsOf(sentence string) bool {
	if slices.ContainsFunc(q.addresses, func(address string) bool { return strings.Contains(sentence, address) }) {
		return true
	}
	return slices.ContainsFunc(numbersIn(sentence), func(said string) bool {
		return slices.ContainsFunc(q.numbers, func(number string) bool { return strings.Contains(said, number) || strings.Contains(number, said) })
	})
}

// nameIn reports whether a sentence contains two consecutive names from the texts. Places and
// companies have such names too, so only what concerns the record's own harvest is searched.
func (q *quotable) nameIn(sentence string) bool {
	if len(q.names) == 0 {
		return false
	}
	sentence = onlyWords(sentence)
	return slices.ContainsFunc(q.names, func(name string) bool { return hasWords(sentence, name) })
}

// isParticular reports whether a folded text is particular to a record: it has several
// words, or a digit. One plain word (SOJA, colheita) is common, and must not remove the
// reason from reports of others.
func isParticular(text string) bool {
	return len(text) >= minIdentifying && strings.ContainsFunc(text, func(r rune) bool { return r == ' ' || unicode.IsDigit(r) })
}

// in reports whether a sentence contains one of the texts, in any spelling.
func (q *quotable) in(sentence string) bool {
	folded := lang.FoldQuote(sentence)
	return slices.ContainsFunc(q.texts, func(text string) bool { return strings.Contains(folded, text) }) || q.tellsOf(folded) || q.nameIn(sentence)
}

// identifiedBy reports whether a sentence contains, as whole words, one of the texts that
// are particular to a record.
func (q *quotable) identifiedBy(sentence string) bool {
	sentence = lang.FoldQuote(sentence)
	return slices.ContainsFunc(q.particular, func(text string) bool { return hasWords(sentence, text) }) || q.tellsOf(sentence)
}

// hasWords reports whether a sentence contains a text as whole words.
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
