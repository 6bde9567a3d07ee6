package trace

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// quotingRecalls returns the reports, beside those that are known to tell of the record's
// harvest, into which somebody typed what identifies the record: its reason or criteria.
// A key changes only reports that it may read.
func (e *recallEraser) quotingRecalls(ctx context.Context, w Writer, by *Key, known []ID) (ids []ID, err error) {
	err = w.EachNote(ctx, kind.RecallReport, func(v *Record) error {
		if v.Gone() || slices.Contains(known, v.ID) || !e.typedIn(v.Dados) {
			return nil
		}
		ids = append(ids, v.ID)
		return nil
	})
	if err != nil || len(by.Safras) == 0 {
		return ids, err
	}
	var own []ID
	for _, id := range ids {
		safras, err := w.RecallHarvests(ctx, id)
		if err != nil {
			return nil, err
		}
		if by.readsOnly(safras) {
			own = append(own, id)
		}
	}
	return own, nil
}

// typedIn reports whether what people typed into a stored report identifies the record.
// It reads no more of the report than that.
func (e *recallEraser) typedIn(document []byte) (found bool) {
	left := 2
	canon.Each(string(document), func(name, value string) bool {
		switch name {
		case "motivo":
			left--
			found = found || identifies(canon.Unquote(value), e.texts)
		case "criterios":
			left--
			canon.Each(value, func(_, list string) bool {
				canon.Each(list, func(_, one string) bool {
					found = found || canon.KindOf(one) == '"' && identifies(canon.Unquote(one), e.texts)
					return !found
				})
				return !found
			})
		}
		return left > 0 && !found
	})
	return found
}

// redactTyped takes out of the report of other harvests what identifies the record.
func (e *recallEraser) redactTyped(c *Recall) bool {
	return redactTyped(c, func(sentence string) bool { return identifies(sentence, e.texts) })
}

// minIdentifying is how many bytes of a text can identify a record outside its harvest.
const minIdentifying = 6

// identifies reports whether a sentence has one of some texts in it, in any case and as
// whole words, that is particular to a record: it has several words, or a digit. One
// plain word (SOJA, colheita) is anybody's, and must not cost the reports of others
// their reason.
func identifies(sentence string, texts []string) bool {
	folded := strings.ToUpper(sentence)
	return slices.ContainsFunc(texts, func(text string) bool {
		text = strings.ToUpper(text)
		return len(text) >= minIdentifying && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsSpace(r) }) && hasWords(folded, text)
	})
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
